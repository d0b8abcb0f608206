// A compared run as a file: so that a comparison that was interrupted, or gets one more strategy,
// need not crawl again what it has crawled.

#include "base/json/json.h"
#include "labs/comparison/compared_run.h"

namespace porthole::labs {
namespace {

using nlohmann::json;

json page_as_json(const ComparedPage& page) {
  return json::array({page.name, page.server, page.site, page.seed, page.own_relevance,
                      page.opinion.relevance, page.opinion.relevant, page.opinion.known,
                      page.links.links, page.links.with, page.cites,
                      page.importance ? json(*page.importance) : json(),
                      page.trusted ? json(*page.trusted) : json()});
}

ComparedPage page_from_json(const json& text) {
  ComparedPage page;
  page.name = text.at(0).get<std::string>();
  page.server = text.at(1).get<std::string>();
  page.site = text.at(2).get<std::string>();
  page.seed = text.at(3).get<bool>();
  page.own_relevance = text.at(4).get<double>();
  page.opinion = {text.at(5).get<double>(), text.at(6).get<bool>(), text.at(7).get<bool>()};
  page.links.links = text.at(8).get<std::uint32_t>();
  page.links.with = text.at(9).get<std::array<std::uint32_t, kLinkMetadataKinds>>();
  page.cites = text.at(10).get<std::vector<std::uint32_t>>();
  if (!text.at(11).is_null()) page.importance = text.at(11).get<double>();
  if (!text.at(12).is_null()) page.trusted = text.at(12).get<bool>();
  return page;
}

}  // namespace

std::string write_run(const ComparedRun& run, const std::string& parameters) {
  json pages = json::array();
  for (const ComparedPage& page : run.pages) pages.push_back(page_as_json(page));
  const json out = {{"parameters", parameters},
                    {"strategy", run.strategy},
                    {"run", run.run},
                    {"seeds", run.seeds},
                    {"stop_reason", run.stop_reason},
                    {"authority_distances", run.authority_distances},
                    {"failed_seeds", run.failed_seeds},
                    {"pages", std::move(pages)}};
  return out.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
}

Result<ComparedRun> read_run(std::string_view text, const std::string& parameters) try {
  const json in = json::parse(text);
  if (in.at("parameters").get<std::string>() != parameters) {
    return fail(ErrorCode::kNotFound, "the run is one of other parameters");
  }
  ComparedRun run;
  run.strategy = in.at("strategy").get<std::string>();
  run.run = in.at("run").get<int>();
  run.seeds = in.at("seeds").get<std::vector<std::string>>();
  run.stop_reason = in.at("stop_reason").get<std::string>();
  run.authority_distances = in.at("authority_distances").get<std::vector<int>>();
  run.failed_seeds = in.at("failed_seeds").get<std::vector<std::pair<std::string, std::string>>>();
  for (const json& page : in.at("pages")) run.pages.push_back(page_from_json(page));
  return run;
} catch (const json::exception& error) {
  return fail(ErrorCode::kInvalid, std::string("no run of a comparison: ") + error.what());
}

}  // namespace porthole::labs
