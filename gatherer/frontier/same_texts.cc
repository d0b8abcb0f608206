#include "gatherer/frontier/same_texts.h"

#include <algorithm>
#include <utility>

#include "gatherer/fetch/stand_in.h"

namespace porthole::gatherer {
namespace {

std::size_t bytes_of(const ParsedPage& page) {
  return page.fetched.response.body.size() + page.document.text.size();
}

}  // namespace

bool SameTexts::had_another(Held& held, std::uint64_t print) {
  if (!held.before) {
    const std::optional<std::string> text = stored_(held.page.fetched.id);
    held.before = text ? print_of(*text) : print;
  }
  return *held.before != print;
}

SameTexts::Told SameTexts::take(ParsedPage page) {
  Told told;
  const HostId id = page.fetched.queue;
  Host& host = hosts_[id];
  const std::uint64_t print = print_of(page.document.text);
  give_back_older(host, page.fetched.id, told);
  Held held{std::move(page)};
  if (host.for_all.contains(print)) {
    auto& pages = had_another(held, print) ? told.withheld : told.changed;
    pages.push_back(std::move(held.page));
    return told;
  }
  if (host.own.contains(print)) {
    told.changed.push_back(std::move(held.page));
    return told;
  }
  while (is_full() && !order_.empty()) give_back_oldest_host(told);
  auto group = std::find_if(host.groups.begin(), host.groups.end(),
                            [&](const Group& known) { return known.print == print; });
  if (group == host.groups.end()) {
    if (host.groups.size() == kMostTexts) give_back(host, 0, told);
    group = host.groups.insert(host.groups.end(), {print, {}});
  }
  const auto index = static_cast<std::size_t>(group - host.groups.begin());
  hold(id, host, index, std::move(held));
  if (group->pages.size() >= kEnough) decide(host, index, told);
  return told;
}

void SameTexts::hold(HostId id, Host& host, std::size_t group, Held held) {
  if (!std::exchange(host.waits, true)) order_.push_back(id);
  ++held_;
  held_bytes_ += bytes_of(held.page);
  host.groups[group].pages.push_back(std::move(held));
}

void SameTexts::let_go(const Held& held) {
  --held_;
  held_bytes_ -= bytes_of(held.page);
}

void SameTexts::give_back_oldest_host(Told& told) {
  Host& host = hosts_[order_.front()];
  order_.pop_front();
  host.waits = false;
  while (!host.groups.empty()) give_back(host, 0, told);
}

void SameTexts::decide(Host& host, std::size_t index, Told& told) {
  Group& group = host.groups[index];
  std::set<std::uint64_t> before;
  for (Held& held : group.pages) {
    if (had_another(held, group.print)) before.insert(*held.before);
  }
  if (before.size() >= kEnough) {
    host.for_all.insert(group.print);
    const auto own = std::partition(group.pages.begin(), group.pages.end(),
                                    [&](const Held& held) { return *held.before == group.print; });
    for (auto held = own; held != group.pages.end(); ++held) {
      let_go(*held);
      told.withheld.push_back(std::move(held->page));
    }
    group.pages.erase(own, group.pages.end());
    give_back(host, index, told);
  } else if (group.pages.size() >= kMostOfText) {
    host.own.insert(group.print);
    give_back(host, index, told);
  }
}

void SameTexts::give_back(Host& host, std::size_t index, Told& told) {
  std::vector<Held>& pages = host.groups[index].pages;
  for (Held& held : pages) {
    let_go(held);
    told.changed.push_back(std::move(held.page));
  }
  host.groups.erase(host.groups.begin() + static_cast<std::ptrdiff_t>(index));
}

void SameTexts::give_back_older(Host& host, UrlId page, Told& told) {
  const auto has_it = [&](const Group& group) {
    return std::any_of(group.pages.begin(), group.pages.end(),
                       [&](const Held& held) { return held.page.fetched.id == page; });
  };
  const auto group = std::find_if(host.groups.begin(), host.groups.end(), has_it);
  if (group != host.groups.end())
    give_back(host, static_cast<std::size_t>(group - host.groups.begin()), told);
}

std::vector<HostId> SameTexts::suspected() {
  std::vector<HostId> hosts;
  for (auto& [id, host] : hosts_) {
    const bool is_suspected = std::ranges::any_of(host.groups, [&](Group& group) {
      return std::ranges::any_of(group.pages, [&](Held& held) {
        return count_words(held.page.document.text, kWordsOfShort) < kWordsOfShort &&
               had_another(held, group.print);
      });
    });
    if (is_suspected) hosts.push_back(id);
  }
  return hosts;
}

std::vector<ParsedPage> SameTexts::release() {
  Told told;
  for (auto& [id, host] : hosts_) {
    while (!host.groups.empty()) give_back(host, 0, told);
  }
  return std::move(told.changed);
}

}  // namespace porthole::gatherer
