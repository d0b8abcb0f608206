#pragma once

/// Measures the accuracy of the rule of topics/on_topic.h, by the topics of the list of sites.
///
/// In:  the pages of each crawl: whether their site is of the topic, and the input of the rule.
/// Out: the share of the pages on sites of the topic that the rule keeps, and that of the others.
///
/// Thread safety: functions without state.

#include <cstddef>
#include <string>
#include <vector>

#include "topics/on_topic.h"

namespace porthole::labs {

struct JudgedCrawl {
  struct Page {
    bool of_topic = false;  ///< By the list of sites.
    topics::Standing standing;
  };
  std::string topic;
  std::string use;  ///< "tuning" or "report".
  std::vector<Page> pages;
};

struct StandingFigures {
  std::string topic;  ///< "" for a mean over topics.
  std::size_t crawls = 0;
  double of_topic =
      0;  ///< Pages on sites of the topic, a mean over crawls; the same of the others.
  double others = 0;
  double kept = 0;  ///< Share of the pages on sites of the topic that are on topic by the rule; the
                    ///< mean over crawls.
  double stay = 0;  ///< The same of the others.
};

/// Figures of each topic with this use, in the order of `crawls`, with
/// TopicalSites::least_share() replaced by `share`.
std::vector<StandingFigures> figures_of_topics(const std::vector<JudgedCrawl>& crawls,
                                               const std::string& use, double share);
/// Mean over topics, each with the same weight.
StandingFigures mean_of(const std::vector<StandingFigures>& topics);

/// Means for several shares of L of both uses, then every topic with `share`; as text.
std::string standing_tables(const std::vector<JudgedCrawl>& crawls, double share);

}  // namespace porthole::labs
