#include "summarizer/annotations.h"

#include <algorithm>
#include <functional>
#include <tuple>
#include <utility>

#include "base/text/empty_phrases.h"
#include "base/text/text.h"
#include "base/xml/reader.h"
#include "summarizer/site_pages.h"

namespace porthole::summarizer {
namespace {

bool is_well_formed(const std::string& fragment) {
  xml::XmlHandler nothing;
  return xml::parse_xml("<f>" + fragment + "</f>", "fragment", {.depth = 64}, nothing).has_value();
}

}  // namespace

std::size_t Annotations::WordsHash::operator()(const Words& words) const {
  const std::hash<std::string_view> hash;
  return hash(words.text) * 31 + hash(words.page) * 7 + static_cast<std::size_t>(words.kind);
}

const std::string& Annotations::text_of(WallTime time) {
  const auto [place, is_new] = date_texts_.try_emplace(time.time_since_epoch().count());
  if (is_new && time != WallTime{}) place->second = format_time(time);
  return place->second;
}

void Annotations::add(const AnnotationSource& source, const Link& link) {
  const Dates dates{text_of(source.first_seen), text_of(source.last_seen), text_of(source.closed)};
  for (const AnnotationKind kind : kAnnotationKinds) {
    const std::string& text = link.annotation(kind);
    // Repositories of older versions may hold text that the parser did not clean.
    if (!text.empty()) add_text(source, dates, kind, link, clean_utf8(text));
  }
  if (!link.fragment.empty() && is_well_formed(link.fragment)) {
    add_text(source, dates, AnnotationKind::kFragment, link, link.fragment);
  }
}

void Annotations::add_text(const AnnotationSource& source, const Dates& dates, AnnotationKind kind,
                           const Link& link, std::string text) {
  const bool is_boilerplate = link.place == LinkPlace::kBoilerplate;
  if (const auto known = place_of_.find({source.page, text, kind}); known != place_of_.end()) {
    known->second->is_boilerplate &= is_boilerplate;
    Annotation& entry = known->second->annotation;
    entry.first_seen = std::min(entry.first_seen, dates.first);
    if (dates.last < entry.last_seen) return;
    entry.last_seen = dates.last;
    if (source.closed == WallTime{}) entry.closed.clear();
    return;
  }
  Entry& entry = list_.emplace_back(
      Entry{{std::string(source.page), std::move(text), kind, link.element, source.relevance,
             source.authority, dates.first, dates.last, dates.closed},
            source.site,
            is_boilerplate});
  place_of_.emplace(Words{entry.annotation.page, entry.annotation.text, kind}, &entry);
}

// Sorts by kind, text and site, so that equal texts are adjacent.
void Annotations::weigh_by_site(
    const std::unordered_map<std::string, std::int64_t>& pages_of_site) {
  std::vector<Entry*> order;
  for (Entry& entry : list_) order.push_back(&entry);
  const auto words_of = [](const Entry* entry) {
    return std::tie(entry->annotation.kind, entry->annotation.text);
  };
  std::sort(order.begin(), order.end(), [&](const Entry* a, const Entry* b) {
    return std::tuple_cat(words_of(a), std::tie(a->site)) <
           std::tuple_cat(words_of(b), std::tie(b->site));
  });
  const auto is_open = [](const Entry* entry) { return entry->annotation.closed.empty(); };
  for (auto words = order.begin(); words != order.end();) {
    const auto end = std::find_if(
        words, order.end(), [&](const Entry* one) { return words_of(one) != words_of(*words); });
    const bool is_empty = says_nothing_of((*words)->annotation);
    int sites = 0;
    for (auto site = words; site != end;) {
      const auto site_end =
          std::find_if(site, end, [&](const Entry* one) { return one->site != (*site)->site; });
      const std::int64_t open = std::count_if(site, site_end, is_open);
      const auto pages = pages_of_site.find(std::string((*site)->site));
      const bool is_site_wide =
          pages != pages_of_site.end() && is_said_on_most(open, pages->second);
      for (; site != site_end; ++site)
        (*site)->annotation.navigation = is_empty || is_site_wide || (*site)->is_boilerplate;
      if (open > 0) ++sites;
    }
    for (; words != end; ++words) (*words)->annotation.sites = sites;
  }
}

bool Annotations::says_nothing_of(const Annotation& annotation) {
  return annotation.kind != AnnotationKind::kFragment && says_nothing(annotation.text);
}

std::vector<Annotation> Annotations::take() {
  std::vector<Annotation> all;
  all.reserve(list_.size());
  place_of_.clear();
  for (Entry& entry : list_) all.push_back(std::move(entry.annotation));
  list_.clear();
  std::stable_partition(all.begin(), all.end(),
                        [](const Annotation& entry) { return entry.closed.empty(); });
  if (all.size() > kMaxAnnotations) all.resize(kMaxAnnotations);
  return all;
}

std::vector<Annotation> Annotations::take_most_relevant_first() {
  place_of_.clear();
  std::stable_sort(list_.begin(), list_.end(), [](const Entry& a, const Entry& b) {
    return a.annotation.relevance > b.annotation.relevance;
  });
  return take();
}

}  // namespace porthole::summarizer
