#pragma once

/// SiteTitles: tells the titles of a site's pages apart.
///
/// In:  titles and headings of pages of one site (site_pages.h).
/// Out: for a page a title that no other of these pages has, if the page offers one.
///
/// Many sites give each page their own name, in front of its title or behind it, or as its only
/// title. "Pruning roses - The Garden" and "Watering - The Garden" share " - The Garden": an end
/// counts as the site's if it begins (a suffix) or ends (a prefix) with a separator and at least
/// kLeastTitles different titles, and a third of all, have it. It is removed. A title that another
/// page has, too, gives way to the first of these that none has: the title with its ends, another
/// title of the page, a heading, the text of a link to it. A heading or link text follows the
/// title, unless a third of the pages have that title.
///
/// Memory is bounded: kMaxPages pages of a site, kMaxTexts texts, and of their ends the kMaxEnds
/// that were seen most (the space-saving algorithm: A. Metwally, D. Agrawal, A. El Abbadi,
/// "Efficient computation of frequent and top-k elements in data streams", ICDT 2005).

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/result.h"
#include "repository/repository.h"
#include "summarizer/site_pages.h"

namespace porthole::summarizer {

/// The texts that may name a page.
struct TitleCandidates {
  std::string title;                      ///< The parser's choice; "" when the page has none.
  std::vector<std::string> other_titles;  ///< The likeliest first.
  std::vector<std::string> headings;      ///< In order.
  std::vector<std::string> anchors;       ///< Texts of links to it, the most frequent first.
};

/// The titles of one site. Thread safety: none.
class SiteTitles {
 public:
  static constexpr std::size_t kMaxPages = 2000;
  static constexpr std::size_t kMaxTexts = std::size_t{1} << 17;
  static constexpr std::size_t kMaxEnds = 16;
  static constexpr std::size_t kMaxEndBytes = 120;
  static constexpr std::uint32_t kLeastTitles = 3;

  void add_page(repository::UrlId page, const repository::Pages::Names& names);
  /// After the last page. Without it no title counts as shared.
  void settle();

  /// `title` without the ends that the site's titles share; unchanged if nothing would be left.
  std::string without_ends(std::string_view title) const;
  /// The title of `page`, which need not have been added. "" if the parser found none.
  std::string choose(repository::UrlId page, const TitleCandidates& candidates) const;

 private:
  struct End {
    std::string text;
    bool is_suffix = false;
    std::uint32_t count = 0;
    std::uint32_t error = 0;  ///< By how much `count` may be too great.
  };
  struct Texts {
    std::string title;
    std::vector<std::uint64_t> others;  ///< Hashes of the page's other texts.
  };
  using Counts = std::unordered_map<std::uint64_t, std::uint32_t>;  ///< Pages by hash of a text.

  void count_end(std::string_view text, bool is_suffix);
  /// The candidates' title without the ends of the site, with the parts behind it that the page
  /// alone has: the parser takes "a log" of "Hive weight - a log - The Site" for a part of the
  /// site.
  std::string with_own_parts(repository::UrlId page, const TitleCandidates& candidates) const;
  bool is_shared_end(std::string_view text, bool is_suffix) const;
  /// Pages other than `page` that count for `text`.
  std::uint32_t others_with(const Counts& counts, repository::UrlId page,
                            std::string_view text) const;

  std::unordered_map<repository::UrlId, Texts> pages_;
  std::vector<End> ends_;
  std::unordered_set<std::uint64_t> different_;  ///< Hashes of the titles.
  Counts parts_;   ///< Pages by the parts of a longer title behind their own.
  Counts titles_;  ///< Pages by the title that they would have.
  Counts texts_;   ///< Pages by each text that may name them.
};

/// The titles of all sites of a repository, read when a site is first asked for and kept for one
/// run. Thread safety: one thread.
class TitlesOfSites {
 public:
  /// Keeps references to both, which must outlive it.
  TitlesOfSites(repository::Repository& repository, SitePages& sites)
      : repository_(repository), sites_(sites) {}

  /// Lifetime of the result: this object's. Errors: the repository's.
  Result<const SiteTitles*> of(const std::string& site);
  /// The title of a page as its summary has it, if no link names it. Errors: the repository's.
  Result<std::string> title_of(repository::UrlId page, const std::string& site);

 private:
  repository::Repository& repository_;
  SitePages& sites_;
  std::unordered_map<std::string, SiteTitles> titles_;
};

}  // namespace porthole::summarizer
