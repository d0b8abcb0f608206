#include "topics/graph/link_graph.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <numeric>
#include <utility>

namespace porthole::topics {
namespace {

constexpr std::uint32_t kNoRow = std::numeric_limits<std::uint32_t>::max();

template <class T>
void release(std::vector<T>& list) {
  std::vector<T>().swap(list);
}

bool is_vote(const Citation& link, const GraphChoice& choice) {
  if (choice.candidates != nullptr && !(*choice.candidates)[link.target]) return false;
  switch (choice.votes) {
    case Votes::kAll:
      return true;
    case Votes::kOfOtherPages:
      return link.source != link.target;
    case Votes::kOfOtherSites:
      return (*choice.sites)[link.source] != (*choice.sites)[link.target];
  }
  return false;
}

void keep_votes(CitationList& list, const GraphChoice& choice) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < list.citations.size(); ++i) {
    if (!is_vote(list.citations[i], choice)) continue;
    list.citations[kept] = list.citations[i];
    if (!list.weights.empty()) list.weights[kept] = list.weights[i];
    ++kept;
  }
  list.citations.resize(kept);
  if (!list.weights.empty()) list.weights.resize(kept);
}

/// Gives a row to each page that `page_of` names in a link: the pages named most often first, so
/// that the scores read most often lie together. Returns the row of every page.
template <class PageOf>
std::vector<std::uint32_t> make_rows(const CitationList& list, PageOf page_of, Adjacency& rows) {
  std::vector<std::uint32_t> degree(list.pages, 0);
  for (const Citation& link : list.citations) ++degree[page_of(link)];
  const auto used = list.pages - std::count(degree.begin(), degree.end(), 0u);
  rows.pages.reserve(static_cast<std::size_t>(used));
  for (NodeId page = 0; page < list.pages; ++page) {
    if (degree[page] > 0) rows.pages.push_back(page);
  }
  std::sort(rows.pages.begin(), rows.pages.end(), [&](NodeId a, NodeId b) {
    return degree[a] != degree[b] ? degree[a] > degree[b] : a < b;
  });
  rows.begin.reserve(rows.pages.size() + 1);
  rows.begin.push_back(0);
  for (std::uint32_t row = 0; row < rows.pages.size(); ++row) {
    std::uint32_t& of_page = degree[rows.pages[row]];
    rows.begin.push_back(rows.begin.back() + std::exchange(of_page, row));
  }
  return degree;  // by now the row
}

/// Puts links into rows that have room for them: begin[r] is where the next link of row r goes.
/// When all are in, it is where row r ends, and put_back() mends that.
class RowFiller {
 public:
  RowFiller(Adjacency& rows, std::size_t links, bool weighted) : rows_(rows) {
    rows_.other.resize(links);
    if (weighted) rows_.weight.resize(links);
  }
  void add(std::uint32_t row, std::uint32_t other) { rows_.other[rows_.begin[row]++] = other; }
  void add(std::uint32_t row, std::uint32_t other, float weight) {
    rows_.weight[rows_.begin[row]] = weight;
    add(row, other);
  }
  void put_back() {
    std::copy_backward(rows_.begin.begin(), rows_.begin.end() - 1, rows_.begin.end());
    rows_.begin.front() = 0;
  }

 private:
  Adjacency& rows_;
};

/// Fills the rows of the citing, in the order of the list, and frees the list.
void fill_citing(CitationList& list, Adjacency& citing, Adjacency& cited) {
  const auto row_of_source = make_rows(
      list, [](const Citation& c) { return c.source; }, citing);
  const auto row_of_target = make_rows(
      list, [](const Citation& c) { return c.target; }, cited);
  RowFiller filler(citing, list.citations.size(), !list.weights.empty());
  for (std::size_t i = 0; i < list.citations.size(); ++i) {
    const std::uint32_t source = row_of_source[list.citations[i].source];
    const std::uint32_t target = row_of_target[list.citations[i].target];
    if (list.weights.empty()) {
      filler.add(source, target);
    } else {
      filler.add(source, target, list.weights[i]);
    }
  }
  filler.put_back();
  release(list.citations);
  release(list.weights);
}

