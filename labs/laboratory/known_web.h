#pragma once

/// Completely known web as ground truth for walks: its pages and the links between them.
///
/// In:  pages and the links between them.
/// Out: the pages by number, as a walk would read them; figures of all pages on topic.
///
/// Memory: 8 bytes a link and about 300 a page. Thread safety: const members, any thread.

#include <cstddef>
#include <string>
#include <vector>

#include "labs/laboratory/spectral_gap.h"
#include "sampler/page_graph.h"
#include "sampler/walk_run.h"

namespace porthole::labs {

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

}  // namespace porthole::labs
