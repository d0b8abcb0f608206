#include "gatherer/report/scope_trial.h"

#include <unordered_set>

#include "base/url/url.h"

namespace porthole::gatherer {
namespace {

using repository::UrlRecord;
using repository::UrlState;

void add_example(std::vector<std::string>& examples, const UrlRecord& url) {
  if (examples.size() < ScopeTrial::kExamples) examples.push_back(url.href);
}

Result<std::unordered_set<repository::UrlId>> relevant_pages(repository::Repository& repository) {
  std::unordered_set<repository::UrlId> relevant;
  TRY_AS(visited,
         repository.pages().for_each(
             {}, [&](const UrlRecord& url, const repository::PageRecord& page, auto, auto) {
               if (page.relevant) relevant.insert(url.id);
               return true;
             }));
  return relevant;
}

}  // namespace

Result<ScopeTrial> try_scope(repository::Repository& repository, const Scope& now,
                             const Scope& after) {
  TRY_AS(relevant, relevant_pages(repository));
  ScopeTrial trial;
  TRY_AS(visited, repository.urls().for_each([&](const UrlRecord& record) {
    ++trial.urls;
    const Result<Url> url = Url::parse(record.href.empty() ? record.key : record.href);
    if (!url) return true;
    const bool accepted = after.decide(*url).accepted;
    if (record.state == UrlState::kDropped && repository::is_out_of_scope(record.reason)) {
      if (!accepted) return true;
      ++trial.let_in;
      add_example(trial.let_in_examples, record);
    }
    if (accepted || !now.decide(*url).accepted) return true;
    if (record.state == UrlState::kQueued) {
      ++trial.queued;
      add_example(trial.queued_examples, record);
    }
    if (record.state != UrlState::kFetched) return true;
    ++trial.fetched;
    if (!relevant->contains(record.id)) return true;
    ++trial.relevant;
    add_example(trial.relevant_examples, record);
    return true;
  }));
  return trial;
}

nlohmann::ordered_json scope_trial_as_json(const ScopeTrial& trial) {
  return {{"urls", trial.urls},
          {"queued", trial.queued},
          {"fetched", trial.fetched},
          {"relevant", trial.relevant},
          {"let_in", trial.let_in},
          {"queued_examples", trial.queued_examples},
          {"relevant_examples", trial.relevant_examples},
          {"let_in_examples", trial.let_in_examples}};
}

}  // namespace porthole::gatherer
