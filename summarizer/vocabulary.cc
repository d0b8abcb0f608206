#include "summarizer/vocabulary.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "base/xml/writer.h"

namespace porthole::summarizer {
namespace {

/// Characters escaped by RDF 1.1 N-Triples, production 8, and DEL (RFC 3987, section 2.2). A table
/// by byte, since each character of each URL is tested.
constexpr std::array<bool, 256> kForbiddenInIri = [] {
  std::array<bool, 256> forbidden{};
  for (std::size_t c = 0; c <= 0x20; ++c) forbidden[c] = true;
  for (const char c : std::string_view("<>\"{}|^`\\\x7F"))
    forbidden[static_cast<unsigned char>(c)] = true;
  return forbidden;
}();

bool is_forbidden_in_iri(char c) { return kForbiddenInIri[static_cast<unsigned char>(c)]; }

bool needs_care(char c) { return static_cast<unsigned char>(c) >= 0x80 || is_forbidden_in_iri(c); }

}  // namespace

std::string decimal(double value) {
  std::array<char, 400> buffer;  // A denormal number in fixed notation has up to 327 characters.
  const auto end =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed);
  return std::string(buffer.data(), end.ptr);
}

std::vector<Literal> page_literals(const Summary& summary) {
  std::vector<Literal> literals;
  const auto add = [&](Term property, std::string value) {
    if (!value.empty()) literals.push_back({property, std::move(value)});
  };
  add(term("dcterms:identifier"), summary.url);
  add(term("dcterms:title"), summary.title);
  add(term("dcterms:description"), summary.description);
  add(term("dcterms:language"), summary.language);
  add(term("dcterms:format"), summary.media_type);
  add(term("dcterms:issued"), summary.published);
  add(term("dcterms:modified"), summary.modified);
  add(term("ph:fetched"), summary.fetched);
  add(term("ph:topic"), summary.topic);
  add(term("ph:relevance"), decimal(summary.relevance.value()));
  if (summary.hub) add(term("ph:hub"), decimal(*summary.hub));
  if (summary.authority) add(term("ph:authority"), decimal(*summary.authority));
  if (summary.importance) add(term("ph:importance"), decimal(*summary.importance));
  add(term("ph:bytes"), std::to_string(summary.bytes));
  add(term("ph:digest"), summary.digest);
  add(term("ph:nosnippet"), summary.nosnippet ? "true" : "");
  add(term("ph:noarchive"), summary.noarchive ? "true" : "");
  return literals;
}

void each_literal_of(const Annotation& annotation, Side side, const TakeLiteral& take) {
  const auto say = [&take](std::string_view property, std::string_view value) {
    if (!value.empty()) take(term(property), value, PropertyKind::kLiteral);
  };
  say("ph:kind", annotation_kind_name(annotation.kind));
  say("ph:element", element_name(annotation.element));
  if (side == Side::kByOthers) say("ph:relevance", decimal(annotation.relevance.value()));
  if (annotation.authority) say("ph:authority", decimal(*annotation.authority));
  if (annotation.sites > 0) say("ph:sites", std::to_string(annotation.sites));
  say("ph:firstSeen", annotation.first_seen);
  say("ph:lastSeen", annotation.last_seen);
  say("ph:closed", annotation.closed);
  if (annotation.navigation) say("ph:navigation", "true");
  const bool is_fragment = annotation.kind == AnnotationKind::kFragment;
  take(term("ph:annotation"), annotation.text,
       is_fragment ? PropertyKind::kXml : PropertyKind::kLiteral);
  if (std::any_of(annotation.page.begin(), annotation.page.end(), is_forbidden_in_iri))
    say("ph:url", annotation.page);
}

Term annotation_class(const Annotation& annotation) {
  if (annotation.kind == AnnotationKind::kFragment) return term("ph:XmlFragment");
  const bool of_image =
      annotation.kind == AnnotationKind::kAlt || annotation.element == Element::kImg;
  return term(of_image ? "ph:ImageAnnotation" : "ph:TextAnnotation");
}

bool is_annotation_class(std::string_view ns, std::string_view local) {
  constexpr std::array<std::string_view, 4> kClasses = {"TextAnnotation", "ImageAnnotation",
                                                        "XmlFragment", "Annotation"};
  return ns == kPorthole && std::find(kClasses.begin(), kClasses.end(), local) != kClasses.end();
}

Iri iri_of_name(std::string_view name) {
  const auto end = name.find_last_of("#/:");
  if (end == std::string_view::npos) return {kPorthole, name};
  return {name.substr(0, end + 1), name.substr(end + 1)};
}

std::string name_of(std::string_view ns, std::string_view local) {
  return ns == kPorthole ? std::string(local) : std::string(ns).append(local);
}

bool is_word_of_summaries(std::string_view name) {
  constexpr std::string_view kWords[] = {"fetched",
                                         "text",
                                         "topic",
                                         "alias",
                                         "relevance",
                                         "hub",
                                         "authority",
                                         "importance",
                                         "bytes",
                                         "digest",
                                         "nosnippet",
                                         "noarchive",
                                         "annotationsByOthers",
                                         "ownAnnotations",
                                         "status"};
  const Iri iri = iri_of_name(name);
  if (iri.ns == kRdf) return true;
  if (iri.ns == kDcTerms) {
    constexpr std::array<std::string_view, 8> kTheirs = {
        "identifier", "title", "description", "language", "format", "issued", "modified", "type"};
    return std::find(kTheirs.begin(), kTheirs.end(), iri.local) != kTheirs.end();
  }
  return iri.ns == kPorthole &&
         std::find(std::begin(kWords), std::end(kWords), iri.local) != std::end(kWords);
}

std::string iri_of(std::string_view url) {
  if (std::none_of(url.begin(), url.end(), needs_care)) return std::string(url);
  std::string out;
  for (const char c : xml::readable_text(url)) {
    if (is_forbidden_in_iri(c)) {
      constexpr std::string_view kDigits = "0123456789ABCDEF";
      const auto byte = static_cast<unsigned char>(c);
      out.append("%").append(1, kDigits[byte >> 4]).append(1, kDigits[byte & 15]);
    } else {
      out += c;
    }
  }
  return out;
}

std::string_view dcmi_type(std::string_view media_type) {
  if (media_type.starts_with("text/") || media_type == "application/xhtml+xml" ||
      media_type == "application/pdf") {
    return "Text";
  }
  if (media_type.starts_with("image/")) return "StillImage";
  if (media_type.starts_with("audio/")) return "Sound";
  if (media_type.starts_with("video/")) return "MovingImage";
  return {};
}

}  // namespace porthole::summarizer
