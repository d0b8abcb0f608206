#include "archive/warc_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "archive/digest.h"
#include "archive/find_captures.h"
#include "archive/gzip_member.h"
#include "archive/redaction.h"
#include "archive/warc_reader.h"
#include "tests/support/file_size_limit.h"
#include "tests/support/files.h"
#include "tests/support/temp_dir.h"

namespace porthole::archive {
namespace {

namespace fs = std::filesystem;
using ::testing::EndsWith;
using testing::FileSizeLimit;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::StartsWith;
using testing::TempDir;

constexpr const char* kRequestHead = "GET /a HTTP/1.1\r\nHost: example.org\r\n\r\n";

Capture simple_capture(std::string_view url = "https://example.org/a",
                       std::string_view body = "<p>hello") {
  Capture capture;
  capture.url = url;
  capture.started = parse_time("2026-11-20T18:20:53Z").value();
  capture.took = std::chrono::milliseconds(42);
  capture.address = "192.0.2.7";
  capture.request_head = kRequestHead;
  capture.response_head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n";
  capture.raw_body = body;
  return capture;
}

std::unique_ptr<WarcWriter> open_writer(const fs::path& folder, const std::string& file = {},
                                        std::int64_t size = 0, std::int64_t file_limit = 1 << 30) {
  WarcWriterOptions options;
  options.user_agent = "porthole/1.0 (+https://example.org/bot)";
  options.operator_contact = "crawl@example.org";
  options.host = "Crawl-Host_1.example.org";
  options.file_limit = file_limit;
  return WarcWriter::open(folder, options, file, size).value();
}

std::vector<WarcRecord> read_all(const fs::path& path) {
  auto reader = WarcReader::open(path).value();
  std::vector<WarcRecord> records;
  while (auto record = reader->next().value()) records.push_back(std::move(*record));
  EXPECT_FALSE(reader->is_cut());
  return records;
}

std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) names.push_back(entry.path().filename());
  std::sort(names.begin(), names.end());
  return names;
}

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

TEST(WarcWriterTest, GoesOnWhereTheLastCommitWas) {
  const TempDir folder;
  std::string file;
  std::int64_t committed = 0;
  {
    auto writer = open_writer(folder.path());
    ASSERT_TRUE(writer->write(simple_capture("https://example.org/committed")));
    ASSERT_TRUE(writer->sync());
    ASSERT_TRUE(writer->committed());
    file = writer->file();
    committed = writer->size();
    ASSERT_TRUE(writer->write(simple_capture("https://example.org/lost")));
  }
  testing::write_whole_file(folder / "notes.txt", "not ours");
  auto writer = open_writer(folder.path(), file, committed);
  EXPECT_EQ(writer->size(), committed);
  const Place place = writer->write(simple_capture("https://example.org/next")).value();
  EXPECT_EQ(place, (Place{file, committed}));
  const std::vector<WarcRecord> records = read_all(folder / file);
  ASSERT_EQ(records.size(), 7u);
  EXPECT_EQ(records[1].target(), "https://example.org/committed");
  EXPECT_EQ(records[4].target(), "https://example.org/next");
  EXPECT_TRUE(fs::exists(folder / "notes.txt"));
}

TEST(WarcWriterTest, ARecordTornByACrashIsCutOffAtEveryByte) {
  const TempDir folder;
  std::string file;
  std::int64_t committed = 0;
  {
    auto writer = open_writer(folder.path());
    ASSERT_TRUE(writer->write(simple_capture()));
    ASSERT_TRUE(writer->committed());
    file = writer->file();
    committed = writer->size();
    ASSERT_TRUE(writer->write(simple_capture()));
  }
  const std::string whole = testing::read_whole_file(folder / file);
  for (std::size_t size = committed; size < whole.size(); size += 50) {
    testing::write_whole_file(folder / file, whole.substr(0, size));
    auto writer = open_writer(folder.path(), file, committed);
    ASSERT_TRUE(writer->write(simple_capture("https://example.org/again")));
    EXPECT_EQ(read_all(folder / file).size(), 7u) << size;
  }
}

TEST(WarcWriterTest, RemovesOnlyFilesOfOursThatAreNewerThanTheLastCommit) {
  const TempDir folder;
  std::vector<Place> places;
  {
    auto writer = open_writer(folder.path(), {}, 0, 1);
    for (int i = 0; i < 3; ++i) {
      places.push_back(writer->write(simple_capture()).value());
      if (i == 1) {
        ASSERT_TRUE(writer->committed());
      }
    }
  }
  const std::string others = "porthole-20261120182053000-00009-host.warc.gz.part";
  testing::write_whole_file(folder / others, "");
  auto writer = open_writer(folder.path(), places[1].file, fs::file_size(folder / places[1].file));
  EXPECT_TRUE(fs::exists(folder / places[0].file));
  EXPECT_TRUE(fs::exists(folder / places[1].file));
  EXPECT_FALSE(fs::exists(folder / places[2].file));
  EXPECT_TRUE(fs::exists(folder / others));
}

