#include "porthole/status_metrics.h"

#include "base/text/metrics_text.h"
#include "repository/url_state.h"

namespace porthole::cli {
namespace {

/// Every value has the label `collection`.
class CollectionMetrics {
 public:
  explicit CollectionMetrics(const std::string& collection) : collection_(collection) {}

  void gauge(std::string_view name, std::string_view help, std::int64_t value) {
    text_.begin(name, "gauge", help);
    add(value);
  }
  void begin(std::string_view name, std::string_view help) { text_.begin(name, "gauge", help); }
  void add(std::int64_t value) { text_.add(value, {{"collection", collection_}}); }
  void add(std::int64_t value, std::string_view label, std::string said) {
    text_.add(value, {{"collection", collection_}, {label, std::move(said)}});
  }
  std::string take() { return text_.take(); }

 private:
  const std::string& collection_;
  MetricsText text_;
};

std::int64_t seconds_of(WallTime time) { return time.time_since_epoch().count(); }

}  // namespace

std::string status_metrics(const std::string& collection, const repository::Counts& counts,
                           const std::optional<repository::RunRecord>& last_run,
                           std::optional<std::int64_t> documents) {
  CollectionMetrics metrics(collection);
  metrics.begin("porthole_urls", "Known URLs, by state.");
  metrics.add(counts.queued, "state", "queued");
  metrics.add(counts.fetched, "state", "fetched");
  metrics.add(counts.alias, "state", "alias");
  metrics.add(counts.dropped, "state", "dropped");
  metrics.begin("porthole_urls_dropped", "URLs that are not fetched, by reason.");
  for (const auto& [reason, count] : counts.reasons) metrics.add(count, "reason", name_of(reason));
  metrics.gauge("porthole_pages_relevant", "Fetched pages on topic.", counts.relevant);
  metrics.gauge("porthole_pages_duplicate", "Fetched pages that are copies of another page.",
                counts.duplicates);
  metrics.gauge("porthole_pages_failing", "Fetched pages that did not answer when asked again.",
                counts.failing);
  metrics.gauge("porthole_pages_gone", "Fetched pages that count as gone.", counts.gone);
  metrics.gauge("porthole_links", "Links of fetched pages.", counts.links);
  metrics.gauge("porthole_hosts", "Hosts that were asked.", counts.hosts);
  metrics.gauge("porthole_sites", "Sites with a fetched page.", counts.sites);
  metrics.gauge("porthole_summaries", "Summaries that were made.", counts.summaries);
  metrics.gauge("porthole_summaries_stale", "Summaries to make or renew.", counts.stale);
  if (documents) metrics.gauge("porthole_index_documents", "Pages in the index.", *documents);
  if (!last_run) return metrics.take();
  metrics.gauge("porthole_last_run_start_timestamp_seconds", "Start of the last crawl.",
                seconds_of(last_run->started));
  if (last_run->ended == WallTime{}) return metrics.take();
  metrics.gauge("porthole_last_run_end_timestamp_seconds", "End of the last crawl.",
                seconds_of(last_run->ended));
  metrics.gauge("porthole_last_run_pages", "Pages that the last crawl fetched.", last_run->fetched);
  return metrics.take();
}

}  // namespace porthole::cli
