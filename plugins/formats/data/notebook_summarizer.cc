#include <nlohmann/json.hpp>

#include "base/text/text.h"
#include "plugins/export.h"
#include "plugins/format_summarizer.h"
#include "plugins/page_facts.h"

namespace porthole {
namespace {

using nlohmann::json;

constexpr int kNotebookDepth = 16;

/// A text is one string, or a list of its lines.
std::string text_of(const json& source) {
  if (source.is_string()) return source.get<std::string>();
  std::string all;
  if (source.is_array()) {
    for (const json& line : source) {
      if (line.is_string()) all += line.get<std::string>();
    }
  }
  return all;
}

const json* at(const json& value, const char* key) {
  if (!value.is_object()) return nullptr;
  const auto found = value.find(key);
  return found == value.end() ? nullptr : &*found;
}

std::string text_at(const json* value, const char* key) {
  const json* const found = value == nullptr ? nullptr : at(*value, key);
  return found == nullptr ? "" : text_of(*found);
}

/// Text goes to the reader of Markdown, with all that it says.
void add_markdown(const std::string& source, PageFacts& facts) {
  const Document cell =
      facts.page().inner->read(facts.page().url, "text/markdown; charset=utf-8", source);
  Document& document = facts.document();
  for (const Property& property : cell.properties) facts.say(property.name, property.value);
  for (const Link& link : cell.links) {
    if (Link* added = facts.link(link.url)) *added = link;
  }
  if (document.title.empty()) document.title = cell.title;
  for (const std::string_view line : split(cell.text, '\n')) facts.line(line);
}

void read_cell(const json& cell, PageFacts& facts) {
  const std::string kind = text_at(&cell, "cell_type");
  const std::string source = text_at(&cell, "source");
  if (kind == "markdown") return add_markdown(source, facts);
  for (const std::string_view line : split(source, '\n')) facts.line(line);
}

}  // namespace

/// Jupyter notebooks: text and code cells.
/// Source: https://nbformat.readthedocs.io/en/latest/format_description.html.
class NotebookSummarizer final : public FormatSummarizer {
 public:
  PluginAbout about() const override {
    return {.name = "notebook", .version = "1.0", .help = "Jupyter's notebooks"};
  }

  Formats formats() const override {
    return {.types = {"application/x-ipynb+json"}, .suffixes = {".ipynb"}};
  }

  bool reads(const PageBytes& page) const override {
    return page.body.find("\"cells\"") != std::string_view::npos;
  }

  std::string summarize(const PageBytes& page, Document& document) override {
    const auto is_near = [](int depth, json::parse_event_t, json&) {
      return depth <= kNotebookDepth;
    };
    const json notebook =
        json::parse(page.inner->to_utf8(page.body, page.content_type), is_near, false);
    if (notebook.is_discarded()) throw UnreadablePage("not valid JSON");
    document.media_type = "application/x-ipynb+json";
    document.resource_class = "ProgramSource";
    PageFacts facts(page, document);
    const json* const metadata = at(notebook, "metadata");
    const json* const language = metadata == nullptr ? nullptr : at(*metadata, "language_info");
    const json* const kernel = metadata == nullptr ? nullptr : at(*metadata, "kernelspec");
    facts.say("programmingLanguage",
              language != nullptr ? text_at(language, "name") : text_at(kernel, "language"));
    document.title = fold_space(text_at(metadata, "title"));
    if (const json* cells = at(notebook, "cells"); cells != nullptr && cells->is_array()) {
      for (const json& cell : *cells) read_cell(cell, facts);
    }
    return {};
  }
};

}  // namespace porthole

PORTHOLE_EXPORT(porthole::NotebookSummarizer)
