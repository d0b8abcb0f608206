#include "summarizer/annotations.h"

#include <algorithm>
#include <utility>

#include "base/empty_phrases.h"
#include "base/text.h"
#include "summarizer/navigation.h"
#include "summarizer/summarizer.h"
#include "xml/reader.h"

namespace porthole::summarizer {
namespace {

std::string time_text(WallTime time) { return time == WallTime{} ? std::string() : format_time(time); }

bool is_well_formed(const std::string& fragment) {
  xml::XmlHandler nothing;
  return xml::parse_xml("<f>" + fragment + "</f>", "fragment", {.depth = 64}, nothing).has_value();
}

}  // namespace

void Annotations::add(const Saying& saying, const Link& link) {
  for (const AnnotationKind kind : kAnnotationKinds) {
    // A repository may hold what came before the parser cleaned its text.
    add_text(saying, kind, link.element, clean_utf8(link.annotation(kind)));
  }
  if (!link.fragment.empty() && is_well_formed(link.fragment)) {
    add_text(saying, AnnotationKind::kFragment, link.element, link.fragment);
  }
}

void Annotations::add_text(const Saying& saying, AnnotationKind kind, Element element, std::string text) {
  if (text.empty()) return;
  const std::string first = time_text(saying.first_seen), last = time_text(saying.last_seen);
  const auto [place, is_new] = place_of_.try_emplace({saying.page, kind, text}, list_.size());
  if (is_new) {
    list_.push_back({saying.page, std::move(text), kind, element, saying.relevance, saying.authority, first, last,
                     time_text(saying.closed)});
    site_of_.push_back(saying.site);
    return;
  }
  Annotation& said = list_[place->second];
  said.first_seen = std::min(said.first_seen, first);
  if (last < said.last_seen) return;
  said.last_seen = last;
  if (saying.closed == WallTime{}) said.closed.clear();
}

void Annotations::count_sites() {
  std::map<std::pair<AnnotationKind, std::string_view>, std::set<std::string_view>> sites;
  for (std::size_t i = 0; i < list_.size(); ++i) {
    if (list_[i].closed.empty()) sites[{list_[i].kind, list_[i].text}].insert(site_of_[i]);
  }
  for (Annotation& said : list_) {
    const auto found = sites.find({said.kind, said.text});
    said.sites = found == sites.end() ? 0 : static_cast<int>(found->second.size());
  }
}

bool Annotations::says_nothing_of(const Annotation& annotation) {
  return annotation.kind != AnnotationKind::kFragment && says_nothing(annotation.text);
}

void Annotations::mark_navigation(const std::unordered_map<std::string, std::int64_t>& pages_of_site) {
  std::map<std::tuple<std::string_view, AnnotationKind, std::string_view>, std::int64_t> pages;
  for (std::size_t i = 0; i < list_.size(); ++i) {
    if (list_[i].closed.empty()) ++pages[{site_of_[i], list_[i].kind, list_[i].text}];
  }
  for (std::size_t i = 0; i < list_.size(); ++i) {
    Annotation& said = list_[i];
    const auto site = pages_of_site.find(site_of_[i]);
    const auto count = pages.find({site_of_[i], said.kind, said.text});
    const bool is_site_wide = site != pages_of_site.end() && count != pages.end() &&
                              is_said_on_most(count->second, site->second);
    said.navigation = is_site_wide || says_nothing_of(said);
  }
}

std::vector<Annotation> Annotations::take() {
  std::stable_partition(list_.begin(), list_.end(), [](const Annotation& said) { return said.closed.empty(); });
  if (list_.size() > kMaxAnnotations) list_.resize(kMaxAnnotations);
  return std::move(list_);
}

std::vector<Annotation> Annotations::take_most_relevant_first() {
  std::stable_sort(list_.begin(), list_.end(), [](const Annotation& a, const Annotation& b) {
    return a.relevance > b.relevance;
  });
  return take();
}

}  // namespace porthole::summarizer
