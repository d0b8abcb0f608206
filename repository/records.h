#pragma once

/// Record types of the repository: URLs, pages, links, hosts, terms, runs, summaries. Plain data.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/document.h"
#include "base/link.h"
#include "base/plugin_record.h"
#include "base/relevance.h"
#include "repository/url_state.h"

namespace porthole::repository {

/// Given out by the gatherer in the order in which URLs become known, from 1; 0 = none.
using UrlId = std::int64_t;

/// A URL as it becomes known. `href` is what is asked for, `key` what identifies it (Url::key()).
struct UrlRecord {
  UrlId id = 0;
  std::string key;
  std::string href;
  std::string host;  ///< host[:port], as Url::host_and_port().
  std::string site;  ///< Registrable domain, or the prefix that the specification names.
  UrlState state = UrlState::kQueued;
  DropReason reason = DropReason::kNone;
  std::string detail;     ///< Details for people: the rule, the error.
  double priority = 0;    ///< The strategy's, larger first; as of the last commit.
  int hops = 0;           ///< Links from the nearest seed.
  int redirects = 0;      ///< Redirects followed to get here.
  int tries = 0;          ///< Fetches attempted.
  WallTime not_before{};  ///< Not asked for again before this time.
  bool seed = false;
  UrlId found_on = 0;  ///< The page it was first seen on; 0 for seeds.
  UrlId alias_of = 0;  ///< For kAlias: the URL that stands for it.
  UrlStatus status() const { return {state, reason}; }
};

/// A fetched page (state kFetched). The final answer was 2xx.
struct PageRecord {
  UrlId id = 0;
  std::int64_t order = 0;  ///< Place in the crawl, from 1.
  WallTime fetched_at{};
  int http_status = 200;
  std::string etag;
  std::string last_modified;  ///< The header as sent.
  std::string digest;         ///< "sha1:BASE32" of the body after content decoding.
  std::int64_t bytes = 0;     ///< Size of the body after content decoding.
  bool truncated = false;     ///< The body was longer than the limit.
  Relevance relevance;        ///< By the page's own text.
  bool relevant = false;      ///< relevance reached the topic's threshold when it was judged.
  std::string topic;          ///< Best topic, "" when relevance names none.
  std::optional<double> importance =
      std::nullopt;        ///< In [0, 1], by the importance model; empty without one.
  UrlId duplicate_of = 0;  ///< An earlier page of the same site with the same digest; 0 = none.
  bool noindex = false;    ///< By meta robots or X-Robots-Tag.
  bool nosnippet = false;
  bool noarchive = false;
  std::string archive_file;         ///< Name within the archive folder.
  std::int64_t archive_offset = 0;  ///< Offset of the response record.
  Document document;  ///< Its `links` are kept apart (LinkRecord) and empty when read back.
};

/// A link of page `source`, the `position`-th from 0. `link.url` is the target's href. The dates
/// are the repository's to say: those in a Batch are not looked at.
struct LinkRecord {
  UrlId source = 0;
  std::uint32_t position = 0;
  UrlId target = 0;
  Link link;
  WallTime first_seen{};  ///< When its page was first fetched with it.
  WallTime last_seen{};   ///< When its page was last fetched with it.
  WallTime closed{};      ///< When its page was first fetched without it; zero while it is there.
};

/// A host as robots.txt and politeness know it.
struct HostRecord {
  std::string name;       ///< scheme://host[:port], the authority robots.txt speaks for.
  int robots_status = 0;  ///< HTTP status of the last answer; 0 = never had, -1 = unreachable.
  WallTime robots_fetched_at{};
  std::string robots_text;  ///< First 512 KiB; "" unless 2xx.
  int scheme_twin = 0;      ///< 0 unknown, 1 http and https show the same pages, -1 they differ.
};

/// The judgement of a page, as PageRecord has it.
struct JudgementRecord {
  UrlId page = 0;
  Relevance relevance;
  bool relevant = false;
  std::string topic;
};

/// Statistics of a term of link metadata (topics/text/relevance_weighting.h).
struct TermRecord {
  std::string term;
  std::int64_t fetched = 0;   ///< Fetched pages among whose in-links' metadata the term was.
  std::int64_t relevant = 0;  ///< Those of them that proved relevant.
};

/// Hub and authority score of a page (gatherer/strategies/distillation.h). Each sums to 1 over the
/// graph that was distilled: over all pages, or fetched pages and their link targets.
struct ScoreRecord {
  UrlId page = 0;
  double hub = 0;
  double authority = 0;
  bool operator==(const ScoreRecord&) const = default;
};

/// Rounds a score to four significant digits, as summaries state it: scores of a large collection
/// are small.
inline double stated_score(double score) {
  if (score <= 0) return 0;
  const double scale = std::pow(10.0, 3 - std::floor(std::log10(score)));
  return std::min(1.0, std::round(score * scale) / scale);
}

/// Why a run of the gatherer ended.
enum class StopReason : std::uint8_t {
  kNone,  ///< It has not ended.
  kFrontierEmpty,
  kBudget,  ///< The number of pages was reached.
  kTime,
  kInterrupted,
  kRefreshed,
  kRecall,    ///< The goal of --until-recall was reached.
  kHandOver,  ///< One of several gatherers goes on with other buckets.
  kFailed,    ///< RunRecord::failure has the error.
};

/// "frontier empty", "budget", "time", "interrupted", "refreshed", "recall", "hand-over",
/// "failed"; "" for kNone.
std::string_view name_of(StopReason reason);

/// One run of the gatherer.
struct RunRecord {
  std::int64_t id = 0;
  WallTime started{};
  WallTime ended{};
  std::string strategy;
  /// Options of the strategy in force; of a repeated name the last.
  std::vector<std::pair<std::string, std::string>> options;
  StopReason stop_reason = StopReason::kNone;
  std::string failure;  ///< The message of the error that ended it; "" unless it failed.
  std::int64_t fetched = 0;

