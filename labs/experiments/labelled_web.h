#pragma once

/// A recorded web with all that the utility-biased crawlers are measured by: the topic and the status of every page,
/// and what both are predicted from. It is read once; crawls of it are then played in milliseconds (played_crawl.h).
///
/// In:  a repository that has gathered the web; labels of status; topics by URL or by what URLs begin with.
/// Out: pages by number, and the pages that each links to.
///
/// Memory: about 4 KiB a page. Thread safety: const members, any thread.

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "gatherer/judge/status_labels.h"
#include "repository/repository.h"
#include "sampler/page_graph.h"
#include "topics/importance/page_traits.h"
#include "topics/importance/rank_correlation.h"
#include "topics/text/term_counts.h"

namespace porthole::labs {

/// Which topic somebody gave to a page: that of its URL, else of the longest folder that it is in. Schemes do not count.
class TopicsByUrl {
 public:
  /// Reads lines `URL or host/path TAB topic`; further columns, and lines that begin with "#", are passed over.
  /// Errors: kNotFound; kInvalid with the line.
  static Result<TopicsByUrl> read(const std::filesystem::path& file);

  void add(std::string_view url, std::string_view topic);
  /// "" for a page that has none.
  const std::string& of(std::string_view url) const;

 private:
  std::unordered_map<std::string, std::string> topics_;  // by URL without its scheme
};

struct LabelledWeb {
  struct Page {
    std::string url, site, topic;
    topics::TermCounts terms;
    topics::PageTraits traits{};
    double label = 0;  ///< Of status, before the logarithm.
  };

  std::vector<Page> pages;
  std::vector<std::vector<sampler::NodeId>> out;
  std::string labels;  ///< What the labels are, for people.

  /// Pages without a label have 0. Errors: the repository's.
  static Result<LabelledWeb> read(repository::Repository& repository, const gatherer::StatusLabels& labels,
                                  const TopicsByUrl& topics);

  /// For a file that saves reading the repository again.
  std::string bytes() const;
  /// Errors: kInvalid when they are none, or damaged.
  static Result<LabelledWeb> from_bytes(std::string_view bytes);
};

/// What the crawler's sigma comes from.
enum class StatusFrom {
  kModel,          ///< All seven traits.
  kPageLocal,      ///< Without the trait `domain`: what the page alone says.
  kLabels,         ///< The labels themselves, which no crawler has: what a web allows the best of models.
};

/// sigma of every page of a web, each by a model that has learned from no page of its site.
struct CrossFitted {
  std::vector<double> status;     ///< By page, in [0, 1].
  std::vector<double> predicted;  ///< ln(1 + label) as predicted, by page.
  topics::RankCorrelation correlation;  ///< Of prediction and label.
  double explained = 0;           ///< R squared: the share of the variance of ln(1 + label) that is predicted.
  double between_sites = 0;       ///< The share of that variance that lies between the means of sites.
};

/// The sites are dealt into five parts in order of their names; the pages of each part are rated by a model that was
/// trained on at most `most_pages` pages of the others, spread evenly.
CrossFitted cross_fitted_status(const LabelledWeb& web, StatusFrom from, std::size_t most_pages);

}  // namespace porthole::labs
