#include "plugins/formats/program/program_answer.h"

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "base/text/text.h"
#include "plugins/page_facts.h"

namespace porthole {
namespace {

using nlohmann::json;

constexpr int kDepth = 8;

/// The members of the answer, and the problems that it has.
class Answer {
 public:
  Answer(const PageBytes& page, Document& document) : document_(document), facts_(page, document) {}

  void take(const std::string& name, const json& value) {
    if (std::string* const text = text_named(name)) {
      *text = one_line(name, value);
    } else if (name == "text") {
      take_text(value);
    } else if (name == "published" || name == "modified") {
      take_date(name, value);
    } else if (name == "properties") {
      take_properties(value);
    } else if (name == "links") {
      take_links(value);
    } else if (name == "problem") {
      complain(one_line(name, value));
    } else {
      complain("not a known member: " + clean_utf8(name));
    }
  }

  const std::string& problem() const { return problem_; }

 private:
  /// The field of the Document that holds one line of text.
  std::string* text_named(const std::string& name) {
    if (name == "title") return &document_.title;
    if (name == "description") return &document_.description;
    if (name == "language") return &document_.language;
    if (name == "class") return &document_.resource_class;
    return nullptr;
  }

  std::string string_of(const std::string& name, const json& value) {
    if (value.is_string()) return clean_utf8(value.get_ref<const std::string&>());
    if (value.is_number() || value.is_boolean()) return value.dump();
    if (!value.is_null()) complain("not a string: " + clean_utf8(name));
    return "";
  }
  std::string one_line(const std::string& name, const json& value) {
    return fold_space(string_of(name, value));
  }

  void take_text(const json& value) {
    const std::string text = string_of("text", value);
    for (const std::string_view line : split(text, '\n')) facts_.line(line);
  }

  void take_date(const std::string& name, const json& value) {
    const std::string given = one_line(name, value);
    const std::string date = w3c_date_of(given);
    if (date.empty() && !given.empty()) complain("not a valid date: " + given);
    (name == "published" ? document_.published : document_.modified) = date;
  }

  void take_properties(const json& value) {
    if (!value.is_object()) return complain("not an object: properties");
    for (const auto& [name, values] : value.items()) {
      if (values.is_array()) {
        for (const json& one : values) take_property(name, one);
      } else {
        take_property(name, values);
      }
    }
  }

  void take_property(const std::string& name, const json& value) {
    const auto uri = value.is_object() ? value.find("uri") : value.end();
    if (value.is_object() && uri != value.end()) {
      facts_.say_iri(name, string_of(name, *uri));
    } else {
      facts_.say(name, string_of(name, value));
    }
  }

  void take_links(const json& value) {
    if (!value.is_array()) return complain("not a list: links");
    for (const json& one : value) take_link(one);
  }

  void take_link(const json& value) {
    const auto url = value.is_object() ? value.find("url") : value.end();
    if (!value.is_object() || url == value.end()) return complain("a link without a url");
    Link* const link = facts_.link(string_of("url", *url));
    if (link == nullptr) return;
    for (const auto& [name, text] : value.items()) {
      if (name == "url") continue;
      if (std::string* const field = field_named(*link, name)) {
        *field = one_line(name, text);
      } else {
        complain("not a known member of a link: " + clean_utf8(name));
      }
    }
    link->rel = ascii_lower(link->rel);
  }

  static std::string* field_named(Link& link, std::string_view name) {
    if (name == "anchor") return &link.anchor;
    if (name == "title") return &link.title;
    if (name == "alt") return &link.alt;
    if (name == "name") return &link.name;
    if (name == "rel") return &link.rel;
    if (name == "before") return &link.before;
    if (name == "after") return &link.after;
    if (name == "heading") return &link.heading;
    return nullptr;
  }

  /// Keeps the first problem.
  void complain(std::string problem) {
    if (problem_.empty()) problem_ = std::move(problem);
  }

  Document& document_;
  PageFacts facts_;
  std::string problem_;
};

}  // namespace

std::string take_answer(std::string_view output, const PageBytes& page, Document& document) {
  const auto is_near = [](int depth, json::parse_event_t, json&) { return depth <= kDepth; };
  const json answer = json::parse(output.begin(), output.end(), is_near, false);
  if (!answer.is_object()) throw std::runtime_error("it printed no object of JSON");
  if (const auto why = answer.find("unreadable"); why != answer.end()) {
    throw UnreadablePage(why->is_string() ? fold_space(clean_utf8(why->get<std::string>()))
                                          : "unreadable");
  }
  Answer taken(page, document);
  for (const auto& [name, value] : answer.items()) taken.take(name, value);
  return taken.problem();
}

}  // namespace porthole
