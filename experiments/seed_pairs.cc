#include "experiments/seed_pairs.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <random>

namespace porthole::experiments {

std::vector<std::vector<std::string>> seed_pairs(const webbox::Manifest& box, const std::string& topic, int count) {
  std::vector<std::string> sites;
  for (std::size_t i = 0; i < box.sites().size(); ++i) {
    const webbox::Site& site = box.sites()[i];
    const bool on_topic = site.topic == topic || site.topic.starts_with(topic + "/");
    if (on_topic && !box.front_page(i).empty()) sites.push_back(site.name);
  }
  std::vector<std::vector<std::string>> pairs;
  if (sites.size() < 2) return pairs;
  pairs.push_back({sites[0], sites[1]});
  std::mt19937 random(static_cast<unsigned>(std::hash<std::string>{}(topic)));
  while (static_cast<int>(pairs.size()) < count) {
    std::vector<std::string> drawn;
    std::sample(sites.begin(), sites.end(), std::back_inserter(drawn), 2, random);
    pairs.push_back(std::move(drawn));
  }
  return pairs;
}

}  // namespace porthole::experiments
