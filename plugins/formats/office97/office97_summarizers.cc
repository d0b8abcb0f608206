// Documents of Office 97 to 2003, which are compound files: Word, Excel, PowerPoint.

#include <algorithm>
#include <optional>

#include "base/text/text.h"
#include "base/url/url.h"
#include "plugins/export.h"
#include "plugins/format_summarizer.h"
#include "plugins/formats/documents/block_writer.h"
#include "plugins/formats/documents/metadata.h"
#include "plugins/formats/office97/ole_file.h"
#include "plugins/page_facts.h"
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

// Kinds of records.
constexpr std::uint32_t kFormula = 0x0006, kFilePass = 0x002F, kBoundSheet = 0x0085,
                        kHyperlink = 0x01B8;

/// The name of a sheet, which stands in the record that says where it begins; of 16 or 8 bits a
/// character in Excel 97, of 8 bits before.
std::string sheet_name(std::string_view record, bool is_97, InnerReader& reader) {
  constexpr std::size_t kLength = 6;
  const std::size_t length = number_at(record, kLength, 1);
  if (!is_97)
    return reader.to_utf8(record.substr(std::min(record.size(), kLength + 1), length), "");
  const std::size_t begin = std::min(record.size(), kLength + 2);
  if (number_at(record, kLength + 1, 1) == 1) return from_utf16(record.substr(begin, 2 * length));
  return reader.to_utf8(record.substr(begin, length), "text/plain; charset=windows-1252");
}

/// The words and the address of a link.
Link link_of(std::string_view record, const Url* base) {
  constexpr std::string_view kUrlMoniker =
      "\xE0\xC9\xEA\x79\xF9\xBA\xCE\x11\x8C\x82\x00\xAA\x00\x4B\xA9\x0B";
  constexpr std::size_t kFlags = 28, kFields = 32;
  constexpr std::uint32_t kHasWords = 0x10;
  Link link;
  if ((number_at(record, kFlags, 4) & kHasWords) != 0 && record.size() > kFields + 4) {
    const std::size_t characters = number_at(record, kFields, 4);
    link.anchor = fold_space(clean_utf8(from_utf16(record.substr(kFields + 4, 2 * characters))));
  }
  const auto moniker = record.find(std::string_view(kUrlMoniker.data(), 16));
  if (moniker == std::string_view::npos || moniker + 20 > record.size()) return link;
  std::string target = from_utf16(record.substr(moniker + 20, number_at(record, moniker + 16, 4)));
  link.url = link_url(target.substr(0, target.find('\0')), base);
  return link;
}

/// Sheets, links and the number of formulas. False for a workbook that is encrypted.
bool read_records(std::string_view stream, bool is_97, const PageBytes& page, Document& document) {
  const Result<Url> base = Url::parse(page.url);
  std::int64_t formulas = 0;
  for (std::size_t at = 0; at + 4 <= stream.size();) {
    const std::uint32_t kind = number_at(stream, at, 2);
    const std::size_t length = number_at(stream, at + 2, 2);
    const std::string_view record = stream.substr(at + 4, length);
    at += 4 + length;
    if (kind == kFilePass) return false;
    if (kind == kFormula) ++formulas;
    if (kind == kBoundSheet)
      add_property(document, "sheet", sheet_name(record, is_97, *page.inner));
    if (kind != kHyperlink) continue;
    Link link = link_of(record, base ? &*base : nullptr);
    if (!link.url.empty()) document.links.push_back(std::move(link));
  }
  document.properties.push_back({"formula", std::to_string(formulas)});
  return true;
}

enum Record : std::uint32_t {
  kDocument = 0x03E8,
  kSlide = 0x03EE,
  kNotes = 0x03F0,
  kSlideAtom = 0x03F3,
  kLinks = 0x0409,
  kDrawing = 0x040C,
  kTextHeader = 0x0F9F,
  kTextCharacters = 0x0FA0,
  kTextBytes = 0x0FA8,
  kString = 0x0FBA,
  kLink = 0x0FD7,
  kSlideList = 0x0FF0,
  // Drawing records: groups, shapes and their texts.
  kDrawingContainer = 0xF002,
  kGroup = 0xF003,
  kShape = 0xF004,
  kTextBox = 0xF00D
};

