#pragma once

/// HitsStrategy and HitsRwStrategy: fetch the URL with the largest authority score first.
///
///   HITS     every link counts 1
///   HITS-RW  a link weighs as much as its metadata is relevant: Theta_RW of its annotations
///            (topics/text/relevance_weighting.h), learned during the crawl as by RW; 0 below RW's
///            threshold. A link without a known term weighs the estimate for unknown terms, or 0
///            (UnknownLinks)
///
/// The graph has all links parsed so far, unfetched targets included
/// (gatherer/strategies/authority_scores.h). Links of images are ignored. Nothing is pruned.
///
/// Source: Sundaresan, Yi, Huang 2000, sections 4.1.1 (figure 2; priority by authority score)
/// and 4.1.5.

#include <optional>
#include <unordered_map>
#include <vector>

#include "gatherer/strategies/authority_scores.h"
#include "gatherer/strategies/relevance_strategy.h"
#include "gatherer/strategies/strategy.h"

namespace porthole::gatherer {

class HitsStrategy final : public Strategy {
 public:
  explicit HitsStrategy(const AuthorityScores::Options& options) : scores_(options) {}

  std::string_view name() const override { return "hits"; }
  QueueOrder order() const override { return QueueOrder::by_relevance(); }
  void page_judged(const JudgedPage&) override { scores_.add_page(); }
  void link_read(const LinkRead& link) override;
  void merge(UrlId alias, UrlId target) override;
  Rating rate(UrlId target, int hops, bool seed) const override;
  void take_raised(std::vector<UrlId>& raised) override;
  void explain(UrlId target, std::vector<Reason>& reasons) const override;
  std::optional<std::vector<repository::ScoreRecord>> take_scores() override {
    return scores_.take_run();
  }
  Replay replay() const override { return Replay::kAllLinks; }

 private:
  AuthorityScores scores_;
  std::vector<UrlId> merged_;
};

/// Weight of a link none of whose terms has a known relevance. The paper has no such case.
enum class UnknownLinks {
  kMean,  ///< That of RW: (r + 1) / (n + 2).
  kZero,  ///< 0: a link without evidence confers no authority.
};

class HitsRwStrategy final : public RelevanceStrategy {
 public:
  HitsRwStrategy(const AuthorityScores::Options& options,
                 const topics::RelevanceWeighting::Options& weighting,
                 const collection::Topic& topic, UnknownLinks unknown = UnknownLinks::kMean);
  // Not copyable: scores_ holds a callback to this object.
  HitsRwStrategy(const HitsRwStrategy&) = delete;
  HitsRwStrategy& operator=(const HitsRwStrategy&) = delete;

  std::string_view name() const override { return "hits-rw"; }
  void page_judged(const JudgedPage& page) override;
  void link_read(const LinkRead& link) override;
  void merge(UrlId alias, UrlId target) override;
  Rating rate(UrlId target, int hops, bool seed) const override;
  void take_raised(std::vector<UrlId>& raised) override;
  void explain(UrlId target, std::vector<Reason>& reasons) const override;
  std::optional<std::vector<repository::ScoreRecord>> take_scores() override {
    return scores_.take_run();
  }
  Replay replay() const override { return Replay::kAllLinks; }

 private:
  AuthorityScores::Label label_of(const Link& link);
  double weight_of(AuthorityScores::Label label) const;

  UnknownLinks unknown_;
  AuthorityScores scores_;
  std::vector<std::vector<topics::TermId>> said_;                     ///< Terms of a label.
  std::unordered_map<std::uint64_t, AuthorityScores::Label> labels_;  ///< By hash of the
                                                                      ///< annotations.
  std::vector<UrlId> merged_;
};

}  // namespace porthole::gatherer
