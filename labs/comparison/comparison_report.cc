#include "labs/comparison/comparison_report.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "base/json/json.h"
#include "collection/collection.h"

namespace porthole::embedded {
std::string_view report_page(std::string_view name);  // report.html, put here by the build
}

namespace porthole::labs {
namespace {

using nlohmann::ordered_json;

/// A field of a CSV record (RFC 4180).
std::string field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + "\"";
}

ordered_json number(double value) {
  return std::isfinite(value) ? ordered_json(value) : ordered_json(nullptr);
}

ordered_json list(const Curve& curve) {
  ordered_json out = ordered_json::array();
  for (const double value : curve) out.push_back(number(value));
  return out;
}

ordered_json as_json(const Spread& spread) {
  return {{"mean", number(spread.mean)},
          {"min", number(spread.least)},
          {"max", number(spread.most)},
          {"deviation", number(spread.deviation)},
          {"n", spread.n}};
}

ordered_json as_json(const Band& band) {
  return {{"mean", list(band.mean)},
          {"min", list(band.least)},
          {"max", list(band.most)},
          {"n", band.n}};
}

template <std::size_t Size>
ordered_json as_json(const std::array<Spread, Size>& spreads) {
  ordered_json out = ordered_json::array();
  for (const Spread& spread : spreads) out.push_back(as_json(spread));
  return out;
}

ordered_json as_json(const RunFigures& run) {
  return {
      {"strategy", run.strategy},
      {"run", run.run},
      {"repeat", run.repeat},
      {"seeds", run.seeds},
      {"pages", run.pages},
      {"known_to_judge", run.labelled},
      {"relevant", run.relevant},
      {"sites", run.sites},
      {"area", run.area},
      {"half", run.half},
      {"precision_to_half", run.precision_to_half},
      {"reached_half", run.reached_half},
      {"stop_reason", run.stop_reason},
      {"harvest", {{"relevant", list(run.found)}, {"sites", list(run.found_sites)}}},
      {"moving_average", list(run.moving_average)},
      {"distribution", run.distribution},
      {"own_distribution", run.own_distribution},
      {"authorities",
       {{"count", run.authorities}, {"unreached", run.unreached}, {"by_distance", run.distances}}}};
}

ordered_json as_json(const CoverageFigures& coverage) {
  return {{"strategy", coverage.strategy},
          {"repeat", coverage.repeat},
          {"reference_run", coverage.reference},
          {"test_run", coverage.test},
          {"relevant_urls", coverage.relevant_urls},
          {"relevant_servers", coverage.relevant_servers},
          {"urls", list(coverage.urls)},
          {"servers", list(coverage.servers)}};
}

ordered_json as_json(const OverlapFigures& overlap) {
  return {{"strategy", overlap.strategy},
          {"repeat", overlap.repeat},
          {"pages", number(overlap.pages.jaccard)},
          {"relevant_pages", number(overlap.relevant_pages.jaccard)},
          {"servers", number(overlap.servers.jaccard)},
          {"share",
           {{"pages", number(overlap.pages.share)},
            {"relevant_pages", number(overlap.relevant_pages.share)},
            {"servers", number(overlap.servers.share)}}}};
}

ordered_json means_of(const StrategyFigures& strategy) {
  ordered_json stopped = ordered_json::object();
  for (const auto& [reason, runs] : strategy.stop_reasons) stopped[reason] = runs;
  return {{"strategy", strategy.strategy},
          {"pages", as_json(strategy.pages)},
          {"relevant", as_json(strategy.relevant)},
          {"sites", as_json(strategy.sites)},
          {"area", as_json(strategy.area)},
          {"precision_to_half", as_json(strategy.precision_to_half)},
          {"coverage",
           {{"urls", as_json(strategy.coverage_urls)},
            {"servers", as_json(strategy.coverage_servers)}}},
          {"overlap",
           {{"pages", as_json(strategy.overlap_pages)},
            {"relevant_pages", as_json(strategy.overlap_relevant)},
            {"servers", as_json(strategy.overlap_servers)},
            {"share",
             {{"pages", as_json(strategy.shared_pages)},
              {"relevant_pages", as_json(strategy.shared_relevant)},
              {"servers", as_json(strategy.shared_servers)}}}}},
          {"authority_distance", as_json(strategy.median_distance)},
          {"stopped", std::move(stopped)}};
}

ordered_json figures_of(const StrategyFigures& strategy) {
  ordered_json out = means_of(strategy);
  out["curves"] = {{"relevant", as_json(strategy.found)},
                   {"sites", as_json(strategy.found_sites)},
                   {"moving_average", as_json(strategy.moving_average)},
                   {"covered_urls", as_json(strategy.covered_urls)},
                   {"covered_servers", as_json(strategy.covered_servers)}};
  out["distribution"] = as_json(strategy.distribution);
  out["own_distribution"] = as_json(strategy.own_distribution);
  out["authorities"] = {{"by_distance", as_json(strategy.distances)},
                        {"unreached", as_json(strategy.unreached)}};
  return out;
}

ordered_json as_json(const LinkMetadataFigures& figures) {
  ordered_json kinds = ordered_json::array();
  for (std::size_t kind = 0; kind < kLinkMetadataKinds; ++kind) {
    kinds.push_back({{"kind", link_metadata_name(static_cast<LinkMetadata>(kind))},
                     {"links", figures.links_with[kind]},
                     {"pages", figures.pages_with[kind]}});
  }
  return {{"pages", figures.pages}, {"links", figures.links}, {"kinds", std::move(kinds)}};
}

ordered_json as_json(const LinkStructureFigures& figures) {
  return {{"pages", figures.pages},
          {"relevant", figures.relevant},
          {"relevant_cited_by_relevant", figures.relevant_cited_by_relevant},
          {"relevant_cited_by_others_only", figures.relevant_cited_by_others},
          {"links", figures.all_links()},
          {"from_relevant_to_relevant", figures.links[1][1]},
          {"from_relevant_to_others", figures.links[1][0]},
          {"from_others_to_relevant", figures.links[0][1]},
          {"from_others_to_others", figures.links[0][0]},
          {"assortativity", number(figures.assortativity())}};
}

ordered_json importance_json(const ReportSubject& subject, const Figures& figures, bool whole) {
  ordered_json strategies = ordered_json::array(), runs = ordered_json::array();
  for (const StrategyImportance& strategy : figures.importance.strategies) {
    ordered_json one = {{"strategy", strategy.strategy},
                        {"topicality", as_json(strategy.topicality)},
                        {"importance", as_json(strategy.importance)},
                        {"domains", as_json(strategy.domains)},
                        {"trusted", as_json(strategy.trusted)}};
    if (whole) {
      one["curves"] = {{"topicality", list(strategy.topicality_so_far.mean)},
                       {"importance", list(strategy.importance_so_far.mean)},
                       {"domains", list(strategy.domains_so_far.mean)},
                       {"alpha", list(strategy.alpha.mean)}};
      one["map"] = {{"most_importance", strategy.map.most_importance},
                    {"pages", strategy.map.pages}};
    }
    strategies.push_back(std::move(one));
  }
  for (const RunImportance& run : figures.importance.runs) {
    runs.push_back({{"strategy", run.strategy},
                    {"run", run.run},
                    {"pages", run.pages},
                    {"labelled", run.labelled},
                    {"topicality", number(run.topicality)},
                    {"importance", number(run.importance)},
                    {"domains", run.domains},
                    {"trusted", number(run.trusted)}});
  }
  ordered_json out = {{"says", subject.importance_says}, {"strategies", std::move(strategies)}};
  if (whole) out["runs"] = std::move(runs);
  return out;
}

ordered_json described(const ReportSubject& subject) {
  return {{"topic", subject.topic},
          {"judge",
           {{"kind", subject.judge},
            {"says", subject.judge_says},
            {"has_labels", subject.judge_has_labels}}},
          {"web", subject.web},
          {"pages", subject.pages},
          {"repeats", subject.repeats},
          {"random_seed", subject.random_seed},
          {"seeds", subject.seeds},
          {"notes", subject.notes}};
}

}  // namespace