  /// `failure`, or the name of `stop_reason`: the text that is stored and shown.
  std::string stopped() const;
  /// Sets both from such a text. Any text that is not a name is a failure.
  void set_stopped(std::string text);
};

/// Consecutive failures of a page when it was fetched again.
struct FailureRecord {
  UrlId page = 0;
  int failures = 0;  ///< In a row, at most one a run.
  WallTime first{};
  WallTime last{};
  DropReason reason = DropReason::kNone;  ///< The reason of the last failure.
  WallTime gone{};                        ///< When it was declared gone; zero while it is not.
  bool is_gone() const { return gone != WallTime{}; }
};

/// A link that leads into a bucket of another gatherer, for whoever holds that.
struct LinkNotice {
  UrlId target = 0;
  UrlId source = 0;            ///< The page; 0 for a sitemap.
  std::int64_t position = -1;  ///< Its place in the page; -1 for a redirect or a sitemap.
  int hops = 0;                ///< Links from the nearest seed to the target.
  int redirects = 0;
  bool follows = true;  ///< False for a nofollow link, and for one of a copy.
  bool seed = false;
};

/// The part of a batch that only one of several gatherers has (shared_repository.h).
struct SharedBatch {
  std::vector<LinkNotice> notices;
  /// URLs that became known by the inbox: the gatherer's id, the repository's, and the site.
  struct Adopted {
    UrlId id = 0, stored = 0;
    std::string site;
  };
  std::vector<Adopted> adopted;
  /// A row of the inbox (inbox.h) from which this batch follows, and its target.
  struct Taken {
    std::int64_t row = 0;
    UrlId target = 0;
  };
  std::vector<Taken> taken;
  bool empty() const { return notices.empty() && taken.empty(); }
};

/// Everything that one transaction of the gatherer writes, all or nothing.
struct Batch {
  std::vector<UrlRecord> new_urls;
  std::vector<UrlRecord>
      changed_urls;  ///< state, reason, detail, priority, tries, not_before, alias_of.
  std::vector<std::pair<UrlId, double>> priorities;
  /// A page that is stored already was fetched again: it keeps its order, links that it no longer
  /// has are closed, and the pages that they led to become stale.
  std::vector<PageRecord> pages;
  /// Pages that were fetched again and had not changed, with the time: it becomes their date and
  /// the date on which each of their links was last seen.
  std::vector<std::pair<UrlId, WallTime>> unchanged;
  /// Failures of pages that were fetched again and did not answer. A page that is declared gone
  /// loses its summary, its links are closed, and its duplicate with the smallest id replaces it as
  /// the original of the others. A page among `pages` or `unchanged` has its failures cleared,
  /// unless its capture is that of the stored page: it was read from the archive once more.
  std::vector<FailureRecord> failures;
  std::vector<LinkRecord> links;  ///< All links of `pages`, and of redirects.
  std::vector<HostRecord> hosts;
  std::vector<TermRecord> terms;                     ///< New totals, not differences.
  std::vector<UrlId> stale;                          ///< Pages whose summary is out of date.
  std::optional<std::vector<PluginRecord>> plugins;  ///< Replace the stored records.
  std::string strategy;  ///< Whose state `strategy_state` is; "" = not to be stored.
  std::string strategy_state;
  std::optional<std::vector<ScoreRecord>>
      scores;                ///< As Repository::put_scores() takes them; nothing: they stay.
  std::string archive_file;  ///< Where the archive ended when the batch was closed.
  std::int64_t archive_size = 0;
  SharedBatch shared;  ///< Empty for a gatherer that writes alone.
  bool empty() const {
    return new_urls.empty() && changed_urls.empty() && priorities.empty() && pages.empty() &&
           unchanged.empty() && failures.empty() && links.empty() && hosts.empty() &&
           terms.empty() && stale.empty() && strategy.empty() && !scores && !plugins &&
           shared.empty();
  }
};

/// An in-link: a link with data of its source page.
struct InLink {
  UrlId source = 0;
  std::string source_href;
  std::string source_title;
  std::string source_site;
  Relevance source_relevance;
  Link link;  ///< link.url is the URL as the source has it (an alias of the target, perhaps).
  std::optional<double> source_authority = std::nullopt;  ///< ScoreRecord::authority.
  WallTime first_seen{}, last_seen{}, closed{};           ///< As LinkRecord has them.
};

/// Says that the summary of a page, or of a URL that only links describe, is new, was changed, or
/// was removed.
struct SummaryChange {
  std::int64_t serial = 0;  ///< Grows with every change, so that a reader can ask for later ones.
  std::string url{};
  bool removed = false;
  UrlId page = 0;
  std::string digest{};  ///< Stands for what links say of a URL that is not a page.
};

/// Numbers of URLs, or of failures, by reason.
using ReasonCounts = std::vector<std::pair<DropReason, std::int64_t>>;

/// Counts for `status` and for the last line of `gather`.
struct Counts {
  std::int64_t urls = 0, queued = 0, fetched = 0, alias = 0, dropped = 0;
  std::int64_t relevant = 0;    ///< Fetched pages judged relevant.
  std::int64_t duplicates = 0;  ///< Fetched pages with the content of an earlier one.
  /// Requests for pages until each URL was first fetched or given up, redirects and further tries
  /// among them (the sum of UrlRecord::tries), and those that brought neither a page nor another
  /// name of one. A URL that was given up and is tried again counts anew; a refresh does not count.
  std::int64_t requests = 0, failures = 0;
  std::int64_t links = 0, hosts = 0, sites = 0;
  std::int64_t summaries = 0, stale = 0;
  /// Fetched pages that failed to answer when they were fetched again, those gone apart.
  std::int64_t failing = 0;
  std::int64_t gone = 0;       ///< Fetched pages that count as gone.
  ReasonCounts reasons;        ///< Dropped, by reason; most first.
  ReasonCounts alias_reasons;  ///< Aliases, the same.
};

}  // namespace porthole::repository
