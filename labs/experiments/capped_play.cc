#include "labs/experiments/capped_play.h"

#include <algorithm>
#include <map>
#include <optional>

#include "labs/experiments/web_player.h"

namespace porthole::labs {

using PageId = RecordedLinks::PageId;

PlayedPages play(const CappedPlay& crawl, gatherer::Strategy& strategy) {
  WebPlayer player(crawl, strategy);
  while (player.fetched().size() < crawl.pages) {
    const auto next = player.best();
    if (!next) break;
    player.fetch(*next);
  }
  return {.fetched = player.fetched(),
          .failed = player.failed(),
          .known = static_cast<std::size_t>(player.last())};
}

Ceiling ceiling_of(const CappedPlay& crawl, const std::function<bool(PageId)>& on_topic) {
  std::vector<bool> seen(crawl.web.pages().size());
  std::vector<PageId> reached;
  const auto reach = [&](PageId page) {
    if (seen[page] || crawl.web.pages()[page].fails) return;
    seen[page] = true;
    reached.push_back(page);
  };
  for (const PageId seed : crawl.seeds) reach(seed);
  std::map<std::uint32_t, std::size_t> of_site;
  for (std::size_t at = 0; at < reached.size(); ++at) {
    const PageId page = reached[at];
    if (on_topic(page)) ++of_site[crawl.web.pages()[page].site];
    for (const RecordedLinks::Target& target : crawl.web.pages()[page].links) reach(target.page);
  }
  Ceiling ceiling;
  for (const auto& [site, pages] : of_site) {
    const std::size_t cap = crawl.caps[site];
    ceiling.pages += cap == 0 ? pages : std::min(pages, cap);
    ++ceiling.sites;
  }
  ceiling.pages = std::min(ceiling.pages, crawl.pages);
  return ceiling;
}

}  // namespace porthole::labs
