#pragma once

/// Change rates of pages, and the value of fetching one again.
///
/// In:  how often a page was asked for again, how often it had changed, over which time; its
///      relevance and scores; what its host claims of it.
/// Out: changes a day; the probability that the stored copy is fresh; an order to fetch pages in.
///
/// A page is taken to change as a Poisson process of rate L. A visit tells whether it changed since
/// the last one, not how often.
///
/// Source: Cho, Garcia-Molina, "Estimating frequency of change", ACM TOIT 3(3), 2003, section 4:
/// of n visits at intervals of I of which X found a change, the estimate X / (n I) misses changes
/// between visits, and the bias-corrected estimate is -log((n - X + 0.5) / (n + 0.5)) / I.
/// Freshness and age: Cho, Garcia-Molina, "Synchronizing a database to improve freshness", SIGMOD
/// 2000, section 3. The order: "Effective page refresh policies for web crawlers", ACM TODS 28(4),
/// 2003, section 4, whose optimum has equal marginal freshness everywhere: a page that is fetched
/// every t days is fresh for the share F = (1 - exp(-L t)) / (L t) of the time, and with the rate
/// of fetches r = 1 / t the derivative of w F by r is
///
///   V = w / L (1 - (1 + L t) exp(-L t)).
///
/// Fetching the page of the highest V first keeps the margins equal. V is 0 for pages that never
/// change, and small for those that change faster than any budget can follow.
///
/// A sitemap or a feed may claim that a page has changed since it was fetched, or that it has not.
/// By the rate alone it has with probability p0 = 1 - exp(-L t); with the claim, by Bayes' rule,
/// with p1 = p0 B / (p0 B + 1 - p0), where B is the likelihood ratio of the claim. The value of a
/// fetch is then V p1 / p0.
/// Thread safety: functions without state.

#include <cstdint>

namespace porthole::topics {

/// The visits of a page after its first fetch.
struct ChangeHistory {
  std::int64_t visits = 0;
  std::int64_t changes = 0;  ///< At most `visits`.
  double days = 0;           ///< Between the first fetch and the last visit.
};

/// Changes a day by the bias-corrected estimator, with the mean interval of the visits as I; 0
/// without visits or without time between them.
double change_rate(const ChangeHistory& history);

/// Share of visits, among those of all pages, that found a change, with one visit more that did and
/// one that did not (Laplace): it is never 0, and 0.5 without visits.
double share_changed(std::int64_t visits, std::int64_t changes);

/// As change_rate(), with one visit more after `mean_days` that found `share` of a change: a page
/// without visits has the rate of the collection, and one that was never seen to change is not
/// given up. Requires: mean_days > 0, share in (0, 1).
double expected_rate(const ChangeHistory& history, double share, double mean_days);

/// Probability that a page of this rate is as it was `days` ago.
double freshness(double rate, double days);

/// Expected days since the copy is out of date: 0 while it is fresh.
double expected_age(double rate, double days);

/// Weight of a page in freshness: at least 0.1, so that no page is forgotten.
struct PageWeight {
  double relevance = 0;  ///< In [0, 1].
  double hub = 0;        ///< Share of the highest hub score, in [0, 1].
  double authority = 0;  ///< Share of the highest authority score, in [0, 1].
  double value() const { return 0.1 + relevance + 2 * hub + authority; }
};

/// V above. Requires: weight, rate and days not negative.
double recrawl_value(double weight, double rate, double days);

/// Pages of one host for which its sitemaps and feeds claimed something, and that were fetched
/// then.
struct ClaimRecord {
  std::int64_t changed = 0;          ///< Pages that had changed.
  std::int64_t changed_claimed = 0;  ///< Those of them for which a change was claimed.
  std::int64_t same = 0;             ///< Pages that had not changed.
  std::int64_t same_claimed = 0;     ///< Those of them for which a change was claimed.
};

/// B of a claim that a page has changed, or that it has not: the probability of that claim for a
/// page that has changed, divided by that for one that has not. Both are shares of `record`, with
/// ten pages more of each kind of which nine were told right. Finite and above 0.
double likelihood_ratio(const ClaimRecord& record, bool claims_change);

/// V p1 / p0 above, `value` being V. Requires: rate and days not negative, likelihood_ratio > 0.
double claimed_value(double value, double rate, double days, double likelihood_ratio);

}  // namespace porthole::topics
