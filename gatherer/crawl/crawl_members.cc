// The pages inside of a page: files of an archive, attachments, messages of a mailbox. Each is a page
// of its own, read from the answer that brought its container and archived beside it.

#include <algorithm>
#include <map>
#include <utility>

#include "archive/recorded_web.h"
#include "base/log.h"
#include "base/text/text.h"
#include "gatherer/crawl/crawl.h"
#include "gatherer/frontier/member_url.h"

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
bool Crawl::has_room_for_members(std::uint32_t site) const {
  return !is_full(site) && (budget_ == 0 || fetched_ + pages_under_way_ < budget_);
}

// Until it is read a member counts as dropped: it can only be had by reading its container again, which
// the next run does (find_unread_members).
void Crawl::take_members(UrlId container, const Url& url, std::vector<Member> members) {
  const UrlTable::Entry from = urls_[container];
  for (Member& member : members) {
    UrlRecord record;
    record.href = url_of_member(member, url);
    record.key = record.href;
    const Result<Url> own = Url::parse(record.href);
    if (!own || record.href.ends_with('#')) continue;
    UrlId id = urls_.find(record.key);
    const bool is_wanted = id == 0 || urls_[id].held == Held::kUnread || urls_[id].refreshing;
    if (!is_wanted || (id != 0 && urls_[id].under_way)) continue;
    if (id == 0) {
      record.host = own->host_and_port();
      record.site = scope_.site_of(url);
      record.hops = from.hops;
      record.found_on = container;
      record.state = UrlState::kDropped;
      record.reason = kReasonUnread.words;
      record.held = kReasonUnread.held;
      id = urls_.add(std::move(record));
      site_pages_.resize(std::max<std::size_t>(site_pages_.size(), urls_[id].site + 1));
    }
    if (!urls_[id].refreshing && !has_room_for_members(urls_[id].site)) continue;
    urls_[id].under_way = true;
    ++site_pages_[urls_[id].site].under_way;
    ++pages_under_way_;
    to_parse_.push_back({id, response_with(std::move(member), clock_.wall()), *own, true});
  }
}

// A member that is not there any more stays as it was.
void Crawl::take_members_again(UrlId container, const Url& url, std::vector<Member> members) {
  const std::vector<UrlId>& known = members_[container];
  for (const UrlId id : known) urls_[id].refreshing = true;
  take_members(container, url, std::move(members));
  for (const UrlId id : known) urls_[id].refreshing = urls_[id].under_way;
}

// What an archived page links to beside itself is in the archive, not beside the archive: another
// member, or nothing.
void Crawl::resolve_inner_links(const Url& member, Document& document) const {
  std::erase_if(document.links, [&](Link& link) {
    std::string inner = member_linked_to(member, link.url);
    if (inner.empty()) return false;
    link.url = std::move(inner);
    return urls_.find(link.url) == 0;
  });
  if (!member_linked_to(member, document.refresh).empty()) document.refresh.clear();
}

// A run may have been killed, or have met its budget, between a container and its members.
Result<void> Crawl::find_unread_members() {
  std::map<UrlId, std::vector<UrlId>> unread;
  for (UrlId id = 1; id <= urls_.last(); ++id) {
    const UrlTable::Entry& entry = urls_[id];
    if (entry.held == Held::kUnread && entry.found_on != 0) unread[entry.found_on].push_back(id);
  }
  for (auto& [container, members] : unread) {
    auto page = repository_.page(container);
    if (!page) return fail(page.error());
    if (!*page) continue;
    containers_.push_back({container, (*page)->archive_file, (*page)->archive_offset, std::move(members)});
  }
  return {};
}

void Crawl::read_container_again() {
  Container next = std::move(containers_.front());
  containers_.pop_front();
  const Result<Url> url = Url::parse(urls_[next.id].href);
  Result<archive::RecordedAnswer> answer = archive::read_answer(archive_folder_ / next.file, next.offset);
  Result<archive::RecordedAnswer::Body> body;
  if (answer) body = answer->body(specification_.limits.body);
  if (!url || !answer || !body) {
    const std::string why = !answer ? answer.error().message : !body ? body.error().message : "no valid URL";
    log(LogLevel::kWarning, "gather", urls_[next.id].href + " cannot be read again for what is inside: " + why);
    return;
  }
  FetchResponse response;
  response.http_status = answer->head.status;
  response.headers = std::move(answer->head.fields);
  response.body = std::move(body->bytes);
  response.truncated = body->cut;
  response.started = clock_.wall();
  to_parse_.push_back({next.id, std::move(response), *url, false, std::move(next.unread)});
}

// A member that is not there any more is not asked for again; one that only had no room is.
void Crawl::container_read_again(Parsing parsing, Document document) {
  if (!has_content(document.status)) return;
  take_members(parsing.id, parsing.url, std::move(document.members));
  for (const UrlId id : parsing.unread) {
    const UrlTable::Entry& entry = urls_[id];
    if (entry.held != Held::kUnread || entry.under_way || !has_room_for_members(entry.site)) continue;
    urls_.change(id, UrlState::kDropped, {Held::kNo, "no such member"});
  }
}

}  // namespace porthole::gatherer
