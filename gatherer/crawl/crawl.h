#pragma once

/// One run of the gatherer: the loop that fetches, parses, weighs and stores.
///
/// Private to gatherer/; gather.h is its door. The collaborators each do one thing: UrlTable knows the
/// URLs, Frontier orders them, Strategy rates them, Scope and RobotsKeeper say no, Fetcher and
/// ParserPool do the work, Committer makes it last. The loop moves a URL from each to the next.

#include <deque>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/clock.h"
#include "collection/specification.h"
#include "gatherer/fetch/address_groups.h"
#include "gatherer/crawl/committer.h"
#include "gatherer/fetch/fetcher.h"
#include "gatherer/fetch/frontier.h"
#include "gatherer/crawl/gather_options.h"
#include "gatherer/fetch/host_pace.h"
#include "gatherer/judge/page_judge.h"
#include "gatherer/fetch/postponed.h"
#include "gatherer/crawl/refresh_failures.h"
#include "gatherer/fetch/robots_keeper.h"
#include "gatherer/frontier/scope.h"
#include "gatherer/strategies/strategy_registry.h"
#include "gatherer/strategies/strategy.h"
#include "gatherer/strategies/strategy_watch.h"
#include "gatherer/frontier/url_table.h"
#include "parser/parser_pool.h"
#include "plugins/protocol_handler.h"
#include "topics/importance/status_model.h"

namespace porthole::gatherer {

/// How the URLs of each plugged-in scheme are treated.
using MannersByScheme = std::map<std::string, Manners, std::less<>>;

/// What a run works with; all outlive it.
struct CrawlParts {
  const collection::Specification& specification;
  const GatherOptions& options;
  const Clock& clock;
  const Scope& scope;
  const PageJudge& judge;
  std::unique_ptr<Strategy> strategy;
  QueueOrder order;
  Fetcher& fetcher;
  parser::ParserPool& parsers;
  Committer& committer;
  repository::Repository& repository;  ///< The committer's, whenever that is not idle.
  StrategyWatch* watch = nullptr;      ///< Null: the strategy stays.
  MannersByScheme manners = {};
  std::filesystem::path archive = {};  ///< The folder of what was fetched, for members that were not read.
  const topics::StatusModel* status = nullptr;  ///< Null: pages have no status.
  std::optional<WallTime> last_asked = {};  ///< When an earlier run may have made its last request.
};

class Crawl {
 public:
  explicit Crawl(CrawlParts parts);

  /// Takes up where the repository ended. Call before the committer gets anything.
  Result<void> restore();
  /// Goes on by another strategy: what waits is rated anew, nothing is lost.
  Result<void> adopt(ChosenStrategy chosen);
  /// Queues the seeds of the specification that are not known yet.
  void add_seeds();
  /// Runs until there is a reason to stop, and says which.
  Result<std::string> run();

  GatherReport report() const;
  /// By which it goes; not always the one that it began with.
  const Strategy& strategy() const { return *strategy_; }

 private:
  enum class Kind : std::uint8_t { kPage, kRobots, kSitemap };
  /// A sitemap that leads to others, as an index or by a redirect. It is settled when all of them are.
  struct SitemapLead {
    Url url;
    std::string outcome;
    std::shared_ptr<SitemapLead> lead;  ///< That led to this one; null when robots.txt named it.
    std::size_t unread = 0;
  };
  struct Flight {
    Kind kind = Kind::kPage;
    UrlId id = 0;
    AuthorityId authority = 0;
    HostId host = 0;
    Url url;
    int depth = 0;      ///< Of a sitemap: indexes that led to it.
    int redirects = 0;  ///< The same: redirects.
    std::shared_ptr<SitemapLead> lead = nullptr;
    std::vector<HostId> neighbours = {};  ///< Hosts of the same address that are kept waiting.
  };
  struct Parsing {
    UrlId id = 0;
    FetchResponse response;
    Url url;
    bool is_member = false;  ///< It stands inside of another page.
    std::vector<UrlId> unread = {};  ///< It is stored already, and read once more for these members.
  };
  /// A page with members that were not read, and where it is in the archive.
  struct Container {
    UrlId id = 0;
    std::string file;
    std::int64_t offset = 0;
    std::vector<UrlId> unread = {};
  };
  /// Where a candidate URL comes from.
  struct Origin {
    UrlId page = 0;
    int hops = 0;       ///< Of the candidate.
    int redirects = 0;
    bool nofollow = false;
    bool copy = false;  ///< The page equals another: its links are recorded, and not followed.
    bool seed = false;
  };
  /// Why a candidate is not wanted.
  struct Refusal {
    DropReason reason;
    std::string detail;
  };
  struct SitemapTask {
    Url url;
    AuthorityId authority;  ///< Whose robots.txt named it, or what led to it.
    int depth = 0;
    int redirects = 0;
    std::shared_ptr<SitemapLead> lead = nullptr;
  };
  class Restorer;

