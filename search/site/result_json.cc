#include "search/site/result_json.h"

#include <array>
#include <string_view>
#include <type_traits>
#include <variant>

#include "base/json/json.h"
#include "base/link.h"
#include "base/text/format.h"
#include "base/text/text.h"

namespace porthole::search {
namespace {

using indexer::DateSource;
using indexer::PageFields;
using indexer::ResultField;
using nlohmann::ordered_json;

std::string as_html(const Fragments& fragments) {
  std::string html;
  for (const Fragment& fragment : fragments) {
    html +=
        fragment.hit ? "<b>" + escape_markup(fragment.text) + "</b>" : escape_markup(fragment.text);
  }
  return html;
}

ordered_json explanation_of(const Hit& hit) {
  ordered_json parts = ordered_json::array();
  for (const ScorePart& part : hit.explanation)
    parts.push_back({{"kind", part.kind}, {"words", part.words}, {"weight", part.weight}});
  return parts;
}

ordered_json annotations_of(const Hit& hit) {
  ordered_json annotations = ordered_json::array();
  for (const ResultAnnotation& annotation : hit.annotations) {
    annotations.push_back({{"annotator", annotation.annotator},
                           {"annotation", plain_text(annotation.text)},
                           {"kind", annotation_kind_name(annotation.kind)}});
  }
  return annotations;
}

/// A member that depends on the search, or is made of several fields.
struct SearchMember {
  std::string_view name;
  std::string_view schema;  ///< As OpenAPI 3.1 has it, without the description.
  std::string_view meaning;
  ordered_json (*value)(const Hit&);
};

constexpr std::array kSearchMembers = {
    SearchMember{"rank", "type: integer, minimum: 1", "From 1, over all pages of results.",
                 [](const Hit& hit) -> ordered_json { return hit.rank; }},
    SearchMember{"leads_to", "type: string",
                 "The URL with the fragment of the part that the snippet is from, by its id or its "
                 "first words; without one for the beginning of the page.",
                 [](const Hit& hit) -> ordered_json { return hit.url + hit.fragment; }},
    SearchMember{"snippet", "type: string", "Plain text.",
                 [](const Hit& hit) -> ordered_json { return plain_text(hit.snippet); }},
    SearchMember{"snippet_html", "type: string",
                 "The snippet escaped for HTML, with <b> around what matched.",
                 [](const Hit& hit) -> ordered_json { return as_html(hit.snippet); }},
    SearchMember{"score", "type: number", "Comparable within one answer only.",
                 [](const Hit& hit) -> ordered_json { return hit.score; }},
    SearchMember{"off_topic", "type: boolean", "The page is not on the topic of its collection.",
                 [](const Hit& hit) -> ordered_json { return hit.off_topic; }},
    SearchMember{"type", "type: string",
                 "Its class without the namespace, else its type by its form (article, forum, "
                 "product, collection, listing, documentation, service), else its media type; as "
                 "in the facet of that name.",
                 [](const Hit& hit) -> ordered_json { return hit.type; }},
    SearchMember{"date_estimated", "type: boolean",
                 "The page says no date; it is when it was read.",
                 [](const Hit& hit) -> ordered_json { return hit.date_is_estimated(); }},
    SearchMember{"date_of_server", "type: boolean",
                 "The page states no date; it is Last-Modified of its server.",
                 [](const Hit& hit) -> ordered_json { return hit.date_is_of_server(); }},
    SearchMember{"recommendations", "type: integer",
                 "Sites that say something about the page, without its own.",
                 [](const Hit& hit) -> ordered_json { return hit.recommendations; }},
    SearchMember{"site", "type: string",
                 "Registrable domain or host; empty for a page without one.",
                 [](const Hit& hit) -> ordered_json { return hit.site; }},
    SearchMember{"more_from_site", "type: integer",
                 "Results of the site that per-site left out, at least.",
                 [](const Hit& hit) -> ordered_json { return hit.more_from_site; }},
    SearchMember{"duplicates", "type: array, items: {type: string}",
                 "URLs of results behind it that say nearly the same and are not shown.",
                 [](const Hit& hit) -> ordered_json { return hit.duplicates; }},
    SearchMember{
        "annotations",
        "type: array, maxItems: 5, items: {$ref: \"#/components/schemas/ResultAnnotation\"}",
        "Of links to the page, those that match first.", annotations_of},
    SearchMember{"explanation", "type: array, items: {$ref: \"#/components/schemas/ScorePart\"}",
                 "What made the score, the most first; it adds up to it. Empty unless asked for.",
                 explanation_of},
};

std::string schema_line(std::string_view name, std::string_view schema, std::string_view meaning) {
  return std::string(name) + ": {" + std::string(schema) + ", description: \"" +
         std::string(meaning) + "\"}";
}

template <class T>
constexpr std::string_view type_of(bool has_null) {
  if constexpr (std::is_same_v<T, bool>) return "type: boolean";
  if constexpr (std::is_same_v<T, int>) return "type: integer";
  if constexpr (std::is_same_v<T, double>) return "type: number";
  if constexpr (std::is_same_v<T, std::optional<double>>) return "type: [number, \"null\"]";
  if constexpr (std::is_same_v<T, std::vector<std::string>>)
    return "type: array, items: {type: string}";
  return has_null ? "type: [string, \"null\"]" : "type: string";
}

template <class T>
T member_type(T PageFields::*);

}  // namespace

ordered_json value_of(const PageFields& page, const ResultField& field) {
  return std::visit(
      [&](auto member) -> ordered_json {
        using T = decltype(member_type(member));
        const T& value = page.*member;
        if constexpr (std::is_same_v<T, DateSource>) {
          return static_cast<int>(value);
        } else if constexpr (std::is_same_v<T, std::optional<double>>) {
          return value ? ordered_json(*value) : ordered_json();
        } else if constexpr (std::is_same_v<T, std::string>) {
          return value.empty() && field.has_null ? ordered_json() : ordered_json(value);
        } else {
          return value;
        }
      },
      field.member);
}

ordered_json result_as_json(const Hit& hit) {
  ordered_json result = ordered_json::object();
  for (const ResultField& field : indexer::kResultFields)
    if (!field.meaning.empty()) result[std::string(field.name)] = value_of(hit, field);
  for (const SearchMember& member : kSearchMembers)
    result[std::string(member.name)] = member.value(hit);
  return result;
}

std::string schema_of(const ResultField& field) {
  std::string schema = std::visit(
      [&](auto member) {
        return std::string(type_of<decltype(member_type(member))>(field.has_null));
      },
      field.member);
  if (!field.limits.empty()) schema += ", " + std::string(field.limits);
  return schema_line(field.name, schema, field.meaning);
}

std::string result_schema() {
  std::vector<std::string> names, lines;
  for (const ResultField& field : indexer::kResultFields) {
    if (field.meaning.empty()) continue;
    names.emplace_back(field.name);
    lines.push_back(schema_of(field));
  }
  for (const SearchMember& member : kSearchMembers) {
    names.emplace_back(member.name);
    lines.push_back(schema_line(member.name, member.schema, member.meaning));
  }
  std::string schema = "    Result:\n      type: object\n      required: [" + join(names, ", ") +
                       "]\n      properties:\n";
  for (const std::string& line : lines) schema += "        " + line + "\n";
  return schema;
}

}  // namespace porthole::search
