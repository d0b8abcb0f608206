#pragma once

/// Data of the HTML frame that all pages of the site share.

#include <memory>
#include <string>
#include <vector>

#include "search/presentation/overview.h"

namespace porthole::search {

struct Frame {
  /// A collection that can be chosen.
  struct Choice {
    std::string name;
    std::string title;
  };

  std::string title;                   ///< Title of the searched collections: "Cycling, Knitting".
  std::string description{};           ///< One line; "" = none.
  std::string about{};                 ///< URL of the operator's page about the crawler; "" = none.
  std::vector<Choice> all{};           ///< All collections of the server.
  std::string chosen{};                ///< Name of the selected collection; "" = all.
  std::string query{};                 ///< Text of the search box; a page may replace it.
  std::vector<std::string> folders{};  ///< URLs of the folders of local documents.
  bool gives_files = false;            ///< /file gives documents out.
  std::shared_ptr<const Overview> overview{};  ///< Null where no index was read.
};

}  // namespace porthole::search
