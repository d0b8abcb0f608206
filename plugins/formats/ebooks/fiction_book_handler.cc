#include "plugins/formats/ebooks/fiction_book_handler.h"

#include <algorithm>

#include "base/text/text.h"
#include "plugins/formats/documents/metadata.h"
#include "plugins/formats/documents/xml_values.h"

namespace porthole {
namespace {

/// Elements that are a line of text each.
bool is_block(std::string_view element) {
  for (const std::string_view block : {"p", "v", "subtitle", "text-author", "td", "th", "date"}) {
    if (element == block) return true;
  }
  return false;
}

}  // namespace

bool FictionBookHandler::is_in(std::string_view element) const {
  return std::find(open_.begin(), open_.end(), element) != open_.end();
}

void FictionBookHandler::start_element(const xml::XmlName& name,
                                       const xml::XmlAttributes& attributes) {
  if (open_.empty()) is_book_ = name.local == "FictionBook";
  if (!is_book_) return stop();
  open_.emplace_back(name.local);
  if (is_in("body")) {
    if (name.local == "body") is_notes_ = value_of(attributes, "name") == "notes";
    if (name.local == "a") writer_.begin_link(value_of(attributes, "href"));
    return;
  }
  // An annotation is paragraphs; what is said of it is all of them.
  if (!is_in("annotation") || name.local == "annotation") value_.clear();
  if (name.local == "author" || name.local == "translator") person_.clear();
  if (name.local == "sequence") add_property(document_, "series", value_of(attributes, "name"));
  if (name.local == "date") value_ = value_of(attributes, "value");
}

void FictionBookHandler::end_element(const xml::XmlName& name) {
  open_.pop_back();
  if (is_in("body")) {
    if (name.local == "a") writer_.end_link();
    // A title of several paragraphs is one; that of a note is its number.
    if (name.local == "title") {
      writer_.end_block(is_notes_ ? BlockRole::kText : BlockRole::kHeading);
    } else if (is_in("title")) {
      writer_.text(" ");
    } else if (is_block(name.local)) {
      writer_.end_block();
    }
    if (writer_.is_full()) stop();
    return;
  }
  if (is_in("title-info")) end_of_title_info(name.local);
  if (is_in("publish-info") || is_in("document-info")) end_of_publication(name.local);
  if (name.local == "p") value_ += " ";
}

void FictionBookHandler::end_of_title_info(std::string_view element) {
  if (element == "first-name" || element == "middle-name" || element == "last-name")
    person_ += value_ + " ";
  if (element == "nickname" && fold_space(person_).empty()) person_ = value_;
  if (element == "author") add_property(document_, "author", person_);
  if (element == "translator") add_property(document_, "contributor", person_);
  if (element == "book-title") document_.title = fold_space(value_);
  if (element == "annotation") document_.description = fold_space(value_);
  if (element == "keywords") add_keywords(document_, value_);
  if (element == "genre") add_property(document_, "keyword", value_);
  if (element == "lang") document_.language = ascii_lower(trim(value_));
  if (element == "date") set_created(document_, value_);
}

void FictionBookHandler::end_of_publication(std::string_view element) {
  if (element == "isbn" && !add_isbn(document_, "isbn " + value_))
    add_property(document_, "identifier", value_);
  if (element == "publisher" && is_in("publish-info")) add_property(document_, "publisher", value_);
  if (element == "year" && !w3c_date(value_).empty()) document_.published = w3c_date(value_);
  if (element == "program-used") add_property(document_, "generator", value_);
  if (element == "date" && is_in("document-info")) set_modified(document_, value_);
}

void FictionBookHandler::characters(std::string_view text) {
  // Pictures, in Base64, stand behind the bodies.
  if (is_in("binary")) return;
  if (is_in("body")) {
    writer_.text(text);
  } else {
    value_ += text;
  }
}

}  // namespace porthole
