#include "parser/properties/site_titles.h"

#include <algorithm>
#include <functional>

#include "base/text/text.h"
#include "parser/properties/title_parts.h"

namespace porthole::parser {

void SiteTitles::count(Site& site, std::string_view text, bool is_suffix) {
  if (text.size() > kMaxEndBytes) return;
  const auto found = std::find_if(site.ends.begin(), site.ends.end(), [&](const End& one) {
    return one.is_suffix == is_suffix && one.text == text;
  });
  if (found != site.ends.end()) {
    ++found->count;
  } else if (site.ends.size() < kMaxEnds) {
    site.ends.push_back({std::string(text), is_suffix, 1, 0});
  } else {
    const auto least =
        std::min_element(site.ends.begin(), site.ends.end(),
                         [](const End& a, const End& b) { return a.count < b.count; });
    *least = {std::string(text), is_suffix, least->count + 1, least->count};
  }
}

void SiteTitles::add(std::string_view site, std::string_view title) {
  auto found = sites_.find(std::string(site));
  if (found == sites_.end()) {
    if (sites_.size() == kMaxSites) return;
    found = sites_.emplace(site, Site{}).first;
  }
  const std::size_t hash = std::hash<std::string_view>{}(title);
  if (found->second.titles > 0 && found->second.last_title == hash) return;
  found->second.last_title = hash;
  ++found->second.titles;
  for (const TitleSeparator& separator : title_separators(title)) {
    count(found->second, title.substr(separator.begin), true);
    count(found->second, title.substr(0, separator.end), false);
  }
}

bool SiteTitles::is_shared(const Site& site, std::string_view text, bool is_suffix) {
  const auto found = std::find_if(site.ends.begin(), site.ends.end(), [&](const End& one) {
    return one.is_suffix == is_suffix && one.text == text;
  });
  if (found == site.ends.end()) return false;
  const std::uint32_t sure = found->count - found->error;
  return sure >= kLeastTitles && sure * 3 >= site.titles;
}

std::string SiteTitles::without_site(std::string_view site, std::string_view title) const {
  const auto found = sites_.find(std::string(site));
  if (found == sites_.end()) return std::string(title);
  const auto separators = title_separators(title);
  std::size_t begin = 0, end = title.size();
  for (const TitleSeparator& one : separators) {  // The longest suffix: the first that is shared.
    if (!is_shared(found->second, title.substr(one.begin), true)) continue;
    end = one.begin;
    break;
  }
  for (const TitleSeparator& one : separators) {  // The longest prefix before it.
    if (one.end < end && is_shared(found->second, title.substr(0, one.end), false)) begin = one.end;
  }
  const std::string_view kept = trim(title.substr(begin, end - begin));
  return std::string(kept.empty() ? title : kept);
}

}  // namespace porthole::parser
