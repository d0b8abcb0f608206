#include "gatherer/judge/rejudge.h"

#include <algorithm>
#include <utility>

#include "gatherer/judge/judge_again.h"

namespace porthole::gatherer {

void Rejudge::begin() {
  waiting_.clear();
  changed_ = 0;
  for (UrlId id = 1; id <= parts_.urls.last(); ++id) {
    if (parts_.urls[id].state == UrlState::kFetched) waiting_.push_back(id);
  }
}

Result<void> Rejudge::advance() {
  if (auto written = parts_.flush(); !written) return written;
  std::vector<repository::JudgementRecord> judgements;
  for (std::size_t i = std::min(kPart, waiting_.size()); i > 0; --i) {
    const UrlId id = waiting_.back();
    waiting_.pop_back();
    auto again = judged_again(parts_.judge, parts_.repository.pages(), id);
    if (!again) return fail(again.error());
    if (!again->has_value()) continue;
    parts_.rejudged((*again)->was_relevant, (*again)->judgement.relevant);
    judgements.push_back(std::move((*again)->judgement));
  }
  changed_ += static_cast<std::int64_t>(judgements.size());
  if (judgements.empty()) return {};
  return parts_.repository.scores().put_judgements(judgements);
}

}  // namespace porthole::gatherer
