// Plain text: the first line with letters is its title; addresses in it are links. CSV: column
// names become properties, cells become text.

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "base/text/text.h"
#include "plugins/export.h"
#include "plugins/format_summarizer.h"
#include "plugins/page_facts.h"

namespace porthole {
namespace {

using Row = std::vector<std::string>;

/// Reads rows one after the other. A quote that is not closed ends with the text. A quote within an
/// unquoted cell is a character like others.
class CsvReader {
 public:
  CsvReader(std::string_view text, char separator) : text_(text), separator_(separator) {}

  std::optional<Row> next() {
    if (at_ >= text_.size()) return std::nullopt;
    Row row(1);
    for (bool quoted = false; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (quoted) {
        quoted = read_quoted(row.back());
      } else if (c == '"' && trim(row.back()).empty()) {
        quoted = true;
        row.back().clear();
      } else if (c == separator_) {
        row.emplace_back();
      } else if (c == '\n') {
        ++at_;
        break;
      } else if (c != '\r') {
        row.back() += c;
      }
    }
    return row;
  }

 private:
  /// Takes a character of a quoted cell; false when it is the quote that ends it. Some programs
  /// write \" for a quote in it, others "".
  bool read_quoted(std::string& cell) {
    const char c = text_[at_];
    const std::string_view next = text_.substr(at_ + 1, 1);
    if (c == '"' && next != "\"") return false;
    const bool is_escape = c == '\\' && next == "\"" && !ends_cell(at_ + 2);
    if (c == '"' || is_escape) ++at_;
    cell += is_escape ? '"' : c;
    return true;
  }
  bool ends_cell(std::size_t at) const {
    return at >= text_.size() || text_[at] == separator_ || text_[at] == '\n' || text_[at] == '\r';
  }

  std::string_view text_;
  char separator_;
  std::size_t at_ = 0;
};

/// Takes Excel's line "sep=;", which names the separator, off; nothing where it is missing.
std::optional<char> take_separator_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  std::string_view line = text.substr(0, end);
  while (line.ends_with('\r')) line.remove_suffix(1);
  if (line.size() > 2 && line.starts_with('"') && line.ends_with('"'))
    line = line.substr(1, line.size() - 2);
  if (line.size() != 5 || !equals_ignoring_case(line.substr(0, 4), "sep=")) return std::nullopt;
  text.remove_prefix(std::min(end + 1, text.size()));
  return line.back();
}

/// The separator that gives the most lines of the beginning the same number of cells, and among
/// equals one other than the comma, which decimals have, then the most cells.
char separator_of(std::string_view text) {
  constexpr std::size_t kRows = 20;
  char best = ',';
  std::tuple<std::size_t, bool, std::size_t> best_score;
  for (const char c : {',', ';', '\t', '|'}) {
    std::map<std::size_t, std::size_t> rows_of_size;
    CsvReader reader(text.substr(0, 64u << 10), c);
    for (std::size_t rows = 0; rows < kRows; ++rows) {
      const std::optional<Row> row = reader.next();
      if (!row) break;
      if (row->size() > 1) ++rows_of_size[row->size()];
    }
    for (const auto& [cells, rows] : rows_of_size) {
      const std::tuple score(rows, c != ',', cells);
      if (score > best_score) {
        best_score = score;
        best = c;
      }
    }
  }
  return best;
}

/// Rows with something in them. Comments ("# made by ...") have a cell less than the rows behind
/// them; the mark before a row that names the columns is taken off.
class Rows {
 public:
  Rows(std::string_view text, char separator) : reader_(text, separator) {}

  std::optional<Row> next() {
    std::optional<Row> row = std::exchange(ahead_, std::nullopt);
    if (!row) row = filled();
    while (row && row->front().starts_with('#')) {
      ahead_ = filled();
      if (!ahead_ || (row->size() > 1 && row->size() >= ahead_->size())) {
        row->front().erase(0, std::min(row->front().find_first_not_of("# "), row->front().size()));
        break;
      }
      row = std::exchange(ahead_, std::nullopt);
    }
    return row;
  }
  /// The row that next() will give.
  const std::optional<Row>& peek() {
    if (!ahead_) ahead_ = filled();
    return ahead_;
  }

 private:
  std::optional<Row> filled() {
    std::optional<Row> row = reader_.next();
    const auto is_blank = [](const std::string& cell) { return trim(cell).empty(); };
    while (row && std::all_of(row->begin(), row->end(), is_blank)) row = reader_.next();
    return row;
  }

