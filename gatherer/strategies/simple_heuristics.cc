#include "gatherer/strategies/simple_heuristics.h"

#include <algorithm>
#include <utility>

#include "base/text/words.h"
#include "topics/text/term_extractor.h"

namespace porthole::gatherer {
namespace {

/// The words of `text` in singular form; comparing word by word finds terms of three words, too.
std::vector<std::string> singular_words(std::string_view text) {
  std::vector<std::string> words;
  std::string buffer;
  for_each_word(text, [&](std::string_view word) { words.emplace_back(singular(word, buffer)); });
  return words;
}

}  // namespace

SimpleHeuristics::SimpleHeuristics(const collection::Topic& topic) {
  const auto add = [&](std::string_view phrase) {
    std::string term = topics::normal_term(phrase);
    std::vector<std::string> words = singular_words(term);
    if (!words.empty()) terms_.push_back({std::move(term), std::move(words)});
  };
  add(topic.title);
  for (const std::string& term : topic.terms) add(term);
}

void SimpleHeuristics::link_read(const LinkRead& read) {
  if (!read.target_open || named_.contains(read.target)) return;
  const std::vector<std::string> words = singular_words(read.link.url);
  for (const Term& term : terms_) {
    if (std::search(words.begin(), words.end(), term.words.begin(), term.words.end()) ==
        words.end())
      continue;
    named_.emplace(read.target, &term);
    raised_.push_back(read.target);
    return;
  }
}

void SimpleHeuristics::merge(UrlId alias, UrlId target) {
  const auto found = named_.find(alias);
  if (found == named_.end() || alias == target) return;
  const Term* term = found->second;
  named_.erase(found);
  if (named_.emplace(target, term).second) raised_.push_back(target);
}

Rating SimpleHeuristics::rate(UrlId target, int hops, bool seed) const {
  if (seed) return {.priority = kSeedPriority};
  return {.priority = (named_.contains(target) ? 1.0 : 0.0) + 1.0 / (2.0 + hops)};
}

void SimpleHeuristics::take_raised(std::vector<UrlId>& raised) {
  raised.insert(raised.end(), raised_.begin(), raised_.end());
  raised_.clear();
}

void SimpleHeuristics::explain(UrlId target, std::vector<Reason>& reasons) const {
  const auto found = named_.find(target);
  if (found != named_.end())
    reasons.push_back({"its URL contains the topic's \"" + found->second->text + "\"", 1});
}

}  // namespace porthole::gatherer
