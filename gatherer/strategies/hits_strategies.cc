#include "gatherer/strategies/hits_strategies.h"

#include <xxhash.h>

#include <algorithm>
#include <utility>

namespace porthole::gatherer {
namespace {

bool is_citation(const LinkRead& read) {
  return read.source.id != 0 && read.link.element != Element::kImg;
}

void give_up_to(std::vector<UrlId>& raised, std::vector<UrlId>& merged) {
  raised.insert(raised.end(), merged.begin(), merged.end());
  merged.clear();
}

Rating rating_of(double authority, bool seed) {
  return {.priority = seed ? kSeedPriority : authority};
}

Reason authority_as_reason(double authority) {
  return {"authority: hub scores of the pages that link to it", authority};
}

}  // namespace

void HitsStrategy::link_read(const LinkRead& read) {
  if (is_citation(read)) scores_.add_link(read.source.id, read.target);
}

void HitsStrategy::merge(UrlId alias, UrlId target) {
  scores_.merge(alias, target);
  merged_.push_back(target);
}

Rating HitsStrategy::rate(UrlId target, int, bool seed) const {
  return rating_of(scores_.authority(target), seed);
}

void HitsStrategy::take_raised(std::vector<UrlId>& raised) {
  scores_.update(raised);
  give_up_to(raised, merged_);
}

void HitsStrategy::explain(UrlId target, std::vector<Reason>& reasons) const {
  reasons.push_back(authority_as_reason(scores_.authority(target)));
}

HitsRwStrategy::HitsRwStrategy(const AuthorityScores::Options& options,
                               const topics::RelevanceWeighting::Options& weighting,
                               const collection::Topic& topic, UnknownLinks unknown)
    : RelevanceStrategy(weighting, topic),
      unknown_(unknown),
      scores_(options, [this](AuthorityScores::Label label) { return weight_of(label); }) {}

double HitsRwStrategy::weight_of(AuthorityScores::Label label) const {
  const std::vector<topics::TermId>& terms = said_[label];
  const bool is_known = std::any_of(terms.begin(), terms.end(), [this](topics::TermId term) {
    return weighting().theta(term) >= 0;
  });
  return is_known || unknown_ == UnknownLinks::kMean ? relevance_of(terms) : 0;
}

void HitsRwStrategy::page_judged(const JudgedPage& page) {
  RelevanceStrategy::page_judged(page);
  scores_.add_page();
}

void HitsRwStrategy::link_read(const LinkRead& read) {
  RelevanceStrategy::link_read(read);
  if (is_citation(read)) scores_.add_link(read.source.id, read.target, label_of(read.link));
}

AuthorityScores::Label HitsRwStrategy::label_of(const Link& link) {
  std::vector<topics::TermId> terms = terms_of(link);
  const std::uint64_t hash = XXH3_64bits(terms.data(), terms.size() * sizeof(topics::TermId));
  const auto [place, is_new] =
      labels_.try_emplace(hash, static_cast<AuthorityScores::Label>(said_.size()));
  if (is_new) said_.push_back(std::move(terms));
  return place->second;
}

void HitsRwStrategy::merge(UrlId alias, UrlId target) {
  RelevanceStrategy::merge(alias, target);
  scores_.merge(alias, target);
  merged_.push_back(target);
}

Rating HitsRwStrategy::rate(UrlId target, int, bool seed) const {
  return rating_of(scores_.authority(target), seed);
}

void HitsRwStrategy::take_raised(std::vector<UrlId>& raised) {
  std::vector<UrlId> by_metadata;  // From RW; unused here.
  RelevanceStrategy::take_raised(by_metadata);
  scores_.update(raised);
  give_up_to(raised, merged_);
}

void HitsRwStrategy::explain(UrlId target, std::vector<Reason>& reasons) const {
  reasons.push_back(authority_as_reason(scores_.authority(target)));
  RelevanceStrategy::explain(target, reasons);
}

}  // namespace porthole::gatherer
