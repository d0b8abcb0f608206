// LaTeX. The library holds the summarizers of BibTeX, Texinfo, reStructuredText and manual pages,
// too.

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

constexpr std::array<std::string_view, 6> kHeadings = {"part",       "chapter",       "section",
                                                       "subsection", "subsubsection", "paragraph"};
constexpr std::array<std::string_view, 5> kInclusions = {"input", "include", "subfile",
                                                         "includegraphics", "bibliography"};
/// Their arguments are for the program, not for people.
constexpr std::array<std::string_view, 19> kSilent = {"label",
                                                      "ref",
                                                      "eqref",
                                                      "pageref",
                                                      "usepackage",
                                                      "documentclass",
                                                      "bibliographystyle",
                                                      "newcommand",
                                                      "renewcommand",
                                                      "setlength",
                                                      "vspace",
                                                      "hspace",
                                                      "pagestyle",
                                                      "thispagestyle",
                                                      "end",
                                                      "hypersetup",
                                                      "addbibresource",
                                                      "hypertarget",
                                                      "hyperlink"};

class LatexReader {
 public:
  explicit LatexReader(PageFacts& facts) : facts_(facts) {}

  void read(std::string_view text) {
    const std::size_t body = text.find("\\begin{document}");
    in_preamble_ = body != std::string_view::npos;
    std::size_t kept = 0;
    for (std::size_t at = text.find('\\'); at != std::string_view::npos; at = text.find('\\', at)) {
      if (in_preamble_ && at >= body) {
        in_preamble_ = false;
        kept = at;
      }
      std::size_t end = at + 1;
      while (end < text.size() && std::isalpha(static_cast<unsigned char>(text[end])) != 0) ++end;
      const std::string_view name = text.substr(at + 1, end - at - 1);
      if (name.empty()) {
        at = std::min(at + 2, text.size());
        continue;
      }
      std::size_t behind = end + (text.substr(end, 1) == "*" ? 1 : 0);
      if (text.substr(behind, 1) == "[")
        behind = std::max(tex_group(text, behind, '[', ']').end, behind);
      const TexGroup argument = tex_group(text, behind);
      if (!command(name, argument, text)) {
        at = end;
        continue;
      }
      if (!in_preamble_) add_text(text.substr(kept, at - kept));
      line_ += words_;
      at = kept = std::max(end_, end);
    }
    if (!in_preamble_) add_text(text.substr(std::min(kept, text.size())));
    flush();
  }

 private:
  /// True when all of the command is taken care of: `end_` is where it ends then, `words_` what
  /// stands for it in the text.
  bool command(std::string_view name, const TexGroup& argument, std::string_view text) {
    end_ = argument.end;
    words_.clear();
    if (name == "title" || name == "date" || name == "author" || name == "keywords" ||
        name == "subject") {
      about(name, argument.text);
    } else if (is_one_of(kHeadings, name)) {
      heading_ = fold_space(plain_tex(argument.text));
      facts_.say("heading", heading_);
      words_ = "\n\n" + heading_ + "\n\n";
    } else if (name == "caption") {
      facts_.say("caption", plain_tex(argument.text));
      words_ = plain_tex(argument.text) + "\n\n";
    } else if (name.starts_with("cite") || name == "parencite" || name == "textcite" ||
               name == "nocite") {
      facts_.say_each("cites", argument.text, ',');
    } else if (is_one_of(kInclusions, name)) {
      inclusion(name, argument.text);
    } else if (name == "href") {
      const TexGroup words = tex_group(text, argument.end);
      add_link(plain_tex(argument.text), plain_tex(words.text));
      words_ = plain_tex(words.text);
      end_ = words.end;
    } else if (name == "url") {
      add_link(std::string(argument.text), "");
      words_ = argument.text;
    } else if (name == "begin") {
      return environment(argument, text);
    } else if (is_one_of(kSilent, name)) {
      return argument.end > 0;
    } else {
      return false;
    }
    return true;
  }

