#include "summarizer/site_template.h"

#include <algorithm>
#include <cmath>

namespace porthole::summarizer {
namespace {

// The log-odds of a probability in 255ths; finite at both ends.
double log_odds(std::uint8_t probability) {
  constexpr double kLeast = 0.002;
  const double p = probability / 255.0;
  return std::log((p + kLeast) / (1 - p + kLeast));
}

}  // namespace

void SiteTemplate::add_page(repository::UrlId page, const std::vector<Block>& blocks) {
  if (blocks.empty() || !pages_.insert(page).second) return;
  std::unordered_set<std::uint64_t> on_page;
  for (const Block& block : blocks) {
    if (!on_page.insert(block.hash).second) continue;
    const auto known = counts_.find(block.hash);
    if (known != counts_.end()) {
      ++known->second;
    } else if (counts_.size() < kMaxHashes) {
      counts_.emplace(block.hash, 1);
    }
  }
}

void SiteTemplate::mark(repository::UrlId page, std::vector<Block>& blocks) const {
  const std::size_t own = pages_.contains(page) ? 1 : 0;
  const std::size_t others = pages_.size() - own;
  if (others == 0) return;
  const double unique = kUnique * std::log1p(static_cast<double>(std::min(others, kEnough)));
  for (Block& block : blocks) {
    const auto known = counts_.find(block.hash);
    const std::size_t count = known == counts_.end() ? 0 : known->second;
    const std::size_t seen = count - std::min(count, own);
    const double evidence = seen == 0 ? unique : -kRepeated * static_cast<double>(seen);
    block.is_content = log_odds(block.probability) + evidence > 0;
  }
}

Result<const SiteTemplate*> SiteTemplates::of(const std::string& site) {
  const auto [place, is_new] = templates_.try_emplace(site);
  if (!is_new) return &place->second;
  TRY_AS(pages, sites_.sample(site));
  for (const repository::UrlId page : *pages) {
    TRY_AS(blocks, repository_.pages().blocks(page));
    place->second.add_page(page, *blocks);
  }
  return &place->second;
}

}  // namespace porthole::summarizer
