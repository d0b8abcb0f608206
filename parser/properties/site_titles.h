#pragma once

/// SiteTitles: learns what the titles of a site's pages have in common at their ends, and removes
/// it.
///
/// In:  titles of pages, by site, in any order. Out: a title without the site's suffix or prefix.
///
/// "Pruning roses - The Garden" and "Watering - The Garden" share " - The Garden". An end counts as
/// the site's if it begins (a suffix) or ends (a prefix) with a separator and at least kLeastTitles
/// different titles of the site, and a third of those seen, have it. A page's own evidence is
/// left to parser/properties/title_candidates.cc; this is for the summaries of a site, made when
/// more of its pages are known.
///
/// Memory is bounded: kMaxSites sites, the first ones; of each the kMaxEnds ends that were seen
/// most (the space-saving algorithm: A. Metwally, D. Agrawal, A. El Abbadi, "Efficient computation
/// of frequent and top-k elements in data streams", ICDT 2005). No thread safety.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace porthole::parser {

class SiteTitles {
 public:
  static constexpr std::size_t kMaxSites = 10000;
  static constexpr std::size_t kMaxEnds = 16;
  static constexpr std::size_t kMaxEndBytes = 120;
  static constexpr std::uint32_t kLeastTitles = 3;

  /// A page of `site` has this title. A title equal to the site's last one is not counted again.
  void add(std::string_view site, std::string_view title);

  /// `title` without the ends that the site's titles share; unchanged if nothing would be left.
  std::string without_site(std::string_view site, std::string_view title) const;

 private:
  struct End {
    std::string text;
    bool is_suffix = false;
    std::uint32_t count = 0;
    std::uint32_t error = 0;  ///< By how much `count` may be too great.
  };
  struct Site {
    std::vector<End> ends;
    std::uint32_t titles = 0;
    std::size_t last_title = 0;  ///< A hash.
  };

  static void count(Site& site, std::string_view text, bool is_suffix);
  static bool is_shared(const Site& site, std::string_view text, bool is_suffix);

  std::unordered_map<std::string, Site> sites_;
};

}  // namespace porthole::parser
