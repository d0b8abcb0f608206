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
  TRY_AS(results, searcher.search(request));
  found.query = std::move(request.query);
  found.pages = results->estimated;
  found.first = std::move(results->hits);
  return found;
}

}  // namespace

Result<Neighbours> neighbours(Searcher& searcher, const std::string& url) {
  TRY_AS(citing, around(searcher, "linkto", url));
  TRY_AS(cited, around(searcher, kLinkedFromField, url));
  TRY_AS(similar, around(searcher, kLikeField, url));
  return Neighbours{std::move(*citing), std::move(*cited), std::move(*similar)};
}

}  // namespace porthole::search
