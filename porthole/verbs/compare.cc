#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <memory>
#include <set>
#include <system_error>
#include <thread>

#include "base/json/json.h"
#include "collection/collection.h"
#include "gatherer/judge/importance_training.h"
#include "labs/comparison/comparison_judge.h"
#include "labs/comparison/comparison_report.h"
#include "labs/comparison/oracle.h"
#include "porthole/exit_code.h"
#include "porthole/interrupt.h"
#include "porthole/output.h"
#include "porthole/progress.h"
#include "porthole/verb.h"
#include "porthole/verbs/open_web.h"

namespace porthole::cli {
namespace {

namespace fs = std::filesystem;
using labs::Comparison;
using labs::ComparisonPlan;
using labs::Figures;
using labs::ReportSubject;

struct CompareOptions {
  std::string folder;
  std::string strategies;
  std::int64_t pages = 0;
  std::string out;
  int repeats = 3;
  std::string labels;
  std::vector<std::string> topics;
  labs::ImportanceChoice importance;
  std::uint64_t random_seed = 1;
};

/// Everything that is prepared before the first crawl.
struct Prepared {
  std::shared_ptr<void> web;  ///< The open web in a box; null if the collection has none.
  ComparisonPlan plan;
  ReportSubject subject;
  std::vector<Error> failures;  ///< Examples that could not be fetched.
};

std::string web_of(const collection::Network& network) {
  if (network.box) return "the web in a box of " + network.box->sites.filename().string();
  if (network.gateway) return "the gateway " + *network.gateway;
  std::string files;
  for (const fs::path& file : network.recorded)
    files += (files.empty() ? "" : ", ") + file.filename().string();
  return "recorded in " + files;
}

ComparisonPlan plan_of(const CompareOptions& options, const collection::Collection& collection,
                       const Interrupt& interrupt) {
  ComparisonPlan plan;
  plan.folder = options.out;
  plan.specification = collection.specification();
  plan.strategies = labs::split_strategies(options.strategies);
  plan.pages = options.pages;
  plan.repeats = options.repeats;
  plan.random_seed = options.random_seed;
  plan.threads = std::max(2U, std::thread::hardware_concurrency());
  plan.stop = &interrupt.count();
  plan.fingerprint = "specification " + labs::fingerprint_of_file(collection.specification_file());
  // A damaged model is reported when the crawls' folder takes it.
  const auto importance = gatherer::load_importance_model(collection.model_folder());
  if (importance && *importance == nullptr) {
    plan.importance_remedy = "run: porthole train " + shell_word(options.folder) +
                             " --importance in-links (or a file of labels)";
  }
  std::string& taxonomy = plan.specification.topic.taxonomy_file;
  if (!taxonomy.empty()) {
    taxonomy = fs::absolute(collection.folder() / taxonomy);
    plan.fingerprint += " taxonomy " + labs::fingerprint_of_file(taxonomy);
  }
  return plan;
}

ReportSubject subject_of(const ComparisonPlan& plan, const labs::ChosenJudge& judge) {
  ReportSubject subject;
  subject.topic = plan.specification.topic.title;
  subject.strategies = plan.strategies;
  subject.pages = plan.pages;
  subject.repeats = plan.repeats;
  subject.random_seed = plan.random_seed;
  subject.web = web_of(plan.specification.network);
  subject.seeds =
      labs::draw_seed_parts(plan.specification.seeds, 0, plan.random_seed).front().seeds.size();
  if (subject.seeds < 2) {
    subject.repeats = 0;
    subject.notes.push_back(
        "With fewer than two seeds there are no halves to draw: only run 0 was made, from all "
        "seeds.");
  }
  subject.judge = judge.kind;
  subject.judge_says = judge.says;
  subject.judge_has_labels = static_cast<bool>(judge.labels);
  return subject;
}

Result<Prepared> prepare(const CompareOptions& options, const Common& common,
                         const Interrupt& interrupt) {
  TRY_AS(collection, collection::Collection::open(options.folder));
  Prepared out;
  TRY_AS(web, open_web(*collection, common));
  out.web = std::move(*web);
  out.plan = plan_of(options, *collection, interrupt);
  // Checked before examples are fetched, so that errors are reported at once.
  if (!options.labels.empty()) out.plan.labels = [](const std::string&) { return false; };
  TRY(labs::check_plan(out.plan));
  std::error_code code;
  fs::create_directories(options.out, code);
  if (code)
    return fail(ErrorCode::kPermission, "cannot make " + options.out + ": " + code.message(),
                "name another folder");

  ProgressBar bar("reading examples", common);
  training::HeldOutOptions how;
  how.stop = &interrupt.count();
  how.progress = [&](std::size_t done, std::size_t all) {
    bar.show(number(done), number(all), {});
  };
  TRY_AS(judge,
         labs::choose_judge(*collection,
                            {options.folder, options.out, options.labels, options.topics}, how));
  TRY_AS(importance,
         labs::choose_importance(*collection, options.importance, judge->model, judge->judge));
  out.subject = subject_of(out.plan, *judge);
  out.subject.importance_says = std::move(importance->says);
  out.plan.judge = std::move(judge->judge);
  out.plan.labels = std::move(judge->labels);
  out.plan.model = std::move(judge->model);
  out.plan.fingerprint += judge->fingerprint + importance->fingerprint;
  out.failures = std::move(judge->failures);
  return out;
}

/// Adds notes on the comparison as a whole.
void add_notes(const Comparison& comparison, const Figures& figures, ReportSubject& subject) {
  std::size_t pages = 0, known = 0;
  for (const labs::RunFigures& run : figures.runs) {
    pages += run.pages;
    known += run.labelled;
  }
  if (subject.judge_has_labels && pages > 0) {
    subject.notes.push_back(
        "Of the pages fetched, " +
        format_percent(static_cast<double>(known) / static_cast<double>(pages)) +
        " have a label (n = " + with_commas(number(pages)) + " pages over all runs).");
  }
  std::set<std::string> failed;
  for (const labs::ComparedRun& run : comparison.runs) {
    for (const auto& [url, reason] : run.failed_seeds) failed.insert(url + ": " + reason);
  }
  for (const std::string& seed : failed) subject.notes.push_back("Seed not used: " + seed + ".");
}

bool report_failures(const Prepared& prepared, const Comparison& comparison, const Common& common) {
  for (const Error& failure : prepared.failures) report(failure, common);
  std::set<std::pair<std::string, std::string>> seeds;
  for (const labs::ComparedRun& run : comparison.runs)
    seeds.insert(run.failed_seeds.begin(), run.failed_seeds.end());
  for (const auto& [url, reason] : seeds) {
    Error error;
    error.code = ErrorCode::kNotFound;
    error.message = "seed not used: " + url + ": " + reason;
    report(error, common);
  }
  return !prepared.failures.empty() || !seeds.empty();
}

/// A cell of `width` columns; "-" if there is no number.
std::string table_cell(double value, int width, int decimals) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", decimals, value);
  const std::string shown = std::isfinite(value) ? text : "-";
  std::snprintf(text, sizeof text, "%*s", width, shown.c_str());
  return text;
}

std::string strategy_cell(const std::string& name, std::size_t width) {
  std::string cell = printable(name);
  cell.resize(std::max(cell.size(), width), ' ');
  return cell;
}

void print_harvest(const Figures& figures, std::size_t width) {
  std::cout << strategy_cell("strategy", width)
            << "   relevant    sites       area  precision   fetched\n";
  for (const labs::StrategyFigures& strategy : figures.strategies) {
    std::cout << strategy_cell(strategy.strategy, width)
              << table_cell(strategy.relevant.mean, 11, 1) << table_cell(strategy.sites.mean, 9, 1)
              << table_cell(strategy.area.mean, 11, 1)
              << table_cell(strategy.precision_to_half.mean, 11, 3)
              << table_cell(strategy.pages.mean, 10, 1) << '\n';
  }
  std::cout
      << "means over " << counted(number(figures.strategies.front().pages.n), "run")
      << " of each strategy\n"
         "  relevant   pages found that the judge finds relevant\n"
         "  sites      sites with such a page\n"
         "  area       relevant pages found so far, in the mean over the crawl: more is sooner\n"
         "  precision  share of the pages fetched that are relevant, until the run had found half "
         "as many\n"
         "             relevant pages as the best strategy\n"
         "  fetched    pages fetched\n";
}

void print_overlap(const Figures& figures, std::size_t width) {
  if (figures.overlap.empty()) return;
  std::cout << '\n'
            << strategy_cell("strategy", width)
            << "     covered   shared: relevant    pages  servers   Jaccard: relevant    pages  "
               "servers\n";
  for (const labs::StrategyFigures& strategy : figures.strategies) {
    std::cout << strategy_cell(strategy.strategy, width)
              << table_cell(strategy.coverage_urls.mean, 12, 3)
              << table_cell(strategy.shared_relevant.mean, 19, 3)
              << table_cell(strategy.shared_pages.mean, 9, 3)
              << table_cell(strategy.shared_servers.mean, 9, 3)
              << table_cell(strategy.overlap_relevant.mean, 20, 3)
              << table_cell(strategy.overlap_pages.mean, 9, 3)
              << table_cell(strategy.overlap_servers.mean, 9, 3) << '\n';
  }
  std::cout << "two crawls from halves of the seeds, means over "
            << counted(number(figures.strategies.front().overlap_pages.n), "pair")
            << "\n"
               "  covered    share of the relevant pages of the one that the other had fetched\n"
               "  shared     share of what one fetched that the other fetched, too\n"
               "  Jaccard    share of what either fetched that both did\n";
}

void print_importance(const Figures& figures, std::size_t width) {
  const bool has_labels = figures.importance.has_labels;
  std::cout << '\n'
            << strategy_cell("strategy", width) << " topicality"
            << (has_labels ? "   importance" : "") << "    domains\n";
  for (const labs::StrategyImportance& strategy : figures.importance.strategies) {
    std::cout << strategy_cell(strategy.strategy, width)
              << table_cell(strategy.topicality.mean, 11, 3)
              << (has_labels ? table_cell(strategy.importance.mean, 13, 3) : "")
              << table_cell(strategy.domains.mean, 11, 1) << '\n';
  }
  std::cout << "  topicality share of the pages fetched that are relevant\n";
  if (has_labels)
    std::cout << "  importance mean of ln(1 + label) over the pages that have a label\n";
  std::cout << "  domains    registrable domains of the pages fetched\n";
}

void print_words(const Prepared& prepared, const Comparison& comparison, const Figures& figures,
                 const CompareOptions& options) {
  std::cout << counted(number(comparison.runs.size()), "run");
  if (comparison.used_again > 0)
    std::cout << ", " << with_commas(number(comparison.used_again))
              << " of them reused from an earlier command";
  std::cout << "; judged by: " << prepared.subject.judge << '\n';
  if (prepared.subject.judge == labs::kOwnJudge)
    std::cout << "  " << prepared.subject.judge_says << '\n';
  std::cout << '\n';
  std::size_t width = 12;
  for (const std::string& strategy : prepared.plan.strategies)
    width = std::max(width, strategy.size());
  width = std::min<std::size_t>(width, 40);
  print_harvest(figures, width);
  print_overlap(figures, width);
  print_importance(figures, width);
  std::cout << "\nreport: " << (fs::path(options.out) / "report.html").string() << '\n';
}

Result<Comparison> compare_with_progress(ComparisonPlan& plan, const Common& common) {
  ProgressBar bar("comparing", common);
  const auto started = std::chrono::steady_clock::now();
  plan.progress = [&](std::size_t done, std::size_t all) {
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
    const double each = seconds / static_cast<double>(done);
    char rate[48];
    std::snprintf(rate, sizeof rate, "%.1f runs a minute", each > 0 ? 60 / each : 0.0);
    bar.show(number(done), number(all),
             {rate, "about " + format_duration(std::ceil(each * static_cast<double>(all - done))) +
                        " left"});
  };
  Result<Comparison> comparison = labs::compare(plan);
  bar.clear();
  return comparison;
}

int run_compare(const CompareOptions& options, const Common& common) {
  if (!options.topics.empty() && options.labels.empty()) {
    return report(ErrorCode::kUsage, "--topic selects labels, but there are none",
                  "give --labels FILE", common);
  }
  const Interrupt interrupt;
  Result<Prepared> prepared = prepare(options, common, interrupt);
  if (interrupt.happened()) return interrupt.exit_code();
  if (!prepared) return report(prepared.error(), common);
  Result<Comparison> comparison = compare_with_progress(prepared->plan, common);
  if (!comparison) return report(comparison.error(), common);
  if (comparison->interrupted) {
    note(counted(number(comparison->runs.size()), "finished run") + " kept",
         "the same command resumes", common);
    return interrupt.exit_code();
  }
  const Figures figures =
      labs::figures_of(*comparison, prepared->plan.strategies, prepared->plan.pages);
  add_notes(*comparison, figures, prepared->subject);
  const Result<void> written =
      labs::write_report(options.out, prepared->subject, *comparison, figures);
  if (!written) return report(written.error(), common);
  if (common.json) {
    print_json(labs::report_summary(prepared->subject, figures));
  } else if (in_words(common)) {
    print_words(*prepared, *comparison, figures, options);
  }
  return report_failures(*prepared, *comparison, common) ? kDoneButNotAll : kDone;
}

/// Options for judging pages by more than the collection knows.
void declare_labels(Command app, CompareOptions& options) {
  app.add_option("--labels", options.labels,
                 "Judge pages by this file: URL, tab, topic, a page a line")
      .type_name("FILE");
  app.add_option("--topic", options.topics,
                 "The topic of the labels that counts; may be repeated (else the good "
                 "topics of the taxonomy, or "
                 "the topic's title)")
      .type_name("PATH")
      .repeatable();
  app.add_option("--importance-labels", options.importance.labels,
                 "Measure the importance of the pages found: in-links:DIR (within that "
                 "collection), or a file of host ranks or "
                 "of URL, tab, number")
      .type_name("SOURCE");
  app.add_option("--trusted", options.importance.trusted,
                 "Count the domains listed in this file, one a line")
      .type_name("FILE");
}

}  // namespace

