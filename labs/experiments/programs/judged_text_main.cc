// Measures which text of a page classifiers learn best from, and calibrations of their
// probabilities:
//   judged_text --corpora DIR [--box DIR] [--keep DIR] [--only TEXT...] [--calibration]
// The box is the cache of the web in a box; sites that it lacks are left out. --keep is a folder
// that keeps the parsed pages for the next time.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <iostream>
#include <optional>
#include <set>

#include "base/clock.h"
#include "labs/experiments/classify.h"
#include "labs/experiments/text_trials.h"
#include "topics/text/text_relevance.h"

namespace porthole::labs {
namespace {

using topics::TrainingOptions;

struct Options {
  CorpusFolders folders;
  std::set<std::string> only;
  bool calibration = false;
};

struct Corpus {
  std::string name;
  std::vector<LabelledPage> pages;
  std::size_t depth = 1;
  std::set<std::string, std::less<>> reported;  // sites
};

constexpr int kSplits = 20;
constexpr topics::ModelKind kKinds[] = {topics::ModelKind::kNaiveBayes,
                                        topics::ModelKind::kLinearSvm};

Result<Corpus> read_box(const Options& options) {
  TRY_AS(pages, read_development_box(options.folders));
  TRY_AS(reported, read_reported_sites(options.folders));
  return Corpus{"box", std::move(*pages), 2, std::move(*reported)};
}

// Every other site of WebKB, by name, is reported.
Result<Corpus> read_webkb_sites(const Options& options) {
  TRY_AS(pages, read_webkb_classes(options.folders));
  TRY(group_by_site(*pages));
  Corpus corpus{"WebKB", std::move(*pages), 1, {}};
  std::set<std::string> sites;
  for (const LabelledPage& page : corpus.pages) sites.insert(page.group);
  bool is_reported = false;
  for (const std::string& site : sites) {
    if (is_reported) corpus.reported.insert(site);
    is_reported = !is_reported;
  }
  return corpus;
}

struct Judged {
  std::vector<double> top, leaf;
  std::vector<topics::GroupId> groups;
};

Judged judge(const topics::TrainingSet& set, const std::vector<PageTrial>& trials) {
  Judged judged;
  for (const PageTrial& trial : trials) {
    const Rightness right = rightness_of(set.taxonomy(), trial);
    judged.top.push_back(right.top ? 1 : 0);
    judged.leaf.push_back(right.leaf ? 1 : 0);
    judged.groups.push_back(trial.group);
  }
  return judged;
}

std::string shown(const Interval& interval, bool is_difference) {
  char text[80];
  std::snprintf(text, sizeof text, is_difference ? "%+.3f (%+.3f to %+.3f)" : "%.3f (%.3f to %.3f)",
                interval.mean, interval.low, interval.high);
  return text;
}

std::string difference(const std::vector<double>& a, const std::vector<double>& b,
                       const std::vector<topics::GroupId>& groups) {
  std::vector<double> less = a;
  for (std::size_t i = 0; i < less.size(); ++i) less[i] -= b[i];
  return shown(bootstrap_over_groups(less, groups), true);
}

// Figures of a calibration, mean over splits of the sites: fitted to one half, judged by the other.
void print_calibrations(const topics::Taxonomy& taxonomy, const std::vector<PageTrial>& trials) {
  using Fit = std::function<Calibration(const std::vector<PageTrial>&)>;
  const std::pair<const char*, Fit> fits[] = {
      {"none", [](const auto&) { return Calibration(); }},
      {"one temperature", [&](const auto& t) { return fit_one_temperature(t, taxonomy); }},
      {"temperature a topic", [&](const auto& t) { return fit_temperatures(t, taxonomy); }},
      {"the same from 100 pages",
       [&](const auto& t) { return fit_common_temperatures(t, taxonomy, 100); }},
      {"isotonic", [&](const auto& t) { return fit_isotonic(t, taxonomy); }}};
  std::printf("    %-24s %8s %8s %8s %8s %8s %8s %9s %9s  %s\n", "calibration", "top NLL",
              "leaf NLL", "top ECE", "leaf ECE", "likely", "its NLL", "top sat.", "leaf sat.",
              "splits with less: top NLL, leaf NLL, top ECE");
  std::vector<CalibrationFigures> none;
  for (const auto& [name, fit] : fits) {
    double sums[8] = {};
    int less[3] = {};
    for (std::uint64_t split = 0; split < kSplits; ++split) {
      const auto [first, second] = split_by_group(trials, split);
      const CalibrationFigures f = judge_calibration(taxonomy, second, fit(first));
      const double values[8] = {
          f.top_loss,        f.leaf_loss,           f.top.error(),
          f.leaf.error(),    f.likely_leaf.error(), f.likely_leaf.negative_log_likelihood(),
          f.top.saturated(), f.leaf.saturated()};
      for (std::size_t i = 0; i < 8; ++i) sums[i] += values[i] / kSplits;
      if (none.size() == split) none.push_back(f);
      less[0] += f.top_loss < none[split].top_loss ? 1 : 0;
      less[1] += f.leaf_loss < none[split].leaf_loss ? 1 : 0;
      less[2] += f.top.error() < none[split].top.error() ? 1 : 0;
    }
    std::printf("    %-24s %8.3f %8.3f %8.3f %8.4f %8.3f %8.3f %9.3f %9.3f  %d %d %d of %d\n", name,
                sums[0], sums[1], sums[2], sums[3], sums[4], sums[5], sums[6], sums[7], less[0],
                less[1], less[2], kSplits);
  }
}

// How well the words of topics' names find their pages.
struct FoundByName {
  double average = 0;  // The sum over topics of average precision.
  std::size_t topics = 0, hits = 0, claimed = 0, wanted = 0;

