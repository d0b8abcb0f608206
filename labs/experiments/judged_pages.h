#pragma once

/// Judges each page of a recorded web once, when it is asked for. Lifetime: the web outlives it.
/// Thread safety: one thread.

#include <memory>
#include <unordered_map>
#include <utility>

#include "gatherer/judge/page_judge.h"
#include "labs/experiments/recorded_links.h"

namespace porthole::labs {

class JudgedPages {
 public:
  JudgedPages(const RecordedLinks& web, std::unique_ptr<gatherer::PageJudge> judge)
      : web_(web), judge_(std::move(judge)) {}

  const gatherer::PageJudge& judge() const { return *judge_; }
  /// Without topics and terms. The reference is valid as long as this object.
  const gatherer::Judgement& operator()(RecordedLinks::PageId page) {
    const auto known = judged_.find(page);
    if (known != judged_.end()) return known->second;
    gatherer::Judgement judgement = judge_->judge(web_.pages()[page].document);
    judgement.topics.clear();
    judgement.terms.clear();
    return judged_.emplace(page, std::move(judgement)).first->second;
  }

 private:
  const RecordedLinks& web_;
  std::unique_ptr<gatherer::PageJudge> judge_;
  std::unordered_map<RecordedLinks::PageId, gatherer::Judgement> judged_;
};

}  // namespace porthole::labs
