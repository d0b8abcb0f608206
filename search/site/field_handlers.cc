#include "search/site/field_handlers.h"

#include "search/site/json.h"
#include "search/site/pages.h"

namespace porthole::search {
namespace {

Result<Completions> completions(ServedCollections& collections, const RequestContext& request) {
  TRY_AS(searcher, collections.searchers().acquire(request.collection()));
  const int size = request.parameters.number("size", kDefaultSize, 1, kMaxCompletions);
  return (*searcher)->complete(request.query(), size);
}

Result<std::vector<FieldListing>> list_fields(ServedCollections& collections,
                                              const RequestContext& request, int values) {
  TRY_AS(searcher, collections.searchers().acquire(request.collection()));
  return (*searcher)->list_fields(values, request.parameters.text("name"));
}

}  // namespace

Response handle_fields(ServedCollections& collections, const RequestContext& request) {
  const bool is_one = !request.parameters.text("name").empty();
  const auto found = list_fields(collections, request, is_one ? kMaxFieldValues : kFieldPageValues);
  if (!found) return error_response(collections, request, found.error());
  if (found->empty()) return not_found_response(collections, request, "There is no such field.");
  return html_response(fields_page(frame_of(collections, request), *found));
}

Response handle_api_fields(ServedCollections& collections, const RequestContext& request) {
  const auto found =
      list_fields(collections, request, request.parameters.number("values", 0, 0, kMaxFieldValues));
  if (!found) return json_error(found.error());
  if (found->empty())
    return json_error(404, "not-found", "there is no such field", "all fields: /api/v1/fields");
  return json_response(fields_as_json(*found));
}

Response handle_suggest(ServedCollections& collections, const RequestContext& request) {
  const auto found = completions(collections, request);
  if (!found) return error_response(collections, request, found.error());
  return html_response(suggestions_page(frame_of(collections, request), *found));
}

Response handle_api_complete(ServedCollections& collections, const RequestContext& request) {
  const auto found = completions(collections, request);
  return found ? json_response(completions_as_json(*found)) : json_error(found.error());
}

Response handle_opensearch_suggestions(ServedCollections& collections,
                                       const RequestContext& request) {
  const auto found = completions(collections, request);
  if (!found) return json_error(found.error());
  return {200, "application/x-suggestions+json; charset=utf-8", completions_as_opensearch(*found),
          0, 0};
}

}  // namespace porthole::search
