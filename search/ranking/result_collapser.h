#pragma once

/// A page of results, filled from matches in their order. Left out are
/// - results with the title of one before them that say nearly the same, and those that give the
/// same URL as theirs: they stand
///   under that one (indexer/simhash.h, identity_value());
/// - results of a site that has as many before them as are wanted of it. Xapian can leave these out
/// itself, but then weighs many
///   more pages (labs/results/measurements.md).
/// Places are counted over what is left, so a page of results is full, and none repeats what stood
/// on the pages before it.
///
/// This header is the room's own.

#include <xapian.h>

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "search/index/page_table.h"

namespace porthole::search {

/// Which results are wanted, counted from 0 over those that are left.
struct PageRange {
  std::size_t from = 0;
  std::size_t size = 10;
  std::size_t per_site = 0;  ///< 0: all of a site.
};

/// A page that matches.
struct Match {
  Xapian::MSetIterator page;
  double score = 0;
  bool is_reranked = false;  ///< The score is the whole one (QueryBuilder::reranked()).
};

/// A result, and those behind it that repeat it.
struct CollapsedResult {
  Match match;
  std::vector<Xapian::MSetIterator> repeats;
  int more_from_site =
      0;  ///< Left out behind it, as far as was looked; of the last one of its site.
};

struct ResultPage {
  std::vector<CollapsedResult> results;
  int repeats_of_earlier = 0;  ///< That stood among them and repeat a result of a page before.
  std::size_t repeats = 0;     ///< Of all results so far, those of the pages before included.
  std::size_t beyond_site =
      0;  ///< Left out so far, since their site had as many results as are wanted of one.
  bool has_more = false;  ///< A result stands behind them.
};

/// Thread safety: one thread. Lifetime: `pages` must outlive it.
class ResultCollapser {
 public:
  /// `pages`: null where sites are not known, so that nothing is left out of one.
  ResultCollapser(const PageRange& wanted, const PageTables* pages)
      : range_(wanted), pages_(pages) {}

  /// The next match; one that was added before changes nothing. False when the page is full and
  /// something stands behind it.
  bool add(const Match& match);

  /// Matches added.
  std::size_t seen() const { return seen_.size(); }
  /// Of which no more results are wanted.
  std::vector<std::string> full_sites() const;
  const ResultPage& page() const { return page_; }

 private:
  struct Print {
    std::string identity;
    std::optional<std::uint64_t> text;
    Xapian::Document document;
    std::optional<std::string> title{};  // read when it is asked for
  };
  struct OfSite {
    std::size_t shown = 0;
    std::size_t last = 0;  // place of the last one shown
  };

  static Print print_of(const Xapian::Document& document);
  static const std::string& title_of(Print& print);
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
