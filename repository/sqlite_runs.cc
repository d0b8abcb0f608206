// The runs of the gatherer: when, by which strategy with which options, and how they ended.

#include <utility>

#include "repository/sqlite_repository.h"

namespace porthole::repository {

Result<std::int64_t> SqliteRepository::begin_run(const RunRecord& run) {
  std::int64_t id = 0;
  auto begun = database_->transaction([&]() -> Result<void> {
    Statement insert = database_->prepare("INSERT INTO run (started, strategy) VALUES (?, ?)");
    if (auto done = insert.bind_all(run.started, run.strategy).run(); !done) return done;
    id = sqlite3_last_insert_rowid(database_->handle());
    return put_run_options(id, run.options);
  });
  if (!begun) return fail(begun.error());
  return id;
}

Result<void> SqliteRepository::end_run(const RunRecord& run) {
  return database_->transaction([&]() -> Result<void> {
    auto ended =
        database_
            ->prepare(
                "UPDATE run SET ended = ?, strategy = ?, stop_reason = ?, fetched = ? WHERE id = ?")
            .bind_all(run.ended, run.strategy, run.stop_reason, run.fetched, run.id)
            .run();
    if (!ended) return ended;
    return put_run_options(run.id, run.options);
  });
}

Result<void> SqliteRepository::put_run_options(std::int64_t run,
                                               const decltype(RunRecord::options)& options) {
  if (auto done = database_->prepare("DELETE FROM run_option WHERE run = ?").bind_all(run).run();
      !done)
    return done;
  Statement insert = database_->prepare("INSERT INTO run_option VALUES (?, ?, ?, ?)");
  std::int64_t position = 0;
  for (const auto& [name, value] : options) {
    if (auto done = insert.bind_all(run, position++, name, value).run(); !done) return done;
  }
  return {};
}

Result<std::optional<RunRecord>> SqliteRepository::last_run() {
  Statement select = database_->prepare(
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
  run.stop_reason = select.text(4);
  run.fetched = select.integer(5);
  Statement options =
      database_->prepare("SELECT name, value FROM run_option WHERE run = ? ORDER BY position");
  options.bind_all(run.id);
  while (options.step()) run.options.emplace_back(options.text(0), options.text(1));
  if (options.failed()) return options.error();
  return std::optional(std::move(run));
}

}  // namespace porthole::repository
