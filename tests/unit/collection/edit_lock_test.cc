#include "collection/edit/edit_lock.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>
#include <thread>
#include <vector>

#include "collection/collection.h"
#include "collection/edit/specification_edit.h"
#include "collection/seed_list.h"
#include "tests/support/files.h"
#include "tests/support/temp_dir.h"

namespace porthole::collection {
namespace {

constexpr int kAtOnce = 8;

class EditLockTest : public ::testing::Test {
 protected:
  void SetUp() override {
    testing::write_whole_file(folder_ / "porthole.xml",
                              "<collection xmlns='urn:porthole:specification:1' name='c'>\n"
                              "<topic title='T'/>\n<seeds></seeds>\n</collection>\n");
  }

  bool add_seed(int number) const {
    const Result<Collection> collection = Collection::open(folder_.path());
    if (!collection) return false;
    const std::vector<std::string> seeds = {"http://s" + std::to_string(number) + ".test/"};
    return edit_specification(
               *collection, [&](const std::string& text) { return add_seeds(text, seeds); },
               Keep::kYes)
        .has_value();
  }
  std::size_t seeds() const {
    const Result<Collection> collection = Collection::open(folder_.path());
    return collection ? collection->specification().seeds.size() : 0;
  }

  testing::TempDir folder_;
};

TEST_F(EditLockTest, NoChangeOfProcessesThatEditAtOnceIsLost) {
  std::vector<pid_t> children;
  for (int number = 0; number < kAtOnce; ++number) {
    const pid_t child = ::fork();
    if (child == 0) ::_exit(add_seed(number) ? 0 : 1);
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  }
  EXPECT_EQ(seeds(), std::size_t{kAtOnce});
}

TEST_F(EditLockTest, NoChangeOfThreadsThatEditAtOnceIsLost) {
  std::vector<std::thread> threads;
  for (int number = 0; number < kAtOnce; ++number)
    threads.emplace_back([this, number] { EXPECT_TRUE(add_seed(number)); });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(seeds(), std::size_t{kAtOnce});
}

TEST_F(EditLockTest, AThreadThatHasItMayEdit) {
  const Result<EditLock> lock = EditLock::take(folder_.path());
  ASSERT_TRUE(lock);
  EXPECT_TRUE(add_seed(1));
  EXPECT_TRUE(add_seed(2));
}

TEST_F(EditLockTest, IsFreeWhenTheLastOfAThreadEnds) {
  {
    const Result<EditLock> outer = EditLock::take(folder_.path());
    const Result<EditLock> inner = EditLock::take(folder_.path());
    ASSERT_TRUE(outer && inner);
  }
  std::thread([this] { EXPECT_TRUE(add_seed(1)); }).join();
  EXPECT_EQ(seeds(), 1U);
}

TEST_F(EditLockTest, AFolderThatIsNotThereNeedsNone) {
  EXPECT_TRUE(EditLock::take(folder_ / "none"));
  EXPECT_TRUE(EditLock::take(folder_ / "porthole.xml"));
}

}  // namespace
}  // namespace porthole::collection
