#include "indexer/annotations.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "base/text/empty_phrases.h"
#include "base/text/text.h"
#include "base/url/site.h"
#include "base/url/url.h"

namespace porthole::indexer {
namespace {

using summarizer::Annotation;
using summarizer::Summary;

constexpr std::size_t kMaxAnnotationsRead =
    20'000;                             // of one page; a page can have a million in-links
constexpr std::size_t kSentence = 120;  // bytes; longer texts do not improve the ranking

bool is_anchor_kind(AnnotationKind kind) {
  return kind == AnnotationKind::kAnchor || kind == AnnotationKind::kTitle ||
         kind == AnnotationKind::kAlt;
}

// Number of occurrences that an annotation counts for.
double worth(const Annotation& annotation) {
  const double most = annotation.kind == AnnotationKind::kAnchor ? 2 : 1.5;
  return most * (1 + annotation.relevance.value()) / 2;
}

std::string comparable(std::string_view text) { return ascii_lower(fold_space(text)); }

// Caches the sites of annotators, since in-links come from few hosts. Lifetime: the URLs outlive
// it.
class Sites {
 public:
  const std::string& of(std::string_view url) {
    auto [entry, is_new] = sites_.try_emplace(origin_of(url));
    if (is_new) entry->second = site_of(url);
    return entry->second;
  }

 private:
  std::unordered_map<std::string_view, std::string> sites_;
};

int kind_score(AnnotationKind kind) {
  switch (kind) {
    case AnnotationKind::kAnchor:
      return 40;
    case AnnotationKind::kTitle:
      return 35;
    case AnnotationKind::kAlt:
      return 30;
    case AnnotationKind::kAfter:
      return 25;
    case AnnotationKind::kHeading:
      return 20;
    case AnnotationKind::kBefore:
      return 15;
    case AnnotationKind::kOnMouseOver:
      return 10;
    case AnnotationKind::kName:
      return 0;
    case AnnotationKind::kFragment:
      return 0;
  }
  return 0;
}

// Texts of the link itself come first, however long the surrounding text is: that may be about
// something else.
int score(const Annotation& annotation, bool other_site) {
  const auto length = std::min(annotation.text.size(), kSentence);
  return (is_anchor_kind(annotation.kind) ? 400 : 0) + (other_site ? 200 : 0) +
         kind_score(annotation.kind) + static_cast<int>(length / 2) +
         static_cast<int>(annotation.relevance.value() * 20);
}

struct Repeated {
  std::string_view origin, text;
  AnnotationKind kind;
  bool operator==(const Repeated&) const = default;
};
struct RepeatedHash {
  std::size_t operator()(const Repeated& said) const {
    const std::hash<std::string_view> hash;
    return hash(said.text) * 31 + hash(said.origin) * 7 + static_cast<std::size_t>(said.kind);
  }
};

// Removes all but the first annotation of each key. The keys may view into the annotations: one
// that stays keeps its strings until all were looked at.
template <class Key, class Hash, class KeyOf>
void keep_first(std::vector<Annotation>& annotations, KeyOf key_of) {
  std::unordered_set<Key, Hash> seen;
  std::vector<bool> stays;
  stays.reserve(annotations.size());
  for (const Annotation& said : annotations)
    stays.push_back(said.closed.empty() && seen.insert(key_of(said)).second);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < annotations.size(); ++i) {
    if (!stays[i]) continue;
    if (kept != i) annotations[kept] = std::move(annotations[i]);
    ++kept;
  }
  annotations.resize(kept);
}

}  // namespace

void keep_annotations_to_index(Summary& summary) {
  keep_first<Repeated, RepeatedHash>(summary.annotations_by_others,
                                     [](const Annotation& said) -> Repeated {
                                       return {origin_of(said.page), said.text, said.kind};
                                     });
  keep_first<std::string_view, std::hash<std::string_view>>(
      summary.own_annotations,
      [](const Annotation& said) -> std::string_view { return said.page; });
}

std::string_view origin_of(std::string_view url) {
  const std::size_t authority = url.find("://");
  if (authority == std::string_view::npos) return url;
  return url.substr(0, url.find('/', authority + 3));
}

std::string site_of(std::string_view url) {
  const Result<Url> parsed = Url::parse(url);
  return parsed ? porthole::site_of(*parsed) : std::string(url);
}

std::vector<WeightedText> anchor_texts(const Summary& summary) {
  struct Said {
    std::string_view text;
    std::map<std::string, double> sites;  // occurrences by site
  };
  std::vector<Said> texts;
  std::map<std::string, std::size_t> place_of;
  Sites sites;
  std::size_t read = 0;
  for (const Annotation& annotation : summary.annotations_by_others) {
    if (++read > kMaxAnnotationsRead) break;
    if (!is_anchor_kind(annotation.kind)) continue;
    const std::string text = comparable(annotation.text);
    if (says_nothing(text)) continue;
    const auto [place, is_new] = place_of.try_emplace(text, texts.size());
    if (is_new) texts.push_back({annotation.text, {}});
    double& given = texts[place->second].sites[sites.of(annotation.page)];
    given = std::max(given, worth(annotation));
  }
  std::vector<WeightedText> said;
  for (const Said& one : texts) {
    double sum = 0;
    for (const auto& [site, given] : one.sites) sum += given;
    said.push_back({std::string(cut(one.text, kAnnotationTextKept)),
                    std::max(1, static_cast<int>(std::lround(sum)))});
  }
  return said;
}

std::vector<std::string_view> surrounding_texts(const Summary& summary) {
  std::vector<std::string_view> texts;
  std::unordered_set<std::string_view> said;
  std::size_t read = 0;
  std::size_t bytes = 0;
  for (const Annotation& annotation : summary.annotations_by_others) {
    if (++read > kMaxAnnotationsRead || texts.size() == kSurroundings) break;
    if (is_anchor_kind(annotation.kind)) continue;
    const std::string_view text = cut(annotation.text, kAnnotationTextKept);
    if (!said.insert(text).second || says_nothing(comparable(annotation.text))) continue;
    bytes += text.size();
    if (bytes > kSurroundingBytes) break;
    texts.push_back(text);
  }
  return texts;
}

AnnotatingSites annotating_sites(const Summary& summary) {
  std::unordered_set<std::string> found;
  Sites sites;
  std::size_t read = 0;
  for (const Annotation& annotation : summary.annotations_by_others) {
    if (++read > kMaxAnnotationsRead) break;
    found.insert(sites.of(annotation.page));
  }
  const int all = static_cast<int>(found.size());
  return {all, all - static_cast<int>(found.count(site_of(summary.url)))};
}

std::vector<ShownAnnotation> shown_annotations(const Summary& summary) {
  const std::string own_site = site_of(summary.url);
  std::vector<std::pair<int, const Annotation*>> ranked;
  Sites sites;
  for (const Annotation& annotation : summary.annotations_by_others) {
    if (ranked.size() >= kMaxAnnotationsRead) break;
    if (annotation.kind == AnnotationKind::kFragment || says_nothing(annotation.text)) continue;
    ranked.emplace_back(score(annotation, sites.of(annotation.page) != own_site), &annotation);
  }
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<ShownAnnotation> shown;
  std::set<std::string> texts;
  for (const auto& [points, annotation] : ranked) {
    if (shown.size() == kAnnotationsKept) break;
    if (!texts.insert(comparable(annotation->text)).second) continue;
    shown.push_back({annotation->page, std::string(cut(annotation->text, kAnnotationTextKept)),
                     annotation->kind});
  }
  return shown;
}

}  // namespace porthole::indexer
