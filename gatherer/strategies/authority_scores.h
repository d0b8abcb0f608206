#pragma once

/// Hub and authority scores of a crawl as it goes on: whole from time to time, and carried on in between.
///
/// In:  pages and links as they are read, fetched or not at the other end.
/// Out: the authority of every URL, and which have risen; after each whole run, all scores, to be stored.
///
/// Every `every` pages, and in a crawl of more than 20 times as many each time that it has grown by a
/// twentieth (so that all runs together cost no more than some twenty of the last), the recursion of
/// topics/graph/hubs_authorities.h runs over all links that are known. Between runs a page u that was fetched since
/// gets the hub score, and what it cites the authority, that one more half-step each would give them:
///
///   h(u) = s_h * sum over links (u, v) of w(u, v) * a(v)
///   a(v) = a(v) + s_a * w(u, v) * h(u)
///
/// with the scales of the last run, s_h = 1 / sum over links of w * a(v) and s_a = 1 / sum over links of
/// w * h(u). Before the first run, as the recursion begins, h = 1: a(v) is the weight of the links to v.
///
/// Source: Sundaresan, Yi, Huang 2000, sections 4.1.1 (figure 2: P is all pages that links name) and 4.1.5
/// (weights of links). The half-steps are ours: the paper leaves open what new URLs have between runs.
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
    std::int64_t every = 100;  ///< Pages.
    int rounds = 50;           ///< At most, in a run.
  };
  /// What a link says, numbered by the caller; the weight of what it says, in [0, 1], may change with time.
  using Label = std::uint32_t;
  using WeightOf = std::function<double(Label)>;

  /// Without `weight_of` every link weighs 1 and labels are not kept.
  explicit AuthorityScores(const Options& options, WeightOf weight_of = nullptr);

  void add_page() { ++pages_; }
  /// Requires: the links of a page come one after the other.
  void add_link(UrlId source, UrlId target, Label label = 0);
  /// Links to `alias` are links to `target` from now on.
  void merge(UrlId alias, UrlId target);

  /// Takes up what was read since; appends the URLs whose authority rose.
  void update(std::vector<UrlId>& raised);

  /// The scores of the last run over the whole graph, of all URLs that have any, by id; once after each run.
  std::optional<std::vector<repository::ScoreRecord>> take_run() { return std::exchange(last_run_, std::nullopt); }

  double authority(UrlId url) const { return at(authority_, url); }
  double hub(UrlId url) const { return at(hub_, url); }

 private:
  struct Vote {
    UrlId target;
    double weight;
  };
  static double at(const std::vector<double>& scores, UrlId url) {
    return static_cast<std::size_t>(url) < scores.size() ? scores[static_cast<std::size_t>(url)] : 0;
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
  std::vector<double> hub_, authority_;  // by id
  std::optional<std::vector<repository::ScoreRecord>> last_run_;  ///< Not taken yet.
  double hub_scale_ = 0, authority_scale_ = 1;
  bool has_run_ = false;
  std::size_t settled_ = 0;  ///< Links that the scores know of.
  std::int64_t pages_ = 0, next_run_;
};

}  // namespace porthole::gatherer