  CsvReader reader_;
  std::optional<Row> ahead_;
};

/// A line above the table that has a cell alone is its title.
bool is_title(const Row& row, const std::optional<Row>& next) {
  const auto filled = std::count_if(row.begin(), row.end(),
                                    [](const std::string& cell) { return !trim(cell).empty(); });
  return filled == 1 && next && next->size() > 1;
}

bool is_number(std::string_view cell) {
  cell = trim(cell);
  return !cell.empty() && cell.find_first_not_of("0123456789.,-+%") == std::string_view::npos;
}

/// The parameter of the type (RFC 4180), or a row of nothing but numbers, says that none names the
/// columns.
bool names_columns(const Row& first, std::string_view content_type) {
  return ascii_lower(content_type).find("header=absent") == std::string::npos &&
         !std::all_of(first.begin(), first.end(), is_number);
}

/// A cell with an address leads there, by the name of its row.
void add_links(const Row& row, PageFacts& facts) {
  for (const std::string& cell : row) {
    const std::string_view url = trim(cell);
    if (url.starts_with("http://") || url.starts_with("https://"))
      facts.link(url, &cell == &row.front() ? std::string_view() : trim(row.front()));
  }
}

std::string joined(const Row& row) {
  std::string line;
  for (const std::string& cell : row) line += (line.empty() ? "" : " ") + fold_space(cell);
  return line;
}

constexpr std::size_t kMaxTitleBytes = 200;

}  // namespace

/// Source: RFC 4180. Options: `header` (yes, no), `rows` (how many are read).
class CsvSummarizer final : public FormatSummarizer {
 public:
  PluginAbout about() const override {
    return {.name = "csv",
            .version = "1.0",
            .help = "Tables as comma-separated values (RFC 4180)",
            .options = {{.name = "header",
                         .type = OptionType::kYesNo,
                         .otherwise = "yes",
                         .help = "the first row names the columns"},
                        rows_option()}};
  }

  Formats formats() const override {
    return {.types = {"text/csv", "application/csv", "text/tab-separated-values"},
            .suffixes = {".csv", ".tsv"}};
  }

  std::string configure(const OptionValues& options) override {
    has_header_ = options.yes("header");
    most_rows_ = options.whole("rows");
    return {};
  }

  std::string summarize(const PageBytes& page, Document& document) override {
    const std::string text = page.inner->to_utf8(page.body, page.content_type);
    std::string_view table = text;
    const std::optional<char> said = take_separator_line(table);
    Rows reader(table, said ? *said : separator_of(table));
    document.resource_class = "Dataset";
    PageFacts facts(page, document);
    std::int64_t rows = 0;
    bool has_columns = !has_header_;
    for (std::optional<Row> row = reader.next(); row; row = reader.next()) {
      if (!has_columns && document.title.empty() && is_title(*row, reader.peek())) {
        document.title = fold_space(joined(*row));
      } else if (!has_columns && names_columns(*row, page.content_type)) {
        has_columns = true;
        if (document.title.empty()) document.title = joined(*row);
        for (const std::string& name : *row)
          document.properties.push_back({"column", fold_space(name)});
      } else {
        has_columns = true;
        if (++rows > most_rows_) continue;
        add_links(*row, facts);
        document.text += joined(*row) + "\n";
      }
    }
    document.properties.push_back({"rows", std::to_string(rows)});
    return {};
  }

 private:
  bool has_header_ = true;
  std::int64_t most_rows_ = 10000;
};

class TextSummarizer final : public FormatSummarizer {
 public:
  PluginAbout about() const override {
    return {.name = "text", .version = "1.0", .help = "Plain text: title, links, count of lines"};
  }

  Formats formats() const override {
    return {.types = {"text/plain"}, .suffixes = {".txt", ".text"}, .fallback = true};
  }

  // Other declared types (a style sheet, a script) are not text for people; libmagic detects binary
  // data.
  bool reads(const PageBytes& page) const override {
    const bool is_vague = page.declared_type.empty() || page.declared_type == "text/plain" ||
                          page.declared_type == "application/octet-stream";
    if (!is_vague) return false;
    return page.detected_type.starts_with("text/") || page.detected_type.empty() ||
           page.detected_type == "application/json" || page.detected_type == "inode/x-empty";
  }

  std::string summarize(const PageBytes& page, Document& document) override {
    const std::string text = page.inner->to_utf8(page.body, page.content_type);
    std::int64_t lines = 0;
    for (std::string_view line : split(text, '\n')) {
      line = trim(line);
      ++lines;
      if (line.empty()) continue;
      if (document.title.empty()) document.title = std::string(cut(line, kMaxTitleBytes));
      document.text.append(line).append("\n");
      add_addresses(line, document);
    }
    if (text.ends_with('\n') || text.empty()) --lines;
    document.status = ParseStatus::kTextOnly;
    document.status_detail = "plain text";
    document.resource_class = "Text";
    document.properties.push_back({"lines", std::to_string(std::max<std::int64_t>(lines, 0))});
    return {};
  }
};

}  // namespace porthole

PORTHOLE_EXPORT(porthole::TextSummarizer)
PORTHOLE_EXPORT(porthole::CsvSummarizer)
