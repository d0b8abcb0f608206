// What becomes of a link: which URL it names, whether that is wanted, and where it stands in the queue.

#include <algorithm>
#include <utility>

#include "gatherer/crawl/crawl.h"

namespace porthole::gatherer {

bool Crawl::is_open(UrlId id) const { return gatherer::is_open(urls_[id]); }

bool Crawl::is_rated(UrlId id) const { return gatherer::is_rated(urls_[id]); }

UrlId Crawl::admit(const Url& found, const Origin& origin, bool followed) {
  const Url url = found.without_credentials();
  const std::string key = url.key();
  if (const UrlId known = urls_.find(key); known != 0) return found_again(known, origin, followed);
  const std::optional<Refusal> refused =
      followed ? refusal(url, origin) : Refusal{kReasonNoPage, "an image is not fetched as a page"};
  const UrlId id = add_url(url, key, origin, refused);
  if (!refused) {
    if (const UrlId twin = scheme_twin_of(id, url); twin != 0) become_alias(id, twin, "scheme twin");
  }
  return id;
}

UrlId Crawl::found_again(UrlId known, const Origin& origin, bool followed) {
  if (followed) reopen(urls_.standing_for(known), origin);
  return known;
}

// A key is its own key: most links name a known URL by it, and need not be parsed.
UrlId Crawl::target_of(const Link& link, const Origin& origin) {
  const bool followed = link.element != Element::kImg || specification_.images;
  const std::size_t fragment = link.url.find('#');
  if (fragment != std::string::npos) {  // Of a page, or of what stands inside of one.
    if (const UrlId member = urls_.find(link.url); member != 0) return found_again(member, origin, followed);
  }
  const std::string_view page = std::string_view(link.url).substr(0, fragment);
  if (const UrlId known = urls_.find(page); known != 0) return found_again(known, origin, followed);
  const Result<Url> url = Url::parse(link.url);
  return url ? admit(*url, origin, followed) : 0;
}

std::optional<Crawl::Refusal> Crawl::refusal(const Url& url, const Origin& origin) const {
  const Decision decision = scope_.decide(url);
  if (!decision.accepted) return Refusal{{decision.held, decision.reason}, decision.detail};
  if (origin.page != 0 && is_closed_to(url, urls_[origin.page].href)) {
    return Refusal{{Held::kNo, "closed to links"},
                   "only pages of " + std::string(url.scheme()) + ": lead there"};
  }
  if (origin.nofollow) return Refusal{kReasonNofollow, ""};
  if (origin.copy) return Refusal{kReasonCopy, ""};
  if (is_too_far(origin.hops)) {
    return Refusal{kReasonHops, std::to_string(origin.hops) + " links from the nearest seed"};
  }
  return std::nullopt;
}

// A page of the web cannot make us read somebody's mail.
bool Crawl::is_closed_to(const Url& url, std::string_view from_href) const {
  const auto manners = manners_.find(url.scheme());
  return manners != manners_.end() && !manners->second.open_to_links &&
         !from_href.starts_with(std::string(url.scheme()) + ":");
}

UrlId Crawl::add_url(const Url& url, const std::string& key, const Origin& origin,
                     const std::optional<Refusal>& refused) {
  UrlRecord record;
  record.key = key;
  record.href = url.without_fragment().href();
  record.host = url.host_and_port();
  record.site = scope_.site_of(url);
  record.hops = origin.hops;
  record.redirects = origin.redirects;
  record.seed = origin.seed;
  record.found_on = origin.page;
  if (refused) {
    record.state = UrlState::kDropped;
    record.reason = refused->reason.words;
    record.held = refused->reason.held;
    record.detail = refused->detail;
  }
  const UrlId id = urls_.add(std::move(record));
  site_pages_.resize(std::max<std::size_t>(site_pages_.size(), urls_[id].site + 1));
  return id;
}

bool Crawl::is_too_far(int hops) const {
  return specification_.limits.hops > 0 && hops > specification_.limits.hops;
}

// A known URL was found again: perhaps on a shorter way, or by a link that may be followed.
void Crawl::reopen(UrlId id, const Origin& origin) {
  UrlTable::Entry& entry = urls_[id];
  if (entry.state != UrlState::kQueued && entry.held == Held::kNo) return;
  const bool nearer = origin.hops < entry.hops;
  if (nearer) entry.hops = origin.hops;
  if (entry.held == Held::kNoPage) {
    reconsider(id, {.hops = entry.hops, .nofollow = origin.nofollow, .copy = origin.copy});
  } else if (entry.held == Held::kNofollow || entry.held == Held::kCopy ||
             entry.held == Held::kHops) {
    const bool may_follow = !origin.nofollow && !origin.copy;
    if (may_follow && !is_too_far(entry.hops)) urls_.change(id, UrlState::kQueued);
  } else if (nearer && entry.state == UrlState::kQueued) {
    urls_.touch(id);
  }
}

// Asks again whether a URL that was kept out is wanted.
void Crawl::reconsider(UrlId id, const Origin& origin) {
  const Result<Url> url = Url::parse(urls_[id].href);
  if (!url) return;
  if (std::optional<Refusal> refused = refusal(*url, origin)) {
    urls_.change(id, UrlState::kDropped, std::move(refused->reason), std::move(refused->detail));
  } else {
    urls_.change(id, UrlState::kQueued);
  }
}

// The specification may have been changed since: what its rules and limits kept out is asked again.
void Crawl::reconsider_all() {
  const std::int64_t now = clock_.wall().time_since_epoch().count();
  for (UrlId id = 1; id <= urls_.last(); ++id) {
    const UrlTable::Entry& entry = urls_[id];
    if (entry.held == Held::kUnreachable && entry.not_before <= now) {
      reconsider(id, {.hops = entry.hops});
    } else if (entry.held == Held::kUnreachable) {
      unreachable_.put(id, clock_.steady() + std::chrono::seconds(entry.not_before - now));
    }
    const bool may_have_room = entry.held == Held::kSiteCap && !is_full(entry.site);
    const bool may_be_near = entry.held == Held::kHops && !is_too_far(entry.hops);
    const bool may_be_shown = entry.held == Held::kNoPage && specification_.images;
    if (may_have_room || may_be_near || may_be_shown) reconsider(id, {.hops = entry.hops});
    if (entry.held == Held::kScope) {
      const Result<Url> url = Url::parse(entry.href);
      if (url && scope_.decide(*url).accepted) reconsider(id, {.hops = entry.hops});
    }
  }
}

// What kept a seed away may have been put right since: the network, a name, the specification, a
// certificate.
void Crawl::try_seed_again(UrlId id) {
  UrlTable::Entry& entry = urls_[id];
  switch (entry.held) {
    case Held::kUnresolvable:
    case Held::kForbidden:
    case Held::kTls:
    case Held::kNoAnswer:
      break;
    default:
      return;
  }
  entry.tries = 0;
  entry.not_before = 0;
  entry.seed = true;
  urls_.change(id, UrlState::kQueued);
}

UrlId Crawl::scheme_twin_of(UrlId id, const Url& url) const {
  const auto host = scheme_twin_.find(url.host_and_port());
  if (host == scheme_twin_.end() || host->second != 1) return 0;
  const UrlId twin = urls_.find(url.scheme_twin().key());
  if (twin == 0 || twin == id) return 0;
  const UrlId standing = urls_.standing_for(twin);
  const UrlState state = urls_[standing].state;
  const bool better = state == UrlState::kFetched || (state == UrlState::kQueued && standing < id);
  return standing != id && better ? standing : 0;
}

void Crawl::become_alias(UrlId id, UrlId target, std::string reason) {
  frontier_.erase(id);
  retries_.erase(id);
  UrlTable::Entry& entry = urls_[id];
  entry.alias_of = target;
  urls_.change(id, UrlState::kAlias, {Held::kNo, std::move(reason)}, urls_[target].href);
  strategy_->merge(id, target);
  if (is_open(target)) {
    if (entry.seed && !urls_[target].seed) {
      urls_[target].seed = true;
      urls_.touch(target);
    }
    enqueue(target);
  } else {
    mark_stale(urls_.original(target));
  }
}

void Crawl::follow_links(const JudgedPage& page, std::vector<Link> links, const Origin& origin) {
  std::vector<UrlId> touched;
  for (std::size_t i = 0; i < links.size(); ++i) {
    Origin candidate = origin;
    candidate.nofollow = origin.nofollow || links[i].has_rel("nofollow");
    const UrlId target = target_of(links[i], candidate);
    if (target == 0) continue;
    commit_.batch.links.push_back({page.id, static_cast<std::uint32_t>(i), target, std::move(links[i])});
    const Link& link = commit_.batch.links.back().link;
    const UrlId standing = urls_.original(target);
    if (standing == page.id) continue;
    strategy_->link_read({.source = page,
                          .target = standing,
                          .target_site = urls_[standing].site,
                          .target_open = is_rated(standing),
                          .link = link});
    if (is_open(standing)) {
      touched.push_back(standing);
    } else {
      mark_stale(standing);
    }
  }
  std::sort(touched.begin(), touched.end());
  touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
  for (const UrlId id : touched) {
    if (is_open(id)) enqueue(id);
  }
}

void Crawl::mark_stale(UrlId id) {
  UrlTable::Entry& entry = urls_[id];
  if (entry.state != UrlState::kFetched || entry.stale) return;
  entry.stale = true;
  commit_.batch.stale.push_back(id);
}

// Puts an open URL where its rating says: into the queue, or among those below the threshold.
void Crawl::enqueue(UrlId id) {
  UrlTable::Entry& entry = urls_[id];
  if (entry.under_way || retries_.contains(id)) return;
  if (is_full(entry.site)) {
    drop(id, kReasonSiteCap);
    return;
  }
  const Rating rating = strategy_->rate(id, entry.hops, entry.seed);
  if (rating.priority != entry.priority) {
    entry.priority = rating.priority;
    moved_[id] = rating.priority;
  }
  if (rating.pruned) {
    frontier_.erase(id);
    if (entry.state != UrlState::kDropped) urls_.change(id, UrlState::kDropped, kReasonThreshold);
    return;
  }
  if (entry.state == UrlState::kDropped) urls_.change(id, UrlState::kQueued);
  if (options_.refresh) return;
  frontier_.put({.id = id,
                 .relevance = rating.priority,
                 .tries = static_cast<std::uint32_t>(entry.tries),
                 .hops = static_cast<std::uint32_t>(entry.hops)},
                entry.host);
}

void Crawl::drop(UrlId id, const DropReason& reason, std::string detail) {
  if (urls_[id].refreshing) return refresh_failed(id, reason, reason.held == Held::kContent);
  frontier_.erase(id);
  retries_.erase(id);
  urls_.change(id, UrlState::kDropped, reason, std::move(detail));
  strategy_->forget(id);
}

bool Crawl::is_full(std::uint32_t site) const {
  const std::int64_t cap = scope_.pages_cap(urls_.sites().name(site));
  return cap > 0 && site_pages_[site].fetched >= cap;
}

// The site has all the pages that it may have: what still waits of it is dropped, and says so.
void Crawl::fill_site(std::uint32_t site) {
  for (const UrlId id : frontier_.all()) {
    if (urls_[id].site == site) drop(id, kReasonSiteCap);
  }
}

void Crawl::raise() {
  strategy_->take_raised(raised_);
  for (const UrlId id : raised_) {
    if (is_open(id)) enqueue(id);
  }
  raised_.clear();
}

}  // namespace porthole::gatherer
