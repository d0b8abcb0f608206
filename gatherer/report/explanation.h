#pragma once

/// Explanation of a URL (`porthole explain`): its origin, annotations, scores, place in the queue,
/// and the reason it was dropped.

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "collection/collection.h"
#include "gatherer/judge/page_judge.h"
#include "gatherer/strategies/strategy.h"
#include "repository/repository.h"
#include "topics/on_topic.h"

namespace porthole::gatherer {

struct WeighedTerm {
  std::string term;
  double theta = 0;  ///< In [0, 1]; negative if too few pages were fetched to estimate it.
  std::int64_t fetched = 0;
  std::int64_t relevant = 0;
};

struct Explanation {
  repository::UrlRecord url;
  std::optional<repository::PageRecord> page;  ///< If it was fetched.
  std::optional<topics::Standing> standing;    ///< Whether a page that may have a summary is
                                               ///< on topic, and why.
  /// Terms of the topic by which pages are judged on topic, and the weight of each; empty if a
  /// classifier judges.
  std::vector<std::pair<std::string, double>> topic_terms;
  std::optional<repository::UrlRecord> stands_for;  ///< The URL that it is an alias of.
  std::optional<repository::UrlRecord> copy_of;     ///< The earlier page that it equals.
  /// The last failure, if fetching it again failed.
  std::optional<repository::FailureRecord> failure;
  std::string remedy;                      ///< For a dropped URL: what the user can do; may be "".
  std::vector<repository::UrlRecord> way;  ///< Path from the page it was found on back to a seed.
  std::vector<std::string> aliases;        ///< URLs that lead to it.
  std::vector<repository::InLink> said;    ///< The links to it.
  std::vector<repository::InLink> closed;  ///< Former links, removed from their pages since.
  std::int64_t rank = 0;                   ///< Place in the queue from 1; 0 if it is not queued.
  std::string strategy;  ///< The strategy of its priority: that of the last run, else the
                         ///< specification's.
  std::vector<gatherer::Reason> reasons;  ///< The reasons for its rating; empty once it is fetched.
  std::vector<WeighedTerm> terms;  ///< Terms of its link metadata under RW, largest theta first.
  double theta = 0;                ///< The largest theta; RW's prior when no term is known.
  std::string importance_says;     ///< Labels behind the predicted importance; "" without one or
                                   ///< without a model.
  /// The current judgement of a fetched page, which may differ from the relevance that it was given
  /// when it was fetched.
  struct Judged {
    std::string judge;
    double relevance = 0;
    gatherer::Evidence evidence;
  };
  std::optional<Judged> judged;
  std::string unjudged;             ///< Why no judge is available.
  std::optional<double> threshold;  ///< RW's threshold; absent under another strategy.
};

/// Explains `url`. Errors: kInvalid for an invalid URL; kNotFound for a URL that was never seen,
/// with the scope's decision on it; those of the repository and of the strategy's options.
Result<Explanation> explain(const collection::Collection& collection,
                            repository::Repository& repository, const std::string& url);

/// The JSON of `porthole explain --json` and of the console; docs/why.md has its members, but for
/// "samples".
nlohmann::ordered_json explanation_as_json(const Explanation& e);

}  // namespace porthole::gatherer