std::string harvest_csv(const Comparison& comparison, const Figures& figures) {
  std::string out = "strategy,run,pages,relevant,sites\n";
  for (const ComparedRun& run : comparison.runs) {
    const Harvest harvest = harvest_of(run);
    std::vector<std::size_t> points;
    for (const std::size_t pages : figures.grid) {
      if (pages < harvest.pages) points.push_back(pages);
    }
    points.push_back(harvest.pages);
    const std::string begin = field(run.strategy) + "," + std::to_string(run.run) + ",";
    for (const std::size_t pages : points) {
      const auto sites = std::upper_bound(harvest.site_at.begin(), harvest.site_at.end(), pages) -
                         harvest.site_at.begin();
      out += begin + std::to_string(pages) + "," + std::to_string(harvest.found(pages)) + "," +
             std::to_string(sites) + "\n";
    }
  }
  return out;
}

ordered_json report_json(const ReportSubject& subject, const Figures& figures) {
  ordered_json out = described(subject);
  out["at_pages"] = figures.grid;
  const auto add = [&](const char* key, const auto& items, auto write) {
    out[key] = ordered_json::array();
    for (const auto& item : items) out[key].push_back(write(item));
  };
  add("strategies", figures.strategies, [](const auto& item) { return figures_of(item); });
  add("runs", figures.runs, [](const auto& item) { return as_json(item); });
  add("coverage", figures.coverage, [](const auto& item) { return as_json(item); });
  add("overlap", figures.overlap, [](const auto& item) { return as_json(item); });
  out["link_metadata"] = as_json(figures.link_metadata);
  out["link_structure"] = as_json(figures.link_structure);
  out["importance"] = importance_json(subject, figures, true);
  return out;
}

ordered_json report_summary(const ReportSubject& subject, const Figures& figures) {
  ordered_json out = described(subject);
  out["runs"] = figures.runs.size();
  out["strategies"] = ordered_json::array();
  for (const StrategyFigures& strategy : figures.strategies)
    out["strategies"].push_back(means_of(strategy));
  out["link_metadata"] = as_json(figures.link_metadata);
  out["link_structure"] = as_json(figures.link_structure);
  out["importance"] = importance_json(subject, figures, false);
  return out;
}

std::string report_html(const ReportSubject& subject, const Figures& figures) {
  const std::string json =
      report_json(subject, figures).dump(-1, ' ', false, ordered_json::error_handler_t::replace);
  std::string page(embedded::report_page("report.html"));
  constexpr std::string_view kPlace = "{{REPORT}}";
  std::string data;  // No text of the report ends its element.
  for (const char c : json) data += c == '<' ? std::string("\\u003c") : std::string(1, c);
  return page.replace(page.find(kPlace), kPlace.size(), data);
}

Result<void> write_report(const std::filesystem::path& folder, const ReportSubject& subject,
                          const Comparison& comparison, const Figures& figures) {
  const std::string json =
      report_json(subject, figures).dump(1, ' ', false, ordered_json::error_handler_t::replace);
  auto written = collection::replace_file(folder / "harvest.csv", harvest_csv(comparison, figures));
  if (written) written = collection::replace_file(folder / "report.json", json + "\n");
  if (written)
    written = collection::replace_file(folder / "report.html", report_html(subject, figures));
  return written;
}

}  // namespace porthole::labs
