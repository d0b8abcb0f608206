#include "topics/classify/naive_bayes_index.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace porthole::topics {

double count_for(std::uint32_t occurrences, Counting counting) {
  if (counting == Counting::kPlain) return occurrences;
  static const std::array<double, 64> logs = [] {
    std::array<double, 64> table{};
    for (std::size_t n = 0; n < table.size(); ++n)
      table[n] = std::log(1.0 + static_cast<double>(n));
    return table;
  }();
  return occurrences < logs.size() ? logs[occurrences] : std::log(1.0 + occurrences);
}

NaiveBayesIndex::NaiveBayesIndex(const NaiveBayesNode& node)
    : homes_(node.terms.size() + node.terms.size() / 2 + 1),
      slots_(homes_ + 1),
      width_(node.children.size() <= kFewChildren ? node.children.size() + 1 : 0),
      begins_{0} {
  std::vector<std::uint32_t> order(node.terms.size());
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(),
            [&](auto a, auto b) { return node.terms[a] < node.terms[b]; });
  std::size_t at = 0;
  std::uint32_t place = 0;
  for (const std::uint32_t term : order) {
    at = std::max(at, home(node.terms[term]));
    // The last slot stays empty, so that every search ends.
    if (at + 1 == slots_.size()) slots_.emplace_back();
    slots_[at++] = {node.terms[term], place++};
    add_term(node, term);
  }
}

void NaiveBayesIndex::add_term(const NaiveBayesNode& node, std::size_t term) {
  const float weight = node.weights[term];
  const auto thetas =
      std::span(node.thetas).subspan(node.begins[term], node.begins[term + 1] - node.begins[term]);
  const auto column = [](const NaiveBayesNode::Theta& theta) {
    return static_cast<std::uint16_t>(theta.child + 1);
  };
  if (width_ > 0) {
    const std::size_t row = rows_.size();
    rows_.resize(row + width_);
    rows_[row] = weight;
    for (const NaiveBayesNode::Theta& theta : thetas)
      rows_[row + column(theta)] = weight * theta.value;
  } else {
    lists_.push_back({0, weight});
    for (const NaiveBayesNode::Theta& theta : thetas)
      lists_.push_back({column(theta), weight * theta.value});
    begins_.push_back(static_cast<std::uint32_t>(lists_.size()));
  }
}

std::uint32_t NaiveBayesIndex::find(TermHash term) const {
  std::size_t at = home(term);
  while (slots_[at].place != kNone && slots_[at].term != term) ++at;
  return slots_[at].place;
}

void NaiveBayesIndex::add_up(const TermCounts& page, Counting counting,
                             std::span<double> sums) const {
  struct Found {
    std::uint32_t place = 0;
    std::uint32_t occurrences = 0;
  };
  // Each block is looked up first and then added up, while what it needs comes from memory.
  std::array<Found, 32> found;
  for (std::size_t begin = 0; begin < page.size() && !slots_.empty(); begin += found.size()) {
    const auto block = std::span(page).subspan(begin, std::min(found.size(), page.size() - begin));
    for (const TermCount& term : block) __builtin_prefetch(&slots_[home(term.term)]);
    std::size_t number = 0;
    for (const TermCount& term : block) {
      const std::uint32_t place = find(term.term);
      if (place == kNone) continue;
      found[number++] = {place, term.count};
      if (width_ > 0) {
        __builtin_prefetch(&rows_[place * width_]);
      } else {
        __builtin_prefetch(&begins_[place]);
      }
    }
    for (const auto& [place, occurrences] : std::span(found).first(number)) {
      const double count = count_for(occurrences, counting);
      if (width_ > 0) {
        const float* const row = rows_.data() + place * width_;
        for (std::size_t column = 0; column < width_; ++column) sums[column] += count * row[column];
      } else {
        for (std::uint32_t i = begins_[place]; i < begins_[place + 1]; ++i) {
          sums[lists_[i].child] += count * lists_[i].value;
        }
      }
    }
  }
}

}  // namespace porthole::topics
