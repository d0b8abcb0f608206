#include "gatherer/crawl/member_pages.h"

#include <map>
#include <utility>

#include "base/log.h"
#include "base/text/text.h"
#include "gatherer/fetch/fetcher.h"
#include "gatherer/fetch/recorded_fetcher.h"
#include "gatherer/frontier/member_url.h"
#include "parser/limits.h"

namespace porthole::gatherer {
namespace {

/// As HTTP would have brought it.
FetchResponse response_with(Member member, WallTime started) {
  FetchResponse response;
  response.http_status = 200;
  response.started = started;
  response.response_head = "HTTP/1.1 200 \r\n";
  std::string type = fold_space(member.media_type);
  if (!type.empty()) {
    response.response_head += "content-type: " + type + "\r\n";
    response.headers.emplace_back("content-type", std::move(type));
  }
  response.response_head += "\r\n";
  response.body = std::move(member.body);
  return response;
}

}  // namespace

// Beyond the budget they wait for a run that has a larger one, as other URLs do.
bool MemberPages::has_room_for(UrlId member) const {
  return !parts_.budget.is_full(parts_.urls[member].site) && parts_.budget.has_room_for_new();
}

void MemberPages::take(UrlId container, const Url& url, std::vector<Member> members) {
  for (Member& member : members) take_member(container, url, std::move(member));
}

void MemberPages::take_member(UrlId container, const Url& url, Member member) {
  const std::string href = url_of_member(member, url);
  const Result<Url> own = Url::parse(href);
  if (!own || href.ends_with('#') || href.ends_with(parser::kInsideMember)) return;
  UrlId id = parts_.urls.find(href);
  if (id != 0) {
    const UrlTable::Entry& known = parts_.urls[id];
    const bool is_wanted = known.reason == DropReason::kUnreadMember || known.refreshing;
    if (!is_wanted || known.under_way) return;
  } else {
    id = add(container, url, href, *own);
  }
  if (parts_.urls[id].state != UrlState::kFetched && !has_room_for(id)) return;
  parts_.budget.start(id);
  parts_.parser.put({.kind = FetchKind::kMember,
                     .id = id,
                     .url = *own,
                     .response = response_with(std::move(member), parts_.rules.clock.wall())});
}

UrlId MemberPages::add(UrlId container, const Url& url, const std::string& href, const Url& own) {
  UrlRecord record;
  record.key = record.href = href;
  record.host = own.host_and_port();
  record.site = parts_.rules.scope.site_of(url);
  record.hops = parts_.urls[container].hops;
  record.found_on = container;
  return parts_.urls.add(std::move(record), UrlEvent::kDrop, DropReason::kUnreadMember);
}

void MemberPages::take_again(UrlId container, const Url& url, std::vector<Member> members,
                             const std::vector<UrlId>& known) {
  for (const UrlId id : known) parts_.urls.set_refreshing(id, true);
  take(container, url, std::move(members));
  for (const UrlId id : known) parts_.urls.set_refreshing(id, parts_.urls[id].under_way);
}

void MemberPages::resolve_inner_links(const Url& member, Document& document) const {
  std::erase_if(document.links, [&](Link& link) {
    std::string inner = member_linked_to(member, link.url);
    if (inner.empty()) return false;
    link.url = std::move(inner);
    return parts_.urls.find(link.url) == 0;
  });
  if (!member_linked_to(member, document.refresh).empty()) document.refresh.clear();
}

Result<void> MemberPages::find_unread(repository::Repository& repository) {
  std::map<UrlId, std::vector<UrlId>> unread;
  for (UrlId id = 1; id <= parts_.urls.last(); ++id) {
    const UrlTable::Entry& entry = parts_.urls[id];
    if (entry.reason != DropReason::kUnreadMember || entry.found_on == 0) continue;
    // The archive with the container is the owner's.
    if (!parts_.urls.is_own(id)) continue;
    unread[entry.found_on].push_back(id);
  }
  for (auto& [container, members] : unread) {
    TRY_AS(page, repository.pages().get(container));
    if (!*page) continue;
    containers_.push_back({container, (*page)->archive_file, (*page)->archive_offset});
    unread_[container] = std::move(members);
  }
  return {};
}

void MemberPages::read_container() {
  const Container next = std::move(containers_.front());
  containers_.pop_front();
  const std::string href = parts_.urls.href(next.id);
  const Result<Url> url = Url::parse(href);
  Result<FetchResponse> response = answer_at(parts_.rules.archive_folder, {next.file, next.offset},
                                             parts_.rules.specification.limits.body);
  if (!url || !response) {
    const std::string why = !response ? response.error().message : name_of(DropReason::kInvalidUrl);
    log(LogLevel::kWarning, "gather", href + " cannot be read again for its members: " + why);
    return;
  }
  response->started = parts_.rules.clock.wall();
  parts_.parser.put({.kind = FetchKind::kContainer,
                     .id = next.id,
                     .url = *url,
                     .response = std::move(*response)});
}

// A member that only had no room is asked for again.
void MemberPages::container_parsed(ParsedPage page) {
  const std::vector<UrlId> unread = std::exchange(unread_[page.fetched.id], {});
  if (!has_content(page.document.status)) return;
  take(page.fetched.id, page.fetched.url, std::move(page.document.members));
  for (const UrlId id : unread) {
    const UrlTable::Entry& entry = parts_.urls[id];
    const bool is_unread = entry.reason == DropReason::kUnreadMember;
    if (!is_unread || entry.under_way || !has_room_for(id)) continue;
    parts_.urls.apply(id, UrlEvent::kDrop, DropReason::kNoSuchMember);
  }
}

}  // namespace porthole::gatherer
