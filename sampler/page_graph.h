#pragma once

/// What walks know of the web: the pages that were read, and of each page that a walk has used the list of its
/// neighbours, which never changes.
///
/// In:  pages as they are read, with the links that lead from them and the in-links that another source knows.
/// Out: an undirected graph over them.
///
/// The list of a page is made when it is first asked for (it is settled then): its out-links, the in-links
/// that came with it, and every page read so far that links to it. What is found later is not added. Pages u
/// and v that are both settled are neighbours when each stands in the other's list; so the graph that the
/// walks see is undirected, and stays what it is. A URL that leads to another page by a redirect counts as
/// that page, once.
///
/// Source: Bar-Yossef, Kanungo, Krauthgamer 2003, section 4 ("Obtaining in-neighbors", consistency);
/// Bar-Yossef, Berg, Chien, Fakcharoenphol, Weitz 2000, whose walk is undirected by the same rule.
/// Thread safety: one thread. Memory: 8 bytes a link.

#include <cstdint>
#include <memory>
#include <vector>

namespace porthole::sampler {

/// A URL, numbered by whoever knows its name; from 0 on, without large gaps.
using NodeId = std::uint32_t;
using HostId = std::uint32_t;

/// A page that was asked for.
struct KnownPage {
  bool readable = false;      ///< False: no page is there. All else is then unused.
  bool on_topic = false;      ///< In S.
  bool in_wider = false;      ///< In the wider topic of the ancestor walk.
  HostId host = 0;
  /// Of its out-links and of the in-links that are known from elsewhere, in any order.
  std::vector<NodeId> links{};
};

class PageGraph {
 public:
  /// `asked` was asked for, and `found` is the page that it led to (itself, when there was no redirect). A page
  /// that is there already stays as it is.
  void add(NodeId asked, NodeId found, KnownPage page);

  /// The page that `node` stands for; null when it was never asked for.
  const KnownPage* find(NodeId node) const;
  /// Itself, or what it was redirected to.
  NodeId standing(NodeId node) const { return node < alias_.size() ? alias_[node] : node; }

  /// N(page), ascending, settled now if it was not. Requires: find(page) is readable, and standing(page) is
  /// page. Lifetime: the graph's.
  const std::vector<NodeId>& neighbours(NodeId page);
  /// The list of a settled page; null when it is not.
  const std::vector<NodeId>* settled(NodeId page) const;

  /// Is the entry `listed` of the list of the settled `page` a way to another page? No when the page that it
  /// stands for is settled without `page` in its list, or stands in the list under another name as well.
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
