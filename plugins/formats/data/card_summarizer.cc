#include "base/text/text.h"
#include "plugins/formats/data/content_lines.h"
#include "plugins/formats/data/summarizers.h"
#include "plugins/page_facts.h"

namespace porthole {
namespace {

std::string_view without_scheme(std::string_view text, std::string_view scheme) {
  return equals_ignoring_case(text.substr(0, scheme.size()), scheme) ? text.substr(scheme.size())
                                                                     : text;
}

void say(const ContentLine& line, PageFacts& facts) {
  Document& document = facts.document();
  if (line.name == "FN") {
    facts.say("person", line.text());
    facts.line(line.text());
    if (document.title.empty()) document.title = fold_space(line.text());
  } else if (line.name == "EMAIL") {
    facts.say("email", without_scheme(line.text(), "mailto:"));
  } else if (line.name == "TEL") {
    facts.say("telephone", without_scheme(line.text(), "tel:"));
  } else if (line.name == "ORG") {
    facts.say("organization", line.parts());
    facts.line(line.parts());
  } else if (line.name == "ADR") {
    facts.say("location", line.parts());
  } else if (line.name == "CATEGORIES") {
    facts.say_each("keyword", line.text(), ',');
  } else if (line.name == "URL") {
    facts.say_iri("homepage", line.value);
    facts.link(line.value, document.title);
  } else if (line.name == "NOTE" || line.name == "TITLE" || line.name == "ROLE") {
    const std::string text = line.text();
    for (const std::string_view part : split(text, '\n')) facts.line(part);
  } else if (line.name == "PRODID") {
    facts.say("generator", line.text());
  } else if (line.name == "REV" && document.modified.empty()) {
    document.modified = w3c_date_of(line.value);
  }
}

}  // namespace

PluginAbout CardSummarizer::about() const {
  return {.name = "card", .version = "1.0", .help = "Contact cards (vCard)"};
}

Formats CardSummarizer::formats() const {
  return {.types = {"text/vcard", "text/x-vcard", "text/directory"},
          .suffixes = {".vcf", ".vcard"}};
}

bool CardSummarizer::reads(const PageBytes& page) const {
  return page.body.substr(0, 1024).find("BEGIN:VCARD") != std::string_view::npos;
}

std::string CardSummarizer::summarize(const PageBytes& page, Document& document) {
  document.resource_class = "ContactCard";
  PageFacts facts(page, document);
  const std::string text = page.inner->to_utf8(page.body, page.content_type);
  ContentLines lines(text);
  while (const std::optional<ContentLine> line = lines.next()) say(*line, facts);
  return {};
}

}  // namespace porthole
