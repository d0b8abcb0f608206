#include "topics/text/relevance_weighting.h"

#include <algorithm>
#include <cmath>

#include "topics/text/term_extractor.h"

namespace porthole::topics {
namespace {

double smoothed(std::int64_t relevant, std::int64_t fetched, double expected, double pages) {
  return (static_cast<double>(relevant) + pages * expected) /
         (static_cast<double>(fetched) + pages);
}

}  // namespace

RelevanceWeighting::RelevanceWeighting(const Options& options, std::string_view topic_title,
                                       const std::vector<std::string>& topic_terms)
    : options_(options) {
  const auto own = [&](std::string_view phrase) {
    const std::string term = normal_term(phrase);
    if (!term.empty()) terms_[id_of(term)].own = true;
  };
  own(topic_title);
  for (const std::string& term : topic_terms) own(term);
}

TermId RelevanceWeighting::id_of(std::string_view term) {
  if (const auto found = ids_.find(term); found != ids_.end()) return found->second;
  const auto id = static_cast<TermId>(terms_.size());
  terms_.push_back({.text = std::string(term)});
  ids_.emplace(terms_.back().text, id);
  return id;
}

std::optional<TermId> RelevanceWeighting::find(std::string_view term) const {
  const auto found = ids_.find(term);
  return found == ids_.end() ? std::nullopt : std::optional(found->second);
}

void RelevanceWeighting::restore(const std::string& term, std::int64_t fetched,
                                 std::int64_t relevant) {
  Term& known = terms_[id_of(term)];
  known.fetched = fetched;
  known.relevant = relevant;
}

void RelevanceWeighting::restore_totals(std::int64_t fetched, std::int64_t relevant) {
  fetched_ = fetched;
  relevant_ = relevant;
  for (TermId id = 0; id < terms_.size(); ++id) terms_[id].reported = std::max(0.0, theta(id));
}

double RelevanceWeighting::mean() const {
  return fetched_ == 0 ? 0 : static_cast<double>(relevant_) / static_cast<double>(fetched_);
}

double RelevanceWeighting::prior() const {
  return (static_cast<double>(relevant_) + 1) / (static_cast<double>(fetched_) + 2);
}

double RelevanceWeighting::theta(TermId id) const {
  const Term& t = terms_[id];
  if (t.own) return std::isinf(options_.own) ? 1 : smoothed(t.relevant, t.fetched, 1, options_.own);
  if (t.fetched < options_.support) return -1;
  return smoothed(t.relevant, t.fetched, mean(), options_.smoothing);
}

double RelevanceWeighting::best(const std::vector<TermId>& metadata, TermId* which) const {
  double best = -1;
  for (const TermId id : metadata) {
    const double value = theta(id);
    if (value > best) {
      best = value;
      if (which != nullptr) *which = id;
    }
  }
  return best < 0 ? prior() : best;
}

void RelevanceWeighting::learn(const std::vector<TermId>& metadata, bool relevant,
                               std::vector<TermId>& risen) {
  ++fetched_;
  if (relevant) ++relevant_;
  for (const TermId id : metadata) {
    Term& t = terms_[id];
    ++t.fetched;
    if (relevant) ++t.relevant;
    const double now = theta(id);
    if (now > t.reported + kStep) risen.push_back(id);
    if (now > t.reported + kStep || now < t.reported) t.reported = std::max(0.0, now);
  }
}

RelevanceWeighting::Learned RelevanceWeighting::learned(TermId id) const {
  return {terms_[id].text, terms_[id].fetched, terms_[id].relevant};
}

}  // namespace porthole::topics
