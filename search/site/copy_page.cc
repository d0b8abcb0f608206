#include <algorithm>
#include <string>
#include <vector>

#include "base/url/percent_encode.h"
#include "search/presentation/value_words.h"
#include "search/site/page_data.h"
#include "search/site/pages.h"

namespace porthole::search {
namespace {

using summarizer::ContentPart;
using summarizer::Summary;
using Kind = ContentPart::Kind;

/// The template's name of a kind of part.
const char* name_of(Kind kind) {
  switch (kind) {
    case Kind::kParagraph:
      return "paragraph";
    case Kind::kHeading:
      return "heading";
    case Kind::kList:
      return "items";
    case Kind::kTable:
      return "rows";
    case Kind::kCode:
      return "code";
    case Kind::kQuote:
      return "quote";
    case Kind::kTerm:
      return "term";
    case Kind::kDefinition:
      return "definition";
  }
  return "";
}

data items_data(const std::vector<ContentPart::Item>& items) {
  data list(data::type::list);
  for (const ContentPart::Item& item : items) {
    data one;
    one.set("text", item.text);
    one.set("depth", std::to_string(item.depth));
    list.push_back(one);
  }
  return list;
}

data rows_data(const std::vector<std::vector<std::string>>& rows) {
  data list(data::type::list);
  for (const std::vector<std::string>& row : rows) {
    data cells(data::type::list);
    for (const std::string& cell : row) cells.push_back(data("cell", cell));
    list.push_back(data("cells", cells));
  }
  return list;
}

/// Headings of the page lie below that of this view: h1 is shown as h2.
std::string shown_level(int level) { return std::to_string(std::min(level + 1, 6)); }

data part_data(const ContentPart& part) {
  data one;
  for (const char* name :
       {"paragraph", "heading", "items", "rows", "code", "quote", "term", "definition"})
    one.set(name, data(false));
  switch (part.kind) {
    case Kind::kList:
      one.set("items", data("list", items_data(part.items)));
      return one;
    case Kind::kTable:
      one.set("rows", data("list", rows_data(part.rows)));
      return one;
    default:
      one.set(name_of(part.kind), data("text", part.text));
      one.set("level", shown_level(part.level));
      return one;
  }
}

data parts_data(const std::vector<ContentPart>& parts) {
  data list(data::type::list);
  for (const ContentPart& part : parts) list.push_back(part_data(part));
  return list_or_nothing(std::move(list));
}

}  // namespace

bool may_be_shown(const Summary& summary) { return !summary.noarchive && !summary.nosnippet; }

std::string copy_page(const Frame& frame, const Summary& summary,
                      const std::vector<ContentPart>& content,
                      const std::vector<ContentPart>& boilerplate) {
  data values;
  const std::string title = shown_title(summary.title, summary.url);
  values.set("heading", title);
  values.set("title", title);
  set_url(values, summary.url, &frame);
  const std::string url = "?url=" + encode_parameter(summary.url);
  values.set("details", "/page" + url);
  values.set("plain", "/page.txt" + url);
  values.set("fetched", text_or_nothing(summary.fetched.substr(0, 10)));
  values.set("day", day_in_words(summary.fetched));
  const bool may = may_be_shown(summary);
  values.set("may_be_shown", may);
  values.set("has_content", may && !content.empty());
  values.set("parts", may ? parts_data(content) : data(false));
  values.set("has_rest", may && !boilerplate.empty());
  values.set("rest", may ? parts_data(boilerplate) : data(false));
  return render("copy.html", frame, std::move(values));
}

}  // namespace porthole::search
