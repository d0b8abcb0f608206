#include "topics/importance/in_links.h"

#include <cmath>

namespace porthole::topics {

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
