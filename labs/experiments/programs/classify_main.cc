// Measures the topic models and prints a table for each corpus:
//   classify --corpora DIR [--box DIR] [--debtags FILE] [--keep DIR]
// The box is the cache of the web in a box; FILE is debtags.jsonl, unpacked; DIR keeps the parsed
// pages for the next time. Corpora that are not given are not measured.

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <iostream>

#include "base/clock.h"
#include "labs/experiments/classify.h"

namespace porthole::labs {
namespace {

using topics::TrainingOptions;

struct Options {
  CorpusFolders folders;
  std::filesystem::path debtags;
};

struct Named {
  std::string name;
  TrainingOptions options;
};

// The paper's model, ours, ours without each of the things that it adds, and the SVM.
std::vector<Named> all_models() {
  using topics::NaiveBayesOptions;
  const auto bayes = [](const std::function<void(NaiveBayesOptions&)>& change) {
    TrainingOptions options;
    change(options.naive_bayes);
    return options;
  };
  std::vector<Named> models;
  models.push_back(
      {"naive Bayes as published", bayes([](auto& o) { o = topics::published_naive_bayes(); })});
  models.push_back({"naive Bayes", bayes([](auto&) {})});
  models.push_back(
      {"  Fisher index", bayes([](auto& o) { o.index = topics::FeatureIndex::kFisher; })});
  models.push_back({"  all terms as features", bayes([](auto& o) { o.features = {0}; })});
  models.push_back(
      {"  plain counts", bayes([](auto& o) { o.counting = topics::Counting::kPlain; })});
  models.push_back(
      {"  pages, not sites", bayes([](auto& o) { o.evidence = topics::Evidence::kPages; })});
  models.push_back({"  no rarity", bayes([](auto& o) { o.rarity = 0; })});
  models.push_back({"  terms of one site, too", bayes([](auto& o) { o.least_groups = 1; })});
  models.push_back({"  no limit of length", bayes([](auto& o) { o.lengths = {0}; })});
  TrainingOptions svm;
  svm.kind = topics::ModelKind::kLinearSvm;
  models.push_back({"linear SVM", svm});
  return models;
}

std::vector<Named> main_models() {
  std::vector<Named> models;
  for (Named& model : all_models()) {
    if (!model.name.starts_with(' ') || model.name.ends_with("index"))
      models.push_back(std::move(model));
  }
  return models;
}

int fail_with(const Error& error) {
  std::cerr << "classify: " << error.to_string() << '\n';
  return 4;
}

Result<void> measure_box(const Options& options) {
  TRY_AS(pages, read_development_box(options.folders));
  TRY_AS(test_sites, read_reported_sites(options.folders));
  const topics::TrainingSet set = training_set(*pages, 2);
  const auto [seen, held] =
      hold_out(set, [&](std::string_view site) { return test_sites->contains(site); });
  std::printf("\nbox: %zu pages to learn from, %zu pages of other sites to test with\n",
              seen.size(), held.size());
  std::printf("%-28s %14s %14s %14s %14s\n", "", "parts: top", "second", "test: top", "second");
  for (const Named& model : all_models()) {
    TRY_AS(parts, measure_by_parts(set, seen, model.options));
    TRY_AS(test, measure(set, seen, held, model.options));
    std::printf("%-28s %14.3f %14.3f %14.3f %14.3f\n", model.name.c_str(), parts->top_share(),
                parts->second_share(), test->top_share(), test->second_share());
    std::fflush(stdout);
  }
  return {};
}

Result<void> measure_webkb(const Options& options) {
  TRY_AS(pages, read_webkb_classes(options.folders));
  const topics::TrainingSet set = training_set(*pages, 1);
  std::printf("\nWebKB: %zu pages of four classes, one university held out\n%-28s", set.size(), "");
  for (const char* university : {"cornell", "texas", "washington"})
    std::printf(" %14s", university);
  std::printf("\n");
  for (const Named& model : main_models()) {
    std::printf("%-28s", model.name.c_str());
    for (const char* university : {"cornell", "texas", "washington"}) {
      const auto [seen, held] =
          hold_out(set, [&](std::string_view group) { return group == university; });
      TRY_AS(accuracy, measure(set, seen, held, model.options));
      std::printf(" %14.3f", accuracy->top_share());
    }
    std::printf("\n");
    std::fflush(stdout);
  }
  return {};
}

Result<void> measure_debtags(const Options& options) {
  TRY_AS(pages, read_debtags(options.debtags));
  std::erase_if(*pages, [](const LabelledPage& page) { return page.topics.size() != 1; });
  const topics::TrainingSet set = training_set(*pages, 1);
  std::printf("\ndebtags: %zu packages of one field, %zu fields, five parts by source package\n",
              set.size(), set.taxonomy().size() - 1);
  std::printf("%-28s %14s %14s\n", "", "macro-F1", "accuracy");
  for (const Named& model : main_models()) {
    TRY_AS(accuracy, measure_by_parts(set, set.all(), model.options));
    std::printf("%-28s %14.3f %14.3f\n", model.name.c_str(), accuracy->macro_f1(),
                accuracy->top_share());
    std::fflush(stdout);
  }
  return {};
}

int run(const Options& options) {
  std::printf("# %s\n", format_time(system_clock().wall()).c_str());
  if (!options.folders.box.empty()) {
    if (const Result<void> done = measure_box(options); !done) return fail_with(done.error());
  }
  if (const Result<void> done = measure_webkb(options); !done) return fail_with(done.error());
  if (!options.debtags.empty()) {
    if (const Result<void> done = measure_debtags(options); !done) return fail_with(done.error());
  }
  return 0;
}

}  // namespace
}  // namespace porthole::labs

int main(int argc, char** argv) {
  porthole::labs::Options options;
  CLI::App app("Measures the topic models on the web in a box, WebKB and debtags.");
  app.add_option("--corpora", options.folders.corpora, "folder of webbox/ and webkb/")->required();
  app.add_option("--box", options.folders.box, "cache folder of the web in a box");
  app.add_option("--debtags", options.debtags, "debtags.jsonl, unpacked");
  app.add_option("--keep", options.folders.keep, "folder in which parsed pages are kept");
  CLI11_PARSE(app, argc, argv);
  return porthole::labs::run(options);
}
