#include "labs/experiments/comparison/comparison_tables.h"

#include <algorithm>
#include <array>

#include "base/text/text.h"
#include "labs/experiments/comparison/html_parts.h"
#include "labs/experiments/comparison/svg_chart.h"

namespace porthole::labs {
namespace {

constexpr double kNotBold = -1;  // no mean is negative

/// Figures of Table 1 of the paper: shares of 206,000 links and of the pages of its sample, in per
/// cent; negative where the paper has no figure.
struct Published {
  LinkMetadata kind;
  double links, pages;
};
constexpr std::array<Published, kLinkMetadataKinds> kTable1 = {
    {{LinkMetadata::kHref, 85, 87},
     {LinkMetadata::kAnchor, 72, 76},
     {LinkMetadata::kSurrounding, 24, 45},
     {LinkMetadata::kHeading, -1, -1},
     {LinkMetadata::kName, 2.7, 4.1},
     {LinkMetadata::kOnMouseOver, 4.5, 8.1},
     {LinkMetadata::kAlt, 0.9, 1.5},
     {LinkMetadata::kTitle, 0.4, 1.3}}};

double best(const Figures& figures, Spread StrategyFigures::*field) {
  double most = kNotBold;
  for (const StrategyFigures& strategy : figures.strategies) {
    const Spread& spread = strategy.*field;
    if (spread.n > 0) most = std::max(most, spread.mean);
  }
  return most;
}

/// " (rw in 2 runs)", or nothing.
std::string never_reached_half(const Figures& figures) {
  std::string list;
  for (const StrategyFigures& strategy : figures.strategies) {
    const auto missed =
        std::count_if(figures.runs.begin(), figures.runs.end(), [&](const RunFigures& run) {
          return run.strategy == strategy.strategy && !run.reached_half;
        });
    if (missed == 0) continue;
    list += (list.empty() ? "" : ", ") + escape_markup(strategy.strategy) + " in " +
            number_of(static_cast<std::size_t>(missed), "run");
  }
  return list.empty() ? "" : " (" + list + ")";
}

std::string what_the_oracle_is(const Figures& figures) {
  const bool there =
      std::any_of(figures.strategies.begin(), figures.strategies.end(),
                  [](const StrategyFigures& strategy) { return strategy.strategy == "oracle"; });
  return there ? " The oracle knows the labels: it takes a relevant page that is queued before all "
                 "others and goes "
                 "breadth-first while there is none. It does not plan ahead: where relevant pages "
                 "hide behind others, a "
                 "strategy may find more."
               : "";
}

std::string strategy_row(const Figures& figures, const StrategyFigures& strategy) {
  std::string stopped;
  for (const auto& [reason, count] : strategy.stop_reasons) {
    stopped +=
        (stopped.empty() ? "" : ", ") + escape_markup(reason) + " (" + std::to_string(count) + ")";
  }
  return "<tr>" + cell(escape_markup(strategy.strategy)) +
         spread_cell(strategy.relevant, 1, best(figures, &StrategyFigures::relevant)) +
         spread_cell(strategy.sites, 1, best(figures, &StrategyFigures::sites)) +
         spread_cell(strategy.area, 1, best(figures, &StrategyFigures::area)) +
         spread_cell(strategy.precision_to_half, 3,
                     best(figures, &StrategyFigures::precision_to_half)) +
         spread_cell(strategy.pages, 0, kNotBold) + cell(stopped, "words") + "</tr>\n";
}

std::string share_of(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? "-"
                    : share_in_percent(static_cast<double>(part) / static_cast<double>(whole));
}

std::string published(double percents) {
  return percents < 0 ? "-" : short_number(percents) + " %";
}

}  // namespace

std::string strategies_table(const Figures& figures, std::int64_t budget) {
  std::string rows;
  for (const StrategyFigures& strategy : figures.strategies)
    rows += strategy_row(figures, strategy);
  const std::size_t runs = figures.strategies.empty() ? 0 : figures.strategies.front().pages.n;
  return table(
      "<th>strategy</th><th>relevant pages</th><th>sites with one</th><th>area under the harvest "
      "curve</th>"
      "<th>precision to half</th><th>pages fetched</th><th class=\"words\">why it stopped "
      "(runs)</th>",
      rows,
      "Mean over n = " + number_of(runs, "run") +
          " of each strategy, below it the least and the most; the largest mean is bold. Area: the "
          "mean, over 1 to " +
          with_commas(budget) +
          " pages fetched, of the relevant pages found by then. Precision to half: of the pages "
          "fetched that are no "
          "seeds, the share that is relevant, until the run had found half of the relevant pages "
          "that the best "
          "strategy found from the same seeds; of the whole run where it never did" +
          never_reached_half(figures) + "." + what_the_oracle_is(figures));
}

std::string pairs_table(const Figures& figures) {
  std::string rows;
  for (const StrategyFigures& strategy : figures.strategies) {
    rows += "<tr>" + cell(escape_markup(strategy.strategy)) +
            spread_cell(strategy.coverage_urls, 3, kNotBold) +
            spread_cell(strategy.coverage_servers, 3, kNotBold) +
            spread_cell(strategy.shared_relevant, 3, kNotBold) +
            spread_cell(strategy.shared_pages, 3, kNotBold) +
            spread_cell(strategy.shared_servers, 3, kNotBold) +
            spread_cell(strategy.overlap_relevant, 3, kNotBold) +
            spread_cell(strategy.overlap_pages, 3, kNotBold) +
            spread_cell(strategy.overlap_servers, 3, kNotBold) + "</tr>\n";
  }
  return table(
      "<th>strategy</th><th>covered at the end: relevant URLs</th><th>covered: servers</th>"
      "<th>shared: relevant pages</th><th>shared: all pages</th><th>shared: servers</th>"
      "<th>Jaccard: relevant pages</th><th>Jaccard: all pages</th><th>Jaccard: servers</th>",
      rows,
      "Coverage: " +
          pairs_of(figures, [](const auto& strategy) { return strategy.coverage_urls.n; }) +
          " of each strategy. Two crawls from disjoint seeds: what both fetched, as a share of "
          "what "
          "one of them did, the mean of the two shares (shared; figures 6 and 7 of Chakrabarti, "
          "van "
          "den Berg, Dom, Focused Crawling, 1999), and as a share of what either did (Jaccard); " +
          pairs_of(figures, [](const auto& strategy) { return strategy.overlap_pages.n; }) +
          ", of relevant pages " +
          pairs_of(figures, [](const auto& strategy) { return strategy.overlap_relevant.n; }) +
          ". Mean, below it the least and the most.");
}

std::string link_metadata_table(const Figures& figures) {
  const LinkMetadataFigures& found = figures.link_metadata;
  std::string rows;
  for (const Published& row : kTable1) {
    const auto kind = static_cast<std::size_t>(row.kind);
    rows += "<tr>" + cell(std::string(link_metadata_name(row.kind))) +
            cell(share_of(found.links_with[kind], found.links)) + cell(published(row.links)) +
            cell(share_of(found.pages_with[kind], found.pages)) + cell(published(row.pages)) +
            "</tr>\n";
  }
  return table(
      "<th>kind of metadata</th><th>links that carry it</th><th>published: links</th><th>pages "
      "with such a link</th>"
      "<th>published: pages</th>",
      rows,
      "n = " + number_of(found.links, "hyperlink") + " on " + number_of(found.pages, "page") +
          " that have one: the distinct pages of all runs. Hyperlinks are the elements a, area, "
          "img, frame and iframe; "
          "href counts a and area. Surrounding text is to the left or right of the link, the "
          "heading "
          "above its list. "
          "Published: Sundaresan, Yi, Huang 2000, Table 1 (over 206,000 links on a sample of "
          "20,000 pages); it has no "
          "headings, and its 5,487 links with a name are 2.7 per cent, not 27 as printed.");
}

std::string link_structure_table(const LinkStructureFigures& found) {
  const auto row = [](const std::string& what, const std::string& value, const std::string& of) {
    return "<tr>" + cell(what) + cell(value) + cell(of, "words") + "</tr>\n";
  };
  const auto links_from = [&](std::size_t kind) {
    return number_of(found.links[kind][0] + found.links[kind][1], "link");
  };
  const std::string of_relevant = "of " + number_of(found.relevant, "relevant page");
  const std::string rows =
      row("relevant pages", share_of(found.relevant, found.pages),
          "of " + number_of(found.pages, "page")) +
      row("links of relevant pages that lead to a relevant page",
          share_in_percent(found.to_relevant(true)), "of " + links_from(1)) +
      row("links of other pages that lead to a relevant page",
          share_in_percent(found.to_relevant(false)), "of " + links_from(0)) +
      row("relevant pages to which a relevant page links",
          share_of(found.relevant_cited_by_relevant, found.relevant), of_relevant) +
      row("relevant pages to which only other pages link",
          share_of(found.relevant_cited_by_others, found.relevant), of_relevant) +
      row("assortativity of the links", fixed(found.assortativity(), 3),
          "of " + number_of(found.all_links(), "link"));
  return table("<th>what</th><th>share</th><th class=\"words\">of what</th>", rows,
               "Over the distinct pages that any run fetched, and the links between them, each "
               "pair of pages once: what "
               "following the links of relevant pages can find. Where relevant pages link to "
               "relevant ones hardly more "
               "often than other pages do, and assortativity is near 0, it finds little more than "
               "chance would. "
               "Assortativity is 1 when links stay within relevant and within other pages, "
               "negative when they avoid "
               "their own kind (Newman 2003, Physical Review E 67, equation 2).");
}

}  // namespace porthole::labs
