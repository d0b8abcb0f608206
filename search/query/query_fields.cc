#include "search/query/query_fields.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text/text.h"

namespace porthole::search {
namespace {

using indexer::FieldKind;
using indexer::NamedClass;
using indexer::NamedField;

using Alias = std::pair<std::string_view, std::string_view>;
constexpr std::array kAliases = {
    Alias{"intitle", "title"}, Alias{"inanchor", "anchor"},
    Alias{"inurl", "url"},     Alias{"language", "lang"},
    Alias{"class", "type"},    Alias{"related", kLikeField},
    Alias{"year", kDateField}, Alias{"annotators", kRecommendationsField}};
/// A field of queries without terms in the index.
struct AskedOnly {
  std::string_view name;
  std::string_view prefix;
  FieldKind kind;
  std::string_view meaning;
  unsigned slot = 0;
};
constexpr std::array kAskedOnly = {
    AskedOnly{kLinkedFromField, indexer::kLinkPrefix, FieldKind::kUrl,
              "URL of a page that links to the page with words"},
    AskedOnly{kLikeField, indexer::kIdPrefix, FieldKind::kUrl,
              "URL of a page with much the same words"},
    AskedOnly{kDateField, "", FieldKind::kDate,
              "When the page was changed, else published, as it says: 2024, 2024-05-01, 2020..2022",
              indexer::kStatedDateSlot},
    AskedOnly{kAfterField, "", FieldKind::kDate, "The same: on that date or later",
              indexer::kStatedDateSlot},
    AskedOnly{kBeforeField, "", FieldKind::kDate, "The same: before that date",
              indexer::kStatedDateSlot},
    AskedOnly{kSizeField, "", FieldKind::kNumber, "Bytes of what was fetched: >100k, 10k..1m",
              indexer::kSizeSlot},
    AskedOnly{kRelevanceField, "", FieldKind::kNumber, "Relevance to the topic, 0 to 1: >0.5",
              indexer::kRelevanceSlot},
    AskedOnly{kRecommendationsField, "", FieldKind::kNumber,
              "How many other sites say something about the page: >=3",
              indexer::kRecommendationsSlot},
    AskedOnly{kSortField, "", FieldKind::kWords,
              "The order of the results: score, date, oldest, size, relevance, recommendations"}};
constexpr std::size_t kNear = 3;
constexpr std::size_t kMinBeginning = 2;  // letters; shorter prefixes are ambiguous

template <class Named>
const Named* find_named(const std::vector<Named>& list, std::string_view name) {
  const auto found = std::find_if(list.begin(), list.end(), [name](const Named& one) {
    return equals_ignoring_case(one.name, name);
  });
  return found == list.end() ? nullptr : &*found;
}

bool begins_with(std::string_view text, std::string_view beginning) {
  return equals_ignoring_case(text.substr(0, beginning.size()), beginning);
}

}  // namespace

QueryFields::QueryFields() : QueryFields(std::vector<indexer::FieldTable>{}) {}

QueryFields::QueryFields(const std::vector<indexer::FieldTable>& tables) {
  add(indexer::field_table({}));
  for (const AskedOnly& one : kAskedOnly) {
    fields_.push_back({std::string(one.name), std::string(one.prefix), one.kind,
                       std::string(one.meaning), one.slot});
  }
  for (const indexer::FieldTable& table : tables) add(table);
}

void QueryFields::add(const indexer::FieldTable& table) {
  for (const NamedField& field : table.fields) {
    if (find_named(fields_, field.name) == nullptr) fields_.push_back(field);
  }
  for (const NamedClass& one : table.classes) {
    if (find_named(classes_, one.name) == nullptr) classes_.push_back(one);
  }
}

const NamedField* QueryFields::find(std::string_view name) const {
  if (const NamedField* field = find_named(fields_, name)) return field;
  const auto alias = std::find_if(kAliases.begin(), kAliases.end(), [name](const Alias& one) {
    return equals_ignoring_case(name, one.first);
  });
  return alias == kAliases.end() ? nullptr : find_named(fields_, alias->second);
}

const NamedField* QueryFields::find_property(std::string_view property) const {
  const NamedField* field = find_named(fields_, indexer::local_name(property));
  return field != nullptr && field->kind == FieldKind::kProperty ? field : nullptr;
}

const NamedClass* QueryFields::find_class(std::string_view name) const {
  return find_named(classes_, indexer::local_name(name));
}

std::vector<std::string> QueryFields::near(std::string_view name) const {
  std::vector<std::string> found;
  std::vector<std::string> others;
  for (const NamedField& field : fields_) {
    const bool begins = name.size() >= kMinBeginning && begins_with(field.name, name);
    (begins && found.size() < kNear ? found : others).push_back(field.name);
  }
  while (found.size() < kNear) {
    const std::string nearest = nearest_name(name, others);
    if (nearest.empty()) break;
    found.push_back(nearest);
    std::erase(others, nearest);
  }
  return found;
}

}  // namespace porthole::search