  // crawl.cc: the loop
  bool wants_more() const;
  bool issue_next();
  void fetch_robots(AuthorityId authority, HostId host);
  bool refuse_before_fetch(UrlId id, const Url& url, AuthorityId authority);
  bool queues_by_address() const;
  void fetch(Flight flight);
  void hand_to_parsers();
  void commit_in_time();
  void commit(bool everything);
  void note_plugins();
  void tell_progress();
  std::string waiting_for() const;

  // crawl_restore.cc: where it takes up
  Result<void> prepare_strategy();
  void enqueue_all_open();
  void keep_pace_of_last_run();

  // crawl_refresh.cc: pages that are fetched again
  Result<void> queue_refresh(WallTime before);
  void leave_as_it_was(UrlId id);
  void refresh_failed(UrlId id, const DropReason& reason, bool answered);
  void note_failure(UrlId id, const DropReason& reason, bool answered);
  void settle_gone();
  void ask_for_changes(UrlId id, FetchRequest& request) const;
  bool is_unchanged(UrlId id, const FetchResponse& response) const;
  void keep_unchanged(UrlId id, WallTime at);

  // crawl_answers.cc: what becomes of an answer
  void answered(FetchResponse response);
  void robots_answered(const Flight& flight, FetchResponse response);
  void take_sitemap_entry(const std::string& text);
  void page_answered(const Flight& flight, FetchResponse response);
  void redirected(const Flight& flight, FetchResponse response);
  void retry_or_drop(const Flight& flight, const FetchResponse& response, DropReason reason);
  void note_where_it_went(const Flight& flight, const FetchResponse& response);
  void queue_what_is_due();
  void hold_until_robots_are_asked(UrlId id, const RobotsKeeper::Authority& site);
  void release_host(const Flight& flight, const FetchResponse& response);
  void parsed(Parsing parsing, Document document);
  bool is_scheme_twin(UrlId id, const Url& url);
  void store_page(Parsing parsing, Document document, std::string digest);
  /// Adds an answer to what will be archived; the reference is good until the next call.
  Fetched& archive(const Url& url, UrlId id, FetchResponse response);

  // crawl_links.cc: what becomes of a link
  UrlId admit(const Url& found, const Origin& origin, bool followed);
  UrlId found_again(UrlId known, const Origin& origin, bool followed);
  /// 0 when the link has no valid URL.
  UrlId target_of(const Link& link, const Origin& origin);
  std::optional<Refusal> refusal(const Url& url, const Origin& origin) const;
  bool is_closed_to(const Url& url, std::string_view from_href) const;
  UrlId add_url(const Url& url, const std::string& key, const Origin& origin, const std::optional<Refusal>& refused);
  bool is_too_far(int hops) const;
  void reopen(UrlId id, const Origin& origin);
  void reconsider(UrlId id, const Origin& origin);
  void reconsider_all();
  void try_seed_again(UrlId id);
  void become_alias(UrlId id, UrlId target, std::string reason);
  void follow_links(const JudgedPage& page, std::vector<Link> links, const Origin& origin);
  UrlId scheme_twin_of(UrlId id, const Url& url) const;
  void mark_stale(UrlId id);
  void enqueue(UrlId id);
  void drop(UrlId id, const DropReason& reason, std::string detail = {});
  bool is_full(std::uint32_t site) const;
  void fill_site(std::uint32_t site);
  void raise();
  bool is_open(UrlId id) const;
  bool is_rated(UrlId id) const;

  // crawl_members.cc: what is inside of a page
  void take_members(UrlId container, const Url& url, std::vector<Member> members);
  void take_members_again(UrlId container, const Url& url, std::vector<Member> members);
  void resolve_inner_links(const Url& member, Document& document) const;
  bool has_room_for_members(std::uint32_t site) const;
  Result<void> find_unread_members();
  void read_container_again();
  void container_read_again(Parsing parsing, Document document);

