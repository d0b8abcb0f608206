#include "search/site/page_answers.h"

#include "search/site/json.h"
#include "search/site/neighbours.h"
#include "summarizer/rdf_formats.h"

namespace porthole::search {
namespace {

using summarizer::RdfFormat;

RdfFormat format_of(std::string_view path) {
  if (path.ends_with(".ttl")) return RdfFormat::kTurtle;
  if (path.ends_with(".nt")) return RdfFormat::kNTriples;
  if (path.ends_with(".jsonld")) return RdfFormat::kJsonLd;
  return RdfFormat::kRdfXml;
}

/// A page for a summary, or a text, that was not found or could not be looked for.
template <class Found>
Response without(const SiteContext& site, const Question& question, const Found& found) {
  if (!found) return site.message(503, &question);
  return site.not_found(question, "No page with this URL is known here: it was not gathered, or it was taken out.");
}

}  // namespace

Response details_answer(SiteContext& site, const Question& question) {
  ServedCollections& collections = site.collections();
  const auto found = collections.summary(question.url());
  if (!found || !*found) return without(site, question, found);
  const auto fields = collections.searchers().with_searcher([](Searcher& one) { return one.query_fields(); });
  if (!fields) return site.message(503, &question);
  const auto near = collections.searchers().with_searcher([&](Searcher& one) { return neighbours(one, (*found)->url); });
  if (!near) return site.message(503, &question);
  return page_answer(details_page(site.frame(question), **found, *fields, *near, question.query()));
}

Response api_page_answer(SiteContext& site, const Question& question) {
  const auto found = site.collections().summary(question.url());
  if (!found) return json_error(found.error());
  if (*found) return json_answer(summary_as_json(**found));
  return json_error(404, "not-found", "no page with this URL is known here", "give the URL as results have it");
}

Response copy_answer(SiteContext& site, const Question& question) {
  const auto found = site.collections().summary(question.url());
  if (!found || !*found) return without(site, question, found);
  return page_answer(copy_page(site.frame(question), **found));
}

Response plain_copy_answer(SiteContext& site, const Question& question) {
  const auto found = site.collections().summary(question.url());
  if (!found || !*found) return without(site, question, found);
  if (!may_be_shown(**found)) return site.not_found(question, "This page asks that no copy of it be shown.");
  return {200, kPlainType, (*found)->text, 0, 0};
}

Response rdf_answer(SiteContext& site, const Question& question) {
  const RdfFormat format = format_of(question.path);
  auto text = site.collections().rdf(question.url());
  if (!text || !*text) return without(site, question, text);
  const std::string type = std::string(rdf_media_type(format)) + "; charset=utf-8";
  if (format == RdfFormat::kRdfXml) return {200, type, std::move(**text), 0, 0};
  const auto found = site.collections().summary(question.url());
  if (!found || !*found) return without(site, question, found);
  return {200, type, write_rdf_as(format, **found), 0, 0};
}

}  // namespace porthole::search
