#include "summarizer/export/wacz.h"

#include <Poco/Zip/ZipArchive.h>
#include <Poco/Zip/ZipStream.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>

#include "archive/warc_reader.h"
#include "archive/warc_writer.h"
#include "base/json/json.h"
#include "summarizer/export/cdxj.h"
#include "tests/support/files.h"
#include "tests/support/temp_dir.h"

namespace porthole::summarizer {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::read_whole_file;
using ::testing::StartsWith;
using testing::TempDir;
using testing::write_whole_file;

/// An archive of two captures, both committed unless a test says otherwise.
class WaczTest : public ::testing::Test {
 protected:
  WaczTest() {
    auto writer = archive::WarcWriter::open(folder_.path(), {}, "", 0).value();
    for (const char* url : {"https://www.example.org/b?y=2&x=1", "https://example.org/a"}) {
      archive::Capture capture;
      capture.url = url;
      capture.started = WallTime(std::chrono::seconds(1'790'000'000));
      capture.response_head = "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n";
      capture.raw_body = "<p>A page.";
      places_.push_back(writer->write(capture).value());
    }
    source_ = {.archive = folder_.path(),
               .last_file = writer->file(),
               .last_size = writer->size(),
               .title = "Bicycles",
               .created = WallTime(std::chrono::seconds(1'790'000'100)),
               .pages = {{"https://example.org/a", "A", WallTime(std::chrono::seconds(1))}}};
  }

  /// The entries of the WACZ file by name.
  std::map<std::string, std::string> entries() const {
    const std::string path = folder_ / "out.wacz";
    {
      std::ofstream out(path, std::ios::binary);
      const auto written = write_wacz(source_, out);
      EXPECT_TRUE(written) << written.error().message;
    }
    std::ifstream in(path, std::ios::binary);
    const Poco::Zip::ZipArchive zip(in);
    std::map<std::string, std::string> found;
    for (auto header = zip.headerBegin(); header != zip.headerEnd(); ++header) {
      in.clear();
      Poco::Zip::ZipInputStream stream(in, header->second);
      found[header->first] = {std::istreambuf_iterator<char>(stream), {}};
    }
    return found;
  }

  TempDir folder_;
  std::vector<archive::Place> places_;
  WaczSource source_;
};

TEST_F(WaczTest, HasTheFilesOfTheArchiveByteForByte) {
  const auto found = entries();
  EXPECT_EQ(found.at("archive/" + source_.last_file), read_whole_file(folder_ / source_.last_file));
  std::istringstream lines(found.at("pages/pages.jsonl"));
  std::string head, page;
  std::getline(lines, head);
  std::getline(lines, page);
  EXPECT_EQ(json::parse(head).at("format"), "json-pages-1.0");
  EXPECT_EQ(json::parse(page).at("url"), "https://example.org/a");
  EXPECT_EQ(json::parse(page).at("ts"), "1970-01-01T00:00:01Z");
}

TEST_F(WaczTest, ThePackageStatesTheDigestOfEachEntry) {
  const auto found = entries();
  const json package = json::parse(found.at("datapackage.json"));
  EXPECT_EQ(package.at("wacz_version"), "1.1.1");
  EXPECT_EQ(package.at("title"), "Bicycles");
  ASSERT_EQ(package.at("resources").size(), 3u);
  for (const json& resource : package.at("resources"))
    EXPECT_EQ(found.at(resource.at("path")).size(), resource.at("bytes"));
  // sha256sum of the bytes, by coreutils.
  const std::string file = folder_ / "package.json";
  write_whole_file(file, found.at("datapackage.json"));
  const std::string command = "sha256sum '" + file + "' > '" + file + ".sum'";
  ASSERT_EQ(std::system(command.c_str()), 0);
  EXPECT_EQ(json::parse(found.at("datapackage-digest.json")).at("hash"),
            "sha256:" + read_whole_file(file + ".sum").substr(0, 64));
}

TEST_F(WaczTest, LeavesOutWhatWasNotCommitted) {
  source_.last_size = places_[1].offset;
  const auto found = entries();
  EXPECT_EQ(found.at("archive/" + source_.last_file).size(),
            static_cast<std::size_t>(places_[1].offset));
}

TEST_F(WaczTest, AnEmptyArchiveIsAnError) {
  source_.archive = folder_ / "none";
  std::ostringstream out;
  EXPECT_EQ(write_wacz(source_, out).error().code, ErrorCode::kIncomplete);
}

TEST_F(WaczTest, TheIndexLeadsToTheRecords) {
  const auto lines = cdxj_lines(folder_.path(), source_.last_file, source_.last_size).value();
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_THAT(lines[0], StartsWith("org,example)/a 20260921"));
  EXPECT_THAT(lines[1], StartsWith("org,example)/b?x=1&y=2 20260921"));
  const json entry = json::parse(lines[1].substr(lines[1].find('{')));
  EXPECT_EQ(entry.at("url"), "https://www.example.org/b?y=2&x=1");
  EXPECT_EQ(entry.at("mime"), "text/html");
  EXPECT_EQ(entry.at("status"), "200");
  EXPECT_THAT(entry.at("digest").get<std::string>(), StartsWith("sha1:"));
  auto reader =
      archive::WarcReader::open(folder_ / entry.at("filename").get<std::string>()).value();
  reader->seek(std::stoll(entry.at("offset").get<std::string>()));
  EXPECT_EQ(reader->next().value()->target(), "https://www.example.org/b?y=2&x=1");
}

TEST_F(WaczTest, TheIndexEndsWhereTheLastCommitEnded) {
  EXPECT_EQ(cdxj_lines(folder_.path(), source_.last_file, places_[1].offset).value().size(), 1u);
}

TEST(SurtTest, ReversesTheHostAndSortsTheQuery) {
  EXPECT_EQ(surt_of("https://example.com/"), "com,example)/");
  EXPECT_EQ(surt_of("http://www2.Example.com:8080/A?b=1&a=2#f"), "com,example:8080)/a?a=2&b=1");
  EXPECT_EQ(surt_of("https://wwwhere.org/"), "org,wwwhere)/") << "no number of a host";
  EXPECT_EQ(surt_of("ftp://example.com/file"), "ftp://example.com/file");
}

}  // namespace
}  // namespace porthole::summarizer
