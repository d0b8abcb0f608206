#include "search/query_fields.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.h"

namespace porthole::search {
namespace {

using indexer::FieldKind;
using indexer::NamedClass;
using indexer::NamedField;

using Alias = std::pair<std::string_view, std::string_view>;
constexpr std::array kAliases = {Alias{"intitle", "title"},
                                 Alias{"inanchor", "anchor"},
                                 Alias{"inurl", "url"},
                                 Alias{"language", "lang"}};
constexpr std::size_t kNear = 3;
constexpr std::size_t kMinBeginning = 2;  // letters; a beginning that is shorter says nothing

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
  fields_.push_back({std::string(kLinkedFromField), std::string(indexer::kLinkPrefix), FieldKind::kUrl,
                     "URL of a page that links to the page with words"});
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
  for (const auto& [alias, meant] : kAliases) {
    if (equals_ignoring_case(name, alias)) name = meant;
  }
  return find_named(fields_, name);
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
