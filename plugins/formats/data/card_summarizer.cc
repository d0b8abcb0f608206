#include "base/text/text.h"
#include "plugins/export.h"
#include "plugins/format_summarizer.h"
#include "plugins/formats/data/content_lines.h"
#include "plugins/page_facts.h"

namespace porthole {
namespace {

std::string_view without_scheme(std::string_view text, std::string_view scheme) {
  return equals_ignoring_case(text.substr(0, scheme.size()), scheme) ? text.substr(scheme.size())
                                                                     : text;
}

void say_person(std::string_view name, PageFacts& facts) {
  facts.say("person", name);
  facts.line(name);
  if (facts.document().title.empty()) facts.document().title = fold_space(name);
}

/// The parts of N in the order in which they are spoken: family, given, middle, before, after.
std::string spoken_name(const ContentLine& line) {
  std::vector<std::string> parts = line.list(';');
  parts.resize(5);
  std::string name;
  for (const std::size_t part : {3u, 1u, 2u, 0u, 4u}) {
    if (!parts[part].empty()) name += (name.empty() ? "" : " ") + parts[part];
  }
  return name;
}

void say(const ContentLine& line, PageFacts& facts) {
  Document& document = facts.document();
  if (line.name == "EMAIL") {
    facts.say("email", without_scheme(line.text(), "mailto:"));
  } else if (line.name == "TEL") {
    facts.say("telephone", without_scheme(line.text(), "tel:"));
  } else if (line.name == "ORG") {
    facts.say("organization", line.parts());
    facts.line(line.parts());
  } else if (line.name == "ADR") {
    facts.say("location", line.parts());
  } else if (line.name == "CATEGORIES") {
    for (const std::string& keyword : line.list(',')) facts.say("keyword", keyword);
  } else if (line.name == "URL") {
    facts.say_iri("homepage", line.text());
    facts.link(line.text(), document.title);
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

/// Contact cards. Source: RFC 6350 and, for versions before 4.0, RFC 2426.
class CardSummarizer final : public FormatSummarizer {
 public:
  PluginAbout about() const override {
    return {.name = "card", .version = "1.0", .help = "Contact cards (vCard)"};
  }

  Formats formats() const override {
    return {.types = {"text/vcard", "text/x-vcard", "text/directory"},
            .suffixes = {".vcf", ".vcard"}};
  }

  bool reads(const PageBytes& page) const override { return begins_component(page, "VCARD"); }

  std::string summarize(const PageBytes& page, Document& document) override {
    document.resource_class = "ContactCard";
    PageFacts facts(page, document);
    ContentLines lines(page);
    std::string name, full_name;
    while (const std::optional<ContentLine> line = lines.next()) {
      if (line->name == "FN" && full_name.empty()) say_person(full_name = line->text(), facts);
      if (line->name == "N") name = spoken_name(*line);
      if (line->name == "END") {
        if (full_name.empty() && !name.empty()) say_person(name, facts);  // vCard 2.1 needs no FN.
        name.clear();
        full_name.clear();
      }
      say(*line, facts);
    }
    return {};
  }
};

}  // namespace porthole

PORTHOLE_EXPORT(porthole::CardSummarizer)
