#include "topics/importance/utility.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <optional>
#include <vector>

#include "base/text/number.h"
#include "base/text/text.h"

namespace porthole::topics {

double utility(Utility kind, double alpha, double topicality, double importance) {
  if (kind == Utility::kLinear) return alpha * topicality + (1 - alpha) * importance;
  return std::pow(topicality, alpha) * std::pow(importance, 1 - alpha);
}

void AdaptiveAlpha::saw(double topicality) {
  last_.push_back(topicality);
  if (last_.size() > options_.window) last_.pop_front();
  const double mean =
      std::accumulate(last_.begin(), last_.end(), 0.0) / static_cast<double>(last_.size());
  alpha_ = std::clamp(alpha_ + options_.step * (options_.target - mean), 0.0, 1.0);
}

std::string AdaptiveAlpha::state() const {
  std::string out;
  const auto put = [&](double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.17g", value);
    out += (out.empty() ? "" : " ") + std::string(text);
  };
  put(alpha_);
  for (const double topicality : last_) put(topicality);
  return out;
}

void AdaptiveAlpha::restore(std::string_view state) {
  std::vector<double> values;
  for (const std::string_view word : split(state, ' ')) {
    const std::optional<double> value = parse_number(word);
    if (!value || *value < 0 || *value > 1) return;
    values.push_back(*value);
  }
  if (values.empty()) return;
  alpha_ = values.front();
  last_.assign(values.begin() + 1, values.end());
  while (last_.size() > options_.window) last_.pop_front();
}

void InLinkImportance::add_link(std::int64_t source, std::int64_t target) {
  const auto place = static_cast<std::size_t>(target);
  if (links_.size() <= place) links_.resize(place + 1);
  Links& links = links_[place];
  if (links.last == static_cast<std::uint32_t>(source)) return;
  links.last = static_cast<std::uint32_t>(source);
  ++links.count;
}

void InLinkImportance::add_page(std::int64_t page) {
  const std::uint32_t count = count_of(page);
  if (pages_with_.size() <= count) pages_with_.resize(count + 1);
  ++pages_with_[count];
  ++pages_;
  if (count < median_) ++below_;
  while (2 * (below_ + pages_with_[median_]) < pages_) below_ += pages_with_[median_++];
  while (2 * below_ >= pages_) below_ -= pages_with_[--median_];
}

double InLinkImportance::of(std::int64_t page) const {
  // e^-(x - theta) = (1 + median) / (1 + in-links).
  return 1 / (1 + (1 + static_cast<double>(median_)) / (1.0 + count_of(page)));
}

std::uint32_t InLinkImportance::count_of(std::int64_t page) const {
  const auto place = static_cast<std::size_t>(page);
  return place < links_.size() ? links_[place].count : 0;
}

void InLinkImportance::save(StateWriter& writer) const {
  writer.list(links_);
  writer.list(pages_with_);
  writer.number(pages_);
  writer.number(below_);
  writer.number(median_);
}

void InLinkImportance::load(StateReader& reader) {
  reader.list(links_);
  reader.list(pages_with_);
  pages_ = reader.number();
  below_ = reader.number();
  median_ = static_cast<std::size_t>(reader.number());
}

}  // namespace porthole::topics
