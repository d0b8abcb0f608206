/// retrieval FOLDER...: how well pages are ranked, on judged collections.
///
/// Each FOLDER has docs.jsonl, queries.tsv and qrels.txt. The documents are indexed by our indexer
/// and asked through our searcher, and by Omega where it is installed. Prints nDCG@10, MAP over 100
/// results, P@10 and recall@100 of Omega as it comes, of plain BM25, of BM25 tuned by
/// cross-validation on the same collection, of the ranking chosen by cross-validation over all
/// collections, and of the searcher's default; and for pairs of them the difference in nDCG@10 with
/// a 95 per cent interval and the p of a paired randomisation test.
///
///   --default  measures without choosing by cross-validation, which takes minutes
///   --choose   also prints what is best on all queries, which is how the default was chosen

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <functional>
#include <map>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "labs/benchmarks/retrieval/judged_collection.h"
#include "labs/benchmarks/retrieval/measures.h"

namespace {

namespace fs = std::filesystem;
using namespace porthole;
using namespace porthole::labs;
using search::Ranking;
using Scores = std::vector<double>;  // of each query

constexpr std::size_t kFolds = 5;
constexpr std::size_t kDepth = 100;

[[noreturn]] void give_up(const Error& error) {
  std::fprintf(stderr, "retrieval: %s\n", error.to_string().c_str());
  std::exit(3);
}

template <class T>
T or_give_up(Result<T> result) {
  if (!result) give_up(result.error());
  return std::move(*result);
}

double mean(const Scores& scores) {
  return std::accumulate(scores.begin(), scores.end(), 0.0) / static_cast<double>(scores.size());
}

/// A collection with its indexes, and what was asked of them before.
class Bench {
 public:
  Bench(JudgedCollection collection, const fs::path& folder)
      : collection_(std::move(collection)), folder_(folder / collection_.name) {
    for (const Fields fields : {Fields::kTitleAndText, Fields::kOne}) {
      if (const auto done = index_ours(collection_, index_of(fields), fields); !done)
        give_up(done.error());
    }
    omega_ = Omega::index(collection_, folder_ / "omega");
    std::mt19937_64 random(1);
    for (std::size_t i = 0; i < queries().size(); ++i) folds_.push_back(i % kFolds);
    std::shuffle(folds_.begin(), folds_.end(), random);
  }

  const std::string& name() const { return collection_.name; }
  std::size_t documents() const { return collection_.documents.size(); }
  const std::vector<JudgedQuery>& queries() const { return collection_.queries; }
  bool has_omega() const { return omega_.has_value(); }
  std::size_t fold(std::size_t query) const { return folds_[query]; }

  /// nDCG@10 of every query.
  const Scores& ndcg_of(const Ranking& ranking, Fields fields) {
    auto [known, is_new] = tried_.try_emplace({describe(ranking), fields});
    if (!is_new) return known->second;
    search::Searcher searcher = open(ranking, fields);
    for (const JudgedQuery& query : queries()) {
      known->second.push_back(
          ndcg(or_give_up(ranked_by_us(searcher, query, 10, false)), query.judged, 10));
    }
    return known->second;
  }

  std::vector<Ranked> all_by_us(const std::function<Ranking(std::size_t fold)>& ranking_of,
                                Fields fields, bool as_typed = false) {
    std::vector<search::Searcher> searchers;
    for (std::size_t fold = 0; fold < kFolds; ++fold)
      searchers.push_back(open(ranking_of(fold), fields));
    std::vector<Ranked> all;
    for (std::size_t i = 0; i < queries().size(); ++i) {
      all.push_back(or_give_up(ranked_by_us(searchers[fold(i)], queries()[i], kDepth, as_typed)));
    }
    return all;
  }

  std::vector<Ranked> all_by_omega(bool any_word) const {
    std::vector<Ranked> all;
    for (const JudgedQuery& query : queries())
      all.push_back(omega_->ranked(query, kDepth, any_word));
    return all;
  }

 private:
  fs::path index_of(Fields fields) const {
    return folder_ / (fields == Fields::kOne ? "one" : "ours");
  }
  search::Searcher open(const Ranking& ranking, Fields fields) const {
    return or_give_up(search::Searcher::open({index_of(fields)}, ranking));
  }

