#include "indexer/page_values.h"

#include <xxhash.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <string>

#include "base/date_span.h"
#include "base/text/empty_phrases.h"
#include "base/text/language_name.h"
#include "base/text/text.h"
#include "base/url/site.h"
#include "base/url/url.h"
#include "indexer/annotations.h"
#include "indexer/fields.h"
#include "indexer/simhash.h"

namespace porthole::indexer {
namespace {

using summarizer::Summary;

constexpr std::array<std::string_view, kFacetCount> kFacetNames = {"topic",    "site", "type",
                                                                   "language", "year", "kind"};
constexpr std::size_t kMaxFacetBytes = 80;  // of one value

std::string& value_of(FacetValues& values, Facet facet) {
  return values[static_cast<std::size_t>(facet)];
}

// Shortens a value to one line of kMaxFacetBytes.
std::string as_value(std::string_view text) { return shortened(fold_space(text), kMaxFacetBytes); }

std::string year_of(const PageDate& date) {
  const std::chrono::year_month_day day{std::chrono::floor<std::chrono::days>(date.time)};
  return std::to_string(static_cast<int>(day.year()));
}

// The last label of the host and the public suffix: "uk" and "co.uk" of "www.example.co.uk".
void add_top_level(const Url& url, Xapian::Document& document) {
  if (url.host_is_address()) return;
  const std::string host(url.host());
  const std::size_t last = host.rfind('.');
  if (last == std::string::npos) return;
  document.add_boolean_term(boolean_term(kTldPrefix, host.substr(last + 1)));
  const std::string domain = registrable_domain(host);
  const std::size_t dot = domain.find('.');
  if (dot != std::string::npos)
    document.add_boolean_term(boolean_term(kTldPrefix, domain.substr(dot + 1)));
}

void add_number(Xapian::Document& document, unsigned slot, double number) {
  document.add_value(slot, Xapian::sortable_serialise(number));
}

}  // namespace

std::string_view facet_name(Facet facet) { return kFacetNames[static_cast<std::size_t>(facet)]; }

std::string page_type_of(const Summary& summary) {
  const auto found = std::find_if(summary.properties.begin(), summary.properties.end(),
                                  [](const Property& one) { return one.name == "pageType"; });
  return found == summary.properties.end() ? std::string() : found->value;
}

FacetValues facets_of(const Summary& summary) {
  FacetValues values;
  value_of(values, Facet::kTopic) = as_value(summary.topic);
  const Result<Url> url = Url::parse(summary.url);
  if (url) value_of(values, Facet::kSite) = as_value(site_of(*url));
  const std::string page_type = page_type_of(summary);
  // PDF and word processing are of the class Text: their media types say more.
  const std::string_view of_class = local_name(summary.resource_class);
  value_of(values, Facet::kType) =
      as_value(!of_class.empty() && of_class != "Text" ? of_class
               : !page_type.empty()                    ? std::string_view(page_type)
                                                       : std::string_view(summary.media_type));
  value_of(values, Facet::kLanguage) = as_value(language_key(summary.language));
  const auto date = date_of(summary);
  if (date && date->source != DateSource::kFetched) value_of(values, Facet::kYear) = year_of(*date);
  std::string& kinds = value_of(values, Facet::kKind);
  for (const std::string& kind : annotation_kinds(summary))
    kinds += (kinds.empty() ? "" : " ") + kind;
  return values;
}

std::string write_facets(const FacetValues& facets) {
  std::string text = facets[0];
  for (std::size_t i = 1; i < facets.size(); ++i) text.append("\n").append(facets[i]);
  return text;
}

FacetValues read_facets(std::string_view text) {
  FacetValues values;
  const std::vector<std::string_view> lines = split(text, '\n');
  for (std::size_t i = 0; i < std::min(lines.size(), values.size()); ++i) values[i] = lines[i];
  return values;
}

std::vector<std::string> annotation_kinds(const Summary& summary) {
  std::vector<std::string> kinds;
  for (const summarizer::Annotation& said : summary.annotations_by_others) {
    if (!said.closed.empty() || says_nothing(said.text)) continue;
    std::string kind(annotation_kind_name(said.kind));
    if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end())
      kinds.push_back(std::move(kind));
  }
  return kinds;
}

std::string identity_value(const Summary& summary) {
  const Result<Url> own = Url::parse(summary.url);
  std::string key = key_of_page(summary.url);
  for (const Property& property : summary.properties) {
    if (property.name != "canonical" || property.kind != PropertyKind::kUri) continue;
    const Result<Url> said = Url::parse(property.value);
    if (own && said && site_of(*said) == site_of(*own)) key = said->key();
  }
  return fingerprint_value(XXH3_64bits(key.data(), key.size()));
}

void add_page_values(const Summary& summary, Xapian::Document& document) {
  if (const auto date = date_of(summary)) {
    const auto seconds = static_cast<double>(date->time.time_since_epoch().count());
    add_number(document, kDateSlot, seconds);
    if (date->source != DateSource::kFetched) add_number(document, kStatedDateSlot, seconds);
  }
  if (summary.bytes > 0) add_number(document, kSizeSlot, static_cast<double>(summary.bytes));
  for (const std::string& kind : annotation_kinds(summary)) {
    document.add_boolean_term(boolean_term(kKindPrefix, kind));
  }
  const Result<Url> url = Url::parse(summary.url);
  if (url && !url->host().empty()) add_top_level(*url, document);
  document.add_value(kIdentitySlot, identity_value(summary));
  document.add_value(kFacetsSlot, write_facets(facets_of(summary)));
}

std::optional<PageDate> date_of(const summarizer::Summary& summary) {
  const bool is_of_server = std::ranges::any_of(summary.properties, [](const Property& property) {
    return property.name == summarizer::kDateSource;
  });
  const std::string none;
  const std::array<const std::string*, 4> texts = {
      &summary.published, is_of_server ? &none : &summary.modified,
      is_of_server ? &summary.modified : &none, &summary.fetched};
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const auto span = parse_date_span(*texts[i]);
    if (span) return PageDate{span->begin, static_cast<DateSource>(i)};
  }
  return std::nullopt;
}

}  // namespace porthole::indexer
