#pragma once

/// Monte Carlo trials of sampling on a known web: coverage of the intervals, uniformity, cost.
///
/// In:  a known web, a kind of walk, seeds.
/// Out: precision, what was read; how often samples pass for uniform, how far the walks' time is
///      from it; of the intervals of statistics and of recall the share that holds the truth.
///
/// The truth is that of the pages on topic that the walk can reach: the largest component of S for
/// hard focus, all of S for the others. A run of recall also crawls the topic, breadth-first from
/// pages on it that are drawn at random, until it has a share of it that is drawn at random too,
/// between a tenth and nine tenths.
///
/// Uniform is what Pearson's chi-square does not reject at 0.05. Its classes are the pages; where
/// the sample has fewer than five for each, runs of pages that lie together: along the direction
/// that the walk mixes last, for hard focus, so that nothing is more likely to be found out.
/// Thread safety: pure functions.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "sampler/page_graph.h"
#include "sampler/region.h"
#include "sampler/walk.h"

namespace porthole::labs {

// Completely known web as ground truth for walks: its pages and the links between them.
//
// In:  pages and the links between them.
// Out: the pages by number, as a walk would read them; figures of all pages on topic.
//
// Memory: 8 bytes a link and about 300 a page.

// Spectral gap of a random walk over a known web, which determines its mixing time.
//
// In:  an undirected, connected graph.
// Out: the second smallest eigenvalue of its Laplacian, and the eigenvector: the direction in
// which pages are mixed last.
//
// The walk on the regular graph of degree D has the matrix M = I - L / D, L the Laplacian: its
// spectral gap is lambda / D, and it takes D / lambda steps, which are d / lambda moves (d the
// mean degree; all other steps are self-loops), until what is left of the slowest difference is 1
// / e.
//
// Source: Bar-Yossef, Kanungo, Krauthgamer 2003, section 3.2 (spectral gap); Fiedler 1973 (the
// eigenvalue); inverse iteration with conjugate gradients, Golub, Van Loan, "Matrix Computations",
// 4th edition, sections 8.2.2 and 11.3.
// Cost: some thousand times the links.

using Adjacency = std::vector<std::vector<std::uint32_t>>;

struct SpectralGap {
  double mean_degree = 0;
  double lambda = 0;            ///< Eigenvalue of the Laplacian.
  std::vector<double> slowest;  ///< Eigenvector by node; of length 1, mean 0.

  /// Moves of a walk that count as one independent page for what is mixed last: 2 d / lambda.
  double moves_a_page() const { return 2 * mean_degree / lambda; }
};

/// Requires: neighbours[u] has v when neighbours[v] has u, each once and never u itself; connected;
/// at least 2 nodes.
SpectralGap spectral_gap(const Adjacency& neighbours);

class KnownWeb {
 public:
  struct Page {
    std::string url;
    std::string site;
    sampler::HostId host = 0;
    bool on_topic = false;       ///< Member of S.
    std::size_t out_degree = 0;  ///< Pages of this web that it links to.
  };
  /// `out` has a list for each page, in which a page may be listed twice. Hosts are numbered by
  /// site; out_degree is counted.
  static KnownWeb of(std::vector<Page> pages, std::vector<std::vector<sampler::NodeId>> out);

  std::size_t size() const { return pages_.size(); }
  const Page& operator[](sampler::NodeId id) const { return pages_[id]; }
  std::vector<sampler::NodeId> on_topic() const;
  /// Connected components of S over links in either direction, the largest first, pages ascending:
  /// hard focus can sample within one of them.
  std::vector<std::vector<sampler::NodeId>> components_on_topic() const;
  /// Adjacency lists restricted to `pages`, by their indexes in it. Requires: `pages` ascending.
  Adjacency graph_of(const std::vector<sampler::NodeId>& pages) const;
  const std::vector<sampler::NodeId>& out(sampler::NodeId id) const { return out_[id]; }

  /// Walks until the run is done; returns how many pages were read. `in_links_known`: pages tell
  /// their in-links, too; else these are known from the walk alone.
  std::size_t walk(sampler::WalkRun& run, sampler::PageGraph& graph, bool in_links_known) const;

 private:
  void finish();

  std::vector<Page> pages_;
  std::vector<std::vector<sampler::NodeId>> out_, in_;
};

struct TrialOptions {
  sampler::WalkKind kind = sampler::WalkKind::kHard;
  int trials = 100;
  std::int64_t moves = 1000;  ///< Moves of each walk.
  std::uint32_t walks = 4;
  bool in_links_known = true;
  bool by_short_walks = false;  ///< Variant of the neighbourhood as published (sampler/region.h).
  int radius = 1;               ///< k of the neighbourhood.
  int trial_steps = 3;          ///< k of trial and error.
  std::size_t window = 0;       ///< L; a known web has no traps.
};

/// Intervals that held the truth.
struct Held {
  std::string name;
  std::size_t held = 0, of = 0;
};

struct TrialFigures {
  std::size_t trials = 0;
  double precision = 0;  ///< Means over the trials.
  double distance = 0;   ///< Total variation between the walks' time on the topic and uniform.
  double read = 0;
  std::vector<Held> all;  ///< Uniformity, shares of out-degrees and sites, recall of pages.
};

TrialFigures run_trials(const KnownWeb& web, const TrialOptions& options);

}  // namespace porthole::labs
