#include "sampler/page_graph.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace porthole::sampler {
namespace {

void sort_unique(std::vector<NodeId>& list) {
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
}

bool has(const std::vector<NodeId>& sorted, NodeId id) {
  return std::binary_search(sorted.begin(), sorted.end(), id);
}

}  // namespace

PageGraph::Node& PageGraph::node(NodeId id) {
  if (id >= nodes_.size()) {
    nodes_.resize(id + 1);
    while (alias_.size() <= id) alias_.push_back(static_cast<NodeId>(alias_.size()));
  }
  return nodes_[id];
}

void PageGraph::add(NodeId asked, NodeId found, KnownPage page) {
  node(std::max(asked, found));
  found = standing(found);
  if (standing(asked) != found && nodes_[asked].page == nullptr) {
    alias_[asked] = found;
    nodes_[found].other_names.push_back(asked);
  }
  if (nodes_[found].page != nullptr) return;
  if (page.readable) ++read_;
  sort_unique(page.links);
  for (const NodeId link : page.links) node(link).linked_from.push_back(found);
  nodes_[found].page = std::make_unique<KnownPage>(std::move(page));
}

const KnownPage* PageGraph::find(NodeId id) const {
  const NodeId page = standing(id);
  return page < nodes_.size() ? nodes_[page].page.get() : nullptr;
}

const std::vector<NodeId>* PageGraph::settled(NodeId page) const {
  return page < nodes_.size() ? nodes_[page].neighbours.get() : nullptr;
}

const std::vector<NodeId>& PageGraph::neighbours(NodeId page) {
  Node& self = nodes_[page];
  assert(self.page != nullptr && self.page->readable && standing(page) == page);
  if (self.neighbours != nullptr) return *self.neighbours;
  std::vector<NodeId> known = self.page->links;
  known.insert(known.end(), self.linked_from.begin(), self.linked_from.end());
  for (const NodeId name : self.other_names) {
    const std::vector<NodeId>& more = nodes_[name].linked_from;
    known.insert(known.end(), more.begin(), more.end());
  }
  for (NodeId& other : known) other = standing(other);
  sort_unique(known);
  std::erase_if(known, [&](NodeId other) {
    return other == page || (settled(other) != nullptr && !lists(other, page));
  });
  self.neighbours = std::make_unique<std::vector<NodeId>>(std::move(known));
  return *self.neighbours;
}

bool PageGraph::lists(NodeId page, NodeId other) const {
  const std::vector<NodeId>& list = *settled(page);
  const std::vector<NodeId>& names = nodes_[other].other_names;
  return has(list, other) ||
         std::any_of(names.begin(), names.end(), [&](NodeId name) { return has(list, name); });
}

bool PageGraph::is_way(NodeId page, NodeId listed) const {
  const NodeId other = standing(listed);
  if (other == page) return false;
  if (settled(other) != nullptr && !lists(other, page)) return false;
  if (listed == other) return true;
  const std::vector<NodeId>& list = *settled(page);
  if (has(list, other)) return false;
  const std::vector<NodeId>& names = nodes_[other].other_names;
  return std::none_of(names.begin(), names.end(),
                      [&](NodeId name) { return name < listed && has(list, name); });
}

}  // namespace porthole::sampler