  /// As command(), for the beginning of an environment.
  bool environment(const TexGroup& argument, std::string_view text) {
    if (argument.text != "abstract") {
      end_ = behind_begin(argument, text);
      return true;
    }
    const std::size_t close = text.find("\\end{abstract}", argument.end);
    if (close == std::string_view::npos) return false;
    std::string& description = facts_.document().description;
    description = fold_space(plain_tex(text.substr(argument.end, close - argument.end)));
    words_ = description + "\n\n";
    end_ = close;
    return true;
  }

  /// Behind the options of an environment, and the columns of one that is a table.
  static std::size_t behind_begin(const TexGroup& argument, std::string_view text) {
    std::size_t end = argument.end;
    if (text.substr(end, 1) == "[") end = tex_group(text, end, '[', ']').end;
    const bool has_columns =
        argument.text.find("tab") != std::string_view::npos || argument.text == "array";
    if (has_columns && argument.text != "table" && text.substr(end, 1) == "{")
      end = tex_group(text, end).end;
    return end;
  }

  void about(std::string_view name, std::string_view text) {
    Document& document = facts_.document();
    const std::string plain = fold_space(plain_tex(text));
    if (name == "title" && document.title.empty()) document.title = plain;
    if (name == "title") facts_.line(plain);
    if (name == "date" && document.published.empty()) document.published = w3c_date_of(plain);
    if (name == "keywords") facts_.say_each("keyword", plain, ',');
    if (name == "subject") facts_.say("keyword", plain);
    if (name != "author") return;
    for (std::size_t at = 0; at <= text.size();) {
      const std::size_t end = std::min(text.find("\\and", at), text.size());
      // The first line is the name, what follows is where he works.
      const std::string_view one = text.substr(at, end - at);
      facts_.say("author", plain_tex(one.substr(0, one.find("\\\\"))));
      at = end + 4;
    }
  }

  void inclusion(std::string_view name, std::string_view file) {
    if (file.find_first_of("\\#") != std::string_view::npos) return;
    const bool is_image = name == "includegraphics";
    const bool has_suffix =
        file.find('.', file.rfind('/') == std::string_view::npos ? 0 : file.rfind('/')) !=
        std::string_view::npos;
    const std::string suffix = is_image || has_suffix   ? ""
                               : name == "bibliography" ? ".bib"
                                                        : ".tex";
    for (const std::string_view each : split(file, ',')) {
      if (Link* link = facts_.link(std::string(trim(each)) + suffix))
        link->element = is_image ? Element::kImg : Element::kA;
    }
  }

  void add_link(const std::string& url, const std::string& words) {
    if (Link* link = facts_.link(url, words)) link->heading = heading_;
  }

  void add_text(std::string_view text) { line_ += plain_tex(text); }

  /// An empty line ends a paragraph.
  void flush() {
    std::string paragraph;
    for (const std::string_view line : split(line_, '\n')) {
      if (!trim(line).empty()) {
        paragraph.append(line).append(" ");
      } else {
        facts_.line(paragraph);
        paragraph.clear();
      }
    }
    facts_.line(paragraph);
    line_.clear();
  }

  PageFacts& facts_;
  bool in_preamble_ = false;
  std::size_t end_ = 0;
  std::string heading_, line_, words_;
};

}  // namespace

/// LaTeX. Parsed only, never executed: macros are not expanded and no file is opened.
class LatexSummarizer final : public FormatSummarizer {
 public:
  PluginAbout about() const override {
    return {.name = "latex",
            .version = "1.0",
            .help = "LaTeX: title, authors, sections, captions, citations"};
  }

  Formats formats() const override {
    return {.types = {"text/x-tex", "application/x-tex", "application/x-latex", "text/x-latex"},
            .suffixes = {".tex", ".latex", ".ltx"}};
  }

  bool reads(const PageBytes& page) const override {
    return page.body.find('\\') != std::string_view::npos &&
           page.body.find("@setfilename") == std::string_view::npos &&
           !page.body.starts_with("\\input texinfo");
  }

  std::string summarize(const PageBytes& page, Document& document) override {
    document.resource_class = "Text";
    PageFacts facts(page, document);
    LatexReader(facts).read(
        without_tex_comments(page.inner->to_utf8(page.body, page.content_type)));
    return {};
  }
};

}  // namespace porthole

PORTHOLE_EXPORT(porthole::LatexSummarizer)
