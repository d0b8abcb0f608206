#include "gatherer/report/explanation.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>
#include <utility>

#include "base/text/format.h"
#include "base/url/url.h"
#include "collection/seed_list.h"
#include "gatherer/frontier/scope.h"
#include "gatherer/judge/importance_training.h"
#include "gatherer/judge/judge_factory.h"
#include "gatherer/report/remedy.h"
#include "gatherer/report/topic_pages.h"
#include "gatherer/restart/strategy_replay.h"
#include "gatherer/strategies/strategy_in_force.h"
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

}  // namespace porthole::gatherer
