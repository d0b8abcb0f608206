#include "repository/visits.h"

#include <string>
#include <variant>

#include "repository/query.h"

namespace porthole::repository {
namespace {

constexpr std::size_t kAtOnce = 100'000;

std::int64_t whole(const QueryValue& value) {
  const auto* const number = std::get_if<std::int64_t>(&value);
  return number == nullptr ? 0 : *number;
}

WallTime time_of(const QueryValue& value) { return WallTime{std::chrono::seconds{whole(value)}}; }

}  // namespace

Result<std::vector<VisitRecord>> read_visits(const StoragePlace& place) {
  std::vector<VisitRecord> visits;
  bool more = true;
  while (more) {
    const std::int64_t behind = visits.empty() ? 0 : visits.back().page;
    TRY_AS(found, run_query(place,
                            "SELECT page, visits, changes, first, last FROM page_visit WHERE "
                            "page > " +
                                std::to_string(behind) + " ORDER BY page",
                            {.rows = kAtOnce, .time = std::chrono::hours(1)}));
    for (const auto& row : found->rows) {
      visits.push_back(
          {whole(row[0]), whole(row[1]), whole(row[2]), time_of(row[3]), time_of(row[4])});
    }
    more = found->more;
  }
  return visits;
}

}  // namespace porthole::repository
