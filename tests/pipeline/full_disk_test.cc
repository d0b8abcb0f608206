// A crawl waits while the disk has too little room, and goes on by itself.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mount.h>

#include <atomic>
#include <filesystem>
#include <set>
#include <string>
#include <thread>

#include "gatherer/crawl/disk_room.h"
#include "tests/support/files.h"
#include "tests/support/run_program.h"
#include "tests/support/small_web.h"
#include "tests/support/test_collection.h"

namespace porthole {
namespace {

using gatherer::DiskSpace;
using ::testing::HasSubstr;
using testing::SmallWeb;
using testing::SpecificationText;
using testing::TestCollection;

constexpr int kPages = 120;
constexpr std::int64_t kGiB = std::int64_t{1} << 30;

class FullDiskTest : public ::testing::Test {
 protected:
  void SetUp() override {
    for (int page = 1; page <= kPages; ++page) {
      std::string html = "<title>Telescope " + std::to_string(page) + "</title>";
      for (const int next : {2 * page, 2 * page + 1})
        html += "<p><a href=/" + std::to_string(next) + ">light curve</a>";
      web_.page("http://a.test/" + std::to_string(page), html + "<p>" + noise(page));
    }
    text_.seeds = {"http://a.test/1"};
    text_.network = testing::gateway_to(web_.gateway());
  }
  /// Text that compression leaves large.
  static std::string noise(int page) {
    std::string text;
    std::uint64_t state = static_cast<std::uint64_t>(page);
    while (text.size() < 20'000) {
      state = state * 6364136223846793005U + 1442695040888963407U;
      text += static_cast<char>('a' + (state >> 40) % 26);
    }
    return text;
  }

  SmallWeb web_;
  SpecificationText text_;
};

TEST_F(FullDiskTest, WaitsBelowTheFloorAndSaysSoAndGoesOnWhenThereIsRoom) {
  const TestCollection collection(text_);
  std::atomic<bool> full = true;
  std::atomic<int> asked = 0;
  gatherer::GatherOptions options;
  options.keep_free = kGiB;
  options.ask_disk = [&] {
    ++asked;
    return std::optional(DiskSpace{full ? kGiB - 1 : kGiB, 100 * kGiB});
  };
  std::string waited_for;
  options.progress = [&](const gatherer::Progress& progress) {
    if (!full) return;
    EXPECT_EQ(web_.asked().size(), 0u) << "nothing is asked for while it waits";
    waited_for = progress.waiting_for;
    if (asked >= 3) full = false;
  };
  const gatherer::GatherReport report = collection.gather(options);
  EXPECT_THAT(waited_for, HasSubstr("free space"));
  EXPECT_EQ(report.fetched, kPages);
}

TEST_F(FullDiskTest, EndsWhileItWaitsWhenItIsToldTo) {
  const TestCollection collection(text_);
  std::atomic<int> stop = 0;
  gatherer::GatherOptions options;
  options.keep_free = kGiB;
  options.ask_disk = [] { return std::optional(DiskSpace{0, kGiB}); };
  options.stop = &stop;
  options.progress = [&](const gatherer::Progress&) { stop = 1; };
  EXPECT_EQ(collection.gather(options).stop_reason, repository::StopReason::kInterrupted);
}

/// A disk of its own in memory.
class SmallDisk {
 public:
  explicit SmallDisk(const std::string& size) {
    mounted_ = ::mount("none", folder_.path().c_str(), "tmpfs", 0, ("size=" + size).c_str()) == 0;
  }
  ~SmallDisk() {
    if (mounted_) ::umount2(folder_.path().c_str(), MNT_DETACH);
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;

  bool is_mounted() const { return mounted_; }
  std::filesystem::path path() const { return folder_.path(); }
  void grow(const std::string& size) const {
    ::mount("none", folder_.path().c_str(), "tmpfs", MS_REMOUNT, ("size=" + size).c_str());
  }

 private:
  testing::TempDir folder_;
  bool mounted_ = false;
};

TEST_F(FullDiskTest, ADiskThatIsReallyFullCostsNothing) {
  const SmallDisk disk("1500k");
  if (!disk.is_mounted()) GTEST_SKIP() << "a file system can be mounted by root alone";
  const std::filesystem::path folder = disk.path() / "collection";
  ASSERT_TRUE(collection::Collection::create(folder, text_.xml()));
  const std::filesystem::path program =
      std::filesystem::path(PORTHOLE_BINARY_DIR) / "bin" / "porthole";
  testing::Program crawl(program, {"gather", folder.string(), "--keep-free", "1", "--json"});
  const auto is_full = [&] { return std::filesystem::space(disk.path()).available < 100'000; };
  while (!is_full()) std::this_thread::yield();
  const testing::ProgramResult search = testing::run_program(program, {"status", folder.string()});
  EXPECT_EQ(search.code, 0) << "readers go on: " << search.err;
  disk.grow("200m");
  const testing::ProgramResult said = crawl.wait();
  EXPECT_EQ(said.code, 0) << said.err;
  EXPECT_THAT(said.out, HasSubstr("\"fetched\":" + std::to_string(kPages)));
  for (int page = 1; page <= kPages; ++page)
    EXPECT_EQ(web_.times_asked("http://a.test/" + std::to_string(page)), 1) << page;
  EXPECT_EQ(testing::run_program(program, {"check", "repository", folder.string()}).code, 0);
}

}  // namespace
}  // namespace porthole
