#include "topics/classify/online_logistic.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace porthole::topics {

OnlineLogistic::Weight& OnlineLogistic::at(std::uint32_t id) {
  if (id >= weights_.size()) weights_.resize(id + 1);
  return weights_[id];
}

void OnlineLogistic::set_prior(std::uint32_t id, double weight) {
  at(id) = {static_cast<float>(weight), static_cast<float>(options_.initial_accumulator)};
}

void OnlineLogistic::set_bounds(std::uint32_t id, double least, double largest) {
  if (id >= bounds_.size()) bounds_.resize(id + 1);
  bounds_[id] = {static_cast<float>(least), static_cast<float>(largest)};
}

void OnlineLogistic::restore(std::uint32_t id, Weight weight) {
  if (id < bounds_.size()) weight.w = std::clamp(weight.w, bounds_[id].least, bounds_[id].largest);
  at(id) = weight;
}

double OnlineLogistic::log_odds(const std::vector<Feature>& x) const {
  double sum = 0;
  for (const Feature& feature : x) sum += static_cast<double>(weight(feature.id).w) * feature.value;
  return sum;
}

double OnlineLogistic::probability(const std::vector<Feature>& x) const {
  return 1 / (1 + std::exp(-log_odds(x)));
}

void OnlineLogistic::learn(const std::vector<Feature>& x, double y) {
  assert(y >= 0 && y <= 1);
  step(x, probability(x) - y);
}

void OnlineLogistic::revise(const std::vector<Feature>& x, double from, double to) {
  assert(to >= 0 && to <= 1);
  step(x, from - to);
}

void OnlineLogistic::step(const std::vector<Feature>& x, double error) {
  for (const Feature& feature : x) {
    Weight& weight = at(feature.id);
    const double gradient = error * feature.value;
    const double sum = weight.g + gradient * gradient;
    weight.g = static_cast<float>(sum);
    weight.w -=
        static_cast<float>(options_.rate * gradient / (std::sqrt(sum) + options_.smoothing));
    if (feature.id < bounds_.size())
      weight.w = std::clamp(weight.w, bounds_[feature.id].least, bounds_[feature.id].largest);
  }
}

}  // namespace porthole::topics
