#include "labs/laboratory/figure_book.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "base/json/json.h"
#include "base/text/text.h"
#include "base/xml/tree.h"
#include "collection/collection.h"
#include "labs/experiments/svg_chart.h"
#include "sampler/hash_rng.h"

namespace porthole::labs {
namespace {

using Json = nlohmann::ordered_json;

Json rounded(double value) {
  if (!std::isfinite(value)) return nullptr;
  constexpr double kSteps = 10'000;
  const double steps = std::round(value * kSteps);
  return steps == 0 ? 0.0 : steps / kSteps;
}

Json json_of(const Estimate& value) {
  return {{"mean", rounded(value.mean)},
          {"low", rounded(value.low)},
          {"high", rounded(value.high)},
          {"draws", value.n}};
}

Json figures_json(const FigureBook& book) {
  Json figures = Json::object(), claims = Json::object();
  for (const auto* rows : {&book.figures, &book.cells}) {
    for (const FigureRow& row : *rows) figures[row.id()] = json_of(row.value);
  }
  for (const ClaimRow& row : book.claims) {
    Json& claim = claims[row.id()] = json_of(row.found.difference);
    claim["p"] = rounded(row.found.p);
  }
  return {{"figures", figures}, {"claims", claims}};
}

/// Three digits for shares, one for counts.
std::string shown(double value, double scale) {
  if (!std::isfinite(value)) return "-";
  std::string text = fixed(value, std::abs(scale) < 20 ? 3 : 1);
  if (text.starts_with("0.")) text.erase(0, 1);
  if (text.starts_with("-0.")) text.erase(1, 1);
  return text;
}

std::string with_interval(const Estimate& value) {
  const std::string mean = shown(value.mean, value.mean);
  if (!std::isfinite(value.mean)) return mean;
  return mean + " (" + shown(value.low, value.mean) + " to " + shown(value.high, value.mean) + ")";
}

std::string figure_tables(const FigureBook& book) {
  std::string out;
  const FigureRow* before = nullptr;
  for (const FigureRow& row : book.figures) {
    if (before == nullptr || before->web != row.web || before->paper != row.paper) {
      out += "\n**" + row.paper + "**, web `" + row.web +
             "`\n\n| quantity | of | published | here (95 %) | draws |\n|---|---|---|---|---|\n";
    }
    out += "| " + row.quantity + " | `" + row.subject + "` | " + row.published + " | " +
           with_interval(row.value) + " | " + std::to_string(row.value.n) + " |\n";
    before = &row;
  }
  return out;
}

std::string claim_table(const FigureBook& book) {
  std::string out = "\n| paper | web | claim | difference (95 %) | p |\n|---|---|---|---|---|\n";
  for (const ClaimRow& row : book.claims) {
    const double p = row.found.p;
    out += "| " + row.paper + " | `" + row.web + "` | " + row.claim + " | " +
           with_interval(row.found.difference) + " | " + (p < .001 ? "< .001" : shown(p, p)) +
           " |\n";
  }
  return out;
}

/// The chart as a file of its own, with its colours and its legend.
std::string svg_file(const Picture& picture) {
  std::string svg = line_chart(picture.chart);
  const std::size_t end = svg.find('>') + 1;
  svg.insert(end, "<style>:root{--paper:#fbfaf6;--ink:#1b2629;--soft:#55636a;--line:#e2ded3}\n" +
                      chart_style() + "</style>");
  return svg + "\n";
}

std::string pictures_of(const FigureBook& book) {
  std::string out;
  for (const Picture& picture : book.pictures) {
    std::string names;
    for (const LineSeries& series : picture.chart.series)
      names += (names.empty() ? "" : ", ") + ("`" + series.name + "`");
    out += "\n![" + picture.chart.title + "](" + picture.name + ".svg)\n\n" + picture.caption +
           " In the order of the colours: " + names + ".\n";
  }
  return out;
}

constexpr std::size_t kResamples = 4'000;
constexpr std::uint64_t kSeed = 20'261'123;

double mean_of(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

std::vector<double> numbers_of(const std::vector<double>& values) {
  std::vector<double> numbers;
  std::copy_if(values.begin(), values.end(), std::back_inserter(numbers),
               [](double value) { return std::isfinite(value); });
  return numbers;
}

}  // namespace

std::string json_of(const FigureBook& book) { return figures_json(book).dump(1) + "\n"; }

Result<std::vector<std::string>> differences(const FigureBook& book, const std::string& text,
                                             Made made) {
  const Json before = Json::parse(text, nullptr, false);
  if (!before.is_object() || !before.contains("figures") || !before.contains("claims"))
    return fail(ErrorCode::kInvalid, "not a file of figures", "make it again without --check");
  const Json now = figures_json(book);
  std::vector<std::string> changed;
  for (const char* part : {"figures", "claims"}) {
    for (const auto& [id, value] : now[part].items()) {
      const auto was = before[part].find(id);
      if (was == before[part].end()) {
        changed.push_back(id + ": is new, " + value.dump());
      } else if (*was != value) {
        changed.push_back(id + ": was " + was->dump() + ", is " + value.dump());
      }
    }
    if (made == Made::kSome) continue;
    for (const auto& [id, value] : before[part].items()) {
      if (!now[part].contains(id)) changed.push_back(id + ": was " + value.dump() + ", is gone");
    }
  }
  return changed;
}

Result<void> write_book(const FigureBook& book, const std::string& introduction,
                        const std::filesystem::path& folder, const std::string& name) {
  std::error_code ignored;
  std::filesystem::create_directories(folder, ignored);
  std::string text = introduction;
  text += "\n## Webs\n\n";
  for (const std::string& web : book.webs) text += web + "\n";
  if (!book.claims.empty()) text += "\n## Claims\n" + claim_table(book);
  if (!book.figures.empty()) text += "\n## Figures\n" + pictures_of(book) + figure_tables(book);
  for (const std::string& table : book.tables) text += "\n" + table;
  if (auto written = collection::replace_file(folder / (name + ".md"), text); !written)
    return written;
  for (const Picture& picture : book.pictures) {
    if (auto written =
            collection::replace_file(folder / (picture.name + ".svg"), svg_file(picture));
        !written) {
      return written;
    }
  }
  return collection::replace_file(folder / (name + ".json"), json_of(book));
}

Estimate estimate_of(const std::vector<double>& all) {
  const std::vector<double> values = numbers_of(all);
  if (values.empty()) {
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    return {kNone, kNone, kNone, 0};
  }
  std::vector<double> means;
  for (std::size_t i = 0; i < kResamples; ++i) {
    sampler::HashRng rng(kSeed, i, 0);
    double sum = 0;
    for (std::size_t j = 0; j < values.size(); ++j) sum += values[rng.below(values.size())];
    means.push_back(sum / static_cast<double>(values.size()));
  }
  std::sort(means.begin(), means.end());
  return {mean_of(values), means[kResamples / 40], means[kResamples - 1 - kResamples / 40],
          values.size()};
}

PairedDifference difference_of(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> differences;
  for (std::size_t i = 0; i < a.size(); ++i) differences.push_back(a[i] - b[i]);
  differences = numbers_of(differences);
  PairedDifference out{estimate_of(differences), 1};
  if (differences.empty()) return out;
  const double observed = std::abs(mean_of(differences)) - 1e-12;
  std::size_t as_far = 0;
  for (std::size_t i = 0; i < kResamples; ++i) {
    sampler::HashRng rng(kSeed, i, 1);
    double sum = 0;
    for (const double difference : differences)
      sum += (rng.next() & 1U) != 0 ? difference : -difference;
    as_far += std::abs(sum / static_cast<double>(differences.size())) >= observed ? 1 : 0;
  }
  // The observed assignment is one of them.
  out.p = static_cast<double>(as_far + 1) / static_cast<double>(kResamples + 1);
  return out;
}

}  // namespace porthole::labs
