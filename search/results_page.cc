#include <algorithm>

#include "base/text.h"
#include "search/field_values.h"
#include "search/page_data.h"
#include "search/pages.h"
#include "search/parameters.h"
#include "search/query.h"
#include "search/query_text.h"

namespace porthole::search {
namespace {

/// Makes the links of one page of results: they keep what was chosen.
class Links {
 public:
  Links(const Frame& frame, const Results& results) : results_(results) {
    if (!frame.chosen.empty()) collection_ = "&collection=" + encode_parameter(frame.chosen);
  }

  /// The first results of another query.
  std::string to(const std::string& query) const { return "/search?q=" + encode_parameter(query) + collection_; }

  /// Further results of this one, as they were when it was asked first.
  std::string from(int rank) const {
    return to(results_.query) + "&from=" + std::to_string(rank) + "&size=" + std::to_string(results_.size) +
           "&until=" + encode_parameter(results_.until);
  }

  std::string feed(const char* path) const {
    return std::string(path) + "?q=" + encode_parameter(results_.query) + collection_;
  }

 private:
  const Results& results_;
  std::string collection_;
};

data annotation_data(const ResultAnnotation& annotation) {
  data values;
  values.set("text", fragments_data(annotation.text));
  values.set("kind", std::string(annotation_kind_name(annotation.kind)));
  set_url(values, annotation.annotator);
  return values;
}

void set_date(data& values, const Hit& hit) {
  values.set("date", text_or_nothing(hit.date.substr(0, 10)));
  values.set("estimated", hit.date_is_estimated);
}

data hit_data(const Hit& hit, const Results& results, const Links& links) {
  constexpr std::size_t kAnnotationsOnPage = 2;
  data values;
  set_url(values, hit.url);
  values.set("title", hit.title.empty() ? hit.url : hit.title);
  values.set("language", hit.language);
  values.set("snippet", fragments_data(hit.snippet));
  set_date(values, hit);
  values.set("details", "/page?url=" + encode_parameter(hit.url) + "&q=" + encode_parameter(results.query));
  const std::string similar = field_query(kLikeField, hit.url);
  if (similar.size() <= kMaxQueryBytes) values.set("similar", links.to(similar));
  data annotations(data::type::list);
  for (std::size_t i = 0; i < std::min(hit.annotations.size(), kAnnotationsOnPage); ++i) {
    annotations.push_back(annotation_data(hit.annotations[i]));
  }
  values.set("said", list_or_nothing(std::move(annotations)));
  if (hit.annotators > 1) values.set("sites", with_commas(hit.annotators));
  if (hit.more_from_site > 0) {
    values.set("site", hit.site);
    values.set("more_from_site", links.to(with_part(results.query, field_query("site", hit.site))));
  }
  data duplicates(data::type::list);
  for (const std::string& same : hit.duplicates) {
    data one;
    set_url(one, same);
    duplicates.push_back(one);
  }
  values.set("has_duplicates", !hit.duplicates.empty());
  values.set("duplicates", list_or_nothing(std::move(duplicates)));
  return values;
}

std::string count_sentence(const Results& results) {
  if (results.estimated == 1) return "One page";
  const std::string count = with_commas(results.estimated) + " pages";
  return results.estimated >= 1000 ? "About " + count : count;
}

void set_pager(data& values, const Results& results, const Links& links) {
  if (results.from > 0) values.set("previous", links.from(std::max(0, results.from - results.size)));
  const bool is_more = results.from + results.size < results.estimated;
  if (is_more && results.from + results.size <= kMaxResultFrom) {
    values.set("next", links.from(results.from + results.size));
  }
}

std::string heading_of(const std::string& facet) {
  if (facet == "kind") return "Said in";
  return as_sentence(facet);
}

// Facets that tell pages apart, and those that were chosen.
data facets_data(const Results& results, const Links& links) {
  data facets(data::type::list);
  for (const FacetCounts& facet : results.facets) {
    const bool is_chosen = std::any_of(facet.values.begin(), facet.values.end(), [&](const FacetValue& one) {
      return has_part(results.query, one.query);
    });
    if (facet.values.size() < 2 && !is_chosen) continue;
    data list(data::type::list);
    for (const FacetValue& one : facet.values) {
      const bool chosen = has_part(results.query, one.query);
      data value;
      value.set("value", one.value);
      value.set("pages", with_commas(one.pages));
      value.set("chosen", chosen);
      value.set("link", links.to(chosen ? without_part(results.query, one.query) : with_part(results.query, one.query)));
      list.push_back(value);
    }
    data made;
    made.set("name", facet.name);
    made.set("heading", heading_of(facet.name));
    made.set("list", list);
    facets.push_back(made);
  }
  return list_or_nothing(std::move(facets));
}

data orders_data(const Results& results, const Links& links) {
  constexpr std::pair<const char*, const char*> kOffered[] = {
      {"", "Best first"}, {"date", "Newest first"}, {"recommendations", "Most recommended first"}};
  const std::string plain = without_order(results.query);
  data orders(data::type::list);
  for (const auto& [name, text] : kOffered) {
    data order;
    order.set("text", std::string(text));
    order.set("chosen", results.order == name);
    order.set("link", links.to(*name == '\0' ? plain : plain + " sort:" + name));
    orders.push_back(order);
  }
  return orders;
}

// How many pages have each part of a query of which none has all.
data parts_data(const Results& results, const Links& links) {
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

std::string no_page(std::int64_t documents, const std::string& has) {
  if (documents == 1) return "The only page gathered here has not " + has + ".";
  return "None of the " + with_commas(documents) + " pages gathered here has " + has + ".";
}

// Why there is nothing, in the order in which a reader would ask.
void set_reason(data& values, const Results& results) {
  if (results.documents == 0) {
    values.set("reason", "The index is empty: nothing has been gathered and indexed yet.");
  } else if (results.from > 0) {
    values.set("reason", "There are no results this far down.");
  } else if (results.query.find(':') != std::string::npos) {
    values.set("reason", no_page(results.documents, "these words where the query asks for them"));
  } else {
    values.set("reason", no_page(results.documents, "these words"));
  }
}

}  // namespace

std::string results_page(const Frame& frame, const Results& results) {
  const Links links(frame, results);
  data values;
  values.set("query", results.query);
  values.set("heading", results.query);
  data hits(data::type::list);
  for (const Hit& hit : results.hits) hits.push_back(hit_data(hit, results, links));
  values.set("hits", list_or_nothing(std::move(hits)));
  data notes(data::type::list);
  for (const std::string& note : results.notes) notes.push_back(data("note", note));
  values.set("notes", list_or_nothing(std::move(notes)));
  values.set("count", count_sentence(results));
  values.set("start", std::to_string(results.from + 1));
  if (!results.corrected.empty()) {
    values.set("corrected", results.corrected);
    values.set("corrected_link", links.to(results.corrected));
  }
  if (results.from > 0) values.set("page_number", std::to_string(results.from / results.size + 1));
  if (results.hits.empty()) {
    set_reason(values, results);
  } else {
    values.set("orders", orders_data(results, links));
    data facets = facets_data(results, links);
    values.set("has_facets", facets.is_list());
    values.set("facets", std::move(facets));
    values.set("counted", text_or_nothing(results.counted < results.estimated ? with_commas(results.counted) : ""));
    values.set("atom", links.feed("/feed.atom"));
    values.set("json", links.feed("/feed.json"));
  }
  values.set("has_parts", !results.parts.empty());
  values.set("parts", parts_data(results, links));
  set_pager(values, results, links);
  return render("results.html", frame, std::move(values));
}

}  // namespace porthole::search
