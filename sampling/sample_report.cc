#include "sampling/sample_report.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <iterator>
#include <system_error>

#include "base/json/json.h"
#include "base/text/format.h"
#include "base/text/number.h"
#include "base/text/text.h"
#include "base/xml/tree.h"

namespace porthole::sampling {
namespace {

using nlohmann::ordered_json;
using sampler::Interval;

constexpr std::size_t kLargestSampleReport = 64 << 20;
constexpr std::size_t kFewPages =
    50;  // fewer are rather a list to read than a region to draw samples from

/// JSON has no infinity.
ordered_json finite_number(double value) {
  return std::isfinite(value) ? ordered_json(value) : ordered_json();
}

ordered_json interval_as_json(const Interval& interval) {
  return {{"estimate", finite_number(interval.estimate)},
          {"low", finite_number(interval.low)},
          {"high", finite_number(interval.high)}};
}

ordered_json statistics_of(const SampleReport& report) {
  ordered_json statistics = ordered_json::object();
  for (const NumberOf& number : report.numbers)
    statistics[number.name] = interval_as_json(number.value);
  for (const SharesOf& shares : report.shares) {
    ordered_json list = ordered_json::array();
    for (const sampler::ShareOfValue& share : shares.shares) {
      ordered_json entry = {{"value", share.value}, {"pages", share.pages}};
      entry.update(interval_as_json(share.share));
      list.push_back(std::move(entry));
    }
    statistics[shares.name] = {{"values", shares.values}, {"most_frequent", std::move(list)}};
  }
  return statistics;
}

ordered_json diagnostics_of(const sampler::Mixing& mixing) {
  ordered_json traces = ordered_json::array();
  for (const sampler::TraceMixing& trace : mixing.traces) {
    traces.push_back({{"trace", trace.name},
                      {"r_hat", finite_number(trace.r_hat)},
                      {"effective_size", trace.effective_size},
                      {"geweke_z", finite_number(trace.geweke_z)}});
  }
  return {{"mixed", mixing.is_mixed()},
          {"r_hat", finite_number(mixing.r_hat)},
          {"effective_size", mixing.effective_size},
          {"warnings", mixing.reasons},
          {"traces", std::move(traces)}};
}

ordered_json recall_as_json(const std::optional<sampler::Recall>& recall) {
  if (!recall) return nullptr;
  ordered_json json = interval_as_json(recall->pages);
  json["sites"] = interval_as_json(recall->sites);
  json["topic_size"] = interval_as_json(recall->topic_size);
  return json;
}

ordered_json list_as_json(const std::optional<ListComparison>& list) {
  if (!list) return nullptr;
  return {{"file", list->file},
          {"urls", list->urls},
          {"not_in_list", interval_as_json(list->missing)},
          {"domains",
           {{"chi_square", list->domains.statistic},
            {"degrees", list->domains.degrees},
            {"p", list->domains.p}}}};
}

ordered_json classifier_as_json(const std::optional<ClassifierEffect>& effect) {
  if (!effect) return nullptr;
  ordered_json bounds = ordered_json::object(), topics = ordered_json::array();
  for (const SharesOf& shares : effect->shares) {
    ordered_json& list = bounds[shares.name] = ordered_json::array();
    for (const sampler::ShareOfValue& share : shares.shares) {
      list.push_back({{"value", share.value}});
      list.back().update(interval_as_json(share.share));
    }
  }
  for (const auto& [topic, share] : effect->topics)
    topics.push_back({{"value", topic}, {"estimate", share}});
  return {{"sensitivity", interval_as_json(effect->errors.sensitivity())},
          {"false_positives", interval_as_json(effect->errors.false_positives())},
          {"precision", interval_as_json(effect->errors.precision())},
          {"on_topic_links",
           effect->on_topic_links ? interval_as_json(*effect->on_topic_links) : ordered_json()},
          {"topics", std::move(topics)},
          {"bounds", std::move(bounds)}};
}

std::string share_range(const Interval& interval) {
  return format_percent(interval.estimate) + " (" + format_percent(interval.low) + " to " +
         format_percent(interval.high) + ")";
}

std::string plain_interval(const Interval& interval) {
  return plain_number(interval.estimate) + " (" + plain_number(interval.low) + " to " +
         plain_number(interval.high) + ")";
}

void print_sample_walks(const SampleReport& report) {
  std::printf("walk         %s: %s, %s of it on topic; stopped: %s\n", report.walk.c_str(),
              counted(report.moves, "step").c_str(),
              format_percent(report.sample.precision).c_str(),
              std::string(name_of(report.stop_reason)).c_str());
  std::printf("topic        %s\n", printable(report.predicate).c_str());
  std::printf("pages        %s different visited; all runs read %s, %s of them from the web\n",
              with_commas(static_cast<std::int64_t>(report.visited)).c_str(),
              with_commas(static_cast<std::int64_t>(report.read)).c_str(),
              with_commas(static_cast<std::int64_t>(report.fetched)).c_str());
  if (report.jumps > 0)
    std::printf("traps        %s out of hosts that held a walk\n",
                counted(report.jumps, "jump").c_str());
  if (report.stuck_walks > 0) {
    std::printf("stuck        %s found no neighbour to go to\n",
                counted(static_cast<std::int64_t>(report.stuck_walks), "walk").c_str());
  }
  if (report.visited < kFewPages) {
    std::printf(
        "few pages    what follows is said of these alone: not of pages on the topic that no walk "
        "came to from them\n");
  }
}

void print_sample_mixing(const sampler::Sample& sample) {
  const sampler::Mixing& mixing = sample.mixing;
  if (!mixing.traces.empty()) {
    const std::string r_hat =
        std::isfinite(mixing.r_hat) ? plain_number(mixing.r_hat) : std::string("infinite");
    std::printf("mixing       split R-hat %s, effective size %s\n", r_hat.c_str(),
                plain_number(mixing.effective_size).c_str());
  }
  if (mixing.is_mixed()) return;
  std::printf("\nTHE WALKS HAVE NOT MIXED: what follows is not yet a uniform sample.\n");
  for (const std::string& reason : mixing.reasons) std::printf("  %s\n", printable(reason).c_str());
  std::printf(
      "  remedies: more --steps; a softer --walk (neighbourhood, trial-and-error); --start pages "
      "from more sites\n\n");
}

struct StatisticInWords {
  const char* name;
  const char* words;
};
constexpr StatisticInWords kStatisticsInWords[] = {
    {"out_degree", "links of a page, the median"},
    {"on_topic_links", "share of a page's links that lead to the topic"},
    {"on_topic_link_shares", "pages by the share of their links that lead to the topic"},
    {"out_degrees", "number of links of a page"},
    {"domains", "top-level domains"},
    {"topics", "sub-topics"},
    {"languages", "languages"},
    {"formats", "formats"},
    {"years", "years of the last change"},
    {"sites", "sites"}};

/// True if no value is known for any page of the sample.
bool is_unknown(const SharesOf& shares) {
  return shares.values == 1 && shares.shares[0].value == kUnknownValue;
}

/// True for values that have an order of their own: "5 to 9", "17 %", "2024".
bool is_ordinal(const SharesOf& shares) {
  return shares.name == "out_degrees" || shares.name == "on_topic_link_shares" ||
         shares.name == "years";
}

/// The number that an ordinal value begins with; one without, which is not known, comes last.
double rank_of(const sampler::ShareOfValue& share) {
  const std::string& value = share.value;
  return parse_number(value.substr(0, value.find(' '))).value_or(HUGE_VAL);
}

void print_sample_shares(const SharesOf& shares) {
  constexpr std::size_t kMost = 6, kMostOrdinal = 8;  // as many as sampler::bin_of() has
  const std::size_t most = is_ordinal(shares) ? kMostOrdinal : kMost;
  std::vector<sampler::ShareOfValue> shown = shares.shares;
  if (shown.size() > most) shown.resize(most);
  if (is_ordinal(shares)) {
    std::stable_sort(shown.begin(), shown.end(), [](const auto& one, const auto& other) {
      return rank_of(one) < rank_of(other);
    });
  }
  std::printf("%s\n", statistic_in_words(shares.name).c_str());
  for (const sampler::ShareOfValue& share : shown) {
    std::printf("  %-36s %s\n", printable(share.value).c_str(), share_range(share.share).c_str());
  }
  if (shares.values > most)
    std::printf("  and %s more\n", with_commas(number(shares.values - most)).c_str());
}

void print_sample_findings(const SampleReport& report) {
  std::printf("sample       %s; with each figure %s\n\n",
              counted(number(report.urls.size()), "page").c_str(),
              report.sample.mixing.is_mixed()
                  ? "the interval that holds the truth in 95 of 100 samples"
                  : "an interval that need not hold the truth, since the walks have not mixed");
  for (const NumberOf& one : report.numbers) {
    const bool is_share = one.name == "on_topic_links";
    std::printf("%s\n  %s\n", statistic_in_words(one.name).c_str(),
                (is_share ? share_range(one.value) : plain_interval(one.value)).c_str());
  }
  std::string unknown;
  for (const SharesOf& shares : report.shares) {
    if (is_unknown(shares)) {
      unknown += (unknown.empty() ? "" : ", ") + statistic_in_words(shares.name);
    } else {
      print_sample_shares(shares);
    }
  }
  if (!unknown.empty()) std::printf("not known of any page: %s\n", unknown.c_str());
  if (report.recall) {
    std::printf("\nrecall of the crawl\n  pages  %s\n  sites  %s\n  the topic has about %s pages\n",
                share_range(report.recall->pages).c_str(),
                share_range(report.recall->sites).c_str(),
                plain_interval(report.recall->topic_size).c_str());
  }
  if (report.list) {
    std::printf("\n%s of the sample is not in %s\n", share_range(report.list->missing).c_str(),
                printable(report.list->file).c_str());
    const sampler::ChiSquare& domains = report.list->domains;
    const char* verdict = domains.degrees == 0 ? "beside"
                          : domains.rejects()  ? "are not distributed as"
                                               : "may be distributed as";
    std::printf("  its domains %s those of the list: %s\n", verdict,
                chi_square_in_words(domains.statistic, domains.degrees, domains.p).c_str());
  }
}

void print_classifier_effect(const ClassifierEffect& effect) {
  constexpr std::size_t kShown = 6;
  std::printf(
      "\nthe classifier's errors, by pages that it was not trained on\n"
      "  finds %s of the pages on topic, takes %s of the others for it\n"
      "  of the pages that it holds for on topic %s are\n",
      share_range(effect.errors.sensitivity()).c_str(),
      share_range(effect.errors.false_positives()).c_str(),
      share_range(effect.errors.precision()).c_str());
  if (effect.on_topic_links) {
    std::printf("  share of links that lead to the topic, corrected: %s\n",
                share_range(*effect.on_topic_links).c_str());
  }
  if (!effect.topics.empty()) std::printf("  sub-topics, corrected\n");
  for (std::size_t i = 0; i < std::min(kShown, effect.topics.size()); ++i) {
    std::printf("    %-34s %s\n", printable(effect.topics[i].first).c_str(),
                format_percent(effect.topics[i].second).c_str());
  }
  std::printf("  bounds of all other shares: --json, \"classifier\"\n");
}

}  // namespace

std::string_view name_of(SampleStop stop) {
  switch (stop) {
    case SampleStop::kSteps:
      return "steps";
    case SampleStop::kFetches:
      return "fetches";
    case SampleStop::kStuck:
      return "stuck";
    case SampleStop::kInterrupted:
      break;
  }
  return "interrupted";
}

std::string plain_number(double value) {
  constexpr double kMost = 1e15;  // far more than there are pages
  if (!std::isfinite(value) || value > kMost) return "no bound";
  if (value >= 100) return with_commas(static_cast<std::int64_t>(std::llround(value)));
  char text[32];
  std::snprintf(text, sizeof text, "%.2f", value);
  return text;
}

std::string statistic_in_words(const std::string& name) {
  const auto* const found =
      std::find_if(std::begin(kStatisticsInWords), std::end(kStatisticsInWords),
                   [&](const StatisticInWords& statistic) { return name == statistic.name; });
  return found == std::end(kStatisticsInWords) ? name : found->words;
}

std::string chi_square_in_words(double statistic, double degrees, double p) {
  if (degrees == 0) return "not tested, fewer than two values have enough pages";
  char text[96];
  std::snprintf(text, sizeof text, "chi-square %.2f, %.0f degrees of freedom, p = %.3f", statistic,
                degrees, p);
  return text;
}

ordered_json sample_as_json(const SampleReport& report) {
  ordered_json json = {{"name", report.name},
                       {"walk", report.walk},
                       {"topic", report.predicate},
                       {"steps", report.moves},
                       {"on_topic", report.on_topic},
                       {"precision", report.sample.precision},
                       {"stopped", name_of(report.stop_reason)},
                       {"read", report.read},
                       {"fetched", report.fetched},
                       {"visited", report.visited},
                       {"jumps", report.jumps},
                       {"returns", report.returns},
                       {"stuck_walks", report.stuck_walks},
                       {"diagnostics", diagnostics_of(report.sample.mixing)},
                       {"samples", report.urls},
                       {"statistics", statistics_of(report)},
                       {"recall", recall_as_json(report.recall)},
                       {"list", list_as_json(report.list)},
                       {"classifier", classifier_as_json(report.classifier)}};
  return ordered_json::parse(json.dump(-1, ' ', false, ordered_json::error_handler_t::replace));
}

void print_sample(const SampleReport& report) {
  print_sample_walks(report);
  print_sample_mixing(report.sample);
  if (!report.urls.empty()) print_sample_findings(report);
  if (report.classifier) print_classifier_effect(*report.classifier);
  std::printf("next: the same command with --json lists the pages, with more %s it goes on\n",
              report.stop_reason == SampleStop::kFetches ? "--fetches" : "--steps");
}

std::vector<std::pair<std::filesystem::path, ordered_json>> sample_reports(
    const collection::Collection& collection) {
  std::error_code code;
  std::vector<std::filesystem::path> folders;
  for (const auto& entry : std::filesystem::directory_iterator(samples_folder(collection), code)) {
    folders.push_back(entry.path());
  }
  std::sort(folders.begin(), folders.end());
  std::vector<std::pair<std::filesystem::path, ordered_json>> reports;
  for (std::filesystem::path& folder : folders) {
    const auto text = xml::read_file(folder / kSampleReportFile, kLargestSampleReport);
    if (!text) continue;
    ordered_json report = ordered_json::parse(*text, nullptr, false);
    if (report.is_object() && report.contains("diagnostics"))
      reports.emplace_back(std::move(folder), std::move(report));
  }
  return reports;
}

ordered_json samples_of(const collection::Collection& collection) {
  ordered_json samples = ordered_json::array();
  for (const auto& [folder, report] : sample_reports(collection)) {
    ordered_json entry = {{"name", report.value("name", "")},
                          {"walk", report.value("walk", "")},
                          {"steps", report.value("steps", 0)}};
    entry["effective_size"] = report["diagnostics"].value("effective_size", 0.0);
    entry["mixed"] = report["diagnostics"].value("mixed", false);
    entry["recall"] = report.contains("recall") ? report["recall"] : ordered_json();
    samples.push_back(std::move(entry));
  }
  return samples;
}

}  // namespace porthole::sampling
