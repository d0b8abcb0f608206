#include "labs/benchmarks/retrieval/choice.h"

#include <cstdio>

namespace porthole::labs {
namespace {

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

std::vector<Dimension> bm25_dimensions() { return {bm25_schemes()}; }

std::vector<Dimension> all_dimensions() {
  return {stop_words(),
          numbers<double>("written", &Ranking::written, {0, 0.2, 0.4}),
          numbers<double>("nearness", &Ranking::nearness, {0, 0.1, 0.2, 0.4}),
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
  plain.title = plain.anchor = plain.url = 0;
  plain.all_words = plain.section = plain.site = plain.content = 0;
  plain.pairs = plain.link_text = 0;
  plain.relevance = plain.authority = plain.hub = plain.recommendations = 0;
  plain.nearness = 0;
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
         "; site " + text_of(ranking.site) + "; content " + text_of(ranking.content) + "; near " +
         text_of(ranking.nearness) + "; written " + text_of(ranking.written) +
         (ranking.drops_stop_words ? "; no stop words" : "");
}

}  // namespace porthole::labs
