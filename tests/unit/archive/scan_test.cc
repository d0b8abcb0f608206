// Damage of an archive is told with its place, and what is sound behind it is read.

#include "archive/scan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "archive/digest.h"
#include "archive/gzip_member.h"
#include "tests/support/file_calls.h"
#include "tests/support/files.h"
#include "tests/support/temp_dir.h"
#include "tests/support/warc_text.h"

namespace porthole::archive {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr const char* kFile = "a.warc.gz";
constexpr std::size_t kWindow = 1 << 16;  // Bytes that are searched together.

std::string member(std::string_view content) {
  GzipMemberWriter writer;
  std::string bytes;
  writer.append({content}, Compression::kFast, bytes);
  return bytes;
}

/// A record of a page in a gzip member of its own.
std::string record(const std::string& page, std::string_view fields = {}) {
  return member(
      testing::warc_response("http://a.test/" + page, "HTTP/1.1 200 OK\r\n\r\n" + page, fields));
}

class ScanTest : public ::testing::Test {
 protected:
  void put(const std::string& bytes, const std::string& name = kFile) const {
    testing::write_whole_file(folder_ / name, bytes);
  }
  Result<void> scan(const Place& end = {}) {
    pages_.clear();
    unsound_.clear();
    faults_.clear();
    ScanReceivers receivers;
    receivers.record = [&](const Place&, const WarcRecord& record, bool is_sound) {
      (is_sound ? pages_ : unsound_).emplace_back(record.target().substr(14));
    };
    receivers.fault = [&](const ScanFault& fault) {
      faults_.push_back(fault.place.file + " " + std::to_string(fault.place.offset) + ": " +
                        fault.what);
    };
    return scan_archive(folder_.path(), end, receivers);
  }

