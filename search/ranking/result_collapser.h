#pragma once

/// Builds one result page: collapses near-duplicates and limits results per site.
///
/// Matches are added in the order of their rank.
/// - A match with the title and nearly the SimHash of an earlier result is collapsed into that
/// result
///   (indexer/simhash.h), and one with the same canonical URL (identity_value()) where the text of
///   one is in the other's: many templates name the front page on every page.
/// - A match of a site that already has `per_site` results is left out. Xapian can collapse by site
/// itself, but then
///   scores many more pages (labs/results/measurements.md).
/// Ranks count the remaining results, so every page is full and repeats nothing of the pages before
/// it.

#include <xapian.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "search/index/page_table.h"

namespace porthole::search {

// How a page and its canonical URL are compared: whether one of the two texts holds the other.
// Broder, "On the resemblance and containment of documents", SEQUENCES 1997: the share of the
// shingles of the shorter text that the longer one has, too. RFC 6596, 3: the target of a
// canonical link has the same content or a superset.

/// Hashes of the runs of three words, or of the words of a shorter text; sorted, each once.
using Shingles = std::vector<std::uint64_t>;
Shingles shingles_of(std::string_view text);

/// True when the longer text has four in five shingles of the shorter one. False when one is empty.
bool one_holds_the_other(const Shingles& a, const Shingles& b);

/// The requested range of results, counted from 0 after collapsing.
struct PageRange {
  std::size_t from = 0;
  std::size_t size = 10;
  std::size_t per_site = 0;  ///< 0: no limit.
};

/// A match with its score.
struct Match {
  Xapian::MSetIterator page;
  double score = 0;
  bool is_reranked = false;  ///< The score includes all features (QueryBuilder::reranked()).
};

/// A result with the matches that were collapsed into it.
struct CollapsedResult {
  Match match;
  std::vector<Xapian::MSetIterator> repeats;
  int more_from_site =
      0;  ///< Matches of its site left out so far; set at the last result of the site.
};

struct ResultPage {
  std::vector<CollapsedResult> results;
  int repeats_of_earlier =
      0;  ///< Matches among them that were collapsed into a result of an earlier page.
  std::size_t repeats = 0;      ///< Collapsed matches so far, earlier pages included.
  std::size_t beyond_site = 0;  ///< Matches left out so far by the limit per site.
  bool has_more = false;        ///< More results follow.
};

/// Thread safety: one thread. Lifetime: `pages` must outlive it.
class ResultCollapser {
 public:
  /// `pages`: null where the sites are not known; sites then have no limit.
  ResultCollapser(const PageRange& range, const PageTables* pages) : range_(range), pages_(pages) {}

  /// Adds the next match; ignores one that was added before. False when the page is full and more
  /// results follow.
  bool add(const Match& match);

  /// Matches added.
  std::size_t seen() const { return seen_.size(); }
  /// Sites that have reached the limit.
  std::vector<std::string> full_sites() const;
  const ResultPage& page() const { return page_; }

 private:
  struct Print {
    std::string identity;
    std::optional<std::uint64_t> text;
    Xapian::Document document;
    std::optional<std::string> title{};  // read on demand
    std::optional<Shingles> shingles{};  // the same
  };
  struct OfSite {
    std::size_t shown = 0;
    std::size_t last = 0;  // rank of the last result of the site
  };

  static Print print_of(const Xapian::Document& document);
  static const std::string& title_of(Print& print);
  static const Shingles& shingles_of_text(Print& print);
  static bool are_same(Print& a, Print& b);
  std::optional<std::size_t> first_same(Print& print);
  OfSite* site_of(Xapian::docid page);
  CollapsedResult* result_at(std::size_t place) {
    return place < range_.from ? nullptr : &page_.results[place - range_.from];
  }

  PageRange range_;
  const PageTables* pages_;
  std::unordered_set<Xapian::docid> seen_;
  std::unordered_map<std::string, OfSite> sites_;
  std::vector<Print> shown_;
  ResultPage page_;
};

}  // namespace porthole::search
