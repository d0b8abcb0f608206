#include "operations/integrity/repair.h"

#include <fcntl.h>

#include <cerrno>
#include <cstdio>
#include <memory>
#include <optional>
#include <system_error>
#include <utility>

#include "archive/scan.h"
#include "base/clock.h"
#include "base/text/format.h"
#include "collection/collection.h"
#include "collection/open_collection.h"
#include "indexer/index_check.h"
#include "operations/steps/index_round.h"
#include "operations/steps/steps.h"
#include "repository/lock.h"
#include "repository/open_repository.h"
#include "repository/replace.h"
#include "repository/repository.h"

namespace porthole::operations {
namespace {

namespace fs = std::filesystem;

/// "DIR/damaged-20261123T164500Z", with a number where that is taken.
fs::path place_aside(const fs::path& folder) {
  std::string date = format_time(system_clock().wall());
  std::erase_if(date, [](char c) { return c == '-' || c == ':'; });
  const std::string name = "damaged-" + date;
  std::error_code ignored;
  fs::path place = folder / name;
  for (int number = 2; fs::exists(place, ignored); ++number)
    place = folder / (name + "-" + std::to_string(number));
  return place;
}

Result<repository::Lock> lock_of(const collection::Collection& collection) {
  return repository::Lock::take(collection::storage_of(collection).lock_file());
}

Result<void> done(const std::error_code& error, const std::string& doing, const fs::path& path) {
  if (!error) return {};
  Error failed;
  failed.code = error == std::errc::no_space_on_device ? ErrorCode::kDiskFull : ErrorCode::kStorage;
  failed.file = path.string();
  failed.message = "cannot " + doing + ": " + error.message();
  failed.hint = "check the folder and its rights, and run the same command again";
  return fail(std::move(failed));
}

/// Puts the folder `made` in the place of `folder`, and what was there into `aside`.
Result<void> exchange(const fs::path& made, const fs::path& folder, const fs::path& aside) {
  std::error_code error;
  if (!fs::exists(folder, error)) {
    fs::rename(made, folder, error);
    return done(error, "put the folder in place", folder);
  }
  fs::create_directories(aside, error);
  if (error) return done(error, "make the folder", aside);
  // First under the name that the old one is to have: then one exchange is all that is left.
  const fs::path kept = aside / folder.filename();
  fs::rename(made, kept, error);
  if (error) return done(error, "move the folder", made);
  if (::renameat2(AT_FDCWD, kept.c_str(), AT_FDCWD, folder.c_str(), RENAME_EXCHANGE) == 0)
    return {};
  const fs::path old = aside / (folder.filename().string() + "-old");
  fs::rename(folder, old, error);
  if (!error) fs::rename(kept, folder, error);
  return done(error, "put the folder in place", folder);
}

/// A database of PostgreSQL is restored by its own means, or made again by way of a file.
tl::unexpected<Error> not_in_postgres() {
  return fail(ErrorCode::kUnsupported,
              "the repository is damaged, and one in PostgreSQL is not built again in its place",
              "restore the database from a backup; or build the repository in a file and copy it: "
              "docs/scale.md, section Check and repair");
}

}  // namespace

RepairPlan plan_repair(const collection::Collection& collection, const Integrity& integrity,
                       bool anew) {
  std::error_code ignored;
  const bool had_index = fs::exists(collection.index_folder(), ignored);
  RepairPlan plan;
  plan.repository = !integrity.repository_is_sound;
  const repository::StoragePlace storage = collection::storage_of(collection);
  const bool has_repository =
      plan.repository || integrity.pages > 0 || fs::exists(storage.file, ignored);
  plan.summaries = plan.repository || !integrity.summaries_are_sound || (anew && has_repository);
  plan.old_index_is_sound = had_index && integrity.index_is_sound;
  plan.index = has_repository && had_index && (plan.summaries || !integrity.index_is_sound);
  return plan;
}

std::vector<std::string> in_words(const RepairPlan& plan) {
  std::vector<std::string> words;
  if (plan.repository) words.emplace_back("the repository is built again from the archive");
  if (plan.summaries) words.emplace_back("the summaries are made again from the repository");
  if (plan.index) words.emplace_back("the index is built again from the summaries");
  return words;
}

Repair::Repair(const collection::Collection& collection, StepWatch watch)
    : collection_(collection),
      storage_(collection::storage_of(collection)),
      watch_(std::move(watch)),
      aside_(place_aside(collection.folder())) {}

Result<bool> Repair::finish_earlier() {
  TRY_AS(lock, lock_of(collection_));
  std::error_code error;
  const fs::path file = storage_.file;
  const fs::path waiting = repository::waiting_replacement(file);
  const bool is_waiting = !storage_.is_postgres() && fs::exists(waiting, error);
  if (is_waiting) {
    TRY(repository::replace_by_waiting(file, aside_));
  }
  fs::remove_all(building(), error);
  TRY(done(error, "remove the folder", building()));
  return is_waiting;
}

Result<RepairReport> Repair::run(const RepairPlan& plan) {
  if (plan.repository) {
    TRY(build_repository());
  }
  if (plan.summaries && !report_.stopped) {
    TRY(mark_summaries());
  }
  // The pages of a repository that an earlier repair built may wait for theirs.
  if ((plan.summaries || plan.index) && !report_.stopped) {
    TRY(make_summaries());
  }
  if (plan.index && !report_.stopped) {
    TRY(build_index(plan.old_index_is_sound));
  }
  std::error_code ignored;
  fs::remove_all(building(), ignored);
  if (fs::exists(aside_, ignored)) report_.aside = aside_;
  return report_;
}

Result<void> Repair::build_repository() {
  if (archive::archive_bytes(collection_.archive_folder()) == 0) {
    return fail(ErrorCode::kIncomplete,
                "the repository is damaged, and there is no archive to build it again from",
                "put a copy back (docs/backup.md)");
  }
  if (storage_.is_postgres()) return not_in_postgres();
  TRY_AS(lock, lock_of(collection_));
  const fs::path file = storage_.file;
  const fs::path made = building() / file.filename();
  std::error_code error;
  fs::remove_all(building(), error);
  fs::create_directories(building(), error);
  if (error) return done(error, "make the folder", building());
  {
    TRY_AS(repository, repository::open_sqlite(made, repository::Access::kWrite));
    const ShownStep bar("building the repository", watch_);
    gatherer::RebuildOptions options;
    options.stop = watch_.stop;
    options.progress = [&](std::int64_t read, std::int64_t total) { bar.show(read, total, {}); };
    auto rebuilt = gatherer::rebuild_repository(collection_, **repository, options);
    if (!rebuilt) return fail(rebuilt.error());
    report_.repository = *rebuilt;
    report_.stopped = rebuilt->stopped;
  }
  if (report_.stopped) return {};
  if (auto waits = repository::let_replacement_wait(made, file); !waits) return waits;
  return repository::replace_by_waiting(file, aside_);
}

Result<void> Repair::mark_summaries() {
  TRY_AS(opened, repository::open_repository(storage_, repository::Access::kWrite));
  repository::Batch batch;
  auto read = (*opened)->pages().for_each({}, [&](const auto& url, const auto&, auto, auto) {
    batch.stale.push_back(url.id);
    return true;
  });
  if (!read) return read;
  return (*opened)->crawl().apply(batch);
}

Result<void> Repair::make_summaries() {
  TRY_AS(opened, repository::open_repository(storage_, repository::Access::kWrite));
  TRY_AS(made, Steps(collection_, **opened, watch_).summarize());
  report_.summaries = made->summarized;
  report_.stopped = made->stopped;
  return {};
}

Result<void> Repair::build_index(bool old_is_sound) {
  TRY_AS(opened, repository::open_repository(storage_, repository::Access::kRead));
  std::error_code error;
  fs::create_directories(building(), error);
  if (error) return done(error, "make the folder", building());
  const auto old = indexer::read_index_state(collection_.index_folder());
  const ShownStep bar("indexing", watch_);
  indexer::IndexOptions options;
  options.stop = watch_.stop;
  options.on_termination = watch_.on_termination;
  options.off_topic =
      old && old->has_off_topic ? indexer::OffTopic::kTakeIn : indexer::OffTopic::kLeaveOut;
  options.progress = [&](const indexer::IndexReport& report) {
    bar.show(report.documents, report_.summaries, {});
  };
  const fs::path made = building() / "index";
  const auto built = index_summaries(collection_, **opened, options, Loss::kAsk, made,
                                     old_is_sound ? collection_.index_folder() : made);
  if (!built) return fail(built.error());
  report_.documents = built->documents;
  report_.stopped = built->stopped;
  if (built->stopped) return {};
  return exchange(made, collection_.index_folder(), aside_);
}

}  // namespace porthole::operations
