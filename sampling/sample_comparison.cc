#include "sampling/sample_comparison.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <set>
#include <vector>

#include "base/json/json.h"
#include "base/text/format.h"
#include "base/text/text.h"
#include "base/xml/tree.h"
#include "sampler/statistics.h"
#include "sampling/sample_predicate.h"
#include "sampling/sample_report.h"

namespace porthole::sampling {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t kLargestReport = 64 << 20;
constexpr const char* kOther = "(other)";

bool is_number(const ordered_json& statistic) { return statistic.contains("estimate"); }

/// True if the intervals have nothing in common. A bound may be null: not known.
bool differ(const ordered_json& a, const ordered_json& b) {
  const auto is_above = [](const ordered_json& high, const ordered_json& low) {
    return high["low"].is_number() && low["high"].is_number() &&
           high["low"].get<double>() > low["high"].get<double>();
  };
  return is_above(a, b) || is_above(b, a);
}

/// Pages by value; those of values that the report does not show are kOther.
sampler::Counts counts_of(const ordered_json& shares, std::size_t pages) {
  sampler::Counts counts;
  std::size_t shown = 0;
  for (const ordered_json& share : shares["most_frequent"]) {
    const auto of_value = share["pages"].get<std::size_t>();
    counts[share["value"].get<std::string>()] = of_value;
    shown += of_value;
  }
  if (pages > shown) counts[kOther] = pages - shown;
  return counts;
}

/// Moves values that the other report does not show into kOther: it may have them there.
void put_together(sampler::Counts& counts, const sampler::Counts& other, bool other_has_rest) {
  if (!other_has_rest) return;
  for (auto it = counts.begin(); it != counts.end();) {
    if (it->first == kOther || other.contains(it->first)) {
      ++it;
      continue;
    }
    counts[kOther] += it->second;
    it = counts.erase(it);
  }
}

double share_of(const sampler::Counts& counts, const std::string& value, std::size_t pages) {
  const auto found = counts.find(value);
  return found == counts.end() || pages == 0
             ? 0
             : static_cast<double>(found->second) / static_cast<double>(pages);
}

ordered_json compared_shares(const std::string& name, const ordered_json& a, std::size_t pages_a,
                             const ordered_json& b, std::size_t pages_b) {
  sampler::Counts here = counts_of(a, pages_a), there = counts_of(b, pages_b);
  const bool rest_here = here.contains(kOther), rest_there = there.contains(kOther);
  const sampler::Counts before = here;
  put_together(here, there, rest_there);
  put_together(there, before, rest_here);
  const sampler::ChiSquare test = sampler::homogeneity(here, there);
  std::set<std::string> names;
  for (const sampler::Counts* counts : {&here, &there}) {
    for (const auto& [value, pages] : *counts) names.insert(value);
  }
  std::vector<std::string> values(names.begin(), names.end());
  std::stable_sort(values.begin(), values.end(), [&](const auto& x, const auto& y) {
    return share_of(here, x, pages_a) > share_of(here, y, pages_a);
  });
  ordered_json list = ordered_json::array();
  for (const std::string& value : values) {
    list.push_back({{"value", value},
                    {"this", share_of(here, value, pages_a)},
                    {"other", share_of(there, value, pages_b)}});
  }
  return {{"name", name},
          {"chi_square", test.statistic},
          {"degrees", test.degrees},
          {"p", test.p},
          {"values", std::move(list)}};
}

std::string name_in_words(const ordered_json& statistic) {
  return printable(statistic_in_words(statistic["name"].get<std::string>()));
}

std::string shown(const ordered_json& interval) {
  const auto number = [](const ordered_json& value) {
    const double known = value.is_number() ? value.get<double>() : HUGE_VAL;
    if (known >= 100) return plain_number(known);
    char text[32];
    std::snprintf(text, sizeof text, "%.3g", known);
    return std::string(text);
  };
  return number(interval["estimate"]) + " (" + number(interval["low"]) + " to " +
         number(interval["high"]) + ")";
}

}  // namespace

Result<ordered_json> sample_beside(const collection::Collection& collection,
                                   const std::string& name) {
  const std::filesystem::path given(name);
  const std::filesystem::path folder =
      given.has_parent_path() ? given : samples_folder(collection) / name;
  const auto text = xml::read_file(folder / kSampleReportFile, kLargestReport);
  ordered_json report;
  if (text) report = ordered_json::parse(*text, nullptr, false);
  if (report.is_object() && report.contains("statistics")) return report;
  std::vector<std::string> names;
  for (const auto& [other, ignored] : sample_reports(collection))
    names.push_back(other.filename().string());
  return fail(ErrorCode::kNotFound, "there is no sample \"" + name + "\" with a report",
              names.empty() ? "draw one: porthole sample DIR --name NAME"
                            : "there are " + join(names, ", ") +
                                  "; for another collection's: DIR/samples/NAME");
}

ordered_json compare_samples(const ordered_json& sample, const ordered_json& other) {
  ordered_json numbers = ordered_json::array(), shares = ordered_json::array();
  const std::size_t pages_here = sample["samples"].size();
  const std::size_t pages_there = other["samples"].size();
  for (const auto& [name, statistic] : sample["statistics"].items()) {
    if (!other["statistics"].contains(name)) continue;
    const ordered_json& beside = other["statistics"][name];
    if (is_number(statistic) && is_number(beside)) {
      numbers.push_back({{"name", name},
                         {"this", statistic},
                         {"other", beside},
                         {"differ", differ(statistic, beside)}});
    } else if (statistic.contains("most_frequent") && beside.contains("most_frequent")) {
      shares.push_back(compared_shares(name, statistic, pages_here, beside, pages_there));
    }
  }
  return {{"beside", other.value("name", "")},
          {"topic", other.value("topic", "")},
          {"pages", pages_there},
          {"numbers", std::move(numbers)},
          {"shares", std::move(shares)}};
}

void print_comparison(const ordered_json& comparison) {
  constexpr std::size_t kShown = 6;
  std::printf("\nbeside %s (%s)\n", printable(comparison["beside"].get<std::string>()).c_str(),
              printable(comparison["topic"].get<std::string>()).c_str());
  for (const ordered_json& number : comparison["numbers"]) {
    std::printf("%s: %s, there %s%s\n", name_in_words(number).c_str(),
                shown(number["this"]).c_str(), shown(number["other"]).c_str(),
                number["differ"].get<bool>() ? ": they differ" : "");
  }
  for (const ordered_json& shares : comparison["shares"]) {
    const std::string test =
        chi_square_in_words(shares["chi_square"].get<double>(), shares["degrees"].get<double>(),
                            shares["p"].get<double>());
    std::printf("%s: %s\n", name_in_words(shares).c_str(), test.c_str());
    for (std::size_t i = 0; i < std::min(kShown, shares["values"].size()); ++i) {
      const ordered_json& value = shares["values"][i];
      std::printf("  %-36s %5.1f %%, there %5.1f %%\n",
                  printable(value["value"].get<std::string>()).c_str(),
                  100 * value["this"].get<double>(), 100 * value["other"].get<double>());
    }
  }
}

}  // namespace porthole::sampling
