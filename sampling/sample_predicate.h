#pragma once

/// Options of a sample, and the predicate P of focused sampling, which decides which pages a sample
/// is about, in three kinds.
///
///   the collection's judge  its classifier, or the topic's own words (gatherer/judge/page_judge.h)
///   keywords                any of them occurs on the page
///   URL pattern             the URL alone decides
///
/// Source: Bar-Yossef, Kanungo, Krauthgamer 2003, section 4 ("Computing the predicate"),
/// section 3.5 (last paragraph: the pages of an ancestor). Thread safety: one thread.

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/document.h"
#include "base/result.h"
#include "base/url/url.h"
#include "collection/collection.h"
#include "sampler/walk.h"

namespace porthole::sampling {

struct SampleTopic {
  std::vector<std::string> keywords;
  std::string url_pattern;
  bool wider = false;    ///< The pages of an ancestor are needed, too.
  std::string ancestor;  ///< Path of the ancestor; "" = the parents of the good topics.
  /// Another than the collection's judge.
  bool has_own_predicate() const { return !keywords.empty() || !url_pattern.empty(); }
};

struct SampleJudgement {
  bool on_topic = false;
  bool in_wider = false;
  double relevance = 0;
  std::string topic;
};

class SamplePredicate {
 public:
  virtual ~SamplePredicate() = default;
  /// Description of the predicate, so that a sample is not continued with another one: "keywords:
  /// bicycle, wheel".
  virtual std::string text() const = 0;
  /// Decides by the URL alone, where possible.
  virtual std::optional<bool> by_url(const Url& url) const {
    (void)url;
    return std::nullopt;
  }
  virtual SampleJudgement judge(const Url& url, const Document& document) const = 0;
};

/// Errors: kUsage for more than one kind, keywords without words, or an ancestor without a
/// taxonomy; kNotFound for an ancestor that the taxonomy does not have; kInvalid for a pattern;
/// those of make_page_judge().
Result<std::unique_ptr<SamplePredicate>> make_sample_predicate(
    const collection::Collection& collection, const SampleTopic& topic);

struct SampleOptions {
  std::string name;  ///< Name of the sample; "" = that of the walk.
  sampler::WalkOptions walk;
  std::uint32_t walks = 4;
  std::int64_t steps = 1000;  ///< Moves of each walk.
  std::int64_t fetches = 0;   ///< Maximum number of fetches; 0 = unlimited.
  SampleTopic topic;
  std::vector<std::string> starts;  ///< URLs; empty: pages on the topic of the sample, the seeds.
  std::string link_file;
  int judged_links = 3;  ///< Out-links of each page of the sample that are judged.
  std::string list;      ///< A file of URLs to compare with; "" = none.
  bool fresh = false;    ///< Delete an existing sample first.
  const std::atomic<int>* stop = nullptr;
  struct Progress {
    std::int64_t moves = 0, moves_in_all = 0, read = 0, fetched = 0;
  };
  std::function<void(const Progress&)> progress;
};

/// Folder of a collection's samples.
std::filesystem::path samples_folder(const collection::Collection& collection);

}  // namespace porthole::sampling
