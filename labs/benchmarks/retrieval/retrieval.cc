/// retrieval FOLDER...: how well pages are ranked, on judged collections.
///
/// Each FOLDER has docs.jsonl, queries.tsv and qrels.txt. The documents are indexed by our indexer
/// and asked through our searcher, and by Omega where it is installed. Prints nDCG@10, MAP over 100
/// results, P@10 and recall@100 of Omega as it comes, of plain BM25 and of the searcher; and for
/// pairs of them the difference in nDCG@10 with a 95 per cent interval and the p of a paired
/// randomisation test.

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <numeric>
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

/// A collection with its indexes.
class Bench {
 public:
  Bench(JudgedCollection collection, const fs::path& folder)
      : collection_(std::move(collection)), folder_(folder / collection_.name) {
    for (const Fields fields : {Fields::kTitleAndText, Fields::kOne}) {
      if (const auto done = index_ours(collection_, index_of(fields), fields); !done)
        give_up(done.error());
    }
    omega_ = Omega::index(collection_, folder_ / "omega");
  }

  const std::string& name() const { return collection_.name; }
  std::size_t documents() const { return collection_.documents.size(); }
  const std::vector<JudgedQuery>& queries() const { return collection_.queries; }
  bool has_omega() const { return omega_.has_value(); }

  std::vector<Ranked> all_by_us(const Ranking& ranking, Fields fields, bool as_typed = false) {
    search::Searcher searcher = or_give_up(search::Searcher::open({index_of(fields)}, ranking));
    std::vector<Ranked> all;
    for (const JudgedQuery& query : queries())
      all.push_back(or_give_up(ranked_by_us(searcher, query, kDepth, as_typed)));
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

  JudgedCollection collection_;
  fs::path folder_;
  std::optional<Omega> omega_;
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

/// Textbook BM25 over title and text as one field, whole queries, nothing else.
Ranking plain_bm25() {
  Ranking plain;
  plain.b = 0.75;
  plain.title = plain.anchor = 0;
  plain.all_words = plain.section = plain.site = plain.content = 0;
  plain.pairs = plain.link_text = 0;
  plain.relevance = plain.authority = plain.hub = plain.recommendations = 0;
  plain.question_words = 0;
  plain.written = 0;
  plain.drops_stop_words = false;
  return plain;
}

std::vector<System> all_systems(std::vector<Bench>& benches) {
  System omega{"Omega as it comes", {}}, omega_any{"Omega, any word (DEFAULTOP=or)", {}},
      plain{"plain BM25 (k1 1.2, b 0.75)", {}}, standard{"ours", {}},
      typed{"ours, limits of the page", {}};
  for (Bench& bench : benches) {
    if (bench.has_omega()) {
      omega.answers.push_back(bench.all_by_omega(false));
      omega_any.answers.push_back(bench.all_by_omega(true));
    }
    plain.answers.push_back(bench.all_by_us(plain_bm25(), Fields::kOne));
    standard.answers.push_back(bench.all_by_us({}, Fields::kTitleAndText));
    typed.answers.push_back(bench.all_by_us({}, Fields::kTitleAndText, true));
  }
  std::vector<System> systems;
  if (omega.answers.size() == benches.size()) {
    systems.push_back(std::move(omega));
    systems.push_back(std::move(omega_any));
  } else {
    std::printf("Omega is not installed (package xapian-omega)\n");
  }
  for (System* system : {&plain, &standard, &typed}) systems.push_back(std::move(*system));
  return systems;
}

}  // namespace

int main(int argc, char** argv) {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);  // it takes minutes: what is known is shown
  const std::vector<fs::path> folders(argv + 1, argv + argc);
  if (folders.empty()) {
    std::fprintf(stderr, "usage: retrieval FOLDER...\n");
    return 2;
  }
  std::string name = (fs::temp_directory_path() / "retrieval-XXXXXX").string();
  const fs::path work = mkdtemp(name.data());
  std::vector<Bench> benches;
  for (const fs::path& folder : folders)
    benches.emplace_back(or_give_up(read_judged_collection(folder)), work);
  const std::vector<System> systems = all_systems(benches);
  print_measures(benches, systems);
  for (const System& system : systems) {
    if (system.name.starts_with("ours")) print_comparisons(benches, systems, system);
  }
  fs::remove_all(work);
}
