// Measures the cost of judging a page, and of training:
//   classify_bench [--documents 2000] [--rounds 5]
// Pages of about 7.5 KB are made of words drawn by Zipf's law, of which each topic has some of its
// own. The table shows, for taxonomies of different size and depth, microseconds a page to tokenise
// and count its words and to classify it, and documents a second in all; then the time to train
// 5,000 pages again.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "topics/classify/naive_bayes_training.h"
#include "topics/classify/training.h"
#include "topics/text/term_counts.h"

namespace porthole::topics {
namespace {

// Processor time of this process, so that what else the machine does counts little.
double now() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }
double seconds_since(double start) { return now() - start; }

// Words by rank, Zipf's law with exponent 1 over 60,000 of them.
class Writer {
 public:
  explicit Writer(unsigned seed) : random_(seed) {
    double sum = 0;
    for (int rank = 1; rank <= 60'000; ++rank) sums_.push_back(sum += 1.0 / rank);
  }

  std::string page(TopicId topic, std::size_t bytes) {
    std::string text;
    std::uniform_real_distribution<double> at(0, sums_.back());
    while (text.size() < bytes) {
      const auto rank = static_cast<std::size_t>(
          std::lower_bound(sums_.begin(), sums_.end(), at(random_)) - sums_.begin());
      // One word in five is the topic's own.
      text += word(random_() % 5 == 0 ? 100'000 + topic * 50U + rank % 50 : rank);
      text += random_() % 12 == 0 ? ".\n" : " ";
    }
    return text;
  }

 private:
  static std::string word(std::size_t number) {
    static constexpr std::string_view kSyllables[] = {"ba",  "con", "di", "ter", "mo", "ran",
                                                      "le",  "pos", "ti", "vel", "gu", "sta",
                                                      "nor", "fi",  "ke", "zur"};
    std::string out;
    for (number += 17; number > 0; number /= 16) out += kSyllables[number % 16];
    return out;
  }
  std::mt19937 random_;
  std::vector<double> sums_;
};

// `nodes` topics in `depth` levels of about the same width.
Taxonomy tree(std::size_t nodes, int depth) {
  Taxonomy taxonomy;
  auto width = static_cast<std::size_t>(std::pow(static_cast<double>(nodes), 1.0 / depth));
  width = std::max<std::size_t>(width, 2);
  std::vector<TopicId> level = {kRootTopic};
  for (int d = 0; d < depth; ++d) {
    std::vector<TopicId> next;
    for (const TopicId parent : level) {
      for (std::size_t c = 0; c < width && taxonomy.size() <= nodes; ++c) {
        next.push_back(*taxonomy.add(parent, std::to_string(c), ""));
      }
    }
    level = std::move(next);
  }
  return taxonomy;
}

// The same walk in every taxonomy: four children at each level, three levels; further nodes hang
// off it.
Taxonomy tree_beside_a_walk(std::size_t nodes) {
  Taxonomy taxonomy = tree(84, 3);
  std::vector<TopicId> level;
  for (int leaf = 0; leaf < 16; ++leaf) {
    level.push_back(
        *taxonomy.find("3/" + std::to_string(leaf / 4) + "/" + std::to_string(leaf % 4)));
  }
  while (taxonomy.size() <= nodes) {
    std::vector<TopicId> next;
    for (const TopicId parent : level) {
      for (int c = 0; c < 8 && taxonomy.size() <= nodes; ++c)
        next.push_back(*taxonomy.add(parent, std::to_string(c), ""));
    }
    level = std::move(next);
  }
  return taxonomy;
}

TrainingSet examples_for(const Taxonomy& taxonomy, std::size_t pages, Writer& writer) {
  TrainingSet set(taxonomy);
  std::vector<TopicId> leaves;
  for (std::size_t id = 1; id < taxonomy.size(); ++id) {
    if (taxonomy.is_leaf(static_cast<TopicId>(id))) leaves.push_back(static_cast<TopicId>(id));
  }
  for (std::size_t i = 0; i < pages; ++i) {
    // Half of the pages are of the first topics, those of the walk.
    const TopicId leaf =
        leaves[i / 2 % (i % 2 == 0 ? leaves.size() : std::min<std::size_t>(48, leaves.size()))];
    set.add(leaf, set.group(std::to_string(i % 500)), count_terms("", "", writer.page(leaf, 2000)));
  }
  return set;
}

struct Costs {
  double count = 1e9, classify = 1e9;  // seconds a page, the best round
};

Costs measure(const TopicModel& model, const std::vector<std::string>& pages, int rounds) {
  Costs best;
  for (int round = 0; round < rounds; ++round) {
    std::vector<TermCounts> counted(pages.size());
    double start = now();
    for (std::size_t i = 0; i < pages.size(); ++i) counted[i] = count_terms("", "", pages[i]);
    best.count = std::min(best.count, seconds_since(start) / static_cast<double>(pages.size()));
    double sum = 0;
    start = now();
    for (const TermCounts& page : counted) sum += model.classify(page).relevance;
    best.classify =
        std::min(best.classify, seconds_since(start) / static_cast<double>(pages.size()));
    if (sum < 0) std::puts("");  // keeps the work from being left out
  }
  return best;
}

void report(const char* what, const Taxonomy& taxonomy, std::size_t walk_below,
            std::size_t documents, int rounds) {
  Writer writer(1);
  const TrainingSet set = examples_for(taxonomy, 4000, writer);
  const auto model = train_naive_bayes(set, set.all(), NaiveBayesSettings{});
  std::vector<std::string> pages;
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < documents; ++i) {
    TopicId topic = static_cast<TopicId>(1 + i % (taxonomy.size() - 1));
    if (walk_below != 0)
      topic = *taxonomy.find("0/" + std::to_string(i % 4) + "/" + std::to_string(i / 4 % 4));
    pages.push_back(writer.page(topic, 7500));
    bytes += pages.back().size();
  }
  const Costs costs = measure(*model, pages, rounds);
  std::printf("%-34s %6zu %8.1f %12.1f %12.1f %12.0f\n", what, taxonomy.size() - 1,
              static_cast<double>(bytes) / static_cast<double>(documents) / 1000, costs.count * 1e6,
              costs.classify * 1e6, 1 / (costs.count + costs.classify));
  std::fflush(stdout);
}

void report_training() {
  Writer writer(2);
  TrainingSet set = examples_for(tree(500, 3), 5000, writer);
  for (const ModelKind kind : {ModelKind::kNaiveBayes, ModelKind::kLinearSvm}) {
    if (kind == ModelKind::kLinearSvm) set = examples_for(tree(50, 2), 5000, writer);
    TrainingOptions options;
    options.kind = kind;
    double start = now();
    const auto model = train(set, options);
    const double first = seconds_since(start);
    set.move(17, set.topic_of(18));
    start = now();
    const auto again = train_again(set, **model);
    std::printf(
        "%s, 5000 pages, %zu topics: training %.2f s, an example moved and trained again %.2f s\n",
        std::string(model_kind_name(kind)).c_str(), set.taxonomy().size() - 1, first,
        seconds_since(start));
    std::fflush(stdout);
  }
}

}  // namespace
}  // namespace porthole::topics

int main(int argc, char** argv) {
  using namespace porthole::topics;
  std::size_t documents = 2000;
  int rounds = 5;
  for (int i = 1; i + 1 < argc; i += 2) {
    if (std::string_view(argv[i]) == "--documents")
      documents = static_cast<std::size_t>(std::max(1, std::atoi(argv[i + 1])));
    if (std::string_view(argv[i]) == "--rounds") rounds = std::max(1, std::atoi(argv[i + 1]));
  }
  std::printf("%-34s %6s %8s %12s %12s %12s\n", "", "topics", "KB/page", "count, us",
              "classify, us", "documents/s");
  for (const std::size_t nodes : {84U, 500U, 5000U}) {
    report("nodes beside the walk", tree_beside_a_walk(nodes), 1, documents, rounds);
  }
  report("500 topics, 2 levels", tree(500, 2), 0, documents, rounds);
  report("500 topics, 3 levels", tree(500, 3), 0, documents, rounds);
  report("500 topics, 5 levels", tree(500, 5), 0, documents, rounds);
  report_training();
  return 0;
}
