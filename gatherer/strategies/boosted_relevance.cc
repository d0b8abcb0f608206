#include "gatherer/strategies/boosted_relevance.h"

#include <algorithm>
#include <charconv>
#include <vector>

#include "base/text/text.h"
#include "topics/text/term_extractor.h"

namespace porthole::gatherer {
namespace {

// The purposes of the random numbers R1 and R2.
constexpr std::uint64_t kWhetherToLook = 1;
constexpr std::uint64_t kRandomScore = 2;

}  // namespace

BoostedRelevance::BoostedRelevance(const topics::RelevanceWeighting::Options& options,
                                   const collection::Topic& topic, double boost,
                                   std::uint64_t random_seed, LinksOfLooks links)
    : RelevanceStrategy(options, topic), boost_(boost), dice_(random_seed), links_(links) {}

bool BoostedRelevance::is_boosted(UrlId target) const {
  return dice_.draw(target, kWhetherToLook) >= boost_;
}

double BoostedRelevance::random_score(UrlId target) const {
  return dice_.draw(target, kRandomScore);
}

void BoostedRelevance::link_read(const LinkRead& read) {
  if (failed_.contains(read.source.id)) {
    if (read.target_open && !has_metadata(read.target)) withheld_.insert(read.target);
    return;
  }
  RelevanceStrategy::link_read(read);
  release(read.target);
}

void BoostedRelevance::release(UrlId target) {
  if (withheld_.erase(target) > 0) released_.push_back(target);
}

void BoostedRelevance::merge(UrlId alias, UrlId target) {
  if (alias == target) return;
  RelevanceStrategy::merge(alias, target);
  const bool was_withheld = withheld_.erase(alias) > 0;
  if (has_metadata(target)) {
    release(target);
  } else if (was_withheld) {
    withheld_.insert(target);
  }
}

void BoostedRelevance::forget(UrlId target) {
  RelevanceStrategy::forget(target);
  withheld_.erase(target);
}

void BoostedRelevance::take_raised(std::vector<UrlId>& raised) {
  RelevanceStrategy::take_raised(raised);
  raised.insert(raised.end(), released_.begin(), released_.end());
  released_.clear();
}

Rating BoostedRelevance::rate(UrlId target, int hops, bool seed) const {
  if (!seed && withheld_.contains(target)) return {.pruned = true};
  const Rating rating = RelevanceStrategy::rate(target, hops, seed);
  if (!rating.pruned || !is_boosted(target)) return rating;
  return {.priority = weighting().threshold() * random_score(target)};
}

double BoostedRelevance::best_term(const Document& document) const {
  std::vector<std::string> words;
  topics::append_terms(document.title, words);
  topics::append_terms(document.text, words);
  double best = 0;
  for (const std::string& word : words) {
    if (const auto term = weighting().find(word)) best = std::max(best, weighting().theta(*term));
  }
  return best;
}

void BoostedRelevance::page_judged(const JudgedPage& page) {
  if (page.document != nullptr && RelevanceStrategy::rate(page.id, page.hops, page.seed).pruned &&
      is_boosted(page.id)) {
    const double content = best_term(*page.document);
    const bool reached = weighting().reaches_threshold(content);
    ++looks_.made;
    if (reached) ++looks_.reached;
    const double score = reached ? content : random_score(page.id);
    scores_[page.id] = score;
    if (links_ == LinksOfLooks::kByScore && !weighting().reaches_threshold(score))
      failed_.insert(page.id);
  }
  RelevanceStrategy::page_judged(page);
  withheld_.erase(page.id);
}

std::optional<double> BoostedRelevance::score_after_look(UrlId page) const {
  const auto found = scores_.find(page);
  return found == scores_.end() ? std::nullopt : std::optional(found->second);
}

void BoostedRelevance::explain(UrlId target, std::vector<Reason>& reasons) const {
  if (const auto score = score_after_look(target)) {
    reasons.push_back(
        {"exploratory fetch (chosen at random): its best term, or a random number", *score});
  } else if (withheld_.contains(target)) {
    reasons.push_back({"cited only by exploratory fetches below the threshold", 0});
  } else if (RelevanceStrategy::rate(target, 0, false).pruned) {
    reasons.push_back(is_boosted(target)
                          ? Reason{"fails the threshold; chosen at random for an exploratory "
                                   "fetch, with this priority",
                                   random_score(target)}
                          : Reason{"fails the threshold; not chosen for an exploratory fetch", 0});
  }
  RelevanceStrategy::explain(target, reasons);
}

std::string BoostedRelevance::remark() const {
  if (looks_.made == 0) return {};
  return counted(looks_.made, "page") + " fetched for exploration; the text of " +
         std::to_string(looks_.reached) + " reached the threshold";
}

std::string BoostedRelevance::state() const {
  std::string state = std::to_string(looks_.made) + " " + std::to_string(looks_.reached);
  for (const UrlId page : failed_) state += " " + std::to_string(page);
  return state;
}

void BoostedRelevance::restore_state(std::string_view state) {
  Looks looks;
  const char* const end = state.data() + state.size();
  const auto made = std::from_chars(state.data(), end, looks.made);
  if (made.ec != std::errc() || made.ptr == end) return;
  const auto reached = std::from_chars(made.ptr + 1, end, looks.reached);
  if (reached.ec != std::errc() || looks.reached < 0 || looks.reached > looks.made) return;
  looks_ = looks;
  for (const char* at = reached.ptr; links_ == LinksOfLooks::kByScore && at != end;) {
    UrlId page = 0;
    const auto read = std::from_chars(at + 1, end, page);
    if (read.ec != std::errc()) return;
    failed_.insert(page);
    at = read.ptr;
  }
}

}  // namespace porthole::gatherer
