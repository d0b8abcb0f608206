#include "operations/doctor/collection_checks.h"

#include <pwd.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

#include "archive/archive_files.h"
#include "base/clock.h"
#include "base/text/format.h"
#include "base/text/text.h"
#include "collection/local_scope.h"
#include "collection/open_collection.h"
#include "gatherer/crawl/gather.h"
#include "gatherer/judge/judge_factory.h"
#include "indexer/index_check.h"
#include "operations/doctor/crawl_health.h"
#include "operations/doctor/finding.h"
#include "operations/plugins/missing_formats.h"
#include "operations/steps/index_round.h"
#include "plugins/tool_folders.h"
#include "repository/file_check.h"
#include "repository/repository.h"

namespace porthole::operations {
namespace {

namespace fs = std::filesystem;

std::string user_name() {
  const passwd* user = ::getpwuid(::geteuid());
  return user != nullptr ? user->pw_name : std::to_string(::geteuid());
}

std::int64_t size_of(const fs::path& path) {
  std::error_code error;
  if (fs::is_regular_file(path, error))
    return static_cast<std::int64_t>(fs::file_size(path, error));
  std::int64_t bytes = 0;
  for (fs::recursive_directory_iterator file(path, error), end; !error && file != end;
       file.increment(error)) {
    std::error_code ignored;
    if (file->is_regular_file(ignored))
      bytes += static_cast<std::int64_t>(file->file_size(ignored));
  }
  return bytes;
}

/// The checks of one collection, which share the open repository.
class CollectionChecks {
 public:
  CollectionChecks(const collection::Collection& collection, const std::string& folder, bool whole)
      : collection_(collection), typed_(folder), folder_(shell_word(folder)), whole_(whole) {}

  Findings run() {
    check_specification();
    check_judge();
    check_rights();
    check_disk();
    check_lock();
    if (check_database()) {
      check_archive();
      check_last_run();
      check_crawl();
      check_formats();
      check_summaries();
    }
    check_index();
    return std::move(findings_);
  }

 private:
  void ok(const char* check, std::string what) { found_ok(findings_, check, std::move(what)); }
  void warn(const char* check, std::string what, std::string remedy) {
    found_warning(findings_, check, std::move(what), std::move(remedy));
  }

  void check_specification() {
    const collection::Specification& specification = collection_.specification();
    if (auto ready = gatherer::check_ready(specification); !ready) {
      Error error = ready.error();
      std::string remedy = std::exchange(error.hint, {});
      warn("specification", error.to_string(), std::move(remedy));
    } else {
      ok("specification",
         collection_.specification_file().string() + ", " +
             counted(static_cast<std::int64_t>(specification.seeds.size()), "seed"));
    }
  }

  void check_judge() {
    if (auto judge = gatherer::check_page_judge(collection_); !judge)
      return warn("judge", judge.error().message, judge.error().hint);
    const auto judged_by = gatherer::judged_by(collection_);
    const auto is_current = gatherer::is_training_current(collection_);
    if (!judged_by || !is_current) return;  // As for check_page_judge(), which would have failed.
    if (!*is_current) {
      const Error outdated = gatherer::outdated_training(typed_);
      return warn("judge", outdated.message, outdated.hint);
    }
    ok("judge", *judged_by == topics::JudgedBy::kWords
                    ? "the topic's words"
                    : "the classifier, trained on the taxonomy as it is");
  }

  void check_rights() {
    std::error_code ignored;
    for (const fs::path& path : {collection_.folder(), collection_.specification_file(),
                                 collection::storage_of(collection_).file,
                                 collection_.archive_folder(), collection_.index_folder()}) {
      if (!fs::exists(path, ignored)) continue;
      const bool is_folder = fs::is_directory(path, ignored);
      if (::access(path.c_str(), R_OK | (is_folder ? X_OK : 0)) != 0) {
        return found_fault(findings_, "rights", user_name() + " may not read " + path.string(),
                           "run it as the owner, or give the right: chmod u+rX");
      }
      if (::access(path.c_str(), W_OK) != 0) {
        return warn("rights",
                    user_name() + " may not write " + path.string() +
                        ": searching works, gathering and indexing do not",
                    "run these as the owner, or: chown -R " + user_name() + " " + folder_);
      }
    }
    ok("rights", user_name() + " may read and write it");
  }

  void check_disk() {
    constexpr std::int64_t kLeast = 64 << 20;
    constexpr std::int64_t kEnough = std::int64_t{1} << 30;
    const std::int64_t index = size_of(collection_.index_folder());
    ok("size", format_size(size_of(collection_.folder())) + ", the index " + format_size(index));
    // An index that is built anew lies beside the old one until it is complete.
    check_room(findings_, "disk", collection_.folder(),
               {.least = kLeast, .enough = std::max(kEnough, 2 * index)});
  }

  void check_lock() {
    const auto holder = repository::lock_holder(collection::storage_of(collection_));
    is_busy_ = holder.has_value();
    ok("lock", holder ? *holder + " is working on it" : "no process is working on it");
  }

