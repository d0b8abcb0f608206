#include "repository/sqlite/sqlite_urls.h"

#include <string>

#include "repository/sqlite/rows.h"

namespace porthole::repository {

SqliteUrls::SqliteUrls(Database& database)
    : database_(database),
      select_(database, "SELECT " + kUrlColumns + " FROM url u WHERE id = ?") {}

Result<std::optional<UrlRecord>> SqliteUrls::get(UrlId id) {
  select_.bind_all(id);
  std::optional<UrlRecord> found;
  if (select_.step()) found = read_url(select_);
  if (select_.failed()) return select_.error();
  select_.reset();
  return found;
}

Result<std::optional<UrlRecord>> SqliteUrls::find(std::string_view key) {
  Statement select = database_.prepare("SELECT " + kUrlColumns + " FROM url u WHERE key = ?");
  select.bind_all(key);
  if (select.step()) return std::optional<UrlRecord>(read_url(select));
  if (select.failed()) return select.error();
  return std::optional<UrlRecord>();
}

Result<void> SqliteUrls::for_each(const std::function<bool(const UrlRecord&)>& visit) {
  Statement select = database_.prepare("SELECT " + kUrlColumns + " FROM url u ORDER BY id");
  while (select.step()) {
    if (!visit(read_url(select))) break;
  }
  if (select.failed()) return select.error();
  return {};
}

Result<std::vector<UrlRecord>> SqliteUrls::queue_head(int count) {
  Statement select = database_.prepare(
      "SELECT " + kUrlColumns + " FROM url u WHERE state = 0 ORDER BY priority DESC, id LIMIT ?");
  select.bind_all(count);
  std::vector<UrlRecord> out;
  while (select.step()) out.push_back(read_url(select));
  if (select.failed()) return select.error();
  return out;
}

Result<std::int64_t> SqliteUrls::rank_of(UrlId id) {
  Statement select = database_.prepare(
      "SELECT count(*) FROM url u, url me WHERE me.id = ? AND me.state = 0 AND u.state = 0"
      " AND (u.priority > me.priority OR (u.priority = me.priority AND u.id <= me.id))");
  select.bind_all(id);
  if (!select.step()) return select.error();
  return select.integer(0);
}

Result<void> SqliteUrls::write(const Batch& batch) {
  if (!insert_) {
    insert_.emplace(
        database_,
        "INSERT INTO url (id, key, href, host, site, state, reason, detail, priority, hops,"
        " redirects, tries, not_before, seed, found_on, alias_of)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    update_.emplace(
        database_,
        "UPDATE url SET state = ?, reason = ?, detail = ?, priority = ?, hops = ?,"
        " redirects = ?, tries = ?, not_before = ?, seed = ?, alias_of = ? WHERE id = ?");
    update_priority_.emplace(database_, "UPDATE url SET priority = ? WHERE id = ?");
  }
  for (const UrlRecord& u : batch.new_urls) {
    const std::string_view href = u.href == u.key ? std::string_view() : u.href;
    auto done = insert_
                    ->bind_all(u.id, u.key, null_if_empty(href), u.host, u.site, number_of(u.state),
                               number_of(u.reason), u.detail, u.priority, u.hops, u.redirects,
                               u.tries, u.not_before, u.seed, u.found_on, u.alias_of)
                    .run();
    if (!done) return done;
  }
  for (const UrlRecord& u : batch.changed_urls) {
    auto done = update_
                    ->bind_all(number_of(u.state), number_of(u.reason), u.detail, u.priority,
                               u.hops, u.redirects, u.tries, u.not_before, u.seed, u.alias_of, u.id)
                    .run();
    if (!done) return done;
  }
  for (const auto& [id, priority] : batch.priorities) {
    if (auto done = update_priority_->bind_all(priority, id).run(); !done) return done;
  }
  return {};
}

}  // namespace porthole::repository
