#include "gatherer/crawl/link_admission.h"

#include <algorithm>
#include <iterator>

#include "gatherer/restart/strategy_replay.h"

namespace porthole::gatherer {
namespace {

std::string_view rule_of(Nofollow nofollow) {
  switch (nofollow) {
    case Nofollow::kMeta:
      return "the robots meta element of ";
    case Nofollow::kHeader:
      return "the X-Robots-Tag header of ";
    default:
      return "rel=nofollow of the link on ";
  }
}

}  // namespace

void LinkAdmission::restore(const repository::HostRecord& host) {
  if (host.scheme_twin == 0) return;
  const Result<Url> url = Url::parse(host.name + "/");
  if (url) scheme_twins_[url->host_and_port()] = host.scheme_twin == 1;
}

void LinkAdmission::restore(const repository::UrlRecord& url) {
  if (url.reason == DropReason::kLanguage) languages_[url.id] = url.detail;
}

UrlId LinkAdmission::admit(const Url& url, const LinkOrigin& origin, bool followed) {
  const UrlId id = admit_here(url, origin, followed);
  if (!origin.seed || origin.redirects > 0) tell_owner(parts_.urls.standing_for(id), origin, -1);
  return id;
}

UrlId LinkAdmission::admit_here(const Url& found, const LinkOrigin& origin, bool followed) {
  const Url url = found.without_credentials();
  const std::string key = url.key();
  if (const UrlId known = parts_.urls.find(key); known != 0) {
    return found_again(known, origin, followed);
  }
  std::optional<Refusal> refused =
      followed ? refusal(url, origin)
               : Refusal{DropReason::kNoPage, "an image is not fetched as a page"};
  const bool is_wanted = !refused;
  const UrlId id = add(url, key, origin, std::move(refused));
  // A URL of another gatherer's site is left to its owner, which no alias would reach.
  if (is_wanted && parts_.urls.is_own(id)) {
    if (const UrlId twin = scheme_twin_of(id, url); twin != 0) {
      parts_.queue.become_alias(id, twin, DropReason::kSchemeTwin);
    }
  }
  return id;
}

UrlId LinkAdmission::refuse(const Url& url, DropReason reason, const std::string& detail) {
  const UrlId known = parts_.urls.find(url.key());
  if (known == 0) return add(url, url.key(), {}, Refusal{reason, detail});
  if (is_open(parts_.urls[known]) && !parts_.urls[known].under_way)
    parts_.queue.drop(known, reason, detail);
  return known;
}

UrlId LinkAdmission::queue(const Url& url, bool is_listed) {
  const UrlId id = parts_.urls.standing_for(admit(url, {.hops = 1}));
  if (!is_open(parts_.urls[id])) return id;
  if (is_listed) tell_by_sitemap(parts_.queue.strategy(), parts_.urls, id);
  parts_.queue.enqueue(id);
  return id;
}

UrlId LinkAdmission::add(const Url& url, std::string key, const LinkOrigin& origin,
                         std::optional<Refusal> refused) {
  UrlRecord record;
  record.key = std::move(key);
  record.href = url.without_fragment().href();
  record.host = url.host_and_port();
  record.site = parts_.rules.scope.site_of(url);
  record.hops = origin.hops;
  record.redirects = origin.redirects;
  record.seed = origin.seed;
  record.found_on = origin.page;
  if (!refused) return parts_.urls.add(std::move(record));
  record.detail = std::move(refused->detail);
  return parts_.urls.add(std::move(record), UrlEvent::kDrop, refused->reason);
}

UrlId LinkAdmission::found_again(UrlId known, const LinkOrigin& origin, bool followed) {
  if (followed) reopen(parts_.urls.standing_for(known), origin);
  return known;
}

// A key is its own key: most links name a known URL by it, and need not be parsed.
UrlId LinkAdmission::target_of(const Link& link, const LinkOrigin& origin) {
  const bool followed = link.element != Element::kImg || parts_.rules.specification.images;
  const std::size_t fragment = link.url.find('#');
  if (fragment != std::string::npos) {  // A part of a page, or a member of it.
    if (const UrlId member = parts_.urls.find(link.url); member != 0) {
      return found_again(member, origin, followed);
    }
  }
  const std::string_view page = std::string_view(link.url).substr(0, fragment);
  if (const UrlId known = parts_.urls.find(page); known != 0) {
    return found_again(known, origin, followed);
  }
  const Result<Url> url = Url::parse(link.url);
  return url ? admit_here(*url, origin, followed) : 0;
}

std::optional<LinkAdmission::Refusal> LinkAdmission::refusal(const Url& url,
                                                             const LinkOrigin& origin) const {
  const Decision decision = parts_.rules.scope.decide(url);
  if (!decision.accepted) return Refusal{decision.reason, decision.detail};
  if (origin.page != 0 && is_closed_to(url, parts_.urls.href(origin.page))) {
    return Refusal{DropReason::kClosedToLinks,
                   "only pages of " + std::string(url.scheme()) + ": lead there"};
  }
  if (origin.nofollow != Nofollow::kNo) {
    const std::string page = origin.page == 0 ? "" : parts_.urls.href(origin.page);
    return Refusal{DropReason::kNofollow, std::string(rule_of(origin.nofollow)) + page};
  }
  if (origin.copy) return Refusal{DropReason::kCopy, ""};
  if (is_too_far(origin.hops)) {
    return Refusal{DropReason::kHops, std::to_string(origin.hops) + " links from the nearest seed"};
  }
  return std::nullopt;
}

bool LinkAdmission::is_closed_to(const Url& url, std::string_view from_href) const {
  const auto manners = parts_.rules.manners.find(url.scheme());
  return manners != parts_.rules.manners.end() && !manners->second.open_to_links &&
         !from_href.starts_with(std::string(url.scheme()) + ":");
}

bool LinkAdmission::is_too_far(int hops) const {
  return parts_.rules.specification.limits.hops > 0 &&
         hops > parts_.rules.specification.limits.hops;
}

// A known URL was found again: perhaps on a shorter way, or by a link that may be followed.
void LinkAdmission::reopen(UrlId id, const LinkOrigin& origin) {
  const UrlTable::Entry& entry = parts_.urls[id];
  if (entry.state != UrlState::kQueued && entry.state != UrlState::kDropped) return;
  const bool nearer = origin.hops < entry.hops;
  if (nearer) parts_.urls.set_hops(id, origin.hops);
  if (entry.state == UrlState::kQueued) {
    if (nearer) parts_.urls.touch(id);
  } else if (entry.reason == DropReason::kNoPage) {
    reconsider(id, {.page = origin.page,
                    .hops = entry.hops,
                    .nofollow = origin.nofollow,
                    .copy = origin.copy});
  } else if (applies(entry.status(), UrlEvent::kFollow)) {
    const bool may_follow = origin.nofollow == Nofollow::kNo && !origin.copy;
    if (may_follow && !is_too_far(entry.hops))
      reconsider(id, {.page = origin.page, .hops = entry.hops}, UrlEvent::kFollow);
  }
}

// Asks again whether a URL that was kept out is wanted.
void LinkAdmission::reconsider(UrlId id, const LinkOrigin& origin, UrlEvent readmits) {
  const Result<Url> url = Url::parse(parts_.urls.href(id));
  if (!url) return;
  if (std::optional<Refusal> refused = refusal(*url, origin)) {
    parts_.urls.apply(id, UrlEvent::kDrop, refused->reason, std::move(refused->detail));
  } else {
    parts_.urls.apply(id, readmits);
  }
}

void LinkAdmission::readmit_due(UrlId id) {
  const UrlTable::Entry& entry = parts_.urls[id];
  if (applies(entry.status(), UrlEvent::kDue)) reconsider(id, {.hops = entry.hops}, UrlEvent::kDue);
  parts_.queue.enqueue_if_open(id);
}

// The rules that keep a URL out are the same for all gatherers.
void LinkAdmission::tell_owner(UrlId id, const LinkOrigin& origin, std::int64_t position) {
  const DropReason reason = parts_.urls[id].reason;
  if (parts_.urls.is_own(id) || repository::is_out_of_scope(reason) ||
      reason == DropReason::kNoPage)
    return;
  notices_.push_back({.target = id,
                      .source = origin.page,
                      .position = position,
                      .hops = origin.hops,
                      .redirects = origin.redirects,
                      .follows = origin.nofollow == Nofollow::kNo && !origin.copy,
                      .seed = origin.seed});
}

void LinkAdmission::take_changes(repository::Batch& batch) {
  std::ranges::move(notices_, std::back_inserter(batch.shared.notices));
  notices_.clear();
}

void LinkAdmission::found_by_another(UrlId id, const repository::LinkNotice& notice) {
  reopen(id, {.page = notice.source,
              .hops = notice.hops,
              .redirects = notice.redirects,
              .nofollow = notice.follows ? Nofollow::kNo : Nofollow::kLink});
  if (notice.seed && is_open(parts_.urls[id])) parts_.urls.make_seed(id);
}

bool LinkAdmission::may_come_back(UrlId id) const {
  const UrlTable::Entry& entry = parts_.urls[id];
  switch (entry.reason) {
    case DropReason::kRobotsUnreachable:
    case DropReason::kChallenge:
      return !entry.rests(parts_.rules.clock.wall());
    case DropReason::kSiteCap:
      return !parts_.budget.is_full(entry.site);
    case DropReason::kHops:
      return !is_too_far(entry.hops);
    case DropReason::kNoPage:
      return parts_.rules.specification.images;
    case DropReason::kLanguage: {
      const auto language = languages_.find(id);
      return language != languages_.end() && parts_.rules.scope.accepts_language(language->second);
    }
    case DropReason::kOutOfScope:
    case DropReason::kRejected:
    case DropReason::kRuleFailed: {
      const Result<Url> url = Url::parse(parts_.urls.href(id));
      return url && parts_.rules.scope.decide(*url).accepted;
    }
    default:
      return false;
  }
}

void LinkAdmission::reconsider_all(bool same_rules) {
  const bool rechecks = !same_rules || parts_.rules.scope.has_plugin_rules();
  for (UrlId id = 1; id <= parts_.urls.last(); ++id) {
    const UrlTable::Entry& entry = parts_.urls[id];
    if (is_open(entry)) {
      if (rechecks) recheck(id);
    } else if (may_come_back(id)) {
      reconsider(id, {.hops = entry.hops});
    } else if (repository::applies(entry.status(), UrlEvent::kDue)) {
      parts_.fetcher.hold(id, entry.resting_until());
    }
  }
}

// A URL that waits has a place in a queue by now.
void LinkAdmission::follow_scope() {
  for (UrlId id = 1; id <= parts_.urls.last(); ++id) {
    const UrlTable::Entry& entry = parts_.urls[id];
    if (entry.under_way) continue;
    if (is_open(entry)) {
      const Result<Url> url = Url::parse(parts_.urls.href(id));
      if (!url) continue;
      const Decision decision = parts_.rules.scope.decide(*url);
      if (repository::is_out_of_scope(decision.reason))
        parts_.queue.drop(id, decision.reason, decision.detail);
    } else if (repository::is_out_of_scope(entry.reason) && may_come_back(id)) {
      reconsider(id, {.hops = entry.hops});
    }
  }
}

void LinkAdmission::recheck(UrlId id) {
  const UrlTable::Entry& entry = parts_.urls[id];
  const Result<Url> url = Url::parse(parts_.urls.href(id));
  if (!url) return;  // It is dropped when it is due.
  const Decision decision = parts_.rules.scope.decide(*url);
  if (repository::is_out_of_scope(decision.reason)) {  // So that other rules let it in again.
    parts_.urls.apply(id, UrlEvent::kDrop, decision.reason, decision.detail);
  } else if (is_too_far(entry.hops)) {
    parts_.urls.apply(id, UrlEvent::kDrop, DropReason::kHops,
                      std::to_string(entry.hops) + " links from the nearest seed");
  }
}

void LinkAdmission::readmit_capped() {
  for (UrlId id = 1; id <= parts_.urls.last(); ++id) {
    if (parts_.urls[id].reason == DropReason::kSiteCap && may_come_back(id))
      reconsider(id, {.hops = parts_.urls[id].hops});
  }
}

void LinkAdmission::add_seeds(bool retries) {
  for (const collection::Seed& seed : parts_.rules.specification.seeds) {
    const std::string where = " (" + seed.file + ":" + std::to_string(seed.line) + ")";
    const Result<Url> url = Url::parse(seed.url);
    if (!url) {
      failed_seeds_.emplace_back(without_credentials(seed.url),
                                 name_of(DropReason::kInvalidUrl) + where);
    } else if (!url->username().empty() || !url->password().empty()) {
      failed_seeds_.emplace_back(url->without_credentials().href(),
                                 "it has a user name or password, which is never sent" + where);
    } else if (const UrlId known = parts_.urls.find(url->key());
               known == 0 || parts_.urls[known].reason != DropReason::kRemoved) {
      const Decision decision = parts_.rules.scope.decide(*url);
      if (!decision.accepted && parts_.rules.scope.is_in_run(*url)) {
        failed_seeds_.emplace_back(seed.url, name_of(decision.reason) + where);
      }
      add_seed(*url, decision.accepted, retries);
    }
  }
}

void LinkAdmission::add_seed(const Url& url, bool accepted, bool retries) {
  const UrlId known = parts_.urls.find(url.key());
  if (accepted && known != 0 && retries) try_seed_again(parts_.urls.standing_for(known));
  const UrlId id = parts_.urls.standing_for(admit(url, {.seed = true}));
  if (!is_open(parts_.urls[id])) return;
  parts_.urls.make_seed(id);
  parts_.queue.enqueue(id);
}

// The cause may have been removed since: the network, a name, the specification, a certificate.
void LinkAdmission::try_seed_again(UrlId id) {
  if (applies(parts_.urls[id].status(), UrlEvent::kReseed)) parts_.urls.reseed(id);
}

std::vector<repository::LinkRecord> LinkAdmission::follow(const JudgedPage& page,
                                                          std::vector<Link> links,
                                                          const LinkOrigin& origin) {
  std::vector<repository::LinkRecord> rows;
  std::vector<UrlId> open;
  for (std::size_t i = 0; i < links.size(); ++i) {
    const auto position = static_cast<std::uint32_t>(i);
    const UrlId target = follow_link(page, position, std::move(links[i]), origin, rows);
    if (target != 0) open.push_back(target);
  }
  std::sort(open.begin(), open.end());
  open.erase(std::unique(open.begin(), open.end()), open.end());
  for (const UrlId id : open) parts_.queue.enqueue_if_open(id);
  return rows;
}

void LinkAdmission::follow_beside(const JudgedPage& page, const std::vector<std::string>& hrefs,
                                  const LinkOrigin& origin) {
  for (const std::string& href : hrefs) {
    const Result<Url> url = Url::parse(href);
    if (!url) continue;
    const UrlId id = parts_.urls.original(admit(*url, origin));
    if (!parts_.urls.is_own(id)) continue;
    tell_beside(parts_.queue.strategy(), page, parts_.urls, id);
    parts_.queue.enqueue_if_open(id);
  }
}

UrlId LinkAdmission::follow_link(const JudgedPage& page, std::uint32_t position, Link found,
                                 const LinkOrigin& origin,
                                 std::vector<repository::LinkRecord>& rows) {
  LinkOrigin candidate = origin;
  if (origin.nofollow == Nofollow::kNo && found.has_rel("nofollow"))
    candidate.nofollow = Nofollow::kLink;
  const UrlId target = target_of(found, candidate);
  if (target == 0) return 0;
  rows.push_back({page.id, position, target, std::move(found)});
  const UrlId standing = parts_.urls.original(target);
  if (standing == page.id) return 0;
  tell_owner(standing, candidate, position);
  const UrlTable::Entry& entry = parts_.urls[standing];
  parts_.queue.strategy().link_read({.source = page,
                                     .target = standing,
                                     .target_site = entry.site,
                                     .target_open = is_rated(entry) && parts_.urls.is_own(standing),
                                     .link = rows.back().link});
  if (is_open(entry)) return standing;
  if (!origin.again) parts_.urls.mark_stale(standing);
  return 0;
}

UrlId LinkAdmission::scheme_twin_of(UrlId id, const Url& url) const {
  const auto host = scheme_twins_.find(url.host_and_port());
  if (host == scheme_twins_.end() || !host->second) return 0;
  const UrlId twin = parts_.urls.find(url.scheme_twin().key());
  if (twin == 0 || twin == id) return 0;
  const UrlId standing = parts_.urls.standing_for(twin);
  const UrlState state = parts_.urls[standing].state;
  const bool better = state == UrlState::kFetched || (state == UrlState::kQueued && standing < id);
  return standing != id && better ? standing : 0;
}

// http and https of a host show the same pages when they did so once, to the byte.
bool LinkAdmission::merge_scheme_twin(UrlId id, const Url& url) {
  const auto known = scheme_twins_.find(url.host_and_port());
  if (known != scheme_twins_.end() && !known->second) return false;
  const UrlId twin = parts_.urls.find(url.scheme_twin().key());
  if (twin == 0) return false;
  const UrlId standing = parts_.urls.standing_for(twin);
  if (standing == id || parts_.urls[standing].state != UrlState::kFetched) return false;
  const bool same = parts_.urls[standing].digest == parts_.urls[id].digest;
  scheme_twins_[url.host_and_port()] = same;
  parts_.fetcher.note_scheme_twin(url, same);
  if (same) parts_.queue.become_alias(id, standing, DropReason::kSchemeTwin);
  return same;
}

}  // namespace porthole::gatherer
