#include "gatherer/crawl/page_store.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>

#include "archive/digest.h"
#include "base/document.h"
#include "base/text/text.h"
#include "gatherer/crawl/unread_pages.h"
#include "gatherer/frontier/header_links.h"
#include "gatherer/frontier/sitemap.h"
#include "gatherer/judge/importance_training.h"

namespace porthole::gatherer {
namespace {

/// As UrlTable::Entry::digest.
std::uint64_t hash_of(const std::string& body) {
  return std::hash<std::string>{}(archive::sha1_digest(body));
}

constexpr std::string_view kFeed = "Feed";  // Document::resource_class

/// The target of a refresh, as a link.
Link refresh_link(const Document& document) {
  Link link;
  link.url = document.refresh;
  link.element = Element::kRedirect;
  link.anchor = document.title;
  return link;
}

bool is_from_archive(const ParsedPage& page) { return !page.fetched.archived.file.empty(); }

}  // namespace

void PageStore::restore(std::int64_t order) { last_order_ = std::max(last_order_, order); }

void PageStore::parsed(ParsedPage page) {
  if (page.fetched.kind == FetchKind::kContainer) {
    return parts_.members.container_parsed(std::move(page));
  }
  parts_.budget.end(page.fetched.id);
  if (const std::optional<StandIn> told = stand_in(page))
    return drop(std::move(page), told->reason, told->detail);
  if (may_stand_in(page)) return take_changed(std::move(page));
  take_page(std::move(page));
}

void PageStore::take_page(ParsedPage page) {
  if (page.document.status == ParseStatus::kUnsupported) {
    const std::string type =
        detail_of_unread(page.document.media_type, page.document.status_detail);
    const bool may_be_indexed =
        directives_of(page.fetched.response).may_be_indexed(parts_.rules.clock.wall());
    return drop(std::move(page),
                may_be_indexed ? DropReason::kUnsupportedType : DropReason::kUnreadNoindex, type);
  }
  if (const std::string language = page.document.language;
      !parts_.rules.scope.accepts_language(language)) {
    return drop(std::move(page), DropReason::kLanguage, language);
  }
  store(std::move(page));
}

std::optional<StandIn> PageStore::stand_in(const ParsedPage& page) const {
  if (page.fetched.kind != FetchKind::kPage) return std::nullopt;
  std::optional<StandIn> told = stand_in_of(page.fetched.response, page.document);
  const UrlTable::Entry& entry = parts_.urls[page.fetched.id];
  const bool is_as_before =
      told && is_again(page.fetched.id) && entry.digest == hash_of(page.fetched.response.body);
  return is_as_before ? std::nullopt : told;
}

// A page that was read before, and has other bytes now.
bool PageStore::may_stand_in(const ParsedPage& page) const {
  const UrlTable::Entry& entry = parts_.urls[page.fetched.id];
  return parts_.stored_text && is_again(page.fetched.id) && page.fetched.kind == FetchKind::kPage &&
         has_content(page.document.status) && page.document.members.empty() &&
         entry.digest != hash_of(page.fetched.response.body);
}

void PageStore::take_changed(ParsedPage page) {
  constexpr std::size_t kMostWords = 1000;
  if (is_login_page(page.fetched.response, page.document)) {
    const std::optional<std::string> before = parts_.stored_text(page.fetched.id);
    const std::size_t words = count_words(page.document.text, kMostWords);
    if (before && count_words(*before, kMostWords) > 2 * words)
      return drop(std::move(page), DropReason::kLoginPage, "");
  }
  parts_.recrawl.not_due(page.fetched.id);
  SameTexts::Told told = same_texts_.take(std::move(page));
  for (ParsedPage& withheld : told.withheld)
    drop(std::move(withheld), DropReason::kOneTextForAll, "");
  for (ParsedPage& changed : told.changed) take_page(std::move(changed));
}

bool PageStore::release_held() {
  std::vector<ParsedPage> held = same_texts_.release();
  for (ParsedPage& page : held) take_page(std::move(page));
  return !held.empty();
}

void PageStore::drop(ParsedPage page, DropReason reason, const std::string& detail) {
  const UrlId id = page.fetched.id;
  if (is_again(id) && is_from_archive(page)) {
    // It stays a page, and is not read once more.
    Document without_text;
    without_text.status = ParseStatus::kUnsupported;
    without_text.status_detail = name_of(reason) + ": " + detail;
    without_text.media_type = page.document.media_type;
    page.document = std::move(without_text);
    return store(std::move(page));
  }
  const Outcome::Kind kind = reason == DropReason::kChallenge          ? Outcome::kTurnedAway
                             : repository::http_status_of(reason) != 0 ? Outcome::kFailed
                                                                       : Outcome::kDropped;
  parts_.policies.of(id).end(page.fetched, {kind, reason, detail});
  parts_.commits.archive(std::move(page.fetched));
}

void PageStore::store(ParsedPage page) {
  const FetchedPage& fetched = page.fetched;
  const bool again = is_again(fetched.id);
  std::string digest = archive::sha1_digest(fetched.response.body);
  const bool has_changed = parts_.urls.set_digest(fetched.id, std::hash<std::string>{}(digest));
  if (fetched.kind == FetchKind::kMember) {
    parts_.members.resolve_inner_links(fetched.url, page.document);
  } else if (!again && parts_.links.merge_scheme_twin(fetched.id, fetched.url)) {
    parts_.commits.archive(std::move(page.fetched));
    return;
  }
  if (again && is_from_archive(page)) {
    parts_.recrawl.not_due(fetched.id);
  } else if (again) {
    parts_.recrawl.was_read(fetched.id, has_changed);
    if (page.document.resource_class == kFeed) hear_feed(fetched.id, page.document);
  }
  store_page(std::move(page), std::move(digest), again);
}

// The entries of a feed say when pages of its host were changed.
void PageStore::hear_feed(UrlId feed, const Document& document) {
  if (parts_.recrawl.values().empty()) return;
  for (const Link& link : document.links) {
    const Result<Url> url = Url::parse(link.url);
    const UrlId known = url ? parts_.urls.find(url->key()) : 0;
    if (known == 0) continue;
    const UrlId page = parts_.urls.standing_for(known);
    if (parts_.urls[page].host != parts_.urls[feed].host) continue;
    if (const std::optional<WallTime> date = date_of_entry(link.fragment))
      parts_.recrawl.values().claim_changed(page, *date);
  }
}

parser::RobotsDirectives PageStore::directives_of(const FetchResponse& response) const {
  parser::RobotsStatements said(parts_.rules.specification.agent.name);
  for (const auto& [name, value] : response.headers) {
    if (name == "x-robots-tag") said.header(value);
  }
  return said.directives();
}

Judgement PageStore::judge(UrlId id, const Document& document) const {
  Judgement judgement = parts_.rules.judge.judge_page(parts_.urls.href(id), document);
  if (parts_.rules.importance != nullptr) {
    judgement.importance =
        importance_of(*parts_.rules.importance, parts_.urls.href(id), document, judgement.terms);
  }
  return judgement;
}

repository::PageRecord PageStore::record_of(const ParsedPage& page,
                                            const parser::RobotsDirectives& directives,
                                            const Judgement& judgement) const {
  const FetchResponse& response = page.fetched.response;
  const Document& document = page.document;
  repository::PageRecord record;
  record.id = page.fetched.id;
  record.fetched_at = response.started;
  record.http_status = response.http_status;
  record.etag = clean_utf8(response.header("etag"));
  record.last_modified = clean_utf8(response.header("last-modified"));
  record.bytes = static_cast<std::int64_t>(response.body.size());
  record.truncated = response.truncated;
  record.relevance = judgement.relevance;
  record.relevant = judgement.relevant;
  record.topic = judgement.topic;
  record.importance = judgement.importance;
  record.noindex = document.noindex || !directives.may_be_indexed(parts_.rules.clock.wall());
  record.nosnippet = document.nosnippet || directives.nosnippet;
  record.noarchive = document.noarchive || directives.noarchive;
  record.archive_file = page.fetched.archived.file;
  record.archive_offset = page.fetched.archived.offset;
  return record;
}

void PageStore::count(const repository::PageRecord& page, bool again, const std::string& from) {
  parts_.urls.set_duplicate_of(page.id, page.duplicate_of);
  if (again) {
    parts_.budget.refetched(true);
    parts_.budget.judged(page.id, page.relevant);
  } else {
    parts_.budget.fetched(page.id, page.relevant);
    parts_.queue.gave_a_page(page.id);
    if (!from.empty()) ++taken_;
    parts_.urls.fetched(page.id, from.empty() ? "" : std::string(kTakenFrom) + from);
  }
}

void PageStore::tell_strategy(const JudgedPage& page, bool is_copy) {
  if (!is_copy) {
    parts_.queue.strategy().page_judged(page);
    return;
  }
  parts_.queue.strategy().forget(page.id);
  parts_.urls.mark_stale(parts_.urls.original(page.id));
}

void PageStore::store_page(ParsedPage page, std::string digest, bool again) {
  const UrlId id = page.fetched.id;
  const Url url = page.fetched.url;
  Document& document = page.document;
  if (page.fetched.kind == FetchKind::kPage)
    add_header_links(page.fetched.response.headers, url, document);
  const parser::RobotsDirectives directives = directives_of(page.fetched.response);
  const Nofollow nofollow = document.nofollow     ? Nofollow::kMeta
                            : directives.nofollow ? Nofollow::kHeader
                                                  : Nofollow::kNo;
  const Judgement judgement = judge(id, document);
  repository::PageRecord record = record_of(page, directives, judgement);
  record.digest = std::move(digest);
  record.duplicate_of = parts_.copies.original_of(id);
  if (!again) record.order = ++last_order_;
  count(record, again, page.fetched.from);

  const bool is_copy = record.duplicate_of != 0;
  if (!document.refresh.empty()) document.links.push_back(refresh_link(document));
  const JudgedPage judged{.id = id,
                          .site = parts_.urls[id].site,
                          .hops = parts_.urls[id].hops,
                          .seed = parts_.urls[id].seed,
                          .judgement = judgement,
                          .document = &document,
                          .content_length = content_length(document)};
  // From a page that is fetched again the strategy has learned already; the next run tells it anew.
  if (!again) tell_strategy(judged, is_copy);
  std::vector<repository::LinkRecord> links = parts_.links.follow(
      judged, std::exchange(document.links, {}),
      {.page = id, .hops = judged.hops + 1, .nofollow = nofollow, .copy = is_copy, .again = again});
  if (!again && !is_copy && judgement.relevant && !parts_.rules.sources.is_empty()) {
    parts_.links.follow_beside(judged, parts_.rules.sources.beside(url),
                               {.page = id, .hops = judged.hops + 1});
  }
  std::vector<Member> members = std::exchange(document.members, {});
  record.document = std::move(document);
  parts_.commits.add_page(std::move(record), std::move(links), std::move(page.fetched));
  if (again) {
    parts_.members.take_again(id, url, std::move(members), parts_.recrawl.members_of(id));
  } else {
    parts_.members.take(id, url, std::move(members));
    if (parts_.budget.is_full(judged.site)) parts_.queue.drop_site(judged.site);
  }
}

}  // namespace porthole::gatherer
