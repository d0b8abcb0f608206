#include "search/completion.h"

#include <algorithm>

#include "base/text.h"
#include "search/query.h"

namespace porthole::search {
namespace {

using indexer::NamedField;

/// Where the last word begins, signs before it left out; a quoted value belongs to its word.
std::size_t begin_of_end(std::string_view text) {
  std::size_t begin = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') quoted = !quoted;
    const bool ends_word = text[i] == ' ' || text[i] == '(' || text[i] == ')';
    if (ends_word && !quoted) begin = i + 1;
  }
  while (begin < text.size() && (text[begin] == '-' || text[begin] == '+')) ++begin;
  return begin;
}

Completion completion(std::string_view before, std::string end) {
  Completion made;
  made.query = std::string(before) + end;
  made.end = std::move(end);
  return made;
}

bool begins_with(std::string_view text, std::string_view beginning) {
  return equals_ignoring_case(text.substr(0, beginning.size()), beginning);
}

}  // namespace

Completions complete(const Xapian::Database& database, const QueryFields& fields, std::string_view text,
                     std::size_t wanted) {
  Completions found;
  if (text.size() > kMaxQueryBytes) return found;
  found.query = clean_utf8(text);
  std::replace_if(found.query.begin(), found.query.end(), [](char c) { return c == '\t' || c == '\n'; }, ' ');
  const std::size_t begin = begin_of_end(found.query);
  const std::string_view before = std::string_view(found.query).substr(0, begin);
  const std::string_view end = std::string_view(found.query).substr(begin);
  const std::size_t colon = end.find(':');
  if (colon == std::string_view::npos) {
    for (const NamedField& field : fields.all()) {
      if (found.list.size() == wanted) break;
      if (!begins_with(field.name, end)) continue;
      found.list.push_back(completion(before, field.name + ":"));
      found.list.back().meaning = field.meaning;
    }
    return found;
  }
  const NamedField* field = fields.find(end.substr(0, colon));
  if (field == nullptr) return found;
  std::string_view value = end.substr(colon + 1);
  if (value.starts_with('"')) value.remove_prefix(1);
  if (value.ends_with('"')) return found;
  const FieldValues values = values_of_field(database, fields, *field, value, {kCompletionTerms, wanted});
  for (const FieldValue& one : values.values) {
    found.list.push_back(completion(before, field_query(field->name, one.value)));
    found.list.back().pages = one.pages;
  }
  return found;
}

}  // namespace porthole::search