// Texts of these kinds are titles.
constexpr std::uint32_t kTitle = 0, kCenteredTitle = 6;

/// Records that hold records. Those of masters, which have no words of their own, are not among
/// them.
bool is_entered(std::uint32_t type) {
  constexpr std::uint32_t kEntered[] = {kDocument, kSlide, kNotes,     kLinks,
                                        kDrawing,  kLink,  kSlideList, kDrawingContainer,
                                        kGroup,    kShape, kTextBox};
  return std::find(std::begin(kEntered), std::end(kEntered), type) != std::end(kEntered);
}

class SlideReader {
 public:
  SlideReader(const PageBytes& page, Document& document)
      : page_(page), document_(document), writer_(document, page) {
    if (const Result<Url> base = Url::parse(page.url)) base_ = *base;
  }

  int slides() const { return slides_; }

  /// A record that is entered is followed by what it holds, so that all can be read in one line.
  void read(std::string_view stream) {
    constexpr std::size_t kHeader = 8;
    for (std::size_t at = 0; at + kHeader <= stream.size();) {
      const std::uint32_t instance = number_at(stream, at, 2) >> 4;
      const std::uint32_t type = number_at(stream, at + 2, 2);
      const std::size_t length = number_at(stream, at + 4, 4);
      at += kHeader;
      // The lists of masters and of notes stand elsewhere once more.
      const bool is_slides = type != kSlideList || instance == 0;
      if (type == kSlide || type == kNotes) kind_ = BlockRole::kText;
      if (is_entered(type) && is_slides) continue;
      read_atom(type, instance, stream.substr(at, length));
      at += std::min(length, stream.size() - at);
    }
  }

 private:
  void read_atom(std::uint32_t type, std::uint32_t instance, std::string_view bytes) {
    if (type == kSlideAtom) ++slides_;
    if (type == kTextHeader) {
      const std::uint32_t kind = number_at(bytes, 0, 4);
      kind_ = kind == kTitle || kind == kCenteredTitle ? BlockRole::kSlide : BlockRole::kText;
    }
    if (type == kTextCharacters) write(from_utf16(bytes));
    if (type == kTextBytes) write(page_.inner->to_utf8(bytes, "text/plain; charset=windows-1252"));
    if (type == kString && instance == 0) words_ = from_utf16(bytes);
    if (type == kString && instance == 1) add_link(from_utf16(bytes));
  }

  /// Paragraphs end with carriage returns; those of a title are one.
  void write(const std::string& text) {
    for (const std::string_view line : split(text, '\r')) {
      writer_.text(line);
      if (kind_ == BlockRole::kText) writer_.end_block();
      writer_.text(" ");
    }
    writer_.end_block(kind_);
  }

  void add_link(const std::string& target) {
    Link link;
    link.url = link_url(target, base_ ? &*base_ : nullptr);
    link.anchor = fold_space(clean_utf8(words_));
    if (!link.url.empty()) document_.links.push_back(std::move(link));
  }

  const PageBytes& page_;
  Document& document_;
  BlockWriter writer_;
  std::optional<Url> base_;
  std::string words_;
  BlockRole kind_ = BlockRole::kText;
  int slides_ = 0;
};

}  // namespace

/// Workbooks of Excel 97 to 2003 (and 5.0): cells by the program xls2csv; sheets, formulas and
/// links from the records.
///
/// Source: [MS-XLS] 2.4.28 (BoundSheet8), 2.4.127 (Formula), 2.4.140 (HLink), 2.4.117 (FilePass).
/// Option: `rows` (how many are read as text).
class ExcelSummarizer final : public FormatSummarizer {
 public:
  PluginAbout about() const override {
    return {.name = "xls",
            .version = "1.0",
            .help = "Workbooks of Excel 97 to 2003 (by xls2csv of catdoc)",
            .options = {rows_option()}};
  }

