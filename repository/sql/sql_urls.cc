#include "repository/sql/sql_urls.h"

#include <string>

#include "repository/sql/rows.h"

namespace porthole::repository {

SqlUrls::SqlUrls(Database& database)
    : database_(database),
      select_(database.prepare("SELECT " + kUrlColumns + " FROM url u WHERE id = ?")) {}

Result<std::optional<UrlRecord>> SqlUrls::get(UrlId id) {
  select_.bind_all(id);
  std::optional<UrlRecord> found;
  if (select_.step()) found = read_url(select_);
  if (select_.failed()) return select_.error();
  select_.reset();
  return found;
}

Result<std::optional<UrlRecord>> SqlUrls::find(std::string_view key) {
  // PostgreSQL has an index of the hashes: one of the keys would be four times the size.
  const bool by_hash = database_.dialect() == Dialect::kPostgres;
  Statement select = database_.prepare("SELECT " + kUrlColumns + " FROM url u WHERE key = ?" +
                                       (by_hash ? " AND hash = ?" : ""));
  if (by_hash) {
    select.bind_all(key, hash_of(key));
  } else {
    select.bind_all(key);
  }
  if (select.step()) return std::optional<UrlRecord>(read_url(select));
  if (select.failed()) return select.error();
  return std::optional<UrlRecord>();
}

Result<void> SqlUrls::for_each(const std::function<bool(const UrlRecord&)>& visit) {
  Statement select = database_.scan("SELECT " + kUrlColumns + " FROM url u ORDER BY id");
  while (select.step()) {
    if (!visit(read_url(select))) break;
  }
  if (select.failed()) return select.error();
  return {};
}

Result<std::vector<UrlRecord>> SqlUrls::queue_head(int count) {
  Statement select = database_.prepare(
      "SELECT " + kUrlColumns + " FROM url u WHERE state = 0 ORDER BY priority DESC, id LIMIT ?");
  select.bind_all(count);
  std::vector<UrlRecord> out;
  while (select.step()) out.push_back(read_url(select));
  if (select.failed()) return select.error();
  return out;
}

Result<std::int64_t> SqlUrls::rank_of(UrlId id) {
  Statement select = database_.prepare(
      "SELECT count(*) FROM url u, url me WHERE me.id = ? AND me.state = 0 AND u.state = 0"
      " AND (u.priority > me.priority OR (u.priority = me.priority AND u.id <= me.id))");
  select.bind_all(id);
  if (!select.step()) return select.error();
  return select.integer(0);
}

namespace {

constexpr auto kSmall = ColumnType::kSmall;
constexpr auto kInteger = ColumnType::kInteger;
constexpr auto kBig = ColumnType::kBig;
constexpr auto kReal = ColumnType::kReal;
constexpr auto kText = ColumnType::kText;

BulkPlan plan_of_new(Dialect dialect) {
  BulkPlan plan{BulkPlan::Kind::kInsert, "url", url_columns()};
  if (dialect == Dialect::kPostgres) {
    plan.columns.push_back({"hash", kBig});
    plan.columns.push_back({"bucket", kSmall});
  }
  return plan;
}

}  // namespace

std::vector<BulkPlan::Column> url_columns() {
  return {{"id", kBig},         {"key", kText},     {"href", kText},         {"host", kText},
          {"site", kText},      {"state", kSmall},  {"reason", kSmall},      {"detail", kText},
          {"priority", kReal},  {"hops", kInteger}, {"redirects", kInteger}, {"tries", kInteger},
          {"not_before", kBig}, {"seed", kSmall},   {"found_on", kBig},      {"alias_of", kBig}};
}

Result<void> SqlUrls::write(const Batch& batch) {
  if (!insert_) {
    insert_.emplace(database_.bulk(plan_of_new(database_.dialect())));
    update_.emplace(database_.bulk({BulkPlan::Kind::kUpdate,
                                    "url",
                                    {{"id", kBig},
                                     {"state", kSmall},
                                     {"reason", kSmall},
                                     {"detail", kText},
                                     {"priority", kReal},
                                     {"hops", kInteger},
                                     {"redirects", kInteger},
                                     {"tries", kInteger},
                                     {"not_before", kBig},
                                     {"seed", kSmall},
                                     {"alias_of", kBig}}}));
    update_priority_.emplace(
        database_.bulk({BulkPlan::Kind::kUpdate, "url", {{"id", kBig}, {"priority", kReal}}}));
  }
  if (auto done = write_new(batch); !done) return done;
  for (const UrlRecord& u : batch.changed_urls) {
    TRY(update_->add(u.id, number_of(u.state), number_of(u.reason), u.detail, u.priority, u.hops,
                     u.redirects, u.tries, u.not_before, u.seed, u.alias_of));
  }
  if (auto done = update_->finish(); !done) return done;
  for (const auto& [id, priority] : batch.priorities) {
    if (auto done = update_priority_->add(id, priority); !done) return done;
  }
  return update_priority_->finish();
}

Result<void> SqlUrls::write_new(const Batch& batch) {
  const bool with_hash = database_.dialect() == Dialect::kPostgres;
  for (const UrlRecord& u : batch.new_urls) {
    const std::string_view href = u.href == u.key ? std::string_view() : u.href;
    const auto add = [&](const auto&... more) {
      return insert_->add(u.id, u.key, null_if_empty(href), u.host, u.site, number_of(u.state),
                          number_of(u.reason), u.detail, u.priority, u.hops, u.redirects, u.tries,
                          u.not_before, u.seed, u.found_on, u.alias_of, more...);
    };
    if (auto done = with_hash ? add(hash_of(u.key), bucket_of(u.site)) : add(); !done) return done;
  }
  return insert_->finish();
}

}  // namespace porthole::repository
