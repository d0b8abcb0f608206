#include "plugins/formats/text/csv_summarizer.h"

#include <optional>

#include "base/text/text.h"
#include "plugins/formats/rows_option.h"

namespace porthole {
namespace {

using Row = std::vector<std::string>;

/// Reads rows one after the other. A quote that is not closed ends with the text.
class CsvReader {
 public:
  CsvReader(std::string_view text, char separator) : text_(text), separator_(separator) {}

  std::optional<Row> next() {
    if (at_ >= text_.size()) return std::nullopt;
    Row row(1);
    for (bool quoted = false; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (quoted) {
        if (c != '"') {
          row.back() += c;
        } else if (at_ + 1 < text_.size() && text_[at_ + 1] == '"') {
          row.back() += text_[++at_];
        } else {
          quoted = false;
        }
      } else if (c == '"') {
        quoted = true;
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
  std::string_view text_;
  char separator_;
  std::size_t at_ = 0;
};

/// The one that stands most often in the first line.
char separator_of(std::string_view text) {
  const std::string_view line = text.substr(0, text.find('\n'));
  char best = ',';
  std::ptrdiff_t most = 0;
  for (const char c : {',', ';', '\t'}) {
    std::ptrdiff_t times = 0;
    for (const char each : line) times += each == c ? 1 : 0;
    if (times > most) {
      most = times;
      best = c;
    }
  }
  return best;
}

std::string joined(const Row& row) {
  std::string line;
  for (const std::string& cell : row) line += (line.empty() ? "" : " ") + fold_space(cell);
  return line;
}

}  // namespace

PluginAbout CsvSummarizer::about() const {
  return {.name = "csv",
          .version = "1.0",
          .help = "Tables as comma-separated values (RFC 4180)",
          .options = {{.name = "header",
                       .type = OptionType::kYesNo,
                       .otherwise = "yes",
                       .help = "the first row names the columns"},
                      rows_option()}};
}

Formats CsvSummarizer::formats() const {
  return {.types = {"text/csv", "application/csv", "text/tab-separated-values"},
          .suffixes = {".csv", ".tsv"}};
}

std::string CsvSummarizer::configure(const OptionValues& options) {
  has_header_ = options.yes("header");
  most_rows_ = options.whole("rows");
  return {};
}

std::string CsvSummarizer::summarize(const PageBytes& page, Document& document) {
  const std::string text = page.inner->to_utf8(page.body, page.content_type);
  CsvReader reader(text, separator_of(text));
  document.resource_class = "Dataset";
  std::int64_t rows = 0;
  for (std::optional<Row> row = reader.next(); row; row = reader.next()) {
    if (has_header_ && document.title.empty()) {
      document.title = joined(*row);
      for (const std::string& name : *row) {
        document.properties.push_back({"column", fold_space(name)});
      }
      continue;
    }
    if (++rows <= most_rows_) document.text += joined(*row) + "\n";
  }
  document.properties.push_back({"rows", std::to_string(rows)});
  return {};
}

}  // namespace porthole
