#include "summarizer/navigation.h"

#include <algorithm>
#include <functional>

namespace porthole::summarizer {

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

Result<const std::vector<repository::UrlId>*> Navigation::pages_on(const std::string& site) {
  static const std::vector<repository::UrlId> kNone;
  if (!has_pages_) {
    auto pages = repository_.pages().by_site();
    if (!pages) return fail(pages.error());
    pages_ = std::move(*pages);
    has_pages_ = true;
  }
  const auto found = pages_.find(site);
  return found == pages_.end() ? &kNone : &found->second;
}

Result<std::int64_t> Navigation::pages_of(const std::string& site) {
  const auto pages = pages_on(site);
  if (!pages) return fail(pages.error());
  return static_cast<std::int64_t>((*pages)->size());
}

Result<const SiteWords*> Navigation::words_of(const std::string& site) {
  const auto [place, is_new] = words_.try_emplace(site);
  if (!is_new) return &place->second;
  const auto pages = pages_on(site);
  if (!pages) return fail(pages.error());
  const std::vector<repository::UrlId>& ids = **pages;
  if (static_cast<std::int64_t>(ids.size()) < kLeastPages) return &place->second;
  const std::size_t sampled = std::min(ids.size(), kSampledPages);
  for (std::size_t i = 0; i < sampled; ++i) {
    const auto links = repository_.links().out_links(ids[i * ids.size() / sampled]);
    if (!links) return fail(links.error());
    place->second.add_page(*links);
  }
  place->second.settle();
  return &place->second;
}

}  // namespace porthole::summarizer
