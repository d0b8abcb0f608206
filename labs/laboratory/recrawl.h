#pragma once

/// Recrawls a generated web that changes, by several orders at one budget, and measures freshness.
///
/// In:  a web whose pages change at known times (GeneratedWeb::version()), a budget of fetches.
/// Out: the share of pages that are as they were stored, over time.
///
/// All pages are fetched at hour 0. Each hour the pages of the highest priority are fetched again.
/// An order sees whether a fetch found a change, and estimates rates by that alone, once a day
/// (topics/importance/change_rate.h).
///
/// Source: Cho, Garcia-Molina, "Effective page refresh policies for web crawlers", ACM TODS 28(4),
/// 2003, section 3: the uniform and the proportional policy; Sundaresan, Yi, Huang 2000, section
/// 4.2: hubs more often.
/// Thread safety: functions without state.

#include <cstdint>
#include <string_view>
#include <vector>

#include "labs/generated/generated_web.h"

namespace porthole::labs {

enum class RecrawlOrder {
  kUniform,       ///< The page that was fetched longest ago.
  kProportional,  ///< The most changes expected since its fetch: intervals as long as those of
                  ///< changes.
  kHubs,          ///< The most freshness gained by weight, with hubs, authorities and relevance.
};
std::string_view name_of(RecrawlOrder order);

struct RecrawlRun {
  double share_a_day = 0.1;  ///< Share of the pages that is fetched a day.
  int days = 60;
  int measured_days = 30;  ///< The last days, over which freshness is taken.
};

struct RecrawlFreshness {
  double weighted = 0;  ///< Mean over hours and pages, by weight.
  double plain = 0;     ///< Each page counts alike.
};

/// Weights of the pages for one topic: relevance is 1 for its pages, and hub and authority scores
/// are those of the distiller.
std::vector<double> weights_of(const GeneratedWeb& web, std::uint16_t topic);

/// Requires: a weight for each page of `web`.
RecrawlFreshness recrawl(const GeneratedWeb& web, const std::vector<double>& weights,
                         RecrawlOrder order, const RecrawlRun& run);

}  // namespace porthole::labs
