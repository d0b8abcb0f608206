// Copies of a repository from one engine into the other.

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

#include "repository/copy_repository.h"
#include "tests/contract/repository_contract.h"
#include "tests/support/file_calls.h"
#include "tests/support/files.h"

namespace porthole::repository {
namespace {

class CopyTest : public ::testing::Test {
 protected:
  void SetUp() override {
    NEEDS_POSTGRES();
    const auto repository = open_repository(sqlite("first.db"), Access::kWrite).value();
    Batch batch = small_web();
    batch.new_urls[1].detail = "caf\xE9, as a server sent it";
    batch.pages[0].document.properties = {{"heading", "One", PropertyKind::kLiteral}};
    batch.pages[0].document.blocks = {{.begin = 1, .length = 3}};
    batch.pages[1].document.blocks = {{.begin = 0, .length = 4, .is_content = true}};
    batch.pages[1].importance = 0.25;
    ASSERT_TRUE(repository->crawl().apply(batch));
    ASSERT_TRUE(repository->crawl().apply(an_hour_later()));
    RunRecord run;
    run.strategy = "rw";
    run.options = {{"a", "b"}};
    ASSERT_TRUE(repository->crawl().begin_run(run));
    ASSERT_TRUE(repository->scores().put({{.page = 1, .hub = 0.1, .authority = 0.3}}));
    ASSERT_TRUE(repository->summaries().put({summary(1, "digest")}));
  }
  StoragePlace sqlite(const std::string& name) const { return {folder_ / name}; }
  StoragePlace postgres(const std::string& name) const {
    return {postgres_url(folder_ / name), folder_ / name};
  }
  static CopyReport copy(const StoragePlace& from, const StoragePlace& to) {
    const auto copied = copy_repository(from, to, {});
    EXPECT_TRUE(copied) << copied.error().to_string();
    return copied.value_or(CopyReport());
  }
  static void expect_equal(const CopyReport& report) {
    EXPECT_TRUE(report.is_equal);
    EXPECT_FALSE(report.tables.empty());
    for (const CopiedTable& table : report.tables)
      EXPECT_EQ(table.digest_from, table.digest_to) << table.name;
  }

  testing::TempDir folder_;
};

TEST_F(CopyTest, AllTablesAreEqualThereAndBack) {
  const CopyReport there = copy(sqlite("first.db"), postgres("second"));
  expect_equal(there);
  EXPECT_EQ(there.cleaned_texts, 1);
  const CopyReport back = copy(postgres("second"), sqlite("third.db"));
  expect_equal(back);
  for (std::size_t i = 0; i < there.tables.size(); ++i) {
    EXPECT_EQ(there.tables[i].digest_from, back.tables[i].digest_to) << there.tables[i].name;
    EXPECT_EQ(there.tables[i].rows, back.tables[i].rows);
  }
  const auto repository = open_repository(postgres("second"), Access::kRead).value();
  EXPECT_EQ(repository->counts()->urls, 4);
  EXPECT_EQ(repository->links().closed_out_links(1)->size(), 2u);
  EXPECT_EQ((*repository->urls().find("https://b.org/four"))->id, 4);
  EXPECT_EQ(repository->summaries().digest(1).value(), "digest");
}

TEST_F(CopyTest, ACopyThatWasKilledGoesOnWhereItEnded) {
  const StoragePlace from = sqlite("first.db");
  const StoragePlace to = postgres("second");
  testing::PostgresCluster::shared();
  const pid_t child = ::fork();
  if (child == 0) {
    int pieces = 0;
    (void)copy_repository(from, to, {.progress = [&](std::int64_t, std::int64_t) {
                            if (++pieces == 3) ::raise(SIGKILL);
                            return true;
                          }});
    ::_exit(0);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status));
  const CopyReport copied = copy(from, to);
  EXPECT_GT(copied.rows_before, 0);
  expect_equal(copied);
}

TEST_F(CopyTest, ARepositoryThatIsThereIsNotOverwritten) {
  expect_equal(copy(sqlite("first.db"), postgres("second")));
  const auto again = copy_repository(sqlite("first.db"), postgres("second"), {});
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().code, ErrorCode::kInvalid);
}

