#pragma once

/// A web of which everything is known, for walks to be held against.
///
///   SyntheticWeb web;
///   const NodeId a = web.page({.host = 1}), b = web.page({.host = 2, .on_topic = false});
///   web.link(a, b);
///   web.walk(run, graph);
///
/// A page tells its out-links; its in-links, too, where in_links_known is set.

#include <cstdint>
#include <set>
#include <vector>

#include "sampler/hash_rng.h"
#include "sampler/page_graph.h"
#include "sampler/walk.h"

namespace porthole::sampler {

class SyntheticWeb {
 public:
  struct Page {
    HostId host = 0;
    bool on_topic = true;
    bool in_wider = false;
    bool readable = true;
  };
  bool in_links_known = true;

  NodeId page(const Page& page) {
    pages_.push_back(page);
    out_.emplace_back();
    in_.emplace_back();
    return static_cast<NodeId>(pages_.size() - 1);
  }
  void link(NodeId from, NodeId to) {
    out_[from].insert(to);
    in_[to].insert(from);
  }
  /// `count` pages from `first` on, joined by a cycle and by random links, so that a page has
  /// `degree` neighbours in the mean.
  void join_at_random(NodeId first, NodeId count, double degree, std::uint64_t seed) {
    for (NodeId i = 0; i < count; ++i) link(first + i, first + (i + 1) % count);
    const auto links = static_cast<std::uint64_t>(count * (degree - 2) / 2);
    for (std::uint64_t i = 0; i < links; ++i) {
      HashRng rng(seed, 77, i);
      const auto a = static_cast<NodeId>(first + rng.below(count)),
                 b = static_cast<NodeId>(first + rng.below(count));
      if (a != b) link(a, b);
    }
  }

  KnownPage read(NodeId id) const {
    const Page& page = pages_[id];
    KnownPage known{page.readable, page.on_topic, page.in_wider, page.host, {}};
    known.links.assign(out_[id].begin(), out_[id].end());
    if (in_links_known) known.links.insert(known.links.end(), in_[id].begin(), in_[id].end());
    return known;
  }
  /// Walks until the run is done; returns how many pages were read.
  std::size_t walk(WalkRun& run, PageGraph& graph) const {
    std::size_t read_pages = 0;
    while (!run.is_done()) {
      for (const NodeId id : run.take_turns()) {
        graph.add(id, id, read(id));
        ++read_pages;
      }
    }
    return read_pages;
  }
  std::size_t size() const { return pages_.size(); }
  const Page& operator[](NodeId id) const { return pages_[id]; }
  const std::set<NodeId>& out(NodeId id) const { return out_[id]; }

 private:
  std::vector<Page> pages_;
  std::vector<std::set<NodeId>> out_, in_;
};

/// 64 pages on topic, eight a host; `inside` of the random links stay in the half that they begin
/// in.
inline SyntheticWeb two_halves(double inside, std::uint64_t seed) {
  SyntheticWeb web;
  for (NodeId i = 0; i < 64; ++i) web.page({.host = i / 8});
  for (NodeId i = 0; i < 64; ++i) web.link(i, i / 32 * 32 + (i + 1) % 32);
  web.link(0, 32);
  for (std::uint64_t i = 0; i < 192; ++i) {
    HashRng rng(seed, 5, i);
    const auto a = static_cast<NodeId>(rng.below(64));
    const NodeId half = rng.uniform() < inside ? a / 32 : 1 - a / 32;
    const auto b = static_cast<NodeId>(half * 32 + rng.below(32));
    if (a != b) web.link(a, b);
  }
  return web;
}

}  // namespace porthole::sampler
