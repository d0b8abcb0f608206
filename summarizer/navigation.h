#pragma once

/// Detects navigation texts: link texts that a site repeats on most of its pages for the same
/// target, as menus and footers do. They say little about the target (boilerplate).
///
/// In:  the pages of a site, or a sample of them (site_pages.h).
/// Out: whether a text for a URL occurs on most of them.

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/link.h"
#include "base/result.h"
#include "repository/repository.h"
#include "summarizer/site_pages.h"

namespace porthole::summarizer {

/// True for more than half of the pages, if there are enough.
inline bool is_said_on_most(std::int64_t saying, std::int64_t pages) {
  return pages >= kLeastPages && 2 * saying > pages;
}

/// The texts that most pages of one site have.
class SiteWords {
 public:
  void add_page(const std::vector<repository::LinkRecord>& links);
  /// Removes the texts that only a minority of the pages has.
  void settle();
  bool has(AnnotationKind kind, std::string_view text, std::string_view url) const;

 private:
  static std::uint64_t key_of(AnnotationKind kind, std::string_view text, std::string_view url);

  std::int64_t pages_ = 0;
  std::unordered_map<std::uint64_t, std::int64_t> counts_;
  std::unordered_set<std::uint64_t> said_;
};

/// The navigation texts of all sites of a repository, computed when a site is first requested.
/// Lives for one run: pages gathered later are not seen. Thread safety: one thread.
class Navigation {
 public:
  /// Keeps references to both, which must outlive it.
  Navigation(repository::Repository& repository, SitePages& sites)
      : repository_(repository), sites_(sites) {}

  /// Lifetime of the result: this object's. Errors: the repository's.
  Result<const SiteWords*> words_of(const std::string& site);

 private:
  repository::Repository& repository_;
  SitePages& sites_;
  std::unordered_map<std::string, SiteWords> words_;
};

}  // namespace porthole::summarizer
