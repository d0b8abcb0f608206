#include "base/text/text.h"
#include "plugins/export.h"
#include "plugins/format_summarizer.h"
#include "plugins/formats/data/content_lines.h"
#include "plugins/page_facts.h"

namespace porthole {
namespace {

/// The escapes of parameters: ^n, ^' and ^^ (RFC 6868).
std::string without_carets(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char next = text[at] == '^' && at + 1 < text.size() ? text[at + 1] : '\0';
    const bool is_escape = next == 'n' || next == '\'' || next == '^';
    out += !is_escape ? text[at] : next == 'n' ? ' ' : next == '\'' ? '"' : '^';
    if (is_escape) ++at;
  }
  return out;
}

/// Somebody by name, else by address.
std::string person(const ContentLine& line) {
  const std::string_view name = line.parameter("CN");
  if (!name.empty()) return without_carets(name);
  return equals_ignoring_case(line.value.substr(0, 7), "mailto:") ? line.value.substr(7)
                                                                  : line.value;
}

class CalendarReader {
 public:
  explicit CalendarReader(PageFacts& facts) : facts_(facts) {}

  void read() {
    ContentLines lines(facts_.page());
    while (const std::optional<ContentLine> line = lines.next()) {
      if (line->name == "BEGIN") {
        components_.push_back(line->value);
        if (components_.size() > 16) return;
      } else if (line->name == "END") {
        end_component();
      } else if (component() == "VCALENDAR") {
        about_calendar(*line);
      } else if (component() == "VEVENT" || component() == "VTODO" || component() == "VJOURNAL") {
        about_entry(*line);
      }
    }
  }

 private:
  std::string_view component() const {
    return components_.empty() ? std::string_view() : components_.back();
  }

  void about_calendar(const ContentLine& line) {
    Document& document = facts_.document();
    if (line.name == "X-WR-CALNAME" || line.name == "NAME")
      document.title = fold_space(line.text());
    if (line.name == "X-WR-CALDESC" || line.name == "DESCRIPTION")
      document.description = fold_space(line.text());
    if (line.name == "PRODID") facts_.say("generator", line.text());
    if (line.name == "LAST-MODIFIED") document.modified = w3c_date_of(line.value);
  }

  void about_entry(const ContentLine& line) {
    if (line.name == "SUMMARY") {
      summary_ = fold_space(line.text());
      facts_.say(component() == "VTODO" ? "task" : "event", summary_);
    } else if (line.name == "DTSTART") {
      facts_.say("start", w3c_date_of(line.value));
    } else if (line.name == "DTEND" || line.name == "DUE") {
      facts_.say("end", w3c_date_of(line.value));
    } else if (line.name == "LOCATION") {
      facts_.say("location", line.text());
      said_ += line.text() + "\n";
    } else if (line.name == "ORGANIZER") {
      facts_.say("organizer", person(line));
    } else if (line.name == "ATTENDEE") {
      facts_.say("attendee", person(line));
    } else if (line.name == "CATEGORIES") {
      for (const std::string& keyword : line.list(',')) facts_.say("keyword", keyword);
    } else if (line.name == "DESCRIPTION" || line.name == "COMMENT") {
      said_ += line.text() + "\n";
    } else if (line.name == "X-ALT-DESC" || line.name == "STYLED-DESCRIPTION") {
      if (equals_ignoring_case(line.parameter("FMTTYPE"), "text/html")) html_ = line.text();
    } else if (line.name == "URL" || line.name == "ATTACH" || line.name == "CONFERENCE") {
      if (line.value.size() < 4096) urls_.push_back(line.value);
    }
  }

  // Lines come in any order: what an entry is called is known at its end.
  void end_component() {
    if (components_.empty()) return;
    components_.pop_back();
    if (component() != "VCALENDAR") return;
    facts_.line(summary_);
    read_html();
    for (const std::string_view line : split(said_, '\n')) facts_.line(line);
    for (const std::string& url : urls_) {
      if (Link* link = facts_.link(url, summary_)) link->after = shortened(fold_space(said_), 200);
    }
    if (facts_.document().title.empty()) facts_.document().title = summary_;
    summary_.clear();
    said_.clear();
    urls_.clear();
    html_.clear();
  }

  /// The description in HTML is the plain one with links, which may be missing.
  void read_html() {
    if (html_.empty()) return;
    const Document document =
        facts_.page().inner->read(facts_.page().url, "text/html; charset=utf-8", html_);
    if (trim(said_).empty()) said_ = document.text;
    for (const Link& link : document.links) {
      if (link.element == Element::kA) facts_.link(link.url, link.anchor);
    }
  }

  PageFacts& facts_;
  std::vector<std::string> components_, urls_;
  std::string summary_, said_, html_;
};

}  // namespace

/// Calendars (iCalendar): events, to-dos, journals. Source: RFC 5545.
class CalendarSummarizer final : public FormatSummarizer {
 public:
  PluginAbout about() const override {
    return {.name = "calendar", .version = "1.0", .help = "Calendars (iCalendar)"};
  }

  Formats formats() const override {
    return {.types = {"text/calendar"}, .suffixes = {".ics", ".ical"}};
  }

  bool reads(const PageBytes& page) const override { return begins_component(page, "VCALENDAR"); }

  std::string summarize(const PageBytes& page, Document& document) override {
    document.resource_class = "Calendar";
    PageFacts facts(page, document);
    CalendarReader(facts).read();
    return {};
  }
};

}  // namespace porthole

PORTHOLE_EXPORT(porthole::CalendarSummarizer)
