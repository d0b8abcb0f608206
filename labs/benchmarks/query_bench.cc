/// query_bench INDEX [QUERIES]: what a search costs, in process.
///
/// INDEX is the index folder of a collection (DIR/index). For each kind of query, QUERIES of them
/// (1,000 by default) are made from words that stand in one document of the index, drawn with a
/// fixed seed, and asked once to warm the caches and once to be measured. A search is all that a
/// caller of search::Searcher waits for: the query is parsed and matched, and ten results with
/// their snippets are made. Prints p50, p99 and the mean in microseconds of CPU, and the peak
/// memory of the process.

#include <sys/resource.h>
#include <xapian.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <numeric>
#include <string>
#include <vector>

#include "labs/benchmarks/query_words.h"
#include "search/ranking/searcher.h"

namespace {

using namespace porthole;
using labs::QueryKind;

double cpu_microseconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return 1e6 * static_cast<double>(now.tv_sec) + 1e-3 * static_cast<double>(now.tv_nsec);
}

/// Asks all queries; the cost of each, sorted.
std::vector<double> ask(search::Searcher& searcher, const std::vector<std::string>& queries) {
  std::vector<double> costs;
  for (const std::string& query : queries) {
    const double begin = cpu_microseconds();
    const auto results = searcher.search({query});
    costs.push_back(cpu_microseconds() - begin);
    if (!results) {
      std::fprintf(stderr, "%s: %s\n", query.c_str(), results.error().to_string().c_str());
      std::exit(1);
    }
  }
  std::sort(costs.begin(), costs.end());
  return costs;
}

void measure(const QueryKind& kind, const Xapian::Database& index, search::Searcher& searcher,
             std::size_t count) {
  const std::vector<std::string> queries = labs::draw_queries(kind, index, count);
  ask(searcher, queries);
  const std::vector<double> costs = ask(searcher, queries);
  std::printf("%-20s %10.0f %10.0f %10.0f\n", kind.name, costs[costs.size() / 2],
              costs[costs.size() * 99 / 100],
              std::accumulate(costs.begin(), costs.end(), 0.0) / static_cast<double>(costs.size()));
}

}  // namespace

int main(int argc, char** argv) {
  const std::size_t count = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 1000;
  if (argc < 2 || count == 0) {
    std::fprintf(stderr, "usage: query_bench INDEX [QUERIES]\n");
    return 2;
  }
  auto searcher = search::Searcher::open({argv[1]});
  if (!searcher) {
    std::fprintf(stderr, "%s\n", searcher.error().to_string().c_str());
    return 3;
  }
  const Xapian::Database index(argv[1]);
  if (index.get_doccount() == 0) {
    std::fprintf(stderr, "%s has no documents\n", argv[1]);
    return 3;
  }
  std::printf("%u documents of %.0f terms on average, %zu queries of each kind\n",
              index.get_doccount(), index.get_avlength(), count);
  std::printf("%-20s %10s %10s %10s\n", "microseconds of CPU", "p50", "p99", "mean");
  for (const QueryKind& kind : labs::query_kinds()) measure(kind, index, *searcher, count);
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  std::printf("peak memory %.0f MiB\n", static_cast<double>(used.ru_maxrss) / 1024);
  return 0;
}
