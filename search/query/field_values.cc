#include "search/query/field_values.h"

#include <algorithm>

#include "base/text/ascii.h"
#include "base/text/text.h"
#include "search/index/stop_words.h"

namespace porthole::search {
namespace {

using indexer::FieldKind;
using indexer::NamedField;

class Collector {
 public:
  Collector(const Xapian::Database& database, const QueryFields& fields, TermLimits limits,
            const TermFilter& counts)
      : database_(database), fields_(fields), limits_(limits), counts_(counts) {}

  /// Adds the values under `prefix` that start with the beginning and are new.
  void add(const std::string& prefix, std::string_view beginning, FieldKind kind) {
    const TermLimits left{limits_.read - found_.read, limits_.kept - found_.values.size()};
    const FrequentTerms terms =
        frequent_terms(database_, prefix + std::string(beginning), left, counts_);
    found_.read += terms.read;
    found_.all = found_.all && terms.all;
    for (const TermCount& term : terms.terms) {
      std::string value = shown(prefix, term.term.substr(prefix.size()));
      const bool is_hashed = kind == FieldKind::kUrl && value.find('#') != std::string::npos;
      if (!is_hashed && !has(value)) found_.values.push_back({std::move(value), term.pages});
    }
  }

  FieldValues take() { return std::move(found_); }

 private:
  bool has(const std::string& value) const {
    return std::any_of(found_.values.begin(), found_.values.end(),
                       [&](const FieldValue& known) { return known.value == value; });
  }

  /// The class name as the schema spells it.
  std::string shown(const std::string& prefix, std::string value) const {
    const indexer::NamedClass* known =
        prefix == indexer::kTypePrefix ? fields_.find_class(value) : nullptr;
    return known == nullptr ? value : known->name;
  }

  const Xapian::Database& database_;
  const QueryFields& fields_;
  TermLimits limits_;
  const TermFilter& counts_;
  FieldValues found_;
};

bool is_safe(char c) {
  return is_alphanumeric(c) ||
         std::string_view("-_.:/~%?=&+,;@#").find(c) != std::string_view::npos;
}

}  // namespace

FieldValues values_of_field(const Xapian::Database& database, const QueryFields& fields,
                            const NamedField& field, std::string_view beginning, TermLimits limits,
                            const TermFilter& counts) {
  Collector values(database, fields, limits, counts);
  if (field.name == kLinkedFromField) return values.take();  // its terms are the targets of links
  if (field.prefix.empty()) return values.take();  // dates, numbers and orders have no terms
  if (field.kind == FieldKind::kUrl) {
    values.add(field.prefix, beginning, field.kind);
    const bool has_scheme = beginning.empty() || beginning.starts_with("http");
    for (const char* scheme : {"https://", "http://"}) {
      if (!has_scheme) values.add(field.prefix, scheme + std::string(beginning), field.kind);
    }
    return values.take();
  }
  const std::string folded = indexer::folded_value(beginning);
  values.add(field.prefix, folded, field.kind);
  if (field.kind == FieldKind::kProperty && !folded.empty()) {
    values.add(indexer::words_prefix(field.prefix), folded, field.kind);
  }
  return values.take();
}

std::vector<FieldListing> list_fields(const Xapian::Database& database, const QueryFields& fields,
                                      const std::vector<std::string>& languages,
                                      std::string_view name, std::size_t kept) {
  const NamedField* one = name.empty() ? nullptr : fields.find(name);
  std::size_t left = kAllFieldsTerms;
  std::vector<FieldListing> listed;
  for (const NamedField& field : fields.all()) {
    if (!name.empty() && one != &field) continue;
    TermFilter counts;
    if (field.kind == FieldKind::kText || field.kind == FieldKind::kWords) {
      counts = [&](const std::string& term) {
        return !is_stop_term(std::string_view(term).substr(field.prefix.size()), languages);
      };
    }
    FieldValues found =
        values_of_field(database, fields, field, "", {std::min(left, kFieldTerms), kept}, counts);
    left -= found.read;
    listed.push_back({field, std::move(found.values), found.all});
  }
  return listed;
}

std::string field_query(std::string_view name, std::string_view value) {
  std::string query = std::string(name) + ":";
  const bool is_range = value.find("..") != std::string_view::npos;
  if (!value.empty() && !is_range && std::all_of(value.begin(), value.end(), is_safe))
    return query.append(value);
  std::string inside(value);
  std::replace(inside.begin(), inside.end(), '"', ' ');
  return query + "\"" + fold_space(inside) + "\"";
}

}  // namespace porthole::search
