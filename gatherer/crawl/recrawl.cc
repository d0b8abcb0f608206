#include "gatherer/crawl/recrawl.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <utility>

#include "base/url/percent_encode.h"
#include "base/url/url.h"
#include "gatherer/fetch/fetcher.h"
#include "gatherer/scores/local_distiller.h"

namespace porthole::gatherer {
namespace {

bool may_be_feed(const std::string& media_type) {
  const bool is_xhtml = media_type.find("xhtml") != std::string::npos;
  return !is_xhtml && (media_type.ends_with("xml") || media_type.ends_with("json"));
}

/// Claims come one by one, and sorting takes time that grows with the pages: they are put in order
/// anew after the first claims, and then each time that this part of them was read since.
constexpr std::size_t kPartRead = 4096;
constexpr std::size_t kFreshOfHost = 100;   // new pages in a round
constexpr std::string_view kFeed = "Feed";  // Document::resource_class

constexpr int kNotFound = 404, kGone = 410;

bool is_file(const std::string& href) { return href.starts_with("file:"); }

/// The file is not in its folder any more. An empty folder, or none, may be a disk that is not
/// there.
bool is_deleted_file(const std::string& href) {
  const Result<Url> url = Url::parse(href);
  if (!is_file(href) || !url) return false;
  const std::filesystem::path file(percent_decode(url->path()));
  std::error_code error;
  return !std::filesystem::exists(file, error) &&
         !std::filesystem::is_empty(file.parent_path(), error) && !error;
}

}  // namespace

Result<std::vector<OldPage>> Recrawl::read_old(repository::Repository& repository, WallTime before,
                                               bool all) {
  TRY_AS(failures, repository.pages().failures());
  for (repository::FailureRecord& failure : *failures) failures_.restore(std::move(failure));
  parts_.copies.list_copies();
  std::vector<OldPage> old;
  TRY_AS(read, repository.pages().for_each({}, [&](const UrlRecord& url,
                                                   const repository::PageRecord& page, std::int64_t,
                                                   std::int64_t) {
    const WallTime visited = failures_.last_visit(url.id, page.fetched_at);
    const bool is_ahead = is_dated_ahead(visited, parts_.rules.clock.wall());
    const bool is_old = visited <= before || is_ahead;
    if (url.href.find('#') != std::string::npos) {
      if (url.found_on != 0) members_[url.found_on].push_back(url.id);
    } else if (is_old || all) {
      old.push_back(old_page(url, page));
      if (is_ahead) old.back().fetched_at = before;
      old.back().is_due = is_old || is_file(url.href) ||
                          failures_.is_asked_again(url.id, parts_.rules.clock.wall());
      keep_validators(page);
    }
    return true;
  }));
  return old;
}

// A scan of the pages does not read what each of them is.
Result<void> Recrawl::find_feeds(repository::Repository& repository,
                                 std::vector<OldPage>& pages) const {
  for (OldPage& page : pages) {
    if (!page.is_feed) continue;
    TRY_AS(stored, repository.pages().get(page.id));
    page.is_feed = *stored && (*stored)->document.resource_class == kFeed;
  }
  return {};
}

OldPage Recrawl::old_page(const UrlRecord& url, const repository::PageRecord& page) const {
  const UrlTable::Entry& entry = parts_.urls[url.id];
  OldPage known;
  known.id = url.id;
  known.host = entry.host;
  known.fetched_at = page.fetched_at;
  known.tries = url.tries;
  known.relevance = page.relevance.value();
  known.hops = url.hops;
  known.url_length = url.href.size();
  known.seed = entry.seed;
  known.has_failed = failures_.has_failed(url.id);
  known.is_feed = may_be_feed(page.document.media_type);
  if (const Result<Url> parsed = Url::parse(url.href); parsed && parsed->query().empty())
    known.is_front = parsed->path() == "/" || (entry.seed && parsed->path().ends_with('/'));
  return known;
}

// A page that could not be read is fetched as a whole: its reader may be a better one now. So is a
// page that counts as gone, with the members that it may have.
void Recrawl::keep_validators(const repository::PageRecord& page) {
  Validators said = validators_of(page.etag, page.last_modified);
  const bool is_known = has_content(page.document.status) && !failures_.is_gone(page.id);
  if (is_known && !said.empty()) validators_[page.id] = std::move(said);
}

Result<void> Recrawl::add_scores(repository::Repository& repository,
                                 std::vector<OldPage>& old) const {
  std::unordered_map<UrlId, repository::ScoreRecord> scores;
  auto read = repository.scores().for_each([&](const repository::ScoreRecord& score) {
    scores[score.page] = score;
    return true;
  });
  if (!read || scores.empty()) return read;
  TRY_AS(density, authority_density(repository.links(), parts_.urls, scores));
  for (OldPage& page : old) {
    if (const auto cited = density->find(page.id); cited != density->end())
      page.density = cited->second;
    const auto score = scores.find(page.id);
    if (score == scores.end()) continue;
    page.hub = score->second.hub;
    page.authority = score->second.authority;
  }
  return {};
}

// By default hubs come first: they are the most likely to have new links (Sundaresan, Yi, Huang
// 2000, section 4.2). Members come again with their page.
Result<void> Recrawl::queue_old(repository::Repository& repository, WallTime before,
                                const RefreshOrder& order,
                                const std::vector<repository::VisitRecord>* visits) {
  TRY_AS(old, read_old(repository, before, false));
  if (auto scored = add_scores(repository, *old); !scored) return scored;
  if (visits != nullptr) values_.rate(*visits, *old, parts_.rules.clock.wall());
  waiting_ = std::move(*old);
  order_ = order;
  put_in_order();
  return {};
}

Result<void> Recrawl::queue_round(repository::Repository& repository, WallTime before,
                                  const Round& round,
                                  const std::vector<repository::VisitRecord>& visits) {
  TRY_AS(pages, read_old(repository, before, true));
  if (auto found = find_feeds(repository, *pages); !found) return found;
  if (auto scored = add_scores(repository, *pages); !scored) return scored;
  values_.rate(visits, *pages, parts_.rules.clock.wall());
  last_known_ = parts_.urls.last();
  round_.emplace(std::move(*pages), values_, round.known);
  queue_next_part();
  return {};
}

bool Recrawl::queue_more_of(const std::vector<HostId>& hosts) {
  constexpr std::size_t kPages = 2;
  bool has_queued = false;
  for (const HostId host : hosts)
    if (round_ && queue_part(round_->take_of(host, kPages))) has_queued = true;
  return has_queued;
}

bool Recrawl::queue_next_part() {
  return round_ && queue_part(round_->next_part(parts_.budget.requests_for_known()));
}

bool Recrawl::queue_part(const std::vector<OldPage>& part) {
  for (const OldPage& page : part)
    ++(round_->is_entry(page.id) ? round_report_.entries : round_report_.others);
  put(part);
  return !part.empty();
}

bool Recrawl::takes_fresh(UrlId id) {
  if (!round_ || id <= last_known_) return false;
  const UrlTable::Entry& entry = parts_.urls[id];
  if (!round_->is_good(entry.host) || entry.found_on > last_known_) return false;
  if (fresh_.contains(id)) return true;
  if (fresh_of_[entry.host] >= kFreshOfHost) return false;
  if (const auto most = parts_.budget.most_new(); most && std::ssize(fresh_) >= *most) {
    without_room_.insert(id);
    return false;
  }
  ++fresh_of_[entry.host];
  fresh_.insert(id);
  return true;
}

void Recrawl::reorder(const RefreshOrder& order) {
  order_ = order;
  std::erase_if(waiting_, [&](const OldPage& page) {
    const UrlTable::Entry& entry = parts_.urls[page.id];
    return !entry.refreshing || entry.under_way;
  });
  // Equal pages in the order of discovery, whatever the order was before.
  std::sort(waiting_.begin(), waiting_.end(),
            [](const OldPage& a, const OldPage& b) { return a.id < b.id; });
  put_in_order();
}

void Recrawl::put_in_order() {
  for (OldPage& page : waiting_) page.value = values_.value_of(page.id);
  std::stable_sort(waiting_.begin(), waiting_.end(),
                   [&](const OldPage& a, const OldPage& b) { return order_.before(a, b); });
  put(waiting_);
  read_since_ = 0;
}

void Recrawl::put(const std::vector<OldPage>& pages) {
  auto rank = static_cast<double>(pages.size());
  for (const OldPage& page : pages) {
    parts_.urls.set_refreshing(page.id, true);
    parts_.fetcher.put({.id = page.id, .relevance = rank--}, page.host);
  }
}

void Recrawl::raise() {
  if (round_) return;  // Its next part heeds them.
  const bool is_due = !has_heard_claims_ || read_since_ * kPartRead >= waiting_.size();
  if (!is_due || !order_.needs_value() || !values_.take_news()) return;
  has_heard_claims_ = true;
  reorder(order_);
}

void Recrawl::begin(PageRequest& request) {
  const auto known = validators_.find(request.id);
  if (known == validators_.end()) return;
  request.etag = known->second.etag;
  request.last_modified = known->second.last_modified;
}

Outcome Recrawl::outcome_of(const FetchedPage& answer) const {
  const bool is_unchanged = answer.response.status == FetchStatus::kAnswer &&
                            answer.response.http_status == kNotModified &&
                            validators_.contains(answer.id);
  return is_unchanged ? Outcome{Outcome::kUnchanged} : outcome_of_answer(answer, false);
}

void Recrawl::end(const FetchedPage& page, const Outcome& outcome) {
  if (outcome.kind == Outcome::kUnchanged) return keep_unchanged(page.id, page.response.started);
  const bool is_redirect = outcome.kind == Outcome::kRedirect;
  const std::optional<StandIn> told = is_redirect ? follow_for_next_run(page) : std::nullopt;
  if (!is_redirect || told) parts_.budget.failed(page);
  if (is_redirect && !told && has_moved(page)) return moved(page.id, outcome.reason);
  failed(page.id, told ? told->reason : outcome.reason,
         page.response.status == FetchStatus::kAnswer);
}

/// Its server says where it is from now on, and what is there is stored as a copy of it.
bool Recrawl::has_moved(const FetchedPage& page) const {
  const int status = page.response.http_status;
  if (status != 301 && status != 308) return false;
  const Result<Url> target = redirect_target(page);
  const UrlId known = target ? parts_.urls.find(target->key()) : 0;
  return known != 0 && parts_.urls[parts_.urls.standing_for(known)].duplicate_of == page.id;
}

// Not to where a person is asked to log in or to solve a challenge, which is told.
std::optional<StandIn> Recrawl::follow_for_next_run(const FetchedPage& page) {
  const Result<Url> target = redirect_target(page);
  if (!target) return std::nullopt;
  if (std::optional<StandIn> told = stand_in_at(*target)) return told;
  const UrlTable::Entry& from = parts_.urls[page.id];
  if (!parts_.links.is_closed_to(*target, page.url.href()))
    parts_.links.admit(*target, {.page = from.found_on, .hops = from.hops, .redirects = 1});
  return std::nullopt;
}

const std::vector<UrlId>& Recrawl::members_of(UrlId container) const {
  static const std::vector<UrlId> kNone;
  const auto members = members_.find(container);
  return members == members_.end() ? kNone : members->second;
}

// As if the page had been read again, with its members; the archive has it already.
void Recrawl::keep_unchanged(UrlId id, WallTime at) {
  unchanged_.emplace_back(id, at);
  parts_.budget.refetched(false);
  was_read(id, false);
  for (const UrlId member : members_of(id)) keep_unchanged(member, at);
}

void Recrawl::was_read(UrlId id, bool has_changed) {
  failures_.had_again(id);
  failures_.heard_a_page(parts_.urls[id].host, parts_.rules.clock.wall());
  parts_.fetcher.gave_a_page(parts_.urls.href(id));
  settle_gone();
  values_.was_read(id, has_changed);
  if (round_) note_read(id, has_changed);
  ++read_since_;
  not_due(id);
}

void Recrawl::not_due(UrlId id) { parts_.urls.set_refreshing(id, false); }

void Recrawl::note_read(UrlId id, bool has_changed) {
  round_->was_read(id, has_changed);
  if (!has_changed) return;
  ++(round_->is_entry(id) ? round_report_.entries_changed : round_report_.others_changed);
}

void Recrawl::leave(UrlId id) {
  parts_.fetcher.erase(id);
  not_due(id);
}

void Recrawl::was_not_asked(UrlId id) {
  if (round_) --(round_->is_entry(id) ? round_report_.entries : round_report_.others);
}

// Its host refused other URLs, or its robots.txt refuses this one.
void Recrawl::refuse(UrlId id, DropReason reason, std::string, WallTime) {
  if (reason != DropReason::kChallenge) return failed(id, reason, false);
  ++left_out_;
  was_not_asked(id);
  leave(id);
}

void Recrawl::failed(UrlId id, DropReason reason, bool answered) {
  leave(id);
  if (repository::is_withheld(reason) || is_refusal(repository::http_status_of(reason)))
    parts_.fetcher.turned_away(parts_.urls[id].host, parts_.urls.href(id));
  if (repository::http_status_of(reason) == kNotFound && is_deleted_file(parts_.urls.href(id)))
    reason = repository::http_reason(kGone);
  if (reason == DropReason::kForbiddenAddress || !is_failed_fetch(reason)) return;
  const bool is_forbidden = reason == DropReason::kRobots;
  if (is_forbidden) was_not_asked(id);
  if (is_forbidden && failures_.is_gone(id)) return;
  note_failure(id, reason, answered || is_forbidden);
  settle_gone();
}

void Recrawl::moved(UrlId id, DropReason reason) {
  leave(id);
  failures_.moved(id, reason, parts_.rules.clock.wall());
  settle_gone();
}

// A member fails with its page.
void Recrawl::note_failure(UrlId id, DropReason reason, bool answered) {
  failures_.failed(id, parts_.urls[id].host, reason, answered, parts_.rules.clock.wall());
  for (const UrlId member : members_of(id)) note_failure(member, reason, answered);
}

void Recrawl::heard_a_server() {
  failures_.heard_a_server();
  settle_gone();
}

void Recrawl::settle_gone() {
  for (const UrlId gone : failures_.take_gone()) parts_.copies.page_gone(gone);
}

void Recrawl::take_changes(repository::Batch& batch) {
  std::ranges::move(unchanged_, std::back_inserter(batch.unchanged));
  unchanged_.clear();
  failures_.take_changes(batch);
}

void Recrawl::report(GatherReport& report) const {
  report.refresh_failures = failures_.by_reason();
  report.gone = failures_.gone();
  report.back = failures_.back();
  report.not_counted = failures_.not_counted();
  report.withheld = failures_.withheld();
  report.not_asked = left_out_;
  if (!values_.empty()) values_.report(report.freshness.emplace());
  if (!round_) return;
  report.round = round_report_;
  report.round->known = static_cast<std::int64_t>(round_->known());
  report.round->hosts = static_cast<std::int64_t>(round_->good_hosts());
  report.round->fresh = report.fetched_now;
  report.round->no_room = std::ssize(without_room_);
}

}  // namespace porthole::gatherer
