// Program source: what it defines, imports and implements, and who wrote it.
//
// Source: Sundaresan, Yi, Huang 2000, section 2: the summary of a Java program has the abstract,
// class names, imported classes, inherited classes and interfaces, method names with signatures,
// and exceptions thrown; the same is done for other languages.

#include <algorithm>
#include <string>
#include <string_view>

#include "base/text/text.h"
#include "base/url/url.h"
#include "plugins/export.h"
#include "plugins/format_summarizer.h"
#include "plugins/formats/source/comments.h"
#include "plugins/formats/source/detect.h"
#include "plugins/formats/source/lexer.h"
#include "plugins/formats/source/structure.h"
#include "plugins/formats/source/tags.h"
#include "plugins/page_facts.h"

namespace porthole {
namespace {

/// A longer source was written by a program.
constexpr std::size_t kMostSourceBytes = 1u << 20;

std::string file_name(std::string_view url) {
  const Result<Url> parsed = Url::parse(url);
  if (!parsed) return {};
  std::string_view path = parsed->fragment().empty() ? parsed->path() : parsed->fragment();
  return std::string(path.substr(path.rfind('/') + 1));
}

void add_all(Document& document, const std::string& property, const source::Names& values) {
  for (const std::string& value : values) {
    if (!value.empty()) document.properties.push_back({property, value});
  }
}

void add_import_links(const source::Names& imports, const PageBytes& page, Document& document) {
  const Result<Url> base = Url::parse(page.url);
  if (!base) return;
  for (const std::string& import : imports) {
    const Result<Url> url = Url::parse(import, &*base);
    if (!url || url->scheme() != base->scheme()) continue;
    Link& link = document.links.emplace_back();
    link.url = url->href();
    link.anchor = import;
  }
}

}  // namespace

class SourceSummarizer final : public FormatSummarizer {
 public:
  PluginAbout about() const override {
    return {
        .name = "source",
        .version = "1.0",
        .help = "Program source in 31 languages: classes, functions, imports, authors, by ctags"};
  }

  Formats formats() const override {
    Formats formats;
    for (const source::Language& language : source::languages()) {
      formats.types.insert(formats.types.end(), language.types.begin(), language.types.end());
      formats.suffixes.insert(formats.suffixes.end(), language.suffixes.begin(),
                              language.suffixes.end());
    }
    return formats;
  }

  bool reads(const PageBytes& page) const override { return source::language_of(page) != nullptr; }

  std::string summarize(const PageBytes& page, Document& document) override {
    const source::Language& language = *source::language_of(page);
    const std::string text =
        page.inner->to_utf8(page.body.substr(0, kMostSourceBytes), page.content_type);
    const std::vector<source::Token> tokens = source::tokens_of(text, language.lexis);
    const std::vector<source::Comment> comments = source::comments_of(tokens, language);
    const source::Tags tags = source::tags_of(text, language.ctags);
    const source::Structure structure(tags.tags, tokens, comments, language);

    const std::string file = file_name(page.url);
    const std::string main_class = structure.main_class(file.substr(0, file.find('.')));
    document.media_type = language.types.front();
    document.title = main_class.empty() ? file : main_class;
    document.text = source::words_of(tokens, comments);
    const bool has_class =
        !structure.values("className").empty() || !structure.values("interfaceName").empty();
    document.resource_class = has_class ? language.class_of_classes : "ProgramSource";
    document.description = source::abstract_of(comments, structure.line_of_class(main_class),
                                               structure.first_definition());

    add_all(document, "programmingLanguage", {std::string(language.name)});
    add_all(document, "abstract", {document.description});
    source::Names authors = structure.values("author");
    if (authors.empty()) authors = source::authors_of(comments);
    add_all(document, "author", authors);
    add_all(document, "rights", source::rights_of(comments));
    for (const char* property :
         {"packageName", "className", "interfaceName", "imports", "extends", "implements", "throws",
          "definedTable", "function", "signature", "constant"}) {
      add_all(document, property, structure.values(property));
    }
    add_import_links(structure.relative_imports(), page, document);
    for (const source::Comment& comment : comments) {
      for (const std::string_view line : split(comment.text, '\n')) add_addresses(line, document);
    }
    if (!tags.problem.empty()) return tags.problem;
    return page.body.size() > kMostSourceBytes ? "more than 1 MiB: the rest was not read" : "";
  }
};

}  // namespace porthole

PORTHOLE_EXPORT(porthole::SourceSummarizer)
