#include "search/site/neighbours.h"

#include "search/query/field_values.h"
#include "search/query/query.h"

namespace porthole::search {
namespace {

Result<Neighbourhood> around(Searcher& searcher, std::string_view field, const std::string& url) {
  Neighbourhood found;
  SearchRequest request;
  request.query = field_query(field, url);
  request.size = kNeighbours;
  if (request.query.size() > kMaxQueryBytes) return found;
  Result<Results> results = searcher.search(request);
  if (!results) return fail(results.error());
  found.query = std::move(request.query);
  found.pages = results->estimated;
  found.first = std::move(results->hits);
  return found;
}

}  // namespace

Result<Neighbours> neighbours(Searcher& searcher, const std::string& url) {
  auto citing = around(searcher, "linkto", url);
  if (!citing) return fail(citing.error());
  auto cited = around(searcher, kLinkedFromField, url);
  if (!cited) return fail(cited.error());
  auto similar = around(searcher, kLikeField, url);
  if (!similar) return fail(similar.error());
  return Neighbours{std::move(*citing), std::move(*cited), std::move(*similar)};
}

}  // namespace porthole::search
