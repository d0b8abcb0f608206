#include <algorithm>
#include <iomanip>
#include <sstream>

#include "base/json/json.h"
#include "base/text/text.h"
#include "base/url/percent_encode.h"
#include "search/presentation/site_mark.h"
#include "search/presentation/value_words.h"
#include "search/query/field_values.h"
#include "search/query/query.h"
#include "search/ranking/hit_text.h"
#include "search/site/facet_data.h"
#include "search/site/page_data.h"
#include "search/site/pages.h"
#include "search/site/result_json.h"
#include "search/site/search_links.h"

namespace porthole::search {
namespace {

constexpr std::size_t kAuthorsShown = 2;
constexpr std::size_t kAuthorBytes = 60;

data quote_data(const Hit& hit) {
  const ResultAnnotation* quote = quote_of(hit);
  if (quote == nullptr) return data(false);
  data values;
  values.set("text", fragments_data(quote->text));
  values.set("kind", std::string(annotation_kind_name(quote->kind)));
  set_url(values, quote->annotator);
  data one(data::type::list);
  one.push_back(values);
  return one;
}

/// The date of publication, else that of the last change. The date of the fetch is neither.
void set_date(data& values, const Hit& hit) {
  const bool is_published = !hit.published.empty();
  const std::string& date = is_published ? hit.published : hit.modified;
  values.set("date", text_or_nothing(date.substr(0, 10)));
  values.set("day", day_in_words(date));
  values.set("changed", !is_published && !hit.date_is_of_server());
  values.set("of_server", hit.date_is_of_server());
}

/// "Jane Doe", "Jane Doe, John Roe and others".
std::string authors_in_words(const std::vector<std::string>& authors) {
  std::string words;
  for (std::size_t i = 0; i < std::min(authors.size(), kAuthorsShown); ++i)
    words += (i > 0 ? ", " : "") + std::string(cut(authors[i], kAuthorBytes));
  return words + (authors.size() > kAuthorsShown ? " and others" : "");
}

/// The rest of a query, or the query for all pages.
std::string or_all(std::string query) { return query.empty() ? std::string(kAllPages) : query; }

std::string shown(double weight) {
  std::ostringstream text;
  text << std::fixed << std::setprecision(2) << weight;
  return text.str();
}

void set_explanation(data& values, const Hit& hit) {
  data parts(data::type::list);
  for (const ScorePart& one : hit.explanation) {
    data part;
    part.set("kind", one.kind);
    part.set("words", text_or_nothing(one.words));
    part.set("weight", shown(one.weight));
    parts.push_back(part);
  }
  values.set("is_explained", !hit.explanation.empty());
  values.set("score", shown(hit.score));
  values["parts"] = list_or_nothing(std::move(parts));
}

/// A text that is not empty, true, or a list of `value`; false for all else.
data data_of(const nlohmann::ordered_json& value) {
  if (value.is_string()) return text_or_nothing(value.get<std::string>());
  if (value.is_number()) return value.dump();
  if (!value.is_array()) return value.is_boolean() && value.get<bool>();
  data list(data::type::list);
  for (const auto& one : value) list.push_back(data{"value", one.get<std::string>()});
  return list_or_nothing(std::move(list));
}

data hit_data(const Frame& frame, const Hit& hit, const Results& results,
              const SearchLinks& links) {
  data values;
  for (const indexer::ResultField& field : indexer::kResultFields)
    if (!field.meaning.empty()) values.set(std::string(field.name), data_of(value_of(hit, field)));
  set_url(values, hit.url, &frame);
  set_site_mark(values, hit.url, &frame);
  if (!hit.breadcrumbs.empty()) values["crumbs"] = crumbs_data(stated_breadcrumbs(hit.breadcrumbs));
  values.set("authors", text_or_nothing(authors_in_words(hit.authors)));
  values.set("type", text_or_nothing(
                         hit.type.empty() || is_web_page(hit.type) ? "" : type_in_words(hit.type)));
  values.set("fragment", hit.fragment);
  values.set("title", shown_title(hit.title, hit.url));
  values["snippet"] = fragments_data(hit.snippet);
  set_date(values, hit);
  values.set("is_off_topic", hit.off_topic);
  values.set("details",
             "/page?url=" + encode_parameter(hit.url) + "&q=" + encode_parameter(results.query));
  const std::string similar = field_query(kLikeField, hit.url);
  if (similar.size() <= kMaxQueryBytes) values.set("similar", links.to(similar));
  values["said"] = quote_data(hit);
  if (hit.annotators > 1) values.set("sites", with_commas(hit.annotators));
  if (hit.more_from_site > 0) {
    values.set("site", hit.site);
    values.set("more_from_site", links.to(with_part(results.query, field_query("site", hit.site))));
  }
  data duplicates(data::type::list);
  for (const std::string& same : hit.duplicates) {
    data one;
    set_url(one, same, &frame);
    duplicates.push_back(one);
  }
  set_explanation(values, hit);
  values.set("has_duplicates", !hit.duplicates.empty());
  values["duplicates"] = list_or_nothing(std::move(duplicates));
  return values;
}

/// "24 pages", "6 of 24 pages", "11 to 20 of about 2,000 pages".
std::string count_sentence(const Results& results) {
  const auto shown = static_cast<std::int64_t>(results.hits.size());
  const bool is_one_page = results.from == 0 && !results.has_more;
  if (is_one_page && results.estimated == 1) return "One page";
  const std::string all =
      (results.estimated >= 1000 ? "about " : "") + counted(results.estimated, "page");
  if (is_one_page && shown >= results.estimated) return as_sentence(all);
  if (is_one_page) return with_commas(shown) + " of " + all;
  return with_commas(results.from + 1) + " to " + with_commas(results.from + shown) + " of " + all;
}

void set_counts(data& values, const Results& results, const SearchLinks& links) {
  values.set("count", count_sentence(results));
  values.set("folded", text_or_nothing(results.folded > 0 ? with_commas(results.folded) : ""));
  // Shown on every result page, also on those where nothing was left out.
  const bool has_sites = !std::ranges::all_of(
      results.hits, [](const Hit& hit) { return hit.url.starts_with("file:"); });
  const bool is_limited = results.per_site > 0 && has_sites &&
                          (results.left_out > 0 || results.has_more || results.from > 0);
  values.set("per_site", text_or_nothing(is_limited ? std::to_string(results.per_site) : ""));
  if (is_limited) values.set("each_of_site", links.with("per-site", "0").to(results.query));
  if (links.chosen("per-site") == "0")
    values.set("few_of_site", links.with("per-site", "").to(results.query));
}

void set_pager(data& values, const Results& results, const SearchLinks& links) {
  constexpr int kBefore = 6;         // numbered links to earlier result pages
  if (results.hits.empty()) return;  // beyond the last one
  const int here = results.from / results.size;
  data numbers(data::type::list);
  const auto add = [&](int page, bool has_gap) {
    data number;
    number.set("number", std::to_string(page + 1));
    number.set("here", page == here);
    number.set("has_gap", has_gap);
    number.set("link", links.page(results, page * results.size));
    numbers.push_back(number);
  };
  const int first = std::max(0, here - kBefore);
  if (first > 0) add(0, false);
  for (int page = first; page <= here; ++page) add(page, page == first && first > 1);
  const bool has_next = results.has_more && (here + 1) * results.size <= kMaxResultFrom;
  if (has_next) add(here + 1, false);
  if (results.from > 0)
    values.set("previous", links.page(results, std::max(0, results.from - results.size)));
  if (has_next) values.set("next", links.page(results, results.from + results.size));
  values.set("has_pager", here > 0 || has_next);
  values["numbers"] = list_or_nothing(std::move(numbers));
}

/// True when some result has it.
bool any_hit(const Results& results, bool (*has)(const Hit&)) {
  return std::any_of(results.hits.begin(), results.hits.end(), has);
}

// The link that includes matches off topic, or excludes them again.
void set_off_topic(data& values, const Results& results, const SearchLinks& links) {
  const std::string about = results.off_topic >= 1000 ? "about " : "";
  if (results.off_topic > 0) {
    values.set("off_topic", about + counted(results.off_topic, "page"));
    values.set("with_off_topic", links.with("all", "1").to(results.query));
  }
  if (links.chosen("all") == "1")
    values.set("without_off_topic", links.with("all", "").to(results.query));
}

struct Order {
  const char* text;
  bool is_chosen;
  std::string link;
};

std::vector<Order> orders_of(const Results& results, const SearchLinks& links) {
  constexpr std::pair<const char*, const char*> kSorted[] = {
      {"date", "Newest first"}, {"recommendations", "Most recommended first"}};
  const std::string plain = or_all(without_order(results.query));
  const std::string first = results.order.empty() ? links.chosen("first") : "";
  const SearchLinks best = links.with("first", "");
  std::vector<Order> orders = {
      {"Best match first", results.order.empty() && first.empty(), best.to(plain)}};
  for (const auto& [name, text] : kSorted)
    orders.push_back({text, results.order == name, best.to(plain + " sort:" + name)});
  if (first == "hubs" || any_hit(results, [](const Hit& hit) { return hit.hub.has_value(); })) {
    orders.push_back({"Best lists first", first == "hubs", links.with("first", "hubs").to(plain)});
  }
  if (first == "authorities" ||
      any_hit(results, [](const Hit& hit) { return hit.authority.has_value(); })) {
    orders.push_back(
        {"Most cited first", first == "authorities", links.with("first", "authorities").to(plain)});
  }
  return orders;
}

void set_orders(data& values, const Results& results, const SearchLinks& links) {
  data list(data::type::list);
  values.set("order", "by " + results.order);  // of an order that the menu does not have
  for (const Order& one : orders_of(results, links)) {
    if (one.is_chosen) values.set("order", one.text);
    data order;
    order.set("text", one.text);
    order.set("chosen", one.is_chosen);
    order.set("link", one.link);
    list.push_back(order);
  }
  values["orders"] = std::move(list);
}

// The match count of each part of a query without matches.
data parts_data(const Results& results, const SearchLinks& links) {
  data parts(data::type::list);
  for (const PartCount& one : results.parts) {
    data part;
    part.set("part", one.part);
    part.set("pages", one.pages == 0 ? std::string("no page") : counted(one.pages, "page"));
    part.set("link", links.to(one.part));
    part.set("without", links.to(without_part(results.query, one.part)));
    parts.push_back(part);
  }
  return list_or_nothing(std::move(parts));
}

// Links to the values of the fields in the query.
data fields_data(const std::vector<std::string>& names) {
  data fields(data::type::list);
  for (const std::string& name : names) {
    data field;
    field.set("name", name);
    field.set("link", "/fields?name=" + encode_parameter(name));
    fields.push_back(field);
  }
  return list_or_nothing(std::move(fields));
}

std::string no_page(std::int64_t documents, const std::string& has) {
  if (documents == 1) return "The only page gathered here has not " + has + ".";
  return "None of the " + with_commas(documents) + " pages gathered here has " + has + ".";
}

// The reason for an empty result, the most specific first.
void set_reason(data& values, const Results& results) {
  if (results.documents == 0) {
    values.set("reason", "The index is empty: nothing has been gathered and indexed yet.");
  } else if (results.asks_nothing) {
    values.set("reason", "Nothing of this query is left to search for.");
  } else if (results.query.find(':') != std::string::npos) {
    values.set("reason", no_page(results.documents, "these words where the query asks for them"));
  } else {
    values.set("reason", no_page(results.documents, "these words"));
  }
}

/// The message of a page without results.
void set_nothing(data& values, const Frame& frame, const SearchLinks& links,
                 const Results& results) {
  if (results.from > 0) {
    values.set("reason", "There are no results this far down.");
    values.set("first_page", links.to(results.query));
    return;
  }
  set_reason(values, results);
  values.set("advice", results.documents > 0);
  set_queries(values, frame);
  values.set("values", fields_data(results.fields));
  if (!links.chosen("min-recommendations").empty())
    values.set("all_pages", links.with("min-recommendations", "").to(results.query));
}

void set_facets(data& values, const SearchLinks& links, const Results& results) {
  FacetData facets = facet_data(results, links);
  values.set("has_facets", facets.shown.is_list() || facets.further.is_list());
  values.set("has_further", facets.further.is_list());
  values["facets"] = std::move(facets.shown);
  values["further"] = std::move(facets.further);
  values.set("filters", text_or_nothing(facets.chosen > 0 ? std::to_string(facets.chosen) : ""));
  values.set(
      "counted",
      text_or_nothing(results.counted < results.estimated ? with_commas(results.counted) : ""));
}

/// The bar above the results and the links below them.
void set_bar(data& values, const SearchLinks& links, const Results& results) {
  set_orders(values, results, links);
  set_counts(values, results, links);
  const bool is_explained = links.chosen("explain") == "1";
  values.set("explained", is_explained);
  values.set("explain", links.with("explain", is_explained ? "" : "1").to(results.query));
  values.set("atom", links.at("/feed.atom", results.query));
  values.set("json_feed", links.at("/feed.json", results.query));
}

void set_correction(data& values, const SearchLinks& links, const Results& results) {
  if (!results.corrected.empty()) {
    values.set("corrected", results.corrected);
    values.set("corrected_link", links.to(results.corrected));
  }
  if (!results.instead_of.empty()) {
    values.set("instead_of", results.instead_of);
    values.set("as_written", links.with("as-written", "1").to(results.instead_of));
  }
}

}  // namespace

std::string results_page(const Frame& frame, const SearchLinks& links, const Results& results) {
  data values;
  values.set("query", results.query);
  values.set("heading", results.query);
  data hits(data::type::list);
  for (const Hit& hit : results.hits) hits.push_back(hit_data(frame, hit, results, links));
  values["hits"] = list_or_nothing(std::move(hits));
  data notes(data::type::list);
  for (const std::string& note : results.notes) notes.push_back(data("note", note));
  values["notes"] = list_or_nothing(std::move(notes));
  values.set("start", std::to_string(results.from + 1));
  set_correction(values, links, results);
  if (results.hits.empty()) {
    set_nothing(values, frame, links, results);
  } else {
    set_bar(values, links, results);
    set_facets(values, links, results);
  }
  set_off_topic(values, results, links);
  values.set("has_parts", !results.parts.empty());
  values["parts"] = parts_data(results, links);
  set_pager(values, results, links);
  return render("results.html", frame, std::move(values));
}

}  // namespace porthole::search
