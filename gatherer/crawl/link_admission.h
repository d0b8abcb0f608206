#pragma once

/// Decides which links become URLs to fetch: by the URL table, the scope and the limits.
///
/// In:  the links of pages, redirects, sitemap entries, seeds.
/// Out: ids of the URL table. A URL that is not wanted is kept among the dropped ones with the
///      reason, and is asked about again when a nearer or a followed link leads to it.
///
/// Thread safety: one thread. Lifetime: the parts outlive it.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/link.h"
#include "base/url/url.h"
#include "gatherer/crawl/crawl_queue.h"
#include "gatherer/crawl/crawl_rules.h"
#include "gatherer/fetch/fetcher.h"
#include "gatherer/fetch/polite_fetcher.h"
#include "gatherer/frontier/url_table.h"
#include "gatherer/strategies/strategy.h"

namespace porthole::gatherer {

/// The rule by which a link may not be followed.
enum class Nofollow : std::uint8_t {
  kNo,
  kLink,    ///< rel=nofollow on the link.
  kMeta,    ///< The robots meta element of its page.
  kHeader,  ///< X-Robots-Tag in the answer with its page.
};

/// Where a URL was found.
struct LinkOrigin {
  UrlId page = 0;
  int hops = 0;  ///< Links from the nearest seed to the URL.
  int redirects = 0;
  Nofollow nofollow = Nofollow::kNo;
  bool copy = false;  ///< The page equals another: its links are recorded, and not followed.
  bool seed = false;
  bool again = false;  ///< The repository tells the pages that the changed links lead to.
};

class LinkAdmission {
 public:
  struct Parts : CrawlCore {
    CrawlQueue& queue;
  };
  explicit LinkAdmission(const Parts& parts) : parts_(parts) {}

  /// Takes up what an earlier run found of http and https of a host.
  void restore(const repository::HostRecord& host);
  /// Takes up a URL of an earlier run: the language for which its page was dropped.
  void restore(const repository::UrlRecord& url);
  /// Asks again about all URLs, by the rules and limits of today: those that were kept out, and
  /// those that wait. `same_rules`: the run that let these wait had the same, so that they are
  /// asked about only where a plug-in has a say. Call before anything is queued.
  void reconsider_all(bool same_rules);
  /// Lets in what the cap of a site kept out, where the cap of today has room.
  void readmit_capped();
  /// Asks again about the URLs that wait and those that rules of the scope kept out, while a crawl
  /// runs. Those that are let in have to be queued.
  void follow_scope();
  /// Queues the seeds of the specification; `retries`: those, too, that could not be fetched
  /// before.
  void add_seeds(bool retries = true);
  /// Seeds that add_seeds() refused, each with the reason.
  const std::vector<std::pair<std::string, std::string>>& failed_seeds() const {
    return failed_seeds_;
  }

  /// The URL of the table for `url`, which is added when it is new. `followed`: it may be fetched;
  /// an image is not.
  UrlId admit(const Url& url, const LinkOrigin& origin, bool followed = true);
  /// Admits and queues a URL that no page led to, as one a link away from the front page of its
  /// site; the strategy is told if a sitemap lists it. Returns the URL that stands for it.
  UrlId queue(const Url& url, bool is_listed = false);
  /// Lets in and queues a URL that was put off until now, if the rules of today want it.
  void readmit_due(UrlId id);
  /// Another gatherer found `id`, which stands for itself, again.
  void found_by_another(UrlId id, const repository::LinkNotice& notice);
  /// Keeps a URL that is new, or waits, from being fetched. Returns its number.
  UrlId refuse(const Url& url, DropReason reason, const std::string& detail);
  /// Tells the strategy of the links of a page, queues what they lead to, and returns their rows.
  std::vector<repository::LinkRecord> follow(const JudgedPage& page, std::vector<Link> links,
                                             const LinkOrigin& origin);
  /// Admits what a relevant page leads to beside its links, tells the strategy and queues it.
  void follow_beside(const JudgedPage& page, const std::vector<std::string>& hrefs,
                     const LinkOrigin& origin);
  /// A page of `from_href` cannot lead to `url`: a page of the web cannot make us read somebody's
  /// mail.
  bool is_closed_to(const Url& url, std::string_view from_href) const;

  /// The URL that stands for `url` under the other of http and https; 0 when none does.
  UrlId scheme_twin_of(UrlId id, const Url& url) const;
  /// Compares a page with the one under the other scheme, and makes it an alias of that when both
  /// are the same to the byte. Requires: Entry::digest.
  bool merge_scheme_twin(UrlId id, const Url& url);
  /// Moves what the owners of other URLs are to be told into `batch`.
  void take_changes(repository::Batch& batch);

 private:
  /// Why a URL is not wanted.
  struct Refusal {
    DropReason reason;
    std::string detail;
  };
  std::optional<Refusal> refusal(const Url& url, const LinkOrigin& origin) const;
  UrlId add(const Url& url, std::string key, const LinkOrigin& origin,
            std::optional<Refusal> refused);
  UrlId found_again(UrlId known, const LinkOrigin& origin, bool followed);
  /// 0 when the link has no valid URL.
  UrlId target_of(const Link& link, const LinkOrigin& origin);
  /// The URL that stands for a link's, when that may still be fetched; else 0.
  UrlId follow_link(const JudgedPage& page, std::uint32_t position, Link link,
                    const LinkOrigin& origin, std::vector<repository::LinkRecord>& rows);
  void reopen(UrlId id, const LinkOrigin& origin);
  UrlId admit_here(const Url& url, const LinkOrigin& origin, bool followed);
  /// Tells the gatherer that owns `id` of a link to it; `position` as LinkNotice has it.
  void tell_owner(UrlId id, const LinkOrigin& origin, std::int64_t position);
  /// `readmits`: the event by which it waits if it is wanted.
  void reconsider(UrlId id, const LinkOrigin& origin, UrlEvent readmits = UrlEvent::kReadmit);
  bool may_come_back(UrlId id) const;
  /// Drops a URL that waits if today's rules or limits keep it out.
  void recheck(UrlId id);
  void add_seed(const Url& url, bool accepted, bool retries);
  void try_seed_again(UrlId id);
  bool is_too_far(int hops) const;

  Parts parts_;
  /// By host and port: whether http and https show the same pages.
  std::unordered_map<std::string, bool> scheme_twins_;
  std::unordered_map<UrlId, std::string> languages_;  ///< Those that pages were dropped for.
  std::vector<std::pair<std::string, std::string>> failed_seeds_;
  std::vector<repository::LinkNotice> notices_;
};

}  // namespace porthole::gatherer
