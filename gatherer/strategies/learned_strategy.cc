#include "gatherer/strategies/learned_strategy.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>

#include "base/text/text.h"
#include "gatherer/strategies/relevance_strategy.h"
#include "topics/text/term_extractor.h"

namespace porthole::gatherer {
namespace {

constexpr std::size_t kMostTerms = 96;     // features of one URL; later ones are dropped
constexpr std::size_t kMostCiting = 32;    // citing pages considered for one URL
constexpr std::size_t kMostTargets = 400;  // targets of one page re-rated when its yield rises
constexpr double kYieldWeight = 2;         // pages that the crawl's mean counts for in a yield
constexpr double kMostLogOdds = 5;
constexpr std::int64_t kRateAllEvery = 64;
constexpr std::size_t kStoredWeights = 20'000;

struct Prior {
  const char* name;
  double weight;
};

// Initial weights of the fixed features, set by hand.
constexpr Prior kPriors[LearnedStrategy::kFixedCount] = {
    {"bias", -1.5},
    {"the most relevant page that cites it", 1.5},
    {"the pages that cite it, on average", 0.5},
    {"a relevant page of another site cites it", 0.5},
    {"what the pages that cite it led to so far", 0.3},
    {"what its site yielded so far", 0.6},
    {"pages of its site are known", 0.0},
    {"the topic's own words in the text of links to it", 1.5},
    {"the topic's own words in its URL", 1.0},
    {"the topic's own words beside links to it", 0.7},
    {"the topic's own words above links to it", 0.7},
    {"sites that cite it", 0.2},
    {"the depth of its path", -0.2},
    {"links from a seed", -0.2},
    {"a sitemap names it", 0.0},
};

double clamp_log_odds(double value) { return std::clamp(value, -kMostLogOdds, kMostLogOdds); }

std::uint8_t own_bit(LearnedStrategy::Fixed own) {
  return static_cast<std::uint8_t>(1U << (own - LearnedStrategy::kOwnInAnchor));
}

std::uint8_t path_depth(std::string_view url) {
  const auto start = url.find("://");
  const std::string_view rest = start == std::string_view::npos ? url : url.substr(start + 3);
  return static_cast<std::uint8_t>(
      std::min<std::ptrdiff_t>(std::count(rest.begin(), rest.end(), '/'), 20));
}

}  // namespace

std::string_view LearnedStrategy::fixed_name(std::uint32_t feature) {
  return kPriors[feature].name;
}

LearnedStrategy::LearnedStrategy(const Options& options, const collection::Topic& topic)
    : options_(options), regression_(options.regression) {
  for (std::uint32_t id = 0; id < kFixedCount; ++id) regression_.set_prior(id, kPriors[id].weight);
  own_terms_.insert(topics::normal_term(topic.title));
  for (const std::string& term : topic.terms) own_terms_.insert(topics::normal_term(term));
  own_terms_.erase("");
}

std::uint32_t LearnedStrategy::feature_of(std::string name) {
  const auto [found, is_new] =
      ids_.try_emplace(std::move(name), kFixedCount + static_cast<std::uint32_t>(names_.size()));
  if (is_new) names_.push_back(found->first);
  return found->second;
}

void LearnedStrategy::add_term_features(char kind, std::string_view text, Fixed own, Open& open) {
  if (text.empty()) return;
  std::vector<std::string> terms;
  topics::append_terms(text, terms);
  for (const std::string& term : terms) {
    if (own_terms_.contains(term)) open.own |= own_bit(own);
    if (open.terms.size() < kMostTerms) open.terms.push_back(feature_of(kind + term));
  }
}

void LearnedStrategy::read_annotations(Open& open, const LinkRead& read) {
  const std::uint64_t hash = annotation_hash(read.link);
  if (std::find(open.seen.begin(), open.seen.end(), hash) != open.seen.end()) return;
  const bool first = open.seen.empty();
  open.seen.push_back(hash);
  if (open.terms.size() >= kMostTerms) return;
  const Link& link = read.link;
  for (const std::string* text :
       {&link.anchor, &link.title, &link.alt, &link.name, &link.onmouseover}) {
    add_term_features('a', *text, kOwnInAnchor, open);
  }
  if (first) {
    const auto start = link.url.find("://");
    add_term_features('u',
                      std::string_view(link.url).substr(start == std::string::npos ? 0 : start + 3),
                      kOwnInUrl, open);
  }
  add_term_features('b', link.before, kOwnBeside, open);
  add_term_features('b', link.after, kOwnBeside, open);
  add_term_features('h', link.heading, kOwnInHeading, open);
  if (!read.source.judgement.topic.empty())
    open.terms.push_back(feature_of('t' + read.source.judgement.topic));
  std::sort(open.terms.begin(), open.terms.end());
  open.terms.erase(std::unique(open.terms.begin(), open.terms.end()), open.terms.end());
}

void LearnedStrategy::link_read(const LinkRead& read) {
  const auto source = pages_.find(read.source.id);
  if (!read.target_open) {
    const auto target = pages_.find(read.target);
    if (source == pages_.end() || target == pages_.end()) return;
    source->second.led_to.judged += 1;
    source->second.led_to.relevance += target->second.relevance;
    return;
  }
  const auto [found, is_new] = open_.try_emplace(read.target);
  Open& open = found->second;
  if (is_new) {
    open.site = read.target_site;
    open.depth = path_depth(read.link.url);
    of_site_[open.site].push_back(read.target);
  }
  if (read.link.element == Element::kSitemap) open.sitemap = true;
  read_annotations(open, read);
  if (source == pages_.end()) return;
  if (open.citing.size() < kMostCiting &&
      (open.citing.empty() || open.citing.back() != read.source.id)) {
    open.citing.push_back(read.source.id);
  }
  if (source->second.targets.size() < kMostTargets) source->second.targets.push_back(read.target);
}

double LearnedStrategy::crawl_mean() const { return (crawl_.relevance + 1) / (crawl_.judged + 2); }

// The yield, smoothed toward the crawl's mean: (r + s m) / (n + s), as log-odds.
double LearnedStrategy::log_odds(const Yield& yield) const {
  const double share =
      (yield.relevance + kYieldWeight * crawl_mean()) / (yield.judged + kYieldWeight);
  return clamp_log_odds(std::log(share / (1 - share)));
}

std::vector<LearnedStrategy::Feature> LearnedStrategy::features(const Open& open, int hops) const {
  double best = 0;
  double sum = 0;
  double led_to = -kMostLogOdds;
  bool from_afar = false;
  std::unordered_set<SiteId> sites;
  for (const UrlId id : open.citing) {
    const Page& page = pages_.at(id);
    best = std::max<double>(best, page.relevance);
    sum += page.relevance;
    led_to = std::max(led_to, log_odds(page.led_to));
    from_afar = from_afar || (page.site != open.site && page.relevance >= 0.5F);
    sites.insert(page.site);
  }
  const auto citing = static_cast<double>(std::max<std::size_t>(open.citing.size(), 1));
  const Yield site = open.site < sites_.size() ? sites_[open.site] : Yield();
  std::vector<Feature> x;
  x.reserve(kFixedCount + open.terms.size());
  const auto add = [&](Fixed id, double value) {
    if (value != 0) x.push_back({id, static_cast<float>(value)});
  };
  add(kBias, 1);
  add(kBestCiting, best);
  add(kMeanCiting, sum / citing);
  add(kCitedFromAfar, from_afar ? 1 : 0);
  add(kCitingYield, open.citing.empty() ? log_odds({}) : led_to);
  add(kSiteYield, log_odds(site));
  add(kSiteKnown, 1 - 1 / (1 + site.judged));
  for (const Fixed own : {kOwnInAnchor, kOwnInUrl, kOwnBeside, kOwnInHeading})
    add(own, (open.own & own_bit(own)) != 0 ? 1 : 0);
  add(kCitingSites, std::log(static_cast<double>(std::max<std::size_t>(sites.size(), 1))));
  add(kDepth, open.depth / (4.0 + open.depth));
  add(kHops, hops / (4.0 + hops));
  add(kSitemap, open.sitemap ? 1 : 0);
  // The terms of a URL are normalised to unit length, so that long annotations do not dominate.
  const auto each = static_cast<float>(
      1 / std::sqrt(static_cast<double>(std::max<std::size_t>(open.terms.size(), 1))));
  for (const std::uint32_t term : open.terms) x.push_back({term, each});
  return x;
}

Rating LearnedStrategy::rate(UrlId target, int hops, bool seed) const {
  if (seed) return {.priority = 2};
  const auto found = open_.find(target);
  static const Open nothing;
  const Open& open = found == open_.end() ? nothing : found->second;
  const double p = regression_.probability(features(open, hops));
  const double judged =
      found == open_.end() || open.site >= sites_.size() ? 0 : sites_[open.site].judged;
  return {.priority = p + options_.exploration * std::sqrt(p * (1 - p) / (judged + 1))};
}

void LearnedStrategy::raise_around(const Page& citing) {
  for (const UrlId target : citing.targets) {
    if (open_.contains(target)) raised_.push_back(target);
  }
}

void LearnedStrategy::page_judged(const JudgedPage& page) {
  const double relevance = page.judgement.relevance.value();
  const bool fresh = page.document != nullptr;
  const auto found = open_.find(page.id);
  if (found != open_.end()) {
    if (fresh && !page.seed) {
      regression_.learn(features(found->second, page.hops), relevance);
      ++learned_;
    }
    for (const UrlId citing : found->second.citing) {
      Page& source = pages_.at(citing);
      const double before = log_odds(source.led_to);
      source.led_to.judged += 1;
      source.led_to.relevance += relevance;
      if (log_odds(source.led_to) > before + 0.1) raise_around(source);
    }
    open_.erase(found);
  }
  Page& known = pages_[page.id];
  known.site = page.site;
  known.relevance = static_cast<float>(relevance);
  if (page.site >= sites_.size()) sites_.resize(page.site + 1);
  Yield& site = sites_[page.site];
  const double before = log_odds(site);
  site.judged += 1;
  site.relevance += relevance;
  crawl_.judged += 1;
  crawl_.relevance += relevance;
  if (log_odds(site) > before) {
    std::vector<UrlId>& waiting = of_site_[page.site];
    std::erase_if(waiting, [&](UrlId id) { return !open_.contains(id); });
    raised_.insert(raised_.end(), waiting.begin(), waiting.end());
  }
  if (fresh && learned_ % kRateAllEvery == 0) {
    for (const auto& [id, open] : open_) raised_.push_back(id);
  }
}

void LearnedStrategy::merge(UrlId alias, UrlId target) {
  const auto found = open_.find(alias);
  if (found == open_.end() || alias == target) return;
  Open said = std::move(found->second);
  open_.erase(found);
  if (const auto known = pages_.find(target); known != pages_.end()) return;
  const auto [standing, is_new] = open_.try_emplace(target);
  Open& open = standing->second;
  if (is_new) {
    open = std::move(said);
    of_site_[open.site].push_back(target);
  } else {
    open.own |= said.own;
    for (const UrlId citing : said.citing) {
      if (open.citing.size() < kMostCiting) open.citing.push_back(citing);
    }
    open.seen.insert(open.seen.end(), said.seen.begin(), said.seen.end());
    open.terms.insert(open.terms.end(), said.terms.begin(), said.terms.end());
    std::sort(open.terms.begin(), open.terms.end());
    open.terms.erase(std::unique(open.terms.begin(), open.terms.end()), open.terms.end());
  }
  raised_.push_back(target);
}

void LearnedStrategy::take_raised(std::vector<UrlId>& raised) {
  std::sort(raised_.begin(), raised_.end());
  raised_.erase(std::unique(raised_.begin(), raised_.end()), raised_.end());
  raised.insert(raised.end(), raised_.begin(), raised_.end());
  raised_.clear();
}

void LearnedStrategy::explain(UrlId target, std::vector<Reason>& reasons) const {
  static const char* const kinds[] = {"in the text of links: ", "in its URL: ", "beside links: ",
                                      "above links: ", "topic of a citing page: "};
  const auto found = open_.find(target);
  if (found == open_.end()) return;
  for (const Feature& feature : features(found->second, 0)) {
    const double weight = static_cast<double>(regression_.weight(feature.id).w) * feature.value;
    if (feature.id < kFixedCount) {
      reasons.push_back({std::string(fixed_name(feature.id)), weight});
      continue;
    }
    const std::string& name = names_[feature.id - kFixedCount];
    const std::size_t kind = std::string_view("aubht").find(name[0]);
    if (weight != 0) reasons.push_back({kinds[kind] + name.substr(1), weight});
  }
  std::stable_sort(reasons.begin(), reasons.end(), [](const Reason& a, const Reason& b) {
    return std::abs(a.weight) > std::abs(b.weight);
  });
}

// One line for each weight: "w g name"; fixed features are named by number, terms by name.
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
    char numbers[48];
    const auto weight = regression_.weight(id);
    std::snprintf(numbers, sizeof numbers, "%.6g %.6g ", static_cast<double>(weight.w),
                  static_cast<double>(weight.g));
    text += numbers;
    text += id < kFixedCount ? std::to_string(id) : names_[id - kFixedCount];
    text += '\n';
  }
  return text;
}

void LearnedStrategy::restore_state(std::string_view state) {
  for (const std::string_view line : split(state, '\n')) {
    topics::OnlineLogistic::Weight weight;
    const char* const end = line.data() + line.size();
    const auto [after_w, bad_w] = std::from_chars(line.data(), end, weight.w);
    if (bad_w != std::errc() || after_w == end) continue;
    const auto [after_g, bad_g] = std::from_chars(after_w + 1, end, weight.g);
    if (bad_g != std::errc() || after_g == end || !std::isfinite(weight.w) || !(weight.g >= 0))
      continue;
    const std::string_view name(after_g + 1, static_cast<std::size_t>(end - after_g - 1));
    std::uint32_t fixed = 0;
    const auto [last, is_name] = std::from_chars(name.data(), name.data() + name.size(), fixed);
    if (is_name == std::errc() && last == end && fixed < kFixedCount) {
      regression_.restore(fixed, weight);
    } else if (!name.empty() && std::string_view("aubht").find(name[0]) != std::string_view::npos) {
      regression_.restore(feature_of(std::string(name)), weight);
    }
  }
}

}  // namespace porthole::gatherer
