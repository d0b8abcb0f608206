#pragma once

/// A strategy decides which of the known URLs is worth fetching, and which first.
///
/// In:  every page as it is judged, then every link of it as it is read.
/// Out: a rating of any URL that was linked to, and which ratings have risen meanwhile.
///
/// The gatherer asks for a rating again just before it fetches, so a rating that has sunk needs no
/// notice; one that has risen does (take_raised), or the URL would wait in its old place.
///
/// A crawl that goes on, and one whose strategy is changed on the way, first give a new strategy its state
/// back: restore() and restore_totals(), then the pages and the links that the repository has.
///
/// Thread safety: one thread. Ownership: the gatherer's.

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/link.h"
#include "base/plugin_record.h"
#include "base/result.h"
#include "collection/specification.h"
#include "gatherer/judge/page_judge.h"
#include "gatherer/frontier/queue_order.h"
#include "repository/records.h"

namespace porthole::gatherer {

using repository::UrlId;
/// Numbers the sites of one crawl (Scope::site_of()), from 0.
using SiteId = std::uint32_t;

/// What a strategy thinks of a URL. Priorities compare within one strategy only: larger is fetched first.
struct Rating {
  double priority = 0;
  bool pruned = false;  ///< Not to be fetched unless its rating rises.
};

/// Of seeds, under strategies whose ratings have no bound of their own: before anything else.
inline constexpr double kSeedPriority = 1e9;

/// A page that was fetched.
struct JudgedPage {
  UrlId id = 0;
  SiteId site = 0;
  int hops = 0;
  bool seed = false;
  const Judgement& judgement;
  const Document* document = nullptr;  ///< Null for pages of an earlier run.
};

/// A link of `source` to a page, whether that is fetched yet or not.
struct LinkRead {
  const JudgedPage& source;  ///< Its id is 0 for a sitemap.
  UrlId target = 0;          ///< What stands for the link's URL: an alias's target, a copy's original.
  SiteId target_site = 0;
  bool target_open = false;  ///< It may still be fetched.
  const Link& link;
};

/// Why a strategy rates a URL as it does: one line for people.
struct Reason {
  std::string what;    ///< "anchor: light curve", "authority".
  double weight = 0;   ///< What it adds, or is, in the strategy's own units.
};

/// The links that a strategy wants to hear of when its state is restored.
enum class Replay { kNothing, kOpenLinks, kAllLinks };

class Strategy {
 public:
  virtual ~Strategy() = default;

  virtual std::string_view name() const = 0;

  /// The order that its ratings are made for, when the user names no other.
  virtual QueueOrder order() const { return {}; }

  /// A page was fetched and judged. Copies of a page that is known already are not told.
  virtual void page_judged(const JudgedPage& page) { (void)page; }

  /// A page links to another. Comes after page_judged() of the source.
  virtual void link_read(const LinkRead& link) { (void)link; }

  /// What was said about `alias` counts for `target` from now on (a redirect, a twin).
  virtual void merge(UrlId alias, UrlId target) { (void)alias, (void)target; }

  /// `target` will not be asked about again.
  virtual void forget(UrlId target) { (void)target; }

  virtual Rating rate(UrlId target, int hops, bool seed) const = 0;

  /// Appends the URLs whose rating may have risen since the last call.
  virtual void take_raised(std::vector<UrlId>& raised) { (void)raised; }

  /// Appends what speaks for and against `target`, the heaviest first.
  virtual void explain(UrlId target, std::vector<Reason>& reasons) const { (void)target, (void)reasons; }

  /// Of a strategy of a plug-in that failed; nothing for all others.
  virtual std::optional<PluginRecord> trouble() const { return std::nullopt; }

  /// One line for people on what it did that nobody asked for, such as fetches for a look; "" for nothing.
  virtual std::string remark() const { return {}; }

  // --- What outlives a run -------------------------------------------------------------------------

  /// Appends what has to be stored of what was learned since the last call.
  virtual void take_learned(std::vector<repository::TermRecord>& terms) { (void)terms; }
  /// Takes up what an earlier run stored: before any page or link is replayed.
  virtual void restore(const repository::TermRecord& term) { (void)term; }
  virtual void restore_totals(std::int64_t fetched, std::int64_t relevant) { (void)fetched, (void)relevant; }

  /// Hub and authority scores of URLs, fetched or not, once after each time that the strategy computed all of them.
  virtual std::optional<std::vector<repository::ScoreRecord>> take_scores() { return std::nullopt; }

  /// A state that is not made of terms, of at most a few MiB; "" for none. Stored now and then.
  virtual std::string state() const { return {}; }
  /// Takes up what state() gave. What cannot be read is ignored: the crawl learns it again.
  virtual void restore_state(std::string_view state) { (void)state; }

  virtual Replay replay() const { return Replay::kNothing; }

  /// It goes by Judgement::status, which only a status model gives.
  virtual bool needs_status() const { return false; }
};

}  // namespace porthole::gatherer