  /// False if there is no repository that can be read.
  bool check_database() {
    const auto file = repository::check_repository(
        collection::storage_of(collection_),
        whole_ ? repository::FileReading::kQuick : repository::FileReading::kHead);
    if (!file && file.error().code == ErrorCode::kNotFound) {
      ok("database", "nothing was gathered yet");
      return false;
    }
    if (!file) {
      Error error = file.error();
      if (error.hint.empty()) error.hint = rebuild();
      found_error(findings_, "database", error);
      return false;
    }
    for (const std::string& fault : file->faults)
      found_fault(findings_, "database", "damaged: " + fault, rebuild());
    if (!file->faults.empty()) return false;
    if (file->version != file->current_version) {
      warn("database",
           "it has version " + std::to_string(file->version) + ", and this program version " +
               std::to_string(file->current_version),
           "it is migrated when it is opened next: porthole status " + folder_);
      return false;
    }
    auto repository =
        repository::open_repository(collection::storage_of(collection_), repository::Access::kRead);
    if (!repository) {
      found_error(findings_, "database", repository.error());
      return false;
    }
    repository_ = std::move(*repository);
    ok("database", std::string(whole_ ? "intact" : "it can be opened") + ", version " +
                       std::to_string(file->version));
    return true;
  }

  void check_archive() {
    const auto end = repository_->crawl().archive_end();
    if (!end) return found_error(findings_, "archive", end.error());
    if (end->first.empty()) return;
    const auto reached =
        archive::check_reaches(collection_.archive_folder(), {end->first, end->second});
    if (!reached)
      return found_fault(findings_, "archive",
                         reached.error().file + ": " + reached.error().message, rebuild());
    ok("archive", "it has all that was committed");
  }

  void check_last_run() {
    const auto run = repository_->crawl().last_run();
    if (!run) return found_error(findings_, "last run", run.error());
    if (!*run) return;
    if ((*run)->ended == WallTime{} && !is_busy_) {
      return warn("last run", "it was killed; what was committed is safe",
                  "go on: porthole gather " + folder_);
    }
    if ((*run)->stop_reason == repository::StopReason::kFailed)
      return warn("last run", (*run)->stopped(), "run it again: porthole gather " + folder_);
    if ((*run)->ended != WallTime{})
      ok("last run", "ended " + format_time((*run)->ended) + ": " + (*run)->stopped());
  }

  void check_crawl() {
    const auto plugins = repository_->crawl().plugins();
    if (!plugins) return found_error(findings_, "crawl", plugins.error());
    for (const PluginRecord& plugin : *plugins) {
      if (!missing_program(plugin.last_failure).empty()) continue;  // See check_formats().
      warn("crawl",
           plugin.name + " failed " + with_commas(plugin.failed) + " of " +
               with_commas(plugin.used) + " times: " + plugin.last_failure,
           "tell its author, or name the other plug-ins alone in the specification");
    }
    const auto health = read_health(collection_, *repository_, typed_);
    if (!health) return found_error(findings_, "crawl", health.error());
    if (health->stagnation) {
      if (health->stagnation->kind == gatherer::Stagnation::kFrontierEmpty)
        return ok("crawl", health->stagnation->what);
      const std::vector<std::string>& remedies = health->stagnation->remedies;
      return warn("crawl", health->stagnation->what, remedies.empty() ? "" : remedies.front());
    }
    ok("crawl", "no sign of stagnation");
  }

  void check_formats() {
    const auto unread = unread_formats(*repository_);
    if (!unread) return found_error(findings_, "formats", unread.error());
    for (const UnreadFormat& one : *unread)
      warn("formats", unread_in_words(one), unread_remedy(one, "porthole update " + folder_));
    if (unread->empty()) ok("formats", "nothing is missing to read the documents");
  }

  void check_summaries() {
    const auto counts = repository_->counts();
    if (!counts) return found_error(findings_, "summaries", counts.error());
    if (counts->stale > 0) {
      warn("summaries", counted(counts->stale, "page") + " without a current summary",
           "porthole summarize " + folder_);
    } else {
      ok("summaries", with_commas(counts->summaries) + ", all current");
    }
  }

  void check_index() {
    const std::string build = "porthole index " + folder_;
    const auto index = indexer::read_index_state(collection_.index_folder());
    std::int64_t last = 0;
    if (repository_ != nullptr) {
      const auto serial = repository_->summaries().last_serial();
      if (!serial) return found_error(findings_, "index", serial.error());
      last = *serial;
    }
    if (!index && index.error().code == ErrorCode::kNotFound) {
      if (last > 0) warn("index", "there is none yet", build);
      return;
    }
    if (!index) return found_error(findings_, "index", index.error());
    const std::string has = counted(index->documents, "document");
    if (!index->is_current) {
      warn("index", has + ", of another version of this program", "build it anew: " + build);
    } else if (index->serial < last) {
      warn("index", has + "; summaries have changed since", build);
    } else if (!may_compare()) {
      ok("index", has + ", current");
    } else {
      compare_documents(has);
    }
  }

  /// The comparison reads every page, by words its text, too.
  bool may_compare() const {
    constexpr std::int64_t kMostPages = 50'000;
    if (repository_ == nullptr) return false;
    const auto counts = repository_->counts();
    return counts && counts->stale == 0 && (whole_ || counts->summaries <= kMostPages);
  }

  void compare_documents(const std::string& has) {
    const std::size_t before = findings_.size();
    if (auto done = compare_index(collection_, *repository_, folder_, findings_); !done)
      found_error(findings_, "index", done.error());
    if (findings_.size() == before) ok("index", has + ", current, one for each page on topic");
  }

  std::string rebuild() const {
    return "build it again: porthole repair " + folder_ +
           "; or put it back from a copy (docs/backup.md)";
  }

  const collection::Collection& collection_;
  std::string typed_;
  std::string folder_;  ///< As a word of a shell.
  bool whole_;
  bool is_busy_ = false;
  std::unique_ptr<repository::Repository> repository_;
  Findings findings_;
};

}  // namespace

Findings check_collection(const collection::Collection& collection, const std::string& folder,
                          bool whole) {
  return CollectionChecks(collection, folder, whole).run();
}

}  // namespace porthole::operations
