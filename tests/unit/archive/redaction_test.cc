#include "archive/redaction.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "archive/archive_files.h"
#include "archive/gzip_member.h"
#include "archive/recorded_web.h"
#include "archive/warc_reader.h"
#include "tests/support/files.h"
#include "tests/support/temp_dir.h"
#include "tests/support/warc_text.h"

namespace porthole::archive {
namespace {

using ::testing::HasSubstr;
using testing::read_whole_file;
using testing::TempDir;
using testing::write_whole_file;

/// An archive of three captures.
class RedactionTest : public ::testing::Test {
 protected:
  RedactionTest() {
    auto writer = WarcWriter::open(folder_.path(), {}, "", 0).value();
    for (const char* url :
         {"https://example.org/1", "https://example.org/2", "https://example.org/3"}) {
      Capture capture;
      capture.url = url;
      capture.request_head = "GET / HTTP/1.1\r\n\r\n";
      capture.response_head = "HTTP/1.1 200 OK\r\n\r\n";
      const std::string body = "secret of " + std::string(url);
      capture.raw_body = body;
      places_.push_back(writer->write(capture).value());
    }
    file_ = folder_ / places_[0].file;
  }

  std::vector<WarcRecord> records() const {
    auto reader = WarcReader::open(file_).value();
    std::vector<WarcRecord> all;
    while (auto record = reader->next().value()) all.push_back(std::move(*record));
    return all;
  }

  TempDir folder_;
  std::vector<Place> places_;
  std::filesystem::path file_;
};

TEST_F(RedactionTest, PutsAMetadataRecordInPlaceOfACaptureAndMovesNothing) {
  const auto size = std::filesystem::file_size(file_);
  EXPECT_EQ(redact_captures(folder_.path(), {places_[1]}).value(), 1);
  EXPECT_EQ(std::filesystem::file_size(file_), size);
  const std::vector<WarcRecord> all = records();
  ASSERT_EQ(all.size(), 1u + 3 + 1 + 3);
  EXPECT_EQ(all[4].type(), "metadata");
  EXPECT_EQ(all[4].offset, places_[1].offset);
  EXPECT_THAT(all[4].block, HasSubstr("removed"));
  EXPECT_EQ(all[5].offset, places_[2].offset);
  EXPECT_EQ(all[5].target(), "https://example.org/3");
  for (const WarcRecord& record : all)
    EXPECT_EQ(record.block.find("secret of https://example.org/2"), std::string::npos);
}

TEST_F(RedactionTest, ARecordedWebNoLongerHasThePage) {
  ASSERT_TRUE(redact_captures(folder_.path(), {places_[0], places_[2]}));
  RecordedWeb web = RecordedWeb::open({file_}).value();
  EXPECT_EQ(web.urls(), std::vector<std::string>{"https://example.org/2"});
}

TEST_F(RedactionTest, GzipStillAcceptsTheFile) {
  ASSERT_TRUE(redact_captures(folder_.path(), {places_[0], places_[1], places_[2]}));
  EXPECT_EQ(::system(("gzip -t '" + file_.string() + "'").c_str()), 0);
}

TEST_F(RedactionTest, CanBeCalledAgain) {
  ASSERT_EQ(redact_captures(folder_.path(), {places_[1]}).value(), 1);
  const std::string once = read_whole_file(file_);
  EXPECT_EQ(redact_captures(folder_.path(), {places_[1]}).value(), 0);
  EXPECT_EQ(read_whole_file(file_), once);
}

TEST_F(RedactionTest, TheWriterContinuesAfterARedaction) {
  ASSERT_TRUE(redact_captures(folder_.path(), {places_[2]}));
  const auto size = static_cast<std::int64_t>(std::filesystem::file_size(file_));
  auto writer = WarcWriter::open(folder_.path(), {}, places_[0].file, size).value();
  Capture capture;
  capture.url = "https://example.org/4";
  capture.response_head = "HTTP/1.1 200 OK\r\n\r\n";
  ASSERT_TRUE(writer->write(capture));
  EXPECT_EQ(records().back().target(), "https://example.org/4");
}

TEST_F(RedactionTest, CapturesAreFoundByTheirUrlUntilTheyAreRedacted) {
  const auto all = [](std::string_view) { return true; };
  const auto second = [](std::string_view url) { return url == "https://example.org/2"; };
  EXPECT_EQ(find_captures(folder_.path(), all).value(), places_);
  EXPECT_EQ(find_captures(folder_.path(), second).value(), std::vector<Place>{places_[1]});
  ASSERT_TRUE(redact_captures(folder_.path(), {places_[1]}));
  EXPECT_TRUE(find_captures(folder_.path(), second)->empty());
  EXPECT_EQ(find_captures(folder_.path(), all).value(),
            (std::vector<Place>{places_[0], places_[2]}));
  EXPECT_TRUE(find_captures(folder_ / "nowhere", all)->empty());
}

TEST_F(RedactionTest, RefusesPlacesThatHoldNoCapture) {
  const std::string before = read_whole_file(file_);
  EXPECT_FALSE(redact_captures(folder_.path(), {{places_[0].file, 0}}));  // The warcinfo.
  EXPECT_FALSE(redact_captures(folder_.path(), {{places_[0].file, places_[0].offset + 1}}));
  EXPECT_FALSE(redact_captures(folder_.path(), {{places_[0].file, 1 << 30}}));
  EXPECT_EQ(redact_captures(folder_.path(), {{"missing.warc.gz", 0}}).error().code,
            ErrorCode::kNotFound);
  EXPECT_EQ(read_whole_file(file_), before);
}

TEST_F(RedactionTest, LeavesPlainFilesAlone) {
  const std::string record =
      testing::warc_response("http://a/", "HTTP/1.1 200 OK\r\n\r\n" + std::string(2000, 'x'));
  write_whole_file(folder_ / "plain.warc", record);
  EXPECT_EQ(redact_captures(folder_.path(), {{"plain.warc", 0}}).error().code, ErrorCode::kInvalid);
  EXPECT_EQ(read_whole_file(folder_ / "plain.warc"), record);
}

// RFC 1952 2.3.1: a comment may be of any length and ends with a zero byte.
TEST(StretchedMemberTest, HasAnySizeAndTheSameContent) {
  GzipMemberWriter writer;
  std::string member;
  writer.append({testing::warc_response("http://a/", "HTTP/1.1 200 OK\r\n\r\n")},
                Compression::kFast, member);
  const TempDir folder;
  for (const std::size_t more : {0, 1, 2, 1000, 1 << 20}) {
    const std::string stretched = stretched_member(member, member.size() + more);
    ASSERT_EQ(stretched.size(), member.size() + more);
    write_whole_file(folder / "one.warc.gz", stretched);
    const WarcRecord record =
        WarcReader::open(folder / "one.warc.gz").value()->next().value().value();
    EXPECT_EQ(record.target(), "http://a/") << more;
    EXPECT_EQ(record.stored_size, static_cast<std::int64_t>(stretched.size())) << more;
  }
}

}  // namespace
}  // namespace porthole::archive
