#include "operations/steps/steps.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/text/format.h"
#include "base/text/text.h"
#include "gatherer/report/settings.h"

namespace porthole::operations {
namespace {

/// Pages a second since it was made, for a progress bar.
class PageRate {
 public:
  std::string of(std::int64_t pages) const {
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - started_;
    return pace_in_words(pages, seconds.count());
  }

 private:
  std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
};

/// The most important first.
std::vector<std::string> gathering_notes(const gatherer::Progress& p) {
  const double seconds = std::chrono::duration<double>(p.elapsed).count();
  return {"relevant " + format_percent(p.fetched == 0 ? 0
                                                      : static_cast<double>(p.relevant) /
                                                            static_cast<double>(p.fetched)),
          pace_in_words(p.fetched_now, seconds),
          time_left_in_words(p.fetched_now, seconds, p.budget - p.fetched),
          with_commas(static_cast<std::int64_t>(p.queued)) + " queued",
          with_commas(p.requests.pages) + " requests",
          p.waiting_for.empty() ? "" : "waiting for " + p.waiting_for};
}

/// Calls `gather` with options that show its progress, and end it at a signal. Its error has the
/// place in `specification` of a strategy or option that is refused.
template <class Gather>
Result<gatherer::GatherReport> with_progress(const collection::Specification& specification,
                                             gatherer::GatherOptions options, const char* label,
                                             const StepWatch& watch, const Gather& gather) {
  const ShownStep bar(label, watch);
  options.stop = watch.signals;
  options.progress = [&, is_refresh = options.refresh.has_value()](gatherer::Progress p) {
    if (is_refresh) p.budget = 0;  // It counts the pages of the collection.
    bar.show(is_refresh ? p.fetched_now : p.fetched, p.budget, gathering_notes(p));
  };
  auto done = gather(options);
  if (!done) return fail(gatherer::placed_in(specification, done.error()));
  return done;
}

}  // namespace

Result<gatherer::GatherReport> gather_together(const collection::Collection& collection,
                                               const gatherer::TogetherOptions& together,
                                               gatherer::GatherOptions options,
                                               const StepWatch& watch) {
  return with_progress(collection.specification(), std::move(options), "gathering", watch,
                       [&](const gatherer::GatherOptions& with) {
                         return gatherer::gather_together(collection, together, with);
                       });
}

Result<gatherer::GatherReport> Steps::gather(gatherer::GatherOptions options,
                                             const char* label) const {
  return with_progress(collection_.specification(), std::move(options), label, watch_,
                       [&](const gatherer::GatherOptions& with) {
                         return gatherer::gather(collection_, repository_, with);
                       });
}

Result<gatherer::JudgeReport> Steps::judge() const {
  TRY_AS(counts, repository_.counts());
  const ShownStep bar("judging", watch_);
  gatherer::JudgeOptions options;
  options.stop = watch_.stop;
  options.progress = [&](std::int64_t judged) { bar.show(judged, counts->fetched, {}); };
  auto done = gatherer::judge_again(collection_, repository_, options);
  return done;
}

Result<summarizer::SummarizeReport> Steps::summarize() const {
  TRY_AS(counts, repository_.counts());
  const ShownStep bar("summarizing", watch_);
  const PageRate rate;
  summarizer::SummarizeOptions options;
  options.topic_title = collection_.specification().topic.title;
  options.described = collection_.specification().limits.described;
  options.stop = watch_.stop;
  options.progress = [&](std::int64_t done) { bar.show(done, counts->stale, {rate.of(done)}); };
  auto done = summarizer::summarize_stale(repository_, options);
  return done;
}

Result<IndexedRound> Steps::index(indexer::OffTopic off_topic, Loss loss) const {
  TRY_AS(counts, repository_.counts());
  const ShownStep bar("indexing", watch_);
  const PageRate rate;
  indexer::IndexOptions options;
  options.off_topic = off_topic;
  options.stop = watch_.stop;
  options.on_termination = watch_.on_termination;
  options.progress = [&](const indexer::IndexReport& report) {
    bar.show(report.documents, counts->summaries, {rate.of(report.indexed)});
  };
  auto done = index_summaries(collection_, repository_, options, loss);
  return done;
}

Result<gatherer::PruneReport> Steps::prune(gatherer::PruneOptions options) const {
  const ShownStep bar("pruning", watch_);
  options.stop = watch_.stop;
  options.progress = [&](std::int64_t done, std::int64_t of) { bar.show(done, of, {}); };
  auto done = gatherer::prune_archive(collection_, repository_, options);
  return done;
}

std::string pace_in_words(std::int64_t pages, double seconds) {
  if (pages <= 0 || seconds <= 0) return "";
  constexpr double kMinute = 60, kHour = 3600;
  const double a_second = static_cast<double>(pages) / seconds;
  if (a_second >= 1) return with_commas(std::llround(a_second)) + " pages/s";
  if (a_second * kMinute >= 1)
    return counted(std::llround(a_second * kMinute), "page") + " a minute";
  return counted(std::max(1LL, std::llround(a_second * kHour)), "page") + " an hour";
}

std::string time_left_in_words(std::int64_t pages, double seconds, std::int64_t left) {
  constexpr std::int64_t kFewest = 3;  // For a guess.
  if (pages < kFewest || left <= 0) return "";
  const double time = seconds / static_cast<double>(pages) * static_cast<double>(left);
  const std::int64_t minutes = std::llround(time / 60);
  if (minutes == 0) return "under a minute left";
  const std::string hours = minutes < 60 ? "" : with_commas(minutes / 60) + " h ";
  return "about " + hours + std::to_string(minutes % 60) + " min left";
}

}  // namespace porthole::operations
