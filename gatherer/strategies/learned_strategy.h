#pragma once

/// LearnedStrategy, the default: learns online, from the crawl's own outcomes, which links lead to
/// relevant pages.
///
/// The value of a page is what it leads to, not only what it is:
///
///   V(w) = max(A(w), gamma max V(c)),    A(w) = R(w) s(w) + lambda max(0, S(site) - R(w) s(w)),
///   s(w) = min(|w| / l, 1)
///
/// over the pages c that became known by a link of w, at most kDeep links ahead; |w| is the length
/// of its main content in bytes. A page is worth its relevance when it is judged, a thin page less:
/// one that names the topic in a line of text is relevant, and holds little; s = 1 where the length
/// is not known. On a site whose pages are more relevant than the crawl's, the standing S that the
/// site then has (yields.h) raises the worth of a page that has less; A is not revised when
/// S changes. Whenever a page proves valuable, the pages on the chain of links by which it was
/// found are credited, and what was learned from them is corrected (OnlineLogistic::revise()). So a
/// list of good pages is a good example although it is about nothing.
///
/// For every linked URL the strategy collects the features x that are known before the fetch: the
/// terms of its annotations, by kind (anchor, title, alt, name and onmouseover; the URL; the text
/// beside the link; the heading above it), the relevance and topic of the pages that cite it, the
/// yields of these pages and of its folder and site (yields.h), the topic's own words in each kind,
/// matched by derivational stem, how much the words of its links read like a page on the topic, its
/// distance from a seed and from the last relevant page. An online logistic regression
/// (topics/classify/online_logistic.h) estimates p, the value of the page; each fetched page is one
/// training example. The weights of yields have bounds.
///
/// A site is worth less the more of the crawl it has taken: the share n / (N + N_0) of its n judged
/// pages among the crawl's N is a feature with a negative first weight, N_0 = kManyPages, so that a
/// large site of middling pages does not keep the crawl from others.
///
/// The words of links are read by the trained classifier of the collection's taxonomy; without one,
/// by a model of the crawl's own pages (topics/text/word_evidence.h), at first of its seeds.
///
/// The priority of a URL is
///
///   (p + kappa sqrt(p (1 - p) / (n + 1))) (1 - phi)
///
/// n being the judged pages of its site, kappa standard deviations an exploration bonus for sites
/// of which little is known, phi the share of failures in its folder (yields.h). Nothing is pruned.
///
/// A seed counts as relevant until its links say otherwise: its relevance is at least
/// (s + r) / (s + n), s = 3, for n judged pages with the sum of values r that it links to.
///
/// The weights of the fixed features (all but the terms) start at values set by hand, so that the
/// first choices are not arbitrary; labs/results/experiments.md reports their effect.
///
/// Source: ours. The features are those of Sundaresan, Yi, Huang 2000, Table 1 (kinds of link
/// metadata) and Chakrabarti, van den Berg, Dom 1999 (relevance of citing pages, hubs). The value
/// is that of reinforcement learning, discounted by distance: Rennie, McCallum, "Using
/// Reinforcement Learning to Spider the Web Efficiently", ICML 1999; pages a few links before a
/// target: Diligenti et al., "Focused Crawling Using Context Graphs", VLDB 2000.
/// Exploration by an upper confidence bound: Auer, Cesa-Bianchi, Fischer, "Finite-time Analysis of
/// the Multiarmed Bandit Problem", Machine Learning 47, 2002. Thread safety: one thread.

#include <cstdint>
#include <deque>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/key_index.h"
#include "gatherer/judge/page_judge.h"
#include "gatherer/strategies/learned_features.h"
#include "gatherer/strategies/open_urls.h"
#include "gatherer/strategies/strategy.h"
#include "gatherer/strategies/yields.h"
#include "topics/classify/online_logistic.h"
#include "topics/text/word_evidence.h"

namespace porthole::gatherer {

class LearnedStrategy final : public Strategy {
 public:
  struct Options {
    double exploration = 0.05;  ///< kappa
    double gamma = 0.7;  ///< Value of a page one link before a relevant one; 0: its own worth only.
    double thin = 1000;  ///< l, bytes; 0: pages count alike, however little they say.
    double site = 0.5;   ///< lambda: share of the way from a page's worth to its site's standing.
    topics::OnlineLogistic::Options regression{
        .rate = 0.5, .initial_accumulator = 20, .smoothing = 1};
  };
  static constexpr int kDeep = 3;

  /// `judge` reads the words of links if it has a taxonomy; may be null. Lifetime: it outlives the
  /// strategy.
  LearnedStrategy(const Options& options, const collection::Topic& topic,
                  const PageJudge* judge = nullptr);

