#include "collection/directory_list.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/text/text.h"
#include "base/url/url.h"
#include "base/xml/tree.h"

namespace porthole::collection {

namespace {

constexpr std::array<std::string_view, 4> kColumns = {"path", "url", "title", "description"};
enum Column : std::size_t { kPath, kUrl, kTitle, kDescription };

struct Row {
  std::vector<std::string> fields;
  int line = 0;
};

/// Parses the rows of a CSV or TSV text.
class Rows {
 public:
  Rows(std::string_view text, char separator) : text_(text), separator_(separator) {}

  /// The next row that is not empty; nothing at the end. Errors: kInvalid for a quote that never
  /// closes.
  Result<std::optional<Row>> next() {
    while (at_ < text_.size()) {
      Row row;
      row.line = line_;
      TRY_AS(read, read_row(row));
      if (row.fields.size() > 1 || !trim(row.fields.front()).empty())
        return std::optional(std::move(row));
    }
    return std::optional<Row>();
  }

 private:
  Result<void> read_row(Row& row) {
    std::string field;
    // In TSV a quote is a character like any other.
    bool quoted = starts_quoted();
    while (at_ < text_.size()) {
      const char c = text_[at_++];
      if (c == '\n') ++line_;
      if (quoted && c == '"' && at_ < text_.size() && text_[at_] == '"') {
        field += text_[at_++];
      } else if (quoted && c == '"') {
        quoted = false;
      } else if (!quoted && c == separator_) {
        row.fields.push_back(std::exchange(field, {}));
        quoted = starts_quoted();
      } else if (!quoted && c == '\n') {
        break;
      } else {
        field += c;
      }
    }
    row.fields.push_back(std::move(field));
    if (!quoted) return {};
    Error error;
    error.message = "a quoted field that begins here never ends";
    error.line = row.line;
    error.hint = "close it with a quote; a quote inside is written twice";
    return fail(std::move(error));
  }

  bool starts_quoted() {
    if (separator_ != ',' || at_ >= text_.size() || text_[at_] != '"') return false;
    ++at_;
    return true;
  }

  std::string_view text_;
  char separator_;
  std::size_t at_ = 0;
  int line_ = 1;
};

/// Maps columns to the fields of a row.
using Places = std::array<std::optional<std::size_t>, kColumns.size()>;

/// Parses a header row; empty when the row is not one.
std::optional<Places> named_places(const Row& row) {
  Places places;
  for (std::size_t field = 0; field < row.fields.size(); ++field) {
    const std::string name = ascii_lower(trim(row.fields[field]));
    const auto column =
        std::find(kColumns.begin(), kColumns.end(), name == "topic" ? "path" : name);
    if (column != kColumns.end())
      places[static_cast<std::size_t>(column - kColumns.begin())] = field;
  }
  if (!places[kPath] || !places[kUrl]) return std::nullopt;
  return places;
}

std::string field_of(const Row& row, const Places& places, Column column) {
  const auto place = places[column];
  return place && *place < row.fields.size() ? fold_space(clean_utf8(row.fields[*place]))
                                             : std::string();
}

Result<NewExample> example_of(const Row& row, const Places& places) {
  NewExample out;
  for (const std::string& name : path_names(field_of(row, places, kPath)))
    out.path.push_back(topic_name(name));
  if (!out.path.empty() && out.path.front() == "Top") out.path.erase(out.path.begin());
  const std::string address = field_of(row, places, kUrl);
  if (out.path.empty() || address.empty()) {
    return fail(ErrorCode::kInvalid, "the row has no path or no URL",
                "expected path, url, title, description");
  }
  const Result<Url> url = Url::parse(address);
  if (!url || !url->is_web()) {
    const std::string told = without_credentials(address);
    return fail(ErrorCode::kInvalid,
                "\"" + std::string(cut(told, 80)) + "\" is " +
                    (url ? "not of the web" : "no URL: " + url.error().message));
  }
  out.example.url = url->without_fragment().href();
  out.example.line = row.line;
  out.title = field_of(row, places, kTitle);
  out.description = field_of(row, places, kDescription);
  return out;
}

constexpr std::size_t kLargestFile = 64 << 20;
constexpr const char* kUnsorted = "unsorted";

}  // namespace

Result<Imported> read_directory_list(std::string_view text, const std::string& name_for_messages) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  const bool tabs = text.substr(0, text.find('\n')).find('\t') != std::string_view::npos;
  Rows rows(text, tabs ? '\t' : ',');
  Imported imported;
  Places places = {0, 1, 2, 3};
  for (bool first = true;; first = false) {
    Result<std::optional<Row>> row = rows.next();
    if (!row) {
      Error error = row.error();
      error.file = name_for_messages;
      return fail(std::move(error));
    }
    if (!*row) break;
    if (first) {
      if (const auto named = named_places(**row)) {
        places = *named;
        continue;
      }
    }
    Result<NewExample> example = example_of(**row, places);
    if (example) {
      imported.examples.push_back(std::move(*example));
      continue;
    }
    Error error = example.error();
    error.file = name_for_messages;
    error.line = (*row)->line;
    imported.skipped.push_back(std::move(error));
  }
  if (!imported.examples.empty()) return imported;
  Error error;
  error.message = "there is no page in it";
  error.file = name_for_messages;
  error.hint = "expected rows of path, url, title, description, separated by commas or tabs";
  return fail(std::move(error));
}

Result<Imported> read_example_file(const std::filesystem::path& file, std::string_view under) {
  TRY_AS(text, xml::read_file(file, kLargestFile));
  Result<Imported> imported = is_bookmarks(*text) ? read_bookmarks(*text, file.string())
                                                  : read_directory_list(*text, file.string());
  if (!imported) return imported;
  const std::vector<std::string> above = path_names(under);
  for (NewExample& example : imported->examples) {
    example.path.insert(example.path.begin(), above.begin(), above.end());
    if (example.path.empty()) example.path = {kUnsorted};
  }
  return imported;
}

}  // namespace porthole::collection
