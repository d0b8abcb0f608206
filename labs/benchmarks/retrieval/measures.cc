#include "labs/benchmarks/retrieval/measures.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <functional>
#include <random>

namespace porthole::labs {
namespace {

double discounted(int gain, std::size_t rank) {
  return (std::exp2(gain) - 1) / std::log2(1 + static_cast<double>(rank));
}

std::size_t relevant_in(const Ranked& ranked, const Judgements& judged, std::size_t depth) {
  const auto end = ranked.begin() + static_cast<std::ptrdiff_t>(std::min(depth, ranked.size()));
  return static_cast<std::size_t>(std::count_if(
      ranked.begin(), end, [&](const std::string& name) { return judged.contains(name); }));
}

constexpr std::size_t kSamples = 10'000;
constexpr std::size_t kPermutations = 100'000;

/// The mean of the collections' means of draw(values, i) for each place i.
template <class Draw>
double mean_of(const Differences& differences, Draw draw) {
  double sum = 0;
  for (const std::vector<double>& values : differences) {
    double of_one = 0;
    for (std::size_t i = 0; i < values.size(); ++i) of_one += draw(values, i);
    sum += of_one / static_cast<double>(values.size());
  }
  return sum / static_cast<double>(differences.size());
}

using search::Ranking;

std::string text_of(double number) {
  char text[32];
  std::snprintf(text, sizeof text, "%g", number);
  return text;
}

Dimension::Value scheme(std::string description) {
  return {description, [description](Ranking& ranking) { ranking.scheme = description; }};
}

template <class Number>
Dimension numbers(const char* name, Number Ranking::*member, const std::vector<Number>& values) {
  Dimension dimension{name, {}};
  for (const Number value : values) {
    dimension.values.push_back({text_of(static_cast<double>(value)),
                                [member, value](Ranking& ranking) { ranking.*member = value; }});
  }
  return dimension;
}

Dimension bm25_schemes() {
  Dimension dimension{"scheme", {}};
  for (const double k1 : {0.8, 1.2, 1.6, 2.0, 2.5}) {
    for (const double b : {0.3, 0.5, 0.75, 0.9}) {
      dimension.values.push_back(scheme("bm25 " + text_of(k1) + " 0 1 " + text_of(b) + " 0"));
    }
  }
  return dimension;
}

Dimension all_schemes() {
  Dimension dimension{"scheme", {}};
  for (const char* one : {"bm25 1.2 0 1 0.75 0", "bm25 1.2 0 1 0.5 0", "bm25 1.6 0 1 0.75 0",
                          "bm25 1.6 0 1 0.5 0", "pl2+ 5 0.8", "dph", "lm-dirichlet 600"}) {
    dimension.values.push_back(scheme(one));
  }
  return dimension;
}

Dimension stop_words() {
  return {"stop words of questions",
          {{"kept", [](Ranking& r) { r.drops_stop_words = false; }},
           {"dropped", [](Ranking& r) { r.drops_stop_words = true; }}}};
}

}  // namespace

double ndcg(const Ranked& ranked, const Judgements& judged, std::size_t depth) {
  double gained = 0;
  for (std::size_t i = 0; i < std::min(depth, ranked.size()); ++i) {
    const auto found = judged.find(ranked[i]);
    if (found != judged.end()) gained += discounted(found->second, i + 1);
  }
  std::vector<int> gains;
  for (const auto& [name, gain] : judged) gains.push_back(gain);
  std::sort(gains.begin(), gains.end(), std::greater<>());
  double ideal = 0;
  for (std::size_t i = 0; i < std::min(depth, gains.size()); ++i)
    ideal += discounted(gains[i], i + 1);
  return ideal > 0 ? gained / ideal : 0;
}

double average_precision(const Ranked& ranked, const Judgements& judged) {
  double sum = 0;
  double found = 0;
  for (std::size_t i = 0; i < ranked.size(); ++i) {
    if (judged.contains(ranked[i])) sum += ++found / static_cast<double>(i + 1);
  }
  return judged.empty() ? 0 : sum / static_cast<double>(judged.size());
}

double precision(const Ranked& ranked, const Judgements& judged, std::size_t depth) {
  return static_cast<double>(relevant_in(ranked, judged, depth)) / static_cast<double>(depth);
}

double recall(const Ranked& ranked, const Judgements& judged, std::size_t depth) {
  if (judged.empty()) return 0;
  return static_cast<double>(relevant_in(ranked, judged, depth)) /
         static_cast<double>(judged.size());
}

double reciprocal_rank(const Ranked& ranked, const Judgements& judged) {
  const auto first = std::find_if(ranked.begin(), ranked.end(),
                                  [&](const std::string& name) { return judged.contains(name); });
  return first == ranked.end() ? 0 : 1 / static_cast<double>(first - ranked.begin() + 1);
}

Comparison compare(const Differences& differences, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Comparison result;
  result.mean = mean_of(differences, [](const auto& values, std::size_t i) { return values[i]; });
  std::vector<double> means;
  for (std::size_t n = 0; n < kSamples; ++n) {
    means.push_back(mean_of(differences, [&](const auto& values, std::size_t) {
      return values[random() % values.size()];
    }));
  }
  std::sort(means.begin(), means.end());
  result.low = means[kSamples / 40];
  result.high = means[kSamples - 1 - kSamples / 40];
  std::size_t as_far = 0;
  for (std::size_t n = 0; n < kPermutations; ++n) {
    const double mean = mean_of(differences, [&](const auto& values, std::size_t i) {
      return random() % 2 == 0 ? values[i] : -values[i];
    });
    if (std::abs(mean) >= std::abs(result.mean) - 1e-12) ++as_far;
  }
  result.p = static_cast<double>(as_far + 1) / static_cast<double>(kPermutations + 1);
  return result;
}

std::vector<Dimension> bm25_dimensions() { return {bm25_schemes()}; }

std::vector<Dimension> all_dimensions() {
  return {stop_words(),
          numbers<double>("written", &Ranking::written, {0, 0.2, 0.4}),
          all_schemes(),
          numbers<double>("title", &Ranking::title, {0, 1, 3}),
          numbers<double>("anchor", &Ranking::anchor, {0, 0.4}),
          numbers<double>("all words", &Ranking::all_words, {0, 0.3, 1, 2}),
          numbers<double>("section", &Ranking::section, {0, 0.5, 1, 2}),
          numbers<double>("pairs", &Ranking::pairs, {0, 0.35, 0.7, 1}),
          numbers<double>("link text", &Ranking::link_text, {0, 1}),
          numbers<double>("site", &Ranking::site, {0, 2.5, 4}),
          numbers<double>("content", &Ranking::content, {0, 1.4})};
}

search::Ranking plain_bm25() {
  Ranking plain;
  plain.scheme = "bm25 1.2 0 1 0.75 0";
  plain.title = plain.anchor = 0;
  plain.all_words = plain.section = plain.site = plain.content = 0;
  plain.pairs = plain.link_text = 0;
  plain.relevance = plain.authority = plain.hub = plain.recommendations = 0;
  plain.question_words = 0;
  plain.written = 0;
  plain.drops_stop_words = false;
  return plain;
}

Ranking start_of_choice() {
  Ranking start = plain_bm25();
  start.question_words = Ranking().question_words;
  return start;
}

Choice choose(const Ranking& start, const std::vector<Dimension>& dimensions,
              const std::function<double(const Ranking&)>& score) {
  Choice best{start, score(start), {}};
  for (const Dimension& dimension : dimensions) {
    const Ranking before = best.ranking;
    for (const Dimension::Value& value : dimension.values) {
      Ranking tried = before;
      value.set(tried);
      const double reached = score(tried);
      if (reached <= best.score) continue;
      best.ranking = tried;
      best.score = reached;
    }
  }
  best.description = describe(best.ranking);
  return best;
}

std::string describe(const Ranking& ranking) {
  return ranking.scheme + "; questions from " + std::to_string(ranking.question_words) +
         " words; title " + text_of(ranking.title) + "; anchor " + text_of(ranking.anchor) +
         "; all words " + text_of(ranking.all_words) + "; section " + text_of(ranking.section) +
         "; pairs " + text_of(ranking.pairs) + "; link text " + text_of(ranking.link_text) +
         "; site " + text_of(ranking.site) + "; content " + text_of(ranking.content) +
         "; written " + text_of(ranking.written) +
         (ranking.drops_stop_words ? "; no stop words" : "");
}

}  // namespace porthole::labs