  void add(const std::string& name, const Corpus& corpus, bool of_content);
};

void FoundByName::add(const std::string& name, const Corpus& corpus, bool of_content) {
  const topics::TextRelevance words(name.substr(name.rfind('/') + 1), {});
  std::vector<std::pair<double, bool>> rated;
  for (const LabelledPage& page : corpus.pages) {
    Document document;
    document.text = page.text;
    document.blocks = page.blocks;
    const double relevance =
        words.of(page.title, page.description, of_content ? content_of(document) : page.text)
            .value();
    const bool is_wanted = page.topics.front() == name;
    rated.emplace_back(-relevance, is_wanted);
    claimed += relevance >= topics::TextRelevance::kThreshold ? 1 : 0;
    hits += relevance >= topics::TextRelevance::kThreshold && is_wanted ? 1 : 0;
    wanted += is_wanted ? 1 : 0;
  }
  std::sort(rated.begin(), rated.end());
  double found = 0, sum = 0;
  for (std::size_t i = 0; i < rated.size() && rated[i].first != 0; ++i) {
    if (rated[i].second) sum += ++found / static_cast<double>(i + 1);
  }
  const auto all = static_cast<double>(
      std::count_if(rated.begin(), rated.end(), [](const auto& r) { return r.second; }));
  average += sum / all;
  ++topics;
}

// Own words: topics/text/text_relevance.h.
void print_own_words(const Corpus& corpus) {
  std::set<std::string> names;
  for (const LabelledPage& page : corpus.pages) names.insert(page.topics.front());
  std::printf("\n%s, own words: the topic's name, relevance from .5 on\n%-28s %9s %9s %9s %9s\n",
              corpus.name.c_str(), "", "topics", "precision", "recall", "mean AP");
  for (const bool of_content : {false, true}) {
    FoundByName by_name;
    for (const std::string& name : names) by_name.add(name, corpus, of_content);
    const auto hits = static_cast<double>(by_name.hits);
    std::printf("%-28s %9zu %9.3f %9.3f %9.3f\n", of_content ? "content" : "whole text",
                by_name.topics,
                hits / static_cast<double>(std::max<std::size_t>(1, by_name.claimed)),
                hits / static_cast<double>(by_name.wanted),
                by_name.average / static_cast<double>(by_name.topics));
  }
  std::fflush(stdout);
}

// The sites for tuning, each held out in turn, and the reported ones, judged by all of those.
struct Measured {
  Judged tuning, reported;
};

Result<Measured> measure_text(const topics::TrainingSet& set, const Corpus& corpus,
                              const TrainingOptions& with) {
  const auto [seen, held] =
      hold_out(set, [&](std::string_view site) { return corpus.reported.contains(site); });
  TRY_AS(tuning, try_parts(set, seen, with));
  TRY_AS(reported, try_pages(set, seen, held, with));
  return Measured{judge(set, *tuning), judge(set, *reported)};
}

void print_heading(const Measured& measured) {
  const auto sites = [](const Judged& judged) {
    return std::set<topics::GroupId>(judged.groups.begin(), judged.groups.end()).size();
  };
  std::printf("tuning: %zu pages of %zu sites; reported: %zu pages of %zu sites\n",
              measured.tuning.top.size(), sites(measured.tuning), measured.reported.top.size(),
              sites(measured.reported));
  std::printf(
      "%-22s %-24s %-24s %-24s %-24s  less the first, top and leaf: tuning; "
      "reported\n",
      "", "tuning: top", "leaf", "reported: top", "leaf");
}

void print_text(const std::string& name, const Measured& measured, const Measured& first) {
  std::printf("%-22s", name.c_str());
  for (const Judged* judged : {&measured.tuning, &measured.reported}) {
    for (const std::vector<double>* values : {&judged->top, &judged->leaf}) {
      std::printf(" %-24s", shown(bootstrap_over_groups(*values, judged->groups), false).c_str());
    }
  }
  const auto less = [](const Judged& a, const Judged& b) {
    return difference(a.top, b.top, a.groups) + "  " + difference(a.leaf, b.leaf, a.groups);
  };
  std::printf("  %s;  %s\n", less(measured.tuning, first.tuning).c_str(),
              less(measured.reported, first.reported).c_str());
}

Result<void> measure_corpus(const Corpus& corpus, const Options& options) {
  print_own_words(corpus);
  for (const topics::ModelKind kind : kKinds) {
    TrainingOptions with;
    with.kind = kind;
    std::printf("\n%s, %s\n", corpus.name.c_str(), std::string(model_kind_name(kind)).c_str());
    std::optional<Measured> first;
    for (const TextChoice& text : text_choices()) {
      if (!options.only.empty() && !options.only.contains(text.name)) continue;
      const topics::TrainingSet set = training_set(corpus.pages, corpus.depth, text.count);
      TRY_AS(measured, measure_text(set, corpus, with));
      if (!first) {
        print_heading(*measured);
        first = *measured;
      }
      print_text(text.name, *measured, *first);
      if (options.calibration) {
        TRY_AS(all, try_parts(set, set.all(), with));
        print_calibrations(set.taxonomy(), *all);
      }
      std::fflush(stdout);
    }
  }
  return {};
}

int run(const Options& options) {
  std::printf("# %s\n", format_time(system_clock().wall()).c_str());
  for (const auto read : {&read_box, &read_webkb_sites}) {
    if (read == &read_box && options.folders.box.empty()) continue;
    const Result<Corpus> corpus = read(options);
    const Result<void> done = corpus ? measure_corpus(*corpus, options) : fail(corpus.error());
    if (done) continue;
    std::cerr << "judged_text: " << done.error().to_string() << '\n';
    return 4;
  }
  return 0;
}

}  // namespace
}  // namespace porthole::labs

int main(int argc, char** argv) {
  porthole::labs::Options options;
  CLI::App app("Measures which text of a page to classify it by, and calibrations.");
  app.add_option("--corpora", options.folders.corpora, "folder of webbox/ and webkb/")->required();
  app.add_option("--box", options.folders.box, "cache folder of the web in a box");
  app.add_option("--keep", options.folders.keep, "folder in which parsed pages are kept");
  app.add_option("--only", options.only, "names of texts to measure; default: all");
  app.add_flag("--calibration", options.calibration, "compare calibrations, too");
  CLI11_PARSE(app, argc, argv);
  return porthole::labs::run(options);
}
