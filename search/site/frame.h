#pragma once

/// The parts that all HTML pages of the site share.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace porthole::search {

struct Frame {
  std::string collections;  ///< Names of those that are searched, "cycling, knitting".
  std::optional<std::int64_t> documents;  ///< In their indexes; absent where they were not asked.
  std::vector<std::string> all{};         ///< Names of all collections of the server.
  std::string chosen{};                   ///< The one that is searched alone; "" = all.
  std::string query{};  ///< What was asked, for the box; a page may put another one there.
};

}  // namespace porthole::search
