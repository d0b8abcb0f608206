#include "topics/on_topic.h"

namespace porthole::topics {

void TopicalSites::add(std::string_view site, double relevance) {
  Sum& sum = sites_[std::string(site)];
  sum.relevance += relevance;
  ++sum.pages;
}

Standing TopicalSites::standing(std::string_view site, double relevance, bool is_seed) const {
  Standing standing{.is_seed = is_seed, .own = relevance, .least_site = least_site_};
  if (const auto found = sites_.find(std::string(site)); found != sites_.end()) {
    standing.pages = found->second.pages;
    standing.site = found->second.relevance / static_cast<double>(found->second.pages);
  }
  standing.on_topic = is_seed || standing.own >= kOwn || standing.site >= standing.least_site;
  return standing;
}

}  // namespace porthole::topics
