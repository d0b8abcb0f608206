#include "archive/prune.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "archive/archive_files.h"
#include "archive/redaction.h"
#include "archive/warc_reader.h"
#include "archive/warc_writer.h"
#include "tests/support/files.h"
#include "tests/support/temp_dir.h"

namespace porthole::archive {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::TempDir;

namespace fs = std::filesystem;

class PruneTest : public ::testing::Test {
 protected:
  /// Writes one file with a capture of each URL; returns their places.
  std::vector<Place> write(const std::vector<std::string>& urls) {
    auto writer = WarcWriter::open(folder_.path(), {}, "", 0).value();
    std::vector<Place> places;
    for (const std::string& url : urls) {
      Capture capture;
      capture.url = url;
      capture.started = WallTime(std::chrono::hours(++hour_));
      capture.request_head = "GET / HTTP/1.1\r\n\r\n";
      capture.response_head = "HTTP/1.1 200 OK\r\n\r\n";
      const std::string body = url + " at hour " + std::to_string(hour_);
      capture.raw_body = body;
      places.push_back(writer->write(capture).value());
    }
    end_ = {writer->file(), writer->size()};
    return places;
  }

  /// Bodies of the captures at `places`, as "URL at hour N".
  std::string body_at(const Place& place) const {
    auto reader = WarcReader::open(folder_ / place.file).value();
    reader->seek(place.offset);
    const std::string block = reader->next().value()->block;
    return block.substr(block.find("\r\n\r\n") + 4);
  }
  std::vector<std::string> bodies() const {
    std::vector<std::string> out;
    const std::vector<Place> places =
        find_captures(folder_.path(), [](std::string_view) { return true; }).value();
    for (const Place& place : places) out.push_back(body_at(place));
    return out;
  }
  std::vector<std::string> files() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder_.path()))
      if (entry.path().string().ends_with(".warc.gz")) names.push_back(entry.path().filename());
    std::sort(names.begin(), names.end());
    return names;
  }
  PruneRule rule(std::int64_t keep) const { return {.keep = keep, .needed = {}, .end = end_}; }
  std::vector<MovedCaptures> prune(const PruneRule& rule) {
    std::vector<MovedCaptures> moved;
    const PrunePlan plan = plan_prune(folder_.path(), rule).value();
    for (const PrunedFile& file : plan.files) {
      moved.push_back(copy_kept(folder_.path(), file).value());
      EXPECT_TRUE(remove_original(folder_.path(), file));
    }
    return moved;
  }

  TempDir folder_;
  Place end_;
  int hour_ = 0;
};

TEST_F(PruneTest, KeepsTheNewestCapturesOfEachUrl) {
  write({"http://a.test/", "http://b.test/"});
  write({"http://a.test/", "http://c.test/"});
  write({"http://a.test/"});
  const PrunePlan plan = plan_prune(folder_.path(), rule(2)).value();
  EXPECT_EQ(plan.captures, 5);
  ASSERT_EQ(plan.files.size(), 1u) << "only the first file has a third capture of a URL";
  EXPECT_EQ(plan.files[0].captures, 1);
  prune(rule(2));
  EXPECT_THAT(bodies(), ElementsAre("http://b.test/ at hour 2", "http://a.test/ at hour 3",
                                    "http://c.test/ at hour 4", "http://a.test/ at hour 5"));
  prune(rule(1));
  EXPECT_THAT(bodies(), ElementsAre("http://b.test/ at hour 2", "http://c.test/ at hour 4",
                                    "http://a.test/ at hour 5"));
  EXPECT_TRUE(plan_prune(folder_.path(), rule(1)).value().files.empty()) << "it is done";
}

TEST_F(PruneTest, TellsTheNewPlaceOfEachCapture) {
  const std::vector<Place> before = write({"http://a.test/", "http://b.test/", "http://c.test/"});
  write({"http://a.test/"});
  const std::vector<MovedCaptures> moved = prune(rule(1));
  ASSERT_EQ(moved.size(), 1u);
  EXPECT_EQ(moved[0].from, before[0].file);
  EXPECT_THAT(moved[0].to, HasSubstr(".p1.warc.gz"));
  EXPECT_EQ(moved[0].size, std::int64_t(fs::file_size(folder_ / moved[0].to)));
  for (const auto& [old_offset, offset] : moved[0].offsets) {
    if (old_offset == before[1].offset) {
      EXPECT_EQ(body_at({moved[0].to, offset}), "http://b.test/ at hour 2");
    }
    EXPECT_NE(old_offset, before[0].offset) << "dropped";
  }
  EXPECT_EQ(moved[0].offsets.size(), 3u) << "warcinfo, b and c";
}

TEST_F(PruneTest, KeepsWhatTheOwnerRefersToWhateverItsAge) {
  const std::vector<Place> old = write({"http://a.test/", "http://a.test/"});
  write({"http://a.test/"});
  PruneRule needs_the_first = rule(1);
  needs_the_first.needed = {old[0]};
  prune(needs_the_first);
  EXPECT_THAT(bodies(), ElementsAre("http://a.test/ at hour 1", "http://a.test/ at hour 3"));
}

