#include "labs/webbox/judge.h"

#include <array>

#include "labs/webbox/address.h"

namespace porthole::labs {
namespace {

constexpr std::array<std::string_view, 3> kIndexPages{"/index.html", "/index.htm", "/index.xhtml"};

}  // namespace

std::string page_name(std::string_view url) {
  std::string name = percent_decode(address_of(url));
  for (const std::string_view index : kIndexPages) {
    if (name.ends_with(index)) {
      name.resize(name.size() - index.size() + 1);
      break;
    }
  }
  return name;
}

Judge::Judge(const std::vector<Site>& sites, std::string topic) : topic_(std::move(topic)) {
  for (const Site& site : sites) by_base_.emplace(site.base, &site);
}

bool Judge::add(std::string_view url) {
  std::string name = page_name(url);
  if (name.empty()) return false;
  const Site* site = site_of(name);
  const bool on_topic = site && is_on_topic(*site);
  if (!pages_.insert(std::move(name)).second) return on_topic;
  if (!site) {
    ++verdict_.pages_outside;
    return false;
  }
  ++verdict_.pages;
  if (!on_topic) return false;
  ++verdict_.pages_on_topic;
  if (on_topic_.insert(site).second) ++verdict_.sites_on_topic;
  return true;
}

const Site* Judge::site_of(std::string_view page) const {
  // Bases end in a slash: the longest that fits is found by cutting at ever earlier slashes.
  for (auto slash = page.rfind('/'); slash != std::string_view::npos && slash > 0;
       slash = page.rfind('/', slash - 1)) {
    const auto found = by_base_.find(page.substr(0, slash + 1));
    if (found != by_base_.end()) return found->second;
  }
  return nullptr;
}

bool Judge::is_on_topic(const Site& site) const {
  return site.topic == topic_ || site.topic.starts_with(topic_ + '/');
}

Verdict judge(const std::vector<Site>& sites, const std::string& topic,
              const std::vector<std::string>& urls) {
  Judge judge(sites, topic);
  for (const auto& url : urls) judge.add(url);
  return judge.verdict();
}

}  // namespace porthole::labs
