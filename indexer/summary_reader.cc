#include "indexer/summary_reader.h"

#include <xxhash.h>

#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "indexer/annotations.h"
#include "summarizer/rdf_reader.h"

namespace porthole::indexer {
namespace {

using summarizer::Annotation;
using summarizer::Summary;

constexpr std::string_view kTail = "</ph:Page></rdf:RDF>\n";
constexpr std::string_view kText = "<ph:text>";
constexpr std::string_view kTextEnd = "</ph:text>";
constexpr std::string_view kOthers = "<ph:annotationsByOthers><rdf:Bag>";
constexpr std::string_view kOthersEnd = "</rdf:Bag></ph:annotationsByOthers>";
constexpr std::string_view kOwn = "<ph:ownAnnotations>";
constexpr std::string_view kAnnotatee = "<ph:annotatee rdf:resource=\"";
constexpr std::string_view kUrlAttribute = " ph:url=\"";
constexpr std::string_view kOwnEnd = "</ph:ownAnnotations>";

/// Takes `expected` off `rest`; false when something else is there.
bool take(std::string_view& rest, std::string_view expected) {
  if (!rest.starts_with(expected)) return false;
  rest.remove_prefix(expected.size());
  return true;
}

/// Takes what stands before the next `end` off `rest`, and `end` with it.
std::optional<std::string_view> take_until(std::string_view& rest, char end) {
  const std::size_t size = rest.find(end);
  if (size == std::string_view::npos) return std::nullopt;
  const std::string_view taken = rest.substr(0, size);
  rest.remove_prefix(size + 1);
  return taken;
}

/// Appends text with its references resolved; false at a reference other than the five of XML.
bool append_unescaped(std::string_view text, std::string& out) {
  static constexpr std::array<std::pair<std::string_view, char>, 5> kEntities = {
      {{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}}};
  while (!text.empty()) {
    const std::string_view plain = text.substr(0, text.find('&'));
    out += plain;
    text.remove_prefix(plain.size());
    if (text.empty()) break;
    const auto* entity = kEntities.begin();
    while (entity != kEntities.end() && !text.starts_with(entity->first)) ++entity;
    if (entity == kEntities.end()) return false;
    out += entity->second;
    text.remove_prefix(entity->first.size());
  }
  return true;
}

/// The parts of a summary, escaped as they stand there.
struct Parts {
  std::string_view head;  // from the beginning up to the annotations
  std::string_view bags;  // all annotations
  std::string_view text;
};

bool begins_part(std::string_view rest) {
  return rest.starts_with(kOthers) || rest.starts_with(kOwn);
}

std::optional<Parts> parts_of(std::string_view rdf) {
  if (!rdf.ends_with(kTail)) return std::nullopt;
  rdf.remove_suffix(kTail.size());
  Parts parts;
  if (rdf.ends_with(kTextEnd)) {
    rdf.remove_suffix(kTextEnd.size());
    const std::size_t tag = rdf.rfind('<');
    if (tag == std::string_view::npos || !rdf.substr(tag).starts_with(kText)) return std::nullopt;
    parts.text = rdf.substr(tag + kText.size());
    rdf = rdf.substr(0, tag);
  }
  std::size_t end = rdf.find('<');
  while (end != std::string_view::npos && !begins_part(rdf.substr(end)))
    end = rdf.find('<', end + 1);
  parts.head = rdf.substr(0, end);
  if (end != std::string_view::npos) parts.bags = rdf.substr(end);
  return parts;
}

/// An annotation by others, escaped as it stands there.
struct RawAnnotation {
  std::string_view kind, relevance, text, annotator;
  bool is_closed = false;
};

/// Takes one off `rest`; nothing where there is none, or one whose white space or URL asks for
/// more.
std::optional<RawAnnotation> take_annotation(std::string_view& rest) {
  RawAnnotation raw;
  if (!take(rest, "<rdf:li><ph:")) return std::nullopt;
  const auto name = take_until(rest, ' ');
  if (!name || !name->ends_with("Annotation")) return std::nullopt;
  while (take(rest, "ph:")) {
    const auto property = take_until(rest, '=');
    if (!property || !take(rest, "\"")) return std::nullopt;
    const auto value = take_until(rest, '"');
    if (!value) return std::nullopt;
    if (*property == "kind") raw.kind = *value;
    if (*property == "relevance") raw.relevance = *value;
    if (*property == "annotation") raw.text = *value;
    if (*property == "closed") raw.is_closed = true;
    take(rest, " ");
  }
  if (!take(rest, "><ph:annotator rdf:resource=\"")) return std::nullopt;
  const auto annotator = take_until(rest, '"');
  const bool done = annotator && !raw.text.empty() && take(rest, "/></ph:") && take(rest, *name) &&
                    take(rest, "></rdf:li>");
  if (!done) return std::nullopt;
  raw.annotator = *annotator;
  return raw;
}

/// A hash of what is said, how, and on which host.
std::uint64_t hash_of(const RawAnnotation& raw) {
  const std::string_view origin = origin_of(raw.annotator);
  std::uint64_t key = XXH3_64bits(raw.kind.data(), raw.kind.size());
  key = XXH3_64bits_withSeed(raw.text.data(), raw.text.size(), key);
  return XXH3_64bits_withSeed(origin.data(), origin.size(), key);
}

bool append_annotation(const RawAnnotation& raw, std::vector<Annotation>& annotations) {
  const auto kind = annotation_kind_from_name(raw.kind);
  double relevance = -1;
  std::from_chars(raw.relevance.data(), raw.relevance.data() + raw.relevance.size(), relevance);
  if (!kind || !(relevance >= 0 && relevance <= 1)) return false;
  Annotation& annotation = annotations.emplace_back();
  annotation.kind = *kind;
  annotation.relevance = Relevance(relevance);
  return append_unescaped(raw.text, annotation.text) &&
         append_unescaped(raw.annotator, annotation.page);
}

/// False when the annotations by others are laid out otherwise; takes them off `bags`.
bool read_by_others(std::string_view& bags, std::vector<Annotation>& annotations) {
  if (!take(bags, kOthers)) return true;
  std::unordered_set<std::uint64_t> heard;
  while (!take(bags, kOthersEnd)) {
    const auto raw = take_annotation(bags);
    if (!raw) return false;
    if (raw->is_closed) continue;
    if (heard.insert(hash_of(*raw)).second && !append_annotation(*raw, annotations)) return false;
  }
  return true;
}

/// The start tag of an own annotation; `item` is all of it up to its annotatee.
std::string_view attributes_of(std::string_view item) { return item.substr(0, item.find("\">")); }

/// The page that an own annotation is about: its URL as text where its IRI had to be encoded.
/// `item` is all of the annotation up to the value of `iri`.
std::string_view target_of(std::string_view item, std::string_view iri) {
  if (iri.find('%') == std::string_view::npos) return iri;
  const std::string_view attributes = attributes_of(item);
  const std::size_t url = attributes.find(kUrlAttribute);
  if (url == std::string_view::npos) return iri;
  const std::string_view value = attributes.substr(url + kUrlAttribute.size());
  return value.substr(0, value.find('"'));
}

/// Appends what the page has annotations about, each once and without what it says.
bool read_own(std::string_view bag, std::vector<Annotation>& annotations) {
  if (bag.empty()) return true;
  if (!take(bag, kOwn) || !bag.ends_with(kOwnEnd)) return false;
  std::unordered_set<std::string_view> seen;
  for (std::size_t at; (at = bag.find(kAnnotatee)) != std::string_view::npos;) {
    const std::string_view item = bag.substr(0, at);
    bag.remove_prefix(at + kAnnotatee.size());
    const auto iri = take_until(bag, '"');
    if (!iri) return false;
    if (attributes_of(item).find(" ph:closed=\"") != std::string_view::npos) continue;
    const std::string_view target = target_of(item, *iri);
    if (seen.insert(target).second && !append_unescaped(target, annotations.emplace_back().page))
      return false;
  }
  return true;
}

/// The same of annotations that were read whole.
void keep_targets_alone(std::vector<Annotation>& annotations) {
  std::unordered_set<std::string> seen;
  std::erase_if(annotations, [&](const Annotation& one) { return !seen.insert(one.page).second; });
  for (Annotation& one : annotations) one.text.clear();
}

Result<Summary> read_whole(std::string_view rdf) {
  Result<Summary> summary = summarizer::read_rdf(rdf);
  if (!summary) return summary;
  for (auto* annotations : {&summary->annotations_by_others, &summary->own_annotations}) {
    std::erase_if(*annotations, [](const Annotation& said) { return !said.closed.empty(); });
  }
  keep_targets_alone(summary->own_annotations);
  return summary;
}

}  // namespace

Result<Summary> read_summary(std::string_view rdf) {
  const std::optional<Parts> parts = parts_of(rdf);
  if (!parts) return read_whole(rdf);
  std::string text;
  std::vector<Annotation> by_others, own;
  std::string_view bags = parts->bags;
  if (!append_unescaped(parts->text, text) || !read_by_others(bags, by_others) ||
      !read_own(bags, own)) {
    return read_whole(rdf);
  }
  Result<Summary> summary = summarizer::read_rdf(std::string(parts->head).append(kTail));
  if (!summary) return read_whole(rdf);  // says where in the whole the mistake is
  summary->text = std::move(text);
  summary->annotations_by_others = std::move(by_others);
  summary->own_annotations = std::move(own);
  return summary;
}

}  // namespace porthole::indexer
