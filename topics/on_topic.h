#pragma once

/// Which pages of a collection are on its topic.
///
/// In:  the relevance and the site of every page, as it was judged when it was fetched.
/// Out: of a page, whether it is on topic, and the figures that say so.
///
/// A page's own relevance says little: judged by the topic's words, most pages of a site about the topic have few of them.
/// But a site is about one thing more often than not. A page is on topic when
///
///     R(d) >= kOwn    or    M(s) >= least_site()
///
/// where R(d) is its relevance and M(s) the mean relevance of the pages of its site, itself among them; and when its user
/// named it as a seed. How least_site() was chosen: labs/experiments/programs/on_topic_main.cc, docs/on_topic.md.
///
/// Units: relevance in [0, 1]. Thread safety: const members, any thread.

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

namespace porthole::topics {

/// What gave pages their relevance.
enum class JudgedBy {
  kWords,       ///< The topic's own words (topics/text/text_relevance.h).
  kClassifier,  ///< A model of a taxonomy (topics/classify/topic_model.h).
};

/// A page among those of its site.
struct Standing {
  bool on_topic = false;
  bool is_seed = false;
  double own = 0;          ///< R(d).
  double site = 0;         ///< M(s).
  double least_site = 0;   ///< From which M(s) on all pages of a site are on topic.
  std::int64_t pages = 0;  ///< Of the site.
};

class TopicalSites {
 public:
  static constexpr double kOwn = 0.5;
  static constexpr double least_site(JudgedBy judge) { return judge == JudgedBy::kWords ? 0.03 : 0.05; }

  explicit TopicalSites(JudgedBy judge) : least_site_(least_site(judge)) {}

  void add(std::string_view site, double relevance);

  /// Of a page that was added.
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
