#include <algorithm>
#include <array>
#include <cctype>

#include "base/text/text.h"
#include "plugins/export.h"
#include "plugins/format_summarizer.h"
#include "plugins/formats/markup/tex_text.h"
#include "plugins/page_facts.h"

namespace porthole {
namespace {

constexpr std::array<std::string_view, 16> kChapters = {
    "top",           "chapter",          "section",  "subsection",  "subsubsection",  "unnumbered",
    "unnumberedsec", "unnumberedsubsec", "appendix", "appendixsec", "appendixsubsec", "heading",
    "subheading",    "majorheading",     "part",     "chapheading"};
/// Environments that hold no text for people.
constexpr std::array<std::string_view, 6> kSilentEnvironments = {"ignore", "menu",     "tex",
                                                                 "html",   "direntry", "macro"};

std::string_view word_of(std::string_view line) {
  std::size_t end = 1;
  while (end < line.size() && std::isalpha(static_cast<unsigned char>(line[end])) != 0) ++end;
  return line.substr(1, end - 1);
}

class TexinfoReader {
 public:
  explicit TexinfoReader(PageFacts& facts) : facts_(facts) {}

  void read(std::string_view text) {
    std::string hidden;
    for (const std::string_view raw : split(text, '\n')) {
      const std::string_view line = trim(raw);
      const std::string_view command = line.starts_with('@') ? word_of(line) : std::string_view();
      const std::string_view rest = trim(line.substr(std::min(command.size() + 1, line.size())));
      if (!hidden.empty()) {
        if (command == "end" && rest == hidden) hidden.clear();
      } else if (is_one_of(kSilentEnvironments, command)) {
        hidden = command;
        flush();
      } else if (command == "bye") {
        break;
      } else if (line.empty() || line.starts_with("\\input ")) {
        flush();
      } else if (!whole_line(command, rest)) {
        paragraph_ += plain(line) + " ";
      }
    }
    flush();
  }

 private:
  /// Commands that have their line to themselves.
  bool whole_line(std::string_view command, std::string_view rest) {
    Document& document = facts_.document();
    if (command.empty() || rest.starts_with('{')) return false;
    if (command == "settitle" || command == "title") {
      if (document.title.empty()) document.title = fold_space(plain(rest));
    } else if (command == "subtitle") {
      document.description = fold_space(plain(rest));
    } else if (command == "author") {
      facts_.say("author", plain(rest));
    } else if (command == "dircategory") {
      facts_.say("keyword", plain(rest));
    } else if (command == "include") {
      facts_.link(rest);
    } else if (is_one_of(kChapters, command)) {
      flush();
      heading_ = fold_space(plain(rest));
      if (command != "top") facts_.say("heading", heading_);
      facts_.line(heading_);
    } else if (command == "item" || command == "itemx" || command == "tab") {
      flush();
      paragraph_ = plain(rest);
    } else {
      // @node, @c, @setfilename, @end and all the others say nothing to people.
      flush();
    }
    return true;
  }

  void flush() {
    facts_.line(paragraph_);
    paragraph_.clear();
  }

  /// Text with what stands in @command{...}; links are noted on the way.
  std::string plain(std::string_view text) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
      if (text[at] != '@' || at + 1 == text.size()) {
        if (text[at] != '{' && text[at] != '}') out += text[at];
        ++at;
        continue;
      }
      const std::string_view name = word_of(text.substr(at));
      if (name.empty()) {  // @@, @{, @}
        out += text[at + 1];
        at += 2;
        continue;
      }
      at += name.size() + 1;
      if (name == "c" || name == "comment") break;
      const TexGroup group = text.substr(at, 1) == "{" ? tex_group(text, at) : TexGroup{{}, at};
      if (group.end == at) continue;
      out += argument(name, group.text);
      at = group.end;
    }
    return out;
  }

  std::string argument(std::string_view name, std::string_view text) {
    if (name == "anchor" || name == "cindex" || name == "image") return image(name, text);
    if (++depth_ > 50) return "";
    const auto comma = std::min(text.find(','), text.size());
    const bool is_url = name == "uref" || name == "url" || name == "indicateurl";
    std::string out = is_url                ? link(text, comma)
                      : name == "dots"      ? "…"
                      : name == "copyright" ? "©"
                                            : plain(text);
    if (name == "caption") facts_.say("caption", out);
    --depth_;
    return out;
  }

  std::string image(std::string_view name, std::string_view text) {
    if (name != "image") return "";
    const auto parts = split(text, ',');
    const std::string suffix = parts.size() > 4 ? std::string(trim(parts[4])) : "png";
    if (Link* found = facts_.link(std::string(trim(parts[0])) +
                                  (suffix.starts_with('.') ? "" : ".") + suffix)) {
      found->element = Element::kImg;
      if (parts.size() > 3) found->alt = fold_space(parts[3]);
    }
    return "";
  }

  /// @uref{address, words}
  std::string link(std::string_view text, std::size_t comma) {
    const std::string url = plain(text.substr(0, comma));
    const std::string words = fold_space(plain(text.substr(std::min(comma + 1, text.size()))));
    if (Link* found = facts_.link(url, words)) found->heading = heading_;
    return words.empty() ? url : words;
  }

  PageFacts& facts_;
  std::string heading_, paragraph_;
  int depth_ = 0;
};

}  // namespace

/// Texinfo. Source: https://www.gnu.org/software/texinfo/manual/texinfo/.
class TexinfoSummarizer final : public FormatSummarizer {
 public:
  PluginAbout about() const override {
    return {
        .name = "texinfo", .version = "1.0", .help = "Texinfo: title, authors, chapters, links"};
  }

  Formats formats() const override {
    return {.types = {"text/x-texinfo", "application/x-texinfo"},
            .suffixes = {".texi", ".texinfo", ".txi"}};
  }

  bool reads(const PageBytes& page) const override {
    return page.body.find('@') != std::string_view::npos;
  }

  std::string summarize(const PageBytes& page, Document& document) override {
    document.resource_class = "Manual";
    PageFacts facts(page, document);
    TexinfoReader(facts).read(page.inner->to_utf8(page.body, page.content_type));
    return {};
  }
};

}  // namespace porthole

PORTHOLE_EXPORT(porthole::TexinfoSummarizer)
