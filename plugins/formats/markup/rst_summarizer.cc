#include <algorithm>
#include <array>
#include <map>

#include "base/text/text.h"
#include "plugins/export.h"
#include "plugins/format_summarizer.h"
#include "plugins/page_facts.h"

namespace porthole {
namespace {

/// A line of one character again and again, as it stands below (and above) a title.
bool is_adornment(std::string_view line) {
  line = trim(line);
  return line.size() >= 3 &&
         std::string_view("=-`:.'\"~^_*+#<>!$%&,/;?@[]{|}").find(line[0]) !=
             std::string_view::npos &&
         line.find_first_not_of(line[0]) == std::string_view::npos;
}

/// A border of a table.
bool is_border(std::string_view line) {
  line = trim(line);
  return line.size() >= 3 && line.find_first_not_of("=+-| ") == std::string_view::npos &&
         line.find_first_of("=-") != std::string_view::npos;
}

/// The words of an item of a list, where one begins: "-  words".
bool is_item(std::string_view line) {
  line = trim(line);
  return line.size() > 2 && (line[0] == '-' || line[0] == '*' || line[0] == '+') && line[1] == ' ';
}

struct Field {
  std::string name;
  std::string_view value;
};

/// ":Name: value", "" as the name of anything else.
Field field_of(std::string_view line) {
  line = trim(line);
  if (!line.starts_with(':')) return {};
  const auto end = line.find(':', 1);
  if (end == std::string_view::npos || end == 1 ||
      line.substr(end + 1, 1).find_first_not_of(' ') != std::string_view::npos)
    return {};
  return {ascii_lower(line.substr(1, end - 1)), trim(line.substr(end + 1))};
}

std::size_t indent_of(std::string_view line) {
  return std::min(line.find_first_not_of(" \t"), line.size());
}

class RstReader {
 public:
  RstReader(std::string_view text, PageFacts& facts) : facts_(facts) { lines_ = split(text, '\n'); }

  void read() {
    find_targets();
    for (std::size_t at = 0; at < lines_.size();) at = read_block(at);
    flush();
  }

 private:
  std::string_view line(std::size_t at) const {
    return at < lines_.size() ? lines_[at] : std::string_view();
  }

  // .. _name: url; references to it may stand before.
  void find_targets() {
    for (std::string_view each : lines_) {
      each = trim(each);
      if (!each.starts_with(".. _")) continue;
      const auto colon = each.find(": ");
      if (colon == std::string_view::npos) continue;
      std::string_view name = each.substr(4, colon - 4);
      if (name.starts_with('`') && name.ends_with('`') && name.size() > 1)
        name = name.substr(1, name.size() - 2);
      targets_.emplace(ascii_lower(fold_space(name)), trim(each.substr(colon + 2)));
    }
  }

  /// Reads what begins in line `at`; the line to go on with.
  std::size_t read_block(std::size_t at) {
    const std::string_view here = line(at);
    if (trim(here).empty()) {
      flush();
      return at + 1;
    }
    if (is_adornment(here) && !trim(line(at + 1)).empty() && is_adornment(line(at + 2)) &&
        line(at + 2)[0] == here[0]) {
      return title(line(at + 1), at + 3);
    }
    const bool has_underline = is_adornment(line(at + 1)) && !is_adornment(here) &&
                               paragraph_.empty() && indent_of(here) == 0 &&
                               trim(line(at + 1)).size() + 2 >= trim(here).size();
    if (has_underline) return title(here, at + 2);
    if (here.starts_with(".. ")) return directive(at);
    if (const Field field = field_of(here);
        !field.name.empty() && paragraph_.empty() && indent_of(here) == 0)
      return about(field, at);
    if (is_item(here)) {
      flush();
      paragraph_ = std::string(trim(here).substr(2)) + "\n";
    } else if (!is_adornment(here) && !is_border(here)) {
      paragraph_.append(here).append("\n");
    }
    return at + 1;
  }

