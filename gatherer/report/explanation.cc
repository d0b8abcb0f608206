#include "gatherer/report/explanation.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/json/json.h"
#include "base/text/format.h"
#include "base/url/url.h"
#include "collection/seed_list.h"
#include "gatherer/frontier/scope.h"
#include "gatherer/frontier/scope_rules.h"
#include "gatherer/judge/importance_training.h"
#include "gatherer/judge/judge_factory.h"
#include "gatherer/report/remedy.h"
#include "gatherer/report/topic_pages.h"
#include "gatherer/restart/strategy_replay.h"
#include "gatherer/strategies/strategy_registry.h"
#include "repository/known_url.h"
#include "topics/text/relevance_weighting.h"
#include "topics/text/term_extractor.h"

namespace porthole::gatherer {

namespace {

using repository::Repository;
using repository::UrlId;
using repository::UrlRecord;

tl::unexpected<Error> unknown(const collection::Collection& collection, const Url& asked) {
  const Url url = asked.without_credentials();
  TRY_AS(scope, gatherer::Scope::make(collection.specification()));
  const gatherer::Decision decision = scope->decide(url);
  return fail(ErrorCode::kNotFound,
              "the collection does not know " + url.href() +
                  ": it is neither a seed nor linked to by a fetched page",
              decision.accepted
                  ? "the scope would take it; add it: porthole seeds add " +
                        shell_word(collection.folder().string()) + " " + shell_word(url.href())
                  : "the scope would refuse it: " + name_of(decision.reason) +
                        (decision.detail.empty() ? "" : " (" + decision.detail + ")"));
}

/// `url` as people copy it: with a slash at its end or without it, of http or https, with "www."
/// or without.
std::vector<std::string> written_forms(const Url& url) {
  if (!url.is_web()) return {url.href()};
  const bool is_http = url.scheme() == "http";
  const std::string rest = url.href().substr(url.scheme().size() + 3);
  std::vector<std::string> forms;
  for (const std::string& name : {rest, rest.starts_with("www.") ? rest.substr(4) : "www." + rest})
    for (const char* scheme :
         {is_http ? "http://" : "https://", is_http ? "https://" : "http://"}) {
      const std::string& form = forms.emplace_back(scheme + name);
      if (url.query().empty())
        forms.push_back(form.ends_with('/') ? form.substr(0, form.size() - 1) : form + '/');
    }
  return forms;
}

/// The first of these forms that the collection knows.
Result<std::optional<UrlRecord>> find_as_written(Repository& repository, const Url& url) {
  auto known = repository::find_known_url(repository, url);
  if (!known || *known) return known;
  for (const std::string& form : written_forms(url)) {
    const Result<Url> other = Url::parse(form);
    if (!other) continue;
    known = repository::find_known_url(repository, *other);
    if (!known || *known) return known;
  }
  return known;
}

Result<std::vector<UrlRecord>> way_to(Repository& repository, const UrlRecord& url) {
  std::vector<UrlRecord> way;
  std::set<UrlId> seen = {url.id};
  for (UrlId id = url.found_on; id != 0 && seen.insert(id).second;) {
    TRY_AS(found, repository.urls().get(id));
    if (!*found) break;
    id = (*found)->seed ? 0 : (*found)->found_on;
    way.push_back(std::move(**found));
  }
  return way;
}

Result<std::vector<std::string>> aliases_of(Repository& repository, UrlId id) {
  std::vector<std::string> aliases;
  TRY_AS(visited, repository.urls().for_each([&](const UrlRecord& url) {
    if (url.alias_of == id) aliases.push_back(url.href);
    return true;
  }));
  return aliases;
}

/// RW's options among the current ones; make_strategy() has checked their values.
topics::RelevanceWeighting::Options weighting_options(const collection::Strategy& strategy) {
  topics::RelevanceWeighting::Options options;
  for (const auto& [name, value] : strategy.options) {
    double number = 0;
    std::from_chars(value.data(), value.data() + value.size(), number);
    if (name == "threshold") options.threshold = number;
    if (name == "support") options.support = static_cast<std::int64_t>(number);
    if (name == "metadata" && value == "anchor") options.metadata = topics::LinkMetadata::kAnchor;
  }
  return options;
}

Result<topics::RelevanceWeighting> restore_weighting(const collection::Topic& topic,
                                                     const collection::Strategy& choice,
                                                     Repository& repository) {
  topics::RelevanceWeighting weighting(weighting_options(choice), topic.title, topic.terms);
  TRY_AS(terms, repository.crawl().terms());
  for (const repository::TermRecord& term : *terms)
    weighting.restore(term.term, term.fetched, term.relevant);
  TRY_AS(counts, repository.counts());
  weighting.restore_totals(counts->fetched, counts->relevant);
  return weighting;
}

Result<void> say_importance(const collection::Collection& collection, Explanation& explanation) {
  if (!explanation.page || !explanation.page->importance) return {};
  TRY_AS(model, gatherer::load_importance_model(collection.model_folder()));
  if (*model != nullptr) explanation.importance_says = topics::describe((*model)->origin());
  return {};
}

Result<void> weigh(const collection::Collection& collection, Repository& repository,
                   Explanation& explanation) {
  const collection::Specification& specification = collection.specification();
  TRY_AS(choice, gatherer::strategy_in_force(specification, repository));
  explanation.strategy = choice->name;
  TRY_AS(explained, gatherer::explain_rating(collection, repository, explanation.url.id));
  explanation.reasons = std::move(explained->reasons);
  if (explanation.strategy != "rw") return {};
  TRY_AS(weighting, restore_weighting(specification.topic, *choice, repository));
  explanation.threshold = weighting->threshold();
  std::set<std::string> metadata;
  for (const repository::InLink& link : explanation.said)
    metadata.merge([&] {
      const std::vector<std::string> terms = topics::link_terms(link.link, weighting->metadata());
      return std::set<std::string>(terms.begin(), terms.end());
    }());
  std::vector<topics::TermId> ids;
  for (const std::string& term : metadata) {
    const topics::TermId id = weighting->id_of(term);
    ids.push_back(id);
    const auto learned = weighting->learned(id);
    explanation.terms.push_back({term, weighting->theta(id), learned.fetched, learned.relevant});
  }
  explanation.theta = weighting->best(ids);
  std::stable_sort(explanation.terms.begin(), explanation.terms.end(),
                   [](const WeighedTerm& a, const WeighedTerm& b) { return a.theta > b.theta; });
  return {};
}

/// A missing or unreadable model only leaves its part of the explanation empty.
void judge(const collection::Collection& collection, Explanation& explanation) {
  if (!explanation.page) return;
  const auto judge = gatherer::make_page_judge(collection);
  if (!judge) {
    explanation.unjudged = judge.error().message;
    return;
  }
  const Document& document = explanation.page->document;
  explanation.judged = {std::string((*judge)->name()),
                        (*judge)->judge_page(explanation.url.href, document).relevance.value(),
                        (*judge)->evidence(document)};
}

template <class T>
Result<void> take(Result<T> from, T& to) {
  if (!from) return fail(from.error());
  to = std::move(*from);
  return {};
}

Result<void> find_failure(Repository& repository, UrlId id,
                          std::optional<repository::FailureRecord>& found) {
  TRY_AS(failures, repository.pages().failures());
  for (repository::FailureRecord& failure : *failures) {
    if (failure.page == id) found = std::move(failure);
  }
  return {};
}

Result<void> say_standing(const collection::Collection& collection, Repository& repository,
                          Explanation& explanation) {
  if (!explanation.page) return {};
  TRY_AS(topic, TopicPages::read(collection, repository));
  explanation.standing = topic->standing_of(explanation.url.id);
  explanation.topic_terms = topic->term_weights();
  return {};
}

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

Result<Explanation> explain(const collection::Collection& collection, Repository& repository,
                            const std::string& text) {
  const Result<Url> url = Url::parse(collection::with_scheme(text));
  if (!url) {
    Error error = url.error();
    error.file = without_credentials(text);
    error.hint = "write it out, with its scheme";
    return fail(std::move(error));
  }
  TRY_AS(known, find_as_written(repository, *url));
  if (!*known) return unknown(collection, *url);

  Explanation out;
  out.url = std::move(**known);
  const UrlId id = out.url.id;
  Result<void> done = take(repository.pages().get(id), out.page);
  if (done) done = find_failure(repository, id, out.failure);
  if (done && out.url.alias_of != 0)
    done = take(repository.urls().get(out.url.alias_of), out.stands_for);
  if (done && out.page && out.page->duplicate_of != 0)
    done = take(repository.urls().get(out.page->duplicate_of), out.copy_of);
  if (done) done = take(way_to(repository, out.url), out.way);
  if (done) done = take(aliases_of(repository, id), out.aliases);
  if (done) done = take(repository.links().in_links(id), out.said);
  if (done) done = take(repository.links().closed_in_links(id), out.closed);
  if (done) done = take(repository.urls().rank_of(id), out.rank);
  if (done) done = say_standing(collection, repository, out);
  if (done) done = say_importance(collection, out);
  if (done) done = weigh(collection, repository, out);
  if (out.url.state == repository::UrlState::kDropped) {
    out.remedy = gatherer::remedy_for(out.url, collection.specification());
  } else if (out.failure && repository::is_withheld(out.failure->reason)) {
    repository::UrlRecord failed = out.url;
    failed.reason = out.failure->reason;
    out.remedy = gatherer::remedy_for(failed, collection.specification());
  }
  if (!done) return fail(done.error());
  judge(collection, out);
  return out;
}

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