  // crawl_sitemaps.cc: what sites say they have
  void queue_sitemaps(AuthorityId authority);
  void queue_sitemap(SitemapTask task);
  bool fetch_sitemap(HostId host);
  void sitemap_answered(const Flight& flight, FetchResponse response);
  void read_sitemap_of(const Flight& flight, const std::string& body);
  void follow_sitemap(const Flight& flight, const FetchResponse& response);
  void lead_to(const Flight& flight, const std::vector<Url>& urls, int redirects, std::string outcome);
  void finish_sitemap(const Url& url, std::shared_ptr<SitemapLead> lead, std::string outcome);
  void settle_sitemap(const Url& url, std::string outcome);
  bool has_room_for(const Url& sitemap_entry);

  const collection::Specification& specification_;
  const GatherOptions& options_;
  const Clock& clock_;
  const Scope& scope_;
  const PageJudge& judge_;
  const topics::StatusModel* status_;
  std::unique_ptr<Strategy> strategy_;
  Fetcher& fetcher_;
  parser::ParserPool& parsers_;
  Committer& committer_;
  repository::Repository& repository_;
  StrategyWatch* watch_;
  MannersByScheme manners_;

  UrlTable urls_;
  Frontier frontier_;
  Postponed retries_;      ///< Queued URLs that wait for their next try.
  Postponed unreachable_;  ///< Dropped ones whose robots.txt is asked for again later.
  RobotsKeeper robots_;
  bool patient_ = true;                        ///< Delays and back-off are waited for.
  HostPace pace_;
  std::optional<WallTime> last_asked_;
  RefreshFailures failures_;
  /// When pages are refreshed: the copies that each had, by id.
  std::unordered_map<UrlId, std::vector<UrlId>> copies_;
  struct SitePages {
    std::int64_t fetched = 0;
    std::int64_t under_way = 0;
  };
  std::vector<SitePages> site_pages_;          ///< By number of the site.
  std::unordered_map<std::uint64_t, UrlId> digests_;  ///< Hash of site and digest -> first such page.
  std::unordered_map<std::string, int>
      scheme_twin_;  ///< By host and port: 1 same pages under http and https, -1 not.
  std::unordered_map<std::uint64_t, Flight> flights_;
  std::uint64_t next_ticket_ = 1;
  std::deque<Parsing> to_parse_;
  std::filesystem::path archive_folder_;
  std::unordered_map<UrlId, std::vector<UrlId>> members_;  ///< When pages are refreshed: those that each had.
  std::deque<Container> containers_;           ///< To be read again for their members.
  std::unordered_map<std::uint64_t, Parsing> parsing_;
  std::unordered_map<HostId, std::deque<SitemapTask>> sitemaps_;
  std::unordered_map<HostId, std::int64_t> sitemap_urls_;  ///< Known from nowhere but a sitemap.
  AddressGroups addresses_;                                ///< Empty unless the queue mode is "ip".
  Commit commit_;
  std::optional<std::vector<PluginRecord>> plugins_noted_;  ///< As the repository has them.
  std::vector<UrlId> raised_;
  std::unordered_map<UrlId, double> moved_;    ///< Priorities that differ from the repository's.

  SteadyTime started_;
  SteadyTime last_progress_{};
  SteadyTime last_commit_{};
  SteadyTime last_flush_{};
  std::int64_t budget_ = 0;
  std::int64_t fetched_before_ = 0, fetched_ = 0, relevant_ = 0;
  std::int64_t refreshed_ = 0;                 ///< Pages that were fetched again.
  std::int64_t unchanged_ = 0;                 ///< Those of them whose server said that nothing has changed.
  /// What a server said of a page, to be asked with whether it has changed since (RFC 9110 8.8).
  struct Validators {
    std::string etag, last_modified;
  };
  std::unordered_map<UrlId, Validators> validators_;  ///< Of pages that are fetched again.
  std::int64_t last_order_ = 0;                ///< More than fetched_ once pages were removed.
  std::int64_t pages_under_way_ = 0;           ///< On the wire or being parsed.
  std::optional<Error> failure_;
  std::vector<std::pair<std::string, std::string>> failed_seeds_;
};

}  // namespace porthole::gatherer
