#include "labs/laboratory/mining_figure.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <functional>
#include <memory>
#include <random>
#include <utility>

#include "base/text/text.h"
#include "repository/mining/mined_classes.h"
#include "repository/mining/mined_links.h"
#include "repository/open_repository.h"
#include "repository/query.h"
#include "topics/classify/model_file.h"
#include "topics/classify/naive_bayes_training.h"

namespace porthole::labs {
namespace {

using repository::MiningDatabase;
using topics::TopicId;

constexpr std::size_t kVocabulary = 60'000;
constexpr std::size_t kOwnTerms = 200;  // of a topic

/// Pages by Zipf's law with exponent 1.
class PageWriter {
 public:
  explicit PageWriter(unsigned seed) : random_(seed) {
    double sum = 0;
    for (std::size_t rank = 1; rank <= kVocabulary; ++rank)
      sums_.push_back(sum += 1.0 / static_cast<double>(rank));
  }
  topics::TermCounts page(TopicId topic, std::size_t words) {
    std::vector<topics::TermHash> terms;
    std::uniform_real_distribution<double> at(0, sums_.back());
    for (std::size_t i = 0; i < words; ++i) {
      const auto rank = static_cast<std::size_t>(
          std::lower_bound(sums_.begin(), sums_.end(), at(random_)) - sums_.begin());
      const std::size_t term =
          random_() % 3 == 0 ? kVocabulary + topic * kOwnTerms + rank % kOwnTerms : rank;
      terms.push_back(static_cast<topics::TermHash>(term * 2'654'435'761U));
    }
    std::sort(terms.begin(), terms.end());
    topics::TermCounts page;
    for (const topics::TermHash term : terms) {
      if (page.empty() || page.back().term != term) page.push_back({term, 0});
      ++page.back().count;
    }
    return page;
  }

 private:
  std::mt19937 random_;
  std::vector<double> sums_;
};

/// CPU of this process, and of a backend of PostgreSQL.
class CpuClock {
 public:
  /// `backend`: 0 for none.
  explicit CpuClock(std::int64_t backend) : backend_(backend) {}
  double milliseconds() const {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    double all = 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
    if (backend_ == 0) return all;
    // proc(5): utime and stime are the 14th and 15th field, after the name in brackets.
    std::ifstream file("/proc/" + std::to_string(backend_) + "/stat");
    std::string text;
    std::getline(file, text);
    std::vector<std::string_view> fields;
    const std::size_t end = text.rfind(')');
    if (end == std::string::npos) return all;
    for (const std::string_view field : split(std::string_view(text).substr(end + 2), ' '))
      fields.push_back(field);
    constexpr std::size_t kUser = 11, kSystem = 12;
    for (const std::size_t i : {kUser, kSystem}) {
      all += 1e3 * std::stod(std::string(fields[i])) / static_cast<double>(sysconf(_SC_CLK_TCK));
    }
    return all;
  }

 private:
  std::int64_t backend_;
};

/// Measures a piece of work, for each of `count` things.
Result<MiningBar> measured(MiningDatabase& database, const CpuClock& clock, double count,
                           const std::function<Result<void>()>& work) {
  TRY_AS(reads, database.page_reads());
  const double begin = clock.milliseconds();
  TRY(work());
  MiningBar bar;
  bar.milliseconds = (clock.milliseconds() - begin) / count;
  TRY_AS(after, database.page_reads());
  bar.page_reads = static_cast<double>(*after - *reads) / count;
  return bar;
}

topics::Taxonomy tree_of(std::size_t topics) {
  topics::Taxonomy taxonomy;
  const auto width = static_cast<std::size_t>(std::sqrt(static_cast<double>(topics)));
  std::vector<TopicId> above;
  for (std::size_t i = 0; i < width; ++i)
    above.push_back(*taxonomy.add(topics::kRootTopic, std::to_string(i), ""));
  for (std::size_t i = 0; taxonomy.size() <= topics; ++i)
    (void)taxonomy.add(above[i % width], std::to_string(i), "");
  return taxonomy;
}

/// A collection's worth of everything, on one engine.
class Figure {
 public:
  explicit Figure(const MiningRun& run) : run_(run) {}

  Result<std::vector<MiningBar>> measure() {
    make_model();
    TRY(make_crawl());
    for (const std::size_t cache : run_.caches) {
      TRY(classify(cache));
      TRY(distill(cache));
    }
    return std::move(bars_);
  }

 private:
  void make_model() {
    topics::TrainingSet set(tree_of(run_.topics));
    std::vector<TopicId> leaves;
    for (std::size_t id = 1; id < set.taxonomy().size(); ++id) {
      if (set.taxonomy().is_leaf(static_cast<TopicId>(id)))
        leaves.push_back(static_cast<TopicId>(id));
    }
    PageWriter writer(1);
    for (std::size_t i = 0; i < run_.examples; ++i) {
      const TopicId leaf = leaves[i % leaves.size()];
      set.add(leaf, set.group(std::to_string(i % 500)), writer.page(leaf, run_.terms));
    }
    model_ = topics::train_naive_bayes(set, set.all(), {topics::published_naive_bayes(), {}, {}});
    good_ = model_->taxonomy()[leaves.front()].path;
    (void)model_->mark_good({leaves.front()});
    bytes_ = topics::save_model(*model_);
    for (std::size_t i = 0; i < run_.documents; ++i)
      documents_.push_back(writer.page(leaves[i * 7 % leaves.size()], run_.terms));
  }

  repository::StoragePlace place() const {
    if (run_.postgres.empty()) return {run_.folder / "repository.db"};
    return {run_.postgres, run_.folder / "repository"};
  }
  std::string engine() const { return run_.postgres.empty() ? "SQLite" : "PostgreSQL"; }

  /// A crawl of pages on sites of 20, of which the first are cited most.
  Result<void> make_crawl() {
    TRY_AS(repository, repository::open_repository(place(), repository::Access::kWrite));
    std::mt19937_64 random(2);
    std::uniform_real_distribution<double> uniform(0, 1);
    repository::Batch batch;
    constexpr std::int64_t kSite = 20;
    constexpr std::int64_t kAtOnce = 5000;
    for (std::int64_t id = 1; id <= run_.pages; ++id) {
      repository::UrlRecord url;
      url.id = id;
      url.site = "s" + std::to_string(id / kSite) + ".org";
      url.host = url.site;
      url.key = url.href = "https://" + url.site + "/" + std::to_string(id);
      url.state = repository::UrlState::kFetched;
      batch.new_urls.push_back(url);
      repository::PageRecord page;
      page.id = page.order = id;
      page.digest = std::to_string(id);
      page.relevance = Relevance(uniform(random));
      batch.pages.push_back(page);
      for (std::int64_t i = 0; i < run_.links / run_.pages; ++i) {
        repository::LinkRecord link;
        link.source = id;
        link.position = static_cast<std::uint32_t>(i);
        link.target = 1 + static_cast<std::int64_t>(std::pow(uniform(random), 3) *
                                                    static_cast<double>(run_.pages - 1));
        batch.links.push_back(link);
      }
      if (id % kAtOnce != 0 && id != run_.pages) continue;
      if (auto applied = (*repository)->crawl().apply(batch); !applied) return applied;
      batch = {};
    }
    return {};
  }

  Result<std::unique_ptr<MiningDatabase>> opened(std::size_t cache) {
    TRY_AS(database, MiningDatabase::open(place(), {.cache_bytes = cache}));
    TRY_AS(backend, (*database)->backend());
    clock_ = CpuClock(*backend);
    return database;
  }

  void add(MiningBar bar, const std::string& method, std::size_t cache, double megabytes) {
    bar.engine = engine();
    bar.method = method;
    bar.cache = run_.postgres.empty() ? cache : 0;
    bar.megabytes = megabytes;
    bar.outputs = outputs_;
    std::fprintf(stderr, "%s %s, %zu KiB: %.3f ms, %.1f pages\n", bar.engine.c_str(),
                 method.c_str(), cache >> 10, bar.milliseconds, bar.page_reads);
    bars_.push_back(std::move(bar));
  }

  /// Puts the model and the documents into tables.
  Result<repository::MinedModel> fill(std::size_t cache) {
    TRY_AS(database, opened(cache));
    auto mined = repository::put_model(**database, bytes_, {good_});
    if (!mined) return mined;
    TRY_AS(put, repository::put_documents(
                    **database, *mined, [&](const repository::AddDocument& add) -> Result<void> {
                      for (std::size_t i = 0; i < documents_.size(); ++i) {
                        if (auto added = add(static_cast<repository::UrlId>(i + 1), documents_[i]);
                            !added)
                          return added;
                      }
                      return {};
                    }));
    return mined;
  }

  using Classify = std::function<Result<void>(MiningDatabase&)>;
  std::vector<std::pair<std::string, Classify>> classify_methods(
      const repository::MinedModel& mined) {
    const auto probing = [&mined](repository::Probe probe) -> Classify {
      return [&mined, probe](MiningDatabase& tables) -> Result<void> {
        const repository::ProbingModel model(tables, mined, probe);
        auto done = repository::classify_each(tables, model);
        return done ? model.error() : done;
      };
    };
    std::vector<std::pair<std::string, Classify>> methods = {
        {"classify: joins (BulkProbe)",
         [&](MiningDatabase& tables) { return repository::bulk_probe(tables, mined); }},
        {"classify: arrays",
         [&](MiningDatabase& tables) { return repository::classify_each(tables, *model_); }}};
    if (!run_.singles) return methods;
    methods.emplace_back("classify: probes of BLOB", probing(repository::Probe::kBlob));
    methods.emplace_back("classify: probes of STAT (SQL)", probing(repository::Probe::kStat));
    return methods;
  }

  /// Each method begins with an empty cache of SQLite's.
  Result<void> classify(std::size_t cache) {
    TRY_AS(mined, fill(cache));
    outputs_ = 0;
    for (const topics::TermCounts& document : documents_)
      outputs_ += static_cast<double>(model_->classify(document).topics.size());
    outputs_ /= static_cast<double>(documents_.size());
    for (const auto& [name, work] : classify_methods(*mined)) {
      TRY_AS(fresh, opened(cache));
      TRY_AS(bar, measured(**fresh, clock_, static_cast<double>(documents_.size()),
                           [&, &work = work] { return work(**fresh); }));
      TRY_AS(bytes, (*fresh)->bytes());
      const bool arrays = name.ends_with("arrays");
      add(std::move(*bar), name, cache,
          arrays ? static_cast<double>(repository::memory_of_model(bytes_.size())) / 1e6
                 : static_cast<double>(*bytes) / 1e6);
    }
    return {};
  }

  Result<void> distill(std::size_t cache) {
    TRY_AS(database, opened(cache));
    TRY_AS(graph, repository::put_links(**database, {}));
    database->reset();
    outputs_ = 0;
    using Method = decltype(&repository::distill_by_joins);
    std::vector<std::pair<std::string, Method>> methods = {
        {"distill: joins", repository::distill_by_joins}};
    if (run_.singles) methods.emplace_back("distill: walk", repository::distill_by_walk);
    for (const auto& [name, method] : methods) {
      TRY_AS(fresh, opened(cache));
      const topics::Convergence until{.tolerance = 0, .most_rounds = run_.rounds};
      TRY_AS(bar, measured(**fresh, clock_, run_.rounds, [&, method = method]() -> Result<void> {
               const auto rounds = method(**fresh, *graph, until);
               return rounds ? Result<void>() : fail(rounds.error());
             }));
      TRY_AS(bytes, (*fresh)->bytes());
      add(std::move(*bar), name, cache, static_cast<double>(*bytes) / 1e6);
    }
    return {};
  }

  const MiningRun& run_;
  std::unique_ptr<topics::NaiveBayes> model_;
  std::string good_, bytes_;
  std::vector<topics::TermCounts> documents_;
  CpuClock clock_{0};
  double outputs_ = 0;
  std::vector<MiningBar> bars_;
};

}  // namespace

Result<std::vector<MiningBar>> measure_mining(const MiningRun& run) {
  return Figure(run).measure();
}

std::string table_of(const std::vector<MiningBar>& bars) {
  std::string text =
      "| engine | method | cache | CPU, ms | pages read | MB | probabilities |\n"
      "|---|---|---|---|---|---|---|\n";
  for (const MiningBar& bar : bars) {
    char line[256];
    const std::string cache =
        bar.cache == 0 ? "the server's" : std::to_string(bar.cache >> 10) + " KiB";
    std::snprintf(line, sizeof line, "| %s | %s | %s | %.3f | %.1f | %.1f | %.0f |\n",
                  bar.engine.c_str(), bar.method.c_str(), cache.c_str(), bar.milliseconds,
                  bar.page_reads, bar.megabytes, bar.outputs);
    text += line;
  }
  return text;
}

}  // namespace porthole::labs
