#include "plugins/formats/xml/element_reader.h"

#include <algorithm>
#include <array>

#include "base/text/text.h"

namespace porthole::xml_format {
namespace {

constexpr std::size_t kCaptureBytes = 64u << 10;
constexpr std::size_t kRunBytes = 1u << 20;
constexpr std::string_view kSpace = " \t\r\n";

bool is_blank(std::string_view text) {
  return text.find_first_not_of(kSpace) == std::string_view::npos;
}

struct Term {
  std::string_view name, property;
};
constexpr std::array kTerms = {Term{"creator", "author"},        Term{"contributor", "contributor"},
                               Term{"publisher", "publisher"},   Term{"subject", "keyword"},
                               Term{"rights", "rights"},         Term{"license", "rights"},
                               Term{"identifier", "identifier"}, Term{"source", "cites"},
                               Term{"created", "created"}};

}  // namespace

ElementReader::Node& ElementReader::node(std::size_t up) {
  if (up >= open_.size()) return none_ = {};
  return open_[open_.size() - 1 - up];
}

void ElementReader::start_element(const xml::XmlName& name, const xml::XmlAttributes& attributes) {
  end_run();
  const bool is_hidden = !open_.empty() && open_.back().is_hidden;
  if (open_.empty()) {
    const std::string_view language = attributes.find({kXmlNs, "lang"}).value_or("");
    facts_.document().language = ascii_lower(language.substr(0, language.find_first_of("-_")));
  }
  open_.push_back({std::string(name.ns), std::string(name.local), false, is_hidden});
  enter_base(attributes);
  begin(attributes);
}

void ElementReader::enter_base(const xml::XmlAttributes& attributes) {
  const auto said = attributes.find({kXmlNs, "base"});
  if (!said || trim(*said).empty()) return;
  const std::string base = facts_.resolved(*said);
  if (base.empty()) return;
  open_.back().base = facts_.resolved("");
  facts_.set_base(base);
}

void ElementReader::end_element(const xml::XmlName&) {
  end_run();
  end();
  if (!open_.back().base.empty()) facts_.set_base(open_.back().base);
  open_.pop_back();
  if (open_.empty()) facts_.line(line_);
}

void ElementReader::characters(std::string_view text) {
  if (run_.size() < kRunBytes) run_ += text;
  for (Node& open : open_) {
    if (open.captures && open.text.size() < kCaptureBytes) open.text += text;
  }
}

// Words that touch a tag go on behind it; what stands alone between tags is a line.
void ElementReader::end_run() {
  const bool hidden = !open_.empty() && open_.back().is_hidden;
  if (is_blank(run_) && (run_.empty() || run_.find('\n') != std::string::npos)) {
    facts_.line(line_);
    line_.clear();
  } else if (!hidden && line_.size() < kRunBytes) {
    line_ += run_;
  }
  // Elements side by side in a captured text are words side by side.
  for (Node& open : open_) {
    if (open.captures && run_.empty() && !open.text.empty() && open.text.back() != ' ')
      open.text += ' ';
  }
  run_.clear();
}

bool say_dublin_core(PageFacts& facts, std::string_view ns, std::string_view local,
                     std::string_view text) {
  if (ns != kDublinCoreNs && ns != kDublinTermsNs) return false;
  Document& document = facts.document();
  if (local == "title" && document.title.empty()) document.title = fold_space(text);
  if (local == "description" && document.description.empty())
    document.description = fold_space(text);
  if (local == "language" && document.language.empty()) {
    document.language = ascii_lower(trim(text).substr(0, trim(text).find_first_of("-_")));
  }
  if ((local == "date" || local == "issued") && document.published.empty())
    document.published = w3c_date_of(text);
  if (local == "modified" && document.modified.empty()) document.modified = w3c_date_of(text);
  for (const Term& term : kTerms) {
    if (term.name == local) facts.say(term.property, text);
  }
  return true;
}

}  // namespace porthole::xml_format
