#include "gatherer/restart/checkpoint.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

#include "collection/scope_choice.h"
#include "gatherer/strategies/random_strategy.h"
#include "tests/support/answered_calls.h"
#include "tests/support/file_size_limit.h"
#include "tests/support/files.h"
#include "tests/support/test_collection.h"

namespace porthole::gatherer {
namespace {

namespace fs = std::filesystem;
using testing::all_failing;
using testing::with_answers;

/// A strategy that holds a number.
class Counting : public Strategy {
 public:
  explicit Counting(std::uint64_t count = 0) : count_(count) {}
  std::string_view name() const override { return "counting"; }
  Rating rate(UrlId, int, bool) const override { return {}; }
  std::string checkpoint_layout() const override { return "a number"; }
  void save(StateWriter& writer) const override { writer.number(count_); }
  void load(StateReader& reader) override { count_ = reader.number(); }

 private:
  std::uint64_t count_;
  friend class CheckpointTest;
};

/// A strategy that holds more than is read at once.
class Heavy final : public Counting {
 public:
  explicit Heavy(std::string text = {}) : text_(std::move(text)) {}
  std::string checkpoint_layout() const override { return "a long text"; }
  void save(StateWriter& writer) const override { writer.text(text_), writer.text(text_); }
  void load(StateReader& reader) override {
    text_ = reader.text();
    const std::string again = reader.text();
    EXPECT_TRUE(reader.failed() || again == text_);
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

class CheckpointTest : public ::testing::Test {
 protected:
  CheckpointTest() {
    urls_.add(at("http://a.test/"));
    repository::Batch batch;
    urls_.take_changes(batch);
    EXPECT_TRUE(crawl().apply(batch));
  }
  static repository::UrlRecord at(const std::string& href) {
    repository::UrlRecord url;
    url.key = url.href = href;
    url.site = "a.test";
    return url;
  }
  repository::CrawlState& crawl() { return repository_->crawl(); }
  Checkpoint checkpoint() const { return {collection_.open(), choice_}; }
  void save(std::uint64_t count) {
    const auto saved = try_to_save(Counting(count));
    EXPECT_TRUE(saved) << saved.error().to_string();
  }
  Result<void> try_to_save(const Strategy& strategy) {
    return checkpoint().save(
        strategy, urls_, [](HostId) { return "a.test"; }, crawl());
  }
  /// As opened for the crawl, its URLs read; absent when none belongs to it.
  std::optional<OpenCheckpoint> opened() {
    Result<std::optional<OpenCheckpoint>> opened = checkpoint().open(*repository_);
    EXPECT_TRUE(opened) << opened.error().to_string();
    if (!opened || !*opened) return std::nullopt;
    UrlTable urls;
    EXPECT_TRUE((*opened)->load(urls));
    EXPECT_EQ(urls.find("http://a.test/"), 1);
    return std::move(*opened);
  }
  /// The number that a new strategy gets; absent without a checkpoint that belongs to the crawl.
  std::optional<std::uint64_t> loaded() {
    std::optional<OpenCheckpoint> checkpoint = opened();
    if (!checkpoint) return std::nullopt;
    Counting strategy;
    const Result<bool> loaded = checkpoint->load(strategy);
    EXPECT_TRUE(loaded) << loaded.error().to_string();
    EXPECT_TRUE(*loaded);
    return strategy.count_;
  }

  /// Adds so many URLs that they are more than is read at once.
  void add_many_urls() {
    for (int i = 0; i < 6000; ++i) urls_.add(at("http://a.test/" + std::to_string(i)));
    repository::Batch batch;
    urls_.take_changes(batch);
    EXPECT_TRUE(crawl().apply(batch));
  }

  static testing::SpecificationText beginning() {
    testing::SpecificationText text;
    text.seeds = {"http://a.test/"};
    return text;
  }
  testing::SpecificationText text_ = beginning();
  testing::TestCollection collection_{text_};
  std::unique_ptr<repository::Repository> repository_ =
      collection_.repository(repository::Access::kWrite);
  UrlTable urls_;
  collection::Strategy choice_{.name = "counting", .options = {{"exploration", "0.1"}}};
  fs::path file_ = collection_.folder() / "crawl.checkpoint";
  const std::string long_text_ = std::string(600'000, 'x');
};

TEST_F(CheckpointTest, GivesBackWhatTheStrategyHeldLast) {
  EXPECT_EQ(loaded(), std::nullopt);
  save(7);
  EXPECT_EQ(loaded(), 7u);
  save(8);
  EXPECT_EQ(loaded(), 8u);
  EXPECT_EQ(loaded(), 8u) << "loading changes nothing";
  EXPECT_FALSE(fs::exists(file_.string() + ".new"));
}

TEST_F(CheckpointTest, IsLeftAloneOnceTheCrawlHasChanged) {
  save(7);
  repository::Batch batch;
  batch.priorities = {{1, 0.5}};
  ASSERT_TRUE(crawl().apply(batch));
  EXPECT_EQ(loaded(), std::nullopt);
}

TEST_F(CheckpointTest, BelongsToTheStrategyItsOptionsAndTheFilesOfTheCollection) {
  save(7);
  const Checkpoint made = checkpoint();
  const auto expect_another = [&](const std::string& what) {
    EXPECT_NE(checkpoint(), made) << what;
    EXPECT_EQ(loaded(), std::nullopt) << what;
  };
  choice_.options = {{"exploration", "0.2"}};
  expect_another("another option");
  choice_.options = {{"exploration", "0.1"}};
  choice_.name = "learned";
  expect_another("another strategy");
  choice_.name = "counting";
  const fs::path model = collection_.open().model_folder() / "classifier.model";
  fs::create_directories(model.parent_path());
  testing::write_whole_file(model, "trained");
  expect_another("a model");
  fs::remove(model);
  text_.seeds.push_back("http://b.test/");
  collection_.respecify(text_);
  expect_another("another seed");
  text_ = beginning();
  text_.scope = "<accept host=\"*.test\"/>";
  collection_.respecify(text_);
  expect_another("another scope");
  collection_.respecify(beginning());
  EXPECT_EQ(checkpoint(), made);
  EXPECT_EQ(loaded(), 7u);
}

TEST_F(CheckpointTest, IsLeftAloneWhenItIsDamaged) {
  save(300);
  const std::string whole = testing::read_whole_file(file_);
  for (std::size_t i = 0; i < whole.size(); ++i) {
    std::string damaged = whole;
    damaged[i] = static_cast<char>(damaged[i] ^ 1);
    testing::write_whole_file(file_, damaged);
    ASSERT_EQ(loaded(), std::nullopt) << "byte " << i;
    testing::write_whole_file(file_, whole.substr(0, i));
    ASSERT_EQ(loaded(), std::nullopt) << "cut at " << i;
  }
  testing::write_whole_file(file_, whole + "x");
  EXPECT_EQ(loaded(), std::nullopt);
  fs::remove(file_);
  EXPECT_EQ(loaded(), std::nullopt);
  ASSERT_EQ(::mkfifo(file_.c_str(), 0600), 0);
  EXPECT_EQ(loaded(), std::nullopt) << "nothing is waited for";
  fs::remove(file_);
  testing::write_whole_file(file_, whole);
  EXPECT_EQ(loaded(), 300u);
}

// The file of the run before is in the place of the one that belongs to the crawl.
TEST_F(CheckpointTest, IsLeftAloneWhenItIsOfAnEarlierRun) {
  save(7);
  const std::string earlier = testing::read_whole_file(file_);
  save(7);
  testing::write_whole_file(file_, earlier);
  EXPECT_EQ(loaded(), std::nullopt);
}

TEST_F(CheckpointTest, HasTheUrlsOfAStrategyThatHoldsNothing) {
  EXPECT_TRUE(try_to_save(BreadthFirst()));
  std::optional<OpenCheckpoint> checkpoint = opened();
  ASSERT_TRUE(checkpoint);
  BreadthFirst strategy;
  const Result<bool> loaded = checkpoint->load(strategy);
  ASSERT_TRUE(loaded);
  EXPECT_FALSE(*loaded);
}

// A program that does not know of names of states went on with the crawl.
TEST_F(CheckpointTest, IsLeftAloneWhenTheRepositoryHasMoreUrls) {
  save(7);
  const auto name = crawl().state_name();
  ASSERT_TRUE(name);
  urls_.add(at("http://b.test/"));
  repository::Batch batch;
  urls_.take_changes(batch);
  ASSERT_TRUE(crawl().apply(batch));
  ASSERT_TRUE(crawl().name_state(*name));
  EXPECT_EQ(loaded(), std::nullopt);
}

TEST_F(CheckpointTest, IsLeftAloneWhenTheRepositoryHasFewerUrls) {
  urls_.add(at("http://b.test/"));
  repository::Batch not_written;
  urls_.take_changes(not_written);
  save(7);
  EXPECT_EQ(loaded(), std::nullopt);
}

TEST_F(CheckpointTest, IsRemovedWhenItBelongsToNoCrawl) {
  save(7);
  ASSERT_TRUE(checkpoint().remove_stale(crawl()));
  EXPECT_EQ(loaded(), 7u);
  repository::Batch batch;
  batch.priorities = {{1, 0.5}};
  ASSERT_TRUE(crawl().apply(batch));
  ASSERT_TRUE(checkpoint().remove_stale(crawl()));
  EXPECT_FALSE(fs::exists(file_));
}

TEST_F(CheckpointTest, BelongsToTheLimitsOfARun) {
  save(7);
  const auto limited = [&](const collection::ScopeChoice& choice) {
    collection::Specification specification = collection_.open().specification();
    collection::limit(specification, choice);
    return Checkpoint(collection::Collection::of(collection_.folder(), specification), choice_);
  };
  EXPECT_EQ(limited({}), checkpoint());
  EXPECT_NE(limited({.sites = {"a.test"}}), checkpoint());
  EXPECT_NE(limited({.prefixes = {"http://a.test/b/"}}), checkpoint());
  EXPECT_NE(limited({.excludes = {"b"}}), checkpoint());
  EXPECT_NE(limited({.languages = {"en"}}), checkpoint());
  EXPECT_NE(limited({.depth = 1}), checkpoint());
}

TEST_F(CheckpointTest, IsLeftAloneByAProgramThatHoldsSomethingElse) {
  class Other final : public Counting {
   public:
    std::string checkpoint_layout() const override { return "two numbers"; }
    void load(StateReader&) override { FAIL() << "it is not this program's"; }
  };
  save(7);
  std::optional<OpenCheckpoint> checkpoint = opened();
  ASSERT_TRUE(checkpoint);
  Other other;
  const Result<bool> loaded = checkpoint->load(other);
  ASSERT_TRUE(loaded);
  EXPECT_FALSE(*loaded);
}

TEST_F(CheckpointTest, SaysWhyItCannotBeKept) {
  fs::create_directory(file_);
  testing::write_whole_file(file_ / "x", "");
  const auto saved = try_to_save(Counting(7));
  ASSERT_FALSE(saved);
  EXPECT_EQ(saved.error().file, file_.string());
  EXPECT_FALSE(fs::exists(file_.string() + ".new"));
  EXPECT_EQ(loaded(), std::nullopt);
}

TEST_F(CheckpointTest, RefusesAStateThatTheStrategyDoesNotUnderstand) {
  class Longer final : public Counting {
   public:
    void load(StateReader& reader) override { (void)reader.text(), (void)reader.text(); }
  };
  save(7);
  std::optional<OpenCheckpoint> checkpoint = opened();
  ASSERT_TRUE(checkpoint);
  Longer longer;
  const Result<bool> loaded = checkpoint->load(longer);
  ASSERT_FALSE(loaded);
  EXPECT_NE(loaded.error().message.find("not one of the strategy counting"), std::string::npos);
  EXPECT_NE(loaded.error().hint.find("remove it"), std::string::npos);
}

TEST_F(CheckpointTest, BelongsToTheTaxonomyOfTheTopic) {
  collection::Specification specification = collection_.open().specification();
  specification.topic.taxonomy_file = "taxonomy.xml";
  const auto made = [&] {
    return Checkpoint(collection::Collection::of(collection_.folder(), specification), choice_);
  };
  const Checkpoint of_none = made();
  EXPECT_NE(of_none, checkpoint());
  testing::write_whole_file(collection_.folder() / "taxonomy.xml", "<taxonomy/>");
  EXPECT_NE(made(), of_none);
}

TEST_F(CheckpointTest, BelongsToNoFolderAmongTheModels) {
  const Checkpoint made = checkpoint();
  fs::create_directories(collection_.open().model_folder() / "earlier");
  EXPECT_EQ(checkpoint(), made);
}

TEST_F(CheckpointTest, GivesBackMoreThanIsReadAtOnce) {
  ASSERT_TRUE(try_to_save(Heavy(long_text_)));
  std::optional<OpenCheckpoint> checkpoint = opened();
  ASSERT_TRUE(checkpoint);
  Heavy heavy;
  const Result<bool> loaded = checkpoint->load(heavy);
  ASSERT_TRUE(loaded);
  EXPECT_TRUE(*loaded);
  EXPECT_TRUE(heavy.text() == long_text_);
}

TEST_F(CheckpointTest, RefusesUrlsThatAreNotOnesOfACrawl) {
  UrlRecord alias = at("http://a.test/");
  alias.id = 1;
  alias.alias_of = 99;
  urls_ = UrlTable();
  ASSERT_TRUE(urls_.restore(alias));
  save(7);
  Result<std::optional<OpenCheckpoint>> opened = checkpoint().open(*repository_);
  ASSERT_TRUE(opened && *opened);
  UrlTable urls;
  const Result<void> loaded = (*opened)->load(urls);
  ASSERT_FALSE(loaded);
  EXPECT_EQ(loaded.error().code, ErrorCode::kStorage);
  EXPECT_EQ(loaded.error().file, file_.string());
  EXPECT_NE(loaded.error().message.find("not one of the URLs of a crawl"), std::string::npos);
}

TEST_F(CheckpointTest, StaysWhereANewFileCannotBeMade) {
  save(7);
  const fs::path fresh = file_.string() + ".new";
  fs::create_directory(fresh);
  testing::write_whole_file(fresh / "x", "");
  const auto saved = try_to_save(Counting(8));
  ASSERT_FALSE(saved);
  EXPECT_EQ(saved.error().file, fresh.string());
  EXPECT_EQ(loaded(), 7u);
}

TEST_F(CheckpointTest, StaysWhenTheDiskIsFull) {
  save(7);
  const auto saved = [&] {
    const testing::FileSizeLimit limit(100'000);
    return try_to_save(Heavy(long_text_));
  }();
  ASSERT_FALSE(saved);
  EXPECT_EQ(saved.error().code, ErrorCode::kDiskFull);
  EXPECT_FALSE(fs::exists(file_.string() + ".new"));
  EXPECT_EQ(loaded(), 7u);
}

TEST_F(CheckpointTest, BelongsToNoCrawlUntilItIsOnTheDisk) {
  save(7);
  with_answers(all_failing({SYS_fdatasync}, EIO), [&] {
    const auto saved = try_to_save(Counting(8));
    ASSERT_FALSE(saved);
    EXPECT_EQ(saved.error().code, ErrorCode::kStorage);
    EXPECT_FALSE(fs::exists(file_.string() + ".new"));
    EXPECT_EQ(loaded(), 7u);
  });
  with_answers(all_failing({SYS_fsync}, EIO), [&] {
    const auto saved = try_to_save(Counting(8));
    ASSERT_FALSE(saved);
    EXPECT_EQ(saved.error().code, ErrorCode::kStorage);
    EXPECT_EQ(saved.error().file, file_.parent_path().string());
    EXPECT_EQ(loaded(), std::nullopt);
  });
}

TEST_F(CheckpointTest, IsLeftAloneWhenItMayNotBeOpened) {
  save(7);
  std::atomic<bool> fails = false;
  const testing::Answers refusing{
      {SYS_openat}, [&](const seccomp_data&) -> std::optional<std::int64_t> {
        return fails ? std::optional<std::int64_t>(-EACCES) : std::nullopt;
      }};
  with_answers(refusing, [&] {
    const Checkpoint made = checkpoint();
    fails = true;
    const auto opened = made.open(*repository_);
    fails = false;
    ASSERT_TRUE(opened);
    EXPECT_FALSE(opened->has_value());
  });
  EXPECT_EQ(loaded(), 7u);
}

/// The file of a call that reads.
fs::path file_of(const seccomp_data& call) {
  std::error_code ignored;
  return fs::read_symlink("/proc/self/fd/" + std::to_string(call.args[0]), ignored).filename();
}

// One read after the other fails: while the file is checked, of the URLs, of the strategy.
TEST_F(CheckpointTest, AReadThatFailsLeavesItAloneOrIsSaid) {
  add_many_urls();
  ASSERT_TRUE(try_to_save(Heavy(long_text_)));
  std::atomic<int> left = 0;  // Reads until the one that fails.
  const testing::Answers failing{
      {SYS_pread64}, [&](const seccomp_data& call) -> std::optional<std::int64_t> {
        if (file_of(call) != file_.filename() || left == 0 || --left != 0) return std::nullopt;
        return -EIO;
      }};
  with_answers(failing, [&] {
    int left_alone = 0, without_urls = 0, without_strategy = 0;
    const auto try_with = [&](int failing_read) {
      left = failing_read;
      Result<std::optional<OpenCheckpoint>> opened = checkpoint().open(*repository_);
      ASSERT_TRUE(opened);
      if (!*opened) return void(++left_alone);
      UrlTable urls;
      if (const Result<void> loaded = (*opened)->load(urls); !loaded) {
        EXPECT_NE(loaded.error().message.find("cannot read the file"), std::string::npos);
        return void(++without_urls);
      }
      EXPECT_EQ(urls.last(), urls_.last());
      Heavy heavy;
      if (const Result<bool> loaded = (*opened)->load(heavy); !loaded) {
        EXPECT_NE(loaded.error().message.find("cannot read the file"), std::string::npos);
        return void(++without_strategy);
      }
      EXPECT_TRUE(heavy.text() == long_text_);
    };
    for (int read = 1; left == 0 && read < 100; ++read) try_with(read);
    EXPECT_GT(left.load(), 0) << "a try without a failure comes last";
    EXPECT_GT(left_alone, 0);
    EXPECT_GT(without_urls, 0);
    EXPECT_GT(without_strategy, 0);
  });
}

// Another connection has written since, so that it has to read again.
TEST_F(CheckpointTest, ARepositoryThatCannotBeReadIsAnError) {
  const auto reader = collection_.repository();
  save(7);
  std::atomic<bool> fails = false;
  const testing::Answers failing{{SYS_pread64, SYS_read},
                                 [&](const seccomp_data&) -> std::optional<std::int64_t> {
                                   return fails ? std::optional<std::int64_t>(-EIO) : std::nullopt;
                                 }};
  with_answers(failing, [&] {
    const Checkpoint made = checkpoint();
    fails = true;
    const bool is_opened = made.open(*reader).has_value();
    const bool is_removed = made.remove_stale(reader->crawl()).has_value();
    fails = false;
    EXPECT_FALSE(is_opened);
    EXPECT_FALSE(is_removed);
    EXPECT_TRUE(fs::exists(file_));
  });
}

}  // namespace
}  // namespace porthole::gatherer
