#include "gatherer/strategies/learned_strategy.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "gatherer/strategies/relevance_strategy.h"
#include "topics/text/term_extractor.h"

namespace porthole::gatherer {
namespace {

constexpr std::size_t kMostTerms = 96;     // features of one URL; later ones are dropped
constexpr std::size_t kMostCiting = 32;    // citing pages considered for one URL
constexpr std::size_t kMostTargets = 400;  // targets of one page re-rated when its yield rises
constexpr std::size_t kMostSeen = 64;      // annotations of one URL that are read
constexpr std::uint8_t kMostReadings = 2;  // annotations of one URL that the classifier reads
constexpr double kSeedCounts = 3;          // s: links of a seed that its standing counts for
constexpr double kSeedOnTopic = 0.5;       // at least, for its words: nobody knows better yet
constexpr double kRelevant = 0.5;
constexpr double kRise = 0.1;  // of a yield, in log-odds, from which on waiting URLs are re-rated
constexpr double kMostFromWords = 2;      // log-odds
constexpr double kManyPages = 100;        // N_0
constexpr std::size_t kRatedAPage = 256;  // URLs that are rated anew, on average for each page

std::uint8_t own_bit(LearnedStrategy::Fixed own) {
  return static_cast<std::uint8_t>(1U << (own - LearnedStrategy::kOwnInAnchor));
}

std::string_view without_scheme(std::string_view url) {
  const auto start = url.find("://");
  return start == std::string_view::npos ? url : url.substr(start + 3);
}

std::uint8_t path_depth(std::string_view url) {
  const std::string_view rest = without_scheme(url);
  return static_cast<std::uint8_t>(
      std::min<std::ptrdiff_t>(std::count(rest.begin(), rest.end(), '/'), 20));
}

double saturated(double value, double half) { return value / (half + value); }

void keep_each_once(std::vector<std::uint32_t>& terms) {
  std::sort(terms.begin(), terms.end());
  terms.erase(std::unique(terms.begin(), terms.end()), terms.end());
}

}  // namespace

LearnedStrategy::LearnedStrategy(const Options& options, const collection::Topic& topic,
                                 const PageJudge* judge)
    : options_(options),
      classifier_(judge != nullptr && judge->taxonomy() != nullptr ? judge : nullptr),
      regression_(options.regression) {
  for (std::uint32_t id = 0; id < kFixedCount; ++id)
    regression_.set_prior(id, kLearnedFeatures[id].weight);
  for (const Fixed yield : {kCitingYield, kPlaceYield})
    regression_.set_bounds(yield, 0, kMostYieldWeight);
  if (classifier_ != nullptr)
    no_words_ = log_odds_of(classifier_->judge(Document()).relevance.value());
  const auto add_own = [&](std::string_view term) {
    own_stems_.insert(topics::stem_of_term(topics::normal_term(term)));
  };
  add_own(topic.title);
  for (const std::string& term : topic.terms) add_own(term);
  own_stems_.erase("");
}

bool LearnedStrategy::is_own(std::string_view term) const {
  return own_stems_.contains(topics::stem_of_term(term));
}

std::uint32_t LearnedStrategy::feature_of(const std::string& name) {
  const std::uint32_t number = names_.id_of(name);
  if (number < terms_.size()) return kFixedCount + number;
  const std::string_view term = std::string_view(name).substr(1);
  Term& added = terms_.emplace_back();
  added.own = is_own(term);
  const bool is_word = name[0] != 't' && term.find(' ') == std::string_view::npos;
  if (classifier_ == nullptr && is_word) added.word = evidence_.id_of(term);
  return kFixedCount + number;
}

void LearnedStrategy::add_term_features(char kind, std::string_view text, Fixed own, Open& open) {
  if (text.empty()) return;
  topics::for_each_term(text, [&](std::string_view term) {
    if (open.terms.size() >= kMostTerms) {
      if ((open.own & own_bit(own)) == 0 && is_own(term)) open.own |= own_bit(own);
      return;
    }
    const std::uint32_t feature = feature_of(std::string(1, kind).append(term));
    if (terms_[feature - kFixedCount].own) open.own |= own_bit(own);
    open.terms.push_back(feature);
  });
}

void LearnedStrategy::read_by_classifier(Open& open, const Link& link) const {
  if (classifier_ == nullptr || open.readings >= kMostReadings) return;
  Document words;
  words.title = link.anchor;
  for (const std::string* text :
       {&link.title, &link.alt, &link.before, &link.after, &link.heading}) {
    words.text.append(*text).append(1, '\n');
  }
  words.text += without_scheme(link.url);
  open.read +=
      static_cast<float>(log_odds_of(classifier_->judge(words).relevance.value()) - no_words_);
  ++open.readings;
}

bool LearnedStrategy::read_annotations(Open& open, const LinkRead& read) {
  const auto hash = static_cast<std::uint32_t>(annotation_hash(read.link));
  if (open.seen.size() >= kMostSeen ||
      std::find(open.seen.begin(), open.seen.end(), hash) != open.seen.end()) {
    return false;
  }
  const bool first = open.seen.empty();
  open.seen.push_back(hash);
  read_by_classifier(open, read.link);
  if (open.terms.size() >= kMostTerms) return true;
  const Link& link = read.link;
  for (const std::string* text :
       {&link.anchor, &link.title, &link.alt, &link.name, &link.onmouseover}) {
    add_term_features('a', *text, kOwnInAnchor, open);
  }
  if (first) add_term_features('u', without_scheme(link.url), kOwnInUrl, open);
  add_term_features('b', link.before, kOwnBeside, open);
  add_term_features('b', link.after, kOwnBeside, open);
  add_term_features('h', link.heading, kOwnInHeading, open);
  if (!read.source.judgement.topic.empty())
    open.terms.push_back(feature_of('t' + read.source.judgement.topic));
  keep_each_once(open.terms);
  return true;
}

void LearnedStrategy::link_read(const LinkRead& read) {
  const auto source = pages_.find(read.source.id);
  if (!read.target_open) {
    const auto target = pages_.find(read.target);
    if (source != pages_.end() && target != pages_.end())
      link_to_known(read, source->second, target->second);
    return;
  }
  Open& open = linked_;
  const bool is_new = !open_.get(read.target, open);
  bool is_changed = is_new;
  if (is_new) {
    open.site = read.target_site;
    open.folder = yields_.folder_of(open.site, read.link.url);
    open.depth = path_depth(read.link.url);
    of_site_[open.site].push_back(static_cast<std::uint32_t>(read.target));
  }
  if (read.link.element == Element::kSitemap && !open.sitemap) open.sitemap = is_changed = true;
  if (read_annotations(open, read)) is_changed = true;
  const auto page = static_cast<std::uint32_t>(read.source.id);
  if (source != pages_.end()) {
    if (open.citing.size() < kMostCiting &&
        (open.citing.empty() || open.citing.back().page != page)) {
      open.citing.push_back({page, yields_.list_of(read.source.site, read.link.heading)});
      is_changed = true;
    }
    if (source->second.targets.size() < kMostTargets)
      source->second.targets.push_back(static_cast<std::uint32_t>(read.target));
  }
  if (is_changed) open_.put(read.target, open);
}

// In a crawl that goes on, pages are told before links: what the links say of a page's folder, and
// by which page it became known, is made up for.
void LearnedStrategy::link_to_known(const LinkRead& read, Page& source, Page& target) {
  source.led_to.add(target.value);
  if (target.folder == Yields::kNoFolder) {
    target.folder = yields_.folder_of(target.site, read.link.url);
    yields_.add_to_folder(target.folder, target.value);
  }
  if (target.parent != 0 || target.seed || source.order >= target.order) return;
  target.parent = static_cast<std::uint32_t>(read.source.id);
  if (target.since > 0) target.since = static_cast<std::uint8_t>(std::min(source.since + 1, 200));
  yields_.add_to_list(yields_.list_of(source.site, read.link.heading), target.value);
  credit(target.parent, target.value);
}

// s(w)
double LearnedStrategy::substance_of(const JudgedPage& page) const {
  if (!page.content_length || options_.thin == 0) return 1;
  return std::min(static_cast<double>(*page.content_length) / options_.thin, 1.0);
}

// A(w); the page is counted for S first.
double LearnedStrategy::worth_of(const JudgedPage& page) {
  const double own = page.judgement.relevance.value() * substance_of(page);
  standing_.add(page.site, own);
  return own + options_.site * std::max(0.0, standing_.of(page.site) - own);
}

double LearnedStrategy::relevance_of(const Page& page) const {
  if (!page.seed) return page.relevance;
  const double standing = (kSeedCounts + page.led_to.value) / (kSeedCounts + page.led_to.judged);
  return std::max<double>(page.relevance, standing);
}

double LearnedStrategy::words_of(const Open& open) const {
  double sum = 0;
  double count = 0;
  if (classifier_ != nullptr) {
    sum = static_cast<double>(open.read) / 2;
    count = open.readings;
  } else {
    for (const std::uint32_t term : open.terms) {
      const auto word = terms_[term - kFixedCount].word;
      if (word == topics::WordEvidence::kUnknown) continue;
      sum += evidence_.weight(word);
      count += 1;
    }
    count = std::sqrt(count);
  }
  return count == 0 ? 0 : std::clamp(sum / count, -kMostFromWords, kMostFromWords);
}

void LearnedStrategy::add_citing_features(const Open& open, std::vector<Feature>& x) const {
  if (open.citing.empty()) return;
  double best = 0;
  double sum = 0;
  double led_to = -Yields::kMostEvidence;
  std::uint8_t since = 255;
  bool from_afar = false;
  std::vector<SiteId> sites;
  for (const Citing& citing : open.citing) {
    const Page& page = pages_.at(citing.page);
    const double relevance = relevance_of(page);
    best = std::max(best, relevance);
    sum += relevance;
    led_to = std::max(led_to, yields_.evidence_of_page(page.led_to, citing.list));
    since = std::min(since, page.since);
    from_afar = from_afar || (page.site != open.site && relevance >= kRelevant);
    if (std::find(sites.begin(), sites.end(), page.site) == sites.end()) sites.push_back(page.site);
  }
  const auto add = [&](Fixed id, double value) {
    if (value != 0) x.push_back({id, static_cast<float>(value)});
  };
  add(kBestCiting, best);
  add(kMeanCiting, sum / static_cast<double>(open.citing.size()));
  add(kCitedFromAfar, from_afar ? 1 : 0);
  add(kCitingYield, led_to);
  add(kCitingSites, std::log(static_cast<double>(sites.size())));
  add(kSince, saturated(since, 1));
}

std::vector<LearnedStrategy::Feature> LearnedStrategy::features(const Open& open, int hops) const {
  std::vector<Feature> x;
  x.reserve(kFixedCount + open.terms.size());
  const auto add = [&](Fixed id, double value) {
    if (value != 0) x.push_back({id, static_cast<float>(value)});
  };
  add(kBias, 1);
  add_citing_features(open, x);
  add(kPlaceYield, yields_.evidence_of_place(open.site, open.folder));
  for (const Fixed own : {kOwnInAnchor, kOwnInUrl, kOwnBeside, kOwnInHeading})
    add(own, (open.own & own_bit(own)) != 0 ? 1 : 0);
  add(kWords, words_of(open));
  add(kDepth, saturated(open.depth, 4));
  add(kHops, saturated(hops, 4));
  add(kSitemap, open.sitemap ? 1 : 0);
  add(kSiteShare, yields_.judged(open.site) / (kManyPages + judged_));
  // The terms of a URL are normalised to unit length, so that long annotations do not dominate.
  const auto each = static_cast<float>(
      1 / std::sqrt(static_cast<double>(std::max<std::size_t>(open.terms.size(), 1))));
  for (const std::uint32_t term : open.terms) x.push_back({term, each});
  return x;
}

Rating LearnedStrategy::rate(UrlId target, int hops, bool seed) const {
  if (seed) return {.priority = kSeedPriority};
  const Open& open = rated_;
  const bool is_known = open_.get(target, rated_);
  const double p = regression_.probability(features(open, hops));
  const double judged = is_known ? yields_.judged(open.site) : 0;
  const double bonus = options_.exploration * std::sqrt(p * (1 - p) / (judged + 1));
  const double phi = yields_.failure_of(open.site, open.folder);
  return {.priority = (p + bonus) * (1 - phi)};
}

void LearnedStrategy::raise_around(const Page& citing) {
  for (const std::uint32_t target : citing.targets) {
    if (open_.contains(target)) raised_.push_back(target);
  }
}

void LearnedStrategy::raise_site(SiteId site) {
  const double evidence = yields_.evidence_of_site(site);
  double& raised_at = raised_at_[site];
  if (evidence <= raised_at + kRise) {
    raised_at = std::min(raised_at, evidence);
    return;
  }
  raised_at = evidence;
  std::vector<std::uint32_t>& waiting = of_site_[site];
  std::erase_if(waiting, [&](std::uint32_t id) { return !open_.contains(id); });
  raised_.insert(raised_.end(), waiting.begin(), waiting.end());
}

void LearnedStrategy::count_led_to(Page& source, Yields::ListId list, double value) {
  const double before = yields_.evidence_of_page(source.led_to, list);
  source.led_to.add(value);
  if (yields_.evidence_of_page(source.led_to, list) > before + kRise) raise_around(source);
}

void LearnedStrategy::revise(Page& page, double value) {
  const double before = page.value;
  page.value = static_cast<float>(value);
  yields_.revise(page.site, page.folder, value - before);
  if (const auto parent = pages_.find(page.parent); parent != pages_.end())
    parent->second.led_to.value += static_cast<float>(value - before);
  if (!page.example.empty()) regression_.revise(page.example, before, value);
  if (value >= options_.gamma) page.example = {};
  raise_site(page.site);
}

// A page ahead that is valuable makes each page on the way to it valuable, less with every link.
void LearnedStrategy::credit(std::uint32_t parent, double value) {
  for (int links = 0; links < kDeep && parent != 0; ++links) {
    value *= options_.gamma;
    Page& page = pages_.at(parent);
    if (value <= static_cast<double>(page.value)) return;
    revise(page, value);
    parent = page.parent;
  }
}

void LearnedStrategy::learn_outcome(const JudgedPage& page, const Open& open, Page& known) {
  if (page.document != nullptr && !page.seed) {
    std::vector<Feature> x = features(open, page.hops);
    const double value = known.value;
    regression_.learn(x, value);
    x.shrink_to_fit();
    if (value < options_.gamma) known.example = std::move(x);
  }
  if (open.citing.empty()) return;
  const Citing first = open.citing.front();
  yields_.add_to_list(first.list, known.value);
  known.parent = first.page;
  std::uint8_t since = 255;
  for (const Citing& citing : open.citing) {
    Page& source = pages_.at(citing.page);
    since = std::min(since, source.since);
    count_led_to(source, citing.list, known.value);
  }
  if (known.since > 0) known.since = static_cast<std::uint8_t>(std::min(since + 1, 200));
}

void LearnedStrategy::page_judged(const JudgedPage& page) {
  const double relevance = page.judgement.relevance.value();
  const bool fresh = page.document != nullptr;
  Page& known = pages_[page.id];
  known.site = page.site;
  known.relevance = static_cast<float>(relevance);
  known.seed = page.seed;
  const double worth = worth_of(page);
  known.value = page.seed ? 1 : static_cast<float>(worth);
  known.since = page.seed || relevance >= kRelevant ? 0 : 1;
  known.order = ++judged_;
  if (Open open; open_.get(page.id, open)) {
    known.folder = open.folder;
    learn_outcome(page, open, known);
    open_.erase(page.id);
  }
  yields_.add(page.site, known.folder, known.value);
  credit(known.parent, known.value);
  if (fresh && classifier_ == nullptr) {
    const double on_topic = page.seed ? std::max(relevance, kSeedOnTopic) : relevance;
    evidence_.add(page.document->title, page.document->text, on_topic);
  }
  raise_site(page.site);
  if (!fresh) return;
  if (++since_all_rated_ * kRatedAPage >= open_.size()) rate_all();
}

// Weights and yields change with every page.
void LearnedStrategy::rate_all() {
  since_all_rated_ = 0;
  open_.for_each([&](UrlId id) { raised_.push_back(id); });
}

void LearnedStrategy::failed(UrlId target) {
  if (!open_.contains(target)) return;
  const OpenUrls::Head open = open_.head(target);
  yields_.add_failure(open.site, open.folder);
}

void LearnedStrategy::forget(UrlId target) { open_.erase(target); }

void LearnedStrategy::merge(UrlId alias, UrlId target) {
  Open said;
  if (alias == target || !open_.get(alias, said)) return;
  forget(alias);
  if (pages_.contains(target)) return;
  Open open;
  if (!open_.get(target, open)) {
    open = std::move(said);
    of_site_[open.site].push_back(static_cast<std::uint32_t>(target));
  } else {
    open.own |= said.own;
    open.read += said.read;
    open.readings = static_cast<std::uint8_t>(open.readings + said.readings);
    for (const Citing& citing : said.citing) {
      if (open.citing.size() < kMostCiting) open.citing.push_back(citing);
    }
    open.seen.insert(open.seen.end(), said.seen.begin(), said.seen.end());
    open.terms.insert(open.terms.end(), said.terms.begin(), said.terms.end());
    keep_each_once(open.terms);
  }
  open_.put(target, open);
  raised_.push_back(target);
}

void LearnedStrategy::take_raised(std::vector<UrlId>& raised) { give_each_once(raised_, raised); }

}  // namespace porthole::gatherer
