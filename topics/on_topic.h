#pragma once

/// Decides which pages of a collection are on topic, by their own relevance and that of their site.
///
/// In:  the relevance and the site of every page, as it was judged when it was fetched.
/// Out: for a page, whether it is on topic, and the figures behind the decision.
///
/// The relevance of a single page is a weak signal: most pages of a topical site contain few of the
/// topic's words. Most sites are about one thing, so a page is on topic when
///
///     R(d) >= kOwn    or    M(s) >= least_site()
///
/// where R(d) is its relevance and M(s) the mean relevance of the pages of its site, itself
/// included; seeds are always on topic. least_site() was chosen by
/// labs/experiments/programs/on_topic_main.cc, docs/on_topic.md.
///
/// Units: relevance in [0, 1]. Thread safety: const members, any thread.

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

namespace porthole::topics {

/// Source of the relevance of pages.
enum class JudgedBy {
  kWords,       ///< The topic's own words (topics/text/text_relevance.h).
  kClassifier,  ///< A model of a taxonomy (topics/classify/topic_model.h).
};

/// Result for a page: the decision and its figures.
struct Standing {
  bool on_topic = false;
  bool is_seed = false;
  double own = 0;          ///< R(d).
  double site = 0;         ///< M(s).
  double least_site = 0;   ///< Minimum M(s) for all pages of a site to be on topic.
  std::int64_t pages = 0;  ///< Pages of the site.
};

class TopicalSites {
 public:
  static constexpr double kOwn = 0.5;
  static constexpr double least_site(JudgedBy judge) { return judge == JudgedBy::kWords ? 0.03 : 0.05; }

  explicit TopicalSites(JudgedBy judge) : least_site_(least_site(judge)) {}

  void add(std::string_view site, double relevance);

  /// Returns the result for a page that was added.
  Standing standing(std::string_view site, double relevance, bool is_seed) const;

 private:
  struct Sum {
    double relevance = 0;
    std::int64_t pages = 0;
  };
  double least_site_;
  std::unordered_map<std::string, Sum> sites_;
};

}  // namespace porthole::topics
