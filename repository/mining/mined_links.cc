#include "repository/mining/mined_links.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
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

/// Adds up new scores, in next_auth or next_hubs.
using HalfRound = std::function<Result<void>()>;

Result<MinedRounds> iterate(MiningDatabase& database, const MinedGraph& graph,
                            const topics::Convergence& until, const HalfRound& authorities,
                            const HalfRound& hubs) {
  TRY(database.run("begin_scores.sql", {{"rho", sql_number(graph.rho)}}));
  MinedRounds result;
  while (result.rounds < until.most_rounds && !result.converged) {
    double moved = 0;
    for (const auto& [table, add_up, scale] :
         {std::tuple("auth", &authorities, &result.authority_scale),
          std::tuple("hubs", &hubs, &result.hub_scale)}) {
      TRY((*add_up)());
      TRY_AS(by, take_round(database, table, *scale));
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

/// Walks over all links once, in the order of their table.
///
/// Each part is a transaction: PostgreSQL keeps all versions of a score until the transaction ends,
/// and each update passes them, which takes quadratic time for a page with many links.
class Walk {
 public:
  Walk(Database& tables, const Direction& direction, double rho)
      : tables_(tables),
        rho_(rho),
        links_(tables.prepare("SELECT oid_src, oid_dst, " + direction.near + ", " + direction.far +
                              ", " + direction.weight +
                              " FROM weighted_link WHERE (oid_src, oid_dst) > (?, ?) AND sid_src"
                              " <> sid_dst ORDER BY oid_src, oid_dst LIMIT " +
                              std::to_string(kPart))),
        relevance_(tables.prepare("SELECT relevance FROM crawl WHERE oid = ?")),
        score_(tables.prepare("SELECT score FROM " + direction.from + " WHERE oid = ?")),
        add_(tables.prepare("UPDATE next_" + direction.to +
                            " SET score = score + CAST(?1 AS double precision) WHERE oid = ?2")) {}

  Result<void> run() {
    do {
      if (auto read = read_part(); !read) return read;
      if (auto added = tables_.transaction([this] { return add_part(); }); !added) return added;
    } while (part_.size() == kPart);
    return {};
  }

 private:
  static constexpr std::size_t kPart = 1000;
  struct Link {
    std::int64_t source, target;  ///< oid_src, oid_dst
    std::int64_t near, far;
    double weight;
  };

  /// Reads the links behind the last one of the part.
  Result<void> read_part() {
    const Link last = part_.empty() ? Link{} : part_.back();
    part_.clear();
    links_.bind_all(last.source, last.target);
    while (links_.step()) {
      part_.push_back({links_.integer(0), links_.integer(1), links_.integer(2), links_.integer(3),
                       links_.real(4)});
    }
    if (links_.failed()) return links_.error();
    links_.reset();
    return {};
  }

  Result<void> add_part() {
    for (const Link& link : part_) {
      relevance_.bind_all(link.target);
      if (!relevance_.step()) {
        if (relevance_.failed()) return relevance_.error();
        continue;
      }
      if (relevance_.real(0) <= rho_) continue;
      score_.bind_all(link.near);
      if (!score_.step()) {
        if (score_.failed()) return score_.error();
        continue;
      }
      TRY(add_.bind_all(score_.real(0) * link.weight, link.far).run());
    }
    relevance_.reset();
    score_.reset();
    return {};
  }

  Database& tables_;
  const double rho_;
  Statement links_, relevance_, score_, add_;
  std::vector<Link> part_;
};

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
      TRY(database.run("begin_walk.sql", {{"table", direction.to}}));
      return Walk(database.database(), direction, graph.rho).run();
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

// Bytes a link: 16 of the graph, 8 of the snapshot. Bytes a page that is a hub and an authority: 24
// of the snapshot, 16 of the graph, 40 of the recursion, 16 of its result.
std::size_t memory_of_graph(std::int64_t pages, std::int64_t links) {
  return static_cast<std::size_t>(96 * pages + 24 * links);
}

}  // namespace porthole::repository
