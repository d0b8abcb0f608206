#include "gatherer/report/seed_sites.h"

#include <utility>
#include <variant>

#include "collection/open_collection.h"
#include "gatherer/judge/judge_factory.h"
#include "gatherer/report/topic_pages.h"
#include "repository/query.h"
#include "topics/on_topic.h"

namespace porthole::gatherer {
namespace {

std::string sql_of_sites() {
  using topics::TopicalSites;
  return "SELECT u.site AS site, count(*) AS pages, avg(p.relevance) AS relevance FROM page p"
         " JOIN url u ON u.id = p.id WHERE p.duplicate_of = 0 AND p.noindex = 0 AND u.host <> ''"
         " AND u.site IN (SELECT site FROM url WHERE seed <> 0) GROUP BY u.site HAVING count(*) "
         ">= " +
         std::to_string(TopicalSites::kPagesToCount) + " AND avg(p.relevance) < " +
         std::to_string(TopicalSites::kFloor) + " ORDER BY pages DESC, site";
}

}  // namespace

Result<std::vector<SeedSite>> seed_sites_off_topic(const collection::Collection& collection) {
  std::vector<SeedSite> sites;
  if (!has_topic(collection.specification())) return sites;
  // Verbs that need the taxonomy report its errors.
  const Result<topics::JudgedBy> judge = judged_by(collection);
  if (!judge || *judge != topics::JudgedBy::kWords) return sites;
  TRY_AS(found, repository::run_query(collection::storage_of(collection), sql_of_sites(),
                                      {.rows = kMostSeedSites}));
  for (auto& row : found->rows) {
    sites.push_back({std::move(std::get<std::string>(row[0])), std::get<std::int64_t>(row[1]),
                     std::get<double>(row[2])});
  }
  return sites;
}

}  // namespace porthole::gatherer
