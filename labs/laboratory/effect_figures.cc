// The effects of the papers over one property of a web: experiments of other pages, on webs each of
// which differs in one property from a web where an effect shows, or from one where it does not.

#include <algorithm>
#include <iterator>
#include <string_view>

#include "labs/laboratory/experiments.h"

namespace porthole::labs {
namespace {

Result<void> add_hits_figures(const NamedWeb& web, const DrawOptions& draws, FigureBook& book) {
  std::vector<NamedStrategy> strategies;
  const std::vector<NamedStrategy>& all = metadata_strategies();
  std::copy_if(all.begin(), all.end(), std::back_inserter(strategies),
               [](const NamedStrategy& strategy) { return strategy.name.starts_with("hits"); });
  return add_metadata_figures(web, draws, strategies, book);
}

/// The experiments whose effects depend on the property in which `web` differs.
Result<void> add_all_figures(const NamedWeb& web, const DrawOptions& draws, FigureBook& book) {
  const std::string_view name = web.name;
  if (name == "broad") return add_utility_figures(web, draws, book);
  if (name == "pure" || name == "mixed") {
    if (auto added = add_hits_figures(web, draws, book); !added) return added;
  }
  return add_focus_figures(web, draws, book);
}

bool is_shown(const FigureRow& row) {
  if (row.paper.starts_with("003")) return row.quantity.starts_with("precision of");
  if (row.paper.starts_with("002"))
    return row.quantity.starts_with("topicality of 10,000") || row.quantity.starts_with("status (");
  return row.subject == "soft-focus" && row.quantity.starts_with("coverage");
}

bool is_shown(const ClaimRow& row) {
  constexpr std::string_view kClaims[] = {
      "hits-rw above hits", "soft-focus-distill above soft-focus",
      "alpha = .5 above alpha = 1, status", "delta = .7 above alpha = .5",
      "delta = .7 above fixed alphas"};
  return std::any_of(std::begin(kClaims), std::end(kClaims),
                     [&](std::string_view claim) { return row.claim.starts_with(claim); });
}

}  // namespace

Result<void> add_effect_figures(const NamedWeb& web, const DrawOptions& draws, FigureBook& book) {
  FigureBook all;
  if (auto added = add_all_figures(web, draws, all); !added) return added;
  const auto shown = [](const auto& row) { return is_shown(row); };
  std::copy_if(all.figures.begin(), all.figures.end(), std::back_inserter(book.figures), shown);
  std::copy_if(all.claims.begin(), all.claims.end(), std::back_inserter(book.claims), shown);
  return {};
}

}  // namespace porthole::labs
