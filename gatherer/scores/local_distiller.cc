#include "gatherer/scores/local_distiller.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "gatherer/strategies/distillation.h"
#include "topics/graph/hubs_authorities.h"

namespace porthole::gatherer {

namespace {

using repository::ScoreChanges;
using repository::ScoreRecord;
using repository::ScoreScale;
using repository::UrlId;
using ScoredPage = ScoreChanges::ScoredPage;
using Read = Result<ScoreChanges::Neighbours> (ScoreChanges::*)(UrlId, std::size_t);

/// The pages around a portion of the log, with their scores as they change.
class Portion {
 public:
  Portion(ScoreChanges& changes, const ScoreScale& scale) : changes_(changes), scale_(scale) {}

  Result<void> add(const ScoreChanges::Logged& logged) {
    TRY_AS(original, changes_.original(logged.page));
    settled_.push_back(logged);
    if (*original) {
      note(**original);
      changed_.insert((*original)->id);
      auto done = gather_around((*original)->id);
      if (!done || (*original)->id == logged.page) return done;
    }
    scores_[logged.page] = {};
    return gather_around(logged.page);
  }
  bool is_full() const {
    return settled_.size() >= LocalDistiller::kMostPages ||
           authorities_.size() + hubs_.size() >= LocalDistiller::kMostScores;
  }

  /// The three steps. Errors: those of the repository.
  Result<void> compute() {
    auto done = compute_hubs(changed_);
    authorities_.insert(changed_.begin(), changed_.end());
    if (done) done = compute_authorities();
    hubs_.insert(changed_.begin(), changed_.end());
    if (done) done = compute_hubs(hubs_);
    return done;
  }

  Result<std::size_t> store() {
    std::vector<ScoreRecord> changed;
    for (const auto& [id, score] : scores_) changed.push_back({id, score.hub, score.authority});
    TRY(changes_.put(changed, settled_));
    return settled_.size();
  }

 private:
  struct Score {
    double hub = 0, authority = 0;
  };

  /// Keeps `page` for the sums; its scores of before count until they are computed.
  void note(const ScoredPage& page) { pages_.try_emplace(page.id, page); }

  bool may_be_authority(const ScoredPage& page) const { return page.relevance > scale_.rho; }

  Result<void> gather_around(UrlId url) {
    for (const Read read : {&ScoreChanges::cited, &ScoreChanges::cited_before}) {
      TRY_AS(cited, (changes_.*read)(url, LocalDistiller::kMostLinks));
      for (const ScoredPage& page : cited->value_or(std::vector<ScoredPage>())) {
        if (!may_be_authority(page)) continue;
        note(page);
        authorities_.insert(page.id);
      }
    }
    TRY_AS(citing, changes_.citing(url, LocalDistiller::kMostLinks));
    for (const ScoredPage& page : citing->value_or(std::vector<ScoredPage>())) {
      note(page);
      hubs_.insert(page.id);
    }
    return {};
  }

  Score score_of(const ScoredPage& page) const {
    const auto anew = scores_.find(page.id);
    return anew != scores_.end() ? anew->second : Score{page.hub, page.authority};
  }

  Result<void> compute_hubs(const std::set<UrlId>& ids) {
    std::vector<std::pair<UrlId, double>> computed;
    for (const UrlId id : ids) {
      TRY_AS(cited, changes_.cited(id, LocalDistiller::kMostLinks));
      if (!*cited) continue;
      const ScoredPage& page = pages_.at(id);
      std::vector<topics::Vote> votes;
      for (const ScoredPage& target : **cited) {
        if (target.site == page.site || !may_be_authority(target)) continue;
        votes.push_back({target.site, score_of(target).authority});
      }
      computed.emplace_back(id, topics::half_round(page.relevance, votes, scale_.hub));
    }
    for (const auto& [id, hub] : computed) change(id).hub = hub;
    return {};
  }

  Result<void> compute_authorities() {
    std::vector<std::pair<UrlId, double>> computed;
    for (const UrlId id : authorities_) {
      const ScoredPage& page = pages_.at(id);
      if (!may_be_authority(page)) {
        computed.emplace_back(id, 0);
        continue;
      }
      TRY_AS(citing, changes_.citing(id, LocalDistiller::kMostLinks));
      if (!*citing) continue;
      std::vector<topics::Vote> votes;
      for (const ScoredPage& source : **citing) {
        if (source.site != page.site) votes.push_back({source.site, score_of(source).hub});
      }
      computed.emplace_back(id, topics::half_round(page.relevance, votes, scale_.authority));
    }
    for (const auto& [id, authority] : computed) change(id).authority = authority;
    return {};
  }

  Score& change(UrlId id) {
    const ScoredPage& page = pages_.at(id);
    return scores_.try_emplace(id, Score{page.hub, page.authority}).first->second;
  }

  ScoreChanges& changes_;
  const ScoreScale scale_;
  std::vector<ScoreChanges::Logged> settled_;
  std::map<UrlId, ScoredPage> pages_;
  std::set<UrlId> changed_;             ///< P, without pages that are removed or copies.
  std::set<UrlId> authorities_, hubs_;  ///< Neighbours whose scores depend on them.
  std::map<UrlId, Score> scores_;       ///< Computed anew.
};

}  // namespace

Result<std::size_t> LocalDistiller::advance() {
  TRY_AS(scale, changes_.scale());
  if (!*scale) return 0;
  TRY_AS(logged, changes_.logged(kMostPages));
  if (logged->empty()) return 0;
  Portion portion(changes_, **scale);
  for (const ScoreChanges::Logged& next : *logged) {
    if (portion.is_full()) break;
    TRY(portion.add(next));
  }
  TRY(portion.compute());
  return portion.store();
}

Result<void> LocalDistiller::run(const std::function<bool()>& stop) {
  std::size_t settled = 0;
  while (settled < kMostAtOnce && !(stop && stop())) {
    TRY_AS(portion, advance());
    if (*portion == 0) break;
    settled += *portion;
  }
  return {};
}

Result<void> settle_changes(repository::Repository& repository, const std::function<bool()>& stop) {
  TRY_AS(logged, repository.score_changes().logged(LocalDistiller::kMostAtOnce + 1));
  if (logged->size() > LocalDistiller::kMostAtOnce) return distill_anew(repository);
  return LocalDistiller(repository.score_changes()).run(stop);
}

Result<std::unordered_map<UrlId, double>> authority_density(
    repository::Links& links, const UrlTable& urls,
    const std::unordered_map<UrlId, repository::ScoreRecord>& scores) {
  struct Pointers {
    double authority = 0;
    std::int64_t count = 0;
  };
  std::unordered_map<UrlId, Pointers> pointers;
  TRY_AS(read, links.for_each_citation([&](UrlId source, UrlId cited) {
    const UrlId target = urls.original(cited);
    if (target == source) return;
    Pointers& all = pointers[source];
    ++all.count;
    if (const auto score = scores.find(target); score != scores.end())
      all.authority += score->second.authority;
  }));
  std::unordered_map<UrlId, double> density;
  for (const auto& [page, all] : pointers)
    density[page] = all.authority / static_cast<double>(all.count);
  return density;
}

}  // namespace porthole::gatherer