  Formats formats() const override {
    return {.types = {"application/vnd.ms-excel", "application/msexcel", "application/x-msexcel"},
            .suffixes = {".xls", ".xlt"}};
  }

  bool reads(const PageBytes& page) const override {
    return OleFile::has_stream(page.body, "Workbook") || OleFile::has_stream(page.body, "Book");
  }

  std::string configure(const OptionValues& options) override {
    most_rows_ = options.whole("rows");
    return {};
  }

  std::string summarize(const PageBytes& page, Document& document) override {
    document.resource_class = "Spreadsheet";
    document.media_type = "application/vnd.ms-excel";
    const OleFile file(page.body);
    file.read_summary(document);
    std::optional<std::string> stream = file.stream("Workbook");
    const bool is_97 = stream.has_value();
    if (!is_97) stream = file.stream("Book");
    if (!stream) return "damaged";
    if (!read_records(*stream, is_97, page, document)) return "encrypted";
    const ToolOutput cells =
        run_tool({"xls2csv", "-d", "utf-8", "-q", "0", "-c", " ", "/dev/stdin"}, page.body,
                 {.output_bytes = page.limits.text_bytes});
    std::int64_t rows = 0;
    for (const std::string_view line : split(cells.output, '\n')) {
      const std::string row = fold_space(clean_utf8(line));
      if (!row.empty() && ++rows <= most_rows_) document.text.append(row).append("\n");
    }
    document.properties.push_back({"rows", std::to_string(rows)});
    if (cells.cut) return "text cut at a limit of time or size";
    return cells.exit_code == 0 ? "" : "damaged";
  }

 private:
  std::int64_t most_rows_ = 10000;
};

/// Presentations of PowerPoint 97 to 2003: titles of slides, text, notes, links.
///
/// Source: [MS-PPT] 2.3 (records), 2.4.14.3 (SlideListWithTextContainer), 2.9 (text), 2.10.16
/// (links).
class PowerPointSummarizer final : public FormatSummarizer {
 public:
  PluginAbout about() const override {
    return {.name = "ppt", .version = "1.0", .help = "Presentations of PowerPoint 97 to 2003"};
  }

  Formats formats() const override {
    return {.types = {"application/vnd.ms-powerpoint", "application/mspowerpoint",
                      "application/powerpoint"},
            .suffixes = {".ppt", ".pps", ".pot"}};
  }

  bool reads(const PageBytes& page) const override {
    return OleFile::has_stream(page.body, "PowerPoint Document");
  }

  std::string summarize(const PageBytes& page, Document& document) override {
    document.resource_class = "Presentation";
    document.media_type = "application/vnd.ms-powerpoint";
    const OleFile file(page.body);
    file.read_summary(document);
    const std::optional<std::string> stream = file.stream("PowerPoint Document");
    if (!stream) return "damaged";
    SlideReader slides(page, document);
    slides.read(*stream);
    add_property(document, "pages", std::to_string(slides.slides()));
    if (document.title.empty()) document.title = document.text.substr(0, document.text.find('\n'));
    return {};
  }
};

/// Documents of Word 97 to 2003: text by the program catdoc, metadata, links of HYPERLINK fields.
///
/// Source: [MS-DOC] 2.5.1 (Fib), 2.8.25 (fields).
class WordSummarizer final : public FormatSummarizer {
 public:
  PluginAbout about() const override {
    return {.name = "doc", .version = "1.0", .help = "Documents of Word 97 to 2003 (by catdoc)"};
  }

  Formats formats() const override {
    return {.types = {"application/msword", "application/x-msword"}, .suffixes = {".doc", ".dot"}};
  }

  bool reads(const PageBytes& page) const override {
    return OleFile::has_stream(page.body, "WordDocument");
  }

  std::string summarize(const PageBytes& page, Document& document) override {
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
};

}  // namespace porthole

PORTHOLE_EXPORT(porthole::WordSummarizer)
PORTHOLE_EXPORT(porthole::ExcelSummarizer)
PORTHOLE_EXPORT(porthole::PowerPointSummarizer)
