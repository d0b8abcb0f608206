#include "summarizer/summary_source.h"

#include <sstream>
#include <utility>

#include "base/url/url.h"

namespace porthole::summarizer {

Result<std::vector<SummaryChange>> RepositorySummaries::changes_after(std::int64_t after,
                                                                      int limit) {
  Result<std::vector<repository::SummaryRecord>> records =
      repository_.summaries().after(after, limit);
  if (!records) return fail(records.error());
  std::vector<SummaryChange> changes;
  changes.reserve(records->size());
  for (repository::SummaryRecord& record : *records)
    changes.push_back({record.serial, std::move(record.href), record.removed});
  return changes;
}

Result<std::optional<Summary>> RepositorySummaries::summary_of(const std::string& url) {
  const Result<Url> parsed = Url::parse(url);
  const auto known = repository_.urls().find(parsed ? parsed->key() : url);
  if (!known) return fail(known.error());
  if (!*known) return std::optional<Summary>();
  const repository::UrlId page = (*known)->id;
  const Result<bool> is_there = repository_.summaries().has(page);
  if (!is_there) return fail(is_there.error());
  return *is_there ? maker_.make(page) : std::optional<Summary>();
}

Result<std::string> RepositorySummaries::revision() {
  const auto run = repository_.crawl().last_run();
  if (!run) return fail(run.error());
  const auto serial = repository_.summaries().last_serial();
  if (!serial) return fail(serial.error());
  std::int64_t id = 0;
  WallTime started{};
  if (*run) {
    id = (*run)->id;
    started = (*run)->started;
  }
  return std::to_string(id) + ' ' + std::to_string(started.time_since_epoch().count()) + ' ' +
         std::to_string(*serial);
}

Result<bool> RepositorySummaries::had_revision(const std::string& revision) {
  std::int64_t id = 0;
  std::int64_t started = 0;
  std::int64_t serial = 0;
  std::istringstream fields(revision);
  if (!(fields >> id >> started >> serial)) return false;
  const auto last = repository_.summaries().last_serial();
  if (!last) return fail(last.error());
  if (*last < serial) return false;
  if (id == 0) return true;
  const auto begun = repository_.crawl().run_start(id);
  if (!begun) return fail(begun.error());
  return *begun && (*begun)->time_since_epoch().count() == started;
}

}  // namespace porthole::summarizer
