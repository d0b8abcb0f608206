#include "indexer/indexer.h"

#include <fcntl.h>
#include <unistd.h>
#include <xapian.h>

#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <optional>
#include <random>
#include <thread>
#include <unordered_set>

#include "base/text/text.h"
#include "base/url/site.h"
#include "indexer/annotations.h"
#include "indexer/bulk_build.h"
#include "indexer/document_builder.h"
#include "indexer/fields.h"
#include "indexer/index_digests.h"
#include "indexer/termination.h"
#include "indexer/topic_standing.h"

namespace porthole::indexer {
namespace {

namespace fs = std::filesystem;
using summarizer::Summary;
using summarizer::SummaryChange;
using summarizer::SummarySource;

Error storage_error(const Xapian::Error& error, const fs::path& folder) {
  const char* cause = error.get_error_string();
  std::string message = "the index cannot be written: " + error.get_msg();
  if (cause != nullptr) message.append(" (").append(cause).append(")");
  const bool full = message.find("No space left") != std::string::npos ||
                    message.find("quota exceeded") != std::string::npos || is_disk_full(folder);
  if (full) {
    return {ErrorCode::kDiskFull,
            message,
            folder.string(),
            0,
            0,
            "make room and run the same command again; what was committed is safe"};
  }
  return {
      ErrorCode::kStorage,
      message,
      folder.string(),
      0,
      0,
      "if the index is damaged, remove its folder and run the same command again: it is rebuilt "
      "from the summaries"};
}

/// Xapian takes no lock while another process has it, and where its file may not be written.
Error lock_error(const fs::path& folder) {
  const fs::path file = folder / "flintlock";
  if (::access(file.c_str(), W_OK) != 0 && errno != ENOENT)
    return {ErrorCode::kPermission,
            std::string("the index cannot be written: ") + std::strerror(errno),
            file.string(),
            0,
            0,
            "run the same command as a user who may write the collection's folder"};
  return {ErrorCode::kBusy,
          "another process is writing this index",
          folder.string(),
          0,
          0,
          "wait until it is done and run the same command again"};
}

Error file_error(const fs::filesystem_error& error) {
  const bool full = error.code() == std::errc::no_space_on_device ||
                    error.code() == std::error_code(EDQUOT, std::generic_category()) ||
                    error.code() == std::errc::file_too_large;
  return {
      full ? ErrorCode::kDiskFull : ErrorCode::kStorage,
      error.what(),
      "",
      0,
      0,
      full
          ? "make room and run the same command again"
          : "check the disk and the rights of the folder, and run the same command again; an index "
            "that cannot be read is rebuilt from the summaries when its folder is removed"};
}

/// All is committed when the digests are written.
Error digests_error(const fs::filesystem_error& error) {
  Error failed = file_error(error);
  failed.message = "the index is up to date, but the digests of its files cannot be written: " +
                   error.code().message();
  failed.file = error.path1().string();
  return failed;
}

// Commits under a random name: a copied or restored folder may have the revision number of another
// commit.
void commit_as_new(Xapian::WritableDatabase& database) {
  std::random_device random;
  database.set_metadata(kMetaCommit, std::to_string(random()) + '-' + std::to_string(random()));
  database.commit();
}

void mark_empty(Xapian::WritableDatabase& database, const std::string& fields) {
  database.set_metadata(kMetaVersion, kIndexVersion);
  database.set_metadata(kMetaFields, fields);
  database.set_metadata(kMetaSerial, "0");
  commit_as_new(database);
}

// Makes an empty index under another name and renames it, so that a partial index is never visible.
void create(const fs::path& folder, const std::string& fields) {
  fs::path making = folder;
  making += ".making";
  fs::remove_all(making);
  fs::create_directories(making);
  {
    Xapian::WritableDatabase database(making.string(),
                                      Xapian::DB_CREATE_OR_OVERWRITE | Xapian::DB_BACKEND_GLASS);
    mark_empty(database, fields);
    database.close();
  }
  fs::rename(making, folder);
}

// Replaces the index in `folder` by that in `made`, atomically where the file system supports it.
void replace(const fs::path& made, const fs::path& folder) {
  if (::renameat2(AT_FDCWD, made.c_str(), AT_FDCWD, folder.c_str(), RENAME_EXCHANGE) == 0) return;
  fs::path old = made;
  old += ".old";
  fs::rename(folder, old);
  fs::rename(made, folder);
}

std::int64_t number(const std::string& text) {
  std::int64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

const summarizer::Vocabulary& words_of(const IndexOptions& options) {
  return options.words != nullptr ? *options.words : summarizer::Vocabulary::built_in();
}

// One run over one open index. An empty index is built in bulk, until a page repeats; from then on
// it is changed in place.
class Update {
 public:
  /// `database` is the index in `folder`, opened for writing; `revision` is that of `source`.
  /// Unless `continues`, the index has nothing in common with `source` and is built again.
  Update(fs::path folder, Xapian::WritableDatabase database, SummarySource& source,
         std::string revision, bool continues, const IndexOptions& options)
      : folder_(std::move(folder)),
        database_(std::move(database)),
        source_(source),
        revision_(std::move(revision)),
        options_(options),
        builder_(words_of(options)),
        fields_(fields_as_json(words_of(options))),
        standing_(options.on_topic, options.off_topic, database_.get_metadata(kMetaTopic)) {
    report_.rebuilt = !continues || database_.get_metadata(kMetaVersion) != kIndexVersion ||
                      database_.get_metadata(kMetaFields) != fields_;
    report_.serial = report_.rebuilt ? 0 : number(database_.get_metadata(kMetaSerial));
    if (!continues) BulkBuild::forget(folder_);
    if (report_.serial == 0) {
      bulk_.emplace(folder_, fields_);
      report_.serial = bulk_->serial();
      languages_ = bulk_->languages();
      return;
    }
    BulkBuild::forget(folder_);
    const std::string languages = database_.get_metadata(kMetaLanguages);
    for (const std::string_view name : split(languages, ' ')) {
      if (!name.empty()) languages_.emplace(name);
    }
  }

  Result<IndexReport> run() {
    for (;;) {
      TRY_AS(changes, source_.changes_after(report_.serial, options_.batch));
      if (changes->empty() || !begin_change()) break;
      for (const SummaryChange& change : *changes) {
        if (stopping()) break;
        if (change.removed) {
          if (!is_kept(change.url)) report_.removed += remove(change.url);
        } else {
          update(change.url);
        }
        report_.serial = change.serial;
        if (bulk_ && bulk_->is_full()) seal();
      }
      commit();
      if (report_.stopped) break;
    }
    end_bulk();
    take_out();
    TRY(settle_standing());
    settle_synonyms();
    TRY(settle_digests());
    report_.documents = database_.get_doccount();
    report_.off_topic = database_.get_termfreq(std::string(kOffTopicTerm));
    count_left_out();
    return report_;
  }

 private:
  bool stopping() {
    if (options_.stop != nullptr && options_.stop->load()) report_.stopped = true;
    return report_.stopped;
  }

  /// Goes before a change of the index in its place. Before the first one its files are compared
  /// with their digests, which would otherwise be made anew of what is damaged. False when the run
  /// was stopped meanwhile, and nothing may be changed. Errors: throws
  /// Xapian::DatabaseCorruptError.
  bool begin_change() {
    if (bulk_ || is_changing_) return true;
    const DigestComparison compared = compare_index_digests(folder_, database_, options_.stop);
    if (stopping()) return false;
    if (!compared.faults.empty())
      throw Xapian::DatabaseCorruptError("it is damaged: " + compared.faults.front());
    remove_index_digests(folder_);
    is_changing_ = true;
    return true;
  }

  /// Indexes the page as it is now, if it belongs into the index.
  void update(const std::string& url) {
    const Standing standing = standing_.of(url);
    if (standing == Standing::kLeftOut) {
      remove(url);
      return;
    }
    Result<std::optional<Summary>> found = source_.summary_of(url);
    if (!found) {
      report_.failed.emplace_back(url, found.error());
      return;
    }
    if (*found) put(**found, standing == Standing::kMarked);
  }

  void put(Summary& summary, bool off_topic) {
    keep_annotations_to_index(summary);
    if (off_topic) summary.topic.clear();
    const std::string id = id_term(key_of_page(summary.url));
    Xapian::Document document = builder_.build(summary);
    if (off_topic) document.add_boolean_term(std::string(kOffTopicTerm));
    if (bulk_ && bulk_->has(id)) end_bulk();
    if (bulk_) {
      bulk_->add(id, document);
    } else {
      database_.replace_document(id, document);
    }
    add_spelling(summary);
    ++report_.indexed;
  }

  /// False when the index does not have the page.
  bool remove(const std::string& url) {
    const std::string id = id_term(key_of_page(url));
    if (bulk_ && !bulk_->has(id)) return false;
    end_bulk();
    if (!database_.term_exists(id)) return false;
    database_.delete_document(id);
    return true;
  }

  bool is_kept(const std::string& url) const {
    return options_.keep != nullptr && options_.keep->contains(url);
  }

  void take_out() {
    const std::int64_t before = report_.removed;
    for (const std::string& url : options_.take_out) {
      if (stopping() || !database_.term_exists(id_term(key_of_page(url)))) continue;
      if (begin_change()) report_.removed += remove(url);
    }
    if (report_.removed > before) commit();
  }

  // A page may come on or go off topic while its summary does not change: by new data on other
  // pages, or a new topic.
  Result<void> settle_standing() {
    if (options_.on_topic == nullptr || report_.stopped ||
        database_.get_metadata(kMetaTopic) == standing_.mark() || !begin_change())
      return {};
    const std::string term(kOffTopicTerm);
    const std::unordered_set<Xapian::docid> marked(database_.postlist_begin(term),
                                                   database_.postlist_end(term));
    int changes = 0;
    for (const auto& [url, on_topic] : *options_.on_topic) {
      if (stopping()) return {};
      const std::string id = id_term(key_of_page(url));
      const Xapian::PostingIterator place = database_.postlist_begin(id);
      Standing now = Standing::kLeftOut;
      if (place != database_.postlist_end(id))
        now = marked.contains(*place) ? Standing::kMarked : Standing::kOnTopic;
      if (now == standing_.of(url)) continue;
      update(url);
      if (++changes % options_.batch == 0) commit();
    }
    database_.set_metadata(kMetaTopic, standing_.mark());
    commit();
    return {};
  }

  void settle_synonyms() {
    if (has_synonyms(database_, options_.synonyms) || !begin_change()) return;
    write_synonyms(database_, options_.synonyms);
    commit_as_new(database_);
  }

  /// A run that is stopped leaves the digests to the next one.
  Result<void> settle_digests() {
    if (report_.stopped || has_index_digests(folder_, database_)) return {};
    try {
      if (!write_index_digests(folder_, database_, options_.stop)) report_.stopped = true;
    } catch (const fs::filesystem_error& error) {
      return fail(digests_error(error));
    }
    return {};
  }

  void count_left_out() {
    if (options_.on_topic == nullptr) return;
    for (const auto& [url, on_topic] : *options_.on_topic)
      report_.left_out += standing_.of(url) == Standing::kLeftOut;
  }

  // Adds a word once per run: spelling correction uses its presence, not its frequency.
  void add_spelling(const Summary& summary) {
    for (std::string& word : spelling_words(summary)) {
      if (!spelt_.insert(word).second) continue;
      if (bulk_) {
        bulk_->add_spelling(word);
      } else {
        database_.add_spelling(word);
      }
    }
  }

  std::string language_names() {
    languages_.insert(builder_.stemmers().begin(), builder_.stemmers().end());
    std::string names;
    for (const std::string& name : languages_) names += (names.empty() ? "" : " ") + name;
    return names;
  }

  void seal() { bulk_->seal(report_.serial, language_names()); }

  void mark(Xapian::WritableDatabase& database) {
    database.set_metadata(kMetaVersion, kIndexVersion);
    database.set_metadata(kMetaFields, fields_);
    database.set_metadata(kMetaLanguages, language_names());
    database.set_metadata(kMetaSerial, std::to_string(report_.serial));
    database.set_metadata(kMetaRevision, revision_);
    commit_as_new(database);
  }

  void commit() {
    if (bulk_) {
      seal();
      bulk_->finish();
      report_.documents = bulk_->documents();
    } else {
      mark(database_);
      report_.documents = database_.get_doccount();
    }
    if (options_.progress) options_.progress(report_);
  }

  // The new index takes its place, and the lock passes to it.
  void end_bulk() {
    if (!bulk_) return;
    seal();
    const fs::path made = bulk_->merge();
    bulk_.reset();
    Xapian::WritableDatabase whole(made.string(), Xapian::DB_CREATE_OR_OPEN);
    BulkBuild::make_spelling(whole);
    mark(whole);
    whole.close();
    replace(made, folder_);
    database_.close();
    database_ = Xapian::WritableDatabase(folder_.string(), Xapian::DB_OPEN);
    BulkBuild::forget(folder_);
    is_changing_ = true;  // The new index has no digests.
  }

  fs::path folder_;
  Xapian::WritableDatabase database_;
  SummarySource& source_;
  std::string revision_;
  const IndexOptions& options_;
  std::optional<BulkBuild> bulk_;
  DocumentBuilder builder_;
  std::string fields_;  // as the index describes them
  TopicStanding standing_;
  IndexReport report_;
  std::set<std::string> languages_;
  std::unordered_set<std::string> spelt_;
  bool is_changing_ = false;  // The index has no digests.
};

/// Opens the index once no other process has its lock, which a child (child_process.h) of a process
/// that was killed keeps for a moment. Errors: throws Xapian::DatabaseLockError after two seconds.
Xapian::WritableDatabase open_for_writing(const fs::path& folder) {
  constexpr int kTries = 20;
  for (int i = 1;; ++i) {
    try {
      return Xapian::WritableDatabase(folder.string(), Xapian::DB_OPEN);
    } catch (const Xapian::DatabaseLockError&) {
      if (i == kTries) throw;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
}

Result<IndexReport> open_and_update(const fs::path& folder, SummarySource& source,
                                    const IndexOptions& options) {
  if (!fs::exists(folder) || fs::is_empty(folder))
    create(folder, fields_as_json(words_of(options)));
  Xapian::WritableDatabase database = open_for_writing(folder);
  TRY_AS(revision, source.revision());
  const std::string indexed = database.get_metadata(kMetaRevision);
  const Result<bool> continues = indexed.empty() ? true : source.had_revision(indexed);
  if (!continues) return fail(continues.error());
  return Update(folder, std::move(database), source, std::move(*revision), *continues, options)
      .run();
}

}  // namespace

Result<IndexReport> update_index(const fs::path& folder, SummarySource& source,
                                 const IndexOptions& options) {
  const TerminationGuard guard(folder, options.on_termination);
  try {
    return open_and_update(folder, source, options);
  } catch (const Xapian::DatabaseLockError&) {
    return fail(lock_error(folder));
  } catch (const Xapian::Error& error) {
    return fail(storage_error(error, folder));
  } catch (const fs::filesystem_error& error) {
    return fail(file_error(error));
  }
}

}  // namespace porthole::indexer
