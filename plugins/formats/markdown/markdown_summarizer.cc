// Markdown: cmark-gfm makes HTML of it, which the built-in reader reads with all that it says about
// links.

#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm.h>

#include <cstdlib>
#include <memory>

#include "base/text/text.h"
#include "plugins/export.h"
#include "plugins/page_facts.h"
#include "plugins/support/yaml_reader.h"

namespace porthole {
namespace {

constexpr int kOptions =
    CMARK_OPT_UNSAFE | CMARK_OPT_FOOTNOTES;  // HTML in it is read like any other

/// Removes the front matter (between lines of three dashes at the start) from `text` and returns
/// it.
std::string_view take_front_matter(std::string_view& text) {
  if (!text.starts_with("---\n") && !text.starts_with("---\r\n")) return {};
  const std::size_t begin = text.find('\n') + 1;
  for (std::size_t at = begin; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = trim(text.substr(at, end - at));
    if (line == "---" || line == "...") {
      const std::string_view front = text.substr(begin, at - begin);
      text.remove_prefix(std::min(end + 1, text.size()));
      return front;
    }
    at = end + 1;
  }
  return {};
}

void say_front_matter(const YamlScalar& scalar, PageFacts& facts) {
  Document& document = facts.document();
  const std::string key = ascii_lower(scalar.key);
  if (scalar.value.empty()) return;
  if (key == "author" || key == "authors" || (scalar.depth == 2 && key == "name"))
    facts.say("author", scalar.value);
  if (scalar.depth != 1) return;
  if (key == "title") document.title = fold_space(scalar.value);
  if (key == "description" || key == "abstract" || key == "summary")
    document.description = fold_space(scalar.value);
  if (key == "keywords" || key == "tags" || key == "categories")
    facts.say_each("keyword", scalar.value, ',');
  if (key == "date") document.published = w3c_date_of(scalar.value);
  if (key == "lang" || key == "language")
    document.language = ascii_lower(scalar.value.substr(0, scalar.value.find_first_of("-_")));
  if (key == "license" || key == "rights") facts.say("rights", scalar.value);
}

class Markdown {
 public:
  explicit Markdown(std::string_view text) {
    cmark_gfm_core_extensions_ensure_registered();
    parser_.reset(cmark_parser_new(kOptions));
    for (const char* name : {"table", "autolink", "strikethrough", "tasklist"}) {
      if (cmark_syntax_extension* extension = cmark_find_syntax_extension(name)) {
        cmark_parser_attach_syntax_extension(parser_.get(), extension);
      }
    }
    cmark_parser_feed(parser_.get(), text.data(), text.size());
    root_.reset(cmark_parser_finish(parser_.get()));
  }

  std::string html() const {
    const std::unique_ptr<char, void (*)(void*)> html(
        cmark_render_html(root_.get(), kOptions, cmark_parser_get_syntax_extensions(parser_.get())),
        std::free);
    return html == nullptr ? "" : html.get();
  }

  void say_headings(PageFacts& facts) const {
    const std::unique_ptr<cmark_iter, void (*)(cmark_iter*)> walk(cmark_iter_new(root_.get()),
                                                                  cmark_iter_free);
    std::string heading;
    for (cmark_event_type event = cmark_iter_next(walk.get()); event != CMARK_EVENT_DONE;
         event = cmark_iter_next(walk.get())) {
      cmark_node* const node = cmark_iter_get_node(walk.get());
      const cmark_node_type type = cmark_node_get_type(node);
      if (type == CMARK_NODE_HEADING && event == CMARK_EVENT_ENTER) heading.clear();
      if (type == CMARK_NODE_TEXT || type == CMARK_NODE_CODE)
        heading += cmark_node_get_literal(node);
      if (type == CMARK_NODE_SOFTBREAK) heading += ' ';
      if (type != CMARK_NODE_HEADING || event != CMARK_EVENT_EXIT) continue;
      facts.say("heading", heading);
      if (facts.document().title.empty()) facts.document().title = fold_space(heading);
    }
  }

 private:
  std::unique_ptr<cmark_parser, void (*)(cmark_parser*)> parser_{nullptr, cmark_parser_free};
  std::unique_ptr<cmark_node, void (*)(cmark_node*)> root_{nullptr, cmark_node_free};
};

}  // namespace

class MarkdownSummarizer final : public FormatSummarizer {
 public:
  PluginAbout about() const override {
    return {.name = "markdown",
            .version = "1.0",
            .help = "Markdown (CommonMark, GitHub's tables and links)"};
  }

  Formats formats() const override {
    return {.types = {"text/markdown", "text/x-markdown"},
            .suffixes = {".md", ".markdown", ".mkd"}};
  }

  // A wiki may call a page of HTML by this name.
  bool reads(const PageBytes& page) const override { return page.declared_type != "text/html"; }

  std::string summarize(const PageBytes& page, Document& document) override {
    const std::string utf8 = page.inner->to_utf8(page.body, page.content_type);
    std::string_view text = utf8;
    PageFacts facts(page, document);
    document.resource_class = "Text";
    if (const std::string_view front = take_front_matter(text); !front.empty()) {
      read_yaml(front, [&facts](const YamlScalar& scalar) { say_front_matter(scalar, facts); });
    }
    const Markdown markdown(text);
    markdown.say_headings(facts);
    Document read = page.inner->read(page.url, "text/html; charset=utf-8", markdown.html());
    document.text = std::move(read.text);
    document.links = std::move(read.links);
    document.links_cut = read.links_cut;
    return {};
  }
};

}  // namespace porthole

PORTHOLE_EXPORT(porthole::MarkdownSummarizer)
