#include "labs/webbox/cache.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <unistd.h>

#include "labs/tests/webbox/box_fixture.h"
#include "labs/tests/webbox/fake_tools.h"
#include "labs/webbox/command.h"

namespace porthole::labs {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

namespace fs = std::filesystem;

class CacheTest : public BoxTest {
 protected:
  Result<FetchReport> fetch(const std::vector<std::string>& packages) {
    FetchOptions options;
    options.tools = apt_.tools();
    options.progress = [this](const FetchProgress& now) { progress_.push_back(now); };
    return fetch_packages(packages, cache(), options);
  }

  FakeApt apt_;
  std::vector<FetchProgress> progress_;
};

TEST_F(CacheTest, KnowsWhichPackagesAreMissing) {
  write_sites();
  const std::string list = std::string(kList) +
                           "moons\tmoons-doc\thtml\tmoons.test/\tscience\n"
                           "rings\tmoons-doc\trings\trings.test/\tscience\n"
                           "hub\t_hub\tpackages\thub.test/\tdirectory\n";
  EXPECT_THAT(missing_packages(sites(list), cache()), ElementsAre("moons-doc"));
}

TEST_F(CacheTest, FetchesAndUnpacks) {
  apt_.add_package("stars-doc", "usr/share/doc/stars/html/index.html", "<p>stars");
  apt_.add_package("chess-doc", "usr/share/chess/rules.htm", "<p>rules");
  const auto report = fetch({"chess-doc", "stars-doc"});
  ASSERT_TRUE(report) << report.error().to_string();
  EXPECT_THAT(report->fetched, ElementsAre("chess-doc", "stars-doc"));
  EXPECT_THAT(report->failed, IsEmpty());
  EXPECT_EQ(read_file(stars() / "index.html"), "<p>stars");
  EXPECT_EQ(read_file(chess() / "rules.htm"), "<p>rules");
  EXPECT_TRUE(fs::is_empty(cache() / "debs"));

  ASSERT_EQ(progress_.size(), 2u);
  EXPECT_EQ(progress_[0].package, "chess-doc");
  EXPECT_EQ(progress_[0].packages, 1u);
  EXPECT_EQ(progress_[1].packages_total, 2u);
  EXPECT_GT(progress_[0].bytes, 0u);
  EXPECT_EQ(progress_[1].bytes, progress_[1].bytes_total);
  EXPECT_EQ(report->bytes, progress_[1].bytes_total);
}

TEST_F(CacheTest, OnePackageThatFailsDoesNotStopTheOthers) {
  apt_.add_package("stars-doc", "a.html", "<p>");
  apt_.add_broken_package("torn-doc");
  apt_.add_record("away-doc", "Size: 100");
  const auto report = fetch({"away-doc", "nowhere-doc", "stars-doc", "torn-doc"});
  ASSERT_TRUE(report) << report.error().to_string();
  EXPECT_THAT(report->fetched, ElementsAre("stars-doc"));
  ASSERT_EQ(report->failed.size(), 3u);
  EXPECT_EQ(report->failed[0].package, "nowhere-doc");
  EXPECT_THAT(report->failed[0].reason, HasSubstr("knows no such package"));
  EXPECT_EQ(report->failed[1].package, "away-doc");
  EXPECT_THAT(report->failed[1].reason, HasSubstr("E: mirror is down for away-doc"));
  EXPECT_EQ(report->failed[2].package, "torn-doc");
  EXPECT_THAT(report->failed[2].reason, HasSubstr("cannot be unpacked"));
  EXPECT_FALSE(fs::exists(cache() / "x/torn-doc"));
  EXPECT_TRUE(fs::is_empty(cache() / "debs"));
}

TEST_F(CacheTest, GoesOnWhereAKilledFetchEnded) {
  apt_.add_package("stars-doc", "a.html", "<p>stars");
  apt_.add_package("chess-doc", "a.html", "<p>chess");
  // One package was downloaded but not unpacked, another half unpacked.
  fs::create_directories(cache() / "debs");
  fs::copy(apt_.folder() / "pool/stars-doc.deb", cache() / "debs/stars-doc_1.0_all.deb");
  write_file(cache() / "x/.chess-doc.part/stale.html", "<p>half");
  EXPECT_THAT(missing_packages(sites(), cache()), ElementsAre("chess-doc", "stars-doc"));
  const auto report = fetch({"chess-doc", "stars-doc"});
  ASSERT_TRUE(report) << report.error().to_string();
  EXPECT_THAT(apt_.calls(), Not(HasSubstr("stars-doc")));
  EXPECT_EQ(read_file(cache() / "x/stars-doc/a.html"), "<p>stars");
  EXPECT_FALSE(fs::exists(cache() / "x/chess-doc/stale.html"));
  EXPECT_FALSE(fs::exists(cache() / "x/.chess-doc.part"));
}

TEST_F(CacheTest, SaysWhatToDoWhenAptKnowsNothing) {
  const auto report = fetch({"stars-doc", "chess-doc"});
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, ErrorCode::kNotFound);
  EXPECT_THAT(report.error().hint, HasSubstr("apt-get update"));
}

