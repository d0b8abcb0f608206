#pragma once

/// Recorded web with labels for measuring utility-biased crawlers: topic and importance of every
/// page, and the features that predict them. It is read once; simulated crawls then take
/// milliseconds (played_crawl.h).
///
/// In:  a repository that has gathered the web; labels of importance; topics by URL or URL prefix.
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
#include "gatherer/judge/importance_labels.h"
#include "repository/repository.h"
#include "sampler/page_graph.h"
#include "topics/importance/page_traits.h"
#include "topics/importance/rank_correlation.h"
#include "topics/text/term_counts.h"

namespace porthole::labs {

/// Topic labels by URL: the topic of a page's URL, else of the longest folder that contains it.
/// Schemes are ignored.
class TopicsByUrl {
 public:
  /// Reads lines `URL or host/path TAB topic`; further columns, and lines that begin with "#", are
  /// passed over. Errors: kNotFound; kInvalid with the line.
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
    double label = 0;  ///< Label of importance, before the logarithm.
  };

  std::vector<Page> pages;
  std::vector<std::vector<sampler::NodeId>> out;
  std::string labels;  ///< Description of the labels, for display.

  /// Pages without a label have 0. Errors: the repository's.
  static Result<LabelledWeb> read(repository::Repository& repository,
                                  const gatherer::ImportanceLabels& labels,
                                  const TopicsByUrl& topics);

  /// Serialises the web for a cache file.
  std::string bytes() const;
  /// Errors: kInvalid when the bytes are not a labelled web, or damaged.
  static Result<LabelledWeb> from_bytes(std::string_view bytes);
};

/// Source of the crawler's sigma.
enum class ImportanceFrom {
  kModel,      ///< All seven traits.
  kPageLocal,  ///< Without the trait `domain`: page-local features only.
  kLabels,     ///< The labels themselves: the upper bound for any model.
};

/// Cross-fitted importance: sigma of every page, by a model trained on no page of its site.
struct CrossFitted {
  std::vector<double> importance;       ///< By page, in [0, 1].
  std::vector<double> predicted;        ///< ln(1 + label) as predicted, by page.
  topics::RankCorrelation correlation;  ///< Correlation of prediction and label.
  double explained =
      0;  ///< R squared: the share of the variance of ln(1 + label) that is predicted.
  double between_sites = 0;  ///< The share of that variance that lies between the means of sites.
};

/// The sites are dealt into five parts in order of their names; the pages of each part are rated by
/// a model that was trained on at most `most_pages` pages of the others, spread evenly.
CrossFitted cross_fitted_importance(const LabelledWeb& web, ImportanceFrom from,
                                    std::size_t most_pages);

}  // namespace porthole::labs
