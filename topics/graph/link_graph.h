#pragma once

/// Weighted citation graph in compressed sparse row form, in both directions.
///
/// In:  links between pages 0, 1, 2, ..., the site of each page, and what to leave out.
/// Out: for every citing page its targets, for every cited page its sources, and how
///      much each citation counts either way.
///
/// Only pages that cite have a row among the citing, only cited ones among the cited, and a row
/// names the other end by its row: few of the known URLs of a crawl were fetched and fewer are
/// relevant, so the vectors that a sum reads are as short as the graph allows. Rows that are read
/// most often come first, so that they stay in the cache.
///
/// Memory: 8 bytes a link, 8 more where links have weights, 8 more where votes are shared, and 16 a
/// page that is in the graph. While it is built at most 16 bytes a link, 20 with weights, the list
/// that was given included. Thread safety: const members, any thread.

#include <cstdint>
#include <vector>

namespace porthole::topics {

using NodeId = std::uint32_t;
using SiteNumber = std::uint32_t;

struct Citation {
  NodeId source = 0;
  NodeId target = 0;
};

/// Links that count as votes.
enum class Votes : std::uint8_t {
  kAll,           ///< Every link, those of a page to itself too.
  kOfOtherPages,  ///< Not those of a page to itself.
  kOfOtherSites,  ///< Not those within a site either: nobody votes for himself.
};

/// Weighting of votes.
enum class Endorsement : std::uint8_t {
  kFull,    ///< The weight of its link, or 1.
  kShared,  ///< A site has one vote on a page and a page one for a site; see LinkGraph.
};

/// The links to make a graph of. Ownership: the graph takes the lists and frees them as it goes.
struct CitationList {
  std::vector<Citation> citations;  ///< In any order; both ends below `pages`. Less than 2^32.
  /// Weight of each link, in [0, 1]; empty: all 1. Duplicate links count once, with the largest
  /// weight.
  std::vector<float> weights;
  NodeId pages = 0;
};

/// Selection of the links in the graph. The lists have one entry a page, or none.
struct GraphChoice {
  Votes votes = Votes::kOfOtherPages;
  Endorsement endorsement = Endorsement::kFull;
  /// Numbers from 0, below the number of pages. Required by kOfOtherSites and kShared.
  const std::vector<SiteNumber>* sites = nullptr;
  /// Pages that may be cited; links to others are left out. Null: all may.
  const std::vector<bool>* candidates = nullptr;
};

/// The links of one direction. Row r is [begin[r], begin[r + 1]) of `other`, `weight` and
/// `sharers`: a link counts weight / sharers.
struct Adjacency {
  std::vector<NodeId> pages;         ///< Page of each row; those with most links first.
  std::vector<std::uint32_t> begin;  ///< One more than pages.
  std::vector<std::uint32_t>
      other;                  ///< The row of the other end, in the other direction; ascending.
  std::vector<float> weight;  ///< Empty: all 1.
  std::vector<std::uint32_t> sharers;  ///< Links that share one vote, at least 1. Empty: all 1.

  std::size_t rows() const { return pages.size(); }
  std::size_t bytes() const;
};

/// With Endorsement::kShared a link (u, v) of weight w counts w / k toward the authority of v, of
/// which k pages of u's site are in-links, and w / l toward the hub score of u, of which l links
/// lead to v's site. Links that were left out are in neither count; the copies of a link count as
/// one.
///
/// Source: Bharat, Henzinger, "Improved algorithms for topic distillation in a hyperlinked
/// environment", SIGIR 1998, section 4.1 (k, l: there by host); Chakrabarti, van den Berg, Dom 1999
/// (VLDB), section 2.2.2 and figure 4 (no links within a site).
class LinkGraph {
 public:
  /// The order of the citations does not matter: the same links give the same graph, bit for bit.
  LinkGraph(CitationList&& list, const GraphChoice& choice);

  const Adjacency& citing() const { return citing_; }
  const Adjacency& cited() const { return cited_; }
  NodeId pages() const { return pages_; }
  std::size_t citations() const { return citing_.other.size(); }
  std::size_t bytes() const { return citing_.bytes() + cited_.bytes(); }

 private:
  NodeId pages_ = 0;
  Adjacency citing_;
  Adjacency cited_;
};

}  // namespace porthole::topics
