#pragma once

/// Fetches politely: the only place that decides when a host may be asked.
///
/// In:  URLs, each in the queue of its host; the <politeness> of the specification.
/// Out: the URL to fetch next, what robots.txt says of it, and the answers with their requests.
///
///   fetcher.put({.id = id}, fetcher.queue_of(url.host_and_port()));
///   while (const std::optional<UrlId> id = fetcher.next()) {
///     const RobotsAccess access = fetcher.check_robots(url, queue);
///     if (access.state == RobotsAccess::kAllowed) fetcher.fetch({.id = *id, .url = url, ...});
///     else if (access.state != RobotsAccess::kAsking) fetcher.erase(*id);
///   }
///   fetcher.poll(100ms, others, answers);
///
/// robots.txt is asked for before the first URL of a host and again after a day (robots_keeper.h).
/// After each answer the host rests (host_pace.h): for the delay of the specification, a longer
/// Crawl-delay, or Retry-After. A URL may be tried again kFetchTries times in all.
///
/// Queue modes: "host" has one queue for each host:port, "domain" one for each registrable domain;
/// with "ip" the hosts of one address (address_groups.h) rest and wait together. Through a gateway
/// every host has one address, so "ip" is "host" there.
///
/// Through a gateway and on a recorded web nothing is waited for, unless <politeness
/// simulated="yes">; robots.txt, queues and requests at once are obeyed there, too.
///
/// Errors: failure() once the fetcher cannot go on.
/// Thread safety: one thread. Lifetime: specification, clock and fetcher outlive it.

#include <chrono>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/clock.h"
#include "base/key_index.h"
#include "base/url/url.h"
#include "collection/specification.h"
#include "gatherer/fetch/fetched_page.h"
#include "gatherer/fetch/fetcher.h"
#include "gatherer/fetch/frontier.h"
#include "gatherer/fetch/host_pace.h"
#include "gatherer/fetch/robots_keeper.h"
#include "repository/records.h"

namespace porthole::gatherer {

/// The verdict of robots.txt on a URL.
struct RobotsAccess {
  enum State : std::uint8_t {
    kAsking,  ///< robots.txt is being asked for; the queue waits.
    kAllowed,
    kRefused,      ///< By `verdict.rule`.
    kUnreachable,  ///< robots.txt cannot be had: nothing is fetched until `site->until`.
    kDead,         ///< The host cannot be spoken to in this run, for `site->dead`.
  };
  State state = kAsking;
  AuthorityId authority = 0;
  const RobotsKeeper::Authority* site = nullptr;  ///< Lifetime: the fetcher's.
  Robots::Verdict verdict = {};
};

/// A page to ask for.
struct PageRequest {
  UrlId id = 0;
  HostId queue = 0;
  AuthorityId authority = 0;
  Url url = {};
  std::string etag = {};           ///< If-None-Match when not empty.
  std::string last_modified = {};  ///< If-Modified-Since when not empty.
};

class PoliteFetcher {
 public:
  /// `schemes_with_robots`: schemes besides http and https whose servers have a robots.txt.
  PoliteFetcher(const collection::Specification& specification, const Clock& clock,
                Fetcher& fetcher, const std::vector<std::string>& schemes_with_robots = {});
  PoliteFetcher(const PoliteFetcher&) = delete;
  PoliteFetcher& operator=(const PoliteFetcher&) = delete;

  /// The queue that the URLs of a host[:port] wait in.
  HostId queue_of(const std::string& host_and_port);
  /// A host[:port] whose URLs wait in `queue`.
  std::string host_of(HostId queue) const { return queues_.text(queue); }
  /// Pauses are kept: on the live web, and where the specification simulates it.
  bool is_patient() const { return patient_; }

  // --- Queues ------------------------------------------------------------------------------------

  void set_order(const QueueOrder& order) { frontier_.set_order(order); }
  /// Puts `url` into `queue`, or moves it within; nothing happens while it waits for its next try.
  void put(const Waiting& url, HostId queue);
  /// As Frontier has them, for put() and erase().
  void begin_filling() { frontier_.begin_filling(); }
  void end_filling() { frontier_.end_filling(); }
  /// Takes `id` out of its queue and out of those that wait for their next try.
  void erase(UrlId id);
  std::optional<Waiting> find(UrlId id) const { return frontier_.find(id); }
  std::size_t queued() const { return frontier_.size(); }
  std::vector<UrlId> all_queued() const { return frontier_.all(); }
  /// Counts a URL that an earlier run fetched, for the order "load".
  void count_fetched(HostId queue) { frontier_.add_load(queue, 1); }
  bool waits_for_retry(UrlId id) const { return retries_.contains(id); }

  // --- When --------------------------------------------------------------------------------------

