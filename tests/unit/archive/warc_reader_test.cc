#include "archive/warc_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "archive/gzip_member.h"
#include "tests/support/files.h"
#include "tests/support/temp_dir.h"
#include "tests/support/warc_text.h"

namespace porthole::archive {
namespace {

using ::testing::HasSubstr;
using testing::TempDir;
using testing::warc_record;
using testing::write_whole_file;

std::string gzipped(std::string_view content) {
  GzipMemberWriter writer;
  std::string member;
  writer.append({content}, Compression::kFast, member);
  return member;
}

std::string text_record(std::string_view uri, std::string_view block) {
  return warc_record("resource", uri, "text/plain", block);
}

class WarcReaderTest : public ::testing::Test {
 protected:
  std::unique_ptr<WarcReader> open(std::string_view bytes, WarcReaderOptions options = {}) {
    write_whole_file(folder_ / "file.warc", bytes);
    return WarcReader::open(folder_ / "file.warc", options).value();
  }

  TempDir folder_;
};

/// The same records, plain and compressed record by record.
class BothFormsTest : public WarcReaderTest, public ::testing::WithParamInterface<bool> {
 protected:
  std::string form(std::string_view record) const {
    return GetParam() ? gzipped(record) : std::string(record);
  }
};
INSTANTIATE_TEST_SUITE_P(Forms, BothFormsTest, ::testing::Bool(),
                         [](const auto& form) { return form.param ? "Compressed" : "Plain"; });

TEST_P(BothFormsTest, ReadsRecordAfterRecord) {
  const std::string first = form(text_record("http://a/1", "one"));
  const std::string second = form(text_record("http://a/2", std::string(200'000, 'x')));
  auto reader = open(first + second);
  const WarcRecord one = reader->next().value().value();
  EXPECT_EQ(one.version, "WARC/1.1");
  EXPECT_EQ(one.type(), "resource");
  EXPECT_EQ(one.target(), "http://a/1");
  EXPECT_EQ(one.field("content-type"), "text/plain");
  EXPECT_EQ(one.block, "one");
  EXPECT_EQ(one.offset, 0);
  EXPECT_EQ(one.stored_size, static_cast<std::int64_t>(first.size()));
  const WarcRecord two = reader->next().value().value();
  EXPECT_EQ(two.block, std::string(200'000, 'x'));
  EXPECT_EQ(two.offset, static_cast<std::int64_t>(first.size()));
  EXPECT_TRUE(two.can_be_sought);
  EXPECT_FALSE(reader->next().value());
  EXPECT_FALSE(reader->is_cut());
}

TEST_P(BothFormsTest, SeeksToARecordInAnyOrder) {
  const std::string first = form(text_record("http://a/1", "one"));
  auto reader = open(first + form(text_record("http://a/2", "two")));
  reader->seek(static_cast<std::int64_t>(first.size()));
  EXPECT_EQ(reader->next().value()->block, "two");
  reader->seek(0);
  EXPECT_EQ(reader->next().value()->block, "one");
  EXPECT_EQ(reader->next().value()->block, "two");
}

TEST_P(BothFormsTest, SkipsABlockThatIsLargerThanTheLimitAndGoesOn) {
  WarcReaderOptions options;
  options.block_limit = 10;
  auto reader = open(form(text_record("http://a/0", "0123456789")) +
                         form(text_record("http://a/1", "0123456789+")) +
                         form(text_record("http://a/2", "next")),
                     options);
  EXPECT_EQ(reader->next().value()->block, "0123456789");
  const WarcRecord skipped = reader->next().value().value();
  EXPECT_TRUE(skipped.block_skipped);
  EXPECT_EQ(skipped.block, "");
  EXPECT_EQ(skipped.target(), "http://a/1");
  EXPECT_EQ(reader->next().value()->block, "next");
}

TEST_P(BothFormsTest, ReportsALastRecordThatIsCutWhereverItIs) {
  const std::string whole = form(text_record("http://a/1", "the first record"));
  const std::string last = form(text_record("http://a/2", "the last record"));
  // A plain record is complete without the empty lines that follow it.
  const std::size_t complete = GetParam() ? last.size() : last.size() - 4;
  for (std::size_t size = 1; size < complete; ++size) {
    auto reader = open(whole + last.substr(0, size));
    EXPECT_EQ(reader->next().value()->block, "the first record") << size;
    const auto cut = reader->next();
    ASSERT_TRUE(cut) << size << cut.error().to_string();
    EXPECT_FALSE(*cut) << size;
    EXPECT_TRUE(reader->is_cut()) << size;
  }
}

TEST_P(BothFormsTest, SurvivesAnyByteFlipped) {
  const std::string bytes = form(text_record("http://a/1", "the first record")) +
                            form(text_record("http://a/2", "the second record"));
  std::mt19937 random(7);
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ (1 + random() % 255));
    auto reader = open(damaged);
    std::size_t blocks = 0;
    for (auto record = reader->next(); record && *record; record = reader->next()) {
      blocks += (*record)->block.size();
    }
    EXPECT_LE(blocks, 2 * bytes.size() + 200) << at;
  }
}

TEST_F(WarcReaderTest, ReadsWarc10AsWgetWritesIt) {
  auto reader = open(warc_record(
      "response", "<http://a/1>", "application/http;msgtype=response", "HTTP/1.1 200 OK\r\n\r\n",
      "WARC-Record-ID: <urn:uuid:1>\r\nX-Folded: one\r\n two\r\n", "WARC/1.0"));
  const WarcRecord record = reader->next().value().value();
  EXPECT_EQ(record.version, "WARC/1.0");
  EXPECT_EQ(record.target(), "http://a/1");
  EXPECT_EQ(record.id(), "<urn:uuid:1>");
  EXPECT_EQ(record.field("x-folded"), "one two");
}

TEST_F(WarcReaderTest, ReadsAFileThatIsCompressedAsAWholeButSaysSo) {
  auto reader = open(gzipped(text_record("http://a/1", "one") + text_record("http://a/2", "two")));
  EXPECT_TRUE(reader->next().value()->can_be_sought);
  const WarcRecord second = reader->next().value().value();
  EXPECT_EQ(second.block, "two");
  EXPECT_FALSE(second.can_be_sought);
}

TEST_F(WarcReaderTest, FindsNothingInAnEmptyFile) {
  auto reader = open("");
  EXPECT_FALSE(reader->next().value());
  EXPECT_FALSE(reader->is_cut());
}

TEST_F(WarcReaderTest, SaysWhereAFileIsNoWarcFile) {
  const std::vector<std::string> bad = {
      "<html>not a WARC file</html>",
      gzipped("neither is this"),
      "WARC/1.1\r\nWARC-Type: x\r\n\r\n",
      "WARC/1.1\r\nContent-Length: -5\r\n\r\n",
      "WARC/1.1\r\nContent-Length: 5x\r\n\r\nhello",
      "WARC/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n",
      "WARC/1.1\r\n" + std::string(100'000, 'a'),
      gzipped(text_record("http://a/1", "one")) + "no gzip member",
  };
  for (const std::string& bytes : bad) {
    auto reader = open(bytes);
    auto record = reader->next();
    if (record && *record) record = reader->next();
    ASSERT_FALSE(record) << bytes.substr(0, 40);
    EXPECT_EQ(record.error().code, ErrorCode::kInvalid);
    EXPECT_THAT(record.error().to_string(), HasSubstr("file.warc"));
    EXPECT_THAT(record.error().message, HasSubstr("at byte "));
  }
}

TEST_F(WarcReaderTest, ALengthBeyondTheFileTakesNoMemory) {
  auto reader = open("WARC/1.1\r\nContent-Length: 9000000000000000000\r\n\r\nshort");
  EXPECT_FALSE(reader->next().value());
  EXPECT_TRUE(reader->is_cut());
}

TEST_F(WarcReaderTest, SaysWhenThereIsNoFile) {
  const auto reader = WarcReader::open(folder_ / "missing.warc.gz");
  ASSERT_FALSE(reader);
  EXPECT_EQ(reader.error().code, ErrorCode::kNotFound);
  EXPECT_THAT(reader.error().to_string(), HasSubstr("missing.warc.gz"));
}

}  // namespace
}  // namespace porthole::archive
