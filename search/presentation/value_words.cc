#include "search/presentation/value_words.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "base/text/text.h"

namespace porthole::search {
namespace {

using Name = std::pair<std::string_view, const char*>;

constexpr const char* kWebPage = "Web page";

/// Media types, types of pages by their form, classes of schemas/summary.rdfs, and types of
/// schema.org.
constexpr Name kTypes[] = {
    {"text/html", kWebPage},
    {"application/xhtml+xml", kWebPage},
    {"Page", kWebPage},
    {"WebPage", kWebPage},
    {"application/pdf", "PDF"},
    {"application/postscript", "PostScript"},
    {"application/epub+zip", "E-book"},
    {"application/rtf", "Document"},
    {"application/msword", "Document"},
    {"application/vnd.openxmlformats-officedocument.wordprocessingml.document", "Document"},
    {"application/vnd.oasis.opendocument.text", "Document"},
    {"application/vnd.oasis.opendocument.spreadsheet", "Spreadsheet"},
    {"application/vnd.oasis.opendocument.presentation", "Presentation"},
    {"application/json", "JSON"},
    {"application/xml", "XML"},
    {"text/xml", "XML"},
    {"application/zip", "Archive"},
    {"text/plain", "Text file"},
    {"text/markdown", "Markdown"},
    {"text/csv", "Table"},
    {"text/x-c", "Source code"},
    {"message/rfc822", "E-mail"},
    {"image/", "Image"},
    {"audio/", "Sound"},
    {"video/", "Video"},
    {"article", "Article"},
    {"forum", "Forum thread"},
    {"product", "Product"},
    {"collection", "Collection"},
    {"listing", "List"},
    {"documentation", "Documentation"},
    {"service", "Organization"},
    {"Article", "Article"},
    {"NewsArticle", "News article"},
    {"ScholarlyArticle", "Paper"},
    {"TechArticle", "Documentation"},
    {"APIReference", "Documentation"},
    {"BlogPosting", "Blog post"},
    {"DiscussionForumPosting", "Forum thread"},
    {"QAPage", "Questions and answers"},
    {"FAQPage", "Questions and answers"},
    {"CollectionPage", "Collection"},
    {"ItemList", "List"},
    {"VideoObject", "Video"},
    {"ImageObject", "Image"},
    {"AudioObject", "Sound"},
};

constexpr Name kKinds[] = {
    {"anchor", "Text of links"},
    {"title", "Titles of links"},
    {"alt", "Descriptions of pictures"},
    {"name", "Names of links"},
    {"onmouseover", "Text under the pointer"},
    {"before", "Text before links"},
    {"after", "Text after links"},
    {"heading", "Headings above links"},
    {"fragment", "XML around links"},
};

constexpr std::array kMonths = {"January",   "February", "March",    "April",
                                "May",       "June",     "July",     "August",
                                "September", "October",  "November", "December"};

/// The name in `table` of `value`, or of the beginning of it that ends in a slash; null for others.
const char* find_name(std::span<const Name> table, std::string_view value) {
  const auto found = std::find_if(table.begin(), table.end(), [&](const Name& row) {
    return row.first == value || (row.first.ends_with('/') && value.starts_with(row.first));
  });
  return found == table.end() ? nullptr : found->second;
}

}  // namespace

std::string type_in_words(std::string_view type) {
  if (const char* name = find_name(kTypes, type)) return name;
  if (type.find('/') != std::string_view::npos) return std::string(type);
  return as_sentence(in_words(type));
}

bool is_web_page(std::string_view type) { return type_in_words(type) == kWebPage; }

std::string annotation_kind_in_words(std::string_view kind) {
  const char* name = find_name(kKinds, kind);
  return name == nullptr ? std::string(kind) : name;
}

std::string day_in_words(const std::string& date) {
  const Result<WallTime> time = parse_time(date.substr(0, 10) + "T00:00:00Z");
  if (!time) return date;
  const std::chrono::year_month_day day{std::chrono::floor<std::chrono::days>(*time)};
  return std::to_string(static_cast<unsigned>(day.day())) + " " +
         kMonths[static_cast<unsigned>(day.month()) - 1] + " " +
         std::to_string(static_cast<int>(day.year()));
}

std::string as_sentence(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z')
    text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

std::string in_words(std::string_view name) {
  std::string words;
  for (const char c : name) {
    const bool is_capital = c >= 'A' && c <= 'Z';
    if (is_capital && !words.empty()) words += ' ';
    words += is_capital ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return words;
}

}  // namespace porthole::search
