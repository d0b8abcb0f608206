#include "gatherer/judge/rejudge.h"

#include <algorithm>
#include <utility>

#include "gatherer/judge/judge_again.h"

namespace porthole::gatherer {

void Rejudge::begin() {
  waiting_.clear();
  changed_ = 0;
  const UrlId last = parts_.urls.last();
  std::vector<std::uint32_t> found(static_cast<std::size_t>(last) + 1);  // By page: URLs that wait.
  for (UrlId id = 1; id <= last; ++id) {
    const UrlTable::Entry& entry = parts_.urls[id];
    if (entry.state == UrlState::kFetched) waiting_.push_back(id);
    if (is_open(entry) && entry.found_on <= last) ++found[entry.found_on];
  }
  std::sort(waiting_.begin(), waiting_.end(), [&](UrlId a, UrlId b) {
    return std::pair(found[static_cast<std::size_t>(a)], a) <
           std::pair(found[static_cast<std::size_t>(b)], b);
  });
}

Result<void> Rejudge::advance() {
  if (auto written = parts_.flush(); !written) return written;
  std::vector<repository::JudgementRecord> judgements;
  for (std::size_t i = std::min(parts_.pages_of_a_part, waiting_.size()); i > 0; --i) {
    const UrlId id = waiting_.back();
    waiting_.pop_back();
    TRY_AS(again, judged_again(parts_.judge, parts_.repository.pages(), id, parts_.urls.href(id)));
    if (!again->has_value()) continue;
    parts_.rejudged(id, (*again)->relevant);
    judgements.push_back(std::move(**again));
  }
  changed_ += static_cast<std::int64_t>(judgements.size());
  if (judgements.empty()) return {};
  return parts_.repository.scores().put_judgements(judgements);
}

}  // namespace porthole::gatherer
