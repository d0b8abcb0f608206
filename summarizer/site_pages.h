#pragma once

/// SitePages: the pages of each site of a repository, and a sample of them from which one learns
/// what the pages of a site have in common (Navigation, site_template.h, site_titles.h).

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

inline constexpr std::int64_t kLeastPages = 4;  ///< Smaller sites have nothing in common.
inline constexpr std::size_t kSampledPages = 50;

/// Read once, when first asked: pages stored later are not seen.
///
/// Ownership: keeps a reference to `repository`, which must outlive it. Thread safety: one thread.
class SitePages {
 public:
  explicit SitePages(repository::Repository& repository) : repository_(repository) {}

  /// The number of pages of the site. Errors: the repository's.
  Result<std::int64_t> count(const std::string& site);
  /// At most `most` pages of the site, evenly spread. Errors: the repository's.
  Result<std::vector<repository::UrlId>> some(const std::string& site, std::size_t most);
  /// At most kSampledPages pages of the site; none of a site with fewer than kLeastPages. Errors:
  /// the repository's.
  Result<std::vector<repository::UrlId>> sample(const std::string& site);

 private:
  Result<void> read();

  repository::Repository& repository_;
  bool is_read_ = false;
  std::map<std::string, std::vector<repository::UrlId>, std::less<>> pages_;
};

// Navigation texts: link texts that a site repeats on most of its pages for the same target, as
// menus and footers do. They say little about the target (boilerplate).

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
