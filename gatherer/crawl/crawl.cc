#include "gatherer/crawl/crawl.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "gatherer/strategies/strategy_registry.h"
#include "base/log.h"
#include "gatherer/fetch/limits.h"
#include "gatherer/frontier/member_url.h"

namespace porthole::gatherer {
namespace {

using namespace std::chrono_literals;

// Pages on the wire or being parsed at once. Where nothing has to be waited for, few keep both
// processors busy, and the fewer there are the fresher is what the next choice is made on.
constexpr std::int64_t kPagesAtOnceNear = 8;
constexpr std::int64_t kPagesAtOnceLive = 64;
constexpr std::size_t kMostUncommitted = 128;
constexpr std::size_t kMostUncommittedBytes = 16 << 20;
constexpr auto kCommitEvery = 250ms;
constexpr auto kFlushEvery = 10s;
constexpr auto kProgressEvery = 250ms;

// A rating that has sunk by less than this share keeps its place: thousands of URLs that share a term sink a
// little with every page, and each would otherwise be moved before the next fetch.
constexpr double kSunkShare = 0.1;

bool has_sunk(double now, double waits_under) { return now < waits_under - kSunkShare * std::abs(waits_under); }

/// One queue for a registrable domain, under the queue mode "domain"; one for each host else.
UrlTable::QueueOf queues_by(const std::string& mode) {
  if (mode != "domain") return {};
  return [](const std::string& host) {
    const std::size_t port = host.rfind(':');
    const bool has_port = port != std::string::npos && host.find(']', port) == std::string::npos;
    return registrable_domain(has_port ? host.substr(0, port) : host);
  };
}

}  // namespace

Crawl::Crawl(CrawlParts parts)
    : specification_(parts.specification),
      options_(parts.options),
      clock_(parts.clock),
      scope_(parts.scope),
      judge_(parts.judge),
      status_(parts.status),
      strategy_(std::move(parts.strategy)),
      fetcher_(parts.fetcher),
      parsers_(parts.parsers),
      committer_(parts.committer),
      repository_(parts.repository),
      watch_(parts.watch),
      manners_(std::move(parts.manners)),
      urls_(queues_by(parts.specification.politeness.queue_mode)),
      frontier_(parts.specification.politeness.connections_per_host),
      robots_(parts.specification.agent.name, parts.clock,
              parts.specification.network.is_live() || parts.specification.politeness.simulated
                  ? kBackOff
                  : 0s),
      patient_(parts.specification.network.is_live() || parts.specification.politeness.simulated),
      pace_(parts.specification.politeness, patient_),
      last_asked_(parts.last_asked),
      failures_(parts.specification.refresh),
      archive_folder_(std::move(parts.archive)),
      started_(parts.clock.steady()) {
  frontier_.set_order(parts.order);
  for (const auto& [scheme, manners] : manners_) {
    if (manners.has_hosts && manners.has_robots) robots_.also_ask(scheme);
  }
}

void Crawl::add_seeds() {
  for (const collection::Seed& seed : specification_.seeds) {
    const std::string where = seed.file + ":" + std::to_string(seed.line);
    Result<Url> url = Url::parse(seed.url);
    if (!url) {
      failed_seeds_.emplace_back(without_credentials(seed.url), "no valid URL (" + where + ")");
      continue;
    }
    if (!url->username().empty() || !url->password().empty()) {
      failed_seeds_.emplace_back(
          url->without_credentials().href(),
          "it has a user name or password, which is never sent (" + where + ")");
      continue;
    }
    const UrlId known = urls_.find(url->key());
    if (known != 0 && urls_[known].held == Held::kRemoved) continue;  // nobody asks for it any more
    const Decision decision = scope_.decide(*url);
    if (decision.accepted && known != 0) {
      try_seed_again(urls_.standing_for(known));
    } else if (!decision.accepted) {
      failed_seeds_.emplace_back(seed.url, decision.reason + " (" + where + ")");
    }
    const UrlId id = urls_.standing_for(admit(*url, {.seed = true}, true));
    if (is_open(id) && !urls_[id].seed) {
      urls_[id].seed = true;
      urls_.touch(id);
    }
    if (is_open(id)) enqueue(id);
  }
}

bool Crawl::wants_more() const {
  if (options_.stop != nullptr && options_.stop->load() != 0) return false;
  if (options_.duration && clock_.steady() - started_ >= *options_.duration) return false;
  if (options_.refresh) return !options_.more || refreshed_ + pages_under_way_ < *options_.more;
  return budget_ == 0 || fetched_ + pages_under_way_ < budget_;
}

Result<std::string> Crawl::run() {
  std::vector<FetchResponse> answers;
  std::vector<parser::ParserPool::Parsed> documents;
  std::vector<pollfd> others;
  while (true) {
    if (auto failure = committer_.failure()) return fail(*failure);
    if (failure_) {
      commit(true);
      return fail(*failure_);
    }
    if (options_.stop != nullptr && options_.stop->load() >= 2) break;
    if (watch_ != nullptr) {
      if (std::optional<ChosenStrategy> chosen = watch_->changed()) {
        if (auto adopted = adopt(std::move(*chosen)); !adopted) return fail(adopted.error());
      }
    }
    hand_to_parsers();
    queue_what_is_due();
    while (issue_next()) {
    }
    commit_in_time();
    tell_progress();
    const bool busy = !flights_.empty() || !to_parse_.empty() || parsers_.under_way() > 0 ||
                      (!containers_.empty() && wants_more());
    const SteadyTime next = std::min(frontier_.next_ready(), retries_.next());
    if (!busy && (!wants_more() || next == SteadyTime::max())) break;

    auto wait = std::chrono::milliseconds(100);
    if (wants_more() && next != SteadyTime::max() && !busy) {
      const auto until = std::chrono::ceil<std::chrono::milliseconds>(next - clock_.steady());
      wait = std::clamp(until, std::chrono::milliseconds(1), wait);
    }
    if (parsers_.ready()) wait = std::chrono::milliseconds(0);
    others.clear();
    parsers_.add_poll_fds(others);
    fetcher_.poll(wait, others, answers);
    for (FetchResponse& answer : answers) answered(std::move(answer));
    answers.clear();
    parsers_.collect(documents);
    for (auto& [ticket, document] : documents) {
      auto found = parsing_.find(ticket);
      Parsing parsing = std::move(found->second);
      parsing_.erase(found);
      parsed(std::move(parsing), std::move(document));
    }
    documents.clear();
  }
  raise();  // So that the repository's queue is what the next run begins with.
  commit(true);
  if (options_.stop != nullptr && options_.stop->load() != 0) return std::string("interrupted");
  if (options_.refresh) return std::string("refreshed");
  if (budget_ != 0 && fetched_ >= budget_) return std::string("budget");
  if (options_.duration && clock_.steady() - started_ >= *options_.duration) return std::string("time");
  return std::string("frontier empty");
}

// Starts one request, or settles one URL without a request. False when nothing can be done now.
bool Crawl::issue_next() {
  const std::int64_t at_once = options_.pages_at_once > 0 ? options_.pages_at_once
                               : patient_                 ? kPagesAtOnceLive
                                                          : kPagesAtOnceNear;
  if (!wants_more() || pages_under_way_ >= at_once || static_cast<std::int64_t>(flights_.size()) >= at_once) {
    return false;
  }
  raise();
  const std::optional<UrlId> best = frontier_.best(clock_.steady());
  if (!best) return false;
  const UrlId id = *best;
  const HostId host = urls_[id].host;
  if (!urls_[id].refreshing) {
    const Rating rating = strategy_->rate(id, urls_[id].hops, urls_[id].seed);
    if (rating.pruned || has_sunk(rating.priority, frontier_.find(id)->relevance)) {
      enqueue(id);
      return true;
    }
  }
  Result<Url> url = Url::parse(urls_[id].href);
  if (!url) {
    drop(id, {Held::kNo, "no valid URL"});
    return true;
  }
  const AuthorityId authority = robots_.id_of(*url);
  robots_.expire(authority);
  RobotsKeeper::Authority& site = robots_[authority];
  if (site.state == RobotsKeeper::State::kAsking) {
    frontier_.delay(host, clock_.steady() + 20ms);
    return true;
  }
  if (site.state == RobotsKeeper::State::kUnknown) {
    fetch_robots(authority, host);
    return true;
  }
  if (!options_.refresh) queue_sitemaps(authority);
  if (refuse_before_fetch(id, *url, authority)) return true;
  if (fetch_sitemap(host)) return true;
  frontier_.take(id);
  UrlTable::Entry& taken = urls_[id];
  taken.under_way = true;
  ++taken.tries;
  ++site_pages_[taken.site].under_way;
  ++pages_under_way_;
  fetch({.kind = Kind::kPage, .id = id, .authority = authority, .host = taken.host, .url = std::move(*url)});
  return true;
}

void Crawl::fetch_robots(AuthorityId authority, HostId host) {
  frontier_.occupy(host);
  fetch({.kind = Kind::kRobots, .authority = authority, .host = host, .url = robots_.ask(authority)});
}

bool Crawl::refuse_before_fetch(UrlId id, const Url& url, AuthorityId authority) {
  const RobotsKeeper::Authority& site = robots_[authority];
  const UrlTable::Entry& entry = urls_[id];
  if (site.state == RobotsKeeper::State::kDead) {
    drop(id, site.dead, site.name);
    return true;
  }
  const Robots::Verdict verdict = site.rules.check(url.request_target());
  if (!verdict.allowed && site.is_unreachable()) {
    hold_until_robots_are_asked(id, site);
    return true;
  }
  if (!verdict.allowed) {
    drop(id, kReasonRobots, "line " + std::to_string(verdict.line) + ": " + verdict.rule);
    return true;
  }
  if (entry.refreshing) return false;
  if (const UrlId twin = scheme_twin_of(id, url); twin != 0) {
    become_alias(id, twin, "scheme twin");
    return true;
  }
  const std::int64_t cap = scope_.pages_cap(urls_.sites().name(entry.site));
  const SitePages& pages = site_pages_[entry.site];
  if (cap > 0 && pages.fetched + pages.under_way >= cap) {
    // Full for now: pages under way may still fail and leave room.
    frontier_.delay(entry.host, clock_.steady() + 20ms);
    return true;
  }
  return false;
}

// Through a gateway every host has one address.
bool Crawl::queues_by_address() const {
  return specification_.politeness.queue_mode == "ip" && !specification_.network.gateway;
}

void Crawl::fetch(Flight flight) {
  if (flight.neighbours.empty()) {  // else a redirect of robots.txt, which goes on holding them
    flight.neighbours = addresses_.neighbours(flight.host);
    for (const HostId neighbour : flight.neighbours) frontier_.occupy(neighbour);
  }
  FetchRequest request;
  request.ticket = next_ticket_++;
  request.url = flight.url;
  request.body_limit = flight.kind == Kind::kRobots    ? static_cast<std::int64_t>(kRobotsBytes)
                       : flight.kind == Kind::kSitemap ? std::int64_t{50} << 20
                                                       : specification_.limits.body;
  if (flight.kind == Kind::kPage) ask_for_changes(flight.id, request);
  flights_.emplace(request.ticket, std::move(flight));
  fetcher_.start(std::move(request));
}

void Crawl::hand_to_parsers() {
  if (to_parse_.empty() && !containers_.empty() && wants_more()) read_container_again();
  while (!to_parse_.empty() && parsers_.idle()) {
    Parsing parsing = std::move(to_parse_.front());
    to_parse_.pop_front();
    const std::uint64_t ticket = next_ticket_++;
    parser::ParseInput input;
    input.url = parsing.is_member ? base_of_member(parsing.url) : parsing.url.href();
    input.content_type = std::string(parsing.response.header("content-type"));
    input.body = parsing.response.body;
    input.max_links = specification_.limits.links_per_page;
    input.truncated = parsing.response.truncated;
    input.is_member = parsing.is_member;
    parsing_.emplace(ticket, std::move(parsing));
    parsers_.submit(ticket, std::move(input));
  }
}

// One transaction for many pages: each writes anew what pages have in common, and waits for the disk.
void Crawl::commit_in_time() {
  const bool is_time = clock_.steady() - last_commit_ >= kCommitEvery && committer_.idle();
  const bool is_much = commit_.fetched.size() >= kMostUncommitted || commit_.bytes >= kMostUncommittedBytes;
  if (is_time || is_much) commit(false);
}

// What was learned and where URLs now stand in the queue is written now and then only: after a crash
// it is a few seconds old, which costs nothing but a slightly different order.
void Crawl::commit(bool everything) {
  urls_.take_changes(commit_.batch);
  failures_.take_changes(commit_.batch);
  last_commit_ = clock_.steady();
  if (everything || last_commit_ - last_flush_ >= kFlushEvery) {
    last_flush_ = last_commit_;
    note_plugins();
    strategy_->take_learned(commit_.batch.terms);
    commit_.batch.scores = strategy_->take_scores();
    commit_.batch.strategy_state = strategy_->state();
    if (!commit_.batch.strategy_state.empty()) commit_.batch.strategy = strategy_->name();
    commit_.batch.priorities.assign(moved_.begin(), moved_.end());
    moved_.clear();
  }
  if (commit_.empty()) return;
  committer_.put(std::exchange(commit_, {}));
}

void Crawl::note_plugins() {
  std::vector<PluginRecord> records = parsers_.health().in_trouble();
  fetcher_.plugins_in_trouble(records);
  if (std::optional<PluginRecord> record = strategy_->trouble()) records.push_back(*record);
  if (plugins_noted_ && *plugins_noted_ == records) return;
  plugins_noted_ = records;
  commit_.batch.plugins = std::move(records);
}

std::string Crawl::waiting_for() const {
  if (!flights_.empty()) return "answers from the web";
  if (parsers_.under_way() > 0 || !to_parse_.empty()) return "the parsers";
  if (frontier_.size() == 0 && retries_.empty()) return "";
  const SteadyTime next = std::min(frontier_.next_ready(), retries_.next());
  if (next == SteadyTime::max()) return "";
  const auto seconds = std::chrono::ceil<std::chrono::seconds>(next - clock_.steady()).count();
  return seconds > 0 ? "hosts to be ready again (" + std::to_string(seconds) + " s)" : "";
}

void Crawl::tell_progress() {
  if (!options_.progress) return;
  const SteadyTime now = clock_.steady();
  if (now - last_progress_ < kProgressEvery) return;
  last_progress_ = now;
  Progress progress;
  progress.fetched = fetched_;
  progress.fetched_now = fetched_ - fetched_before_ + refreshed_;
  progress.relevant = relevant_;
  progress.budget = budget_;
  progress.queued = frontier_.size();
  progress.under_way = static_cast<int>(flights_.size());
  progress.elapsed = std::chrono::duration_cast<std::chrono::milliseconds>(now - started_);
  progress.waiting_for = waiting_for();
  options_.progress(progress);
}

GatherReport Crawl::report() const {
  GatherReport report;
  report.fetched = fetched_;
  report.fetched_now = fetched_ - fetched_before_;
  report.refreshed = refreshed_;
  report.unchanged = unchanged_;
  report.refresh_failures = failures_.by_reason();
  report.gone = failures_.gone();
  report.back = failures_.back();
  report.not_counted = failures_.not_counted();
  report.relevant = relevant_;
  report.queued = static_cast<std::int64_t>(frontier_.size());
  report.failed_seeds = failed_seeds_;
  report.remark = strategy_->remark();
  return report;
}

}  // namespace porthole::gatherer
