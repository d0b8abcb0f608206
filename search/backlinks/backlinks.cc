#include "search/backlinks/backlinks.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>
#include <utility>

#include "repository/known_url.h"

namespace porthole::search {
namespace {

using nlohmann::ordered_json;
using repository::InLink;
using repository::UrlState;

Backlink backlink_of(InLink& link, const std::string& collection) {
  return {std::move(link.source_href),
          std::move(link.source_title),
          std::move(link.link),
          link.source_relevance.value(),
          link.first_seen,
          link.last_seen,
          link.closed,
          collection};
}

/// All that a link says, as one text: links with the same are one.
std::string words_of_link(const Link& link) {
  std::string words;
  for (const AnnotationKind kind : kAnnotationKinds) words += link.annotation(kind) + '\n';
  return words + link.fragment + '\n' + link.rel;
}

bool is_there(const Backlink& link) { return link.closed == WallTime{}; }

WallTime earlier(WallTime a, WallTime b) {
  if (a == WallTime{} || b == WallTime{}) return std::max(a, b);
  return std::min(a, b);
}

void add_to(Backlink& known, const Backlink& link) {
  known.first_seen = earlier(known.first_seen, link.first_seen);
  known.last_seen = std::max(known.last_seen, link.last_seen);
  known.closed =
      is_there(known) || is_there(link) ? WallTime{} : std::max(known.closed, link.closed);
  if (!known.relevance) known.relevance = link.relevance;
  if (known.title.empty()) known.title = link.title;
}

ordered_json body_of(const std::string& text, const char* purpose, std::string_view kind) {
  return {{"type", "TextualBody"},
          {"value", text},
          {"format", "text/plain"},
          {"purpose", purpose},
          {"dcterms:type", kind}};
}

ordered_json bodies_of(const Backlink& link) {
  ordered_json page = {{"type", "SpecificResource"}, {"source", link.source}};
  if (!link.title.empty()) page["dcterms:title"] = link.title;
  page["purpose"] = "linking";
  ordered_json bodies = ordered_json::array({std::move(page)});
  for (const AnnotationKind kind : kAnnotationKinds) {
    const std::string& text = link.link.annotation(kind);
    if (!text.empty()) bodies.push_back(body_of(text, "describing", annotation_kind_name(kind)));
  }
  if (!link.link.rel.empty()) bodies.push_back(body_of(link.link.rel, "classifying", "rel"));
  return bodies;
}

ordered_json annotation_of(const std::string& url, const Backlink& link) {
  ordered_json out = {{"type", "Annotation"}, {"motivation", "linking"}};
  if (link.first_seen != WallTime{}) out["created"] = format_time(link.first_seen);
  if (link.last_seen != WallTime{}) out["modified"] = format_time(link.last_seen);
  if (!is_there(link)) out["schema:validThrough"] = format_time(link.closed);
  out["generator"] = {{"type", "Software"}, {"name", "Porthole: " + link.found_in}};
  out["body"] = bodies_of(link);
  out["target"] = url;
  return out;
}

}  // namespace

Result<std::vector<Backlink>> backlinks_in(repository::Repository& repository, const Url& url,
                                           const std::string& collection) {
  std::vector<Backlink> out;
  TRY_AS(known, repository::find_known_url(repository, url));
  if (!*known) return out;
  const bool is_alias = (*known)->state == UrlState::kAlias && (*known)->alias_of != 0;
  const repository::UrlId id = is_alias ? (*known)->alias_of : (*known)->id;
  TRY_AS(links, repository.links().in_links(id));
  TRY_AS(closed, repository.links().closed_in_links(id));
  for (std::vector<InLink>* const list : {&*links, &*closed}) {
    for (InLink& link : *list) {
      if (link.source != id) out.push_back(backlink_of(link, collection));
    }
  }
  return out;
}

void merge_backlinks(std::vector<Backlink>& links) {
  std::map<std::pair<std::string, std::string>, std::size_t> places;
  std::vector<Backlink> merged;
  for (Backlink& link : links) {
    const auto [known, is_new] =
        places.try_emplace({link.source, words_of_link(link.link)}, merged.size());
    if (is_new) {
      merged.push_back(std::move(link));
    } else {
      add_to(merged[known->second], link);
    }
  }
  std::stable_sort(merged.begin(), merged.end(), [](const Backlink& a, const Backlink& b) {
    return std::tuple(!is_there(a), -a.relevance.value_or(-1), std::string_view(a.source)) <
           std::tuple(!is_there(b), -b.relevance.value_or(-1), std::string_view(b.source));
  });
  links = std::move(merged);
}

ordered_json web_annotations(const std::string& url, const std::vector<Backlink>& links,
                             std::size_t from, std::size_t size, const std::string& id) {
  ordered_json items = ordered_json::array();
  for (std::size_t i = from; i < links.size() && i - from < size; ++i)
    items.push_back(annotation_of(url, links[i]));
  ordered_json out = {{"@context", "http://www.w3.org/ns/anno.jsonld"}};
  if (!id.empty()) out["id"] = id;
  out["type"] = "AnnotationCollection";
  out["label"] = "What other pages say of " + url;
  out["total"] = links.size();
  out["first"] = {{"type", "AnnotationPage"}, {"startIndex", from}, {"items", std::move(items)}};
  return out;
}

}  // namespace porthole::search