Action declare_compare(Command app) {
  const auto options = std::make_shared<CompareOptions>();
  app.add_option("DIR", options->folder,
                 "The collection's folder; its web is a gateway or recorded files")
      .required();
  app.add_option("--strategies", options->strategies,
                 "Strategies to compare: NAME or NAME:OPTION=VALUE:..., separated by commas")
      .type_name("A,B,...")
      .required();
  app.add_option("--pages", options->pages, "Budget of each crawl")
      .type_name("N")
      .required()
      .within(std::int64_t{1}, std::int64_t{1} << 31, "a number from 1 on");
  app.add_option(
         "--out", options->out,
         "Folder for harvest.csv, report.json and report.html; finished runs there are reused")
      .type_name("FOLDER")
      .required();
  app.add_option("--repeats", options->repeats,
                 "Number of pairs of crawls from random halves of the seeds, in addition to the "
                 "one from all")
      .type_name("K")
      .within(0, 1000, "a number from 0 to 1000")
      .capture_default_str();
  declare_labels(app, *options);
  app.add_option("--random-seed", options->random_seed,
                 "Random seed for the halves, and for randomised strategies")
      .type_name("N")
      .capture_default_str();
  return [options](const Common& common) { return run_compare(*options, common); };
}

}  // namespace porthole::cli