TEST_F(CacheTest, SaysWhyNothingCouldBeDownloaded) {
  apt_.add_record("away-doc", "Size: 100");
  const auto report = fetch({"away-doc"});
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, ErrorCode::kNetwork);
  EXPECT_THAT(report.error().message, HasSubstr("E: mirror is down for away-doc"));
}

TEST_F(CacheTest, OneProcessFillsACacheAtATime) {
  apt_.add_package("stars-doc", "a.html", "<p>");
  const int lock = ::open((cache() / "lock").c_str(), O_RDWR | O_CREAT, 0644);
  ASSERT_EQ(::flock(lock, LOCK_EX), 0);
  const auto busy = fetch({"stars-doc"});
  ASSERT_FALSE(busy);
  EXPECT_EQ(busy.error().code, ErrorCode::kBusy);
  ::close(lock);
  EXPECT_TRUE(fetch({"stars-doc"}));
}

TEST_F(CacheTest, NothingMissingNeedsNoApt) {
  FetchOptions options;
  options.tools = {"no-such-apt-get", "no-such-apt-cache", "no-such-dpkg-deb"};
  const auto report = fetch_packages({}, cache() / "not-there", options);
  ASSERT_TRUE(report);
  EXPECT_FALSE(fs::exists(cache() / "not-there"));
}

TEST(CommandTest, KeepsBothStreamsAndTheStatus) {
  const auto output =
      run_command({"sh", "-c", "echo out; echo first >&2; echo last >&2; exit 3"}, "/");
  ASSERT_TRUE(output);
  EXPECT_EQ(output->status, 3);
  EXPECT_EQ(output->standard, "out\n");
  EXPECT_EQ(output->last_error_line(), "last");
}

TEST(CommandTest, AnArgumentIsNeverReadByAShell) {
  const auto output = run_command({"printf", "%s|", "a b", "$(id)", ";"}, "/");
  ASSERT_TRUE(output);
  EXPECT_EQ(output->standard, "a b|$(id)|;|");
}

TEST(CommandTest, RunsInTheFolderWithoutInput) {
  const auto output = run_command({"sh", "-c", "pwd; cat"}, "/usr");
  ASSERT_TRUE(output);
  EXPECT_EQ(output->standard, "/usr\n");
}

TEST(CommandTest, TakesMuchOutputOnBothStreams) {
  const auto output = run_command(
      {"sh", "-c", "head -c 3000000 /dev/zero; head -c 3000000 /dev/zero >&2; echo end >&2"}, "/");
  ASSERT_TRUE(output);
  EXPECT_EQ(output->standard.size(), 3'000'000u);
  EXPECT_LE(output->error.size(), 3 * 4096u + 65536u);
  EXPECT_TRUE(output->error.ends_with("end\n"));
}

TEST(CommandTest, ASignalCountsAsAStatus) {
  const auto output = run_command({"sh", "-c", "kill -9 $$"}, "/");
  ASSERT_TRUE(output);
  EXPECT_EQ(output->status, 128 + 9);
}

TEST(CommandTest, SaysWhenThereIsNoSuchProgram) {
  const auto output = run_command({"no-such-program-here"}, "/");
  ASSERT_FALSE(output);
  EXPECT_EQ(output.error().code, ErrorCode::kNotFound);
}

}  // namespace
}  // namespace porthole::labs
