#include "summarizer/summary_source.h"

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

}  // namespace porthole::summarizer
