// Each failure in the middle of a repair is told, nothing is lost by it, and the next one ends.

#include "operations/integrity/repair.h"

#include <sys/syscall.h>

#include <atomic>
#include <cerrno>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "indexer/index_check.h"
#include "repository/lock.h"
#include "tests/support/answered_calls.h"
#include "tests/support/file_calls.h"
#include "tests/unit/operations/small_collection.h"

namespace porthole::operations {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr RepairPlan kAll{true, true, true};

class RepairTest : public SmallCollection {
 protected:
  /// Repairs, as the verb does.
  Result<RepairReport> repair(const RepairPlan& plan) const {
    const collection::Collection opened = collection();
    Repair repair(opened, {});
    if (auto finished = repair.finish_earlier(); !finished) return fail(finished.error());
    return repair.run(plan);
  }
  RepairPlan plan(const Integrity& integrity, bool anew = false) const {
    return plan_repair(collection(), integrity, anew);
  }
  /// A repair that failed has lost nothing, and the next one ends.
  void expect_whole() const {
    ASSERT_TRUE(fs::exists(file("repository.db")));
    const auto repaired = repair(kAll);
    ASSERT_TRUE(repaired) << repaired.error().to_string();
    const Integrity integrity = check();
    EXPECT_TRUE(integrity.is_sound());
    EXPECT_EQ(integrity.pages, kPages);
    EXPECT_EQ(integrity.documents, kPages);
    EXPECT_FALSE(fs::exists(file("repairing")));
    EXPECT_FALSE(fs::exists(file("repaired")));
  }
};

TEST_F(RepairTest, PlansWhatIsDamagedAndWhatIsMadeOfIt) {
  const auto words = [&](Integrity integrity, bool anew = false) {
    integrity.pages = kPages;
    return in_words(plan(integrity, anew));
  };
  const std::string repository = "the repository is built again from the archive",
                    summaries = "the summaries are made again from the repository",
                    index = "the index is built again from the summaries";
  const auto without = [](bool Integrity::*sound) {
    Integrity integrity;
    integrity.*sound = false;
    return integrity;
  };
  EXPECT_THAT(words({}), IsEmpty());
  EXPECT_THAT(words({}, true), ElementsAre(summaries, index));
  EXPECT_THAT(words(without(&Integrity::repository_is_sound)),
              ElementsAre(repository, summaries, index));
  EXPECT_THAT(words(without(&Integrity::summaries_are_sound)), ElementsAre(summaries, index));
  EXPECT_THAT(words(without(&Integrity::index_is_sound)), ElementsAre(index));
  fs::remove_all(file("index"));
  EXPECT_THAT(words(without(&Integrity::summaries_are_sound)), ElementsAre(summaries));
  EXPECT_THAT(in_words(plan({}, true)), ElementsAre(summaries)) << "there is a repository file";
  fs::remove(file("repository.db"));
  EXPECT_TRUE(plan({}, true).empty());
}

TEST_F(RepairTest, BuildsAllAgainAndSetsTheOldAside) {
  const auto first = repair(kAll);
  ASSERT_TRUE(first) << first.error().to_string();
  EXPECT_EQ(first->documents, kPages);
  EXPECT_TRUE(fs::exists(first->aside / "repository.db"));
  EXPECT_TRUE(fs::exists(first->aside / "index"));
  EXPECT_TRUE(check().is_sound());
}

TEST_F(RepairTest, ARepositoryThatLacksATableIsBuiltAgain) {
  change("DROP TABLE page_text");
  EXPECT_TRUE(plan(check()).repository);
  expect_whole();
}

TEST_F(RepairTest, ARepairThatEndedBehindTheRepositoryIsEndedByTheNext) {
  ASSERT_TRUE(repair({.repository = true}));
  const auto repaired = repair(plan(check()));
  ASSERT_TRUE(repaired) << repaired.error().to_string();
  EXPECT_EQ(repaired->summaries, kPages);
  EXPECT_EQ(repaired->documents, kPages);
  EXPECT_TRUE(check().is_sound());
}

TEST_F(RepairTest, AnIndexThatIsGoneIsPutInPlace) {
  fs::remove_all(file("index"));
  const auto repaired = repair({.index = true});
  ASSERT_TRUE(repaired);
  EXPECT_EQ(repaired->aside, fs::path());
  EXPECT_EQ(check().documents, kPages);
}

TEST_F(RepairTest, AFolderInThePlaceOfTheRepositoryAndAFileInThatOfTheIndexAreSetAside) {
  fs::remove(file("repository.db"));
  fs::create_directory(file("repository.db"));
  fs::remove_all(file("index"));
  testing::write_whole_file(file("index"), "");
  const auto repaired = repair(plan(check()));
  ASSERT_TRUE(repaired) << repaired.error().to_string();
  EXPECT_TRUE(fs::is_directory(repaired->aside / "repository.db"));
  EXPECT_TRUE(fs::is_regular_file(repaired->aside / "index"));
  expect_whole();
}

TEST_F(RepairTest, ARepositoryThatNobodyIndexedGetsNoIndex) {
  const auto repaired = repair({.repository = true});
  ASSERT_TRUE(repaired);
  EXPECT_EQ(repaired->summaries, 0);
  EXPECT_EQ(repaired->repository.pages, kPages);
}

// Two in one second, for one.
TEST_F(RepairTest, DamagedPartsOfOneMomentGetFoldersOfTheirOwn) {
  const auto taken = [](const fs::path& folder) {
    int count = 0;
    for (const auto& entry : fs::directory_iterator(folder))
      count += entry.path().filename().string().starts_with("damaged-");
    return count;
  };
  for (int number = 1; number <= 3; ++number) {
    ASSERT_TRUE(repair({.index = true}));
    EXPECT_EQ(taken(folder()), number);
  }
}

TEST_F(RepairTest, ARepositoryInPostgresIsLeftToItsOwnMeans) {
  std::string text = testing::read_whole_file(file("porthole.xml"));
  text.replace(text.find("<network>"), 0, "<storage url=\"postgresql://127.0.0.1:1/nothing\"/>");
  testing::write_whole_file(file("porthole.xml"), text);
  const auto refused = repair(kAll);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kUnsupported);
  for (const RepairPlan& rest : {RepairPlan{.summaries = true}, RepairPlan{.index = true}})
    EXPECT_FALSE(repair(rest)) << "nobody answers there";
}

