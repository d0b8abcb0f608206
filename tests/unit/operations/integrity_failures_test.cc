// A check whose collection cannot be read, or is changed meanwhile, says so: an error is never
// taken for damage, and damage never for a sound collection.

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "operations/integrity/integrity.h"
#include "tests/support/file_calls.h"
#include "tests/unit/operations/small_collection.h"

namespace porthole::operations {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

class IntegrityFailuresTest : public SmallCollection {
 protected:
  /// Checks, parsing about so many pages again, and does `what` the first time that `when` is true
  /// of the progress.
  using When = std::function<bool(const std::string& part, std::int64_t done, std::int64_t total)>;
  Result<Integrity> check_and(const When& when, const std::function<void()>& what,
                              std::int64_t parsed_pages = 0) const {
    bool is_done = false;
    IntegrityOptions options;
    options.parsed_pages = parsed_pages;
    options.progress = [&](const std::string& part, std::int64_t done, std::int64_t total) {
      if (!is_done && when(part, done, total)) {
        is_done = true;
        what();
      }
    };
    const auto checked = try_check(options);
    EXPECT_TRUE(is_done);
    return checked;
  }

  static bool at_first_record(const std::string& part, std::int64_t, std::int64_t) {
    return part == "archive";
  }
  static bool at_last_record(const std::string& part, std::int64_t done, std::int64_t total) {
    return part == "archive" && done == total;
  }
};

// SQLite does without some of its calls.
TEST_F(IntegrityFailuresTest, NoPartThatCouldNotBeReadIsCalledSound) {
  fs::remove_all(file("index"));
  IntegrityOptions options;
  options.parsed_pages = 0;
  const std::int64_t records = check(options).records;
  int failed = 0;
  for (int call = 1;; ++call) {
    const testing::FailingCall failing(call);
    const auto checked = try_check(options);
    if (!failing.happened()) break;
    if (!checked) {
      ++failed;
      EXPECT_FALSE(checked.error().message.empty()) << call;
    } else if (checked->is_sound()) {
      EXPECT_EQ(checked->pages, kPages) << call;
      EXPECT_EQ(checked->records, records) << call;
      EXPECT_EQ(checked->summaries, kPages) << call;
    }
  }
  EXPECT_GT(failed, 10);
  EXPECT_TRUE(check().is_sound());
}

TEST_F(IntegrityFailuresTest, AnArchiveThatCannotBeReadIsAnErrorAndNotDamage) {
  const testing::FailingOpen failing(1, ".warc.gz");
  const auto checked = try_check();
  ASSERT_FALSE(checked);
  EXPECT_EQ(checked.error().code, ErrorCode::kStorage);
  EXPECT_EQ(checked.error().file, archive_file().string());
}

TEST_F(IntegrityFailuresTest, AnArchiveThatCannotBeReadASecondTimeIsAnError) {
  change("UPDATE page SET archive_offset = archive_offset + 1 WHERE id = 2");
  std::optional<testing::FailingOpen> failing;
  const auto checked = check_and(at_last_record, [&failing] { failing.emplace(1, ".warc.gz"); });
  ASSERT_FALSE(checked);
  EXPECT_EQ(checked.error().file, archive_file().string());
}

TEST_F(IntegrityFailuresTest, APageThatCannotBeReadWhileOthersAreParsedIsAnError) {
  for (const std::int64_t pages : {std::int64_t{1}, std::int64_t{kPages}}) {
    const auto checked = check_and(
        at_first_record, [&] { change("ALTER TABLE page_block RENAME TO taken"); }, pages);
    ASSERT_FALSE(checked) << pages;
    EXPECT_THAT(checked.error().message, HasSubstr("page_block"));
    change("ALTER TABLE taken RENAME TO page_block");
  }
}

TEST_F(IntegrityFailuresTest, ARepositoryThatIsGoneBeforeItsSummariesAreReadIsAnError) {
  const auto checked =
      check_and(at_last_record, [&] { fs::rename(file("repository.db"), file("taken")); });
  ASSERT_FALSE(checked);
  EXPECT_EQ(checked.error().code, ErrorCode::kNotFound);
}

TEST_F(IntegrityFailuresTest, SummariesThatAreGoneBeforeTheyAreReadAreAnError) {
  const auto checked =
      check_and(at_last_record, [&] { change("ALTER TABLE summary RENAME TO taken"); });
  ASSERT_FALSE(checked);
  EXPECT_THAT(checked.error().message, HasSubstr("summary"));
}

TEST_F(IntegrityFailuresTest, AStopEndsTheSearchForRecordsAtOtherPlaces) {
  change("UPDATE page SET archive_offset = archive_offset + 1 WHERE id = 24");
  std::atomic<bool> stop = false;
  std::int64_t last = 0;
  int after_stop = 0;
  IntegrityOptions options;
  options.stop = &stop;
  options.progress = [&](const std::string& part, std::int64_t done, std::int64_t) {
    if (stop) ++after_stop;
    if (part == "archive" && std::exchange(last, done) > done) stop = true;
  };
  const Integrity integrity = check(options);
  EXPECT_TRUE(integrity.stopped);
  EXPECT_EQ(after_stop, 0);
  EXPECT_TRUE(integrity.findings.empty()) << "the record may be further behind";
}

TEST_F(IntegrityFailuresTest, ARepositoryThatCannotBeOpenedAgainIsAnError) {
  int failed = 0;
  for (int open = 1;; ++open) {
    const testing::FailingOpen failing(open, "/repository.db");
    const auto checked = try_check();
    if (!failing.happened()) break;
    ++failed;
    ASSERT_FALSE(checked) << open;
    EXPECT_EQ(checked.error().code, ErrorCode::kPermission);
  }
  EXPECT_GE(failed, 3) << "to be checked, for questions, and for pages";
}

}  // namespace
}  // namespace porthole::operations
