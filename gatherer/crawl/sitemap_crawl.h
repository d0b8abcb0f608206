#pragma once

/// Reads the sitemaps that robots.txt names, and those that they lead to, as an index or by a
/// redirect.
///
/// In:  the robots.txt of a host; answers to requests for sitemaps.
/// Out: the URLs of sitemaps, queued as links one step from the front page of their site; each
///      sitemap kept among the dropped URLs with what became of it, so that it is read once; when
///      pages were changed, told to a run that fetches pages again.
///
/// Such a run reads sitemaps once more, if that was a day ago or longer: of each host one for ten
/// pages that may be fetched again. A round (round_plan.h) reads them whenever they were read: of
/// each good host two, or one for forty pages, and of those in an index none whose date there is
/// before the day that it was read. It asks only whether one has changed, unless the last reading
/// was of changes to pages that may not have been fetched since.
///
/// A sitemap is fetched within scope, by robots.txt, before the next page of its host. One that
/// finds no room, or whose fetch brings no answer, is left to the next run, and so is what led to
/// it.
///
/// Thread safety: one thread. Lifetime: the parts outlive it.

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/url/url.h"
#include "gatherer/crawl/crawl_rules.h"
#include "gatherer/crawl/link_admission.h"
#include "gatherer/fetch/fetched_page.h"
#include "gatherer/fetch/polite_fetcher.h"
#include "gatherer/frontier/recrawl_values.h"
#include "gatherer/frontier/sitemap.h"
#include "gatherer/frontier/url_table.h"

namespace porthole::gatherer {

class SitemapCrawl {
 public:
  struct Parts : CrawlCore {
    LinkAdmission& links;
    RecrawlValues* recrawled = nullptr;  ///< Null: no pages are fetched again.
    /// In a round: sitemaps of the host are read. Empty otherwise.
    std::function<bool(HostId)> leads_to_news = {};
    /// UrlRecord::detail of a URL that an earlier run knew. Empty: sitemaps are asked for whole.
    std::function<std::string(UrlId)> stored_detail = {};
  };
  explicit SitemapCrawl(const Parts& parts) : parts_(parts) {}

  /// Takes up a URL of an earlier run, which counts when only sitemaps name it.
  void restore(const UrlTable::Entry& url);
  /// Queues the sitemaps that a robots.txt names, once in a run.
  void queue_sitemaps_of(AuthorityId authority);
  /// Asks for the next sitemap that waits in `queue`, or settles it without a request. False when
  /// there is none.
  bool fetch_next(HostId queue);
  /// Takes a sitemap that waits off its queue as if it had been asked for, so that answered() takes
  /// `page`, whose ticket is set. False when none waits with this URL.
  bool expect(FetchedPage& page);
  /// Takes the answer to a request of fetch_next().
  void answered(const FetchedPage& page);

 private:
  /// A sitemap that leads to others. It is settled when all of them are.
  struct Lead {
    Url url;
    std::string outcome;
    std::shared_ptr<Lead> lead;  ///< The one that led here; null when robots.txt named it.
    std::size_t unread = 0;
  };
  struct Task {
    Url url;
    AuthorityId named_by = 0;  ///< Whose robots.txt named it, or what led to it.
    int depth = 0;             ///< Indexes that led to it.
    int redirects = 0;         ///< Redirects that led to it.
    std::shared_ptr<Lead> lead = nullptr;
    std::string outcome = "";  ///< That of the last reading, with its validators.
  };
  void queue(Task task);
  /// Asks for it if it has changed, where its validators are known.
  void ask(Task task, HostId queue, AuthorityId authority);
  void read(const Task& task, const FetchResponse& response);
  void follow_redirect(const Task& task, const FetchedPage& page);
  void lead_to(const Task& task, const std::vector<Url>& urls, int redirects,
               const std::string& outcome);
  void finish(const Task& task, const std::string& outcome);
  void settle(const Url& url, const std::string& outcome);
  /// The sitemap was read, and is not due to be read again.
  bool was_read(const Url& url) const;
  /// The sitemap was read since `changed`, the date that an index gives it.
  bool was_read_since(const Url& url, WallTime changed) const;
  bool claims_change(UrlId page) const;
  bool may_wait_for(HostId host);
  /// Returns the URL that the entry stands for; 0 for none.
  UrlId take_entry(const SitemapEntry& entry);
  /// In a round: the fetched pages of a host that a sitemap named first.
  const std::vector<UrlId>& pages_from_sitemaps(HostId host);
  /// Notes the pages that `task`, the only sitemap of its host, listed once and does not list now.
  /// Returns whether there are any that may have changed.
  bool note_unlisted(const Task& task, const std::unordered_set<UrlId>& listed);
  bool has_room_for(const Url& entry);

  Parts parts_;
  std::unordered_set<AuthorityId> taken_;  ///< Whose sitemaps are queued.
  std::unordered_set<UrlId> read_now_;     ///< In this run.
  std::unordered_map<HostId, std::deque<Task>> waiting_;
  std::unordered_map<std::uint64_t, Task> in_flight_;             ///< By ticket.
  std::unordered_map<HostId, std::int64_t> known_;                ///< URLs that only sitemaps name.
  std::unordered_map<HostId, std::vector<UrlId>> from_sitemaps_;  ///< pages_from_sitemaps().
  std::unordered_map<HostId, std::size_t> again_;  ///< Sitemaps queued to be read once more.
  std::uint64_t replayed_ = 0;                     ///< Tickets of expect().
};

}  // namespace porthole::gatherer
