#include "base/text/text.h"
#include "plugins/formats/data/content_lines.h"
#include "plugins/formats/data/summarizers.h"
#include "plugins/page_facts.h"

namespace porthole {
namespace {

/// Somebody by name, else by address.
std::string person(const ContentLine& line) {
  const std::string_view name = line.parameter("CN");
  if (!name.empty()) return std::string(name);
  return equals_ignoring_case(line.value.substr(0, 7), "mailto:") ? line.value.substr(7)
                                                                  : line.value;
}

class CalendarReader {
 public:
  explicit CalendarReader(PageFacts& facts) : facts_(facts) {}

  void read(std::string_view text) {
    ContentLines lines(text);
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
      facts_.say_each("keyword", line.text(), ',');
    } else if (line.name == "DESCRIPTION" || line.name == "COMMENT") {
      said_ += line.text() + "\n";
    } else if (line.name == "URL" || line.name == "ATTACH") {
      if (line.value.size() < 4096) urls_.push_back(line.value);
    }
  }

  // Lines come in any order: what an entry is called is known at its end.
  void end_component() {
    if (components_.empty()) return;
    components_.pop_back();
    if (component() != "VCALENDAR") return;
    facts_.line(summary_);
    for (const std::string_view line : split(said_, '\n')) facts_.line(line);
    for (const std::string& url : urls_) {
      if (Link* link = facts_.link(url, summary_)) link->after = shortened(fold_space(said_), 200);
    }
    if (facts_.document().title.empty()) facts_.document().title = summary_;
    summary_.clear();
    said_.clear();
    urls_.clear();
  }

  PageFacts& facts_;
  std::vector<std::string> components_, urls_;
  std::string summary_, said_;
};

}  // namespace

PluginAbout CalendarSummarizer::about() const {
  return {.name = "calendar", .version = "1.0", .help = "Calendars (iCalendar)"};
}

Formats CalendarSummarizer::formats() const {
  return {.types = {"text/calendar"}, .suffixes = {".ics", ".ical"}};
}

bool CalendarSummarizer::reads(const PageBytes& page) const {
  return page.body.substr(0, 1024).find("BEGIN:VCALENDAR") != std::string_view::npos;
}

std::string CalendarSummarizer::summarize(const PageBytes& page, Document& document) {
  document.resource_class = "Calendar";
  PageFacts facts(page, document);
  CalendarReader(facts).read(page.inner->to_utf8(page.body, page.content_type));
  return {};
}

}  // namespace porthole
