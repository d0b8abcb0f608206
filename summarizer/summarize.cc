#include "summarizer/summarize.h"

#include <algorithm>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/digest.h"
#include "base/text/empty_phrases.h"
#include "summarizer/rdf_writer.h"
#include "summarizer/summarizer.h"

namespace porthole::summarizer {
namespace {

using repository::Repository;
using repository::UrlId;

// Links in menus and footers describe nothing, but for files: those often stand in lists of links.
bool is_described(const Summary& summary) {
  const bool is_file = !summary.media_type.empty();
  return std::ranges::any_of(summary.annotations_by_others, [&](const Annotation& said) {
    return said.closed.empty() && !(is_file ? says_nothing(said.text) : said.navigation);
  });
}

/// A digest of the summary without the times of the last fetch, which alone change nothing.
std::string digest_of(Summary summary) {
  for (Annotation& said : summary.annotations_by_others) said.last_seen.clear();
  Digest digest;
  digest.add(write_rdf(summary));
  return digest.text();
}

/// Records changes in batches.
class Summarizer {
 public:
  Summarizer(Repository& repository, const SummarizeOptions& options)
      : repository_(repository), options_(options), maker_(repository, options.topic_title) {}

  Result<void> summarize_pages();
  Result<void> summarize_described();
  const SummarizeReport& report() const { return report_; }

 private:
  Result<void> store();
  Result<void> summarize_described(UrlId id);
  Result<void> remove_others();

  Repository& repository_;
  const SummarizeOptions& options_;
  SummaryMaker maker_;
  SummarizeReport report_;
  std::vector<SummaryChange> changes_;  ///< To be stored.
  std::unordered_set<UrlId> described_;
};

Result<void> Summarizer::store() {
  if (changes_.empty()) return {};
  TRY(repository_.summaries().put(changes_));
  report_.summarized += static_cast<std::int64_t>(changes_.size());
  changes_.clear();
  if (options_.progress) options_.progress(report_.summarized);
  report_.stopped = options_.stop != nullptr && *options_.stop;
  return {};
}

Result<void> Summarizer::summarize_pages() {
  while (!report_.stopped) {
    TRY_AS(stale, repository_.summaries().stale_pages(options_.batch));
    if (stale->empty()) break;
    for (const UrlId id : *stale) changes_.push_back({.page = id});
    TRY(store());
  }
  return {};
}

Result<void> Summarizer::summarize_described(UrlId id) {
  TRY_AS(summary, maker_.make(id));
  if (!*summary || !is_described(**summary)) return {};
  described_.insert(id);
  std::string digest = digest_of(std::move(**summary));
  TRY_AS(before, repository_.summaries().digest(id));
  if (*before == digest) return {};
  ++report_.described;
  changes_.push_back({.page = id, .digest = std::move(digest)});
  if (changes_.size() < static_cast<std::size_t>(options_.batch)) return {};
  return store();
}

Result<void> Summarizer::summarize_described() {
  if (report_.stopped) return {};
  std::vector<UrlId> urls;
  if (options_.described > 0) {
    TRY_AS(described, repository_.summaries().described_urls(options_.described));
    urls = std::move(*described);
  }
  for (const UrlId id : urls) {
    report_.stopped = report_.stopped || (options_.stop != nullptr && *options_.stop);
    if (report_.stopped) return store();
    TRY(summarize_described(id));
  }
  TRY(store());
  return report_.stopped ? Result<void>() : remove_others();
}

Result<void> Summarizer::remove_others() {
  TRY_AS(there, repository_.summaries().summarized_urls());
  std::erase_if(*there, [&](UrlId id) { return described_.contains(id); });
  report_.removed = static_cast<std::int64_t>(there->size());
  return there->empty() ? Result<void>() : repository_.summaries().remove(*there);
}

}  // namespace

Result<SummarizeReport> summarize_stale(Repository& repository, const SummarizeOptions& options) {
  Summarizer summarizer(repository, options);
  TRY(summarizer.summarize_pages());
  TRY(summarizer.summarize_described());
  return summarizer.report();
}

}  // namespace porthole::summarizer
