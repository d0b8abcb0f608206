#include "gatherer/crawl/recall_record.h"

#include "base/json/json.h"
#include "base/log.h"
#include "base/xml/tree.h"
#include "collection/collection.h"

namespace porthole::gatherer {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t kLargestFile = 16 << 20;

ordered_json interval_as_json(const sampler::Interval& interval) {
  return {{"estimate", interval.estimate}, {"low", interval.low}, {"high", interval.high}};
}

sampler::Interval interval_of(const ordered_json& json) {
  return {json.at("estimate").get<double>(), json.at("low").get<double>(),
          json.at("high").get<double>()};
}

ordered_json lacking_as_json(const std::vector<Lacking>& list) {
  ordered_json json = ordered_json::array();
  for (const Lacking& one : list) json.push_back({{"name", one.name}, {"pages", one.pages}});
  return json;
}

std::vector<Lacking> lacking_of(const ordered_json& json) {
  std::vector<Lacking> list;
  for (const ordered_json& one : json) {
    list.push_back({one.at("name").get<std::string>(), one.at("pages").get<double>()});
  }
  return list;
}

ordered_json generation_as_json(const sampler::Generation& generation) {
  return {generation.known, generation.read, generation.hits, generation.found,
          generation.found_by_half};
}

sampler::Generation generation_of(const ordered_json& json) {
  return {json.at(0).get<std::size_t>(), json.at(1).get<std::size_t>(),
          json.at(2).get<std::size_t>(), json.at(3).get<std::size_t>(),
          json.at(4).get<std::size_t>()};
}

RecallEstimate estimate_of(const ordered_json& json) {
  RecallEstimate estimate;
  estimate.recall = interval_of(json.at("recall"));
  estimate.missing = interval_of(json.at("missing"));
  estimate.target = json.at("target").get<double>();
  estimate.reached = json.at("reached").get<bool>();
  estimate.fetched = json.at("fetched").get<std::int64_t>();
  estimate.on_topic = json.at("on_topic").get<std::int64_t>();
  estimate.sampled = json.at("sampled").get<std::size_t>();
  estimate.sites = lacking_of(json.at("sites"));
  estimate.topics = lacking_of(json.at("topics"));
  estimate.new_seeds = json.at("new_seeds").get<std::size_t>();
  return estimate;
}

RecallRecord record_of(const ordered_json& json) {
  RecallRecord record;
  record.samples = json.at("samples").get<std::int64_t>();
  record.drawn = json.at("drawn").get<std::vector<UrlId>>();
  record.generation = generation_of(json.at("generation"));
  record.last = json.at("last").get<UrlId>();
  for (const ordered_json& one : json.at("generations")) {
    record.generations.push_back(generation_of(one));
  }
  for (const ordered_json& hit : json.at("hits")) {
    record.hits.push_back(
        {hit.at(0).get<UrlId>(), hit.at(1).get<std::size_t>(), hit.at(2).get<std::string>()});
  }
  if (const ordered_json& last = json.at("estimate"); !last.is_null()) {
    record.estimate = estimate_of(last);
  }
  return record;
}

}  // namespace

std::filesystem::path recall_file(const std::filesystem::path& collection_folder) {
  return collection_folder / "recall.json";
}

Result<RecallRecord> read_recall(const std::filesystem::path& file) {
  std::error_code code;
  if (!std::filesystem::exists(file, code)) return RecallRecord();
  TRY_AS(text, xml::read_file(file, kLargestFile));
  try {
    return record_of(ordered_json::parse(*text));
  } catch (const ordered_json::exception& problem) {
    log(LogLevel::kWarning, "recall",
        file.string() +
            " is not a valid recall file, so the next sample begins anew: " + problem.what());
    return RecallRecord();
  }
}

Result<void> write_recall(const std::filesystem::path& file, const RecallRecord& record) {
  ordered_json json;
  json["samples"] = record.samples;
  json["estimate"] = record.estimate ? recall_as_json(*record.estimate) : nullptr;
  json["drawn"] = record.drawn;
  json["last"] = record.last;
  json["generation"] = generation_as_json(record.generation);
  json["generations"] = ordered_json::array();
  for (const sampler::Generation& one : record.generations) {
    json["generations"].push_back(generation_as_json(one));
  }
  json["hits"] = ordered_json::array();
  for (const RecallRecord::Hit& hit : record.hits) {
    json["hits"].push_back({hit.page, hit.generation, hit.topic});
  }
  return collection::replace_file(
      file, json.dump(1, ' ', false, ordered_json::error_handler_t::replace) + "\n");
}

ordered_json recall_as_json(const RecallEstimate& estimate) {
  return {{"recall", interval_as_json(estimate.recall)},
          {"missing", interval_as_json(estimate.missing)},
          {"target", estimate.target},
          {"reached", estimate.reached},
          {"fetched", estimate.fetched},
          {"on_topic", estimate.on_topic},
          {"sampled", estimate.sampled},
          {"sites", lacking_as_json(estimate.sites)},
          {"topics", lacking_as_json(estimate.topics)},
          {"new_seeds", estimate.new_seeds}};
}

}  // namespace porthole::gatherer
