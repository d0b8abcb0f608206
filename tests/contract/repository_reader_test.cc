// Readers of a repository without the right to write, on a full disk, and beside a lock that was
// taken away.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <memory>
#include <string>

#include "repository/query.h"
#include "repository/repository.h"
#include "tests/support/file_size_limit.h"
#include "tests/support/files.h"
#include "tests/support/temp_dir.h"
#include "tests/support/without_rights.h"

namespace porthole::repository {
namespace {

namespace fs = std::filesystem;
using testing::FileSizeLimit;
using ::testing::HasSubstr;
using testing::kNobody;
using testing::TempDir;
using testing::WithoutRights;

/// Reads the repository in `file`: the number of its URLs, or the error.
std::string read(const fs::path& file) {
  const auto opened = open_sqlite(file, Access::kRead);
  if (!opened) return opened.error().to_string();
  const auto counts = (*opened)->counts();
  return counts ? std::to_string(counts->urls) : counts.error().to_string();
}

/// A process without the right to write that reads a repository when it is asked. It is begun
/// before this process opens any: SQLite's connections must not be carried into another process.
class OtherUser {
 public:
  OtherUser() {
    EXPECT_EQ(::pipe(to_), 0);
    EXPECT_EQ(::pipe(from_), 0);
    process_ = ::fork();
    if (process_ == 0) serve();
    ::close(to_[0]);
    ::close(from_[1]);
  }
  ~OtherUser() {
    ::close(to_[1]);
    ::close(from_[0]);
    ::waitpid(process_, nullptr, 0);
  }
  OtherUser(const OtherUser&) = delete;
  OtherUser& operator=(const OtherUser&) = delete;

  std::string read(const fs::path& file) {
    const std::string name = file.string();
    EXPECT_EQ(::write(to_[1], name.data(), name.size()), static_cast<ssize_t>(name.size()));
    return receive(from_[0]);
  }

 private:
  static std::string receive(int pipe) {
    char text[4096];
    const ssize_t size = ::read(pipe, text, sizeof text);
    return {text, static_cast<std::size_t>(size < 0 ? 0 : size)};
  }
  [[noreturn]] void serve() {
    ::close(to_[1]);
    if (::getuid() == 0 && (::setgid(kNobody) != 0 || ::setuid(kNobody) != 0)) ::_exit(1);
    for (std::string file = receive(to_[0]); !file.empty(); file = receive(to_[0])) {
      const std::string answer = repository::read(file);
      if (::write(from_[1], answer.data(), answer.size()) < 0) ::_exit(1);
    }
    ::_exit(0);
  }

  int to_[2]{}, from_[2]{};
  pid_t process_ = 0;
};

class RepositoryReaderTest : public ::testing::Test {
 protected:
  ~RepositoryReaderTest() override { ::chmod(folder().c_str(), 0755); }

  fs::path folder() const {
    return temporary_ / "collection #1?";
  }  // Characters that mean something in a URI.
  fs::path file() const { return folder() / "repository.db"; }
  fs::path beside(const char* suffix) const { return file().string() + suffix; }

  std::unique_ptr<Repository> writer() {
    ::chmod(temporary_.path().c_str(), 0755);
    fs::create_directories(folder());
    ::chmod(folder().c_str(), 0755);
    auto opened = open_sqlite(file(), Access::kWrite);
    EXPECT_TRUE(opened) << opened.error().to_string();
    return std::move(*opened);
  }
  static Batch url(UrlId id) {
    Batch batch;
    UrlRecord record;
    record.id = id;
    record.key = record.href = "https://a.org/" + std::to_string(id);
    record.host = record.site = "a.org";
    batch.new_urls.push_back(record);
    return batch;
  }
  /// Nobody may write: neither the files nor the folder.
  void take_rights() const {
    for (const auto& entry : fs::directory_iterator(folder())) ::chmod(entry.path().c_str(), 0444);
    ::chmod(folder().c_str(), 0555);
  }
  void remove_companions() const {
    fs::remove(beside("-wal"));
    fs::remove(beside("-shm"));
  }

  /// The file as a writer leaves it that is killed before it has a write-ahead log: half of a
  /// change written, and what was there before in the rollback journal.
  fs::path killed_while_it_was_made() {
    EXPECT_TRUE(writer()->crawl().apply(url(1)));
    const fs::path killed = temporary_ / "killed";
    fs::create_directories(killed);
    sqlite3* open = nullptr;
    EXPECT_EQ(sqlite3_open(file().c_str(), &open), SQLITE_OK);
    const char* const more_than_the_cache_holds =
        "WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 500)"
        " INSERT INTO meta (name, value) SELECT 'n' || i, zeroblob(4000) FROM n";
    for (const char* sql : {"PRAGMA journal_mode=DELETE", "PRAGMA cache_size=1", "BEGIN IMMEDIATE",
                            "DELETE FROM url", more_than_the_cache_holds}) {
      EXPECT_EQ(sqlite3_exec(open, sql, nullptr, nullptr, nullptr), SQLITE_OK) << sql;
    }
    for (const char* suffix : {"", "-journal"})
      fs::copy_file(beside(suffix), killed / ("repository.db" + std::string(suffix)));
    sqlite3_close(open);
    return killed / "repository.db";
  }

