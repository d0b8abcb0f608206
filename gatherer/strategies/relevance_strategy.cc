#include "gatherer/strategies/relevance_strategy.h"

#include <xxhash.h>

#include <algorithm>

#include "topics/text/term_extractor.h"

namespace porthole::gatherer {

using topics::TermId;

namespace {

const std::vector<TermId> kNothing;  // The metadata of a URL without links.

}  // namespace

std::uint64_t annotation_hash(const Link& link) {
  std::uint64_t hash = 0;
  for (const AnnotationKind kind : kAnnotationKinds) {
    const std::string& text = link.annotation(kind);
    hash = XXH3_64bits_withSeed(text.data(), text.size(), hash + 1);
  }
  return XXH3_64bits_withSeed(link.url.data(), link.url.size(), hash);
}

RelevanceStrategy::RelevanceStrategy(const topics::RelevanceWeighting::Options& options,
                                     const collection::Topic& topic)
    : weighting_(options, topic.title, topic.terms) {}

void RelevanceStrategy::link_read(const LinkRead& read) {
  if (!read.target_open) return;
  Metadata& metadata = open_[read.target];
  const std::uint64_t hash = annotation_hash(read.link);
  if (std::find(metadata.seen.begin(), metadata.seen.end(), hash) != metadata.seen.end()) return;
  metadata.seen.push_back(hash);
  if (add_terms(read.target, metadata, terms_of(read.link))) raised_.push_back(read.target);
}

std::vector<TermId> RelevanceStrategy::terms_of(const Link& link) {
  std::vector<TermId> terms;
  topics::for_each_link_term(link, weighting_.metadata(), [&](std::string_view term) {
    terms.push_back(weighting_.id_of(term));
  });
  std::sort(terms.begin(), terms.end());
  terms.erase(std::unique(terms.begin(), terms.end()), terms.end());
  return terms;
}

double RelevanceStrategy::relevance_of(const std::vector<TermId>& terms) const {
  const double best = weighting_.best(terms);
  return weighting_.reaches_threshold(best) ? best : 0;
}

bool RelevanceStrategy::add_terms(UrlId target, Metadata& metadata, std::vector<TermId> terms) {
  std::vector<TermId> fresh;
  std::set_difference(terms.begin(), terms.end(), metadata.terms.begin(), metadata.terms.end(),
                      std::back_inserter(fresh));
  if (fresh.empty()) return false;
  for (const TermId term : fresh) leads_to_[term].push_back(target);
  std::vector<TermId> all;
  std::merge(metadata.terms.begin(), metadata.terms.end(), fresh.begin(), fresh.end(),
             std::back_inserter(all));
  metadata.terms.swap(all);
  return true;
}

void RelevanceStrategy::merge(UrlId alias, UrlId target) {
  const auto found = open_.find(alias);
  if (found == open_.end() || alias == target) return;
  const Metadata said = std::move(found->second);
  open_.erase(found);
  Metadata& metadata = open_[target];
  metadata.seen.insert(metadata.seen.end(), said.seen.begin(), said.seen.end());
  if (add_terms(target, metadata, said.terms)) raised_.push_back(target);
}

// Pages of earlier runs were learned in those runs; only results not stored since are missing.
void RelevanceStrategy::page_judged(const JudgedPage& page) {
  if (page.document == nullptr) return;
  const auto found = open_.find(page.id);
  const std::vector<TermId>& metadata = found == open_.end() ? kNothing : found->second.terms;
  risen_.clear();
  const bool was_hopeless = !weighting_.reaches_threshold(weighting_.best({}));
  weighting_.learn(metadata, page.judgement.relevant, risen_);
  if (was_hopeless && weighting_.reaches_threshold(weighting_.best({}))) {
    // URLs with unknown terms only were pruned so far, and may pass now.
    for (const auto& [id, unused] : open_) raised_.push_back(id);
  }
  learned_.insert(metadata.begin(), metadata.end());
  for (const TermId term : risen_) {
    std::vector<UrlId>& targets = leads_to_[term];
    std::erase_if(targets, [&](UrlId id) { return !open_.contains(id); });
    raised_.insert(raised_.end(), targets.begin(), targets.end());
  }
  open_.erase(page.id);
}

void RelevanceStrategy::forget(UrlId target) { open_.erase(target); }

Rating RelevanceStrategy::rate(UrlId target, int, bool seed) const {
  if (seed) return {.priority = kSeedPriority};
  const auto found = open_.find(target);
  const double best = weighting_.best(found == open_.end() ? kNothing : found->second.terms);
  return {.priority = best, .pruned = !weighting_.reaches_threshold(best)};
}

void RelevanceStrategy::explain(UrlId target, std::vector<Reason>& reasons) const {
  const auto found = open_.find(target);
  if (found == open_.end()) return;
  for (const TermId term : found->second.terms) {
    const double theta = weighting_.theta(term);
    if (theta >= 0) reasons.push_back({std::string(weighting_.term(term)), theta});
  }
  std::sort(reasons.begin(), reasons.end(),
            [](const Reason& a, const Reason& b) { return a.weight > b.weight; });
}

void RelevanceStrategy::take_raised(std::vector<UrlId>& raised) { give_each_once(raised_, raised); }

void RelevanceStrategy::take_learned(std::vector<repository::TermRecord>& terms) {
  for (const TermId id : learned_) {
    const auto learned = weighting_.learned(id);
    terms.push_back({std::string(learned.term), learned.fetched, learned.relevant});
  }
  learned_.clear();
}

void RelevanceStrategy::restore(const repository::TermRecord& term) {
  weighting_.restore(term.term, term.fetched, term.relevant);
}

void RelevanceStrategy::restore_totals(std::int64_t fetched, std::int64_t relevant) {
  weighting_.restore_totals(fetched, relevant);
}

}  // namespace porthole::gatherer
