#include "repository/mining/mined_links.h"

#include <string>
#include <utility>

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
/// they moved; 0 when all are 0.
Result<double> take_round(MiningDatabase& database, const std::string& table) {
  if (auto done = database.run("scale.sql", {{"table", table}}); !done) return fail(done.error());
  const Result<double> moved =
      number_of(database,
                "SELECT CASE WHEN sum(n.score) > 0 THEN CAST(sum(abs(n.score - t.score)) AS double "
                "precision) END FROM next_" +
                    table + " n JOIN " + table + " t ON t.oid = n.oid");
  if (!moved) return moved;
  if (auto done = database.run("end_round.sql", {{"table", table}}); !done)
    return fail(done.error());
  return moved;
}

/// Adds up new scores, in next_auth or next_hubs.
using HalfRound = std::function<Result<void>()>;

Result<MinedRounds> iterate(MiningDatabase& database, const MinedGraph& graph,
                            const topics::Convergence& until, const HalfRound& authorities,
                            const HalfRound& hubs) {
  if (auto begun = database.run("begin_scores.sql", {{"rho", sql_number(graph.rho)}}); !begun)
    return fail(begun.error());
  MinedRounds result;
  while (result.rounds < until.most_rounds && !result.converged) {
    double moved = 0;
    for (const auto& [table, add_up] :
         {std::pair("auth", &authorities), std::pair("hubs", &hubs)}) {
      if (auto done = (*add_up)(); !done) return fail(done.error());
      const Result<double> by = take_round(database, table);
      if (!by) return fail(by.error());
      moved += *by;
    }
    ++result.rounds;
    result.converged = moved < until.tolerance;
  }
  return result;
}

/// The tables of one direction of a walk: an authority adds up hubs, or the reverse.
struct Direction {
  std::string from, to;   ///< Tables of scores.
  std::string near, far;  ///< Columns of the pages whose scores are read and added to.
  std::string weight;
};

/// Walks over all links once.
Result<void> walk(Database& tables, const Direction& direction, double rho) {
  Statement link = tables.scan("SELECT " + direction.near + ", " + direction.far + ", oid_dst, " +
                               direction.weight + " FROM weighted_link WHERE sid_src <> sid_dst");
  Statement relevance = tables.prepare("SELECT relevance FROM crawl WHERE oid = ?");
  Statement score = tables.prepare("SELECT score FROM " + direction.from + " WHERE oid = ?");
  Statement add =
      tables.prepare("UPDATE next_" + direction.to +
                     " SET score = score + CAST(?1 AS double precision) WHERE oid = ?2");
  while (link.step()) {
    relevance.bind_all(link.integer(2));
    if (!relevance.step() || relevance.real(0) <= rho) continue;
    score.bind_all(link.integer(0));
    if (!score.step()) continue;
    if (auto added = add.bind_all(score.real(0) * link.real(3), link.integer(1)).run(); !added)
      return added;
  }
  for (const Statement* statement : {&link, &relevance, &score}) {
    if (statement->failed()) return statement->error();
  }
  return {};
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
    const Result<std::int64_t> found = database.number(sql);
    if (!found) return fail(found.error());
    *count = *found;
  }
  return graph;
}

Result<MinedRounds> distill_by_joins(MiningDatabase& database, const MinedGraph& graph,
                                     const topics::Convergence& until) {
  return iterate(
      database, graph, until,
      [&] {
        return database.run("update_auth.sql", {{"rho", sql_number(graph.rho)}});
      },
      [&] { return database.run("update_hubs.sql"); });
}

Result<MinedRounds> distill_by_walk(MiningDatabase& database, const MinedGraph& graph,
                                    const topics::Convergence& until) {
  const auto half_round = [&](const Direction& direction) -> HalfRound {
    return [&database, &graph, direction]() -> Result<void> {
      if (auto begun = database.run("begin_walk.sql", {{"table", direction.to}}); !begun)
        return begun;
      return database.database().transaction(
          [&] { return walk(database.database(), direction, graph.rho); });
    };
  };
  return iterate(database, graph, until,
                 half_round({"hubs", "auth", "oid_src", "oid_dst", "wgt_fwd"}),
                 half_round({"auth", "hubs", "oid_dst", "oid_src", "wgt_rev"}));
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

// topics/graph/link_graph.h: at most 16 bytes a link while the graph is built, 20 with those of the
// snapshot; 20 bytes a page and as many of the graph.
std::size_t memory_of_graph(std::int64_t pages, std::int64_t links) {
  return static_cast<std::size_t>(40 * pages + 24 * links);
}

}  // namespace porthole::repository
