#include "labs/experiments/lost_sites.h"

#include <algorithm>
#include <map>

namespace porthole::labs {
namespace {

using PageId = RecordedLinks::PageId;

/// Pages by the number of links from the first of `sources` that leads to them, over pages that
/// `may_pass`. `visit(page, source, links)` is called once a page, nearest first.
template <class MayPass, class Visit>
void walk(const RecordedLinks& web, const std::vector<PageId>& sources, MayPass may_pass,
          Visit visit) {
  struct Reached {
    PageId page;
    std::size_t source, links;
  };
  std::vector<bool> seen(web.pages().size());
  std::vector<Reached> reached;
  const auto reach = [&](PageId page, std::size_t source, std::size_t links) {
    if (seen[page] || web.pages()[page].fails || !may_pass(page)) return;
    seen[page] = true;
    reached.push_back({page, source, links});
  };
  for (std::size_t i = 0; i < sources.size(); ++i) reach(sources[i], i, 0);
  for (std::size_t at = 0; at < reached.size(); ++at) {
    const Reached now = reached[at];
    visit(now.page, now.source, now.links);
    for (const RecordedLinks::Target& target : web.pages()[now.page].links)
      reach(target.page, now.source, now.links + 1);
  }
}

}  // namespace

std::vector<LostSite> lost_sites(const CappedPlay& crawl, const PlayedPages& played,
                                 const std::function<bool(PageId)>& on_topic) {
  const auto& pages = crawl.web.pages();
  std::map<std::uint32_t, LostSite> sites;
  walk(
      crawl.web, crawl.seeds, [](PageId) { return true; },
      [&](PageId page, std::size_t, std::size_t) {
        if (on_topic(page)) ++sites[pages[page].site].reached;
      });
  std::vector<bool> fetched(pages.size());
  std::vector<std::size_t> of_site(crawl.web.sites().size());
  for (std::size_t i = 0; i < played.fetched.size(); ++i) {
    const PageId page = played.fetched[i];
    fetched[page] = true;
    ++of_site[pages[page].site];
    if (!on_topic(page)) continue;
    LostSite& site = sites[pages[page].site];
    if (site.found++ == 0) site.first_found = i + 1;
  }
  const auto is_full = [&](std::uint32_t site) {
    return crawl.caps[site] != 0 && of_site[site] >= crawl.caps[site];
  };
  std::vector<PageId> queue;
  for (const auto& waiting : played.waiting) queue.push_back(waiting.page);
  walk(
      crawl.web, queue, [&](PageId page) { return !fetched[page] && !is_full(pages[page].site); },
      [&](PageId page, std::size_t source, std::size_t links) {
        const auto known = sites.find(pages[page].site);
        if (known == sites.end() || known->second.waits || !on_topic(page)) return;
        LostSite& site = known->second;
        site.waits = true;
        site.place = source;
        site.links = links;
        site.by = queue[source];
        site.missing = page;
      });
  std::vector<LostSite> lost;
  for (auto& [number, site] : sites) {
    const std::size_t cap = crawl.caps[number];
    if (cap != 0) site.reached = std::min(site.reached, cap);
    site.site = number;
    if (site.found < site.reached) lost.push_back(site);
  }
  return lost;
}

}  // namespace porthole::labs
