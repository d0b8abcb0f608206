#pragma once

/// AuthorityScores: incremental hub and authority scores (HITS) of a growing crawl; recomputed
/// periodically and updated approximately in between.
///
/// In:  pages and links as they are parsed; targets need not be fetched.
/// Out: the authority of every URL, and the URLs whose authority rose; after each full run, all
///      scores, to be stored.
///
/// A full run of topics/graph/hubs_authorities.h over all known links takes place every `every`
/// pages, and in a crawl of more than 20 times as many pages each time that it has grown by 5 per
/// cent (so that all runs together cost about 20 times the last one). Between runs a newly fetched
/// page u gets the hub score, and the pages it links to the authority, of one more half-step:
/// gets the hub score, and what it cites the authority, that one more half-step each would give
/// them:
///
///   h(u) = s_h * sum over links (u, v) of w(u, v) * a(v)
///   a(v) = a(v) + s_a * w(u, v) * h(u)
///
/// with the scales of the last run, s_h = 1 / sum over links of w * a(v) and s_a = 1 / sum over
/// links of w * h(u). Before the first run h = 1, as at the start of the iteration: a(v) is the
/// weight of the links to v.
///
/// Source: Sundaresan, Yi, Huang 2000, sections 4.1.1 (figure 2: P is all pages that links name)
/// and 4.1.5 (weights of links). The half-steps are ours: the paper does not define scores of new
/// URLs between runs.
/// Memory: 8 bytes a link, 12 with labels; 16 a URL. Thread safety: one thread.

#include <cstdint>
#include <functional>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "repository/records.h"
#include "topics/graph/link_graph.h"

namespace porthole::gatherer {

using repository::UrlId;

class AuthorityScores {
 public:
  struct Options {
    std::int64_t every = 100;  ///< Pages between runs.
    int rounds = 50;           ///< Maximum number of iterations in a run.
  };
  /// The number that the caller gave to a link's text; the weight of that text, in [0, 1], may
  /// change with time.
  using Label = std::uint32_t;
  using WeightOf = std::function<double(Label)>;

  /// Without `weight_of` every link weighs 1 and labels are not stored.
  explicit AuthorityScores(const Options& options, WeightOf weight_of = nullptr);

  void add_page() { ++pages_; }
  /// Requires: the links of a page are added consecutively.
  void add_link(UrlId source, UrlId target, Label label = 0);
  /// From now on, links to `alias` count as links to `target`.
  void merge(UrlId alias, UrlId target);

  /// Processes the pages and links added since the last call; appends the URLs whose authority
  /// rose.
  void update(std::vector<UrlId>& raised);

  /// All non-zero scores of the last full run, by id; once after each run.
  std::optional<std::vector<repository::ScoreRecord>> take_run() {
    return std::exchange(last_run_, std::nullopt);
  }

  double authority(UrlId url) const { return at(authority_, url); }
  double hub(UrlId url) const { return at(hub_, url); }

 private:
  struct Vote {
    UrlId target;
    double weight;
  };
  static double at(const std::vector<double>& scores, UrlId url) {
    return static_cast<std::size_t>(url) < scores.size() ? scores[static_cast<std::size_t>(url)]
                                                         : 0;
  }
  UrlId standing_for(UrlId url) const;
  double weight(std::size_t link) const { return weight_of_ ? weight_of_(labels_[link]) : 1; }
  std::size_t settle_page(std::size_t begin, std::vector<UrlId>& raised);
  void run(std::vector<UrlId>& raised);
  void take_scales(const topics::LinkGraph& graph);

  Options options_;
  WeightOf weight_of_;
  std::vector<topics::Citation> links_;
  std::vector<Label> labels_;
  std::unordered_map<UrlId, UrlId> leads_to_;
  std::vector<double> hub_, authority_;                           // by id
  std::optional<std::vector<repository::ScoreRecord>> last_run_;  ///< Not returned yet.
  double hub_scale_ = 0, authority_scale_ = 1;
  bool has_run_ = false;
  std::size_t settled_ = 0;  ///< Number of links included in the scores.
  std::int64_t pages_ = 0, next_run_;
};

}  // namespace porthole::gatherer
