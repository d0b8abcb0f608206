#pragma once

/// StrategyPlugin: the plug-in interface for crawl strategies, which rate URLs.
///
/// In:  every page after it was judged, then every link of it.
/// Out: a priority for any URL that was linked to.
///
/// The crawl asks for a priority again just before the fetch, so a strategy need not report a
/// priority that sank; it must report one that rose (take_raised()), or the URL keeps its old place
/// in the queue.
///
/// A strategy runs in the crawl process and is trusted. An exception yields a neutral result
/// (priority 0, not pruned) and is counted; after ten in a row the strategy is disabled and the
/// crawl continues breadth-first. Named in a specification as
///
///   <strategy name="deep" library="deep" class="example::Deep"><option .../></strategy>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/document.h"
#include "base/link.h"
#include "plugins/plugin.h"

namespace porthole {

/// A fetched and judged page.
struct PageSeen {
  std::uint64_t id = 0;    ///< Constant for a URL throughout a collection's life.
  std::uint32_t site = 0;  ///< Number of its site in this run.
  int hops = 0;            ///< Links from a seed.
  bool seed = false;
  double relevance = 0;  ///< In [0, 1].
  bool relevant = false;
  const Document* document = nullptr;  ///< Null for pages of an earlier run, and for sitemaps.
};

/// A link of `source`.
struct LinkSeen {
  const PageSeen& source;    ///< Its id is 0 for a sitemap.
  std::uint64_t target = 0;  ///< The URL that the link resolves to.
  std::uint32_t target_site = 0;
  bool target_open = false;  ///< The target may still be fetched.
  const Link& link;          ///< URL and annotations.
};

struct Priority {
  double value = 0;     ///< Larger is fetched first; comparable within one strategy
                        ///< only.
  bool pruned = false;  ///< Do not fetch unless it rises.
};

class __attribute__((visibility("default"))) StrategyPlugin : public Plugin {
 public:
  PluginKind kind() const final { return PluginKind::kStrategy; }

  /// The topic of the collection: its title, then its terms. Called once, after configure().
  virtual void topic(const std::vector<std::string>& words) { (void)words; }

  virtual void page_judged(const PageSeen& page) { (void)page; }
  /// Called after page_judged() of the source.
  virtual void link_read(const LinkSeen& link) { (void)link; }
  /// Moves what is known of `alias` to `target` (a redirect, a duplicate).
  virtual void merge(std::uint64_t alias, std::uint64_t target) { (void)alias, (void)target; }
  /// Releases the state of `target`, which will not be rated again.
  virtual void forget(std::uint64_t target) { (void)target; }

  virtual Priority rate(std::uint64_t target, int hops, bool seed) = 0;

  /// Appends the targets whose priority may have risen since the last call.
  virtual void take_raised(std::vector<std::uint64_t>& raised) { (void)raised; }

  /// A reason for the priority of `target`, one line for `porthole explain`; "" for none.
  virtual std::string explain(std::uint64_t target) { return (void)target, std::string(); }

  /// True if a resumed run must replay all earlier links; otherwise it starts from the pages alone.
  virtual bool wants_replay() const { return true; }
};

}  // namespace porthole
