#pragma once

/// The fields of a page that the index keeps for results: one table with their names, types and
/// meanings.
///
/// From the table follow the data of a document in the index (document_data.h), the JSON of a
/// result and its description in schemas/openapi.yaml (search/site/result_json.h), and the values
/// of the template of results (search/web/results.html). docs/extending.md adds a field.

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace porthole::indexer {

/// Sources of dates, the best first.
enum class DateSource {
  kPublished,  ///< The page states when it was published.
  kModified,   ///< The page states when it was modified.
  kServer,     ///< The page states neither: Last-Modified of its server.
  kFetched,    ///< Estimate without any: the time of the fetch.
};

/// The fields of one page. kResultFields has what they mean.
struct PageFields {
  std::string url;
  std::string title;
  std::string description;
  std::string language;
  std::string media_type;
  std::string page_type;  ///< page_type_name(); "" when unknown.
  std::string topic;
  double relevance = 0;
  std::optional<double> hub = std::nullopt, authority = std::nullopt;
  bool nosnippet = false;
  bool described = false;
  int annotators = 0;
  std::string date;
  DateSource date_source = DateSource::kFetched;
  std::string published;
  std::string modified;
  std::vector<std::string> authors;  ///< At most kAuthorsKept.
  std::vector<std::string> breadcrumbs;

  bool date_is_estimated() const { return !date.empty() && date_source == DateSource::kFetched; }
  bool date_is_of_server() const { return date_source == DateSource::kServer; }
};
inline constexpr std::size_t kAuthorsKept = 3;

/// A row of the table.
struct ResultField {
  std::string_view name;  ///< In the index, in JSON and in templates.
  std::variant<std::string PageFields::*, double PageFields::*, std::optional<double> PageFields::*,
               bool PageFields::*, int PageFields::*, DateSource PageFields::*,
               std::vector<std::string> PageFields::*>
      member;
  std::string_view meaning{};  ///< As the API tells it; "" for a field that results do not show.
  std::string_view limits{};   ///< Further words of its schema (OpenAPI 3.1): "minimum: 0".
  bool has_null = false;       ///< An unknown text is null in JSON, and not "".
};

inline constexpr std::array kResultFields = {
    ResultField{"url", &PageFields::url, "Of the page."},
    ResultField{"title", &PageFields::title, "Plain text; may be empty."},
    ResultField{"description", &PageFields::description},
    ResultField{"language", &PageFields::language, "BCP 47; empty when it is not known."},
    ResultField{"type", &PageFields::media_type},
    ResultField{"page_type", &PageFields::page_type},
    ResultField{"topic", &PageFields::topic},
    ResultField{"relevance", &PageFields::relevance, "To the topic of its collection.",
                "minimum: 0, maximum: 1"},
    ResultField{"authority", &PageFields::authority,
                "Of the collection's pages the sum is 1. Null where distillation gave the page no "
                "score or there was none."},
    ResultField{"hub", &PageFields::hub, "The same."},
    ResultField{"nosnippet", &PageFields::nosnippet},
    ResultField{"described", &PageFields::described,
                "The page was not read: title, words and annotations come from links to it."},
    ResultField{"annotators", &PageFields::annotators, "Sites that say something about the page."},
    ResultField{.name = "date",
                .member = &PageFields::date,
                .meaning = "When the page was published, else changed, else read.",
                .has_null = true},
    ResultField{"date_source", &PageFields::date_source},
    ResultField{.name = "published",
                .member = &PageFields::published,
                .meaning = "When it was published, as it says: a W3C date.",
                .has_null = true},
    ResultField{.name = "modified",
                .member = &PageFields::modified,
                .meaning = "When it was changed, as it says; else, of a page that states no date, "
                           "Last-Modified of its server.",
                .has_null = true},
    ResultField{"authors", &PageFields::authors, "As the page names them.", "maxItems: 3"},
    ResultField{"breadcrumbs", &PageFields::breadcrumbs,
                "The way from the top of its site to it, as it says."},
};

}  // namespace porthole::indexer