TEST_F(RepairTest, WhileAnotherProcessWritesNothingIsChanged) {
  const collection::Collection opened = collection();
  Repair waiting(opened, {});
  const auto lock = repository::Lock::take(file("repository.db.lock"));
  ASSERT_TRUE(lock);
  EXPECT_EQ(repair(kAll).error().code, ErrorCode::kBusy);
  EXPECT_EQ(waiting.run(kAll).error().code, ErrorCode::kBusy) << "that came after the first step";
  EXPECT_EQ(waiting.run({.summaries = true}).error().code, ErrorCode::kBusy);
}

TEST_F(RepairTest, ARepositoryThatCannotBeReadGetsNeitherSummariesNorAnIndex) {
  testing::write_whole_file(file("repository.db"), std::string(9000, 'x'));
  for (const RepairPlan& rest : {RepairPlan{.summaries = true}, RepairPlan{.index = true}})
    EXPECT_FALSE(repair(rest));
}

TEST_F(RepairTest, AStopLeavesWhatWasThere) {
  const collection::Collection opened = collection();
  const std::atomic<bool> stop = true;
  StepWatch watch;
  watch.stop = &stop;
  for (const RepairPlan& some :
       {kAll, RepairPlan{.summaries = true, .index = true}, RepairPlan{.index = true}}) {
    const auto stopped = Repair(opened, watch).run(some);
    ASSERT_TRUE(stopped) << stopped.error().to_string();
    EXPECT_TRUE(stopped->stopped);
    EXPECT_EQ(stopped->documents, 0);
  }
  expect_whole();
}

TEST_F(RepairTest, AFileSystemThatCannotExchangeFoldersRenamesThem) {
  testing::with_answers(testing::all_failing({SYS_renameat2}, EINVAL), [&] {
    const auto repaired = repair({.index = true});
    ASSERT_TRUE(repaired) << repaired.error().to_string();
    EXPECT_TRUE(fs::exists(repaired->aside / "index-old"));
  });
  EXPECT_TRUE(check().is_sound());
}

TEST_F(RepairTest, AnIndexWithoutPagesOffTheTopicStaysSo) {
  fs::remove_all(file("index"));
  {
    const collection::Collection opened = collection();
    const auto repository =
        repository::open_sqlite(file("repository.db"), repository::Access::kWrite).value();
    ASSERT_TRUE(Steps(opened, *repository, {}).index(indexer::OffTopic::kLeaveOut));
  }
  ASSERT_TRUE(repair({.index = true}));
  EXPECT_FALSE(indexer::read_index_state(file("index")).value().has_off_topic);
}

// A kill before the last step leaves it.
TEST_F(RepairTest, ARepositoryThatWaitsIsPutInPlaceFirst) {
  const auto leave = [&] {
    fs::create_directory(file("repaired"));
    fs::copy_file(file("repository.db"), file("repaired") / "repository.db");
  };
  leave();
  testing::with_answers(testing::failing(SYS_mkdir, 1, ENOSPC), [&] {
    const auto refused = repair({});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::kDiskFull);
  });
  EXPECT_TRUE(fs::exists(file("repaired") / "repository.db"));
  ASSERT_TRUE(repair({}));
  EXPECT_FALSE(fs::exists(file("repaired")));
  EXPECT_TRUE(check().is_sound());
}