/// Leaves each link in once, with the largest weight that it has.
void merge_copies(Adjacency& rows, std::size_t others) {
  // Where each other end was last put; in the row at hand when that is at or after the row's begin.
  std::vector<std::uint32_t> place(others, kNoRow);
  std::uint32_t kept = 0;
  for (std::size_t r = 0; r < rows.rows(); ++r) {
    const std::uint32_t first = std::exchange(rows.begin[r], kept);
    for (std::uint32_t i = first; i < rows.begin[r + 1]; ++i) {
      const std::uint32_t other = rows.other[i];
      std::uint32_t& put = place[other];
      const bool copy = put != kNoRow && put >= rows.begin[r];
      if (!copy) {
        put = kept++;
        rows.other[put] = other;
      }
      if (!rows.weight.empty()) {
        rows.weight[put] = copy ? std::max(rows.weight[put], rows.weight[i]) : rows.weight[i];
      }
    }
  }
  rows.begin.back() = kept;
  rows.other.resize(kept);
  if (!rows.weight.empty()) rows.weight.resize(kept);
}

/// Makes `to`, which has its pages, the other direction of `from`. Its rows come out in order.
void transpose(const Adjacency& from, Adjacency& to) {
  std::fill(to.begin.begin(), to.begin.end(), 0);
  for (const std::uint32_t row : from.other) ++to.begin[row + 1];
  std::partial_sum(to.begin.begin(), to.begin.end(), to.begin.begin());
  const bool weighted = !from.weight.empty();
  RowFiller filler(to, from.other.size(), weighted);
  for (std::uint32_t r = 0; r < from.rows(); ++r) {
    for (std::uint32_t i = from.begin[r]; i < from.begin[r + 1]; ++i) {
      if (weighted) {
        filler.add(from.other[i], r, from.weight[i]);
      } else {
        filler.add(from.other[i], r);
      }
    }
  }
  filler.put_back();
}

/// Counts for each link the links of its row whose other ends are of the same site.
void share_votes(Adjacency& rows, const Adjacency& others, const std::vector<SiteNumber>& sites) {
  rows.sharers.resize(rows.other.size());
  std::vector<std::uint32_t> links_of_site(sites.size(), 0);
  const auto site_of = [&](std::uint32_t link) { return sites[others.pages[rows.other[link]]]; };
  for (std::size_t r = 0; r < rows.rows(); ++r) {
    const std::uint32_t end = rows.begin[r + 1];
    for (std::uint32_t i = rows.begin[r]; i < end; ++i) ++links_of_site[site_of(i)];
    for (std::uint32_t i = rows.begin[r]; i < end; ++i) {
      rows.sharers[i] = links_of_site[site_of(i)];
    }
    for (std::uint32_t i = rows.begin[r]; i < end; ++i) links_of_site[site_of(i)] = 0;
  }
}

}  // namespace

std::size_t Adjacency::bytes() const {
  return pages.capacity() * sizeof(NodeId) + begin.capacity() * sizeof(std::uint32_t) +
         other.capacity() * sizeof(std::uint32_t) + weight.capacity() * sizeof(float) +
         sharers.capacity() * sizeof(std::uint32_t);
}

LinkGraph::LinkGraph(CitationList&& list, const GraphChoice& choice) : pages_(list.pages) {
  assert(list.weights.empty() || list.weights.size() == list.citations.size());
  assert(list.citations.size() < kNoRow);
  keep_votes(list, choice);
  fill_citing(list, citing_, cited_);
  merge_copies(citing_, cited_.rows());
  transpose(citing_, cited_);
  transpose(cited_, citing_);
  if (choice.endorsement == Endorsement::kShared) {
    share_votes(citing_, cited_, *choice.sites);
    share_votes(cited_, citing_, *choice.sites);
  }
}

}  // namespace porthole::topics