  std::string_view name() const override { return "learned"; }
  void page_judged(const JudgedPage& page) override;
  void link_read(const LinkRead& read) override;
  void merge(UrlId alias, UrlId target) override;
  void failed(UrlId target) override;
  void forget(UrlId target) override;
  Rating rate(UrlId target, int hops, bool seed) const override;
  void take_raised(std::vector<UrlId>& raised) override;
  void explain(UrlId target, std::vector<Reason>& reasons) const override;
  std::string state() const override;
  void restore_state(std::string_view state) override;
  /// Averages the weights and the evidence of words; a weight that a gatherer lacks is 0 there.
  /// Source: parameter mixing: McDonald, Hall, Mann, "Distributed Training Strategies for the
  /// Structured Perceptron", NAACL 2010, section 3.
  std::string average(const std::vector<std::string>& states) const override;
  std::string checkpoint_layout() const override;
  void save(StateWriter& writer) const override;
  void load(StateReader& reader) override;
  bool warm_start(std::string_view state, bool same_topic) override;
  Replay replay() const override { return Replay::kAllLinks; }

  /// The fixed features; features of terms come after them.
  using Fixed = LearnedFixed;
  using enum LearnedFixed;

 private:
  using Feature = topics::OnlineLogistic::Feature;
  using Open = OpenUrls::Url;
  using Citing = OpenUrls::Citing;
  struct Page {
    SiteId site = 0;
    Yields::FolderId folder = 0;
    float relevance = 0;
    float value = 0;         ///< V
    std::uint8_t since = 0;  ///< Links since a relevant page; 0 for one itself.
    bool seed = false;
    std::uint32_t parent = 0;  ///< The page by whose link it became known; 0 if none.
    std::uint32_t order = 0;   ///< In which it was judged, from 1.
    Yield led_to;
    std::vector<std::uint32_t> targets;  ///< Targets of its links that are still open.
    std::vector<Feature>
        example;  ///< The example that was learned; kept while its value may change.
  };
  /// A term as a feature.
  struct Term {
    topics::WordEvidence::WordId word = topics::WordEvidence::kUnknown;
    bool own = false;  ///< It is one of the topic's own words.
  };

  static void save_page(const Page& page, StateWriter& writer);
  static void load_page(Page& page, StateReader& reader);
  enum class Words { kTake, kLeaveOut };
  void restore_lines(std::string_view state, Words words);
  /// True if the annotation was new.
  bool read_annotations(Open& open, const LinkRead& read);
  void add_term_features(char kind, std::string_view text, Fixed own, Open& open);
  void read_by_classifier(Open& open, const Link& link) const;
  std::uint32_t feature_of(const std::string& name);
  std::string name_of(std::uint32_t feature) const { return names_.text(feature - kFixedCount); }
  bool is_own(std::string_view term) const;
  void link_to_known(const LinkRead& read, Page& source, Page& target);
  void count_led_to(Page& source, Yields::ListId list, double value);
  double substance_of(const JudgedPage& page) const;
  double worth_of(const JudgedPage& page);
  double relevance_of(const Page& page) const;
  double words_of(const Open& open) const;
  void add_citing_features(const Open& open, std::vector<Feature>& x) const;
  std::vector<Feature> features(const Open& open, int hops) const;
  void learn_outcome(const JudgedPage& page, const Open& open, Page& known);
  void credit(std::uint32_t parent, double value);
  void revise(Page& page, double value);
  void raise_around(const Page& citing);
  void raise_site(SiteId site);
  void rate_all();

  Options options_;
  const PageJudge* classifier_;  ///< Null without a taxonomy.
  double no_words_ = 0;          ///< Log-odds that the classifier gives a page without words.
  topics::OnlineLogistic regression_;
  topics::WordEvidence evidence_;
  std::unordered_set<std::string> own_stems_;
  StringInterner names_;    ///< The kind of each term, a letter, and the term.
  std::deque<Term> terms_;  ///< Features after the fixed ones.
  std::unordered_map<UrlId, Page> pages_;
  OpenUrls open_;
  mutable Open rated_;  ///< The URL in rate() and explain(), kept for its memory.
  Open linked_;         ///< The URL in link_read(), as well.
  Yields yields_;
  SiteStanding standing_;
  std::unordered_map<SiteId, std::vector<std::uint32_t>> of_site_;  ///< Open URLs; others are
                                                                    ///< removed lazily.
  std::unordered_map<SiteId, double> raised_at_;  ///< Evidence of a site when it was last raised.
  std::size_t since_all_rated_ = 0;               ///< Pages.
  std::uint32_t judged_ = 0;
  std::vector<UrlId> raised_;
};

}  // namespace porthole::gatherer
