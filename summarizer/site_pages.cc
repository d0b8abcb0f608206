#include "summarizer/site_pages.h"

#include <algorithm>
#include <utility>

namespace porthole::summarizer {

Result<void> SitePages::read() {
  if (is_read_) return {};
  TRY_AS(pages, repository_.pages().by_site());
  pages_ = std::move(*pages);
  is_read_ = true;
  return {};
}

Result<std::int64_t> SitePages::count(const std::string& site) {
  TRY(read());
  const auto found = pages_.find(site);
  return found == pages_.end() ? 0 : static_cast<std::int64_t>(found->second.size());
}

Result<std::vector<repository::UrlId>> SitePages::some(const std::string& site, std::size_t most) {
  TRY(read());
  std::vector<repository::UrlId> chosen;
  const auto found = pages_.find(site);
  if (found == pages_.end()) return chosen;
  const std::vector<repository::UrlId>& all = found->second;
  const std::size_t wanted = std::min(all.size(), most);
  for (std::size_t i = 0; i < wanted; ++i) chosen.push_back(all[i * all.size() / wanted]);
  return chosen;
}

Result<std::vector<repository::UrlId>> SitePages::sample(const std::string& site) {
  TRY_AS(pages, count(site));
  if (*pages < kLeastPages) return std::vector<repository::UrlId>();
  return some(site, kSampledPages);
}

}  // namespace porthole::summarizer