  testing::TempDir folder_;
  std::vector<std::string> pages_, unsound_, faults_;
};

TEST_F(ScanTest, ReadsAllFilesInOrder) {
  put(record("1") + record("2"));
  put(record("3"), "b.warc.gz");
  ASSERT_TRUE(scan());
  EXPECT_THAT(pages_, ElementsAre("1", "2", "3"));
  EXPECT_THAT(faults_, IsEmpty());
  EXPECT_EQ(archive_bytes(folder_.path()),
            static_cast<std::int64_t>((record("1") + record("2") + record("3")).size()));
}

TEST_F(ScanTest, GoesOnBehindBytesThatAreNoRecord) {
  const std::string first = record("1");
  // They look like the beginning of a member, twice.
  put(first + "noise\x1f\x8b\x08noise" + member("not a record") + record("2"));
  ASSERT_TRUE(scan());
  EXPECT_THAT(pages_, ElementsAre("1", "2"));
  ASSERT_EQ(faults_.size(), 1u);
  EXPECT_THAT(faults_[0], HasSubstr("a.warc.gz " + std::to_string(first.size()) + ": "));
}

TEST_F(ScanTest, FindsARecordBehindAnyNumberOfDamagedBytes) {
  for (std::size_t noise = kWindow - 4; noise <= kWindow + 4; ++noise) {
    put(record("1") + std::string(noise, 'x') + record("2") + std::string(2 * kWindow, 'x') +
        record("3"));
    ASSERT_TRUE(scan());
    EXPECT_THAT(pages_, ElementsAre("1", "2", "3")) << noise;
    EXPECT_EQ(faults_.size(), 2u) << noise;
  }
}

TEST_F(ScanTest, DamageToTheEndOfAFileIsOneFault) {
  for (const std::size_t noise : {std::size_t{10}, kWindow, 3 * kWindow}) {
    put(record("1") + std::string(noise, 'x'));
    put(record("2"), "b.warc.gz");
    ASSERT_TRUE(scan());
    EXPECT_THAT(pages_, ElementsAre("1", "2")) << noise;
    EXPECT_EQ(faults_.size(), 1u) << noise;
  }
}

TEST_F(ScanTest, AMemberWithoutARecordAtTheEndIsNoFault) {
  put(record("1") + member(""));
  ASSERT_TRUE(scan());
  EXPECT_THAT(faults_, IsEmpty());
  put(record("1") + "noise" + member(""));
  ASSERT_TRUE(scan());
  EXPECT_EQ(faults_.size(), 1u);
}

TEST_F(ScanTest, NoRecordIsSearchedBehindTheEnd) {
  const std::string first = record("1");
  put(first + std::string(3 * kWindow, 'x') + record("2"));
  ASSERT_TRUE(scan({kFile, static_cast<std::int64_t>(first.size()) + 10}));
  EXPECT_THAT(pages_, ElementsAre("1"));
  EXPECT_EQ(faults_.size(), 1u);
}

TEST_F(ScanTest, AFileThatEndsInARecordIsToldSo) {
  put(record("1") + record("2").substr(0, 50));
  ASSERT_TRUE(scan());
  EXPECT_THAT(pages_, ElementsAre("1"));
  EXPECT_THAT(faults_, ElementsAre(HasSubstr("ends in the middle of a record")));
}

TEST_F(ScanTest, ABlockWithAnotherDigestThanStatedIsNotSound) {
  const auto stating = [](const std::string& page, const std::string& digest) {
    return record(page, "WARC-Block-Digest: " + digest + "\r\n");
  };
  put(stating("1", sha1_digest("HTTP/1.1 200 OK\r\n\r\n1")) + stating("2", sha1_digest("other")) +
      stating("3", "md5:of-another-kind") + record("4"));
  ASSERT_TRUE(scan());
  EXPECT_THAT(pages_, ElementsAre("1", "3", "4"));
  EXPECT_THAT(unsound_, ElementsAre("2"));
  EXPECT_THAT(faults_, ElementsAre(HasSubstr("has not the digest")));
}

// Nobody keeps 257 MiB in memory to compare them.
TEST_F(ScanTest, ABlockThatIsTooLargeIsTakenForSound) {
  constexpr std::size_t kLarge = std::size_t{257} << 20;
  put(member(testing::warc_record("resource", "http://a.test/1", "text/plain",
                                  std::string(kLarge, 'x'),
                                  "WARC-Block-Digest: " + sha1_digest("other") + "\r\n")));
  ASSERT_TRUE(scan());
  EXPECT_THAT(pages_, ElementsAre("1"));
}

TEST_F(ScanTest, RecordsBehindTheEndWereNotCommitted) {
  const std::string first = record("1"), nothing = member("");
  put(first + nothing + record("2"));
  put(record("3"), "b.warc.gz");
  for (const std::size_t more : {std::size_t{0}, std::size_t{1}, nothing.size()}) {
    ASSERT_TRUE(scan({kFile, static_cast<std::int64_t>(first.size() + more)}));
    EXPECT_THAT(pages_, ElementsAre("1")) << more;
  }
  ASSERT_TRUE(scan({"b.warc.gz", 1 << 20}));
  EXPECT_THAT(pages_, ElementsAre("1", "2", "3"));
  EXPECT_THAT(faults_, IsEmpty());
}

TEST_F(ScanTest, RecordsOfOneMemberAreReadOneByOne) {
  put(member(testing::warc_response("http://a.test/1", "HTTP/1.1 200 OK\r\n\r\n") +
             testing::warc_response("http://a.test/2", "HTTP/1.1 200 OK\r\n\r\n")));
  ASSERT_TRUE(scan());
  EXPECT_THAT(pages_, ElementsAre("1", "2"));
}

TEST_F(ScanTest, StopsWhenItIsToldTo) {
  put(record("1") + record("2"));
  put(record("3"), "b.warc.gz");
  int records = 0;
  std::vector<std::int64_t> read;
  ScanReceivers receivers;
  receivers.record = [&](const Place&, const WarcRecord&, bool) { ++records; };
  receivers.progress = [&](std::int64_t bytes) {
    read.push_back(bytes);
    return records < 2;
  };
  ASSERT_TRUE(scan_archive(folder_.path(), {}, receivers));
  EXPECT_EQ(records, 2);
  EXPECT_THAT(read, ElementsAre(record("1").size(), (record("1") + record("2")).size()));
}

TEST_F(ScanTest, NobodyHasToListen) {
  put(record("1") + "noise" + record("2", "WARC-Block-Digest: sha1:X\r\n"));
  EXPECT_TRUE(scan_archive(folder_.path(), {}, {}));
}

TEST_F(ScanTest, AFileThatCannotBeMeasuredOrReadIsAnError) {
  fs::create_symlink("nowhere", folder_ / kFile);
  EXPECT_EQ(scan().error().code, ErrorCode::kNotFound);
  EXPECT_EQ(archive_bytes(folder_.path()), 0);
}

TEST_F(ScanTest, AFileThatCannotBeReadWhileARecordIsSearchedIsAnError) {
  put(record("1") + std::string(2 * kWindow, 'x') + record("2"));
  int failed = 0;
  for (int call = 1;; ++call) {
    const testing::FailingCall failing(call);
    const auto scanned = scan();
    if (!failing.happened()) break;
    if (scanned) continue;  // It was a place without a record.
    ++failed;
    EXPECT_EQ(scanned.error().code, ErrorCode::kStorage) << call;
  }
  EXPECT_GE(failed, 4);
}

}  // namespace
}  // namespace porthole::archive
