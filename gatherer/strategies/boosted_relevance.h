#pragma once

/// RWB, relevance weighting with boosting: RW (gatherer/strategies/relevance_strategy.h) that now and then looks at a page
/// which RW would never fetch, so that a crawl does not end where the metadata says nothing.
///
///   Theta_RWB(w) = Theta_RW(w)               when Theta_RW(w) >= c, or R1 < b
///                  max { Theta(t) : t in w }  when R1 >= b and that is at least c
///                  R2                         when R1 >= b and it is not
///
/// - What RW lets pass has RW's rating, at least c.
/// - What fails c and draws R1 < b is pruned, as by RW.
/// - What fails c and draws R1 >= b is to be judged by its whole content, and that has to be fetched first: a
///   look. It waits with the rating c * R2, below everything that passes and in random order. When it has come,
///   its score is the best term of its text, or R2 when that fails too, and its links are followed as those of
///   any page. RW learns from it.
///
/// The looks are counted, and how many of them the content proved right: state(), remark(). R1 and R2 are
/// functions of the random seed and the URL, so that a restart draws the same.
///
/// Value: b = 0.9: one in ten of the pages that fail is looked at.
/// Source: Sundaresan, Yi, Huang 2000, section 4.1.4 and its equation, whose first case we read as RW's own score
/// of w (printed is "Theta_RW(2)"). That a looked-at page was fetched before its score is known is ours to
/// settle: the paper has no queue for looks.

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>

#include "gatherer/strategies/relevance_strategy.h"
#include "gatherer/strategies/strategy.h"
#include "gatherer/strategies/url_dice.h"

namespace porthole::gatherer {

class BoostedRelevance final : public Strategy {
 public:
  struct Looks {
    std::int64_t made = 0;
    std::int64_t reached = 0;  ///< Of them: the content reached c.
  };

  BoostedRelevance(const topics::RelevanceWeighting::Options& options, const collection::Topic& topic, double boost,
                   std::uint64_t random_seed);

  std::string_view name() const override { return "rwb"; }
  QueueOrder order() const override { return relevance_.order(); }
  void link_read(const LinkRead& read) override { relevance_.link_read(read); }
  void merge(UrlId alias, UrlId target) override { relevance_.merge(alias, target); }
  void page_judged(const JudgedPage& page) override;
  void forget(UrlId target) override { relevance_.forget(target); }
  Rating rate(UrlId target, int hops, bool seed) const override;
  void take_raised(std::vector<UrlId>& raised) override { relevance_.take_raised(raised); }
  void explain(UrlId target, std::vector<Reason>& reasons) const override;
  std::string remark() const override;
  void take_learned(std::vector<repository::TermRecord>& terms) override { relevance_.take_learned(terms); }
  void restore(const repository::TermRecord& term) override { relevance_.restore(term); }
  void restore_totals(std::int64_t fetched, std::int64_t relevant) override {
    relevance_.restore_totals(fetched, relevant);
  }
  std::string state() const override;
  void restore_state(std::string_view state) override;
  Replay replay() const override { return relevance_.replay(); }

  Looks looks() const { return looks_; }
  /// Theta_RWB of a page that this run looked at; nothing of others.
  std::optional<double> score_after_look(UrlId page) const;

 private:
  bool is_boosted(UrlId target) const;
  double random_score(UrlId target) const;
  double best_term(const Document& document) const;

  RelevanceStrategy relevance_;
  double boost_;
  UrlDice dice_;
  Looks looks_;
  std::unordered_map<UrlId, double> scores_;
};

}  // namespace porthole::gatherer
