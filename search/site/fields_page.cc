#include <algorithm>

#include "base/text/text.h"
#include "base/url/percent_encode.h"
#include "search/site/page_data.h"
#include "search/site/pages.h"

namespace porthole::search {
namespace {

constexpr std::size_t kValueShown = 80;  // bytes

data listing_data(const FieldListing& listing, bool is_alone) {
  data values(data::type::list);
  for (const FieldValue& one : listing.values) {
    data value;
    value.set("value", std::string(cut(one.value, kValueShown)));
    value.set("link", link_to_query(field_query(listing.field.name, one.value)));
    value.set("pages", with_commas(one.pages));
    values.push_back(value);
  }
  data made;
  made.set("name", listing.field.name);
  made.set("meaning", listing.field.meaning);
  made.set("values", list_or_nothing(std::move(values)));
  made.set("more", data(false));
  if (!is_alone && listing.values.size() == std::size_t{kFieldPageValues}) {
    made.set("more", "/fields?name=" + encode_parameter(listing.field.name));
  }
  made.set("part", !listing.all);
  return made;
}

}  // namespace

std::string fields_page(const Frame& frame, const std::vector<FieldListing>& fields) {
  data used(data::type::list);
  data unused(data::type::list);
  for (const FieldListing& listing : fields) {
    data made = listing_data(listing, fields.size() == 1);
    (listing.values.empty() ? unused : used).push_back(made);
  }
  data values;
  values.set("heading", fields.size() == 1 ? fields[0].field.name : std::string("Fields"));
  values.set("alone", fields.size() == 1);
  values.set("used", list_or_nothing(std::move(used)));
  values.set("unused", list_or_nothing(std::move(unused)));
  values.set("has_unused", std::any_of(fields.begin(), fields.end(),
                                       [](const FieldListing& one) { return one.values.empty(); }));
  values.set("read", with_commas(static_cast<std::int64_t>(kFieldTerms)));
  return render("fields.html", frame, std::move(values));
}

}  // namespace porthole::search