/// An archive whose owner committed it after two captures and after four, and its places.
struct TwoCommits {
  explicit TwoCommits(const fs::path& folder, std::int64_t file_limit = 1 << 30) {
    auto writer = open_writer(folder, {}, 0, file_limit);
    for (Place* end : {&older, &newer}) {
      for (int i = 0; i < 2; ++i) EXPECT_TRUE(writer->write(simple_capture()));
      EXPECT_TRUE(writer->sync());
      EXPECT_TRUE(writer->committed());
      *end = {writer->file(), writer->size()};
    }
  }
  Place older, newer;
};

/// Every file of the archive with its bytes.
std::map<std::string, std::string> contents_of(const fs::path& folder) {
  std::map<std::string, std::string> contents;
  for (const std::string& name : names_in(folder))
    contents[name] = testing::read_whole_file(folder / name);
  return contents;
}

TEST(WarcWriterTest, AnOwnerThatIsOlderThanTheArchiveIsRefusedAndNothingChanges) {
  for (const std::int64_t file_limit : {std::int64_t{1} << 30, std::int64_t{1}}) {
    const TempDir folder;
    const TwoCommits archive(folder.path(), file_limit);
    const auto before = contents_of(folder.path());
    WarcWriterOptions options;
    options.remedy = "say so";
    const auto opened =
        WarcWriter::open(folder.path(), options, archive.older.file, archive.older.offset);
    ASSERT_FALSE(opened);
    EXPECT_EQ(opened.error().code, ErrorCode::kStorage);
    EXPECT_THAT(opened.error().to_string(),
                HasSubstr("the archive is newer than what belongs to it"));
    EXPECT_THAT(opened.error().hint, HasSubstr("put the newer copy back; or say so"));
    EXPECT_TRUE(contents_of(folder.path()) == before);
    EXPECT_TRUE(WarcWriter::open(folder.path(), {}, archive.newer.file, archive.newer.offset));
  }
}

TEST(WarcWriterTest, AnOlderOwnerThatWantsToGoesOnInANewFile) {
  for (const std::int64_t file_limit : {std::int64_t{1} << 30, std::int64_t{1}}) {
    const TempDir folder;
    const TwoCommits archive(folder.path(), file_limit);
    const auto before = contents_of(folder.path());
    WarcWriterOptions options;
    options.set_aside = true;
    Place end;
    {
      auto writer =
          WarcWriter::open(folder.path(), options, archive.older.file, archive.older.offset)
              .value();
      ASSERT_TRUE(writer->write(simple_capture()));
      ASSERT_TRUE(writer->committed());
      end = {writer->file(), writer->size()};
      EXPECT_FALSE(before.contains(end.file));
      EXPECT_GT(end.file, archive.newer.file);
    }
    auto after = contents_of(folder.path());
    after["committed"] = before.at("committed");
    for (const auto& [name, bytes] : before) EXPECT_TRUE(after.at(name) == bytes) << name;
    EXPECT_EQ(open_writer(folder.path(), end.file, end.offset)->size(), end.offset);
    // Who changes his mind and puts the newer owner back is told, too.
    EXPECT_FALSE(WarcWriter::open(folder.path(), {}, archive.newer.file, archive.newer.offset));
  }
}

// A crash of an older owner leaves both: what it had committed, and what it had not.
TEST(WarcWriterTest, ACrashAfterAnOlderOwnerWentOnIsCutAsEver) {
  const TempDir folder;
  const TwoCommits archive(folder.path());
  WarcWriterOptions options;
  options.set_aside = true;
  Place end;
  {
    auto writer =
        WarcWriter::open(folder.path(), options, archive.older.file, archive.older.offset).value();
    ASSERT_TRUE(writer->write(simple_capture()));
    ASSERT_TRUE(writer->committed());
    end = {writer->file(), writer->size()};
    ASSERT_TRUE(writer->write(simple_capture()));
  }
  EXPECT_EQ(open_writer(folder.path(), end.file, end.offset)->file(), end.file);
  EXPECT_EQ(static_cast<std::int64_t>(fs::file_size(folder / end.file)), end.offset);
}