  std::size_t title(std::string_view words, std::size_t next) {
    flush();
    heading_ = fold_space(words);
    Document& document = facts_.document();
    if (document.title.empty()) {
      document.title = heading_;
    } else {
      facts_.say("heading", heading_);
    }
    facts_.line(heading_);
    return next;
  }

  /// A field of the document; the lines below that are indented go on with it.
  std::size_t about(const Field& field, std::size_t at) {
    std::string value(field.value);
    for (++at; at < lines_.size() && indent_of(line(at)) > 0 && !trim(line(at)).empty(); ++at)
      value.append(" ").append(trim(line(at)));
    Document& document = facts_.document();
    if (field.name == "author") facts_.say("author", value);
    if (field.name == "authors")
      facts_.say_each("author", value, value.find(';') == std::string::npos ? ',' : ';');
    if (field.name == "date") document.published = w3c_date_of(value);
    if (field.name == "version" || field.name == "revision") facts_.say("version", value);
    if (field.name == "organization") facts_.say("organization", value);
    if (field.name == "copyright") facts_.say("rights", value);
    if (field.name == "keywords" || field.name == "tags") facts_.say_each("keyword", value, ',');
    if (field.name == "abstract" || field.name == "description")
      document.description = fold_space(value);
    paragraph(value);
    return at;
  }

  /// .. name:: argument, and the block below it; a comment or target otherwise.
  std::size_t directive(std::size_t at) {
    flush();
    const std::string_view rest = trim(line(at).substr(3));
    const auto colons = rest.find("::");
    const std::string name =
        colons == std::string_view::npos ? "" : ascii_lower(trim(rest.substr(0, colons)));
    const std::string argument(colons == std::string_view::npos ? std::string_view()
                                                                : trim(rest.substr(colons + 2)));
    std::vector<std::string_view> block;
    for (++at; at < lines_.size() && (indent_of(line(at)) > 0 || trim(line(at)).empty()); ++at)
      block.push_back(line(at));
    if (name == "image" || name == "figure") {
      figure(name, argument, block);
    } else if (name == "include" || name == "literalinclude") {
      facts_.link(argument);
    } else if (name == "toctree") {
      for (const std::string_view entry : block) table_entry(trim(entry));
    } else if (name == "meta") {
      for (const std::string_view entry : block) about_page(field_of(entry));
    } else if (!name.empty()) {
      if (!argument.empty() && name != "code" && name != "code-block") facts_.line(argument);
      for (const std::string_view words : block) {
        if (field_of(words).name.empty()) paragraph_.append(words).append("\n");
        if (trim(words).empty()) flush();
      }
    }
    return at;
  }

  void about_page(const Field& field) {
    if (field.name == "description") facts_.document().description = fold_space(field.value);
    if (field.name == "keywords") facts_.say_each("keyword", field.value, ',');
  }

  void figure(const std::string& name, const std::string& file,
              const std::vector<std::string_view>& block) {
    std::string caption, alt;
    for (const std::string_view words : block) {
      const Field field = field_of(words);
      if (field.name == "alt") alt = fold_space(field.value);
      if (field.name.empty() && !trim(words).empty()) caption.append(words).append(" ");
    }
    if (Link* link = facts_.link(file)) {
      link->element = Element::kImg;
      link->alt = alt;
    }
    if (name == "figure") facts_.say("caption", caption);
    facts_.line(caption);
  }

  // "page" or "Title <page>" is page.rst beside this one; a site that shows its sources has it as
  // HTML.
  void table_entry(std::string_view entry) {
    if (entry.empty() || !field_of(entry).name.empty() || entry.starts_with(':')) return;
    const auto open = entry.rfind('<');
    const bool is_named = entry.ends_with('>') && open != std::string_view::npos;
    const std::string target(is_named ? entry.substr(open + 1, entry.size() - open - 2) : entry);
    const std::string_view words = is_named ? trim(entry.substr(0, open)) : std::string_view();
    const bool is_whole =
        target.find("://") != std::string::npos || target.find('*') != std::string::npos;
    if (target.find('*') == std::string::npos)
      facts_.link(is_whole ? target : target + ".rst", words);
  }

