#include "parser/content/forest.h"

#include <cstddef>

namespace porthole::parser {

bool Forest::add(std::string_view bytes, const Thresholds& thresholds,
                 const std::vector<std::uint32_t>& columns) {
  const std::size_t first = nodes_.size();
  if (!read_nodes(bytes, thresholds, columns)) {
    nodes_.resize(first);
    return false;
  }
  for (std::size_t i = nodes_.size(); i-- > first;) {
    Node& node = nodes_[i];
    const auto right = static_cast<std::size_t>(node.right);
    node.mean = node.column == kLeaf ? static_cast<float>(node.right)
                                     : (nodes_[i + 1].mean + nodes_[right].mean) / 2;
  }
  roots_.push_back(static_cast<std::uint32_t>(first));
  return true;
}

bool Forest::read_nodes(std::string_view bytes, const Thresholds& thresholds,
                        const std::vector<std::uint32_t>& columns) {
  constexpr unsigned kLeafMark = 255;
  // Ends of left subtrees, with the node that waits for its right child.
  struct Waiting {
    std::size_t at = 0, node = 0;
  };
  std::vector<Waiting> waiting;
  const auto byte = [bytes](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
  std::size_t at = 0;
  while (at < bytes.size()) {
    while (!waiting.empty() && waiting.back().at == at) {
      nodes_[waiting.back().node].right = static_cast<std::int32_t>(nodes_.size());
      waiting.pop_back();
    }
    Node node;
    if (byte(at) == kLeafMark) {
      if (at + 1 >= bytes.size()) return false;
      node.column = kLeaf;
      node.right = static_cast<signed char>(bytes[at + 1]);
      at += 2;
    } else {
      const std::size_t feature = byte(at);
      if (at + 3 >= bytes.size() || feature >= thresholds.size() || feature >= columns.size() ||
          byte(at + 1) >= thresholds[feature].size() || byte(at + 2) == 0)
        return false;
      node.threshold = thresholds[feature][byte(at + 1)];
      node.column = columns[feature];
      waiting.push_back({at + 3 + byte(at + 2), nodes_.size()});
      at += 3;
    }
    nodes_.push_back(node);
  }
  return !bytes.empty() && waiting.empty();
}

std::int32_t Forest::sum(const float* row) const {
  std::int32_t total = 0;
  for (std::size_t at : roots_) {
    while (nodes_[at].column != kLeaf)
      at = row[nodes_[at].column] < nodes_[at].threshold
               ? at + 1
               : static_cast<std::size_t>(nodes_[at].right);
    total += nodes_[at].right;
  }
  return total;
}

void Forest::explain(const float* row, std::vector<float>& shares) const {
  for (std::size_t at : roots_) {
    while (nodes_[at].column != kLeaf) {
      const Node& node = nodes_[at];
      at = row[node.column] < node.threshold ? at + 1 : static_cast<std::size_t>(node.right);
      shares[node.column] += nodes_[at].mean - node.mean;
    }
  }
}

}  // namespace porthole::parser
