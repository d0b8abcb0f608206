#include "search/site/field_handlers.h"

#include "search/site/json.h"
#include "search/site/pages.h"

namespace porthole::search {
namespace {

Result<Completions> completions(const RequestContext& request) {
  TRY_AS(searcher, request.collections.searchers().acquire(request.collection()));
  const int size = request.parameters.number("size", kDefaultSize, 1, kMaxCompletions);
  return (*searcher)->complete(request.query(), size);
}

Result<std::vector<FieldListing>> list_fields(const RequestContext& request, int values) {
  TRY_AS(searcher, request.collections.searchers().acquire(request.collection()));
  return (*searcher)->list_fields(values, request.parameters.text("name"));
}

}  // namespace

Result<Response> handle_fields(const RequestContext& request) {
  const bool is_one = !request.parameters.text("name").empty();
  TRY_AS(found, list_fields(request, is_one ? kMaxFieldValues : kFieldPageValues));
  if (found->empty()) return not_found_response(request, "There is no such field.");
  return html_response(fields_page(frame_of(request), *found));
}

Result<Response> handle_api_fields(const RequestContext& request) {
  TRY_AS(found, list_fields(request, request.parameters.number("values", 0, 0, kMaxFieldValues)));
  if (found->empty())
    return json_error(404, "not-found", "there is no such field", "all fields: /api/v1/fields");
  return json_response(fields_as_json(*found));
}

Result<Response> handle_suggest(const RequestContext& request) {
  TRY_AS(found, completions(request));
  return html_response(suggestions_page(frame_of(request), *found));
}

Result<Response> handle_api_complete(const RequestContext& request) {
  TRY_AS(found, completions(request));
  return json_response(completions_as_json(*found));
}

Result<Response> handle_opensearch_suggestions(const RequestContext& request) {
  TRY_AS(found, completions(request));
  return Response{200, "application/x-suggestions+json; charset=utf-8",
                  completions_as_opensearch(*found), 0, 0};
}

}  // namespace porthole::search