  void flush() {
    if (!paragraph_.empty()) paragraph(paragraph_);
    paragraph_.clear();
  }

  /// Text with its references: `words <url>`_, `words`_, and addresses that stand for themselves.
  void paragraph(const std::string& source) {
    const std::string text = fold_space(source);
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
      if (text[at] == '`') {
        at = quoted(text, at, out);
      } else if (text.compare(at, 7, "http://") == 0 || text.compare(at, 8, "https://") == 0) {
        std::size_t end = std::min(text.find_first_of(" <>`\"", at), text.size());
        while (end > at &&
               std::string_view(".,;:!?)_").find(text[end - 1]) != std::string_view::npos)
          --end;
        add_link(text.substr(at, end - at), "", out);
        out += text.substr(at, end - at);
        at = std::max(end, at + 1);
      } else {
        // Stars that emphasize touch a word.
        const std::size_t end = std::min(text.find_first_not_of('*', at), text.size());
        const bool stands_alone =
            (at == 0 || text[at - 1] == ' ') && (end == text.size() || text[end] == ' ');
        if (end == at || stands_alone) out += text.substr(at, std::max<std::size_t>(end - at, 1));
        at = std::max(end, at + 1);
      }
    }
    facts_.line(out);
  }

  std::size_t quoted(const std::string& text, std::size_t at, std::string& out) {
    const bool is_literal = text.compare(at, 2, "``") == 0;
    const std::size_t begin = at + (is_literal ? 2 : 1);
    const std::size_t end = text.find(is_literal ? "``" : "`", begin);
    if (end == std::string::npos) return at + 1;
    const std::string inside = text.substr(begin, end - begin);
    std::size_t behind = end + (is_literal ? 2 : 1);
    if (is_literal || text.compare(behind, 1, "_") != 0) {
      out += inside;
      return behind;
    }
    while (behind < text.size() && text[behind] == '_') ++behind;
    const auto open = inside.rfind('<');
    if (inside.ends_with('>') && open != std::string::npos) {
      const std::string words = fold_space(inside.substr(0, open));
      add_link(inside.substr(open + 1, inside.size() - open - 2), words, out);
      out += words;
    } else {
      const auto target = targets_.find(ascii_lower(inside));
      if (target != targets_.end()) add_link(target->second, inside, out);
      out += inside;
    }
    return behind;
  }

  void add_link(const std::string& url, const std::string& words, const std::string& before) {
    if (Link* link = facts_.link(url, words)) {
      link->heading = heading_;
      link->before = before.size() > 200 ? "" : fold_space(before);
    }
  }

  PageFacts& facts_;
  std::vector<std::string_view> lines_;
  std::map<std::string, std::string> targets_;
  std::string heading_, paragraph_;
};

}  // namespace

/// reStructuredText. Source: https://docutils.sourceforge.io/docs/ref/rst/restructuredtext.html.
class RstSummarizer final : public FormatSummarizer {
 public:
  PluginAbout about() const override {
    return {.name = "rst",
            .version = "1.0",
            .help = "reStructuredText: titles, fields, links, directives"};
  }

  Formats formats() const override {
    return {.types = {"text/x-rst", "text/prs.fallenstein.rst"}, .suffixes = {".rst", ".rest"}};
  }

  std::string summarize(const PageBytes& page, Document& document) override {
    document.resource_class = "Text";
    PageFacts facts(page, document);
    const std::string text = page.inner->to_utf8(page.body, page.content_type);
    RstReader(text, facts).read();
    return {};
  }
};

}  // namespace porthole

PORTHOLE_EXPORT(porthole::RstSummarizer)
