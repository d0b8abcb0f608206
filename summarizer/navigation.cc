#include "summarizer/navigation.h"

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
