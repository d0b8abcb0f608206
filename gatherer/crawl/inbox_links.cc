#include "gatherer/crawl/inbox_links.h"

#include <utility>
#include <vector>

#include "gatherer/restart/strategy_replay.h"

namespace porthole::gatherer {
namespace {

using repository::InboxLink;
using repository::InboxSource;

constexpr int kMostNames = 100;  // From a link to the URL that stands for its target.

Judgement judgement_of(const InboxSource& source, const topics::Taxonomy* taxonomy) {
  Judgement judgement;
  judgement.relevance = source.relevance;
  judgement.relevant = source.relevant;
  judgement.topic = source.topic;
  judgement.importance = source.importance;
  judgement.best_is_wanted = best_is_wanted(judgement, taxonomy);
  return judgement;
}

}  // namespace

bool InboxLinks::take_up() {
  Share* const share = parts_.rules.options.share;
  if (share == nullptr) return false;
  const std::vector<InboxLink> links = share->take_links();
  for (const InboxLink& link : links) take_up(link);
  return !links.empty();
}

/// The URL of the table that stands for a row of the repository; it is added if it is new.
UrlId InboxLinks::known(UrlRecord stored) {
  if (const UrlId id = parts_.urls.find(stored.key); id != 0) return id;
  repository::SharedBatch::Adopted adopted{.stored = stored.id, .site = stored.site};
  stored.found_on = 0;
  stored.alias_of = 0;
  adopted.id = parts_.urls.adopt(stored);
  parts_.commits.batch().shared.adopted.push_back(adopted);
  return adopted.id;
}

// The strategy is told of a page before its links, once.
UrlId InboxLinks::take_source(const InboxSource& source) {
  UrlRecord stored = source.url;
  stored.state = UrlState::kQueued;
  const UrlId id = known(std::move(stored));
  const UrlTable::Entry& entry = parts_.urls[id];
  if (entry.state == UrlState::kFetched) return id;
  parts_.urls.fetched_by_another(id, source.url.hops);
  const Judgement judgement = judgement_of(source, parts_.rules.judge.taxonomy());
  if (!source.is_copy) {
    parts_.queue.strategy().page_judged({.id = id,
                                         .site = entry.site,
                                         .hops = entry.hops,
                                         .seed = entry.seed,
                                         .judgement = judgement,
                                         .content_length = source.content_length});
  }
  return id;
}

void InboxLinks::take_up(const InboxLink& link) {
  const UrlId page = link.source ? take_source(*link.source) : 0;
  const UrlId target = known(link.target);
  repository::SharedBatch& shared = parts_.commits.batch().shared;
  shared.taken.push_back({link.row, target});
  const UrlId standing = parts_.urls.original(target);
  repository::LinkNotice notice = link.notice;
  notice.source = page;
  notice.target = standing;
  if (!parts_.urls.is_own(standing)) {
    if (standing != target && ++notice.redirects <= kMostNames) shared.notices.push_back(notice);
    return;
  }
  parts_.links.found_by_another(parts_.urls.standing_for(target), notice);
  if (standing == page) return;
  if (link.source && !link.was_loaded) tell_strategy(link, page, standing);
  if (is_open(parts_.urls[standing])) {
    parts_.queue.enqueue(standing);
  } else {
    parts_.urls.mark_stale(standing);
  }
}

void InboxLinks::tell_strategy(const InboxLink& link, UrlId page, UrlId target) {
  const UrlTable::Entry& source = parts_.urls[page];
  const UrlTable::Entry& entry = parts_.urls[target];
  const Judgement judgement = judgement_of(*link.source, parts_.rules.judge.taxonomy());
  const JudgedPage judged{.id = page,
                          .site = source.site,
                          .hops = source.hops,
                          .seed = source.seed,
                          .judgement = judgement,
                          .content_length = link.source->content_length};
  parts_.queue.strategy().link_read({.source = judged,
                                     .target = target,
                                     .target_site = entry.site,
                                     .target_open = is_rated(entry),
                                     .link = link.source->link});
}

}  // namespace porthole::gatherer
