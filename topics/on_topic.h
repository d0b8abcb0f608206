#pragma once

/// Decides which pages of a collection are on topic, by their own relevance and that of their site.
///
/// In:  the relevance and the site of every page.
/// Out: for a page, whether it is on topic, and the figures behind the decision.
///
/// The relevance of a single page is a weak signal: most pages of a topical site contain few of the
/// topic's words. Most sites are about one thing, so a page is on topic when
///
///     R(d) >= kOwn    or    M(s) >= max(kFloor, least_share() * L)
///
/// where R(d) is its relevance and M(s) the mean relevance of the pages of its site, itself
/// included; seeds and documents of the user's own machine are always on topic. A page that the
/// index has stays there while it, or its site, reaches kStays of that: L moves with every page of
/// the seeds' sites, and a site near the limit would come and go with it. By words, R(d)
/// weighs each of them (topics/text/term_contrast.h), and L is the smaller one of
/// - the median M(s) of the sites that have a seed (hubs are among them, so the median), and
/// - the M(s) that a fifth of the sites with kPagesToCount pages or more reach (of all sites if
///   none has so many),
/// since of some topics most pages have a word, of others one in five. For a classifier, whose
/// probabilities do not depend on the topic, L is 1. docs/on_topic.md says how
/// the values were chosen.
///
/// Units: relevance in [0, 1]. Thread safety: const members, any thread.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace porthole::topics {

/// Source of the relevance of pages.
enum class JudgedBy {
  kWords,       ///< The topic's own words.
  kClassifier,  ///< A model of a taxonomy (topics/classify/trained_model.h).
  kPool,        ///< Both (gatherer/judge/pooled_judge.h).
};

/// A page that is on topic whatever its relevance.
enum class Named {
  kNo,
  kSeed,
  kOwnFile,  ///< It has no host: a document of the user's own machine.
};

/// Result for a page: the decision and its figures.
struct Standing {
  bool on_topic = false;
  bool stays = false;  ///< On topic, or too close to it for a page of the index to leave.
  Named named = Named::kNo;
  double own = 0;          ///< R(d).
  double site = 0;         ///< M(s).
  double level = 1;        ///< L.
  double least_site = 0;   ///< Minimum M(s) for all pages of a site to be on topic.
  std::int64_t pages = 0;  ///< Pages of the site.
  /// If topics are marked for showing: whether the page's topic is one of them, or below one. It
  /// decides alone then.
  std::optional<bool> shown_topic = std::nullopt;
};

class TopicalSites {
 public:
  static constexpr double kOwn = 0.5;
  static constexpr double kStays = 0.75;
  static constexpr double kFloor = 0.01;
  static constexpr std::int64_t kPagesToCount = 5;
  static constexpr double least_share(JudgedBy judge) {
    switch (judge) {
      case JudgedBy::kWords:
        return 0.6;
      case JudgedBy::kClassifier:
        return 0.12;
      case JudgedBy::kPool:
        return 0.08;
    }
    return 1;
  }

  explicit TopicalSites(JudgedBy judge) : judge_(judge) {}

  void add(std::string_view site, double relevance, Named named);
  /// After the last add().
  void settle();

  /// Returns the result for a page that was added.
  Standing standing(std::string_view site, double relevance, Named named) const;

 private:
  struct Sum {
    double relevance = 0;
    std::int64_t pages = 0;
    bool has_seed = false;
    double mean() const { return relevance / static_cast<double>(pages); }
  };
  double level_of_most(std::int64_t least_pages) const;
  std::optional<double> level_of_seeds() const;

  JudgedBy judge_;
  double level_ = 1;
  std::unordered_map<std::string, Sum> sites_;
};

}  // namespace porthole::topics
