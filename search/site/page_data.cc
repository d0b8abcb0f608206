#include "search/site/page_data.h"

#include <algorithm>
#include <vector>

#include "base/text/text.h"
#include "base/url/percent_encode.h"
#include "search/presentation/value_words.h"
#include "search/query/field_values.h"
#include "search/query/query.h"

namespace porthole::search {
namespace {

using indexer::NamedClass;
using indexer::NamedField;
using summarizer::Summary;

constexpr std::size_t kUnfolded = 5;      // values of one property; the rest is folded
constexpr std::size_t kValuesShown = 30;  // of one property
constexpr std::size_t kValueShown = 400;  // bytes

/// The values of one property, at its first place.
struct Row {
  std::string name;
  std::vector<const Property*> values;
};

std::vector<Row> rows_of(const Summary& summary) {
  std::vector<Row> rows;
  for (const Property& property : summary.properties) {
    auto row = std::find_if(rows.begin(), rows.end(),
                            [&](const Row& r) { return r.name == property.name; });
    if (row == rows.end()) row = rows.insert(rows.end(), {property.name, {}});
    row->values.push_back(&property);
  }
  return rows;
}

data value_data(const Property& property, const NamedField* field) {
  data values;
  const std::string_view shown = cut(property.value, kValueShown);
  values.set("value",
             std::string(shown) + (shown.size() < property.value.size() ? "\xE2\x80\xA6" : ""));
  values.set("is_xml", property.kind == PropertyKind::kXml);
  values.set("link", data(false));
  const bool is_asked_for = field != nullptr && property.kind != PropertyKind::kXml;
  const std::string query = is_asked_for ? field_query(field->name, property.value) : "";
  if (!query.empty() && query.size() <= kMaxQueryBytes) values.set("link", link_to_query(query));
  set_url(values, property.kind == PropertyKind::kUri ? property.value : "");
  return values;
}

data class_link(const std::string& name) {
  data values;
  values.set("name", name);
  values.set("link", link_to_query(field_query("type", name)));
  return values;
}

}  // namespace

std::string link_to_query(const std::string& query) {
  return "/search?q=" + encode_parameter(query);
}

data class_data(const Summary& summary, const QueryFields& fields) {
  if (summary.resource_class.empty()) return data(false);
  const NamedClass* known = fields.find_class(summary.resource_class);
  const std::string name =
      known != nullptr ? known->name : std::string(indexer::local_name(summary.resource_class));
  data values = class_link(name);
  values.set("meaning", known == nullptr ? std::string() : known->meaning);
  data above(data::type::list);
  if (known != nullptr) {
    for (const std::string& one : known->above) {
      if (one != "Page") above.push_back(class_link(one));
    }
  }
  values.set("above", list_or_nothing(std::move(above)));
  return values;
}

data properties_data(const Summary& summary, const QueryFields& fields) {
  data list(data::type::list);
  for (const Row& row : rows_of(summary)) {
    const NamedField* field = fields.find_property(row.name);
    data values(data::type::list);
    data rest(data::type::list);
    const std::size_t shown = std::min(row.values.size(), kValuesShown);
    for (std::size_t i = 0; i < shown; ++i)
      (i < kUnfolded ? values : rest).push_back(value_data(*row.values[i], field));
    data one;
    one.set("has_rest", !rest.is_empty_list());
    one.set("rest_count",
            shown > kUnfolded ? with_commas(static_cast<std::int64_t>(shown - kUnfolded)) : "");
    one.set("rest", list_or_nothing(std::move(rest)));
    one.set("name", in_words(indexer::local_name(row.name)));
    one.set("meaning", field == nullptr ? std::string() : field->meaning);
    one.set("values", values);
    one.set("more", data(false));
    if (row.values.size() > shown) {
      one.set("more", with_commas(static_cast<std::int64_t>(row.values.size() - shown)));
    }
    list.push_back(one);
  }
  return list_or_nothing(std::move(list));
}

}  // namespace porthole::search
