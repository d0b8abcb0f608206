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
#include <cctype>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "indexer/document_data.h"
#include "indexer/fields.h"
#include "indexer/word_scanner.h"
#include "search/searcher.h"

namespace {

using namespace porthole;
using Words = std::vector<std::string>;
using Random = std::mt19937_64;

constexpr std::uint64_t kSeed = 1;
constexpr std::size_t kFewestWords = 20;  // of a document that queries are made from

std::size_t below(Random& random, std::size_t count) { return random() % count; }

bool is_plain(const std::string& word) {
  return word.size() >= 3 &&
         std::all_of(word.begin(), word.end(), [](unsigned char c) { return std::isalnum(c); });
}

/// The words of a random document.
Words draw_words(const Xapian::Database& index, Random& random) {
  for (;;) {
    const auto id = static_cast<Xapian::docid>(1 + below(random, index.get_lastdocid()));
    Words words;
    try {
      const Xapian::Document document = index.get_document(id);
      const auto data = indexer::read_document_data(document.get_data(),
                                                    document.get_value(indexer::kShownSlot));
      if (!data) continue;
      indexer::WordScanner scanner(data->text);
      while (scanner.next()) words.emplace_back(scanner.word());
    } catch (const Xapian::DocNotFoundError&) {
      continue;
    }
    if (words.size() >= kFewestWords) return words;
  }
}

std::string draw_word(const Words& words, Random& random) {
  for (int tries = 0; tries < 100; ++tries) {
    const std::string& word = words[below(random, words.size())];
    if (is_plain(word)) return word;
  }
  return words.front();
}

std::string draw_phrase(const Words& words, Random& random) {
  std::size_t at = 0;
  for (int tries = 0; tries < 100; ++tries) {
    at = below(random, words.size() - 1);
    if (is_plain(words[at]) && is_plain(words[at + 1])) break;
  }
  return '"' + words[at] + ' ' + words[at + 1] + '"';
}

struct Kind {
  const char* name;
  std::function<std::string(const Words&, Random&)> draw;
};

const std::vector<Kind>& kinds() {
  static const std::vector<Kind> all = {
      {"one word", draw_word},
      {"three words, OR",
       [](const Words& words, Random& random) {
         const std::string first = draw_word(words, random), second = draw_word(words, random);
         return first + " OR " + second + " OR " + draw_word(words, random);
       }},
      {"two words, AND",
       [](const Words& words, Random& random) {
         const std::string first = draw_word(words, random);
         return first + " AND " + draw_word(words, random);
       }},
      {"phrase of two", draw_phrase},
  };
  return all;
}

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

void measure(const Kind& kind, const Xapian::Database& index, search::Searcher& searcher,
             std::size_t count) {
  Random random(kSeed);
  std::vector<std::string> queries;
  while (queries.size() < count) queries.push_back(kind.draw(draw_words(index, random), random));
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
  for (const Kind& kind : kinds()) measure(kind, index, *searcher, count);
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  std::printf("peak memory %.0f MiB\n", static_cast<double>(used.ru_maxrss) / 1024);
  return 0;
}