  /// The first URL, in the queue's order, of a host that may be asked now. It stays in its queue.
  std::optional<UrlId> next() { return frontier_.best(clock_.steady()); }
  /// When next() may name another URL; SteadyTime::max() when it will not by time alone.
  SteadyTime next_ready() const;
  /// Passes over `queue` for a moment.
  void pass_over(HostId queue);
  /// No request for `queue` before `time`, or for kMostRetryAfter from now on if that is sooner.
  void rest_until(HostId queue, WallTime time);
  /// The hosts that are asked less often from now on; at first those of the specification's file.
  void set_slow(std::vector<collection::SlowHost> slow) { pace_.set_slow(std::move(slow)); }
  /// Every host rests as if it had been asked at `last_asked`, or just now if that is sooner.
  void rest_since(WallTime last_asked);
  /// The host of `href` sent a challenge or a refusal in its place: its `queue` is asked less
  /// often.
  void turned_away(HostId queue, const std::string& href);
  WallTime now() const { return clock_.wall(); }
  /// When a URL that was turned away and never had may be asked for again.
  WallTime end_of_rest() const;
  /// The host of `href` gave a page.
  void gave_a_page(const std::string& href);
  /// `href` is left out in this run, since its host turns the crawler away.
  bool skips(const std::string& href);
  /// Holds `id` until `until`, or for kRobotsLife if that is sooner, when robots.txt may be asked
  /// for again; take_due() names it then.
  void hold(UrlId id, WallTime until);
  /// The URLs, each once, whose next try is due or whose hold() is over.
  std::vector<UrlId> take_due();

  // --- robots.txt --------------------------------------------------------------------------------

  /// Takes up what an earlier run stored.
  void restore(const repository::HostRecord& host) { robots_.restore(host); }
  AuthorityId authority_of(const Url& url) { return robots_.id_of(url); }
  /// Takes an answer for the robots.txt of `authority` that an earlier run had; `asked` is its URL.
  /// Returns the URL whose answer counts next, when it redirects.
  std::optional<Url> replay_robots(AuthorityId authority, const Url& asked,
                                   const FetchResponse& response);
  /// Begins to ask for robots.txt, on behalf of `queue`, where it is not known.
  RobotsAccess check_robots(const Url& url, HostId queue);
  const RobotsKeeper::Authority& authority(AuthorityId id) const { return robots_[id]; }
  /// http and https of the host of `url` show the same pages, or do not.
  void note_scheme_twin(const Url& url, bool same);
  /// Moves the hosts that have changed into `batch`.
  void take_changes(repository::Batch& batch);

  // --- Requests and answers
  // ------------------------------------------------------------------------

  /// Takes a URL out of its queue and asks for it. Requires: next() named it, check_robots() is
  /// kAllowed.
  void fetch(PageRequest request);
  /// Asks for a sitemap on behalf of `queue`, if it has changed. Requires: as fetch(). Returns the
  /// ticket of its answer.
  std::uint64_t fetch_sitemap(Url url, HostId queue, AuthorityId authority,
                              const Validators& known = {});
  /// Waits at most `timeout` for an answer or one of `others`, and appends the answers, robots.txt
  /// and its redirects among them. The hosts have been told to rest by then.
  void poll(std::chrono::milliseconds timeout, std::vector<pollfd>& others,
            std::vector<FetchedPage>& done);
  /// Requests that have no answer yet.
  std::size_t under_way() const { return in_flight_.size(); }

  /// Decides about another try of a page whose `tries`-th try ended with kTryAgain: nothing when
  /// that was the last, else the pause before the next. A transfer that was cut postpones the URL
  /// alone, any other failure the host. The caller puts the URL into its queue again.
  std::optional<std::chrono::milliseconds> try_again(const FetchedPage& page, int tries);

  /// Why the fetcher cannot go on: the gateway cannot be reached (kNetwork), no descriptor is left
  /// (kPermission).
  const std::optional<Error>& failure() const { return failure_; }

 private:
  struct InFlight {
    FetchedPage page;
    std::vector<HostId> neighbours = {};  ///< Hosts of the same address that wait meanwhile.
  };
  std::uint64_t start(InFlight flight, FetchRequest request);
  void answered(FetchResponse response, std::vector<FetchedPage>& done);
  bool is_fatal(const FetchResponse& response);
  /// The answer for robots.txt was a redirect, which is being followed.
  bool robots_answered(InFlight& flight);
  void release(const InFlight& flight);
  std::int64_t body_limit(FetchKind kind) const;

  const collection::Specification& specification_;
  const Clock& clock_;
  Fetcher& fetcher_;
  const bool patient_;
  Frontier frontier_;
  StringInterner queues_;
  HostPace pace_;
  AddressGroups addresses_;  ///< Empty unless the queue mode is "ip".
  RobotsKeeper robots_;
  std::vector<AuthorityId> changed_hosts_;
  Postponed retries_;  ///< Queued URLs that wait for their next try.
  Postponed held_;     ///< Dropped ones whose robots.txt is asked for again later.
  std::unordered_map<std::uint64_t, InFlight> in_flight_;
  std::uint64_t next_ticket_ = 1;
  std::optional<Error> failure_;
};

}  // namespace porthole::gatherer
