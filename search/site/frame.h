#pragma once

/// Data of the HTML frame that all pages of the site share.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace porthole::search {

struct Frame {
  std::string collections;  ///< Names of the searched collections, "cycling, knitting".
  std::optional<std::int64_t>
      documents;  ///< Number of documents in their indexes; absent where it was not read.
  std::vector<std::string> all{};  ///< Names of all collections of the server.
  std::string chosen{};            ///< The selected collection; "" = all.
  std::string query{};             ///< Text of the search box; a page may replace it.
};

}  // namespace porthole::search
