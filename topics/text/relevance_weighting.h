#pragma once

/// Relevance weighting (RW): rates an unfetched page by the terms of its in-links' metadata.
///
///   Theta_RW(w) = max { Theta(t) : t in M(w) }  if that is at least c, else 0
///
/// M(w) is the set of terms of the metadata of w's in-links (term_extractor.h), c the threshold,
/// and Theta(t) the relevance of a term to the topic:
/// - for the topic's own words and phrases 1 to begin with, and then what they proved to be worth:
///   (r_t + s_o) / (n_t + s_o), as if s_o relevant pages had been seen before; s_o may be infinite;
/// - for other terms learned while crawling: of the n_t fetched pages among whose in-links'
///   metadata t was, r_t proved relevant, and with the crawl's mean relevance m = r / n
///
///     Theta(t) = (r_t + s * m) / (n_t + s)    once n_t >= n_min, else unknown (not in the maximum)
///
///   (additive smoothing toward m with the weight of s pages). Where M(w) has no known term at all,
///   w is as promising as the crawl has been, by Laplace's rule of succession: (r + 1) / (n + 2).
///   So a crawl that has found nothing yet looks around for some 1/c pages before it gives up.
///
/// Source: Sundaresan, Yi, Huang 2000, section 4.1.3 (Theta_RW, c, M(w)); there Theta(t) is left to
/// a report that is not public, so the estimate above is ours. Smoothing: Manning, Raghavan,
/// Schuetze, "Introduction to Information Retrieval", 2008, section 11.3.2.
/// Units: Theta in [0, 1]; counts of pages. Thread safety: one thread.

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/relevance.h"
#include "topics/text/term_extractor.h"

namespace porthole::topics {

using TermId = std::uint32_t;

class RelevanceWeighting {
 public:
  struct Options {
    double threshold = 0.01;                               ///< c
    double smoothing = 4;                                  ///< s, pages
    double own = std::numeric_limits<double>::infinity();  ///< s_o, pages; above 0
    std::int64_t support = 3;                              ///< n_min, pages
    LinkMetadata metadata = LinkMetadata::kAll;            ///< Content of M(w).
  };
  struct Learned {
    std::string_view term;
    std::int64_t fetched = 0;   ///< n_t
    std::int64_t relevant = 0;  ///< r_t
  };

  RelevanceWeighting(const Options& options, std::string_view topic_title,
                     const std::vector<std::string>& topic_terms);

  /// Interns a term: returns its number, assigned in order of first mention. It never changes.
  TermId id_of(std::string_view term);
  /// Returns the number of a known term.
  std::optional<TermId> find(std::string_view term) const;
  std::string_view term(TermId id) const { return terms_[id].text; }

  /// Restores the counts of one term from an earlier run.
  void restore(const std::string& term, std::int64_t fetched, std::int64_t relevant);
  /// Restores the totals: pages fetched (n) and relevant (r).
  void restore_totals(std::int64_t fetched, std::int64_t relevant);

  /// Learns from a page with metadata M that was fetched and judged. Appends to `risen` the terms
  /// whose Theta rose by more than `kStep` since they were last reported, so that the pages they
  /// lead to can be re-rated.
  void learn(const std::vector<TermId>& metadata, bool relevant, std::vector<TermId>& risen);

  /// Theta(t); a negative number when it is unknown.
  double theta(TermId term) const;
  /// max Theta(t) over M, before the threshold; (r + 1) / (n + 2) when every term is unknown.
  double best(const std::vector<TermId>& metadata, TermId* which = nullptr) const;
  bool reaches_threshold(double theta) const { return theta >= options_.threshold; }
  double threshold() const { return options_.threshold; }
  LinkMetadata metadata() const { return options_.metadata; }

  Learned learned(TermId term) const;
  std::size_t size() const { return terms_.size(); }

  static constexpr double kStep = 0.02;

 private:
  struct Term {
    std::string text;
    std::int64_t fetched = 0;
    std::int64_t relevant = 0;
    double reported = 0;
    bool own = false;
  };
  struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>{}(text);
    }
  };
  double mean() const;
  double prior() const;

  Options options_;
  std::vector<Term> terms_;
  std::unordered_map<std::string, TermId, TextHash, std::equal_to<>> ids_;
  std::int64_t fetched_ = 0;
  std::int64_t relevant_ = 0;
};

}  // namespace porthole::topics