// A kill before the first commit leaves a file without tables, or of no bytes; one before the
// specification names the copy leaves a whole one.
TEST_F(CopyTest, ACopyThatWasKilledAtItsEndsGoesOn) {
  std::filesystem::create_directory(folder_ / "archive");
  testing::write_whole_file(folder_ / "archive" / "a.warc.gz", "1");
  const StoragePlace from = sqlite("first.db");
  for (const char* name : {"empty.db", "without_tables.db"}) {
    SCOPED_TRACE(name);
    const StoragePlace to = sqlite(name);
    testing::write_whole_file(to.file, "");
    if (to.file != folder_ / "empty.db") execute_in_sqlite(to.file, "PRAGMA journal_mode=WAL");
    const auto not_adopted =
        copy_repository(from, to, {.progress = {}, .adopt = [] {
                                     return Result<void>(fail(ErrorCode::kStorage, "killed"));
                                   }});
    EXPECT_EQ(not_adopted.error().message, "killed");
    expect_equal(copy(from, to));
    EXPECT_FALSE(copy_repository(from, to, {})) << "it is in use";
  }
}

// An archive beside it tells a file without tables from one that is yet to be filled.
TEST_F(CopyTest, ACopyThatFailedOnAFullDiskIsMadeByTheNext) {
  std::filesystem::create_directory(folder_ / "archive");
  testing::write_whole_file(folder_ / "archive" / "a.warc.gz", "1");
  bool is_over = false;
  for (int call = 1; !is_over; call += 1 + call / 4) {
    std::filesystem::remove(folder_ / "other.db");
    {
      const testing::FailingCall full(call, ENOSPC);
      const auto copied = copy_repository(sqlite("first.db"), sqlite("other.db"), {});
      is_over = !full.happened();
      if (copied) continue;
    }
    const auto again = copy_repository(sqlite("first.db"), sqlite("other.db"), {});
    ASSERT_TRUE(again) << call << ": " << again.error().to_string();
    expect_equal(*again);
  }
}

TEST_F(CopyTest, AFileThatIsNotADatabaseIsNamedWithARemedy) {
  testing::write_whole_file(folder_ / "notes.txt", std::string(8192, 'x'));
  const auto copied = copy_repository(sqlite("first.db"), sqlite("notes.txt"), {});
  ASSERT_FALSE(copied);
  EXPECT_NE(copied.error().hint.find("name another place"), std::string::npos)
      << copied.error().to_string();
  EXPECT_TRUE(std::filesystem::exists(folder_ / "notes.txt"));
}

TEST_F(CopyTest, ADryRunOpensNoTarget) {
  const auto counted =
      copy_repository(sqlite("first.db"), sqlite("other.db"), {.dry_run = true, .progress = {}});
  ASSERT_TRUE(counted);
  EXPECT_EQ(counted->tables.front().rows, 4);
  EXPECT_EQ(counted->tables.front().digest_to, "");
  EXPECT_FALSE(std::filesystem::exists(folder_ / "other.db"));
}

// The server is stopped between two commits, and while one is under way.
TEST(PostgresRestartTest, NothingIsLostAndNothingIsTwice) {
  NEEDS_POSTGRES();
  testing::PostgresCluster cluster;
  auto writer = open_postgres(cluster.url("restarted"), Access::kWrite).value();
  auto reader = open_postgres(cluster.url("restarted"), Access::kRead).value();
  ASSERT_TRUE(writer->crawl().apply(small_web()));
  EXPECT_EQ(reader->counts()->urls, 4);
  cluster.stop();
  cluster.start();
  Batch batch;
  batch.new_urls = {url(5, "https://c.org/")};
  const auto applied = writer->crawl().apply(batch);
  ASSERT_TRUE(applied) << applied.error().to_string();
  EXPECT_EQ(reader->counts()->urls, 5);
  EXPECT_EQ(open_postgres(cluster.url("restarted"), Access::kWrite).error().code, ErrorCode::kBusy)
      << "the writer has its lock again";
}

// The server ends the session in a trigger that runs while it commits, the first time.
TEST(PostgresRestartTest, ASessionThatIsEndedInMidTransactionIsMadeAnew) {
  NEEDS_POSTGRES();
  testing::PostgresCluster cluster;
  auto writer = open_postgres(cluster.url("ended"), Access::kWrite).value();
  ASSERT_TRUE(writer->crawl().apply(small_web()));
  cluster.psql(
      "SET search_path TO ended; CREATE SEQUENCE times;"
      "CREATE FUNCTION end_once() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN"
      " IF nextval('ended.times') = 1 THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF;"
      " RETURN NULL; END$$;"
      "CREATE CONSTRAINT TRIGGER last AFTER INSERT ON url DEFERRABLE INITIALLY DEFERRED"
      " FOR EACH ROW EXECUTE FUNCTION end_once()");
  Batch batch;
  batch.new_urls = {url(5, "https://c.org/")};
  const auto applied = writer->crawl().apply(batch);
  ASSERT_TRUE(applied) << applied.error().to_string();
  EXPECT_EQ(writer->counts()->urls, 5);
  EXPECT_EQ(cluster.psql("SELECT last_value FROM ended.times"), "2") << "it was written again";
}

}  // namespace
}  // namespace porthole::repository