  TempDir temporary_;
};

TEST_F(RepositoryReaderTest, TakesBackHalfAChangeOfAWriterThatWasKilledBeforeItHadALog) {
  EXPECT_EQ(read(killed_while_it_was_made()), "1");
}

TEST_F(RepositoryReaderTest, SaysWhoMustTakeItBackWhereItMayNot) {
  OtherUser other;
  const fs::path file = killed_while_it_was_made();
  ::chmod(temporary_.path().c_str(), 0755);
  ::chmod(file.parent_path().c_str(), 0555);
  for (const auto& entry : fs::directory_iterator(file.parent_path()))
    ::chmod(entry.path().c_str(), 0444);
  EXPECT_THAT(other.read(file), HasSubstr("a writer left changes beside repository.db: let the "
                                          "owner of the collection run porthole status once"));
}

TEST_F(RepositoryReaderTest, ReadsWithoutTheRightToWrite) {
  OtherUser other;
  ASSERT_TRUE(writer()->crawl().apply(url(1)));
  take_rights();
  EXPECT_EQ(other.read(file()), "1");
}

TEST_F(RepositoryReaderTest, ReadsWhereNothingLiesBesideTheFileAndNothingCanBeMade) {
  OtherUser other;
  ASSERT_TRUE(writer()->crawl().apply(url(1)));
  remove_companions();
  take_rights();
  EXPECT_EQ(other.read(file()), "1");
  EXPECT_FALSE(fs::exists(beside("-shm")));
}

TEST_F(RepositoryReaderTest, ReadsBesideAWriterWhatThatHasCommitted) {
  OtherUser other;
  const auto open = writer();
  ASSERT_TRUE(open->crawl().apply(url(1)));
  take_rights();
  EXPECT_EQ(other.read(file()), "1");
  ASSERT_TRUE(open->crawl().apply(url(2)));
  EXPECT_EQ(other.read(file()), "2");
}

TEST_F(RepositoryReaderTest, ReadsWhatAKilledWriterLeftInItsWal) {
  OtherUser other;
  const auto open = writer();
  ASSERT_TRUE(open->crawl().apply(url(1)));
  const fs::path killed = temporary_ / "killed";
  fs::create_directories(killed);
  for (const char* suffix : {"", "-wal", "-shm"})
    fs::copy_file(beside(suffix), killed / ("repository.db" + std::string(suffix)));
  ::chmod(killed.c_str(), 0555);
  EXPECT_EQ(other.read(killed / "repository.db"), "1");
  fs::remove(killed / "repository.db-shm");
  EXPECT_THAT(other.read(killed / "repository.db"),
              HasSubstr("let the owner of the collection run porthole status once"));
  EXPECT_EQ(read(killed / "repository.db"), "1");
  EXPECT_EQ(other.read(killed / "repository.db"), "1") << "the owner has read it";
  ::chmod(killed.c_str(), 0755);
}

TEST_F(RepositoryReaderTest, AReaderThatCannotFollowAWriterNoticesIt) {
  ASSERT_TRUE(writer()->crawl().apply(url(1)));
  remove_companions();
  ::chmod(folder().c_str(), 0555);
  std::unique_ptr<Repository> reader;
  {
    const WithoutRights nobody;
    auto opened = open_sqlite(file(), Access::kRead);
    ASSERT_TRUE(opened) << opened.error().to_string();
    reader = std::move(*opened);
  }
  EXPECT_EQ(reader->counts()->urls, 1);
  ::chmod(folder().c_str(), 0755);
  ASSERT_TRUE(writer()->crawl().apply(url(2)));
  const auto counts = reader->counts();
  ASSERT_FALSE(counts);
  EXPECT_EQ(counts.error().code, ErrorCode::kBusy);
  EXPECT_EQ(read(file()), "2");
}

TEST_F(RepositoryReaderTest, AQueryNeedsNoRightToWrite) {
  ASSERT_TRUE(writer()->crawl().apply(url(1)));
  remove_companions();
  take_rights();
  const WithoutRights nobody;
  const auto rows = run_query(file(), "SELECT key FROM url", {});
  ASSERT_TRUE(rows) << rows.error().to_string();
  EXPECT_EQ(rows->rows.size(), 1u);
}

// SQLITE_IOERR_SHMSIZE: not even the 32 KiB of the shared memory can be had.
TEST_F(RepositoryReaderTest, AFullDiskIsNamed) {
  const auto open = writer();
  ASSERT_TRUE(open->crawl().apply(url(1)));
  const fs::path full = temporary_ / "full";
  fs::create_directories(full);
  for (const char* suffix : {"", "-wal"})
    fs::copy_file(beside(suffix), full / ("repository.db" + std::string(suffix)));
  const FileSizeLimit limit(4096);
  for (const Access access : {Access::kRead, Access::kWrite}) {
    const auto opened = open_sqlite(full / "repository.db", access);
    ASSERT_FALSE(opened);
    EXPECT_EQ(opened.error().code, ErrorCode::kDiskFull) << opened.error().to_string();
    EXPECT_THAT(opened.error().to_string(), HasSubstr("no space left for the repository"));
  }
}

TEST_F(RepositoryReaderTest, AFullDiskDoesNotKeepAnybodyFromReading) {
  ASSERT_TRUE(writer()->crawl().apply(url(1)));
  remove_companions();
  const FileSizeLimit limit(4096);
  EXPECT_EQ(read(file()), "1");
}

TEST_F(RepositoryReaderTest, AFullDiskIsNamedBehindEveryCall) {
  const auto open = writer();
  const FileSizeLimit limit(4096);
  const auto applied = open->crawl().apply(url(1));
  ASSERT_FALSE(applied);
  EXPECT_EQ(applied.error().code, ErrorCode::kDiskFull) << applied.error().to_string();
}

TEST_F(RepositoryReaderTest, AWriterWhoseLockWasRemovedWritesNoMore) {
  auto first = writer();
  ASSERT_TRUE(first->crawl().apply(url(1)));
  ASSERT_TRUE(fs::remove(beside(".lock")));
  const auto applied = first->crawl().apply(url(2));
  ASSERT_FALSE(applied);
  EXPECT_EQ(applied.error().code, ErrorCode::kBusy);
  EXPECT_THAT(applied.error().message, HasSubstr("was removed"));
  {
    const auto second = writer();
    EXPECT_FALSE(first->crawl().apply(url(2)));
    EXPECT_TRUE(second->crawl().apply(url(3)));
    first.reset();
    EXPECT_EQ(open_sqlite(file(), Access::kWrite).error().code, ErrorCode::kBusy)
        << "the first takes no lock with it that is not its own";
  }
  EXPECT_FALSE(fs::exists(beside(".lock"))) << "a writer that ends leaves none";
  EXPECT_EQ(read(file()), "2");
}

TEST_F(RepositoryReaderTest, AnEmptyFileBesideAnArchiveOrAnIndexIsDamage) {
  for (const char* companion : {"archive", "index"}) {
    for (const Access access : {Access::kWrite, Access::kRead}) {
      const TempDir other;
      testing::write_whole_file(other / "repository.db", "");
      fs::create_directories(other / companion);
      testing::write_whole_file(other / companion / "file", "x");
      const auto opened = open_sqlite(other / "repository.db", access);
      ASSERT_FALSE(opened);
      EXPECT_EQ(opened.error().code, ErrorCode::kStorage);
      EXPECT_THAT(opened.error().to_string(), HasSubstr("the repository was emptied"));
      EXPECT_EQ(fs::file_size(other / "repository.db"), 0u);
    }
  }
}

TEST_F(RepositoryReaderTest, AFolderInItsPlaceIsToldWithTheRemedy) {
  fs::create_directories(temporary_ / "folder.db");
  fs::create_directories(temporary_ / "archive");
  testing::write_whole_file(temporary_ / "archive/file", "x");
  for (const Access access : {Access::kWrite, Access::kRead}) {
    const auto opened = open_sqlite(temporary_ / "folder.db", access);
    ASSERT_FALSE(opened);
    EXPECT_EQ(opened.error().code, ErrorCode::kStorage);
    EXPECT_EQ(opened.error().message, "the repository is a folder, and not a file");
    EXPECT_THAT(opened.error().hint, HasSubstr("porthole repair "));
  }
}

TEST_F(RepositoryReaderTest, AFileThatTheSystemCannotLookForIsAnErrorWithARemedy) {
  const auto opened = open_sqlite(temporary_ / std::string(300, 'x'), Access::kRead);
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().code, ErrorCode::kStorage);
  EXPECT_THAT(opened.error().hint, HasSubstr("<storage>"));
}

TEST_F(RepositoryReaderTest, AnEmptyFileAloneIsANewRepository) {
  testing::write_whole_file(temporary_ / "repository.db", "");
  fs::create_directories(temporary_ / "archive");
  EXPECT_TRUE(open_sqlite(temporary_ / "repository.db", Access::kWrite));
}

// Whoever removed the repository wants to begin anew, and keeps what was archived.
TEST_F(RepositoryReaderTest, AMissingFileBesideAnArchiveIsANewRepository) {
  fs::create_directories(temporary_ / "archive");
  testing::write_whole_file(temporary_ / "archive/file", "x");
  EXPECT_TRUE(open_sqlite(temporary_ / "repository.db", Access::kWrite));
}

}  // namespace
}  // namespace porthole::repository
