#include <optional>

#include "base/text/text.h"
#include "base/url/url.h"
#include "plugins/formats/documents/block_writer.h"
#include "plugins/formats/documents/metadata.h"
#include "plugins/formats/office97/ole_file.h"
#include "plugins/formats/office97/summarizers.h"
#include "plugins/formats/rows_option.h"
#include "plugins/support/run_tool.h"

namespace porthole {
namespace {

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

}  // namespace

PluginAbout ExcelSummarizer::about() const {
  return {.name = "xls",
          .version = "1.0",
          .help = "Workbooks of Excel 97 to 2003 (by xls2csv of catdoc)",
          .options = {rows_option()}};
}

Formats ExcelSummarizer::formats() const {
  return {.types = {"application/vnd.ms-excel", "application/msexcel", "application/x-msexcel"},
          .suffixes = {".xls", ".xlt"}};
}

bool ExcelSummarizer::reads(const PageBytes& page) const {
  return OleFile::has_stream(page.body, "Workbook") || OleFile::has_stream(page.body, "Book");
}

std::string ExcelSummarizer::configure(const OptionValues& options) {
  most_rows_ = options.whole("rows");
  return {};
}

std::string ExcelSummarizer::summarize(const PageBytes& page, Document& document) {
  document.resource_class = "Spreadsheet";
  document.media_type = "application/vnd.ms-excel";
  const OleFile file(page.body);
  file.read_summary(document);
  std::optional<std::string> stream = file.stream("Workbook");
  const bool is_97 = stream.has_value();
  if (!is_97) stream = file.stream("Book");
  if (!stream) return "damaged";
  if (!read_records(*stream, is_97, page, document)) return "encrypted";
  const ToolOutput cells = run_tool({"xls2csv", "-d", "utf-8", "-q", "0", "-c", " ", "/dev/stdin"},
                                    page.body, {.output_bytes = page.limits.text_bytes});
  std::int64_t rows = 0;
  for (const std::string_view line : split(cells.output, '\n')) {
    const std::string row = fold_space(clean_utf8(line));
    if (!row.empty() && ++rows <= most_rows_) document.text.append(row).append("\n");
  }
  document.properties.push_back({"rows", std::to_string(rows)});
  if (cells.cut) return "text cut at a limit of time or size";
  return cells.exit_code == 0 ? "" : "damaged";
}

}  // namespace porthole
