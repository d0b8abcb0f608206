#include "search/site/json.h"

#include "base/text/text.h"
#include "http/json_response.h"
#include "search/query/field_values.h"
#include "search/site/result_json.h"

namespace porthole::search {
namespace {

using http::json_text;
using nlohmann::ordered_json;

ordered_json or_null(const std::optional<double>& score) {
  return score ? ordered_json(*score) : ordered_json();
}

ordered_json annotation_as_json(const summarizer::Annotation& annotation, const char* page_key) {
  ordered_json json = {{page_key, annotation.page},
                       {"annotation", annotation.text},
                       {"kind", annotation_kind_name(annotation.kind)},
                       {"element", element_name(annotation.element)},
                       {"first_seen", annotation.first_seen},
                       {"last_seen", annotation.last_seen},
                       {"closed", nullptr},
                       {"navigation", annotation.navigation}};
  if (!annotation.closed.empty()) json["closed"] = annotation.closed;
  return json;
}

const char* kind_name(PropertyKind kind) {
  switch (kind) {
    case PropertyKind::kLiteral:
      return "literal";
    case PropertyKind::kUri:
      return "uri";
    case PropertyKind::kXml:
      return "xml";
  }
  return "";
}

ordered_json facets_as_json(const std::vector<FacetCounts>& facets) {
  ordered_json object = ordered_json::object();
  for (const FacetCounts& facet : facets) {
    ordered_json& values = object[facet.name] = ordered_json::array();
    for (const FacetValue& one : facet.values) {
      values.push_back({{"value", one.value}, {"pages", one.pages}, {"query", one.query}});
    }
  }
  return object;
}

ordered_json parts_as_json(const std::vector<PartCount>& parts) {
  ordered_json list = ordered_json::array();
  for (const PartCount& one : parts) list.push_back({{"part", one.part}, {"pages", one.pages}});
  return list;
}

}  // namespace

std::string results_as_json(const Results& results) {
  ordered_json hits = ordered_json::array();
  for (const Hit& hit : results.hits) hits.push_back(result_as_json(hit));
  ordered_json object = {
      {"query", results.query}, {"estimated", results.estimated}, {"off_topic", results.off_topic}};
  if (results.corrected.empty()) {
    object["corrected"] = nullptr;
  } else {
    object["corrected"] = results.corrected;
  }
  object["instead_of"] =
      results.instead_of.empty() ? ordered_json() : ordered_json(results.instead_of);
  object["from"] = results.from;
  object["size"] = results.size;
  object["more"] = results.has_more;
  object["repeats"] = results.repeats;
  object["per_site"] = results.per_site;
  object["left_out"] = results.left_out;
  object["folded"] = results.folded;
  object["until"] = results.until;
  object["order"] = results.order.empty() ? "score" : results.order;
  object["documents"] = results.documents;
  object["notes"] = results.notes;
  object["parts"] = parts_as_json(results.parts);
  object["results"] = std::move(hits);
  object["facets"] = facets_as_json(results.facets);
  object["counted"] = results.counted;
  return json_text(object);
}

std::string fields_as_json(const std::vector<FieldListing>& fields) {
  ordered_json list = ordered_json::array();
  for (const FieldListing& listing : fields) {
    ordered_json values = ordered_json::array();
    for (const FieldValue& one : listing.values) {
      values.push_back({{"value", one.value},
                        {"pages", one.pages},
                        {"query", field_query(listing.field.name, one.value)}});
    }
    list.push_back({{"name", listing.field.name},
                    {"kind", indexer::field_kind_name(listing.field.kind)},
                    {"meaning", listing.field.meaning},
                    {"values", std::move(values)},
                    {"all_values", listing.all}});
  }
  return json_text({{"fields", std::move(list)}});
}

std::string completions_as_json(const Completions& completions) {
  ordered_json list = ordered_json::array();
  for (const Completion& one : completions.list) {
    list.push_back({{"kind", completion_kind_name(one.kind)},
                    {"query", one.query},
                    {"end", one.end},
                    {"meaning", one.meaning},
                    {"pages", one.pages ? ordered_json(*one.pages) : ordered_json()}});
  }
  return json_text({{"query", completions.query}, {"completions", std::move(list)}});
}

std::string completions_as_opensearch(const Completions& completions) {
  ordered_json queries = ordered_json::array();
  ordered_json meanings = ordered_json::array();
  for (const Completion& one : completions.list) {
    queries.push_back(one.query);
    meanings.push_back(one.pages ? counted(*one.pages, "page") : one.meaning);
  }
  return json_text(
      ordered_json::array({completions.query, std::move(queries), std::move(meanings)}));
}

std::string collections_as_json(const std::vector<CollectionSize>& collections) {
  ordered_json list = ordered_json::array();
  for (const CollectionSize& one : collections)
    list.push_back({{"name", one.name}, {"documents", one.documents}});
  return json_text({{"collections", std::move(list)}});
}

std::string summary_as_json(const summarizer::Summary& summary, const AnnotationPart* part) {
  ordered_json by_others = ordered_json::array();
  for (const auto& said : summary.annotations_by_others) {
    ordered_json& json = by_others.emplace_back(annotation_as_json(said, "annotator"));
    json["relevance"] = said.relevance.value();
    json["authority"] = or_null(said.authority);
    json["sites"] = said.sites;
  }
  ordered_json about_others = ordered_json::array();
  for (const auto& said : summary.own_annotations) {
    about_others.push_back(annotation_as_json(said, "annotatee"));
  }
  ordered_json properties = ordered_json::array();
  for (const Property& property : summary.properties) {
    properties.push_back(
        {{"name", property.name}, {"value", property.value}, {"kind", kind_name(property.kind)}});
  }
  ordered_json json = {{"url", summary.url},
                       {"title", summary.title},
                       {"description", summary.description},
                       {"language", summary.language},
                       {"type", summary.media_type},
                       {"fetched", summary.fetched},
                       {"modified", summary.modified},
                       {"topic", summary.topic},
                       {"relevance", summary.relevance.value()},
                       {"class", summary.resource_class},
                       {"properties", std::move(properties)},
                       {"annotations_by_others", std::move(by_others)},
                       {"own_annotations", std::move(about_others)}};
  if (part != nullptr) {
    json["annotations_from"] = part->from;
    json["annotations_all"] = part->all;
  }
  return json_text(json);
}

}  // namespace porthole::search
