#include "repository/mining/mined_links.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "repository/sql/database.h"

namespace porthole::repository {
namespace {

Result<double> number_of(MiningDatabase& database, const std::string& sql) {
  Statement row = database.database().prepare(sql);
  if (row.step()) return row.is_null(0) ? 0 : row.real(0);
  if (row.failed()) return row.error();
  return 0;
}

/// Scales the scores of next_TABLE, puts them in the place of those of TABLE and returns how far
/// they moved; 0 when all are 0. `scale` becomes the factor, 0 when all are 0.
Result<double> take_round(MiningDatabase& database, const std::string& table, double& scale) {
  const Result<double> sum = number_of(database, "SELECT sum(score) FROM next_" + table);
  if (!sum) return sum;
  scale = *sum > 0 ? 1 / *sum : 0;
  TRY(database.run("scale.sql", {{"table", table}}));
  const Result<double> moved =
      number_of(database,
                "SELECT CASE WHEN sum(n.score) > 0 THEN CAST(sum(abs(n.score - t.score)) AS double "
                "precision) END FROM next_" +
                    table + " n JOIN " + table + " t ON t.oid = n.oid");
  if (!moved) return moved;
  TRY(database.run("end_round.sql", {{"table", table}}));
  return moved;
}

}  // namespace

Result<MinedGraph> put_links(MiningDatabase& database, const topics::DistillerOptions& options) {
  auto done = database.run("drop_links.sql");
  if (done) done = database.run(database.of_engine("links"));
  if (done) done = database.run("crawl.sql");
  if (done) done = database.analyze();
  if (!done) return fail(done.error());
  MinedGraph graph;
  const double middle = (options.least_authorities + options.most_authorities) / 2;
  const Result<double> rho =
      number_of(database, database.text_of("threshold.sql", {{"middle", sql_number(middle)}}));
  if (!rho) return fail(rho.error());
  graph.rho = *rho;
  const std::string above = sql_number(graph.rho);
  done = database.run("weigh_links.sql", {{"rho", above}});
  if (done) done = database.analyze();
  if (!done) return fail(done.error());
  const std::pair<std::int64_t*, std::string> counts[] = {
      {&graph.pages, "SELECT count(*) FROM crawl"},
      {&graph.sites, "SELECT count(DISTINCT sid) FROM crawl"},
      {&graph.candidates, "SELECT count(*) FROM crawl WHERE relevance > " + above},
      {&graph.citations,
       "SELECT count(*) FROM weighted_link JOIN crawl ON oid = oid_dst WHERE sid_src <> sid_dst "
       "AND "
       "relevance > " +
           above}};
  for (const auto& [count, sql] : counts) {
    TRY_AS(found, database.number(sql));
    *count = *found;
  }
  return graph;
}

Result<MinedRounds> distill_by_joins(MiningDatabase& database, const MinedGraph& graph,
                                     const topics::Convergence& until) {
  const MiningDatabase::Values above = {{"rho", sql_number(graph.rho)}};
  TRY(database.run("begin_scores.sql", above));
  MinedRounds result;
  while (result.rounds < until.most_rounds && !result.converged) {
    TRY(database.run("update_auth.sql", above));
    TRY_AS(authorities_moved, take_round(database, "auth", result.authority_scale));
    TRY(database.run("update_hubs.sql"));
    TRY_AS(hubs_moved, take_round(database, "hubs", result.hub_scale));
    ++result.rounds;
    result.converged = *authorities_moved + *hubs_moved < until.tolerance;
  }
  return result;
}

Result<void> put_scores(MiningDatabase& database, const std::vector<ScoreRecord>& scores) {
  Database& tables = database.database();
  return tables.transaction([&]() -> Result<void> {
    auto done = tables.execute("DELETE FROM hubs; DELETE FROM auth");
    const auto bulk_of = [&](const char* table) {
      return tables.bulk({BulkPlan::Kind::kInsert,
                          table,
                          {{"oid", ColumnType::kBig}, {"score", ColumnType::kReal}}});
    };
    Bulk hubs = bulk_of("hubs"), authorities = bulk_of("auth");
    for (const ScoreRecord& score : scores) {
      if (done && score.hub > 0) done = hubs.add(score.page, score.hub);
      if (done && score.authority > 0) done = authorities.add(score.page, score.authority);
    }
    if (done) done = hubs.finish();
    return done ? authorities.finish() : done;
  });
}

Result<void> for_each_score(MiningDatabase& database,
                            const std::function<void(const ScoreRecord&)>& visit) {
  Statement row = database.database().scan(
      "SELECT crawl.oid, coalesce(hubs.score, 0), coalesce(auth.score, 0) FROM crawl LEFT JOIN "
      "hubs "
      "ON hubs.oid = crawl.oid LEFT JOIN auth ON auth.oid = crawl.oid WHERE hubs.score > 0 OR "
      "auth.score > 0 ORDER BY crawl.oid");
  while (row.step()) visit({row.integer(0), row.real(1), row.real(2)});
  return row.failed() ? Result<void>(row.error()) : Result<void>();
}

// Bytes a link: 16 of the graph, 8 of the snapshot. Bytes a page that is a hub and an authority: 24
// of the snapshot, 16 of the graph, 40 of the recursion, 16 of its result.
std::size_t memory_of_graph(std::int64_t pages, std::int64_t links) {
  return static_cast<std::size_t>(96 * pages + 24 * links);
}

}  // namespace porthole::repository
