#include "labs/comparison/comparison.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <random>
#include <system_error>
#include <thread>
#include <unordered_set>

#include "base/json/json.h"
#include "base/xml/tree.h"
#include "collection/collection.h"
#include "gatherer/crawl/gather.h"
#include "gatherer/strategies/strategy.h"
#include "gatherer/strategies/strategy_registry.h"
#include "labs/comparison/oracle.h"
#include "labs/comparison/page_labels.h"

namespace porthole::labs {
namespace {

namespace fs = std::filesystem;

constexpr const char* kOracle = "oracle";
constexpr std::size_t kLargestRun = std::size_t{1} << 30;

std::vector<collection::Seed> distinct(const std::vector<collection::Seed>& seeds) {
  std::vector<collection::Seed> out;
  std::unordered_set<std::string> seen;
  for (const collection::Seed& seed : seeds) {
    const Result<Url> url = Url::parse(seed.url);
    if (seen.insert(url ? twin_key(*url) : seed.url).second) out.push_back(seed);
  }
  return out;
}

/// The same order everywhere, which std::shuffle does not promise.
void shuffle(std::vector<collection::Seed>& seeds, std::mt19937_64& random) {
  for (std::size_t left = seeds.size(); left > 1; --left)
    std::swap(seeds[left - 1], seeds[random() % left]);
}

/// All crawls of one comparison.
class Crawls {
 public:
  explicit Crawls(const ComparisonPlan& plan)
      : plan_(plan),
        parts_(draw_seed_parts(plan.specification.seeds, plan.repeats, plan.random_seed)),
        runs_(plan.strategies.size() * parts_.size()) {}

  Result<Comparison> run() {
    std::error_code code;
    fs::create_directories(plan_.folder / "runs", code);
    if (code)
      return fail(ErrorCode::kStorage,
                  "cannot make " + plan_.folder.string() + ": " + code.message());
    std::vector<std::thread> threads;
    for (unsigned i = 0; i < std::max(plan_.threads, 1U); ++i)
      threads.emplace_back([this, i] { work(i); });
    for (std::thread& thread : threads) thread.join();
    if (error_) return fail(*error_);
    Comparison comparison;
    comparison.used_again = used_again_;
    for (std::optional<ComparedRun>& run : runs_) {
      if (run) comparison.runs.push_back(std::move(*run));
    }
    comparison.interrupted = comparison.runs.size() < runs_.size();
    return comparison;
  }

 private:
  bool must_stop() const { return plan_.stop != nullptr && plan_.stop->load() > 0; }

  /// Run 0 of every strategy comes first: an interrupted comparison has most to show for its time.
  void work(unsigned thread) {
    while (true) {
      std::size_t task = 0;
      {
        const std::lock_guard lock(mutex_);
        if (error_ || must_stop() || next_ == runs_.size()) return;
        task = next_++;
      }
      const std::string& strategy = plan_.strategies[task % plan_.strategies.size()];
      const SeedPart& part = parts_[task / plan_.strategies.size()];
      Result<std::optional<ComparedRun>> done = make(strategy, part, thread);
      const std::lock_guard lock(mutex_);
      if (!done) {
        if (!error_) error_ = done.error();
        error_->message = "strategy " + strategy + ": " + error_->message;
        return;
      }
      if (!*done) return;
      const std::size_t place =
          (task % plan_.strategies.size()) * parts_.size() + task / plan_.strategies.size();
      runs_[place] = std::move(**done);
      if (plan_.progress) plan_.progress(++done_, runs_.size());
    }
  }

  /// Nothing when it was interrupted.
  Result<std::optional<ComparedRun>> make(const std::string& strategy, const SeedPart& part,
                                          unsigned thread) {
    const std::string parameters = parameters_of(strategy, part);
    const fs::path file = file_of(strategy, part.run);
    if (auto known = take_known(file, parameters)) return known;
    Result<ComparedRun> run =
        crawl(strategy, part, plan_.folder / ("crawl-" + std::to_string(thread)));
    if (!run) return fail(run.error());
    if (must_stop()) return std::optional<ComparedRun>();
    TRY(collection::replace_file(file, write_run(*run, parameters)));
    return std::optional<ComparedRun>(std::move(*run));
  }

  std::optional<ComparedRun> take_known(const fs::path& file, const std::string& parameters) {
    const Result<std::string> text = xml::read_file(file, kLargestRun);
    if (!text) return std::nullopt;
    Result<ComparedRun> run = read_run(*text, parameters);
    if (!run) return std::nullopt;
    const std::lock_guard lock(mutex_);
    ++used_again_;
    return std::move(*run);
  }

