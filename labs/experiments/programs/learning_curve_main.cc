// Measures from how many examples on which topic model is the better one, and prints a table for
// each corpus:
//   learning_curve --corpora DIR [--debtags FILE] [--box DIR --box-sites SITES] [--keep DIR]
//   [--draws N]
// FILE is debtags.jsonl, unpacked; --box is a filled cache of the web in a box with that list of
// sites; --keep is a folder that keeps the parsed pages for the next time (the same as of
// `classify`).

#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <set>

#include "base/clock.h"
#include "labs/experiments/classify.h"
#include "labs/experiments/learning_curve.h"

namespace porthole::labs {
namespace {

struct Options {
  CorpusFolders folders;
  std::filesystem::path debtags, box_sites;
  std::size_t draws = 20;
  std::set<std::string> only;
};

std::vector<CurveModel> models() {
  topics::TrainingOptions bayes, published, pages, svm;
  published.naive_bayes = topics::published_naive_bayes();
  pages.naive_bayes.evidence = topics::Evidence::kPages;
  svm.kind = topics::ModelKind::kLinearSvm;
  return {{"naive Bayes", bayes}, {"of pages", pages}, {"published", published}, {"SVM", svm}};
}
constexpr std::size_t kBayes = 0, kSvm = 3;

std::string shown(const DrawnMean& found) {
  char text[64];
  std::snprintf(text, sizeof text, "%+.3f (%+.3f to %+.3f)", found.mean, found.low, found.high);
  return text;
}

Result<void> print_curve(const Options& options, const std::string& name,
                         const std::vector<LabelledPage>& pages, std::vector<std::size_t> examples,
                         std::vector<std::string> held_groups = {}) {
  if (!options.only.empty() && !options.only.contains(name.substr(0, name.find(' ')))) return {};
  const topics::TrainingSet set = training_set(pages, 1);
  CurvePlan plan;
  plan.models = models();
  plan.examples = std::move(examples);
  plan.draws = options.draws;
  plan.held_groups = std::move(held_groups);
  TRY_AS(points, learning_curve(set, plan));
  std::printf("\n%s: %zu pages, %zu groups, %zu topics, %zu draws\n", name.c_str(), set.size(),
              set.groups(), set.taxonomy().size() - 1, plan.draws);
  std::printf("%8s", "examples");
  for (const CurveModel& model : plan.models) std::printf(" %12s", model.name.c_str());
  std::printf("  %-26s %6s  %s\n", "SVM less naive Bayes", "above",
              "Brier: naive Bayes, published, SVM; SVM less naive Bayes");
  for (const CurvePoint& point : *points) {
    const CurveScores& bayes = point.models[kBayes];
    const CurveScores& svm = point.models[kSvm];
    std::printf("%8zu", point.examples);
    for (const CurveScores& model : point.models) {
      std::printf(" %12.3f", mean_of_draws(model.accuracy, point.held_share).mean);
    }
    std::size_t above = 0;
    for (std::size_t i = 0; i < svm.accuracy.size(); ++i)
      above += svm.accuracy[i] > bayes.accuracy[i] ? 1 : 0;
    std::printf("  %-26s %3zu/%-2zu ",
                shown(difference_of_draws(svm.accuracy, bayes.accuracy, point.held_share)).c_str(),
                above, svm.accuracy.size());
    for (const std::size_t m : {kBayes, kSvm - 1, kSvm}) {
      std::printf(" %.3f", mean_of_draws(point.models[m].brier, point.held_share).mean);
    }
    std::printf("; %s\n",
                shown(difference_of_draws(svm.brier, bayes.brier, point.held_share)).c_str());
  }
  std::fflush(stdout);
  return {};
}

Result<void> measure_box(const Options& options) {
  TRY_AS(pages, kept_pages(options.folders.keep, options.box_sites.stem().string(),
                           [&] { return read_box_pages(options.box_sites, options.folders.box); }));
  return print_curve(options, "box (groups are sites)", *pages,
                     {20, 40, 80, 160, 320, 640, pages->size()});
}

Result<void> measure_webkb(const Options& options) {
  TRY_AS(pages, read_webkb_classes(options.folders));
  const std::vector<std::size_t> examples = {20, 40, 80, 160, 320, 640, 1280, 2560, pages->size()};
  Result<void> done = print_curve(options, "webkb-university (one of three held out in turn)",
                                  *pages, examples, {"cornell", "texas", "washington"});
  if (!done) return done;
  if (auto grouped = group_by_site(*pages); !grouped) return grouped;
  done = print_curve(options, "webkb-site (registrable domains, as train groups pages)", *pages,
                     examples);
  if (!done) return done;
  return print_curve(options, "webkb-held-university (groups are sites, one of three held out)",
                     *pages, examples, {"cornell.edu", "utexas.edu", "washington.edu"});
}

Result<void> measure_debtags(const Options& options) {
  TRY_AS(fields, read_debtags(options.debtags, PackageTopic::kField));
  std::erase_if(*fields, [](const LabelledPage& page) { return page.topics.size() != 1; });
  Result<void> done = print_curve(options, "debtags-field (groups are source packages)", *fields,
                                  {40, 80, 160, 320, 640, fields->size()});
  if (!done) return done;
  TRY_AS(sections, read_debtags(options.debtags, PackageTopic::kSection));
  return print_curve(options, "debtags-section (groups are source packages)", *sections,
                     {80, 160, 320, 640, 1280, 2560, 5120, 10240});
}

int run(const Options& options) {
  std::printf("# %s\n", format_time(system_clock().wall()).c_str());
  Result<void> done = measure_webkb(options);
  if (done && !options.debtags.empty()) done = measure_debtags(options);
  if (done && !options.folders.box.empty()) done = measure_box(options);
  if (done) return 0;
  std::cerr << "learning_curve: " << done.error().to_string() << '\n';
  return 4;
}

}  // namespace
}  // namespace porthole::labs

int main(int argc, char** argv) {
  porthole::labs::Options options;
  CLI::App app("Measures topic models by the number of examples, on WebKB and debtags.");
  app.add_option("--corpora", options.folders.corpora, "folder of webkb/")->required();
  app.add_option("--debtags", options.debtags, "debtags.jsonl, unpacked");
  CLI::Option* box =
      app.add_option("--box", options.folders.box, "cache folder of the web in a box");
  CLI::Option* sites =
      app.add_option("--box-sites", options.box_sites, "its list of sites")->needs(box);
  box->needs(sites);
  app.add_option("--keep", options.folders.keep, "folder in which parsed pages are kept");
  app.add_option("--draws", options.draws, "draws of each number of examples")
      ->check(CLI::Range(2, 1000));
  app.add_option(
      "--only", options.only,
      "tables to print: webkb-university, webkb-site, webkb-held-university, debtags-field, "
      "debtags-section, box");
  CLI11_PARSE(app, argc, argv);
  return porthole::labs::run(options);
}
