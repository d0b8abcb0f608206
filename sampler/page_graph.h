#pragma once

/// The growing undirected graph that walks see: pages that were read, with neighbour lists that
/// never change once a walk has used them.
///
/// In:  pages as they are read, with their out-links and the in-links known from other sources.
/// Out: an undirected graph over them.
///
/// The list of a page is built when it is first requested (the page is then settled): its
/// out-links, the in-links that came with it, and every page read so far that links to it. Links
/// found later are not added. Two settled pages are neighbours when each is in the other's list; so
/// the graph that the walks see is undirected and constant. A URL that redirects to another page
/// counts as that page, once.
///
/// Source: Bar-Yossef, Kanungo, Krauthgamer 2003, section 4 ("Obtaining in-neighbors",
/// consistency); Bar-Yossef, Berg, Chien, Fakcharoenphol, Weitz 2000, whose walk is undirected by
/// the same rule.
/// Thread safety: one thread. Memory: 8 bytes a link.

#include <cstdint>
#include <memory>
#include <vector>

namespace porthole::sampler {

/// Number of a URL, assigned by the caller; from 0 on, without large gaps.
using NodeId = std::uint32_t;
using HostId = std::uint32_t;

/// A page that was requested.
struct KnownPage {
  bool readable = false;  ///< False if there is no page; all else is then unused.
  bool on_topic = false;  ///< Member of S.
  bool in_wider = false;  ///< Member of the wider topic of the ancestor walk.
  HostId host = 0;
  /// Its out-links, and in-links known from other sources, in any order.
  std::vector<NodeId> links{};
};

class PageGraph {
 public:
  /// Adds the page `found` to which the requested URL `asked` led (itself without a redirect). A
  /// page that is in the graph already stays as it is.
  void add(NodeId asked, NodeId found, KnownPage page);

  /// Returns the page of `node`; null when it was never requested.
  const KnownPage* find(NodeId node) const;
  /// Resolves a redirect: the target, or `node` itself.
  NodeId standing(NodeId node) const { return node < alias_.size() ? alias_[node] : node; }

  /// N(page), ascending, settled now if it was not. Requires: find(page) is readable, and
  /// standing(page) is page. Lifetime: the graph's.
  const std::vector<NodeId>& neighbours(NodeId page);
  /// Returns the list of a settled page; null when it is not settled.
  const std::vector<NodeId>* settled(NodeId page) const;

  /// True if the entry `listed` of the settled `page`'s list is an edge. False when its page is
  /// settled without `page` in its list, or is in the list under another URL as well.
  bool is_way(NodeId page, NodeId listed) const;

  std::size_t read() const { return read_; }  ///< Pages that are readable.

 private:
  struct Node {
    std::unique_ptr<KnownPage> page;
    std::unique_ptr<std::vector<NodeId>> neighbours;
    std::vector<NodeId> linked_from;  ///< Pages that were read.
    std::vector<NodeId> other_names;
  };
  Node& node(NodeId id);
  bool lists(NodeId page, NodeId other) const;

  std::vector<Node> nodes_;
  std::vector<NodeId> alias_;
  std::size_t read_ = 0;
};

}  // namespace porthole::sampler
