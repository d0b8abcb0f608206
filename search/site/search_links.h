#pragma once

/// Links to searches that keep what a request chose besides its query: the collection, what comes
/// first, which pages are left out, and whether scores are explained. This header is the room's
/// own.

#include <map>
#include <string>
#include <string_view>

#include "search/index/results.h"
#include "search/site/parameters.h"

namespace porthole::search {

/// Thread safety: const members from any thread.
class SearchLinks {
 public:
  explicit SearchLinks(const Parameters& asked);

  /// What was chosen under this name of a parameter; "" = nothing.
  std::string chosen(std::string_view name) const;
  /// The same links with another choice; "" takes it away.
  SearchLinks with(const std::string& name, const std::string& value) const;

  /// The first results of a query.
  std::string to(const std::string& query) const;
  /// Further results of a query, as they were when it was asked first.
  std::string page(const Results& results, int from) const;
  /// The first results of a query in another form: `path` is "/feed.atom".
  std::string at(const std::string& path, const std::string& query) const;

 private:
  std::map<std::string, std::string, std::less<>> choices_;
};

}  // namespace porthole::search
