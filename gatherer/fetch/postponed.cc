#include "gatherer/fetch/postponed.h"

namespace porthole::gatherer {

void Postponed::put(UrlId id, SteadyTime ready_at) {
  erase(id);
  where_.emplace(id, waiting_.emplace(ready_at, id));
}

void Postponed::erase(UrlId id) {
  const auto found = where_.find(id);
  if (found == where_.end()) return;
  waiting_.erase(found->second);
  where_.erase(found);
}

std::vector<Postponed::UrlId> Postponed::take_due(SteadyTime now) {
  std::vector<UrlId> due;
  while (!waiting_.empty() && waiting_.begin()->first <= now) {
    due.push_back(waiting_.begin()->second);
    where_.erase(due.back());
    waiting_.erase(waiting_.begin());
  }
  return due;
}

}  // namespace porthole::gatherer
