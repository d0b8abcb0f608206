#include <algorithm>
#include <cctype>

#include "base/text/text.h"
#include "plugins/export.h"
#include "plugins/format_summarizer.h"
#include "plugins/page_facts.h"
#include "plugins/support/run_tool.h"

namespace porthole {
namespace {

/// "ls(1)" as name and section; false for any other text.
bool is_reference(std::string_view text, std::string_view& section) {
  const auto open = text.find('(');
  if (open == 0 || open == std::string_view::npos || !text.ends_with(')')) return false;
  section = text.substr(open + 1, text.size() - open - 2);
  return !section.empty() && section.size() <= 6 &&
         std::isalnum(static_cast<unsigned char>(section[0])) != 0 &&
         text.find_first_of(" /") == std::string_view::npos;
}

/// The section below a heading, up to the next one; `text` has one block on each line.
std::string_view part_below(std::string_view text, std::string_view heading,
                            const std::vector<std::string>& headings) {
  std::size_t begin = std::string_view::npos;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    const bool is_heading = std::find(headings.begin(), headings.end(), line) != headings.end();
    if (begin != std::string_view::npos && is_heading) return text.substr(begin, at - begin);
    if (line == heading && is_heading) begin = end;
    at = end + 1;
  }
  return begin == std::string_view::npos ? std::string_view() : text.substr(begin);
}

/// The texts of h1 and h2 in mandoc's HTML: the built-in reader keeps their words, and not what
/// they are.
std::vector<std::string> headings_of(std::string_view html, InnerReader& inner) {
  std::vector<std::string> headings;
  for (std::size_t at = html.find("<h"); at != std::string_view::npos;
       at = html.find("<h", at + 2)) {
    const char level = at + 2 < html.size() ? html[at + 2] : ' ';
    if (level != '1' && level != '2') continue;
    const std::size_t end = html.find(level == '1' ? "</h1>" : "</h2>", at);
    if (end == std::string_view::npos || headings.size() == 500) break;
    headings.push_back(
        fold_space(inner.read("", "text/html; charset=utf-8", html.substr(at, end - at)).text));
  }
  return headings;
}

}  // namespace

/// Manual pages (man and mdoc), by the program mandoc.
class ManualSummarizer final : public FormatSummarizer {
 public:
  PluginAbout about() const override {
    return {
        .name = "manual", .version = "1.0", .help = "Pages of the manual (man, mdoc; by mandoc)"};
  }

  Formats formats() const override {
    return {.types = {"text/troff", "application/x-troff-man", "application/x-troff",
                      "application/x-troff-mdoc"},
            .suffixes = {".1", ".2", ".3", ".4", ".5", ".6", ".7", ".8", ".man", ".mdoc"}};
  }

  bool reads(const PageBytes& page) const override {
    const auto has_macro = [&page](std::string_view macro) {
      return page.body.starts_with(macro) ||
             page.body.find("\n" + std::string(macro)) != std::string_view::npos;
    };
    return has_macro(".TH ") || has_macro(".Dt ");
  }

  std::string summarize(const PageBytes& page, Document& document) override {
    const std::string source = page.inner->to_utf8(page.body, page.content_type);
    const ToolOutput made = run_tool({"mandoc", "-K", "utf-8", "-T", "html"}, source);
    if (made.output.empty())
      throw UnreadablePage("mandoc: exit code " + std::to_string(made.exit_code));
    Document read = page.inner->read(page.url, "text/html; charset=utf-8", made.output);
    document.resource_class = "Manual";
    document.text = std::move(read.text);
    document.links = std::move(read.links);
    document.links_cut = read.links_cut;
    // mandoc makes every heading and option a link to itself.
    std::erase_if(document.links, [&page](const Link& link) {
      return link.url.starts_with(std::string(page.url) + "#");
    });
    PageFacts facts(page, document);
    const std::vector<std::string> headings = headings_of(made.output, *page.inner);
    for (const std::string& heading : headings) facts.say("heading", heading);
    std::string_view section;
    if (is_reference(read.title, section)) facts.say("manualSection", section);
    document.title = fold_space(part_below(document.text, "NAME", headings));
    if (document.title.empty()) document.title = read.title;
    const std::string references = fold_space(part_below(document.text, "SEE ALSO", headings));
    for (const std::string_view word : split(references, ' ')) {
      std::string_view name = word;
      while (name.ends_with(',') || name.ends_with('.') || name.ends_with(';'))
        name.remove_suffix(1);
      if (is_reference(name, section)) facts.say("cites", name);
    }
    return made.cut ? "mandoc was ended at a limit" : "";
  }
};

}  // namespace porthole

PORTHOLE_EXPORT(porthole::ManualSummarizer)
