#include "plugins/formats/xml/dtd_summarizer.h"

#include <algorithm>

#include "base/text/text.h"
#include "plugins/page_facts.h"

namespace porthole {
namespace {

constexpr std::string_view kSpace = " \t\r\n";

/// The next word of a declaration: a name, a quoted text, or a group in parentheses.
std::string_view take_word(std::string_view& rest) {
  rest.remove_prefix(std::min(rest.find_first_not_of(kSpace), rest.size()));
  if (rest.empty()) return {};
  std::size_t end = 0;
  if (rest[0] == '"' || rest[0] == '\'') {
    end = rest.find(rest[0], 1);
    end = end == std::string_view::npos ? rest.size() : end + 1;
  } else if (rest[0] == '(') {
    int depth = 0;
    do {
      if (rest[end] == '(') ++depth;
      if (rest[end] == ')') --depth;
      ++end;
    } while (depth > 0 && end < rest.size());
  } else {
    end = std::min(rest.find_first_of(" \t\r\n("), rest.size());
  }
  const std::string_view word = rest.substr(0, end);
  rest.remove_prefix(end);
  return word;
}

std::string_view unquoted(std::string_view word) {
  if (word.size() < 2 || (word[0] != '"' && word[0] != '\'')) return {};
  return word.substr(1, word.size() - 2);
}

class DtdReader {
 public:
  explicit DtdReader(PageFacts& facts) : facts_(facts) {}

  void read(std::string_view text) {
    for (std::size_t at = text.find('<'); at != std::string_view::npos; at = text.find('<', at)) {
      if (text.substr(at).starts_with("<!--")) {
        const std::size_t end = std::min(text.find("-->", at + 4), text.size());
        comment(text.substr(at + 4, end - at - 4));
        at = end;
      } else {
        const std::size_t end = end_of_declaration(text, at);
        declaration(text.substr(at, end - at));
        at = std::max(end, at + 1);
      }
    }
  }

 private:
  static std::size_t end_of_declaration(std::string_view text, std::size_t at) {
    for (++at; at < text.size() && text[at] != '>' && text[at] != '<' && text[at] != '['; ++at) {
      if (text[at] != '"' && text[at] != '\'') continue;
      const std::size_t end = text.find(text[at], at + 1);
      if (end == std::string_view::npos) return text.size();
      at = end;
    }
    return at;
  }

  // The first comment says what this is; all of them are its text.
  void comment(std::string_view text) {
    facts_.line(text);
    Document& document = facts_.document();
    if (document.description.empty()) document.description = shortened(fold_space(text), 1000);
    for (const std::string_view line : split(text, '\n')) {
      const bool has_words = std::count_if(line.begin(), line.end(),
                                           [](unsigned char c) { return std::isalpha(c); }) > 3;
      if (document.title.empty() && has_words) document.title = fold_space(line);
    }
  }

  void declaration(std::string_view text) {
    const std::string_view kind = take_word(text);
    if (kind == "<!ELEMENT") {
      say_name("definedElement", take_word(text));
    } else if (kind == "<!ATTLIST") {
      take_word(text);
      attributes(text);
    } else if (kind == "<!ENTITY") {
      entity(text);
    }
  }

  // name type default, again and again; a parameter entity stands for what is not known.
  void attributes(std::string_view text) {
    for (std::string_view name = take_word(text); !name.empty(); name = take_word(text)) {
      if (name.starts_with('%')) continue;
      say_name("definedAttribute", name);
      if (take_word(text) == "NOTATION") take_word(text);
      if (take_word(text) == "#FIXED") take_word(text);
    }
  }

  // <!ENTITY % name PUBLIC "identifier" "file">: a part of it in another file.
  void entity(std::string_view text) {
    if (take_word(text) == "%") take_word(text);
    const std::string_view kind = take_word(text);
    if (kind != "PUBLIC" && kind != "SYSTEM") return;
    const std::string_view identifier =
        kind == "PUBLIC" ? unquoted(take_word(text)) : std::string_view();
    facts_.link(unquoted(take_word(text)), identifier);
  }

  void say_name(std::string_view property, std::string_view name) {
    if (name.find_first_of("%(;") == std::string_view::npos) facts_.say(property, name);
  }

  PageFacts& facts_;
};

}  // namespace

PluginAbout DtdSummarizer::about() const {
  return {.name = "dtd", .version = "1.0", .help = "Document type definitions (DTD)"};
}

Formats DtdSummarizer::formats() const {
  return {.types = {"application/xml-dtd", "text/xml-dtd", "text/x-dtd"}, .suffixes = {".dtd"}};
}

bool DtdSummarizer::reads(const PageBytes& page) const {
  return page.body.find("<!ELEMENT") != std::string_view::npos ||
         page.body.find("<!ENTITY") != std::string_view::npos ||
         page.body.find("<!ATTLIST") != std::string_view::npos;
}

std::string DtdSummarizer::summarize(const PageBytes& page, Document& document) {
  document.resource_class = "Schema";
  PageFacts facts(page, document);
  DtdReader(facts).read(page.inner->to_utf8(page.body, page.content_type));
  return {};
}

}  // namespace porthole
