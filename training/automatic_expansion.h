#pragma once

/// The topic expander without a person (gather --expand): adds terms to the topic, and takes those
/// back that lead astray.
///
/// In:  a collection and its repository, opened for writing.
/// Out: porthole.xml and expansion.json changed, pages judged by the changed topic.
///
/// - The evidence is judged by the person's own terms: a page counts as relevant as it would be
///   without the terms that the expander added, so that no term supports itself. A trained
///   classifier reads no terms of the topic; its judgement is the stored one.
/// - A proposed word or phrase (topics/topic_expander.h) is added when the lower bound of its
///   confidence, Association::assured, is at least kAssured: it takes six sites that use it for
///   nothing but relevant pages. The most certain are added first.
/// - A term that was added is taken back when the evidence, which grows with the crawl, does not
///   propose it any more. It is not added again.
/// - A term that a person rejects is taken back, and one that a person accepts stays.
///
/// Source: Sundaresan, Yi, Huang 2000, section 2 (the topic expander works while the crawl goes
/// on); the rules are ours. Thread safety: one thread.

#include <string>
#include <vector>

#include "base/result.h"
#include "collection/collection.h"
#include "repository/repository.h"

namespace porthole::training {

struct AutomaticExpansion {
  static constexpr double kAssured = 0.5;
  static constexpr std::size_t kMostAtOnce = 3;
  static constexpr std::size_t kMost = 12;  ///< In the topic at a time.

  std::vector<std::string> added;
  std::vector<std::string> taken_back;
  bool is_empty() const { return added.empty() && taken_back.empty(); }
};

/// Decides by what the repository has, and changes the topic. The pages keep their judgement
/// (gatherer/judge/judge_again.h gives them another).
/// Errors: those of expand(), read_expansion_memory(), and replace_file().
Result<AutomaticExpansion> expand_by_evidence(const collection::Collection& collection,
                                              repository::Repository& repository);

}  // namespace porthole::training
