#include "archive/warc_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "archive/archive_files.h"
#include "archive/digest.h"
#include "archive/gzip_member.h"
#include "archive/redaction.h"
#include "archive/warc_reader.h"
#include "tests/support/file_calls.h"
#include "tests/support/file_size_limit.h"
#include "tests/support/files.h"
#include "tests/support/temp_dir.h"
#include "tests/support/without_rights.h"
#include "tests/unit/archive/warc_writing.h"

namespace porthole::archive {
namespace {

namespace fs = std::filesystem;
using ::testing::EndsWith;
using testing::FileSizeLimit;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::StartsWith;
using testing::TempDir;

TEST(WarcWriterTest, WritesAWarcinfoThenResponseRequestAndMetadata) {
  const TempDir folder;
  auto writer = open_writer(folder.path());
  const Place place = writer->write(simple_capture()).value();
  const std::vector<WarcRecord> records = read_all(folder / place.file);
  ASSERT_EQ(records.size(), 4u);
  EXPECT_EQ(records[0].type(), "warcinfo");
  EXPECT_THAT(records[0].block, HasSubstr("operator: crawl@example.org\r\n"));
  EXPECT_EQ(records[0].field("warc-filename"), place.file);
  EXPECT_EQ(records[1].type(), "response");
  EXPECT_EQ(records[2].type(), "request");
  EXPECT_EQ(records[3].type(), "metadata");
  EXPECT_EQ(records[1].offset, place.offset);
  for (const WarcRecord& record : records) EXPECT_EQ(record.version, "WARC/1.1");
}

TEST(WarcWriterTest, WhatIsWrittenIsReadBack) {
  const TempDir folder;
  auto writer = open_writer(folder.path());
  const Place place = writer->write(simple_capture()).value();
  const std::vector<WarcRecord> records = read_all(folder / place.file);
  const WarcRecord& response = records.at(1);
  EXPECT_EQ(response.target(), "https://example.org/a");
  EXPECT_EQ(response.field("warc-date"), "2026-11-20T18:20:53Z");
  EXPECT_EQ(response.field("warc-ip-address"), "192.0.2.7");
  EXPECT_EQ(response.field("content-type"), "application/http;msgtype=response");
  EXPECT_EQ(response.block,
            "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 8\r\n\r\n<p>hello");
  EXPECT_EQ(response.field("warc-block-digest"), sha1_digest(response.block));
  EXPECT_EQ(response.field("warc-payload-digest"), sha1_digest("<p>hello"));
  EXPECT_EQ(response.field("warc-truncated"), "");
  EXPECT_EQ(records.at(2).block, kRequestHead);
  EXPECT_EQ(records.at(2).field("warc-concurrent-to"), response.id());
  EXPECT_EQ(records.at(3).field("warc-concurrent-to"), response.id());
}

// RFC 9562 5.4: version 4, variant 10.
TEST(WarcWriterTest, GivesEachRecordARandomUuid) {
  const TempDir folder;
  auto writer = open_writer(folder.path());
  const Place place = writer->write(simple_capture()).value();
  std::vector<std::string> ids;
  for (const WarcRecord& record : read_all(folder / place.file)) {
    ids.emplace_back(record.id());
    EXPECT_THAT(
        ids.back(),
        MatchesRegex(
            "<urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}>"));
  }
  std::sort(ids.begin(), ids.end());
  EXPECT_EQ(std::unique(ids.begin(), ids.end()), ids.end());
}

TEST(WarcWriterTest, PutsTheOutLinksIntoTheMetadata) {
  const TempDir folder;
  auto writer = open_writer(folder.path());
  std::vector<Link> links(3);
  links[0].url = "https://example.org/b#c";
  links[0].anchor = "Bicycles & more";
  links[1].url = "https://example.org/i.png";
  links[1].element = Element::kImg;
  links[2].url = "https://example.org/e";
  links[2].anchor = "two\r\nlines: no field";
  Capture capture = simple_capture();
  capture.via = "https://example.org/";
  capture.hops = 3;
  const std::vector<const Link*> read = {&links[0], &links[1], &links[2]};
  capture.links = &read;
  const Place place = writer->write(capture).value();
  EXPECT_EQ(read_all(folder / place.file).at(3).block,
            "via: https://example.org/\r\nhopsFromSeed: 3\r\nfetchTimeMs: 42\r\n"
            "outlink: https://example.org/b#c a/href Bicycles & more\r\n"
            "outlink: https://example.org/i.png img/src\r\n"
            "outlink: https://example.org/e a/href two  lines: no field\r\n");
}

TEST(WarcWriterTest, MakesTheHeadFitABodyWithoutTransferCoding) {
  const TempDir folder;
  auto writer = open_writer(folder.path());
  Capture capture = simple_capture();
  capture.response_head =
      "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\nContent-Length: 99\r\nETag: \"e\"\r\n\r\n";
  const Place place = writer->write(capture).value();
  EXPECT_EQ(read_all(folder / place.file).at(1).block,
            "HTTP/1.1 200 OK\r\nX-Recorded-transfer-encoding: "
            "chunked\r\nX-Recorded-Content-Length: 99\r\n"
            "ETag: \"e\"\r\nContent-Length: 8\r\n\r\n<p>hello");
}

TEST(WarcWriterTest, LeavesAHeadThatFitsAsItWas) {
  const TempDir folder;
  auto writer = open_writer(folder.path());
  Capture capture = simple_capture();
  capture.response_head = "HTTP/1.1 200 OK\r\ncontent-length:8\r\nSet-Cookie: a\r\n\r\n";
  const Place place = writer->write(capture).value();
  EXPECT_EQ(read_all(folder / place.file).at(1).block,
            std::string(capture.response_head) + "<p>hello");
}

TEST(WarcWriterTest, KeepsACodedBodyAndSaysWhatWasCut) {
  const TempDir folder;
  auto writer = open_writer(folder.path());
  std::string coded;
  GzipMemberWriter().append({"some content"}, Compression::kFast, coded);
  Capture capture = simple_capture("https://example.org/a#fragment", coded);
  capture.response_head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n";
  capture.truncated = true;
  capture.request_head = {};
  const Place place = writer->write(capture).value();
  const std::vector<WarcRecord> records = read_all(folder / place.file);
  ASSERT_EQ(records.size(), 3u);  // No request was sent: no request record.
  EXPECT_THAT(records[1].block, EndsWith("\r\n\r\n" + coded));
  EXPECT_EQ(records[1].field("warc-truncated"), "length");
  EXPECT_EQ(records[1].target(), "https://example.org/a");
}

TEST(WarcWriterTest, NoBytesOfTheWebCanForgeAField) {
  const TempDir folder;
  auto writer = open_writer(folder.path());
  Capture capture = simple_capture("https://example.org/\r\nWARC-Type: forged");
  capture.via = "https://example.org/\nforged: yes";
  const Place place = writer->write(capture).value();
  const std::vector<WarcRecord> records = read_all(folder / place.file);
  ASSERT_EQ(records.size(), 4u);
  EXPECT_EQ(records[1].type(), "response");
  EXPECT_THAT(records[3].block, StartsWith("via: https://example.org/ forged: yes\r\n"));
}

TEST(WarcWriterTest, GzipAcceptsTheFile) {
  const TempDir folder;
  auto writer = open_writer(folder.path());
  const std::string body(100'000, 'b');
  for (int i = 0; i < 5; ++i)
    ASSERT_TRUE(writer->write(simple_capture("https://example.org/a", body)));
  const std::string command = "gzip -t '" + (folder / writer->file()).string() + "'";
  EXPECT_EQ(::system(command.c_str()), 0);
}

TEST(WarcWriterTest, NamesFilesByTimeSerialAndHostAndBeginsANewOneBeyondTheLimit) {
  const TempDir folder;
  auto writer = open_writer(folder.path(), {}, 0, 2000);
  EXPECT_EQ(writer->file(), "");
  EXPECT_TRUE(names_in(folder.path()).empty());
  std::vector<Place> places;
  for (int i = 0; i < 4; ++i) places.push_back(writer->write(simple_capture()).value());
  EXPECT_THAT(places[0].file,
              MatchesRegex("porthole-[0-9]{17}-00001-crawl-host1.example.org.warc.gz"));
  EXPECT_EQ(places[1].file, places[0].file);
  EXPECT_THAT(places[3].file, HasSubstr("-00002-"));
  EXPECT_EQ(writer->file(), places[3].file);
  EXPECT_EQ(writer->size(), static_cast<std::int64_t>(fs::file_size(folder / places[3].file)));
  EXPECT_EQ(read_all(folder / places[3].file).at(0).type(), "warcinfo");
}

TEST(WarcWriterTest, WithoutACommitKeepsWhatIsThereAndCountsOn) {
  const TempDir folder;
  const std::string first = open_writer(folder.path())->write(simple_capture()).value().file;
  const std::string second = open_writer(folder.path())->write(simple_capture()).value().file;
  EXPECT_THAT(second, HasSubstr("-00002-"));
  EXPECT_EQ(names_in(folder.path()), (std::vector<std::string>{first, second}));
}

TEST(WarcWriterTest, ALastFileThatIsGoneShortOrAnothersIsAnErrorUnlessItIsSetAside) {
  const TempDir folder;
  const std::string file = open_writer(folder.path())->write(simple_capture()).value().file;
  const auto open = [&](bool set_aside) {
    WarcWriterOptions options;
    options.set_aside = set_aside;
    return WarcWriter::open(folder.path(), options, file, 5000);
  };
  fs::resize_file(folder / file, 100);
  EXPECT_EQ(open(false).error().code, ErrorCode::kStorage);
  EXPECT_NE(open(true).value()->write(simple_capture()).value().file, file);
  EXPECT_EQ(fs::file_size(folder / file), 100u);
  const TempDir another;
  WarcWriterOptions elsewhere;
  elsewhere.host = "elsewhere";
  auto writer = WarcWriter::open(another.path(), elsewhere, "", 0).value();
  const std::string others = writer->write(simple_capture()).value().file;
  fs::copy_file(another / others, folder / file, fs::copy_options::overwrite_existing);
  fs::resize_file(folder / file, 6000);
  EXPECT_THAT(open(false).error().message, HasSubstr("is not the one that was begun here"));
  EXPECT_NE(open(true).value()->write(simple_capture()).value().file, file);
  EXPECT_EQ(fs::file_size(folder / file), 6000u) << "nothing of it is cut off";
  fs::remove(folder / file);
  EXPECT_THAT(open(false).error().message, HasSubstr("is gone"));
  EXPECT_TRUE(open(true).value()->write(simple_capture()));
}

TEST(WarcWriterTest, AFullDiskLeavesTheFileAsItWas) {
  const TempDir folder;
  auto writer = open_writer(folder.path());
  ASSERT_TRUE(writer->write(simple_capture()));
  const std::int64_t size = writer->size();
  {
    const FileSizeLimit limit(static_cast<rlim_t>(size) + 100);
    const auto refused = writer->write(simple_capture());
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::kDiskFull);
  }
  EXPECT_EQ(writer->size(), size);
  EXPECT_EQ(static_cast<std::int64_t>(fs::file_size(folder / writer->file())), size);
  EXPECT_EQ(writer->write(simple_capture()).value().offset, size);
  EXPECT_EQ(read_all(folder / writer->file()).size(), 7u);
}

TEST(WarcWriterTest, AFullDiskLeavesNoFileThatCouldNotBeBegun) {
  const TempDir folder;
  auto writer = open_writer(folder.path());
  const FileSizeLimit limit(10);
  EXPECT_EQ(writer->write(simple_capture()).error().code, ErrorCode::kDiskFull);
  EXPECT_TRUE(names_in(folder.path()).empty());
}

TEST(WarcWriterTest, TakesTheNameOfTheHostAsFarAsAFileMayHaveIt) {
  const auto name_for = [](const std::string& host) {
    const TempDir folder;
    WarcWriterOptions options;
    options.host = host;
    auto writer = WarcWriter::open(folder.path(), options, "", 0).value();
    EXPECT_EQ(writer->file(), "") << "nothing was written yet";
    EXPECT_TRUE(writer->committed());
    EXPECT_TRUE(writer->begin());
    return writer->file().substr(std::string("porthole-YYYYMMDDhhmmssmmm-").size());
  };
  EXPECT_EQ(name_for("A/host+1~:x"), "00001-ahost1x.warc.gz");
  EXPECT_EQ(name_for("_"), "00001-localhost.warc.gz");
}

TEST(WarcWriterTest, CountsOnFromItsOwnFilesAlone) {
  const TempDir folder;
  for (const char* other :
       {"other.warc.gz", "porthole-.warc.gz", "porthole-2026.warc.gz",
        "porthole-20261120182053000_00007-a.warc.gz", "porthole-2026112018205300x-00007-a.warc.gz",
        "porthole-20261120182053000x-00007-a.warc.gz", "porthole-20261120182053000-x-a.warc.gz",
        "porthole-20261120182053000-77-a.warc.gz", "porthole-20261120182053000-00077.warc.gz",
        "porthole-20261120182053000-99999999999999999999-a.warc.gz"})
    testing::write_whole_file(folder / other, "");
  testing::write_whole_file(folder / "porthole-20261120182053000-00041-a.warc.gz", "");
  auto writer = open_writer(folder.path());
  ASSERT_TRUE(writer->begin());
  EXPECT_THAT(writer->file(), HasSubstr("-00042-"));
}

TEST(WarcWriterTest, SyncsWhatWasWrittenOnce) {
  const TempDir folder;
  auto writer = open_writer(folder.path());
  ASSERT_TRUE(writer->write(simple_capture()));
  testing::synced_files().clear();
  EXPECT_TRUE(writer->sync());
  EXPECT_EQ(testing::synced_files(), std::vector<std::string>{writer->file()});
  EXPECT_TRUE(writer->sync());
  EXPECT_EQ(testing::synced_files().size(), 1u);
}

TEST(WarcWriterTest, SaysWhenTheFolderCannotBeRead) {
  const TempDir folder;
  fs::permissions(folder.path(), fs::perms::none);
  const testing::WithoutRights nobody;
  const auto writer = WarcWriter::open(folder.path(), {}, "", 0);
  ASSERT_FALSE(writer);
  EXPECT_EQ(writer.error().code, ErrorCode::kPermission);
}

TEST(WarcWriterTest, SaysWhenTheFolderCannotBeMade) {
  const TempDir folder;
  testing::write_whole_file(folder / "file", "");
  const auto writer = WarcWriter::open(folder.path() / "file" / "archive", {}, "", 0);
  ASSERT_FALSE(writer);
  EXPECT_THAT(writer.error().to_string(), HasSubstr("cannot make the folder"));
}

}  // namespace
}  // namespace porthole::archive
