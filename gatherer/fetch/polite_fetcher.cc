#include "gatherer/fetch/polite_fetcher.h"

#include <algorithm>
#include <utility>

#include "gatherer/fetch/fetcher.h"

namespace porthole::gatherer {
namespace {

using namespace std::chrono_literals;
using std::chrono::milliseconds;

constexpr std::int64_t kMostSitemapBytes = std::int64_t{50} << 20;
constexpr std::chrono::hours kRestOfTurnedAway{24};
constexpr milliseconds kPassedOver = 20ms;

bool keeps_pauses(const collection::Specification& specification) {
  return specification.network.is_live() || specification.politeness.simulated;
}

std::string domain_of(const std::string& host_and_port) {
  const std::size_t port = host_and_port.rfind(':');
  const bool has_port =
      port != std::string::npos && host_and_port.find(']', port) == std::string::npos;
  return registrable_domain(has_port ? host_and_port.substr(0, port) : host_and_port);
}

Error too_many_open_files() {
  Error error;
  error.code = ErrorCode::kPermission;
  error.message = "no connection can be opened: too many open files";
  error.hint =
      "allow more (ulimit -n 1024) and run the same command again; what was committed is safe";
  return error;
}

Error no_gateway(const collection::Specification& specification, const std::string& detail) {
  Error error;
  error.code = ErrorCode::kNetwork;
  error.message = "the gateway " + *specification.network.gateway + " cannot be reached: " + detail;
  error.hint = "start it (porthole webbox --listen ADDR:PORT), or change <gateway url=...> in " +
               specification.file.string();
  return error;
}

// Hosts may share a queue; those that turn the crawler away are skipped alone.
std::string host_in(const std::string& href) {
  const Result<Url> url = Url::parse(href);
  return url ? url->host_and_port() : std::string();
}

}  // namespace

PoliteFetcher::PoliteFetcher(const collection::Specification& specification, const Clock& clock,
                             Fetcher& fetcher, const std::vector<std::string>& schemes_with_robots)
    : specification_(specification),
      clock_(clock),
      fetcher_(fetcher),
      patient_(keeps_pauses(specification)),
      frontier_(specification.politeness.connections_per_host),
      pace_(specification.politeness, patient_),
      robots_(specification.agent.name, clock, patient_ ? kBackOff : 0s) {
  pace_.set_slow(collection::slow_hosts_in(specification.file));
  for (const std::string& scheme : schemes_with_robots) robots_.also_ask(scheme);
}

HostId PoliteFetcher::queue_of(const std::string& host_and_port) {
  const bool by_domain = specification_.politeness.queue_mode == "domain";
  return queues_.id_of(by_domain ? domain_of(host_and_port) : host_and_port);
}

void PoliteFetcher::put(const Waiting& url, HostId queue) {
  if (!retries_.contains(url.id)) frontier_.put(url, queue);
}

void PoliteFetcher::erase(UrlId id) {
  frontier_.erase(id);
  retries_.erase(id);
}

SteadyTime PoliteFetcher::next_ready() const {
  return std::min(frontier_.next_ready(), retries_.next());
}

void PoliteFetcher::pass_over(HostId queue) {
  frontier_.delay(queue, clock_.steady() + kPassedOver);
}

void PoliteFetcher::rest_until(HostId queue, WallTime time) {
  const auto left = std::min<std::chrono::seconds>(time - clock_.wall(), kMostRetryAfter);
  if (patient_ && left > left.zero()) frontier_.delay(queue, clock_.steady() + left);
}

// After a run that was killed it is not known which hosts it asked last. Times are kept to the
// second; one further ahead is of a clock that was wrong.
void PoliteFetcher::rest_since(WallTime last_asked) {
  last_asked = std::min(last_asked, clock_.wall() + 1s);
  const auto rest = [&](HostId queue, milliseconds pause) {
    const auto left = last_asked + pause - clock_.wall();
    if (left > left.zero()) frontier_.delay(queue, clock_.steady() + left);
  };
  for (HostId queue = 0; queue < queues_.size(); ++queue) {
    if (!queues_.text(queue).empty())
      rest(queue, pace_.ordinary(queues_.text(queue), std::nullopt));
  }
  for (AuthorityId id = 0; id < robots_.size(); ++id) {
    const Result<Url> site = Url::parse(robots_[id].name + "/");
    if (!site) continue;
    const std::string host = site->host_and_port();
    rest(queue_of(host), pace_.ordinary(host, robots_[id].rules.crawl_delay()));
  }
}

void PoliteFetcher::turned_away(HostId queue, const std::string& href) {
  frontier_.delay(queue, clock_.steady() + pace_.turned_away(host_in(href)));
}

void PoliteFetcher::gave_a_page(const std::string& href) { pace_.gave_a_page(host_in(href)); }

bool PoliteFetcher::skips(const std::string& href) { return pace_.skips(host_in(href)); }

WallTime PoliteFetcher::end_of_rest() const { return clock_.wall() + kRestOfTurnedAway; }

void PoliteFetcher::hold(UrlId id, WallTime until) {
  frontier_.erase(id);
  held_.put(id,
            clock_.steady() + std::min<std::chrono::seconds>(until - clock_.wall(), kRobotsLife));
}

std::vector<UrlId> PoliteFetcher::take_due() {
  const SteadyTime now = clock_.steady();
  std::vector<UrlId> due = retries_.take_due(now);
  const std::vector<UrlId> held = held_.take_due(now);
  due.insert(due.end(), held.begin(), held.end());
  return due;
}

RobotsAccess PoliteFetcher::check_robots(const Url& url, HostId queue) {
  const AuthorityId id = robots_.id_of(url);
  robots_.expire(id);
  const RobotsKeeper::Authority& site = robots_[id];
  RobotsAccess access{.authority = id, .site = &site};
  switch (site.state) {
    case RobotsKeeper::State::kUnknown: {
      frontier_.occupy(queue);
      FetchedPage robots{.kind = FetchKind::kRobots, .queue = queue, .authority = id};
      robots.url = robots_.ask(id);
      start({std::move(robots)}, {});
      return access;
    }
    case RobotsKeeper::State::kAsking:
      pass_over(queue);
      return access;
    case RobotsKeeper::State::kDead:
      access.state = RobotsAccess::kDead;
      return access;
    case RobotsKeeper::State::kKnown:
      break;
  }
  access.verdict = site.rules.check(url.request_target());
  access.state = access.verdict.allowed  ? RobotsAccess::kAllowed
                 : site.is_unreachable() ? RobotsAccess::kUnreachable
                                         : RobotsAccess::kRefused;
  return access;
}

std::optional<Url> PoliteFetcher::replay_robots(AuthorityId authority, const Url& asked,
                                                const FetchResponse& response) {
  RobotsKeeper::Authority& site = robots_[authority];
  const bool is_redirected = site.state == RobotsKeeper::State::kAsking;
  if (!is_redirected) {
    site.state = RobotsKeeper::State::kUnknown;  // Asked again, whatever was known.
    (void)robots_.ask(authority);
  }
  const RobotsKeeper::Next next = robots_.answered(authority, response, asked);
  if (next.known) changed_hosts_.push_back(authority);
  return next.follow;
}

void PoliteFetcher::note_scheme_twin(const Url& url, bool same) {
  const AuthorityId id = robots_.id_of(url);
  robots_[id].record.scheme_twin = same ? 1 : -1;
  changed_hosts_.push_back(id);
}

void PoliteFetcher::take_changes(repository::Batch& batch) {
  for (const AuthorityId id : changed_hosts_) batch.hosts.push_back(robots_[id].record);
  changed_hosts_.clear();
}

void PoliteFetcher::fetch(PageRequest request) {
  frontier_.take(request.id);
  FetchRequest conditions;
  conditions.etag = std::move(request.etag);
  conditions.last_modified = std::move(request.last_modified);
  start({{.id = request.id,
          .queue = request.queue,
          .authority = request.authority,
          .url = std::move(request.url)}},
        std::move(conditions));
}

std::uint64_t PoliteFetcher::fetch_sitemap(Url url, HostId queue, AuthorityId authority,
                                           const Validators& known) {
  frontier_.occupy(queue);
  FetchRequest conditions;
  conditions.etag = known.etag;
  conditions.last_modified = known.last_modified;
  return start({{.kind = FetchKind::kSitemap,
                 .queue = queue,
                 .authority = authority,
                 .url = std::move(url)}},
               std::move(conditions));
}

std::int64_t PoliteFetcher::body_limit(FetchKind kind) const {
  if (kind == FetchKind::kRobots) return static_cast<std::int64_t>(kRobotsBytes);
  return kind == FetchKind::kSitemap ? kMostSitemapBytes : specification_.limits.body;
}

std::uint64_t PoliteFetcher::start(InFlight flight, FetchRequest request) {
  if (flight.neighbours.empty()) {  // else a redirect of robots.txt, which goes on holding them
    flight.neighbours = addresses_.neighbours(flight.page.queue);
    for (const HostId neighbour : flight.neighbours) frontier_.occupy(neighbour);
  }
  const std::uint64_t ticket = next_ticket_++;
  request.ticket = ticket;
  request.url = flight.page.url;
  request.body_limit = body_limit(flight.page.kind);
  in_flight_.emplace(ticket, std::move(flight));
  fetcher_.start(std::move(request));
  return ticket;
}

void PoliteFetcher::poll(milliseconds timeout, std::vector<pollfd>& others,
                         std::vector<FetchedPage>& done) {
  std::vector<FetchResponse> answers;
  fetcher_.poll(timeout, others, answers);
  for (FetchResponse& answer : answers) answered(std::move(answer), done);
}

void PoliteFetcher::answered(FetchResponse response, std::vector<FetchedPage>& done) {
  const auto found = in_flight_.find(response.ticket);
  InFlight flight = std::move(found->second);
  in_flight_.erase(found);
  if (is_fatal(response)) return;
  flight.page.response = std::move(response);
  const bool goes_on = flight.page.kind == FetchKind::kRobots && robots_answered(flight);
  if (!goes_on) release(flight);
  done.push_back(std::move(flight.page));
}

bool PoliteFetcher::is_fatal(const FetchResponse& response) {
  if (response.status == FetchStatus::kExhausted) {
    failure_ = too_many_open_files();
    return true;
  }
  if (!specification_.network.gateway || response.status != FetchStatus::kConnectFailed) {
    return false;
  }
  failure_ = no_gateway(specification_, response.detail);
  return true;
}

bool PoliteFetcher::robots_answered(InFlight& flight) {
  const FetchedPage& page = flight.page;
  const RobotsKeeper::Next next = robots_.answered(page.authority, page.response, page.url);
  if (next.follow) {
    FetchedPage again{
        .kind = page.kind, .queue = page.queue, .authority = page.authority, .url = *next.follow};
    start({std::move(again), std::move(flight.neighbours)}, {});
    return true;
  }
  if (next.retry_in > 0ms) frontier_.delay(page.queue, clock_.steady() + next.retry_in);
  if (next.known) changed_hosts_.push_back(page.authority);
  return false;
}

void PoliteFetcher::release(const InFlight& flight) {
  const FetchedPage& page = flight.page;
  milliseconds pause{0};
  if (!page.url.host().empty()) {  // A file has no host to be polite to.
    pause = pace_.after(queues_.text(page.queue), page.response,
                        robots_[page.authority].rules.crawl_delay(), clock_.wall());
  }
  const SteadyTime ready = clock_.steady() + pause;
  frontier_.release(page.queue, ready);
  for (const HostId neighbour : flight.neighbours) frontier_.release(neighbour, ready);
  const bool by_address =
      specification_.politeness.queue_mode == "ip" && !specification_.network.gateway;
  const bool own_answer = queues_.text(page.queue) == page.url.host_and_port();
  if (!by_address || !own_answer) return;
  addresses_.learn(page.queue, page.response.address);
  for (const HostId neighbour : addresses_.neighbours(page.queue))
    frontier_.delay(neighbour, ready);
}

std::optional<milliseconds> PoliteFetcher::try_again(const FetchedPage& page, int tries) {
  if (tries >= kFetchTries) return std::nullopt;
  const milliseconds pause = pace_.before_next_try(tries, page.response, clock_.wall());
  if (pause == 0ms) return pause;
  const SteadyTime ready = clock_.steady() + pause;
  if (is_cut_transfer(page.response)) {
    retries_.put(page.id, ready);
  } else {
    frontier_.delay(page.queue, ready);
  }
  return pause;
}

}  // namespace porthole::gatherer
