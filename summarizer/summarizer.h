#pragma once

/// Makes summaries: gathers what a page says of itself, what others say about it and what it says
/// about others, and brings all stale summaries of a repository up to date.
///
/// In:  pages, in-links and out-links of a repository.
/// Out: summaries, stored in it as RDF/XML.
///
/// Source: Sundaresan, Yi, Huang 2000, section 4.3, "Cumulative Metadata".

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "repository/repository.h"
#include "summarizer/navigation.h"
#include "summarizer/summary.h"

namespace porthole::summarizer {

/// What the repository knows of one page.
struct PageData {
  repository::UrlRecord url;
  repository::PageRecord page;
  std::vector<repository::InLink> in_links;      ///< Closed ones, too.
  std::vector<repository::LinkRecord> out_links;  ///< The same.
  std::optional<repository::ScoreRecord> scores = std::nullopt;
  /// Of the sites that speak about it; one that is not there has too few for words to be site-wide.
  std::unordered_map<std::string, std::int64_t> pages_of_site = {};
  const SiteWords* site_words = nullptr;  ///< Of its own site; null when they are not known.
};

/// The summary of a page. One annotation for each kind of text that a link carries; the same text
/// of the same kind by the same page counts once; a link without text gives none. Annotations by
/// others come by relevance of their page, largest first; what is no longer said comes last. `topic_title` stands for a page whose own
/// record names no topic. Relevance is rounded to four decimals, hub and authority to four digits, status to three decimals.
Summary make_summary(const PageData& data, const std::string& topic_title);

struct SummarizeOptions {
  std::string topic_title;
  int batch = 500;  ///< Summaries a transaction.
  /// Called after each batch with the number of summaries made so far.
  std::function<void(std::int64_t)> progress;
  /// When it becomes true, the run ends after the batch at hand.
  const std::atomic<bool>* stop = nullptr;
};

struct SummarizeReport {
  std::int64_t summarized = 0;
  std::int64_t annotations = 0;  ///< By others, in the summaries made.
  /// Pages that the repository called stale and could not show.
  std::vector<repository::UrlId> skipped;
  bool stopped = false;
};

/// Summarises every stale page of `repository`.
///
/// Errors: the repository's; summaries of the batches before are stored. Thread safety: one thread.
Result<SummarizeReport> summarize_stale(repository::Repository& repository,
                                        const SummarizeOptions& options);

}  // namespace porthole::summarizer
