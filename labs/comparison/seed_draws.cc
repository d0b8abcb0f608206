#include "labs/comparison/seed_draws.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <random>
#include <utility>

namespace porthole::labs {

std::vector<std::vector<std::string>> seed_pairs(const labs::Manifest& box,
                                                 const TopicOfList& topic, int count) {
  std::vector<std::string> sites;
  for (std::size_t i = 0; i < box.sites().size(); ++i) {
    const labs::Site& site = box.sites()[i];
    const bool on_topic = site.topic == topic.topic || site.topic.starts_with(topic.topic + "/");
    if (on_topic && !box.front_page(i).empty()) sites.push_back(site.name);
  }
  std::vector<std::vector<std::string>> pairs;
  if (sites.size() < 2) return pairs;
  pairs.push_back({sites[0], sites[1]});
  std::mt19937 random(static_cast<unsigned>(std::hash<std::string>{}(topic.topic)));
  while (static_cast<int>(pairs.size()) < count) {
    std::vector<std::string> drawn;
    std::sample(sites.begin(), sites.end(), std::back_inserter(drawn), 2, random);
    pairs.push_back(std::move(drawn));
  }
  return pairs;
}

}  // namespace porthole::labs
