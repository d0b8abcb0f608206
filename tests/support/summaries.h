#pragma once

/// Summaries for tests, friendly and hostile.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "summarizer/rdf_reader.h"
#include "summarizer/summary.h"

namespace porthole::summarizer {

/// Reads one summary. Errors: those of read_rdf_pages(); kInvalid for several.
inline Result<Summary> read_rdf(std::string_view rdf) {
  std::vector<Summary> pages;
  TRY(read_rdf_pages(rdf, [&](Summary page) { pages.push_back(std::move(page)); }));
  if (pages.size() > 1) return fail(ErrorCode::kInvalid, "several summaries");
  return std::move(pages.front());
}

}  // namespace porthole::summarizer

namespace porthole::testing {

/// A summary with something in every field.
inline summarizer::Summary full_summary() {
  summarizer::Summary s;
  s.url = "https://stars.org/telescopes/?kind=optical&size=2#top";
  s.title = "Telescopes & lenses";
  s.description = "How \"telescopes\" work";
  s.language = "en";
  s.media_type = "text/html";
  s.fetched = "2026-11-20T18:20:53Z";
  s.modified = "2026-01-02";
  s.published = "2025-01-02";
  s.topic = "Astronomy";
  s.relevance = Relevance(0.8125);
  s.hub = 0.0625;
  s.importance = 0.625;
  s.authority = 1.5e-7;
  s.nosnippet = true;
  s.noarchive = true;
  s.bytes = 12345;
  s.digest = "sha1:2SZGGSIRGQVPNW6NMVRX3K7LV6QJRYKG";
  s.text = "Telescopes\nA telescope gathers light.\n";
  s.resource_class = "Book";
  s.properties = {{"author", "Galileo & others"},
                  {"homepage", "https://stars.org/?a=b&c", PropertyKind::kUri},
                  {"xmlFragment", "<p>a &lt; b</p>", PropertyKind::kXml},
                  {"http://chess.example/terms#white", "Morphy"}};
  s.aliases = {"http://stars.org/t", "https://stars.org/telescopes/index.html"};
  s.annotations_by_others = {
      {"https://a.org/", "good telescopes", AnnotationKind::kAnchor, Element::kA, Relevance(1)},
      {"https://b.org/x?y={z}", "a picture", AnnotationKind::kAlt, Element::kImg, Relevance(0.5)},
      {"https://b.org/x?y={z}", "Instruments", AnnotationKind::kHeading, Element::kArea,
       Relevance()}};
  summarizer::Annotation& first = s.annotations_by_others[0];
  first.authority = 0.125;
  first.sites = 2;
  first.first_seen = "2025-11-20T18:20:53Z";
  first.last_seen = "2026-11-20T18:20:53Z";
  s.annotations_by_others[1].navigation = true;
  s.annotations_by_others[1].closed = "2026-11-21T18:20:53Z";
  s.annotations_by_others.push_back({"https://d.org/", "<b>\ttelescopes &amp; lenses</b>",
                                     AnnotationKind::kFragment, Element::kA, Relevance(0.25)});
  s.own_annotations = {
      {"https://c.org/", "lens", AnnotationKind::kBefore, Element::kFrame, Relevance()},
      {"mailto:me@c.org", "", AnnotationKind::kName, Element::kLink, Relevance()}};
  return s;
}

/// Strings that have broken other programs: markup, quotes, control and bidirectional characters,
/// line separators, invalid UTF-8, templates, very long runs.
inline std::vector<std::string> hostile_strings() {
  return {"<script>alert('x')</script>",
          "\"><img src=x onerror=alert(1)>",
          "'); DROP TABLE pages;--",
          "]]>",
          "<![CDATA[x]]>",
          "<!-- -->",
          "&lt;&amp;&#x3C;&bogus;",
          "<?xml version='1.0'?>",
          "<rdf:Description rdf:about='urn:x'/>",
          "{{constructor}} ${7*7} %s%n",
          "\\\" \\u0022 \\",
          "a\nb\tc\rd\r\ne",
          "  two  spaces  ",
          "\u202Eright to left\u202C\u2066",
          "\u2028\u2029\u0085",
          "\u0000\uFEFF\u00A0",
          "\U0001F600\U0010FFFD",
          std::string("\0\x01\x08\x1F\x7F", 5),
          "\xFF\xFE\xC0\xAF\xED\xA0\x80\xF4\x90\x80\x80",
          "\xE2\x82",
          std::string(20000, '<')};
}

/// A summary that has `text` wherever it can hold text.
inline summarizer::Summary hostile_summary(const std::string& text) {
  summarizer::Summary s = full_summary();
  for (std::string* field : {&s.url, &s.title, &s.description, &s.language, &s.media_type,
                             &s.modified, &s.published, &s.topic, &s.digest, &s.text}) {
    *field = text;
  }
  s.aliases = {text, "x" + text};
  for (auto* annotations : {&s.annotations_by_others, &s.own_annotations}) {
    for (summarizer::Annotation& annotation : *annotations)
      annotation.page = annotation.text = text;
  }
  return s;
}

}  // namespace porthole::testing
