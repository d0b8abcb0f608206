// Recrawling: freshness of three orders at one budget.

#include <array>

#include "labs/laboratory/experiments.h"
#include "labs/laboratory/recrawl.h"

namespace porthole::labs {

Result<void> add_recrawl_figures(const NamedWeb& web, const DrawOptions& draws, FigureBook& book) {
  constexpr std::array kOrders = {RecrawlOrder::kUniform, RecrawlOrder::kProportional,
                                  RecrawlOrder::kHubs};
  constexpr const char* kPaper = "003 section 4.2";
  Series series(draws.webs * draws.topics);
  for (std::size_t draw = 0; draw < draws.webs * draws.topics; ++draw) {
    const auto generated =
        GeneratedWeb::generate(web.dials, draws.first_seed + draw / draws.topics);
    if (!generated) return fail(generated.error());
    const std::vector<double> weights =
        weights_of(*generated, static_cast<std::uint16_t>(draw % draws.topics));
    for (const RecrawlOrder order : kOrders) {
      const RecrawlFreshness found = recrawl(*generated, weights, order, {});
      series.set(draw, "weighted/" + std::string(name_of(order)), found.weighted);
      series.set(draw, "plain/" + std::string(name_of(order)), found.plain);
    }
  }
  for (const auto& [kind, quantity] :
       {std::pair("weighted/", "freshness by weight, a tenth of the pages a day"),
        std::pair("plain/", "freshness of all pages alike, a tenth of them a day")}) {
    for (const RecrawlOrder order : kOrders) {
      const std::string name(name_of(order));
      book.add({web.name, kPaper, quantity, name, "", {}}, series[kind + name]);
    }
  }
  for (const char* const other : {"uniform", "proportional"}) {
    book.claim({web.name, kPaper, "hubs by value above " + std::string(other), {}},
               series["weighted/hubs by value"], series["weighted/" + std::string(other)]);
  }
  return {};
}

}  // namespace porthole::labs