  Result<ComparedRun> crawl(const std::string& strategy, const SeedPart& part,
                            const fs::path& folder) {
    ComparedRun out;
    out.strategy = strategy;
    out.run = part.run;
    for (const collection::Seed& seed : part.seeds) out.seeds.push_back(seed.url);
    CrawlRun run;
    run.folder = folder;
    run.model = plan_.model;
    run.specification = plan_.specification;
    run.specification.seeds = part.seeds;
    run.specification.politeness.simulated = false;
    run.pages = plan_.pages;
    run.random_seed = plan_.random_seed + static_cast<std::uint64_t>(part.run);
    run.web = &web_;
    run.stop = plan_.stop;
    run.look = [&](repository::Repository& repository) {
      return look_at(repository, plan_.judge, out);
    };
    if (strategy == kOracle) {
      run.own_strategy = [this] { return std::make_unique<Oracle>(plan_.labels); };
    } else {
      run.specification.strategy = *read_strategy(strategy);
    }
    Result<CrawlOutcome> crawled = crawl_once(run);
    std::error_code ignored;
    fs::remove_all(folder, ignored);
    if (!crawled) return fail(crawled.error());
    out.stop_reason = repository::name_of(crawled->report.stop_reason);
    out.failed_seeds = crawled->report.failed_seeds;
    return out;
  }

  std::string parameters_of(const std::string& strategy, const SeedPart& part) const {
    nlohmann::ordered_json seeds = nlohmann::ordered_json::array();
    for (const collection::Seed& seed : part.seeds) seeds.push_back(seed.url);
    const nlohmann::ordered_json all = {{"strategy", strategy},
                                        {"run", part.run},
                                        {"seeds", std::move(seeds)},
                                        {"pages", plan_.pages},
                                        {"random_seed", plan_.random_seed},
                                        {"fingerprint", plan_.fingerprint}};
    return all.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  }

  fs::path file_of(const std::string& strategy, int run) const {
    std::string name;
    for (const char c : strategy) {
      const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                         (c >= '0' && c <= '9') || c == '-' || c == '.';
      name += plain ? c : '_';
    }
    constexpr std::size_t kLongestName = 100;
    return plan_.folder / "runs" /
           (name.substr(0, kLongestName) + "-" + std::to_string(run) + ".json");
  }

  const ComparisonPlan& plan_;
  gatherer::SharedWeb web_;
  const std::vector<SeedPart> parts_;
  std::mutex mutex_;  // guards all below
  std::vector<std::optional<ComparedRun>> runs_;
  std::size_t next_ = 0;
  std::size_t done_ = 0;
  std::size_t used_again_ = 0;
  std::optional<Error> error_;
};

}  // namespace

std::vector<SeedPart> draw_seed_parts(const std::vector<collection::Seed>& seeds, int repeats,
                                      std::uint64_t random_seed) {
  const std::vector<collection::Seed> all = distinct(seeds);
  std::vector<SeedPart> parts = {{0, all}};
  if (all.size() < 2) return parts;
  std::mt19937_64 random(random_seed);
  for (int repeat = 1; repeat <= repeats; ++repeat) {
    std::vector<collection::Seed> drawn = all;
    shuffle(drawn, random);
    const auto middle = drawn.begin() + static_cast<std::ptrdiff_t>((drawn.size() + 1) / 2);
    parts.push_back({2 * repeat - 1, {drawn.begin(), middle}});
    parts.push_back({2 * repeat, {middle, drawn.end()}});
  }
  return parts;
}

Result<void> check_plan(const ComparisonPlan& plan) {
  if (plan.specification.network.is_live()) {
    return fail(
        {ErrorCode::kIncomplete,
         "strategies are not compared on the live web: each would ask for the same pages again",
         plan.specification.file.string(), 0, 0,
         "give it a web in a box (<gateway url=\"...\"/>, see porthole webbox --help) or a "
         "recorded one "
         "(<recorded file=\"....warc.gz\"/>; the archive of an earlier crawl is one)"});
  }
  if (auto ready = gatherer::check_ready(plan.specification); !ready) return ready;
  if (plan.strategies.empty())
    return fail(ErrorCode::kUsage, "there is no strategy to compare", "give --strategies A,B");
  std::unordered_set<std::string> seen;
  for (const std::string& text : plan.strategies) {
    if (!seen.insert(text).second)
      return fail(ErrorCode::kUsage, "the strategy " + text + " is there twice");
    if (text == kOracle && plan.labels) continue;
    if (text == kOracle) {
      return fail(ErrorCode::kUsage, "the oracle needs labels, and there are none",
                  "give --labels FILE");
    }
    TRY_AS(strategy, read_strategy(text));
    TRY_AS(made, gatherer::make_strategy(*strategy, {plan.specification.topic, plan.random_seed}));
    if (made->strategy->needs_importance() && !plan.importance_remedy.empty()) {
      return fail(
          ErrorCode::kIncomplete,
          "the strategy " + text + " needs the importance of pages, and no model of it was trained",
          plan.importance_remedy);
    }
  }
  return {};
}

Result<Comparison> compare(const ComparisonPlan& plan) {
  TRY(check_plan(plan));
  return Crawls(plan).run();
}

}  // namespace porthole::labs
