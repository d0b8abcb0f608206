#include <algorithm>
#include <string_view>
#include <utility>

#include "repository/postgres/open_postgres.h"
#include "repository/postgres/shared.h"

namespace porthole::embedded {
std::string_view sqlite_schema(std::string_view name);  // schemas/sql/, put here by the build
}

namespace porthole::repository {
namespace {

constexpr std::size_t kLongestName = 40;
constexpr int kMostClaimed = 256;  // Pages at once.
// The lock of a transaction that makes rows which two gatherers could make at once.
constexpr const char* kOneAtATime =
    "SELECT pg_advisory_xact_lock(hashtextextended('porthole join ' || current_schema(), 0))";

Result<void> check_name(const std::string& name) {
  const bool is_good =
      !name.empty() && name.size() <= kLongestName &&
      name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789.-") == std::string::npos;
  if (is_good) return {};
  return fail(ErrorCode::kUsage, "\"" + name + "\" is not a valid name of a gatherer",
              "write small letters, digits, \".\" and \"-\", at most " +
                  std::to_string(kLongestName) + " of them");
}

/// The buckets of `gatherer` that meet the condition, locked in the order of their numbers, as the
/// fence of a commit locks them: two transactions never wait for each other.
std::string locked_buckets(int gatherer, const std::string& condition = "") {
  return "(SELECT id FROM bucket WHERE gatherer = " + std::to_string(gatherer) + condition +
         " ORDER BY id FOR UPDATE)";
}

template <class Read>
Result<void> read_rows(Statement statement, const Read& read) {
  while (statement.step()) read(statement);
  if (statement.failed()) return statement.error();
  return {};
}

class PostgresLease final : public BucketLease {
 public:
  PostgresLease(std::unique_ptr<PostgresDatabase> database, std::string name,
                std::chrono::milliseconds term)
      : BucketLease(std::move(name), term), database_(std::move(database)) {}

  /// Requires: the connection has the lock of the name.
  Result<void> enter();
  Result<std::vector<HeldBucket>> renew() override;
  Result<std::size_t> take(std::size_t most) override;
  Result<void> give_back(const std::vector<int>& buckets) override;
  Result<LeaseCensus> census() override;
  Result<std::int64_t> claim(const Wish& wish) override;
  Result<void> note_idle() override;
  Result<bool> is_over() override;
  Result<void> leave(Leaving leaving) override;

 private:
  std::string until() const;

