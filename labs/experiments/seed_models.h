#pragma once

/// Trains the classifier that a user of the box could train before a crawl: the topics of the list
/// of sites, each with pages of two of its sites as examples. The examples of the crawled topic
/// come from its seed sites, so that the sites to be found stay unseen.
///
/// In:  a box; a topic and the names of its seed sites.
/// Out: a judge with that topic marked good.
///
/// Thread safety: judge() from any thread after read().

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "gatherer/judge/page_judge.h"
#include "labs/webbox/manifest.h"
#include "topics/classify/training.h"

namespace porthole::labs {

class SeedModels {
 public:
  static constexpr std::size_t kPagesOfSite = 12;

  explicit SeedModels(const labs::Manifest& box) : box_(box) {}

  /// Reads kPagesOfSite pages of every site, spread evenly over its addresses.
  /// Errors: those of ParserPool::start().
  Result<void> read();

  /// The examples of each other topic are of its first two sites. A model is calibrated as
  /// `porthole train` does it, or not at all. With `words` the judge is the pool of the model and
  /// the words of that topic (gatherer/judge/pooled_judge.h).
  /// Errors: those of topics::train().
  Result<std::unique_ptr<gatherer::PageJudge>> judge(
      const std::string& topic, const std::vector<std::string>& seed_sites, topics::ModelKind kind,
      bool is_calibrated = true, const collection::Topic* words = nullptr) const;

 private:
  const labs::Manifest& box_;
  std::vector<std::vector<topics::TermCounts>> pages_;  ///< By site.
};

}  // namespace porthole::labs
