#include "summarizer/annotations.h"

#include <algorithm>
#include <functional>
#include <tuple>
#include <utility>

#include "base/text/empty_phrases.h"
#include "base/text/text.h"
#include "summarizer/navigation.h"
#include "base/xml/reader.h"

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

void Annotations::add(const Saying& saying, const Link& link) {
  const Dates dates{text_of(saying.first_seen), text_of(saying.last_seen), text_of(saying.closed)};
  for (const AnnotationKind kind : kAnnotationKinds) {
    const std::string& text = link.annotation(kind);
    // A repository may hold what came before the parser cleaned its text.
    if (!text.empty()) add_text(saying, dates, kind, link.element, clean_utf8(text));
  }
  if (!link.fragment.empty() && is_well_formed(link.fragment)) {
    add_text(saying, dates, AnnotationKind::kFragment, link.element, link.fragment);
  }
}

void Annotations::add_text(const Saying& saying, const Dates& dates, AnnotationKind kind, Element element,
                           std::string text) {
  if (const auto known = place_of_.find({saying.page, text, kind}); known != place_of_.end()) {
    Annotation& said = known->second->annotation;
    said.first_seen = std::min(said.first_seen, dates.first);
    if (dates.last < said.last_seen) return;
    said.last_seen = dates.last;
    if (saying.closed == WallTime{}) said.closed.clear();
    return;
  }
  Said& said = list_.emplace_back(Said{{std::string(saying.page), std::move(text), kind, element, saying.relevance,
                                        saying.authority, dates.first, dates.last, dates.closed},
                                       saying.site});
  place_of_.emplace(Words{said.annotation.page, said.annotation.text, kind}, &said);
}

// In the order of kind, text and site, what is said alike stands together.
void Annotations::weigh_by_site(const std::unordered_map<std::string, std::int64_t>& pages_of_site) {
  std::vector<Said*> order;
  for (Said& said : list_) order.push_back(&said);
  const auto words_of = [](const Said* said) { return std::tie(said->annotation.kind, said->annotation.text); };
  std::sort(order.begin(), order.end(), [&](const Said* a, const Said* b) {
    return std::tuple_cat(words_of(a), std::tie(a->site)) < std::tuple_cat(words_of(b), std::tie(b->site));
  });
  const auto is_open = [](const Said* said) { return said->annotation.closed.empty(); };
  for (auto words = order.begin(); words != order.end();) {
    const auto end = std::find_if(words, order.end(), [&](const Said* one) { return words_of(one) != words_of(*words); });
    const bool is_empty = says_nothing_of((*words)->annotation);
    int sites = 0;
    for (auto site = words; site != end;) {
      const auto site_end = std::find_if(site, end, [&](const Said* one) { return one->site != (*site)->site; });
      const std::int64_t saying = std::count_if(site, site_end, is_open);
      const auto pages = pages_of_site.find(std::string((*site)->site));
      const bool is_site_wide = pages != pages_of_site.end() && is_said_on_most(saying, pages->second);
      for (; site != site_end; ++site) (*site)->annotation.navigation = is_empty || is_site_wide;
      if (saying > 0) ++sites;
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
  for (Said& said : list_) all.push_back(std::move(said.annotation));
  list_.clear();
  std::stable_partition(all.begin(), all.end(), [](const Annotation& said) { return said.closed.empty(); });
  if (all.size() > kMaxAnnotations) all.resize(kMaxAnnotations);
  return all;
}

std::vector<Annotation> Annotations::take_most_relevant_first() {
  place_of_.clear();
  std::stable_sort(list_.begin(), list_.end(), [](const Said& a, const Said& b) {
    return a.annotation.relevance > b.annotation.relevance;
  });
  return take();
}

}  // namespace porthole::summarizer
