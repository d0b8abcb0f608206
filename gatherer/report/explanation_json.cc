#include "gatherer/report/explanation_json.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/json/json.h"
#include "gatherer/frontier/precedence.h"

namespace porthole::gatherer {
namespace {

using nlohmann::ordered_json;

ordered_json page_as_json(const repository::PageRecord& page) {
  return {{"order", page.order},
          {"fetched_at", format_time(page.fetched_at)},
          {"status", page.http_status},
          {"relevance", page.relevance.value()},
          {"relevant", page.relevant},
          {"topic", page.topic},
          {"importance", page.importance ? ordered_json(*page.importance) : ordered_json()},
          {"title", page.document.title},
          {"duplicate", page.duplicate_of != 0},
          {"canonical", page.document.canonical},
          {"links_cut", page.document.links_cut},
          {"truncated", page.truncated},
          {"noindex", page.noindex},
          {"read", parse_status_name(page.document.status)},
          {"read_detail", page.document.status_detail},
          {"archive", {{"file", page.archive_file}, {"offset", page.archive_offset}}}};
}

ordered_json judged_as_json(const Explanation& e) {
  if (!e.judged) return nullptr;
  ordered_json words = ordered_json::array();
  for (const Evidence::Word& word : e.judged->evidence.words) {
    words.push_back({{"word", word.word}, {"times", word.times}, {"weight", word.weight}});
  }
  return {{"judge", e.judged->judge},
          {"relevance", e.judged->relevance},
          {"weights", e.judged->evidence.weights},
          {"words", std::move(words)}};
}

ordered_json date_as_json(WallTime time) {
  return time == WallTime{} ? ordered_json() : ordered_json(format_time(time));
}

ordered_json annotations_as_json(const Explanation& e) {
  ordered_json annotations = ordered_json::array();
  for (const auto* links : {&e.said, &e.closed}) {
    for (const repository::InLink& link : *links) {
      for (const AnnotationKind kind : kAnnotationKinds) {
        if (link.link.annotation(kind).empty()) continue;
        annotations.push_back({{"annotator", link.source_href},
                               {"annotation", link.link.annotation(kind)},
                               {"kind", annotation_kind_name(kind)},
                               {"element", element_name(link.link.element)},
                               {"rel", link.link.rel},
                               {"relevance", link.source_relevance.value()},
                               {"first_seen", date_as_json(link.first_seen)},
                               {"last_seen", date_as_json(link.last_seen)},
                               {"closed", date_as_json(link.closed)}});
      }
    }
  }
  return annotations;
}

ordered_json terms_as_json(const std::vector<WeighedTerm>& terms) {
  ordered_json list = ordered_json::array();
  for (const WeighedTerm& term : terms) {
    ordered_json object = {{"term", term.term},
                           {"theta", nullptr},
                           {"fetched", term.fetched},
                           {"relevant", term.relevant}};
    if (term.theta >= 0) object["theta"] = term.theta;
    list.push_back(std::move(object));
  }
  return list;
}

ordered_json reasons_as_json(const std::vector<Reason>& reasons) {
  ordered_json list = ordered_json::array();
  for (const Reason& reason : reasons)
    list.push_back({{"what", reason.what}, {"weight", reason.weight}});
  return list;
}

ordered_json failure_as_json(const std::optional<repository::FailureRecord>& failure) {
  if (!failure) return nullptr;
  return {{"failures", failure->failures},
          {"first", format_time(failure->first)},
          {"last", format_time(failure->last)},
          {"reason", name_of(failure->reason)},
          {"gone", date_as_json(failure->gone)}};
}

ordered_json standing_as_json(const std::optional<topics::Standing>& standing) {
  if (!standing) return nullptr;
  return {{"on_topic", standing->on_topic},
          {"stays", standing->stays},
          {"site_relevance", standing->site},
          {"site_pages", standing->pages},
          {"relevance", standing->own},
          {"least_site_relevance", standing->least_site},
          {"shown_topic",
           standing->shown_topic ? ordered_json(*standing->shown_topic) : ordered_json(nullptr)}};
}

}  // namespace

ordered_json explanation_as_json(const Explanation& e) {
  ordered_json way = ordered_json::array();
  for (const repository::UrlRecord& step : e.way) way.push_back(step.href);
  ordered_json json = {{"url", e.url.href},
                       {"key", e.url.key},
                       {"state", name_of(e.url.state)},
                       {"reason", name_of(e.url.reason)},
                       {"detail", e.url.detail},
                       {"remedy", e.remedy},
                       {"alias_of", nullptr},
                       {"seed", e.url.seed},
                       {"hops", e.url.hops},
                       {"tries", e.url.tries},
                       {"priority", parts_of_priority(e.url.priority).rating},
                       {"precedence", parts_of_priority(e.url.priority).precedence},
                       {"rank", nullptr},
                       {"found_on", std::move(way)},
                       {"aliases", e.aliases},
                       {"page", nullptr},
                       {"refresh_failure", failure_as_json(e.failure)},
                       {"judged", judged_as_json(e)},
                       {"links", e.said.size()},
                       {"closed_links", e.closed.size()},
                       {"annotations", annotations_as_json(e)},
                       {"strategy", e.strategy},
                       {"reasons", reasons_as_json(e.reasons)},
                       {"threshold", nullptr},
                       {"theta", nullptr},
                       {"terms", terms_as_json(e.terms)}};
  if (e.stands_for) json["alias_of"] = e.stands_for->href;
  if (e.copy_of) json["copy_of"] = e.copy_of->href;
  if (e.rank > 0) json["rank"] = e.rank;
  if (e.page) json["page"] = page_as_json(*e.page);
  json["standing"] = standing_as_json(e.standing);
  if (e.threshold) json["threshold"] = *e.threshold;
  if (e.threshold) json["theta"] = e.theta;
  return json;
}

}  // namespace porthole::gatherer
