#pragma once

/// Words that a site says on most of its pages of the same target: its menu, its footer. They tell
/// where a reader may go, and little of what is there.
///
/// In:  the pages of a site, or kSampledPages of them, evenly spread.
/// Out: whether a text about a URL is among what most of them say.

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/link.h"
#include "base/result.h"
#include "repository/repository.h"

namespace porthole::summarizer {

inline constexpr std::int64_t kLeastPages = 4;   ///< Of a site that has "most pages".
inline constexpr std::size_t kSampledPages = 50;

/// More than half, of enough pages.
inline bool is_said_on_most(std::int64_t saying, std::int64_t pages) {
  return pages >= kLeastPages && 2 * saying > pages;
}

/// What most pages of one site say.
class SiteWords {
 public:
  void add_page(const std::vector<repository::LinkRecord>& links);
  /// Keeps what most of the pages say.
  void settle();
  bool has(AnnotationKind kind, std::string_view text, std::string_view url) const;

 private:
  static std::uint64_t key_of(AnnotationKind kind, std::string_view text, std::string_view url);

  std::int64_t pages_ = 0;
  std::unordered_map<std::uint64_t, std::int64_t> counts_;
  std::unordered_set<std::uint64_t> said_;
};

/// The sites of a repository, looked at when they are first asked for. Lives for one run: what is
/// gathered later is not seen. Thread safety: one thread.
class Navigation {
 public:
  explicit Navigation(repository::Repository& repository) : repository_(repository) {}

  /// Pages of the site; 0 for one without any. Errors: the repository's.
  Result<std::int64_t> pages_of(const std::string& site);
  /// Lives as long as this does. Errors: the repository's.
  Result<const SiteWords*> words_of(const std::string& site);

 private:
  Result<const std::vector<repository::UrlId>*> pages_on(const std::string& site);

  repository::Repository& repository_;
  bool has_pages_ = false;
  std::map<std::string, std::vector<repository::UrlId>, std::less<>> pages_;
  std::unordered_map<std::string, SiteWords> words_;
};

}  // namespace porthole::summarizer
