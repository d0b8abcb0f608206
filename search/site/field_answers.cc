#include "search/site/field_answers.h"

#include "search/site/json.h"

namespace porthole::search {
namespace {

Result<Completions> completions(SiteContext& site, const Question& question) {
  const int size = question.parameters.number("size", kDefaultSize, 1, kMaxCompletions);
  return site.with_searcher(question, [&](Searcher& searcher) { return searcher.complete(question.query(), size); });
}

Result<std::vector<FieldListing>> listed(SiteContext& site, const Question& question, int values) {
  const std::string& name = question.parameters.text("name");
  return site.with_searcher(question, [&](Searcher& searcher) { return searcher.list_fields(values, name); });
}

}  // namespace

Response fields_answer(SiteContext& site, const Question& question) {
  const bool is_one = !question.parameters.text("name").empty();
  const auto found = listed(site, question, is_one ? kMaxFieldValues : kFieldPageValues);
  if (!found) return site.error_page(question, found.error());
  if (found->empty()) return site.not_found(question, "There is no such field.");
  return page_answer(fields_page(site.frame(question), *found));
}

Response api_fields_answer(SiteContext& site, const Question& question) {
  const auto found = listed(site, question, question.parameters.number("values", 0, 0, kMaxFieldValues));
  if (!found) return json_error(found.error());
  if (found->empty()) return json_error(404, "not-found", "there is no such field", "all fields: /api/v1/fields");
  return json_answer(fields_as_json(*found));
}

Response suggest_answer(SiteContext& site, const Question& question) {
  const auto found = completions(site, question);
  if (!found) return site.error_page(question, found.error());
  return page_answer(suggestions_page(site.frame(question), *found));
}

Response api_complete_answer(SiteContext& site, const Question& question) {
  const auto found = completions(site, question);
  return found ? json_answer(completions_as_json(*found)) : json_error(found.error());
}

Response opensearch_suggestions_answer(SiteContext& site, const Question& question) {
  const auto found = completions(site, question);
  if (!found) return json_error(found.error());
  return {200, "application/x-suggestions+json; charset=utf-8", completions_as_opensearch(*found), 0, 0};
}

}  // namespace porthole::search
