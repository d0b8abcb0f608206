#include <algorithm>
#include <chrono>
#include <cstdio>
#include <iostream>
#include <memory>
#include <optional>

#include "base/json/json.h"
#include "collection/open_collection.h"
#include "gatherer/judge/classifier_judge.h"
#include "operations/topics/importance_train.h"
#include "porthole/exit_code.h"
#include "porthole/interrupt.h"
#include "porthole/output.h"
#include "porthole/progress.h"
#include "porthole/verb.h"
#include "porthole/verbs/open_web.h"
#include "topics/classify/held_out.h"
#include "topics/classify/training.h"
#include "training/example_store.h"
#include "training/model_folder.h"
#include "training/training.h"
#include "training/training_report.h"
#include "training/trial.h"

namespace porthole::cli {
namespace {

using nlohmann::ordered_json;
using topics::Taxonomy;
using topics::TopicId;

constexpr std::size_t kConfusionShown = 15;
constexpr std::size_t kFailuresShown = 10;
constexpr const char* kPublished = "published-naive-bayes";

struct TrainOptions {
  std::string folder;
  std::string model{topics::model_kind_name(topics::TrainingOptions{}.kind)};
  std::optional<std::string> index;
  std::optional<std::size_t> features;
  std::string text{topics::judged_text_name(topics::JudgedText::kWhole)};
  bool again = false;
  bool refetch = false;
  bool on_trial = false, keep = false, discard = false, back = false;
  operations::ImportanceTrainOptions importance;  ///< Its folder is the one above.
};

using Trained = training::TrainedClassifier;

topics::TrainingOptions training_options(const TrainOptions& options) {
  topics::TrainingOptions out;
  out.kind = topics::model_kind(options.model).value_or(out.kind);
  if (options.model == kPublished) out.naive_bayes = topics::published_naive_bayes();
  if (options.index) {
    out.naive_bayes.index = topics::feature_index(*options.index).value_or(out.naive_bayes.index);
  }
  if (options.features) out.naive_bayes.features = {*options.features};
  return out;
}

/// `before` is the model to train again with --again, else null.
Result<Trained> train(const TrainOptions& options, const topics::TrainedModel* before,
                      topics::JudgedText text, const topics::TrainingSet& set) {
  Trained out;
  if (before != nullptr) {
    TRY_AS(model, topics::train_again(set, *before));
    out.model = std::move(*model);
    out.model->set_temperature(before->temperature());
    out.untested = "trained again with the settings of the last training";
    return out;
  }
  const topics::TrainingOptions with = training_options(options);
  TRY_AS(model, topics::train(set, with));
  out.model = std::move(*model);
  out.model->set_text(text);
  Result<topics::HeldOutReport> test = topics::test_held_out(set, *out.model);
  if (test) {
    out.test = std::move(*test);
    out.model->set_temperature(out.test->temperature);
  } else if (test.error().code == ErrorCode::kIncomplete) {
    out.untested = test.error().message + "; " + test.error().hint;
  } else {
    return fail(test.error());
  }
  return out;
}

// --- Words
// -----------------------------------------------------------------------------------------

void print_nodes(const topics::HeldOutReport& test, const Taxonomy& taxonomy) {
  std::size_t width = 20;
  const auto shown = [&](TopicId id) {
    const auto depth = std::count(taxonomy[id].path.begin(), taxonomy[id].path.end(), '/');
    return std::string(static_cast<std::size_t>(2 * depth), ' ') + printable(taxonomy[id].name) +
           (taxonomy[id].mark == topics::Mark::kGood ? " (good)" : "");
  };
  for (const auto& node : test.nodes) width = std::max(width, shown(node.topic).size());
  width = std::min<std::size_t>(width, 50);
  std::printf("%-*s %8s %6s %10s %10s\n", static_cast<int>(width), "topic", "examples", "sites",
              "accuracy", "precision");
  for (const topics::NodeAccuracy& node : test.nodes) {
    std::printf("%-*s %8zu %6zu %10s %10s\n", static_cast<int>(width), shown(node.topic).c_str(),
                node.examples, node.groups,
                node.judged == 0 ? "-" : format_percent(node.recall()).c_str(),
                node.claimed == 0 ? "-" : format_percent(node.precision()).c_str());
  }
}

void print_confusion(const topics::HeldOutReport& test, const Taxonomy& taxonomy) {
  std::vector<topics::Confusion> wrong;
  for (const topics::Confusion& cell : test.confusion) {
    if (!taxonomy.is_within(cell.predicted, cell.actual)) wrong.push_back(cell);
  }
  if (wrong.empty()) return;
  std::stable_sort(wrong.begin(), wrong.end(),
                   [](const auto& a, const auto& b) { return a.pages > b.pages; });
  std::printf("\nmost frequent confusions (all of them: --json)\n");
  for (std::size_t i = 0; i < std::min(wrong.size(), kConfusionShown); ++i) {
    std::printf("%6zu  %s -> %s\n", wrong[i].pages,
                printable(taxonomy[wrong[i].actual].path).c_str(),
                printable(training::shown_topic(taxonomy, wrong[i].predicted)).c_str());
  }
}

void print_warnings(const topics::HeldOutReport& test, const Taxonomy& taxonomy) {
  if (!test.too_few.empty()) {
    std::printf(
        "\ntoo few examples (under 10): add more with porthole examples add, or merge topics\n");
    for (const TopicId id : test.too_few)
      std::printf("        %s\n", printable(taxonomy[id].path).c_str());
  }
  if (!test.alike.empty()) {
    std::printf("\nindistinguishable topics: merge them, or move examples to the right topic\n");
    for (const topics::AlikePair& pair : test.alike) {
      std::printf("        %s and %s (%s are classified as the second, %s as the first)\n",
                  printable(taxonomy[pair.first].path).c_str(),
                  printable(taxonomy[pair.second].path).c_str(),
                  format_percent(pair.first_as_second).c_str(),
                  format_percent(pair.second_as_first).c_str());
    }
  }
}

void print_calibration(const topics::HeldOutReport& test) {
  const topics::Reliability& after = test.calibrated;
  std::printf(
      "\nreliability of the %s on held-out sites: calibration error %.3f (%.3f before "
      "calibration)\n%11s %8s %10s %10s\n",
      test.of_relevance ? "relevance" : "most probable topic's probability", after.error(),
      test.uncalibrated.error(), "probability", "pages", "predicted", "observed");
  for (std::size_t i = 0; i < after.bins().size(); ++i) {
    const topics::Reliability::Bin& bin = after.bins()[i];
    if (bin.count == 0) continue;
    std::printf("  %.1f to %.1f %8zu %10.2f %10.2f\n", static_cast<double>(i) / 10,
                static_cast<double>(i + 1) / 10, bin.count, bin.mean_predicted(), bin.observed());
  }
  if (test.of_relevance && topics::is_saturated(after.count(), after.saturated())) {
    std::printf(
        "\nrelevance is below .01 or above .99 for %s of the pages: strategies that weigh "
        "it (soft-focus, utility) then tell pages apart no better than hard-focus; add "
        "examples of topics beside the good ones\n",
        format_percent(after.saturated()).c_str());
  }
}

/// "3 topics", or "22 of 59 topics" where some have no example, in them or below.
std::string learned_topics(const training::Training& training) {
  const Taxonomy& taxonomy = training.set.taxonomy();
  std::vector<bool> has_page(taxonomy.size(), false);
  for (const auto& page : training.pages) {
    for (TopicId id = page.topic; id != topics::kRootTopic && !has_page[id];
         id = taxonomy[id].parent)
      has_page[id] = true;
  }
  const auto learned = std::count(has_page.begin(), has_page.end(), true);
  const std::string all = counted(number(taxonomy.size() - 1), "topic");
  return learned == number(taxonomy.size() - 1) ? all : with_commas(learned) + " of " + all;
}

void print_words(const Trained& trained, const training::Training& training, double seconds) {
  const Taxonomy& taxonomy = training.set.taxonomy();
  std::cout << "trained " << trained.model->name() << " on "
            << counted(number(training.pages.size()), "page") << " of "
            << counted(number(training.set.groups()), "site") << " in " << learned_topics(training)
            << ", in " << format_duration(seconds) << '\n';
  if (trained.test) {
    std::cout << "on held-out sites, " << format_percent(trained.test->accuracy()) << " of "
              << counted(number(trained.test->judged), "page") << " were classified correctly\n\n"
              << std::flush;
    print_nodes(*trained.test, taxonomy);
    print_confusion(*trained.test, taxonomy);
    print_calibration(*trained.test);
    print_warnings(*trained.test, taxonomy);
    std::fflush(stdout);
    std::cout << '\n';
  } else {
    std::cout << "not tested: " << trained.untested << '\n';
  }
}

/// Lists the first examples that could not be read, and counts the rest; JSON lists all.
void report_failures(const std::vector<Error>& failures, const std::string& folder,
                     const Common& common) {
  const std::size_t shown =
      common.json ? failures.size() : std::min(kFailuresShown, failures.size());
  for (std::size_t i = 0; i < shown; ++i) report(failures[i], common);
  if (shown == failures.size()) return;
  report(ErrorCode::kNotFound,
         counted(number(failures.size() - shown), "more example") + " could not be read",
         "porthole train " + shell_word(folder) + " --json lists all of them", common);
}

/// Rejects options that do not apply to the chosen model.
std::optional<Error> misplaced_option(const TrainOptions& options) {
  const bool is_svm = options.model == topics::model_kind_name(topics::ModelKind::kLinearSvm);
  if (options.index && (is_svm || options.model == kPublished)) {
    return fail(ErrorCode::kUsage, "--index does not go with --model " + options.model,
                "it applies to --model naive-bayes")
        .value();
  }
  if (options.features && is_svm) {
    return fail(ErrorCode::kUsage, "--features does not go with --model " + options.model,
                "the SVM uses all words")
        .value();
  }
  return std::nullopt;
}

/// The model to train again with --again, else null.
Result<std::unique_ptr<topics::TrainedModel>> model_before(
    const TrainOptions& options, const collection::Collection& collection) {
  if (!options.again) return nullptr;
  return gatherer::load_classifier(collection.model_folder(),
                                   "run: porthole train " + shell_word(options.folder));
}

/// Reads the examples of the taxonomy, and fetches those that are missing.
Result<training::Training> read_examples(training::OpenTaxonomy& open, const TrainOptions& options,
                                         topics::JudgedText text, const Interrupt& interrupt,
                                         const Common& common) {
  TRY_AS(store, training::ExampleStore::open(open.collection.model_folder()));
  TRY_AS(web, open_web(open.collection, common));
  ProgressBar bar("reading examples", common);
  training::TrainingOptions how;
  how.fetching = options.refetch ? training::Fetching::kAfresh : training::Fetching::kAsNeeded;
  how.text = text;
  how.stop = &interrupt.count();
  how.progress = [&](std::size_t done, std::size_t all) {
    bar.show(static_cast<std::int64_t>(done), static_cast<std::int64_t>(all), {});
  };
  auto training = training::gather_examples(open.collection, open.file, *store, how);
  bar.clear();
  return training;
}

/// The effect of the classifier on trial on the stored pages, which is saved beside it; null before
/// the first crawl.
Result<ordered_json> effect_on_pages(const training::OpenTaxonomy& open,
                                     const Interrupt& interrupt) {
  TRY_AS(repository, repository::open_if_there(collection::storage_of(open.collection)));
  if (*repository == nullptr) return ordered_json();
  TRY_AS(effect, training::effect_of(open, training::trial_folder(open.collection), **repository,
                                     &interrupt.count()));
  ordered_json json = training::effect_as_json(*effect);
  TRY(training::save_effect(open.collection, json));
  return json;
}

void print_effect(const ordered_json& effect, const std::string& folder) {
  if (!effect.is_null()) {
    std::cout << "on trial: " << effect["relevant_after"] << " of " << effect["pages"]
              << " pages relevant (" << effect["relevant_before"] << " now), " << effect["gained"]
              << " more and " << effect["lost"] << " no more; " << effect["other_topic"]
              << " with another topic\n";
  }
  std::cout << "next: porthole train " << shell_word(folder) << " --keep   (or --discard)\n";
}

/// --keep, --discard and --back: nothing is trained.
int settle_trial(const TrainOptions& options, const Common& common) {
  const Result<training::OpenTaxonomy> open = training::open_taxonomy(options.folder);
  if (!open) return report(open.error(), common);
  const Result<void> done = options.keep      ? training::keep_trial(*open)
                            : options.discard ? training::drop_trial(open->collection)
                                              : training::bring_back(open->collection);
  if (!done) return report(done.error(), common);
  const std::string what = options.keep ? "kept" : options.discard ? "discarded" : "brought back";
  if (common.json) {
    print_json({{"done", what}});
  } else if (in_words(common)) {
    std::cout << "the classifier was " << what << '\n';
    if (!options.discard)
      std::cout << "next: porthole judge " << shell_word(options.folder) << '\n';
  }
  return kDone;
}

Error no_examples(const training::OpenTaxonomy& open, const TrainOptions& options) {
  Error error;
  error.code = ErrorCode::kIncomplete;
  error.message = "there are no examples to learn from";
  error.file = open.file.file().string();
  error.hint = "add some: porthole examples add " + shell_word(options.folder) + " TOPIC URL...";
  return error;
}

/// Saves the classifier: in its place, or beside it with --try.
Result<void> save(const training::OpenTaxonomy& open, const Trained& trained,
                  const ordered_json& result, const TrainOptions& options) {
  if (options.on_trial) return training::save_trial(open, *trained.model, result);
  return training::save_classifier(open.collection.model_folder(), open, *trained.model, result);
}

/// Prints what follows: with --try the effect on pages, and how to settle it.
void print_next(const ordered_json& result, const Taxonomy& taxonomy, const TrainOptions& options) {
  if (options.on_trial) return print_effect(result["effect"], options.folder);
  std::cout << "next: "
            << (taxonomy.good().empty() ? "porthole examples mark " + shell_word(options.folder) +
                                              " TOPIC... (what is wanted)"
                                        : crawl_command(options.folder))
            << '\n';
}

int run_train(const TrainOptions& options, const Common& common) {
  if (options.keep || options.discard || options.back) return settle_trial(options, common);
  if (const auto misplaced = misplaced_option(options)) return report(*misplaced, common);
  Result<training::OpenTaxonomy> open = training::open_taxonomy(options.folder);
  if (!open) return report(open.error(), common);
  const auto before = model_before(options, open->collection);
  if (!before) return report(before.error(), common);
  const topics::JudgedText text =
      *before != nullptr ? (*before)->text()
                         : topics::judged_text(options.text).value_or(topics::JudgedText::kWhole);

  const Interrupt interrupt;
  const auto training = read_examples(*open, options, text, interrupt, common);
  if (!training) return report(training.error(), common);
  if (interrupt.happened()) return interrupt.exit_code();
  report_failures(training->failures, options.folder, common);
  if (training->pages.empty()) return report(no_examples(*open, options), common);
  const auto started = std::chrono::steady_clock::now();
  const Result<Trained> trained = train(options, before->get(), text, training->set);
  if (!trained) return report(trained.error(), common);
  ordered_json result = training::report_as_json(*trained, *training);
  if (auto saved = save(*open, *trained, result, options); !saved)
    return report(saved.error(), common);
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
  if (options.on_trial) {
    const auto effect = effect_on_pages(*open, interrupt);
    if (!effect) return report(effect.error(), common);
    result["effect"] = *effect;
  }
  if (common.json) {
    result["seconds"] = seconds;
    print_json(result);
  } else if (in_words(common)) {
    print_words(*trained, *training, seconds);
    print_next(result, training->set.taxonomy(), options);
  }
  return training->failures.empty() ? kDone : kDoneButNotAll;
}

/// Declares the options of the classifier, and returns them.
std::vector<Option> declare_classifier(Command app, TrainOptions& options) {
  Option model = app.add_option("--model", options.model,
                                "The classifier: naive-bayes, svm (for many examples), or "
                                "published-naive-bayes (as in the "
                                "paper, without our changes); docs/classifier.md compares them")
                     .type_name("NAME")
                     .one_of({"naive-bayes", "svm", kPublished})
                     .capture_default_str();
  Option index =
      app.add_option("--index", options.index,
                     "Feature selection of naive Bayes: fisher or mutual-information")
          .type_name("NAME")
          .one_of({"fisher", "mutual-information"})
          .default_str(std::string(topics::feature_index_name(topics::NaiveBayesOptions{}.index)));
  Option features =
      app.add_option(
             "--features", options.features,
             "Number of features for each topic, 0 = all (default: chosen on held-out examples)")
          .type_name("N")
          .not_negative();
  Option text =
      app.add_option("--text", options.text,
                     "The text of pages to learn from and to judge by: whole, or content (without "
                     "menus and the like)")
          .type_name("NAME")
          .one_of({"whole", "content"})
          .capture_default_str();
  Option again = app.add_flag("--again", options.again,
                              "Use the settings of the last training and skip the test; for "
                              "small changes of the examples")
                     .excludes(model)
                     .excludes(index)
                     .excludes(features)
                     .excludes(text);
  return {model, index, features, text, again};
}

void print_importance(const topics::ImportanceModel& model, std::size_t rated,
                      const std::string& folder, const Common& common) {
  const topics::ImportanceOrigin& origin = model.origin();
  if (common.json) {
    print_json({{"labels", origin.labels},
                {"pages", origin.pages},
                {"sites", origin.sites},
                {"leaves", model.tree().leaves()},
                {"theta", model.theta()},
                {"held_out",
                 {{"pairs", origin.held_out.pairs},
                  {"rho", origin.held_out.rho},
                  {"low", origin.held_out.low},
                  {"high", origin.held_out.high}}},
                {"rated", rated}});
  } else if (in_words(common)) {
    std::cout << "importance " << printable(topics::describe(origin)) << '\n'
              << counted(static_cast<std::int64_t>(model.tree().leaves()), "leaf model")
              << ", theta " << std::to_string(model.theta()).substr(0, 5) << "; "
              << counted(static_cast<std::int64_t>(rated), "page") << " rated\n"
              << "next: " << crawl_command(folder) << " --strategy utility --option delta=0.7\n";
  }
}

int run_importance_train(const operations::ImportanceTrainOptions& options, const Common& common) {
  Result<collection::Collection> collection = collection::Collection::open(options.folder);
  if (!collection) return report(collection.error(), common);
  const auto web = open_web(*collection, common);
  if (!web) return report(web.error(), common);
  const auto trained = operations::train_importance_model(options, *collection);
  if (!trained) return report(trained.error(), common);
  print_importance(trained->model, trained->rated, options.folder, common);
  return kDone;
}

void declare_importance(Command app, operations::ImportanceTrainOptions& options,
                        const std::vector<Option>& of_classifier) {
  Option importance = app.add_option("--importance", options.labels,
                                     "Train the model of the importance of pages instead of "
                                     "the classifier: from in-links within the collection, "
                                     "or from a file of host ranks or of URL, tab, number")
                          .type_name("in-links|FILE");
  for (Option option : of_classifier) importance.excludes(option);
  app.add_flag("--importance-examples", options.examples,
               "Train on the taxonomy's example pages, before anything is gathered")
      .needs(importance);
}

void declare_trial(Command app, TrainOptions& options) {
  Option on_trial = app.add_flag(
      "--try", options.on_trial,
      "Train on trial: say what it would change, and judge by the old one until --keep");
  Option keep = app.add_flag("--keep", options.keep, "Judge by the classifier on trial");
  Option discard = app.add_flag("--discard", options.discard, "Discard the one on trial");
  Option back =
      app.add_flag("--back", options.back, "Judge by the one again that was there before --keep");
  on_trial.excludes(keep).excludes(discard).excludes(back);
  keep.excludes(discard).excludes(back);
  discard.excludes(back);
}

}  // namespace

Action declare_train(Command app) {
  const auto options = std::make_shared<TrainOptions>();
  app.add_folder(options->folder);
  declare_importance(app, options->importance, declare_classifier(app, *options));
  declare_trial(app, *options);
  app.add_flag("--refetch", options->refetch, "Try again to fetch examples that failed");
  return [options](const Common& common) {
    options->importance.folder = options->folder;
    if (!options->importance.labels.empty())
      return run_importance_train(options->importance, common);
    return run_train(*options, common);
  };
}

}  // namespace porthole::cli
