// Measures the cost of a page's importance beyond counting its words, and of training its model:
//   importance_bench [--pages 10000]
// Pages of about 600 words and 60 links are made of words drawn by Zipf's law. Prints processor
// time: microseconds a page for its traits and for the model tree, and seconds to grow the tree and
// to train the model, held-out test included.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "topics/importance/importance_model.h"
#include "topics/text/term_counts.h"

namespace porthole::topics {
namespace {

double now() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

struct MadePage {
  std::string url, text;
  std::vector<Link> links;
};

MadePage make_page(std::mt19937& random) {
  MadePage page;
  std::uniform_real_distribution<double> uniform(0, 1);
  const int words = static_cast<int>(std::exp(std::normal_distribution<double>(6.2, 0.6)(random)));
  for (int i = 0; i < words; ++i) {
    const auto rank = static_cast<int>(std::exp(uniform(random) * std::log(60'000)));
    page.text +=
        (uniform(random) < 0.05 ? std::to_string(rank)
                                : "word" + std::string(1, static_cast<char>('a' + rank % 26)) +
                                      std::string(1, static_cast<char>('a' + rank / 26 % 26)) +
                                      std::string(1, static_cast<char>('a' + rank / 676 % 26))) +
        " ";
  }
  const int depth = static_cast<int>(uniform(random) * 5);
  page.url = "https://site" + std::to_string(random() % 200) + ".org/";
  for (int i = 0; i < depth; ++i) page.url += "folder/";
  const int links = static_cast<int>(std::exp(std::normal_distribution<double>(3.7, 0.8)(random)));
  for (int i = 0; i < links; ++i) {
    page.links.emplace_back().url =
        page.url + "page" + std::to_string(random() % 500) + ".html#part";
  }
  return page;
}

/// Seconds that `work` takes for all of `count` pages. A page whose traits are read has just been
/// parsed and is in the processor's cache; so of every few pages the second reading is timed.
template <class Work>
double timed_in_cache(std::size_t count, Work work) {
  constexpr std::size_t kAtOnce = 20;
  double seconds = 0;
  for (std::size_t from = 0; from < count; from += kAtOnce) {
    const std::size_t to = std::min(from + kAtOnce, count);
    for (std::size_t i = from; i < to; ++i) work(i);
    const double start = now();
    for (std::size_t i = from; i < to; ++i) work(i);
    seconds += now() - start;
  }
  return seconds;
}

void report(std::size_t count) {
  std::mt19937 random(5);
  std::vector<MadePage> pages;
  for (std::size_t i = 0; i < count; ++i) pages.push_back(make_page(random));
  std::vector<TermCounts> terms(count);
  const double counting =
      timed_in_cache(count, [&](std::size_t i) { terms[i] = count_terms("", "", pages[i].text); });
  const Rarity rarity = Rarity::of(terms);
  std::vector<ImportanceExample> examples(count);
  const double traits = timed_in_cache(count, [&](std::size_t i) {
    const MadePage& page = pages[i];
    examples[i].traits =
        traits_of({.url = page.url, .text = page.text, .links = page.links, .terms = terms[i]},
                  rarity, static_cast<double>(i % 7));
  });
  for (std::size_t i = 0; i < count; ++i) {
    const PageTraits& of = examples[i].traits;
    examples[i].label = std::exp((of[1] < 1 ? 1.2 * of[3] : 0.4 * of[0] - 0.5 * of[1]) +
                                 0.3 * of[6] + std::normal_distribution<double>(0, 0.7)(random));
    examples[i].group = static_cast<std::uint32_t>(i % 200);
  }
  RegressionData data{.attributes = kTraits, .values = {}, .targets = {}};
  for (const ImportanceExample& example : examples) {
    data.values.insert(data.values.end(), example.traits.begin(), example.traits.end());
    data.targets.push_back(std::log1p(example.label));
  }
  double start = now();
  const ModelTree tree = ModelTree::grow(data, {});
  const double growing = now() - start;
  start = now();
  const ImportanceModel model = ImportanceModel::train(examples, rarity, {}, "made");
  const double training = now() - start;
  start = now();
  double sum = 0;
  for (int round = 0; round < 10; ++round) {
    for (const ImportanceExample& example : examples) sum += model.predict(example.traits);
  }
  const double predicting = (now() - start) / 10;
  const auto each = [&](double seconds) { return seconds / static_cast<double>(count) * 1e6; };
  std::printf("%zu pages, %zu leaves (checksum %.0f)\n", count, tree.leaves(), sum);
  std::printf("a page: counting its words %.1f us, traits %.1f us, prediction %.2f us\n",
              each(counting), each(traits), each(predicting));
  std::printf("growing the tree %.2f s, training with the held-out test %.2f s\n", growing,
              training);
}

}  // namespace
}  // namespace porthole::topics

int main(int argc, char** argv) {
  std::size_t pages = 10'000;
  for (int i = 1; i + 1 < argc; i += 2) {
    if (std::string_view(argv[i]) == "--pages")
      pages = static_cast<std::size_t>(std::max(100, std::atoi(argv[i + 1])));
  }
  porthole::topics::report(pages);
  return 0;
}
