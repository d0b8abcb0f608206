#pragma once

/// Strategy: the interface of crawl strategies, which rate URLs to decide what is fetched, and in
/// which order.
///
/// In:  every page after it was judged, then every link of it.
/// Out: ratings of linked URLs, and which ratings have risen meanwhile.
///
/// The gatherer asks for a rating again just before the fetch, so a strategy need not report a
/// rating that sank; it must report one that rose (take_raised()), or the URL keeps its old place
/// in the queue.
///
/// When a crawl is resumed, or its strategy changed, the new strategy first gets its state back:
/// restore() and restore_totals(), then the pages and links of the repository.
///
/// Thread safety: one thread. Ownership: the gatherer's.

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/link.h"
#include "base/plugin_record.h"
#include "base/result.h"
#include "base/text/state_bytes.h"
#include "collection/specification.h"
#include "gatherer/fetch/queue_order.h"
#include "gatherer/judge/page_judge.h"
#include "repository/records.h"

namespace porthole::gatherer {

using repository::UrlId;
/// Numbers the sites of one crawl (Scope::site_of()), from 0.
using SiteId = std::uint32_t;

/// The rating of a URL. Larger priorities are fetched first; they compare within one strategy only.
struct Rating {
  double priority = 0;
  bool pruned = false;  ///< Do not fetch unless the rating rises.
};

/// Priority of seeds, above that of any other URL.
inline constexpr double kSeedPriority = 1e9;

/// A fetched and judged page.
struct JudgedPage {
  UrlId id = 0;
  SiteId site = 0;
  int hops = 0;
  bool seed = false;
  const Judgement& judgement;
  const Document* document = nullptr;  ///< Null for pages of an earlier run.
  /// Bytes of its main content (content_length()); absent if not known.
  std::optional<std::int64_t> content_length = std::nullopt;
};

/// A link from `source` to a fetched or unfetched page.
struct LinkRead {
  const JudgedPage& source;  ///< Its id is 0 for a sitemap.
  UrlId target = 0;          ///< The URL that the link resolves to (past aliases and duplicates).
  SiteId target_site = 0;
  bool target_open = false;  ///< The target may still be fetched.
  const Link& link;
};

/// A reason for a rating: one line for people.
struct Reason {
  std::string what;   ///< "anchor: light curve", "authority".
  double weight = 0;  ///< Its contribution or value, in the strategy's own units.
};

/// Moves the URLs of `from` to the end of `raised`, each once, in order of ids.
inline void give_each_once(std::vector<UrlId>& from, std::vector<UrlId>& raised) {
  std::sort(from.begin(), from.end());
  from.erase(std::unique(from.begin(), from.end()), from.end());
  raised.insert(raised.end(), from.begin(), from.end());
  from.clear();
}

/// The links that a strategy needs when its state is restored.
enum class Replay {
  kNothing,
  kOpenCitations,  ///< Links to URLs that may still be fetched: which page cites which URL.
  kOpenLinks,      ///< The same, with what the links say.
  kAllLinks,
};

class Strategy {
 public:
  virtual ~Strategy() = default;

  virtual std::string_view name() const = 0;

  /// The default order of the queue; the user may choose another.
  virtual QueueOrder order() const { return {}; }

  /// Takes a fetched and judged page. Not called for duplicates of a known page.
  virtual void page_judged(const JudgedPage& page) { (void)page; }

  /// Takes a link of a page. Called after page_judged() of its source.
  virtual void link_read(const LinkRead& link) { (void)link; }

  /// Moves what is known of `alias` to `target` (a redirect, or the same page under http and
  /// https).
  virtual void merge(UrlId alias, UrlId target) { (void)alias, (void)target; }

  /// `target` was asked for and brought no page: an error status, no answer, nothing readable.
  /// forget() follows.
  virtual void failed(UrlId target) { (void)target; }

  /// Releases the state of `target`, which will not be rated again.
  virtual void forget(UrlId target) { (void)target; }

  virtual Rating rate(UrlId target, int hops, bool seed) const = 0;

  /// Appends the URLs whose rating may have risen since the last call.
  virtual void take_raised(std::vector<UrlId>& raised) { (void)raised; }

  /// Appends the reasons for and against `target`, the heaviest first.
  virtual void explain(UrlId target, std::vector<Reason>& reasons) const {
    (void)target, (void)reasons;
  }

  /// The failure of a plug-in's strategy; absent for all others.
  virtual std::optional<PluginRecord> trouble() const { return std::nullopt; }

  /// One line for people on notable behaviour, such as the number of exploratory fetches; "" for
  /// none.
  virtual std::string remark() const { return {}; }

  // --- State that is stored
  // ------------------------------------------------------------------------

  /// Appends the learned terms to store since the last call.
  virtual void take_learned(std::vector<repository::TermRecord>& terms) { (void)terms; }
  /// Restores a term that an earlier run stored. Called before any page or link is replayed.
  virtual void restore(const repository::TermRecord& term) { (void)term; }
  virtual void restore_totals(std::int64_t fetched, std::int64_t relevant) {
    (void)fetched, (void)relevant;
  }

  /// Hub and authority scores of all URLs, fetched or not, once after each full computation.
  virtual std::optional<std::vector<repository::ScoreRecord>> take_scores() { return std::nullopt; }

  /// State other than terms, at most a few MiB; "" for none. Stored periodically.
  virtual std::string state() const { return {}; }
  /// Restores the result of state(). Invalid input is ignored: the crawl learns it again.
  virtual void restore_state(std::string_view state) { (void)state; }

  /// The state from which a gatherer goes on when several have stored one (state()), its own first.
  virtual std::string average(const std::vector<std::string>& states) const {
    return states.front();
  }

  /// Begins with the weights that a crawl of another collection learned: its state(), of the same
  /// strategy. Takes its words, too, if both crawls have a topic in common. Called before
  /// restore_state(), whose values win. False if the strategy has no such weights.
  virtual bool warm_start(std::string_view state, bool same_topic) {
    (void)state, (void)same_topic;
    return false;
  }

  virtual Replay replay() const { return Replay::kNothing; }

  /// Describes what save() writes, and changes with it; "" without save() and load(), which are for
  /// a strategy to which a replay takes long.
  virtual std::string checkpoint_layout() const { return {}; }
  /// Writes all that the strategy holds.
  virtual void save(StateWriter& writer) const { (void)writer; }
  /// Replaces all that it holds by that of save(), of a strategy with the same options and topic:
  /// it goes on as that one would have gone on. Called in place of a replay.
  virtual void load(StateReader& reader) { (void)reader; }

  /// True if it uses Judgement::importance, which requires an importance model.
  virtual bool needs_importance() const { return false; }
};

}  // namespace porthole::gatherer