// As after an upgrade, or when somebody tidied the folder.
TEST(WarcWriterTest, WithoutAMarkNothingIsCut) {
  for (const std::string& mark :
       {std::string(), std::string("porthole-1 5\n"), std::string(512, ' ')}) {
    const TempDir folder;
    const TwoCommits archive(folder.path());
    fs::remove(folder / "committed");
    if (!mark.empty()) testing::write_whole_file(folder / "committed", mark);
    const auto size = fs::file_size(folder / archive.newer.file);
    auto writer = open_writer(folder.path(), archive.older.file, archive.older.offset);
    ASSERT_TRUE(writer->write(simple_capture()));
    EXPECT_NE(writer->file(), archive.older.file);
    EXPECT_EQ(fs::file_size(folder / archive.newer.file), size);
  }
}

TEST(WarcWriterTest, TheMarkIsMadeAnewWhereTheOwnerKnowsTheEnd) {
  const TempDir folder;
  const TwoCommits archive(folder.path());
  fs::remove(folder / "committed");
  {
    auto writer = open_writer(folder.path(), archive.newer.file, archive.newer.offset);
    ASSERT_TRUE(writer->write(simple_capture("https://example.org/lost")));
  }
  EXPECT_EQ(open_writer(folder.path(), archive.newer.file, archive.newer.offset)->file(),
            archive.newer.file);
  EXPECT_EQ(static_cast<std::int64_t>(fs::file_size(folder / archive.newer.file)),
            archive.newer.offset);
}

TEST(WarcWriterTest, OneWriterHasTheFile) {
  const TempDir folder;
  const TwoCommits archive(folder.path());
  auto first = open_writer(folder.path(), archive.newer.file, archive.newer.offset);
  ASSERT_TRUE(first->write(simple_capture()));
  const auto before = contents_of(folder.path());
  const auto second = WarcWriter::open(folder.path(), {}, archive.newer.file, archive.newer.offset);
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, ErrorCode::kBusy);
  EXPECT_TRUE(contents_of(folder.path()) == before);
  EXPECT_EQ(redact_captures(folder.path(), {{archive.newer.file, 0}}).error().code,
            ErrorCode::kInvalid)
      << "the warcinfo does not belong to a page";
  const Place page = find_captures(folder.path(), [](std::string_view) { return true; })->front();
  EXPECT_EQ(redact_captures(folder.path(), {page}).error().code, ErrorCode::kBusy);
  first.reset();
  EXPECT_TRUE(WarcWriter::open(folder.path(), {}, archive.newer.file, archive.newer.offset));
}

TEST(WarcWriterTest, NothingIsWrittenToAFileThatSomebodyChangedRemovedOrReplaced) {
  const std::vector<std::function<void(const fs::path&)>> deeds = {
      [](const fs::path& file) { fs::resize_file(file, fs::file_size(file) + 1); },
      [](const fs::path& file) { fs::resize_file(file, 10); },
      [](const fs::path& file) { fs::remove(file); },
      [](const fs::path& file) {
        const std::string bytes = testing::read_whole_file(file);
        fs::remove(file);
        testing::write_whole_file(file, bytes);
      }};
  for (const auto& deed : deeds) {
    const TempDir folder;
    auto writer = open_writer(folder.path());
    ASSERT_TRUE(writer->write(simple_capture()));
    deed(folder / writer->file());
    const auto before = contents_of(folder.path());
    const auto written = writer->write(simple_capture());
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().code, ErrorCode::kStorage);
    EXPECT_THAT(written.error().message, HasSubstr("changed or removed"));
    EXPECT_TRUE(contents_of(folder.path()) == before);
  }
}

TEST(WarcWriterTest, WithoutACommitKeepsWhatIsThereAndCountsOn) {
  const TempDir folder;
  const std::string first = open_writer(folder.path())->write(simple_capture()).value().file;
  const std::string second = open_writer(folder.path())->write(simple_capture()).value().file;
  EXPECT_THAT(second, HasSubstr("-00002-"));
  EXPECT_EQ(names_in(folder.path()), (std::vector<std::string>{first, second}));
}

TEST(WarcWriterTest, BeginsANewFileWhenTheLastIsGoneOrShort) {
  const TempDir folder;
  const std::string file = open_writer(folder.path())->write(simple_capture()).value().file;
  fs::resize_file(folder / file, 100);
  auto writer = open_writer(folder.path(), file, 5000);
  EXPECT_NE(writer->write(simple_capture()).value().file, file);
  EXPECT_EQ(fs::file_size(folder / file), 100u);
  fs::remove(folder / file);
  EXPECT_TRUE(open_writer(folder.path(), file, 5000)->write(simple_capture()));
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

TEST(WarcWriterTest, SaysWhenTheFolderCannotBeMade) {
  const TempDir folder;
  testing::write_whole_file(folder / "file", "");
  const auto writer = WarcWriter::open(folder.path() / "file" / "archive", {}, "", 0);
  ASSERT_FALSE(writer);
  EXPECT_THAT(writer.error().to_string(), HasSubstr("cannot make the folder"));
}

}  // namespace
}  // namespace porthole::archive
