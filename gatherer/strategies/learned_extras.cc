#include "gatherer/strategies/learned_extras.h"

#include <algorithm>
#include <cmath>

#include "gatherer/strategies/learned_features.h"

namespace porthole::gatherer {
namespace {

constexpr double kMostFromTheta = 2;  // log-odds

topics::RelevanceWeighting::Options by_anchors() {
  topics::RelevanceWeighting::Options options;
  options.metadata = topics::LinkMetadata::kAnchor;
  return options;
}

}  // namespace

LearnedExtras::LearnedExtras(const Options& options, const collection::Topic& topic) {
  if (options.theta) theta_.emplace(by_anchors(), topic);
  if (options.authority) distiller_.emplace(DistilledFocus::Options{});
}

void LearnedExtras::page_judged(const JudgedPage& page) {
  if (theta_) theta_->page_judged(page);
  if (distiller_) distiller_->page_judged(page);
}

void LearnedExtras::link_read(const LinkRead& read) {
  if (theta_) theta_->link_read(read);
  if (distiller_) distiller_->link_read(read);
}

void LearnedExtras::merge(UrlId alias, UrlId target) {
  if (theta_) theta_->merge(alias, target);
  if (distiller_) distiller_->merge(alias, target);
}

void LearnedExtras::forget(UrlId target) {
  if (theta_) theta_->forget(target);
  if (distiller_) distiller_->forget(target);
}

void LearnedExtras::take_raised(std::vector<UrlId>& raised) {
  if (theta_) theta_->take_raised(raised);
  if (!distiller_) return;
  distiller_->take_raised(raised);
  const auto scores = distiller_->take_scores();
  if (!scores) return;
  authority_.clear();
  double sum = 0;
  for (const repository::ScoreRecord& score : *scores) {
    if (score.authority <= 0) continue;
    sum += score.authority;
    authority_[score.page] = score.authority;
  }
  const double mean = sum / static_cast<double>(std::max<std::size_t>(authority_.size(), 1));
  for (auto& [page, authority] : authority_) {
    authority /= mean;
    raised.push_back(page);
  }
}

void LearnedExtras::take_learned(std::vector<repository::TermRecord>& terms) {
  if (theta_) theta_->take_learned(terms);
}

void LearnedExtras::restore(const repository::TermRecord& term) {
  if (theta_) theta_->restore(term);
}

void LearnedExtras::restore_totals(std::int64_t fetched, std::int64_t relevant) {
  if (theta_) theta_->restore_totals(fetched, relevant);
}

double LearnedExtras::theta(UrlId target) const {
  if (!theta_) return 0;
  const double known = theta_->rate(target, 1, false).priority;
  const double unknown = theta_->weighting().best({});
  return std::clamp(log_odds_of(known) - log_odds_of(unknown), -kMostFromTheta, kMostFromTheta);
}

double LearnedExtras::authority(UrlId target) const {
  const auto found = authority_.find(target);
  return found == authority_.end() ? 0 : std::log1p(found->second);
}

void LearnedExtras::add(UrlId target, std::vector<topics::OnlineLogistic::Feature>& x) const {
  const auto add = [&](LearnedFixed id, double value) {
    if (value != 0) x.push_back({id, static_cast<float>(value)});
  };
  add(kTheta, theta(target));
  add(kAuthority, authority(target));
}

}  // namespace porthole::gatherer
