#pragma once

/// Links to searches that keep the options of the current request: collection, order, filters and
/// explanation.

#include <map>
#include <string>
#include <string_view>

#include "http/parameters.h"
#include "search/index/results.h"

namespace porthole::search {

/// Thread safety: const members from any thread.
class SearchLinks {
 public:
  /// An order that is not known counts as the usual one.
  explicit SearchLinks(const http::Parameters& asked);

  /// The value of the option with this parameter name; "" = none.
  std::string chosen(std::string_view name) const;
  /// The same links with another value of an option; "" removes it.
  SearchLinks with(const std::string& name, const std::string& value) const;

  /// The first results of a query.
  std::string to(const std::string& query) const;
  /// A later result page of the same search, by its pagination token.
  std::string page(const Results& results, int from) const;
  /// The first results of a query in another format: `path` is "/feed.atom".
  std::string at(const std::string& path, const std::string& query) const;

 private:
  std::map<std::string, std::string, std::less<>> choices_;
};

}  // namespace porthole::search