TEST_F(RepairTest, AFolderOfAnEarlierRepairThatStaysIsSaid) {
  fs::create_directories(file("repairing") / "index");
  testing::with_answers(testing::all_failing({SYS_rmdir, SYS_unlinkat}, EIO), [&] {
    const auto refused = repair({});
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().message, HasSubstr("cannot remove the folder"));
  });
}

TEST_F(RepairTest, WithoutAnExchangeOfFoldersEachRenameThatFailsIsSaid) {
  const testing::TempDir note;
  for (int count = 1; !fs::exists(note / "repaired"); ++count) {
    testing::Answers answers = testing::failing(SYS_rename, count, EIO);
    answers.calls.push_back(SYS_renameat2);
    const auto of = answers.of;
    answers.of = [of](const seccomp_data& call) {
      return call.nr == SYS_renameat2 ? std::optional<std::int64_t>(-EINVAL) : of(call);
    };
    put_back();
    testing::with_answers(answers, [&] {
      const auto repaired = repair({.index = true});
      if (repaired) {
        testing::write_whole_file(note / "repaired", "");
      } else {
        EXPECT_FALSE(repaired.error().message.empty());
      }
    });
    expect_whole();
  }
}

TEST_F(RepairTest, SummariesThatCannotBeMadeAreSaid) {
  for (int call = 1;; call += 1 + call / 5) {
    const testing::FailingCall failing(call);
    const auto repaired = repair({.summaries = true});
    if (!failing.happened()) break;
    if (!repaired) {
      EXPECT_FALSE(repaired.error().message.empty());
    }
  }
  expect_whole();
}

TEST_F(RepairTest, ARepositoryThatLacksATableGetsNoSummaries) {
  change("DROP TABLE link");
  const auto refused = repair({.summaries = true});
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("link"));
  expect_whole();
}

TEST_F(RepairTest, ARepositoryThatCannotBeOpenedAgainIsSaid) {
  int failed = 0;
  for (int open = 1;; ++open) {
    const testing::FailingOpen failing(open, "/repository.db");
    const auto repaired = repair({.index = true});
    if (!failing.happened()) break;
    if (repaired) continue;  // SQLite was content with the right to read.
    ++failed;
    EXPECT_EQ(repaired.error().code, ErrorCode::kPermission) << open;
  }
  EXPECT_GE(failed, 1);
  expect_whole();
}

/// Runs `work` with the first, second ... call `number` failing with `error` until there are no
/// more, each time in a child process.
void fail_each(const std::vector<int>& numbers, int error, const std::function<void(bool)>& work) {
  for (int count = 1; count < 200; ++count) {
    const testing::TempDir note;
    testing::Answers answers = testing::failing(numbers.front(), count, error);
    answers.calls = numbers;
    const auto of = answers.of;
    answers.of = [&, of](const seccomp_data& call) {
      auto result = of(call);
      if (result) testing::write_whole_file(note / "failed", "");
      return result;
    };
    testing::with_answers(answers, [&] { work(false); });
    work(true);
    if (!fs::exists(note / "failed")) return;
  }
  ADD_FAILURE() << "they do not end";
}

TEST_F(RepairTest, AFolderThatCannotBeMadeOrMovedIsSaid) {
  const std::vector<std::vector<int>> calls = {{SYS_mkdir}, {SYS_rename, SYS_renameat2}};
  for (const auto& numbers : calls) {
    for (const RepairPlan& some : {kAll, RepairPlan{.index = true}})
      fail_each(numbers, numbers.front() == SYS_rename ? ENOSPC : EIO, [&](bool is_over) {
        if (is_over) {
          expect_whole();
          put_back();
          return;
        }
        const auto repaired = repair(some);
        if (!repaired) {
          EXPECT_FALSE(repaired.error().message.empty());
        }
      });
  }
}

TEST_F(RepairTest, AFileThatCannotBeReadOrWrittenIsSaid) {
  int failed = 0;
  for (int call = 1;; call += 1 + call / 5) {
    std::optional<Error> said;
    {
      const testing::FailingCall failing(call);
      const auto repaired = repair(kAll);
      if (!failing.happened()) break;
      if (!repaired) said = repaired.error();
    }
    if (said) {
      ++failed;
      EXPECT_FALSE(said->message.empty()) << call;
    }
  }
  EXPECT_GT(failed, 2);
  expect_whole();
}

}  // namespace
}  // namespace porthole::operations
