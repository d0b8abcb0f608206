#include "summarizer/summary_source.h"

#include <sstream>

#include "base/url/page_key.h"

namespace porthole::summarizer {

Result<std::vector<SummaryChange>> RepositorySummaries::changes_after(std::int64_t after,
                                                                      int limit) {
  return repository_.summaries().after(after, limit);
}

Result<std::optional<Summary>> RepositorySummaries::summary_of(const std::string& url) {
  TRY_AS(known, repository_.urls().find(key_of_page(url)));
  if (!*known) return std::optional<Summary>();
  const repository::UrlId page = (*known)->id;
  TRY_AS(is_there, repository_.summaries().has(page));
  return *is_there ? maker_.make(page) : std::optional<Summary>();
}

Result<std::string> RepositorySummaries::revision() {
  TRY_AS(run, repository_.crawl().last_run());
  TRY_AS(serial, repository_.summaries().last_serial());
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
  TRY_AS(last, repository_.summaries().last_serial());
  if (*last < serial) return false;
  if (id == 0) return true;
  TRY_AS(begun, repository_.crawl().run_start(id));
  return *begun && (*begun)->time_since_epoch().count() == started;
}

}  // namespace porthole::summarizer