  std::unique_ptr<PostgresDatabase> database_;
};

}  // namespace

std::string fence_of(int gatherer, const std::vector<HeldBucket>& buckets) {
  if (buckets.empty()) return "";
  std::string numbers, epochs;
  for (const HeldBucket& held : buckets) {
    numbers += (numbers.empty() ? "" : ",") + std::to_string(held.bucket);
    epochs += (epochs.empty() ? "" : ",") + std::to_string(held.epoch);
  }
  return "SELECT 1 / (count(*) = " + std::to_string(buckets.size()) +
         ")::int FROM (SELECT 1 FROM bucket JOIN unnest('{" + numbers + "}'::int2[], '{" + epochs +
         "}'::int4[]) AS held(b, e) ON id = b AND epoch = e WHERE gatherer = " +
         std::to_string(gatherer) + " ORDER BY id FOR SHARE OF bucket) AS fenced";
}

Result<std::unique_ptr<BucketLease>> join_postgres(const std::string& url, const std::string& name,
                                                   std::chrono::milliseconds term) {
  TRY(check_name(name));
  TRY_AS(place, parse_postgres_url(url));
  // Makes the tables, and is refused while another process writes alone.
  TRY(open_postgres_together(*place, idle_limit(term)));
  TRY_AS(connection, Connection::open(*place, Access::kWrite));
  TRY((*connection)->take_name_lock(name));
  TRY((*connection)->set_idle_limit(idle_limit(term)));
  auto lease = std::make_unique<PostgresLease>(
      std::make_unique<PostgresDatabase>(std::move(*connection), Access::kWrite), name, term);
  TRY(lease->enter());
  return lease;
}

// Buckets that the gatherer of this name held before get a new epoch: a former process may not have
// ended yet. The state of that one's strategy is older than those that others have stored since.
Result<void> PostgresLease::enter() {
  return database_->transaction([&]() -> Result<void> {
    if (auto alone = database_->execute(kOneAtATime); !alone) return alone;
    auto made = database_->execute(
        std::string(embedded::sqlite_schema("postgres_gatherers.sql")) +
        "INSERT INTO member (id, name) SELECT max(id) + 1, '" + name_ +
        "' FROM gatherer ON CONFLICT (name) DO NOTHING; UPDATE member SET claimed = 0 WHERE name = "
        "'" +
        name_ +
        "';"
        "INSERT INTO gatherer (id) SELECT id FROM member ON CONFLICT DO NOTHING;"
        "UPDATE bucket SET epoch = epoch + 1, gatherer = NULL, expires = '-infinity' WHERE gatherer"
        " = (SELECT id FROM member WHERE name = '" +
        name_ + "'); UPDATE member SET activity = 0, expires = " + until() + " WHERE name = '" +
        name_ + "'; DELETE FROM meta WHERE name LIKE 'strategy % " + name_ + "'");
    if (!made) return made;
    return read_rows(database_->prepare("SELECT id, NOT EXISTS (SELECT FROM member o WHERE o.id <>"
                                        " m.id AND o.activity < 2 AND o.expires >"
                                        " clock_timestamp()) FROM member m WHERE name = '" +
                                        name_ + "'"),
                     [&](const Statement& row) {
                       gatherer_ = row.small(0);
                       came_first_ = row.integer(1) != 0;
                     });
  });
}

std::string PostgresLease::until() const {
  return "clock_timestamp() + interval '" + std::to_string(term_.count()) + " ms'";
}

// Its row comes first, as in a commit: neither waits for the other.
Result<std::vector<HeldBucket>> PostgresLease::renew() {
  TRY_AS(alive, database_
                    ->prepare("UPDATE member SET expires = " + until() +
                              " WHERE id = " + std::to_string(gatherer_))
                    .run());
  std::vector<HeldBucket> held;
  auto renewed =
      read_rows(database_->prepare("UPDATE bucket SET expires = " + until() + " WHERE id IN " +
                                   locked_buckets(gatherer_) + " RETURNING id, epoch"),
                [&](const Statement& row) {
                  held.push_back({row.small(0), row.small(1)});
                });
  if (!renewed) return fail(renewed.error());
  std::ranges::sort(held, {}, &HeldBucket::bucket);
  return held;
}

// A newcomer takes the buckets of a gatherer that ended with the crawl at once. A lease of its own
// that has run out is renewed, and not taken: its epoch would grow.
Result<std::size_t> PostgresLease::take(std::size_t most) {
  const std::string me = std::to_string(gatherer_);
  std::size_t taken = 0;
  TRY_AS(
      done,
      read_rows(
          database_->prepare(
              "UPDATE bucket SET gatherer = " + me + ", epoch = epoch + 1, expires = " + until() +
              " WHERE id IN (SELECT id FROM bucket b WHERE gatherer IS DISTINCT FROM " + me +
              " AND (expires < clock_timestamp() OR (EXISTS (SELECT FROM member o WHERE o.id = "
              "b.gatherer AND o.activity = 2)"
              " AND EXISTS (SELECT FROM member m WHERE m.id = " +
              me + " AND m.activity = 0))) ORDER BY id LIMIT " + std::to_string(most) +
              " FOR UPDATE SKIP LOCKED) RETURNING id"),
          [&](const Statement&) { ++taken; }));
  return taken;
}

Result<void> PostgresLease::give_back(const std::vector<int>& buckets) {
  if (buckets.empty()) return {};
  const std::vector<std::int64_t> ids(buckets.begin(), buckets.end());
  return database_
      ->prepare("UPDATE bucket SET gatherer = NULL, expires = '-infinity' WHERE id IN " +
                locked_buckets(gatherer_, " AND id IN " + list_of(ids.data(), ids.size())))
      .run();
}

Result<LeaseCensus> PostgresLease::census() {
  LeaseCensus census;
  auto read =
      read_rows(database_->prepare("SELECT count(*) FILTER (WHERE activity < 2 AND (expires >"
                                   " clock_timestamp() OR id = " +
                                   std::to_string(gatherer_) +
                                   ")), coalesce(sum(pages) FILTER (WHERE id <> " +
                                   std::to_string(gatherer_) + "), 0)::bigint FROM member"),
                [&](const Statement& row) {
                  census = {.live = row.small(0), .pages_of_others = row.integer(1)};
                });
  if (!read) return fail(read.error());
  return census;
}

// One gatherer after the other: each sees what those before it have claimed. It gets half of its
// part of what is free, so that the last pages go to those that can fetch them.
Result<std::int64_t> PostgresLease::claim(const Wish& wish) {
  std::int64_t claimed = wish.used;
  const Result<void> done = database_->transaction([&]() -> Result<void> {
    TRY(
        database_->execute("SELECT pg_advisory_xact_lock(hashtextextended('porthole claim ' || "
                           "current_schema(), 0))"));
    Statement claim = database_->prepare(
        "UPDATE member SET claimed = ?::bigint + greatest(0, least(free, ?::bigint,"
        " greatest(1, free / (2 * live)))) FROM (SELECT ?::bigint - coalesce(sum(CASE WHEN"
        " is_live THEN greatest(claimed, pages) ELSE pages END), 0)::bigint AS free,"
        " 1 + count(*) FILTER (WHERE is_live) AS live FROM (SELECT pages, claimed, activity < 2 AND"
        " expires > clock_timestamp() AS is_live FROM member WHERE id <> ?) AS o) AS others"
        " WHERE id = ? RETURNING claimed");
    claim.bind_all(wish.used, std::int64_t{wish.has_work ? kMostClaimed : 0}, wish.most - wish.used,
                   gatherer_, gatherer_);
    return read_rows(std::move(claim), [&](const Statement& row) { claimed = row.integer(0); });
  });
  if (!done) return fail(done.error());
  return claimed;
}

Result<void> PostgresLease::note_idle() {
  const std::string me = std::to_string(gatherer_);
  return database_
      ->prepare("UPDATE member SET activity = 1 WHERE id = " + me +
                " AND activity = 0 AND NOT EXISTS (SELECT FROM inbox i JOIN bucket b ON b.id ="
                " i.bucket WHERE b.gatherer = " +
                me + ")")
      .run();
}

Result<bool> PostgresLease::is_over() {
  bool is_over = false;
  TRY_AS(
      read,
      read_rows(
          database_->prepare(
              "SELECT NOT EXISTS (SELECT FROM inbox) AND NOT EXISTS (SELECT FROM member WHERE "
              "expires >"
              " clock_timestamp() AND activity = 0) AND NOT EXISTS (SELECT FROM bucket b LEFT JOIN"
              " member m ON m.id = b.gatherer WHERE m.id IS NULL OR m.activity = 0 OR (m.activity "
              "= 1"
              " AND b.expires < clock_timestamp()))"),
          [&](const Statement& row) { is_over = row.integer(0) != 0; }));
  return is_over;
}

Result<void> PostgresLease::leave(Leaving leaving) {
  const std::string lease = leaving == Leaving::kWithTheCrawl
                                ? "expires = " + until()
                                : std::string("gatherer = NULL, expires = '-infinity'");
  return database_->transaction([&]() -> Result<void> {
    auto gone = database_
                    ->prepare("UPDATE member SET activity = 2, expires = '-infinity' WHERE id = " +
                              std::to_string(gatherer_))
                    .run();
    if (!gone) return gone;
    return database_
        ->prepare("UPDATE bucket SET " + lease + " WHERE id IN " + locked_buckets(gatherer_))
        .run();
  });
}

}  // namespace porthole::repository
