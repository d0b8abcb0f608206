#include <algorithm>

#include "base/text/text.h"
#include "base/url/url.h"
#include "plugins/formats/documents/block_writer.h"
#include "plugins/formats/documents/hyperlink_field.h"
#include "plugins/formats/office97/ole_file.h"
#include "plugins/formats/office97/summarizers.h"
#include "plugins/support/run_tool.h"

namespace porthole {
namespace {

constexpr std::size_t kFieldBytes = 2048;  // For a field instruction, or its result.
constexpr char kSeparator = '\x14';        // Between instruction and result.
constexpr char kEnd = '\x15';

/// The text of `stream` from `at` until a mark of fields, and behind that mark.
std::string until_mark(std::string_view stream, std::size_t& at, std::size_t unit) {
  std::string text;
  for (; at + unit <= stream.size() && text.size() < kFieldBytes; at += unit) {
    const char c = stream[at];
    const bool is_plain = unit == 1 || stream[at + 1] == '\0';
    if (is_plain && (c == kSeparator || c == kEnd)) break;
    text += stream.substr(at, unit);
  }
  at += unit;
  return unit == 1 ? text : from_utf16(text);
}

/// Fields stand in the text, which is in pieces of 8 or 16 bits a character.
void add_links(std::string_view stream, std::size_t unit, const PageBytes& page,
               Document& document) {
  std::string name;
  for (const char c : std::string_view("HYPERLINK \"")) name.append(1, c).append(unit - 1, '\0');
  const Result<Url> base = Url::parse(page.url);
  for (auto found = stream.find(name); found != std::string_view::npos;
       found = stream.find(name, found + 1)) {
    std::size_t at = found;
    const auto field = read_hyperlink_field(until_mark(stream, at, unit));
    if (!field) continue;
    Link link;
    link.url = link_url(field->target, base ? &*base : nullptr);
    link.title = fold_space(clean_utf8(field->title));
    const std::string shown = until_mark(stream, at, unit);
    // A code page of 8 bits is not known here: what is shown in it counts where it is ASCII.
    const bool is_known = unit == 2 || std::all_of(shown.begin(), shown.end(), [](char c) {
                            return static_cast<signed char>(c) >= 0;
                          });
    if (is_known) link.anchor = fold_space(clean_utf8(shown));
    if (!link.url.empty()) document.links.push_back(std::move(link));
  }
}

/// catdoc writes the instruction of a link before its words.
std::string without_instructions(std::string_view line) {
  constexpr std::string_view kName = "HYPERLINK ";
  std::string words;
  for (auto at = line.find(kName); at != std::string_view::npos; at = line.find(kName)) {
    words += line.substr(0, at);
    line.remove_prefix(at + kName.size());
    // Its address and its switches, each with what is in quotes behind it.
    while (line.starts_with('"') || line.starts_with('\\')) {
      const auto begin = line.find('"');
      const auto end = begin == std::string_view::npos ? begin : line.find('"', begin + 1);
      line = end == std::string_view::npos ? std::string_view() : trim(line.substr(end + 1));
    }
  }
  return words.append(line);
}

}  // namespace

PluginAbout WordSummarizer::about() const {
  return {.name = "doc", .version = "1.0", .help = "Documents of Word 97 to 2003 (by catdoc)"};
}

Formats WordSummarizer::formats() const {
  return {.types = {"application/msword", "application/x-msword"}, .suffixes = {".doc", ".dot"}};
}

bool WordSummarizer::reads(const PageBytes& page) const {
  return OleFile::has_stream(page.body, "WordDocument");
}

std::string WordSummarizer::summarize(const PageBytes& page, Document& document) {
  document.resource_class = "Text";
  document.media_type = "application/msword";
  const OleFile file(page.body);
  file.read_summary(document);
  const std::string stream = file.stream("WordDocument").value_or("");
  if (stream.empty()) return "damaged";
  constexpr std::size_t kFlags = 10;
  constexpr std::uint32_t kEncrypted = 0x0100;
  if ((number_at(stream, kFlags, 2) & kEncrypted) != 0) return "encrypted";
  add_links(stream, 1, page, document);
  add_links(stream, 2, page, document);
  const ToolOutput text = run_tool({"catdoc", "-w", "-d", "utf-8", "/dev/stdin"}, page.body,
                                   {.output_bytes = page.limits.text_bytes});
  for (const std::string_view line : split(text.output, '\n')) {
    const std::string words = fold_space(without_instructions(clean_utf8(line)));
    if (!words.empty()) document.text.append(words).append("\n");
  }
  if (text.cut) return "text cut at a limit of time or size";
  return text.exit_code == 0 ? "" : "damaged";
}

}  // namespace porthole
