#include "repository/sql/sql_crawl_state.h"

#include <charconv>
#include <utility>

#include "repository/sql/rows.h"

namespace porthole::repository {

Result<void> SqlCrawlState::apply(const Batch& batch) {
  return database_.transaction([&] { return write(batch); });
}

Result<void> SqlCrawlState::write(const Batch& batch) {
  if (auto done = forget_state_name(database_); !done) return done;
  TRY_AS(refetched, parts_.links.take_refetched(batch));
  const auto is_stored = [&](UrlId page) { return refetched->contains(page); };
  if (auto done = parts_.urls.write(batch); !done) return done;
  if (auto done = visits_.write(batch); !done) return done;
  TRY(failures_.forget(batch));
  if (auto done = parts_.pages.write(batch, is_stored); !done) return done;
  if (auto done = parts_.links.write(batch, *refetched); !done) return done;
  if (auto done = parts_.links.write_unchanged(batch); !done) return done;
  if (auto done = failures_.write(batch); !done) return done;
  if (auto done = parts_.pages.mark_stale(batch.stale); !done) return done;
  if (auto done = write_rest(batch); !done || !batch.scores) return done;
  return parts_.scores.write(*batch.scores);
}

Result<void> SqlCrawlState::write_rest(const Batch& batch) {
  if (!put_term_) {
    put_term_.emplace(database_.bulk({BulkPlan::Kind::kReplace,
                                      "term",
                                      {{"term", ColumnType::kText},
                                       {"fetched", ColumnType::kBig},
                                       {"relevant", ColumnType::kBig}}}));
    put_host_.emplace(database_.bulk({BulkPlan::Kind::kReplace,
                                      "host",
                                      {{"name", ColumnType::kText},
                                       {"robots_status", ColumnType::kInteger},
                                       {"robots_fetched_at", ColumnType::kBig},
                                       {"robots_text", ColumnType::kText},
                                       {"scheme_twin", ColumnType::kSmall}}}));
  }
  for (const TermRecord& t : batch.terms) {
    if (auto done = put_term_->add(t.term, t.fetched, t.relevant); !done) return done;
  }
  if (auto done = put_term_->finish(); !done) return done;
  for (const HostRecord& h : batch.hosts) {
    TRY(put_host_->add(h.name, h.robots_status, h.robots_fetched_at, h.robots_text, h.scheme_twin));
  }
  if (auto done = put_host_->finish(); !done) return done;
  if (batch.plugins) {
    if (auto done = write_plugins(*batch.plugins); !done) return done;
  }
  if (!batch.strategy.empty()) {
    TRY(put_meta("strategy " + batch.strategy, batch.strategy_state));
  }
  if (batch.archive_file.empty()) return {};
  if (auto done = put_meta("archive_file", batch.archive_file); !done) return done;
  return put_meta("archive_size", std::to_string(batch.archive_size));
}

Result<void> SqlCrawlState::load(Visitor& visitor) {
  if (auto loaded = load_urls(visitor, ""); !loaded) return loaded;
  return load_all_but_urls(visitor);
}

Result<void> SqlCrawlState::load_urls(Visitor& visitor, const std::string& condition) {
  Statement urls =
      database_.scan("SELECT " + kUrlColumns + " FROM url u" +
                     (condition.empty() ? "" : " WHERE " + condition) + " ORDER BY id");
  while (urls.step()) visitor.url(read_url(urls));
  if (urls.failed()) return urls.error();
  return {};
}

Result<void> SqlCrawlState::load_all_but_urls(Visitor& visitor) {
  if (auto loaded = load_pages(visitor); !loaded) return loaded;
  TRY_AS(all_hosts, hosts());
  for (HostRecord& host : *all_hosts) visitor.host(std::move(host));
  TRY_AS(all_terms, terms());
  for (TermRecord& term : *all_terms) visitor.term(std::move(term));
  return {};
}

Result<void> SqlCrawlState::load_pages(Visitor& visitor) {
  Statement pages = database_.scan(
      "SELECT id, digest, relevant, stale, duplicate_of, relevance, topic, fetch_order,"
      " EXISTS (SELECT 1 FROM page_failure f WHERE f.page = id AND gone <> 0), importance,"
      " content_length"
      " FROM page LEFT JOIN page_importance ON page = id ORDER BY fetch_order");
  while (pages.step()) {
    visitor.page({pages.integer(0), pages.text(1), pages.small(2) != 0, pages.small(3) != 0,
                  pages.integer(4), Relevance(pages.real(5)), pages.text(6), pages.integer(7),
                  pages.is_null(9) ? std::nullopt : std::optional(pages.real(9)),
                  pages.small(8) != 0,
                  pages.is_null(10) ? std::nullopt : std::optional(pages.integer(10))});
  }
  if (pages.failed()) return pages.error();
  return {};
}

Result<std::vector<HostRecord>> SqlCrawlState::hosts() {
  Statement select = database_.prepare(
      "SELECT name, robots_status, robots_fetched_at, robots_text, scheme_twin FROM host ORDER BY "
      "name");
  std::vector<HostRecord> out;
  while (select.step()) {
    out.push_back(
        {select.text(0), select.small(1), select.time(2), select.text(3), select.small(4)});
  }
  if (select.failed()) return select.error();
  return out;
}

Result<std::vector<TermRecord>> SqlCrawlState::terms() {
  Statement select = database_.prepare("SELECT term, fetched, relevant FROM term ORDER BY term");
  std::vector<TermRecord> out;
  while (select.step()) out.push_back({select.text(0), select.integer(1), select.integer(2)});
  if (select.failed()) return select.error();
  return out;
}

Result<std::string> SqlCrawlState::strategy_state(std::string_view strategy) {
  return meta("strategy " + std::string(strategy));
}

Result<void> SqlCrawlState::name_state(std::string_view name) {
  return database_.transaction([&] { return put_meta("state_name", name); });
}

Result<std::string> SqlCrawlState::state_name() { return meta("state_name"); }

Result<std::pair<std::string, std::int64_t>> SqlCrawlState::archive_end() {
  return archive_end("archive_file", "archive_size");
}

Result<std::pair<std::string, std::int64_t>> SqlCrawlState::archive_end(
    const std::string& file_name, const std::string& size_name) {
  TRY_AS(file, meta(file_name));
  TRY_AS(text, meta(size_name));
  std::int64_t size = 0;
  const char* const end = text->data() + text->size();
  const auto read = std::from_chars(text->data(), end, size);
  if (!text->empty() && (read.ec != std::errc() || read.ptr != end || size < 0)) {
    return fail(ErrorCode::kStorage, "the repository has no valid size of the archive: " + *text,
                "build it again from the archive: porthole repair DIR");
  }
  return std::pair(std::move(*file), size);
}

Result<void> SqlCrawlState::move_places(const ArchiveMove& move) {
  if (auto made = database_.execute(
          "CREATE TEMP TABLE moved (before BIGINT PRIMARY KEY, after BIGINT NOT NULL)");
      !made) {
    return made;
  }
  {
    Statement put = database_.prepare("INSERT INTO moved VALUES (?, ?)");
    for (const auto& [before, after] : move.offsets) {
      if (auto done = put.bind_all(before, after).run(); !done) return done;
    }
    Statement update = database_.prepare(
        "UPDATE page SET archive_file = ?2, archive_offset = (SELECT after FROM moved WHERE before "
        "= archive_offset) WHERE archive_file = ?1 AND archive_offset IN (SELECT before FROM "
        "moved)");
    if (auto done = update.bind_all(move.from, move.to).run(); !done) return done;
  }
  return database_.execute("DROP TABLE moved");
}

Result<void> SqlCrawlState::move_archive(const ArchiveMove& move) {
  return database_.transaction([&]() -> Result<void> {
    if (auto moved = move_places(move); !moved) return moved;
    TRY_AS(end, archive_end());
    if (move.to.empty() || end->first != move.from) return {};
    if (auto done = put_meta("archive_file", move.to); !done) return done;
    return put_meta("archive_size", std::to_string(move.size));
  });
}

Result<std::int64_t> SqlCrawlState::begin_run(const RunRecord& run) {
  std::int64_t id = 0;
  TRY_AS(begun, database_.transaction([&]() -> Result<void> {
    Statement insert = database_.prepare(
        "INSERT INTO run (id, started, strategy) SELECT coalesce(max(id), 0) + 1, ?, ? FROM run "
        "RETURNING id");
    insert.bind_all(run.started, run.strategy);
    if (!insert.step()) return insert.error();
    id = insert.integer(0);
    insert.reset();
    return put_run_options(id, run.options);
  }));
  return id;
}

Result<void> SqlCrawlState::end_run(const RunRecord& run) {
  return database_.transaction([&]() -> Result<void> {
    TRY(database_
            .prepare(
                "UPDATE run SET ended = ?, strategy = ?, stop_reason = ?, fetched = ? WHERE id = ?")
            .bind_all(run.ended, run.strategy, run.stopped(), run.fetched, run.id)
            .run());
    return put_run_options(run.id, run.options);
  });
}

Result<void> SqlCrawlState::put_run_options(std::int64_t run,
                                            const decltype(RunRecord::options)& options) {
  TRY(database_.prepare("DELETE FROM run_option WHERE run = ?").bind_all(run).run());
  Statement insert =
      database_.prepare("INSERT INTO run_option (run, position, name, value) VALUES (?, ?, ?, ?)");
  std::int64_t position = 0;
  for (const auto& [name, value] : options) {
    if (auto done = insert.bind_all(run, position++, name, value).run(); !done) return done;
  }
  return {};
}

Result<std::optional<RunRecord>> SqlCrawlState::last_run() {
  Statement select = database_.prepare(
      "SELECT id, started, ended, strategy, stop_reason, fetched FROM run ORDER BY id DESC LIMIT "
      "1");
  if (!select.step()) {
    if (select.failed()) return select.error();
    return std::optional<RunRecord>();
  }
  RunRecord run;
  run.id = select.integer(0);
  run.started = select.time(1);
  run.ended = select.time(2);
  run.strategy = select.text(3);
  run.set_stopped(select.text(4));
  run.fetched = select.integer(5);
  Statement options =
      database_.prepare("SELECT name, value FROM run_option WHERE run = ? ORDER BY position");
  options.bind_all(run.id);
  while (options.step()) run.options.emplace_back(options.text(0), options.text(1));
  if (options.failed()) return options.error();
  return std::optional(std::move(run));
}

Result<std::optional<WallTime>> SqlCrawlState::run_start(std::int64_t id) {
  Statement select = database_.prepare("SELECT started FROM run WHERE id = ?");
  select.bind_all(id);
  const bool found = select.step();
  if (select.failed()) return select.error();
  return found ? std::optional(select.time(0)) : std::nullopt;
}

Result<void> SqlCrawlState::write_plugins(const std::vector<PluginRecord>& plugins) {
  if (auto done = database_.execute("DELETE FROM plugin"); !done) return done;
  Bulk insert = database_.bulk({BulkPlan::Kind::kReplace,
                                "plugin",
                                {{"name", ColumnType::kText},
                                 {"version", ColumnType::kText},
                                 {"used", ColumnType::kBig},
                                 {"failed", ColumnType::kBig},
                                 {"last_failure", ColumnType::kText},
                                 {"set_aside", ColumnType::kSmall}}});
  for (const PluginRecord& plugin : plugins) {
    TRY(insert.add(plugin.name, plugin.version, plugin.used, plugin.failed, plugin.last_failure,
                   plugin.set_aside));
  }
  return insert.finish();
}

Result<std::vector<PluginRecord>> SqlCrawlState::plugins() {
  std::vector<PluginRecord> plugins;
  Statement rows = database_.prepare(
      "SELECT name, version, used, failed, last_failure, set_aside FROM plugin ORDER BY name");
  while (rows.step()) {
    plugins.push_back({rows.text(0), rows.text(1), rows.integer(2), rows.integer(3), rows.text(4),
                       rows.small(5) != 0});
  }
  if (rows.failed()) return rows.error();
  return plugins;
}

Result<std::string> SqlCrawlState::meta(std::string_view name) {
  Statement select = database_.prepare("SELECT value FROM meta WHERE name = ?");
  select.bind_all(name);
  if (select.step()) return select.text(0);
  if (select.failed()) return select.error();
  return std::string();
}

Result<void> SqlCrawlState::put_meta(std::string_view name, std::string_view value) {
  return database_
      .prepare(
          "INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = "
          "excluded.value")
      .bind_all(name, value)
      .run();
}

}  // namespace porthole::repository
