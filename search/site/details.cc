#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <vector>

#include "base/text/empty_phrases.h"
#include "base/text/language_name.h"
#include "base/text/text.h"
#include "base/url/percent_encode.h"
#include "indexer/annotations.h"
#include "indexer/page_values.h"
#include "search/presentation/value_words.h"
#include "search/site/page_data.h"
#include "search/site/pages.h"

namespace porthole::search {
namespace {

using summarizer::Annotation;
using summarizer::Summary;

constexpr std::size_t kUnfolded = 5;  // of a list; the rest is folded
constexpr std::size_t kShownOfKind = 25;
constexpr std::size_t kOwnShown = 100;
constexpr std::size_t kTextShown = 400;  // bytes of one annotation

const char* kind_heading(AnnotationKind kind) {
  switch (kind) {
    case AnnotationKind::kAnchor:
      return "In the text of links to it";
    case AnnotationKind::kTitle:
      return "In the titles of links to it";
    case AnnotationKind::kAlt:
      return "In place of pictures that link to it";
    case AnnotationKind::kName:
      return "In the names of links to it";
    case AnnotationKind::kOnMouseOver:
      return "When the pointer is over a link to it";
    case AnnotationKind::kBefore:
      return "Before links to it";
    case AnnotationKind::kAfter:
      return "After links to it";
    case AnnotationKind::kHeading:
      return "Above the lists that link to it";
    case AnnotationKind::kFragment:
      return "In XML that stands for links to it";
  }
  return "";
}

data annotation_data(const Annotation& annotation) {
  data values;
  values.set("text", std::string(cut(annotation.text, kTextShown)));
  values.set("again", data(false));
  set_url(values, annotation.page);
  return values;
}

/// A text with the number of further pages of its site that repeat it, as menus do.
struct SaidBySite {
  const Annotation* first;
  std::int64_t more = 0;
};

std::vector<SaidBySite> said_by_sites(const std::vector<Annotation>& annotations,
                                      AnnotationKind kind) {
  std::vector<SaidBySite> said;
  std::map<std::pair<std::string, std::string>, std::size_t> places;
  std::set<std::pair<std::string_view, std::string_view>> seen;
  for (const Annotation& annotation : annotations) {
    if (annotation.kind != kind || !annotation.closed.empty() || says_nothing(annotation.text))
      continue;
    if (!seen.emplace(annotation.text, annotation.page).second) continue;
    const auto [place, is_new] = places.try_emplace(
        {ascii_lower(annotation.text), indexer::site_of(annotation.page)}, said.size());
    if (is_new) {
      said.push_back({&annotation});
    } else {
      ++said[place->second].more;
    }
  }
  std::stable_partition(said.begin(), said.end(),
                        [](const SaidBySite& one) { return !one.first->navigation; });
  return said;
}

/// The list with its first entries apart from the rest, and the number of those that are left out.
data folded(const std::vector<data>& entries, std::size_t all) {
  data first(data::type::list);
  data rest(data::type::list);
  for (std::size_t i = 0; i < entries.size(); ++i)
    (i < kUnfolded ? first : rest).push_back(entries[i]);
  data values;
  const bool has_rest = !rest.is_empty_list();
  values.set("list", list_or_nothing(std::move(first)));
  values.set("has_rest", has_rest);
  values.set("rest", list_or_nothing(std::move(rest)));
  values.set("rest_count",
             has_rest ? with_commas(static_cast<std::int64_t>(entries.size() - kUnfolded)) : "");
  values.set("more",
             text_or_nothing(all > entries.size()
                                 ? with_commas(static_cast<std::int64_t>(all - entries.size()))
                                 : ""));
  return values;
}

// One group per kind, in the order of the kinds; each text of a site once.
data groups_data(const std::vector<Annotation>& annotations) {
  data groups(data::type::list);
  for (const AnnotationKind kind : kAnnotationKinds) {
    const std::vector<SaidBySite> said = said_by_sites(annotations, kind);
    if (said.empty()) continue;
    std::vector<data> entries;
    for (std::size_t i = 0; i < std::min(said.size(), kShownOfKind); ++i) {
      data values = annotation_data(*said[i].first);
      if (said[i].more > 0) values.set("again", counted(said[i].more, "more page"));
      entries.push_back(std::move(values));
    }
    data group = folded(entries, said.size());
    group.set("kind", kind_heading(kind));
    groups.push_back(group);
  }
  return list_or_nothing(std::move(groups));
}

/// True when both are places in one page.
bool is_same_page(const std::string& a, const std::string& b) {
  return a.substr(0, a.find('#')) == b.substr(0, b.find('#'));
}

// The annotations of other pages by this page: its anchor texts, one line per link. Links to itself
// and those of menus say nothing about others.
data own_data(const Summary& summary) {
  std::vector<data> entries;
  std::size_t all = 0;
  for (const Annotation& annotation : summary.own_annotations) {
    if (annotation.kind != AnnotationKind::kAnchor && annotation.kind != AnnotationKind::kAlt)
      continue;
    if (!annotation.closed.empty() || annotation.navigation || says_nothing(annotation.text) ||
        is_same_page(annotation.page, summary.url))
      continue;
    ++all;
    if (entries.size() < kOwnShown) entries.push_back(annotation_data(annotation));
  }
  if (entries.empty()) return data(false);
  return folded(entries, all);
}

/// Where these annotations stand among all, with links to those before and behind; false when they
/// are all.
data part_data(const Summary& summary, const AnnotationPart& part) {
  const std::size_t shown = summary.annotations_by_others.size();
  if (shown == part.all) return data(false);
  const auto link = [&](std::size_t from) {
    return "/page?url=" + encode_parameter(summary.url) + "&from=" + std::to_string(from);
  };
  const auto number = [](std::size_t n) { return with_commas(static_cast<std::int64_t>(n)); };
  const std::size_t end = part.from + shown;
  data values;
  values.set("text", shown == 0 ? "None of " + number(part.all) + " annotations is left."
                                : "From annotations " + number(part.from + 1) + " to " +
                                      number(end) + " of " + number(part.all) + ".");
  const std::size_t before = shown > 0 && part.from > part.most ? part.from - part.most : 0;
  values.set("earlier", text_or_nothing(part.from > 0 ? link(before) : ""));
  values.set("later", text_or_nothing(shown > 0 && end < part.all ? link(end) : ""));
  return values;
}

void add_fact(data& facts, const char* name, const std::string& value) {
  if (value.empty()) return;
  data fact;
  fact.set("name", name);
  fact.set("value", value);
  facts.push_back(fact);
}

data neighbourhood_data(const Frame& frame, const char* heading, const Neighbourhood& around) {
  data list(data::type::list);
  for (const Hit& hit : around.first) {
    data one;
    set_url(one, hit.url, &frame);
    set_site_mark(one, hit.url, &frame);
    one.set("title", shown_title(hit.title, hit.url));
    one.set("link", "/page?url=" + encode_parameter(hit.url));
    list.push_back(one);
  }
  data values;
  values.set("heading", heading);
  values.set("has_list", !around.first.empty());
  values.set("list", list_or_nothing(std::move(list)));
  values.set("all", link_to_query(around.query));
  values.set("pages",
             around.pages == 1 ? std::string("One page") : "All " + counted(around.pages, "page"));
  return values;
}

data facts_data(const Summary& summary) {
  data facts(data::type::list);
  const long percent = std::lround(summary.relevance.value() * 100);
  add_fact(facts, "Topic", summary.topic);
  add_fact(facts, "Relevance", std::to_string(percent) + " %");
  add_fact(facts, "Language", summary.language.empty() ? "" : language_name(summary.language));
  const std::string page_type = indexer::page_type_of(summary);
  const std::string& type = page_type.empty() ? summary.media_type : page_type;
  add_fact(facts, "Type", type.empty() ? "" : type_in_words(type));
  const auto date = indexer::date_of(summary);
  const bool is_of_server = date && date->source == indexer::DateSource::kServer;
  add_fact(facts, "Published", day_in_words(summary.published));
  add_fact(facts, is_of_server ? "Last-Modified" : "Changed", day_in_words(summary.modified));
  add_fact(facts, "Read", day_in_words(summary.fetched));
  if (summary.bytes > 0) add_fact(facts, "Size", with_commas(summary.bytes) + " bytes");
  return list_or_nothing(std::move(facts));
}

}  // namespace

std::string details_page(const Frame& frame, const Summary& summary, const AnnotationPart& part,
                         const QueryFields& fields, const Neighbours& neighbours,
                         const std::string& query) {
  data values;
  const std::string title = shown_title(summary.title, summary.url);
  values.set("heading", title);
  values.set("title", title);
  set_url(values, summary.url, &frame);
  set_site_mark(values, summary.url, &frame);
  values.set("description", text_or_nothing(summary.description));
  values.set("facts", facts_data(summary));
  values.set("class", class_data(summary, fields));
  values.set("properties", properties_data(summary, fields));
  values.set("has_properties", !summary.properties.empty());
  values.set("groups", groups_data(summary.annotations_by_others));
  values.set("part", part_data(summary, part));
  values.set("own", own_data(summary));
  data around(data::type::list);
  around.push_back(neighbourhood_data(frame, "Pages that cite it", neighbours.citing));
  around.push_back(neighbourhood_data(frame, "Pages that it cites", neighbours.cited));
  around.push_back(neighbourhood_data(frame, "Similar pages", neighbours.similar));
  values.set("around", around);
  const std::string url = "?url=" + encode_parameter(summary.url);
  const bool was_read = !summary.fetched.empty();
  values.set("is_described", !was_read);
  values.set("copy", text_or_nothing(was_read ? "/copy" + url : std::string()));
  values.set("rdf", "/page.rdf" + url);
  values.set("turtle", "/page.ttl" + url);
  values.set("ntriples", "/page.nt" + url);
  values.set("jsonld", "/page.jsonld" + url);
  values.set("json", "/api/v1/page" + url);
  if (!query.empty()) {
    values.set("query", query);
    values.set("back", "/search?q=" + encode_parameter(query));
  }
  return render("details.html", frame, std::move(values));
}

}  // namespace porthole::search