  JudgedCollection collection_;
  fs::path folder_;
  std::optional<Omega> omega_;
  std::vector<std::size_t> folds_;  // of each query
  std::map<std::pair<std::string, Fields>, Scores> tried_;
};

struct System {
  std::string name;
  std::vector<std::vector<Ranked>> answers;  // of each collection, of each query
};

double mean_of_measure(const Bench& bench, const std::vector<Ranked>& answers,
                       const std::function<double(const Ranked&, const Judgements&)>& measure) {
  Scores scores;
  for (std::size_t i = 0; i < answers.size(); ++i)
    scores.push_back(measure(answers[i], bench.queries()[i].judged));
  return mean(scores);
}

void print_measures(const std::vector<Bench>& benches, const std::vector<System>& systems) {
  for (std::size_t c = 0; c < benches.size(); ++c) {
    const Bench& bench = benches[c];
    std::printf("\n%s: %zu documents, %zu queries with judgements\n", bench.name().c_str(),
                bench.documents(), bench.queries().size());
    std::printf("%-42s %8s %8s %8s %10s\n", "", "nDCG@10", "MAP", "P@10", "recall@100");
    for (const System& system : systems) {
      const auto of = [&](auto measure) {
        return mean_of_measure(bench, system.answers[c], measure);
      };
      std::printf("%-42s %8.4f %8.4f %8.4f %10.4f\n", system.name.c_str(),
                  of([](const auto& r, const auto& j) { return ndcg(r, j, 10); }),
                  of(average_precision),
                  of([](const auto& r, const auto& j) { return precision(r, j, 10); }),
                  of([](const auto& r, const auto& j) { return recall(r, j, 100); }));
    }
  }
}

Differences differences_of(const std::vector<Bench>& benches, const System& a, const System& b) {
  Differences differences;
  for (std::size_t c = 0; c < benches.size(); ++c) {
    std::vector<double>& values = differences.emplace_back();
    for (std::size_t i = 0; i < benches[c].queries().size(); ++i) {
      const Judgements& judged = benches[c].queries()[i].judged;
      values.push_back(ndcg(a.answers[c][i], judged, 10) - ndcg(b.answers[c][i], judged, 10));
    }
  }
  return differences;
}

void print_comparison(const char* where, const Differences& differences) {
  const Comparison found = compare(differences);
  std::printf("  %-20s %+8.4f  [%+.4f, %+.4f]  p %.4f\n", where, found.mean, found.low, found.high,
              found.p);
}

void print_comparisons(const std::vector<Bench>& benches, const std::vector<System>& systems,
                       const System& ours) {
  std::printf(
      "\nnDCG@10, differences with 95 per cent intervals; p by paired randomisation, two-sided\n");
  for (const System& other : systems) {
    if (other.name == ours.name) continue;
    std::printf("%s above %s\n", ours.name.c_str(), other.name.c_str());
    const Differences differences = differences_of(benches, ours, other);
    for (std::size_t c = 0; c < benches.size(); ++c)
      print_comparison(benches[c].name().c_str(), {differences[c]});
    print_comparison("mean of collections", differences);
  }
}

/// The mean over `benches` of the mean nDCG@10 of queries that are not in `held_out`.
double training_score(std::vector<Bench*> benches, const Ranking& ranking, Fields fields,
                      std::size_t held_out) {
  double sum = 0;
  for (Bench* bench : benches) {
    const Scores& all = bench->ndcg_of(ranking, fields);
    Scores used;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (bench->fold(i) != held_out) used.push_back(all[i]);
    }
    sum += mean(used);
  }
  return sum / static_cast<double>(benches.size());
}

/// Parameters tuned for each fold on the queries of the others (cross-validation).
std::vector<Ranking> cross_validated(const std::vector<Bench*>& benches, Fields fields,
                                     const Ranking& start,
                                     const std::vector<Dimension>& dimensions) {
  std::vector<Ranking> chosen;
  for (std::size_t fold = 0; fold < kFolds; ++fold) {
    const auto score = [&](const Ranking& ranking) {
      return training_score(benches, ranking, fields, fold);
    };
    const Choice choice = choose(start, dimensions, score);
    std::printf("  fold %zu: %s\n", fold + 1, choice.description.c_str());
    chosen.push_back(choice.ranking);
  }
  return chosen;
}

