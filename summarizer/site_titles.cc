#include "summarizer/site_titles.h"

#include <algorithm>
#include <functional>

#include "base/text/text.h"
#include "base/text/title_parts.h"

namespace porthole::summarizer {
namespace {

std::uint64_t hash_of(std::string_view text) {
  return std::hash<std::string>{}(ascii_lower(fold_space(text)));
}

/// The longest of the other titles that begins with `title`; else `title`.
const std::string& longest_title(const std::string& title, const std::vector<std::string>& others) {
  const std::string* longest = &title;
  for (const std::string& other : others) {
    if (other.size() > longest->size() && other.starts_with(title)) longest = &other;
  }
  return *longest;
}

/// The hashes of the parts of `longer` from the separator at `begin` on; empty if none is there.
std::vector<std::uint64_t> parts_from(std::string_view longer, std::size_t begin) {
  std::vector<std::uint64_t> parts;
  const auto separators = title_separators(longer);
  for (std::size_t i = 0; i < separators.size(); ++i) {
    if (separators[i].begin < begin || (parts.empty() && separators[i].begin != begin)) continue;
    const std::size_t end = i + 1 < separators.size() ? separators[i + 1].begin : longer.size();
    parts.push_back(hash_of(longer.substr(separators[i].end, end - separators[i].end)));
  }
  return parts;
}

}  // namespace

void SiteTitles::count_end(std::string_view text, bool is_suffix) {
  if (text.size() > kMaxEndBytes) return;
  const auto found = std::find_if(ends_.begin(), ends_.end(), [&](const End& one) {
    return one.is_suffix == is_suffix && one.text == text;
  });
  if (found != ends_.end()) {
    ++found->count;
  } else if (ends_.size() < kMaxEnds) {
    ends_.push_back({std::string(text), is_suffix, 1, 0});
  } else {
    const auto least = std::min_element(
        ends_.begin(), ends_.end(), [](const End& a, const End& b) { return a.count < b.count; });
    *least = {std::string(text), is_suffix, least->count + 1, least->count};
  }
}

void SiteTitles::add_page(repository::UrlId page, const repository::Pages::Names& names) {
  if (pages_.size() == kMaxPages) return;
  const auto [place, is_new] = pages_.try_emplace(page);
  if (!is_new) return;
  Texts& texts = place->second;
  texts.title = names.title;
  for (const std::string& title : names.other_titles) texts.others.push_back(hash_of(title));
  for (const std::string& heading : names.headings) texts.others.push_back(hash_of(heading));
  if (names.title.empty()) return;
  const std::string_view longest = longest_title(names.title, names.other_titles);
  for (const std::uint64_t part : parts_from(longest, names.title.size())) {
    if (parts_.size() < kMaxTexts || parts_.contains(part)) ++parts_[part];
  }
  if (!different_.insert(hash_of(longest)).second) return;
  for (const TitleSeparator& separator : title_separators(longest)) {
    count_end(longest.substr(separator.begin), true);
    count_end(longest.substr(0, separator.end), false);
  }
}

void SiteTitles::settle() {
  for (auto& [page, texts] : pages_) {
    const std::uint64_t shown = hash_of(without_ends(texts.title));
    ++titles_[shown];
    texts.others.push_back(shown);
    texts.others.push_back(hash_of(texts.title));
    std::sort(texts.others.begin(), texts.others.end());
    texts.others.erase(std::unique(texts.others.begin(), texts.others.end()), texts.others.end());
    for (const std::uint64_t text : texts.others) {
      const auto known = texts_.find(text);
      if (known != texts_.end()) {
        ++known->second;
      } else if (texts_.size() < kMaxTexts) {
        texts_.emplace(text, 1);
      }
    }
  }
}

bool SiteTitles::is_shared_end(std::string_view text, bool is_suffix) const {
  const auto found = std::find_if(ends_.begin(), ends_.end(), [&](const End& one) {
    return one.is_suffix == is_suffix && one.text == text;
  });
  if (found == ends_.end()) return false;
  const std::uint32_t sure = found->count - found->error;
  return sure >= kLeastTitles && std::size_t{sure} * 3 >= different_.size();
}

std::string SiteTitles::without_ends(std::string_view title) const {
  const auto separators = title_separators(title);
  std::size_t begin = 0, end = title.size();
  for (const TitleSeparator& one : separators) {  // The longest suffix: the first that is shared.
    if (!is_shared_end(title.substr(one.begin), true)) continue;
    end = one.begin;
    break;
  }
  for (const TitleSeparator& one : separators) {  // The longest prefix before it.
    if (one.end < end && is_shared_end(title.substr(0, one.end), false)) begin = one.end;
  }
  const std::string_view kept = trim(title.substr(begin, end - begin));
  return std::string(kept.empty() ? title : kept);
}

std::uint32_t SiteTitles::others_with(const Counts& counts, repository::UrlId page,
                                      std::string_view text) const {
  const std::uint64_t hash = hash_of(text);
  const auto found = counts.find(hash);
  if (found == counts.end()) return 0;
  const auto own = pages_.find(page);
  if (own == pages_.end()) return found->second;
  const bool counts_itself =
      &counts == &titles_
          ? hash == hash_of(without_ends(own->second.title))
          : std::binary_search(own->second.others.begin(), own->second.others.end(), hash);
  return found->second - (counts_itself ? 1 : 0);
}

std::string SiteTitles::with_own_parts(repository::UrlId page,
                                       const TitleCandidates& candidates) const {
  std::string title = without_ends(candidates.title);
  const bool is_heading =
      std::ranges::find(candidates.headings, title) != candidates.headings.end();
  if (title.empty() || is_heading || pages_.size() < kLeastTitles) return title;
  std::string longer = without_ends(longest_title(title, candidates.other_titles));
  const auto parts = parts_from(longer, title.size());
  const std::uint32_t itself = pages_.contains(page) ? 1 : 0;
  const bool are_own = std::ranges::all_of(parts, [&](std::uint64_t part) {
    const auto found = parts_.find(part);
    return found == parts_.end() || found->second <= itself;
  });
  return are_own && !parts.empty() ? longer : title;
}

std::string SiteTitles::choose(repository::UrlId page, const TitleCandidates& candidates) const {
  std::string title = with_own_parts(page, candidates);
  const std::uint32_t sharing = others_with(titles_, page, title);
  if (candidates.title.empty() || sharing == 0) return title;
  const auto is_own = [&](const std::string& text) {
    return !trim(text).empty() && others_with(texts_, page, text) == 0;
  };
  if (is_own(candidates.title)) return candidates.title;
  for (const std::string& other : candidates.other_titles) {
    if (is_own(other)) return without_ends(other);
  }
  const bool is_of_site = (std::size_t{sharing} + 1) * 3 >= pages_.size();
  for (const auto* texts : {&candidates.headings, &candidates.anchors}) {
    for (const std::string& text : *texts) {
      if (is_own(text)) return is_of_site ? text : title + ": " + text;
    }
  }
  return title;
}

Result<const SiteTitles*> TitlesOfSites::of(const std::string& site) {
  const auto [place, is_new] = titles_.try_emplace(site);
  if (!is_new) return &place->second;
  TRY_AS(pages, sites_.some(site, SiteTitles::kMaxPages));
  for (const repository::UrlId page : *pages) {
    TRY_AS(names, repository_.pages().names(page));
    place->second.add_page(page, *names);
  }
  place->second.settle();
  return &place->second;
}

Result<std::string> TitlesOfSites::title_of(repository::UrlId page, const std::string& site) {
  TRY_AS(titles, of(site));
  TRY_AS(names, repository_.pages().names(page));
  return (*titles)->choose(page, {names->title, names->other_titles, names->headings, {}});
}

}  // namespace porthole::summarizer
