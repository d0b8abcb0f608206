#include "porthole/export_content.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "base/text/format.h"

namespace porthole::cli {
namespace {

using nlohmann::ordered_json;
using summarizer::PageContent;
using summarizer::Summary;

std::vector<std::string> values_of(const Summary& summary, std::string_view name) {
  std::vector<std::string> values;
  for (const Property& property : summary.properties) {
    if (property.name == name) values.push_back(property.value);
  }
  return values;
}

std::string first_of(const std::vector<std::string>& values) {
  return values.empty() ? std::string() : values.front();
}

ordered_json or_null(const std::string& text) {
  return text.empty() ? ordered_json() : ordered_json(text);
}

}  // namespace

ordered_json content_as_json(const PageContent& page) {
  const Summary& summary = page.summary;
  return {{"title", summary.title},
          {"authors", values_of(summary, "author")},
          {"published", or_null(summary.published)},
          {"modified", or_null(summary.modified)},
          {"page_type", or_null(first_of(values_of(summary, "pageType")))},
          {"media_type", summary.media_type},
          {"markdown", summarizer::write_markdown(page.content)}};
}

std::string content_as_markdown(const PageContent& page) {
  const Summary& summary = page.summary;
  std::string out = "# " +
                    summarizer::markdown_text(summary.title.empty() ? summary.url : summary.title) +
                    "\n\n- URL: <" + summary.url + ">\n";
  const auto add = [&out](const char* name, const std::string& value) {
    if (!value.empty())
      out += std::string("- ") + name + ": " + summarizer::markdown_text(value) + "\n";
  };
  add("Author", join(values_of(summary, "author"), ", "));
  add("Published", summary.published);
  add("Modified", summary.modified);
  add("Type", first_of(values_of(summary, "pageType")));
  add("Media type", summary.media_type);
  add("Language", summary.language);
  add("Topic", summary.topic);
  out += "- Relevance: " + ordered_json(summary.relevance.value()).dump() + "\n";
  const std::string content = summarizer::write_markdown(page.content);
  if (!content.empty()) out += "\n" + content;
  return out + "\n---\n\n";
}

}  // namespace porthole::cli
