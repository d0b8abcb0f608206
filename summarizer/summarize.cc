#include "summarizer/summarize.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "base/text/empty_phrases.h"
#include "summarizer/rdf_writer.h"
#include "summarizer/summarizer.h"

namespace porthole::summarizer {
namespace {

using repository::Repository;
using repository::SummaryRecord;
using repository::UrlId;

// Links in menus and footers describe nothing, but for files: those often stand in lists of links.
bool is_described(const Summary& summary) {
  const bool is_file = !summary.media_type.empty();
  return std::ranges::any_of(summary.annotations_by_others, [&](const Annotation& said) {
    return said.closed.empty() && !(is_file ? says_nothing(said.text) : said.navigation);
  });
}

SummaryRecord record_of(UrlId id, const Summary& summary) {
  return {.page = id, .href = summary.url, .rdf = write_rdf(summary)};
}

/// `rdf` without the times of the last fetch, which alone make no summary anew.
std::string without_last_seen(std::string rdf) {
  constexpr std::string_view kLastSeen = "ph:lastSeen=\"";
  for (std::size_t at = 0; (at = rdf.find(kLastSeen, at)) != std::string::npos;)
    rdf.erase(at, rdf.find('"', at + kLastSeen.size()) + 1 - at);
  return rdf;
}

/// Makes and stores summaries in batches.
class SummaryWriter {
 public:
  SummaryWriter(Repository& repository, const SummarizeOptions& options)
      : repository_(repository), options_(options), maker_(repository, options.topic_title) {}

  Result<void> summarize_pages();
  Result<void> summarize_described();
  SummarizeReport take_report() { return std::move(report_); }

 private:
  void add(SummaryRecord record, const Summary& summary);
  Result<void> store();
  Result<bool> is_stored(const SummaryRecord& record);
  Result<void> remove_others(const std::unordered_set<UrlId>& described);

  Repository& repository_;
  const SummarizeOptions& options_;
  SummaryMaker maker_;
  SummarizeReport report_;
  std::vector<SummaryRecord> made_;  ///< To be stored.
};

void SummaryWriter::add(SummaryRecord record, const Summary& summary) {
  report_.annotations += static_cast<std::int64_t>(summary.annotations_by_others.size());
  made_.push_back(std::move(record));
}

Result<void> SummaryWriter::store() {
  if (made_.empty()) return {};
  if (Result<void> done = repository_.summaries().put(made_); !done) return done;
  report_.summarized += static_cast<std::int64_t>(made_.size());
  made_.clear();
  if (options_.progress) options_.progress(report_.summarized);
  report_.stopped = options_.stop != nullptr && *options_.stop;
  return {};
}

// Pages that could not be read stay stale, as do those marked again meanwhile: each page is taken
// once in a run, and the query asks for as many more as have stayed stale.
Result<void> SummaryWriter::summarize_pages() {
  std::unordered_set<UrlId> taken, staying;
  while (!report_.stopped) {
    const int limit = options_.batch + static_cast<int>(staying.size());
    TRY_AS(stale, repository_.summaries().stale_pages(limit));
    for (const UrlId id : *stale) {
      if (!taken.insert(id).second) {
        staying.insert(id);
        continue;
      }
      TRY_AS(summary, maker_.make(id));
      if (*summary) {
        add(record_of(id, **summary), **summary);
      } else {
        staying.insert(id);
        report_.skipped.push_back(id);
      }
    }
    if (made_.empty()) break;
    if (auto stored = store(); !stored) return stored;
  }
  return {};
}

Result<bool> SummaryWriter::is_stored(const SummaryRecord& record) {
  TRY_AS(stored, repository_.summaries().get(record.page));
  return *stored && without_last_seen((*stored)->rdf) == without_last_seen(record.rdf);
}

Result<void> SummaryWriter::summarize_described() {
  if (report_.stopped) return {};
  std::vector<UrlId> urls;
  if (options_.described > 0) {
    TRY_AS(described, repository_.summaries().described_urls(options_.described));
    urls = std::move(*described);
  }
  std::unordered_set<UrlId> described;
  for (const UrlId id : urls) {
    report_.stopped = options_.stop != nullptr && *options_.stop;
    if (report_.stopped) return store();
    TRY_AS(summary, maker_.make(id));
    if (!*summary || !is_described(**summary)) continue;
    described.insert(id);
    SummaryRecord record = record_of(id, **summary);
    TRY_AS(is_there, is_stored(record));
    if (*is_there) continue;
    ++report_.described;
    add(std::move(record), **summary);
    if (made_.size() < static_cast<std::size_t>(options_.batch)) continue;
    if (auto done = store(); !done || report_.stopped) return done;
  }
  if (auto done = store(); !done || report_.stopped) return done;
  return remove_others(described);
}

Result<void> SummaryWriter::remove_others(const std::unordered_set<UrlId>& described) {
  TRY_AS(there, repository_.summaries().summarized_urls());
  std::erase_if(*there, [&](UrlId id) { return described.contains(id); });
  report_.removed = static_cast<std::int64_t>(there->size());
  return there->empty() ? Result<void>() : repository_.summaries().remove(*there);
}

}  // namespace

Result<SummarizeReport> summarize_stale(Repository& repository, const SummarizeOptions& options) {
  SummaryWriter writer(repository, options);
  TRY(writer.summarize_pages());
  TRY(writer.summarize_described());
  return writer.take_report();
}

}  // namespace porthole::summarizer