TEST_F(PruneTest, RemovesAFileOfWhichNothingIsLeft) {
  write({"http://a.test/"});
  write({"http://a.test/"});
  const std::vector<MovedCaptures> moved = prune(rule(1));
  ASSERT_EQ(moved.size(), 1u);
  EXPECT_EQ(moved[0].to, "");
  EXPECT_THAT(files(), ElementsAre(end_.file));
}

TEST_F(PruneTest, TheWriterGoesOnWithTheRewrittenLastFile) {
  write({"http://a.test/", "http://a.test/", "http://b.test/"});
  const std::vector<MovedCaptures> moved = prune(rule(1));
  ASSERT_EQ(moved.size(), 1u);
  auto writer = WarcWriter::open(folder_.path(), {}, moved[0].to, moved[0].size).value();
  EXPECT_EQ(writer->file(), moved[0].to);
  Capture capture;
  capture.url = "http://c.test/";
  capture.response_head = "HTTP/1.1 200 OK\r\n\r\n";
  capture.raw_body = "more";
  EXPECT_EQ(writer->write(capture).value().file, moved[0].to);
  EXPECT_THAT(bodies(),
              ElementsAre("http://a.test/ at hour 2", "http://b.test/ at hour 3", "more"));
}

TEST_F(PruneTest, LeavesALastFileWithRecordsThatWereNotCommittedAlone) {
  write({"http://a.test/", "http://a.test/"});
  end_.offset -= 10;
  EXPECT_TRUE(plan_prune(folder_.path(), rule(1)).value().files.empty());
}

TEST_F(PruneTest, LeavesAFileAloneThatEndsInTheMiddleOfARecord) {
  const std::vector<Place> first = write({"http://a.test/", "http://a.test/"});
  write({"http://a.test/"});
  const fs::path path = folder_ / first[0].file;
  fs::resize_file(path, fs::file_size(path) - 5);
  EXPECT_TRUE(plan_prune(folder_.path(), rule(1)).value().files.empty());
}

TEST_F(PruneTest, GivesBackTheSpaceOfCapturesThatWereRedacted) {
  const std::vector<Place> places = write({"http://a.test/", "http://b.test/"});
  write({"http://c.test/"});
  ASSERT_EQ(redact_captures(folder_.path(), {places[0]}).value(), 1);
  const auto before = fs::file_size(folder_ / places[0].file);
  const std::vector<MovedCaptures> moved = prune(rule(1));
  ASSERT_EQ(moved.size(), 1u);
  EXPECT_LT(fs::file_size(folder_ / moved[0].to), before);
  EXPECT_THAT(bodies(), ElementsAre("http://b.test/ at hour 2", "http://c.test/ at hour 3"));
}

TEST_F(PruneTest, RewritesNoFileForASmallShareOfItsBytes) {
  write({"http://a.test/", "http://b.test/", "http://c.test/"});
  write({"http://a.test/"});
  PruneRule half = rule(1);
  half.least_share = 0.5;
  EXPECT_TRUE(plan_prune(folder_.path(), half).value().files.empty());
}

TEST_F(PruneTest, AKilledCallLeavesNoCaptureTwiceAndLosesNone) {
  write({"http://a.test/", "http://b.test/"});
  write({"http://a.test/"});
  const PrunedFile file = plan_prune(folder_.path(), rule(1)).value().files.at(0);
  const std::vector<std::string> before = bodies();
  const std::string copy = copy_kept(folder_.path(), file).value().to;
  // Killed before the owner committed: the file counts, and its copy goes.
  EXPECT_EQ(
      discard_leftovers(folder_.path(), [&](const std::string& name) { return name == file.name; })
          .value(),
      1);
  EXPECT_EQ(bodies(), before);
  // Killed after that: the copy counts, and the file goes.
  ASSERT_EQ(copy_kept(folder_.path(), file).value().to, copy);
  EXPECT_EQ(discard_leftovers(folder_.path(), [&](const std::string& name) { return name == copy; })
                .value(),
            1);
  EXPECT_THAT(bodies(), ElementsAre("http://b.test/ at hour 2", "http://a.test/ at hour 3"));
  EXPECT_EQ(discard_leftovers(folder_.path(), [](const std::string&) { return true; }).value(), 0);
}

TEST_F(PruneTest, ACopyIsCopiedUnderTheNextNumber) {
  write({"http://a.test/", "http://b.test/", "http://c.test/"});
  write({"http://a.test/"});
  prune(rule(1));
  write({"http://b.test/"});
  const std::vector<MovedCaptures> moved = prune(rule(1));
  ASSERT_EQ(moved.size(), 1u);
  EXPECT_THAT(moved[0].from, HasSubstr(".p1.warc.gz"));
  EXPECT_THAT(moved[0].to, HasSubstr(".p2.warc.gz"));
}

TEST_F(PruneTest, RefusesAFileOfAnotherOriginAndChangesNothing) {
  write({"http://a.test/", "http://a.test/"});
  testing::write_whole_file(folder_ / "notes.warc.gz", "not a WARC file");
  EXPECT_FALSE(plan_prune(folder_.path(), rule(1)));
  EXPECT_EQ(files().size(), 2u);
}

TEST(PruneFolderTest, AMissingFolderHasNothingToPrune) {
  const TempDir folder;
  EXPECT_TRUE(plan_prune(folder / "missing", {}).value().files.empty());
}

}  // namespace
}  // namespace porthole::archive