std::vector<System> all_systems(std::vector<Bench>& benches, bool cross_validates) {
  std::vector<Bench*> together;
  for (Bench& bench : benches) together.push_back(&bench);
  std::vector<Ranking> ours;
  if (cross_validates) {
    std::printf("chosen by cross-validation over all collections\n");
    ours = cross_validated(together, Fields::kTitleAndText, start_of_choice(), all_dimensions());
  }
  System omega{"Omega as it comes", {}}, omega_any{"Omega, any word (DEFAULTOP=or)", {}},
      plain{"plain BM25 (k1 1.2, b 0.75)", {}}, tuned{"BM25 tuned by cross-validation", {}},
      chosen{"ours by cross-validation", {}}, standard{"ours, the default", {}},
      typed{"ours, the default, limits of the page", {}};
  for (Bench& bench : benches) {
    if (bench.has_omega()) {
      omega.answers.push_back(bench.all_by_omega(false));
      omega_any.answers.push_back(bench.all_by_omega(true));
    }
    plain.answers.push_back(
        bench.all_by_us([](std::size_t) { return plain_bm25(); }, Fields::kOne));
    if (cross_validates) {
      std::printf("BM25 chosen by cross-validation on %s\n", bench.name().c_str());
      const std::vector<Ranking> best =
          cross_validated({&bench}, Fields::kOne, plain_bm25(), bm25_dimensions());
      tuned.answers.push_back(
          bench.all_by_us([&](std::size_t fold) { return best[fold]; }, Fields::kOne));
      chosen.answers.push_back(
          bench.all_by_us([&](std::size_t fold) { return ours[fold]; }, Fields::kTitleAndText));
    }
    standard.answers.push_back(
        bench.all_by_us([](std::size_t) { return Ranking(); }, Fields::kTitleAndText));
    typed.answers.push_back(
        bench.all_by_us([](std::size_t) { return Ranking(); }, Fields::kTitleAndText, true));
  }
  std::vector<System> systems;
  if (omega.answers.size() == benches.size()) {
    systems.push_back(std::move(omega));
    systems.push_back(std::move(omega_any));
  } else {
    std::printf("Omega is not installed (package xapian-omega)\n");
  }
  for (System* system : {&plain, &tuned, &chosen, &standard, &typed}) {
    if (!system->answers.empty()) systems.push_back(std::move(*system));
  }
  return systems;
}

void print_best(std::vector<Bench>& benches) {
  std::vector<Bench*> together;
  for (Bench& bench : benches) together.push_back(&bench);
  const auto score = [&](const Ranking& ranking) {
    return training_score(together, ranking, Fields::kTitleAndText, kFolds);
  };
  const Choice best = choose(start_of_choice(), all_dimensions(), score);
  std::printf("best on all queries (mean nDCG@10 %.4f): %s\n", best.score,
              best.description.c_str());
  for (const Dimension& dimension : all_dimensions()) {
    std::printf("  %s\n", dimension.name.c_str());
    for (const Dimension::Value& value : dimension.values) {
      Ranking changed = best.ranking;
      value.set(changed);
      std::printf("    %-34s %.4f", value.name.c_str(), score(changed));
      for (Bench& bench : benches)
        std::printf("  %.4f", mean(bench.ndcg_of(changed, Fields::kTitleAndText)));
      std::printf("\n");
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);  // it takes minutes: what is known is shown
  bool is_choosing = false;
  bool cross_validates = true;
  std::vector<fs::path> folders;
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--choose") == 0) {
      is_choosing = true;
    } else if (std::strcmp(argv[i], "--default") == 0) {
      cross_validates = false;
    } else {
      folders.emplace_back(argv[i]);
    }
  }
  if (folders.empty()) {
    std::fprintf(stderr, "usage: retrieval [--choose] [--default] FOLDER...\n");
    return 2;
  }
  std::string name = (fs::temp_directory_path() / "retrieval-XXXXXX").string();
  const fs::path work = mkdtemp(name.data());
  std::vector<Bench> benches;
  for (const fs::path& folder : folders)
    benches.emplace_back(or_give_up(read_judged_collection(folder)), work);
  if (is_choosing) print_best(benches);
  const std::vector<System> systems = all_systems(benches, cross_validates);
  print_measures(benches, systems);
  for (const System& system : systems) {
    if (system.name.starts_with("ours")) print_comparisons(benches, systems, system);
  }
  fs::remove_all(work);
}
