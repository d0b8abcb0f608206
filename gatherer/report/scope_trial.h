#pragma once

/// A dry run of other scope rules: which URLs they would drop, and which they would let in.
///
/// In:  the scope as it is and as it would be; the repository of a collection.
/// Out: counts by state, and examples; nothing is changed.
///
/// A crawl drops waiting URLs that its rules refuse, and lets those in that rules alone kept out
/// (gatherer/crawl/link_admission.h). Fetched pages stay in the collection, whatever the rules say:
/// `fetched` and `relevant` tell what the rules would have cost.
///
/// Thread safety: one thread.

#include <cstdint>
#include <string>
#include <vector>

#include "base/json/json.h"
#include "base/result.h"
#include "gatherer/frontier/scope.h"
#include "repository/repository.h"

namespace porthole::gatherer {

struct ScopeTrial {
  static constexpr std::size_t kExamples = 20;

  std::int64_t urls = 0;      ///< All of the collection.
  std::int64_t queued = 0;    ///< Waiting URLs that would be dropped,
  std::int64_t fetched = 0;   ///< fetched pages that would not have been fetched,
  std::int64_t relevant = 0;  ///< those of them that are relevant,
  std::int64_t let_in = 0;    ///< and URLs that rules keep out and that would wait.
  /// The first ones of each kind.
  std::vector<std::string> queued_examples, relevant_examples, let_in_examples;
};

/// Errors: those of the repository.
Result<ScopeTrial> try_scope(repository::Repository& repository, const Scope& now,
                             const Scope& after);

nlohmann::ordered_json scope_trial_as_json(const ScopeTrial& trial);

}  // namespace porthole::gatherer
