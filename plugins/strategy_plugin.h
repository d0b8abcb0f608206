#pragma once

/// What a plug-in implements to decide which of the known URLs is fetched first.
///
/// In:  every page as it was judged, then every link of it.
/// Out: a priority for any URL that was linked to.
///
/// The crawl asks for a priority again just before it fetches, so one that has sunk needs no notice;
/// one that has risen does (take_raised), or the URL waits in its old place.
///
/// A strategy runs in the process of the crawl and is trusted; its exceptions are contained: what it
/// throws at costs a neutral answer (priority 0, not pruned) and is counted; after ten in a row it is
/// set aside and the crawl goes on breadth-first. Named in a specification as
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

/// A page that was fetched and judged.
struct PageSeen {
  std::uint64_t id = 0;             ///< The same for one URL throughout a collection's life.
  std::uint32_t site = 0;           ///< Numbers the sites of one run.
  int hops = 0;                     ///< Links from a seed.
  bool seed = false;
  double relevance = 0;             ///< In [0, 1].
  bool relevant = false;
  const Document* document = nullptr;  ///< Null for a page of an earlier run, and for links of a sitemap.
};

/// A link of `source`.
struct LinkSeen {
  const PageSeen& source;           ///< Its id is 0 for a sitemap.
  std::uint64_t target = 0;         ///< What stands for the link's URL.
  std::uint32_t target_site = 0;
  bool target_open = false;         ///< It may still be fetched.
  const Link& link;                 ///< URL and annotations.
};

struct Priority {
  double value = 0;                 ///< Larger is fetched first; compares within one strategy only.
  bool pruned = false;              ///< Not to be fetched unless it rises.
};

class __attribute__((visibility("default"))) StrategyPlugin : public Plugin {
 public:
  PluginKind kind() const final { return PluginKind::kStrategy; }

  /// The topic of the collection: its title, then its terms. Called once, after configure().
  virtual void topic(const std::vector<std::string>& words) { (void)words; }

  virtual void page_judged(const PageSeen& page) { (void)page; }
  /// Comes after page_judged() of the source.
  virtual void link_read(const LinkSeen& link) { (void)link; }
  /// What was said about `alias` counts for `target` from now on (a redirect, a copy).
  virtual void merge(std::uint64_t alias, std::uint64_t target) { (void)alias, (void)target; }
  /// `target` will not be asked about again.
  virtual void forget(std::uint64_t target) { (void)target; }

  virtual Priority rate(std::uint64_t target, int hops, bool seed) = 0;

  /// Appends the targets whose priority may have risen since the last call.
  virtual void take_raised(std::vector<std::uint64_t>& raised) { (void)raised; }

  /// One line on why `target` has its priority, for `porthole explain`; "" for none.
  virtual std::string explain(std::uint64_t target) { return (void)target, std::string(); }

  /// True when a run that goes on has to tell it all earlier links again: without, it starts anew
  /// from the pages alone.
  virtual bool wants_replay() const { return true; }
};

}  // namespace porthole
