// LearnedStrategy: the reasons for a rating, the weights that are stored, and its whole state.

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <map>

#include "base/text/text.h"
#include "gatherer/strategies/learned_features.h"
#include "gatherer/strategies/learned_strategy.h"

namespace porthole::gatherer {
namespace {

constexpr std::size_t kStoredWeights = 20'000;

void append_line(std::string& text, double first, double second, const std::string& name) {
  char numbers[48];
  std::snprintf(numbers, sizeof numbers, "%.9g %.9g ", first, second);
  text += numbers;
  text += name;
  text += '\n';
}

}  // namespace

void LearnedStrategy::explain(UrlId target, std::vector<Reason>& reasons) const {
  static const char* const kinds[] = {"in the text of links: ", "in its URL: ", "beside links: ",
                                      "above links: ", "topic of a citing page: "};
  if (!open_.get(target, rated_)) return;
  for (const Feature& feature : features(rated_, 0)) {
    const double weight = static_cast<double>(regression_.weight(feature.id).w) * feature.value;
    if (feature.id < kFixedCount) {
      reasons.push_back({std::string(kLearnedFeatures[feature.id].name), weight});
      continue;
    }
    const std::string name = name_of(feature.id);
    if (weight != 0) reasons.push_back({kinds[kTermKinds.find(name[0])] + name.substr(1), weight});
  }
  if (const double phi = yields_.failure_of(rated_.site, rated_.folder); phi > 0)
    reasons.push_back({"requests to its folder and site that failed", std::log(1 - phi)});
  std::stable_sort(reasons.begin(), reasons.end(), [](const Reason& a, const Reason& b) {
    return std::abs(a.weight) > std::abs(b.weight);
  });
}

// One line for each weight: "w g name"; fixed features are named "=key", terms by kind and term.
// Then one for each word of the evidence: "a b wWORD", and one with its totals: "A B W".
std::string LearnedStrategy::state() const {
  std::vector<std::uint32_t> order;
  for (std::uint32_t id = 0; id < regression_.size(); ++id) {
    if (id < kFixedCount || regression_.weight(id).w != 0) order.push_back(id);
  }
  const auto heavier = [&](std::uint32_t a, std::uint32_t b) {
    if (a < kFixedCount || b < kFixedCount) return a < b;
    return std::abs(regression_.weight(a).w) > std::abs(regression_.weight(b).w);
  };
  if (order.size() > kStoredWeights) {
    std::nth_element(order.begin(), order.begin() + kStoredWeights, order.end(), heavier);
    order.resize(kStoredWeights);
  }
  std::string text;
  for (const std::uint32_t id : order) {
    const auto weight = regression_.weight(id);
    append_line(text, static_cast<double>(weight.w), static_cast<double>(weight.g),
                id < kFixedCount ? std::string("=") + kLearnedFeatures[id].key : name_of(id));
  }
  evidence_.for_each([&](std::string_view word, double on, double off) {
    append_line(text, on, off, word.empty() ? "W" : "w" + std::string(word));
  });
  return text;
}

std::string LearnedStrategy::average(const std::vector<std::string>& states) const {
  struct Sum {
    double first = 0, second = 0;
    double with = 0;  ///< States that have the name.
  };
  std::map<std::string, Sum, std::less<>> sums;
  for (const std::string& state : states) {
    for (const std::string_view line : split(state, '\n')) {
      Sum one{.with = 1};
      const char* const end = line.data() + line.size();
      const auto [after_first, bad_first] = std::from_chars(line.data(), end, one.first);
      if (bad_first != std::errc() || after_first == end) continue;
      const auto [after, bad_second] = std::from_chars(after_first + 1, end, one.second);
      if (bad_second != std::errc() || after == end) continue;
      Sum& sum = sums[std::string(after + 1, static_cast<std::size_t>(end - after - 1))];
      sum.first += one.first;
      sum.second += one.second;
      sum.with += 1;
    }
  }
  // The second number of a weight is the sum of its squared gradients, which a gatherer without the
  // weight does not have; the numbers of a word are counts.
  const auto all = static_cast<double>(states.size());
  std::string text;
  for (const auto& [name, sum] : sums) {
    const bool is_word = name.starts_with('w') || name == "W";
    append_line(text, sum.first / all, sum.second / (is_word ? all : sum.with), name);
  }
  return text;
}

void LearnedStrategy::restore_state(std::string_view state) {
  restore_lines(state, Words::kTake);
  if (open_.size() > 0) rate_all();
}

bool LearnedStrategy::warm_start(std::string_view state, bool same_topic) {
  restore_lines(state, same_topic ? Words::kTake : Words::kLeaveOut);
  return true;
}

void LearnedStrategy::restore_lines(std::string_view state, Words words) {
  for (const std::string_view line : split(state, '\n')) {
    topics::OnlineLogistic::Weight weight;
    const char* const end = line.data() + line.size();
    const auto [after_w, bad_w] = std::from_chars(line.data(), end, weight.w);
    if (bad_w != std::errc() || after_w == end) continue;
    const auto [after_g, bad_g] = std::from_chars(after_w + 1, end, weight.g);
    if (bad_g != std::errc() || after_g == end || !std::isfinite(weight.w) || !(weight.g >= 0))
      continue;
    const std::string_view name(after_g + 1, static_cast<std::size_t>(end - after_g - 1));
    if (name.empty()) continue;
    if (name[0] == '=') {
      for (std::uint32_t id = 0; id < kFixedCount; ++id) {
        if (name.substr(1) == kLearnedFeatures[id].key) regression_.restore(id, weight);
      }
    } else if (words == Words::kLeaveOut) {
      continue;
    } else if ((name[0] == 'w' && name.size() > 1) || name == "W") {
      evidence_.restore(name.substr(1), static_cast<double>(weight.w),
                        static_cast<double>(weight.g));
    } else if (kTermKinds.find(name[0]) != std::string_view::npos) {
      regression_.restore(feature_of(std::string(name)), weight);
    }
  }
}

void LearnedStrategy::save_page(const Page& page, StateWriter& writer) {
  writer.number(page.site);
  writer.number(page.folder);
  writer.real(static_cast<double>(page.relevance));
  writer.real(static_cast<double>(page.value));
  writer.number(page.since);
  writer.number(page.seed ? 1 : 0);
  writer.number(page.parent);
  writer.number(page.order);
  writer.real(static_cast<double>(page.led_to.judged));
  writer.real(static_cast<double>(page.led_to.value));
  writer.list(page.targets);
  writer.list(page.example);
}

void LearnedStrategy::load_page(Page& page, StateReader& reader) {
  page.site = static_cast<SiteId>(reader.number());
  page.folder = static_cast<Yields::FolderId>(reader.number());
  page.relevance = static_cast<float>(reader.real());
  page.value = static_cast<float>(reader.real());
  page.since = static_cast<std::uint8_t>(reader.number());
  page.seed = reader.number() != 0;
  page.parent = static_cast<std::uint32_t>(reader.number());
  page.order = static_cast<std::uint32_t>(reader.number());
  page.led_to.judged = static_cast<float>(reader.real());
  page.led_to.value = static_cast<float>(reader.real());
  reader.list(page.targets);
  reader.list(page.example);
}

// The features are stored by number.
std::string LearnedStrategy::checkpoint_layout() const {
  std::string layout = "learned 4";
  for (const LearnedFeature& feature : kLearnedFeatures) layout += std::string(" ") + feature.key;
  return layout;
}

void LearnedStrategy::save(StateWriter& writer) const {
  regression_.save(writer);
  evidence_.save(writer);
  names_.save(writer);
  for (const Term& term : terms_) writer.number(std::uint64_t{term.word} << 1 | (term.own ? 1 : 0));
  writer.map(pages_, [&](const Page& page) { save_page(page, writer); });
  open_.save(writer);
  yields_.save(writer);
  standing_.save(writer);
  writer.map(of_site_, [&](const auto& waiting) { writer.list(waiting); });
  writer.map(raised_at_, [&](double evidence) { writer.real(evidence); });
  writer.number(since_all_rated_);
  writer.number(judged_);
  writer.list(raised_);
}

void LearnedStrategy::load(StateReader& reader) {
  regression_.load(reader);
  evidence_.load(reader);
  names_.load(reader);
  terms_.clear();
  while (terms_.size() < names_.size() && !reader.failed()) {
    const std::uint64_t term = reader.number();
    terms_.push_back({static_cast<topics::WordEvidence::WordId>(term >> 1), (term & 1) != 0});
  }
  reader.map(pages_, [&](Page& page) { load_page(page, reader); });
  open_.load(reader);
  yields_.load(reader);
  standing_.load(reader);
  reader.map(of_site_, [&](auto& waiting) { reader.list(waiting); });
  reader.map(raised_at_, [&](double& evidence) { evidence = reader.real(); });
  since_all_rated_ = reader.number();
  judged_ = static_cast<std::uint32_t>(reader.number());
  reader.list(raised_);
}

}  // namespace porthole::gatherer
