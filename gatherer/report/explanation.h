#pragma once

/// All that a collection knows of one URL: where it came from, what is said about it, what became
/// of it.

#include <optional>
#include <string>
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
  double theta = 0;  ///< In [0, 1]; negative when too few pages were fetched to tell.
  std::int64_t fetched = 0;
  std::int64_t relevant = 0;
};

struct Explanation {
  repository::UrlRecord url;
  std::optional<repository::PageRecord> page;       ///< When it was fetched.
  std::optional<topics::Standing> standing;         ///< Of a page that may have a summary: on topic or not, and why.
  std::optional<repository::UrlRecord> stands_for;  ///< The URL it is an alias of.
  /// When it did not answer as it was fetched again.
  std::optional<repository::FailureRecord> failure;
  std::string remedy;  ///< When it was dropped: what a person can do; may be "".
  std::vector<repository::UrlRecord> way;  ///< From the page it was found on back to a seed.
  std::vector<std::string> aliases;        ///< URLs that lead to it.
  std::vector<repository::InLink> said;    ///< The links to it.
  std::vector<repository::InLink> closed;  ///< Those that their pages no longer have.
  std::int64_t rank = 0;                   ///< Place in the queue from 1; 0 = it is not queued.
  std::string strategy;  ///< That of the last run, else the specification's: whose the priority is.
  std::vector<gatherer::Reason> reasons;  ///< Why that strategy rates it so; empty for what is fetched.
  std::vector<WeighedTerm> terms;   ///< Of the links' metadata under RW, largest theta first.
  double theta = 0;  ///< The largest; what RW expects of any page when none is known.
  std::string status_says;  ///< By what the page's status was predicted; "" where it has none, or no model is left.
  /// Of a page that was read: how its words are judged now, which may differ from the relevance that it was given
  /// when it was fetched.
  struct Judged {
    std::string judge;
    double relevance = 0;
    gatherer::Evidence evidence;
  };
  std::optional<Judged> judged;
  std::string unjudged;  ///< Why there is no judge for it now.
  std::optional<double> threshold;  ///< Of RW; nothing under another strategy.
};

/// Errors: kInvalid for a text that is no URL; kNotFound for a URL that was never seen, saying
/// whether the scope would take it; those of the repository and of the strategy's options.
Result<Explanation> explain(const collection::Collection& collection,
                            repository::Repository& repository, const std::string& url);

}  // namespace porthole::gatherer
