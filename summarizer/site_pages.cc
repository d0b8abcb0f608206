#include "summarizer/site_pages.h"

#include <algorithm>
#include <functional>
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

std::uint64_t SiteWords::key_of(AnnotationKind kind, std::string_view text, std::string_view url) {
  std::string said(annotation_kind_name(kind));
  said.append("\x1F").append(url.substr(0, url.find('#'))).append("\x1F").append(text);
  return std::hash<std::string>{}(said);
}

void SiteWords::add_page(const std::vector<repository::LinkRecord>& links) {
  ++pages_;
  std::unordered_set<std::uint64_t> on_page;
  for (const repository::LinkRecord& link : links) {
    for (const AnnotationKind kind : kAnnotationKinds) {
      const std::string& text = link.link.annotation(kind);
      if (text.empty()) continue;
      const std::uint64_t key = key_of(kind, text, link.link.url);
      if (on_page.insert(key).second) ++counts_[key];
    }
  }
}

void SiteWords::settle() {
  for (const auto& [key, count] : counts_) {
    if (is_said_on_most(count, pages_)) said_.insert(key);
  }
  counts_ = {};
}

bool SiteWords::has(AnnotationKind kind, std::string_view text, std::string_view url) const {
  return !said_.empty() && said_.contains(key_of(kind, text, url));
}

Result<const SiteWords*> Navigation::words_of(const std::string& site) {
  const auto [place, is_new] = words_.try_emplace(site);
  if (!is_new) return &place->second;
  TRY_AS(pages, sites_.sample(site));
  for (const repository::UrlId page : *pages) {
    TRY_AS(links, repository_.links().out_links(page));
    place->second.add_page(*links);
  }
  place->second.settle();
  return &place->second;
}

}  // namespace porthole::summarizer
