#include "archive/recorded_web.h"

#include <Poco/DateTime.h>
#include <Poco/Zip/Compress.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <zstd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "archive/gzip_member.h"
#include "archive/warc_writer.h"
#include "tests/support/files.h"
#include "tests/support/temp_dir.h"
#include "tests/support/warc_text.h"

namespace porthole::archive {
namespace {

using ::testing::HasSubstr;
using testing::TempDir;
using ::testing::UnorderedElementsAre;
using testing::warc_record;
using testing::warc_response;
using testing::write_whole_file;

constexpr std::int64_t kPlenty = 1 << 20;

std::string gzipped(std::string_view content) {
  GzipMemberWriter writer;
  std::string member;
  writer.append({content}, Compression::kFast, member);
  return member;
}

/// A zstd frame, by the dictionary unless that is "".
std::string frame(const std::string& content, const std::string& dictionary) {
  ZSTD_CCtx* const context = ZSTD_createCCtx();
  std::string out(ZSTD_compressBound(content.size()), '\0');
  out.resize(ZSTD_compress_usingDict(context, out.data(), out.size(), content.data(),
                                     content.size(), dictionary.data(), dictionary.size(), 3));
  ZSTD_freeCCtx(context);
  return out;
}

/// The frame that holds the dictionary of the others.
std::string dictionary_frame(const std::string& dictionary) {
  std::string out = "\x5d\x2a\x4d\x18";
  for (int i = 0; i < 4; ++i) out += static_cast<char>(dictionary.size() >> (8 * i) & 0xFF);
  return out + dictionary;
}

std::string arc_record(const std::string& url, const std::string& block) {
  return url + " 192.0.2.1 19961104142103 text/html " + std::to_string(block.size()) + "\n" +
         block + "\n";
}

class RecordedWebTest : public ::testing::Test {
 protected:
  RecordedWeb open(std::string_view bytes) {
    write_whole_file(folder_ / "web.warc", bytes);
    return RecordedWeb::open({folder_ / "web.warc"}).value();
  }

  static std::optional<RecordedAnswer> find(RecordedWeb& web, const char* url) {
    return web.find(Url::parse(url).value()).value();
  }

  static std::string body_of(RecordedWeb& web, const char* url) {
    return find(web, url).value().body(kPlenty).value().bytes;
  }

  TempDir folder_;
};

TEST_F(RecordedWebTest, FindsWhatWasRecordedForAUrl) {
  RecordedWeb web = open(
      warc_response("http://a.example/", "HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\nhome") +
      warc_response("http://a.example/gone", "HTTP/1.1 410 Gone\r\n\r\n"));
  EXPECT_EQ(web.size(), 2u);
  const RecordedAnswer home = find(web, "http://a.example/").value();
  EXPECT_EQ(home.head.status, 200);
  EXPECT_EQ(home.head.field("content-type"), "text/html");
  EXPECT_EQ(home.head.text, "HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n");
  EXPECT_EQ(home.body(kPlenty).value().bytes, "home");
  EXPECT_EQ(find(web, "http://a.example/gone")->head.status, 410);
  EXPECT_FALSE(find(web, "http://a.example/never"));
  EXPECT_THAT(web.urls(), UnorderedElementsAre("http://a.example/", "http://a.example/gone"));
}

TEST_F(RecordedWebTest, KnowsAUrlByItsKey) {
  RecordedWeb web =
      open(warc_response("http://a.example:80/%7Ejo?b=2&a=1", "HTTP/1.0 200 OK\r\n\r\njo"));
  EXPECT_EQ(body_of(web, "http://A.example/~jo?a=1&b=2#top"), "jo");
  EXPECT_FALSE(find(web, "https://a.example/~jo?a=1&b=2"));
}

TEST_F(RecordedWebTest, OfTwoRecordingsTheFirstWins) {
  write_whole_file(folder_ / "1.warc",
                   warc_response("http://a/", "HTTP/1.0 200 OK\r\n\r\nfirst") +
                       warc_response("http://a/", "HTTP/1.0 200 OK\r\n\r\nsecond"));
  write_whole_file(folder_ / "2.warc",
                   warc_response("http://a/", "HTTP/1.0 200 OK\r\n\r\nthird") +
                       warc_response("http://b/", "HTTP/1.0 200 OK\r\n\r\nfourth"));
  RecordedWeb web = RecordedWeb::open({folder_ / "1.warc", folder_ / "2.warc"}).value();
  EXPECT_EQ(body_of(web, "http://a/"), "first");
  EXPECT_EQ(body_of(web, "http://b/"), "fourth");
}

TEST_F(RecordedWebTest, UndoesChunksAndContentCoding) {
  const std::string coded = gzipped("the page");
  const std::string size =
      std::string(1, "0123456789abcdef"[coded.size() / 16]) + "0123456789abcdef"[coded.size() % 16];
  RecordedWeb web = open(warc_response("http://a/",
                                       "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n"
                                       "Content-Encoding: gzip\r\n\r\n" +
                                           size + "\r\n" + coded + "\r\n0\r\n\r\n"));
  const RecordedAnswer answer = find(web, "http://a/").value();
  EXPECT_EQ(answer.raw_body, coded);
  EXPECT_EQ(answer.body(kPlenty).value().bytes, "the page");
  EXPECT_TRUE(answer.body(kPlenty).value().coded);
}

TEST_F(RecordedWebTest, CutsABodyAtTheLimitAndTellsOneThatWasCutBefore) {
  RecordedWeb web = open(warc_response("http://a/", "HTTP/1.1 200 OK\r\n\r\n0123456789") +
                         warc_response("http://b/", "HTTP/1.1 200 OK\r\n\r\n0123456789",
                                       "WARC-Truncated: length\r\n"));
  const RecordedAnswer answer = find(web, "http://a/").value();
  EXPECT_FALSE(answer.body(10).value().cut);
  EXPECT_TRUE(answer.body(9).value().cut);
  EXPECT_EQ(answer.body(9).value().bytes, "012345678");
  EXPECT_TRUE(find(web, "http://b/")->body(10).value().cut);
}

TEST_F(RecordedWebTest, SaysWhenABodyCannotBeDecoded) {
  RecordedWeb web = open(
      warc_response("http://a/", "HTTP/1.1 200 OK\r\nContent-Encoding: br\r\n\r\n\x01\xff\x02") +
      warc_response("http://b/", "HTTP/1.1 200 OK\r\nContent-Encoding: compress\r\n\r\nplain"));
  EXPECT_EQ(find(web, "http://a/")->body(kPlenty).error().code, ErrorCode::kInvalid);
  EXPECT_EQ(find(web, "http://b/")->body(kPlenty).error().code, ErrorCode::kUnsupported);
}

TEST_F(RecordedWebTest, PassesOverWhatIsNoAnswerOfTheWeb) {
  RecordedWeb web = open(warc_record("request", "http://a/", "application/http;msgtype=request",
                                     "GET / HTTP/1.1\r\n\r\n") +
                         warc_record("response", "dns:a", "text/dns", "a. A 192.0.2.1") +
                         warc_response("urn:x", "HTTP/1.1 200 OK\r\n\r\n") +
                         warc_response("", "HTTP/1.1 200 OK\r\n\r\n"));
  EXPECT_EQ(web.size(), 0u);
}

TEST_F(RecordedWebTest, NamesFilesWhoseEndIsMissing) {
  const std::string bytes =
      warc_response("http://a/", "HTTP/1.1 200 OK\r\n\r\n") +
      warc_response("http://b/", "HTTP/1.1 200 OK\r\n\r\nlong body").substr(0, 100);
  RecordedWeb web = open(bytes);
  EXPECT_EQ(web.size(), 1u);
  EXPECT_EQ(web.cut_files(), std::vector<std::filesystem::path>{folder_ / "web.warc"});
}

TEST_F(RecordedWebTest, ReadsWhatOtherProgramsWrite) {
  const std::string ok = "http/1.1 200 OK\n";
  const auto record = [](const char* type, const char* url, const char* media, const char* block,
                         const char* more = "") {
    return warc_record(type, url, media, block, more);
  };
  RecordedWeb web =
      open(warc_response("<http://a/decoded>", ok + "Content-Encoding: gzip\n\nplain") +
           warc_response("http://a/brotli", ok + "Content-Encoding: br\n\nplain") +
           warc_response("http://a/chunks", ok + "Transfer-Encoding: chunked\n\nAdd no chunks") +
           record("resource", "http://a/thing", "text/plain", "thing",
                  "WARC-Payload-Digest: sha1:AA\r\n") +
           record("response", "http://a/typed", "text/html", "HTTP/1.1 200 OK\r\n\r\ntyped") +
           record("conversion", "http://a/text", "text/plain", "its text") +
           warc_response("http://a/file", ok + "Content-Encoding: br\n\n%PDF-1.4 \x01\x02") +
           warc_response("http://a/proxy",
                         "HTTP/1.1 200 Connection established\r\n\r\n"
                         "HTTP/1.1 100 Continue\r\n\r\n" +
                             ok + "\nproxied") +
           warc_response("http://a/case", ok + "Transfer-Encoding: Chunked\n\n2\r\nab\r\n0\r\n") +
           record("revisit", "http://a/before", "application/http", "HTTP/1.1 200 OK\r\n\r\n",
                  "WARC-Refers-To-Target-URI: http://a/behind\r\n") +
           warc_response("http://a/behind", ok + "\nbehind") +
           record("revisit", "http://a/again", "application/http", "HTTP/1.1 200 OK\r\n\r\n",
                  "WARC-Refers-To-Target-URI: http://a/chunks\r\n") +
           record("revisit", "http://a/equal", "application/http", "HTTP/1.1 200 OK\r\n\r\n",
                  "WARC-Payload-Digest: sha1:AA\r\n"));
  EXPECT_EQ(body_of(web, "http://a/decoded"), "plain");
  EXPECT_EQ(body_of(web, "http://a/brotli"), "plain");
  EXPECT_EQ(body_of(web, "http://a/chunks"), "Add no chunks");
  EXPECT_EQ(body_of(web, "http://a/thing"), "thing");
  EXPECT_EQ(body_of(web, "http://a/typed"), "typed");
  EXPECT_EQ(body_of(web, "http://a/text"), "its text");
  EXPECT_EQ(body_of(web, "http://a/file"), "%PDF-1.4 \x01\x02");
  EXPECT_EQ(body_of(web, "http://a/proxy"), "proxied");
  EXPECT_EQ(body_of(web, "http://a/case"), "ab");
  EXPECT_EQ(body_of(web, "http://a/before"), "behind");
  EXPECT_EQ(find(web, "http://a/thing")->head.field("content-type"), "text/plain");
  EXPECT_EQ(body_of(web, "http://a/again"), "Add no chunks");
  EXPECT_EQ(body_of(web, "http://a/equal"), "thing");
}

TEST_F(RecordedWebTest, ReadsAFileThatIsCompressedAsAWhole) {
  write_whole_file(folder_ / "whole.warc.gz",
                   gzipped(warc_response("http://a/", "HTTP/1.1 200 OK\r\n\r\none") +
                           warc_response("http://b/", "HTTP/1.1 200 OK\r\n\r\ntwo")));
  RecordedWeb web = RecordedWeb::open({folder_ / "whole.warc.gz"}).value();
  EXPECT_EQ(body_of(web, "http://a/"), "one");
  EXPECT_EQ(body_of(web, "http://b/"), "two");
}

TEST_F(RecordedWebTest, ReadsFilesInZstdWithAndWithoutADictionary) {
  const std::string first = warc_response("http://a/", "HTTP/1.1 200 OK\r\n\r\none");
  const std::string second =
      warc_response("http://b/", "HTTP/1.1 200 OK\r\n\r\n" + std::string(300'000, 'b'));
  const std::string dictionary = warc_response("http://c/", "HTTP/1.1 200 OK\r\n\r\n");
  const std::string by_it = frame(first, dictionary) + frame(second, dictionary);
  for (const std::string& bytes :
       {frame(first, "") + frame(second, ""), frame(first + second, ""),
        dictionary_frame(dictionary) + by_it, dictionary_frame(frame(dictionary, "")) + by_it}) {
    RecordedWeb web = open(bytes);
    EXPECT_EQ(body_of(web, "http://b/"), std::string(300'000, 'b'));
    EXPECT_EQ(body_of(web, "http://a/"), "one");
    EXPECT_TRUE(web.cut_files().empty());
  }
  write_whole_file(folder_ / "bad.warc", dictionary_frame("x").substr(0, 8));
  EXPECT_EQ(RecordedWeb::open({folder_ / "bad.warc"}).error().code, ErrorCode::kInvalid);
}

TEST_F(RecordedWebTest, ReadsArcFiles) {
  const std::string head = arc_record("filedesc://a.arc", "1 0 Archive\nURL IP-address\n");
  const std::string first = arc_record("http://a/x y", "HTTP/1.0 200 OK\r\n\r\none");
  const std::string second =
      "http://b/ 192.0.2.1 19961104142103 text/html 200 - - 17 a.arc 23\n"
      "HTTP/1.0 200 OK\r\n\r\ntwo\n\n";
  const std::string name = arc_record("dns:a", "a. A 192.0.2.1");
  for (const std::string& bytes :
       {head + first + name + second, gzipped(head) + gzipped(first) + gzipped(second),
        gzipped(head + first + second)}) {
    RecordedWeb web = open(bytes);
    EXPECT_EQ(web.size(), 2u);
    EXPECT_EQ(body_of(web, "http://b/"), "two\n");
    EXPECT_EQ(body_of(web, "http://a/x%20y"), "one");
  }
}

TEST_F(RecordedWebTest, ReadsWhatTheWriterWrote) {
  auto writer = WarcWriter::open(folder_ / "archive", {}, "", 0).value();
  Capture capture;
  capture.url = "https://example.org/#top";
  capture.response_head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
  capture.raw_body = "the body";
  ASSERT_TRUE(writer->write(capture));
  RecordedWeb web = RecordedWeb::open({folder_ / "archive" / writer->file()}).value();
  EXPECT_EQ(body_of(web, "https://example.org/"), "the body");
}

// 6,964 answers of 1997 with what servers then said; the figure stands in the data's own
// description.
TEST_F(RecordedWebTest, ReadsARecordedWebOfOldServers) {
  const char* corpora = ::getenv("PORTHOLE_CORPORA");
  if (corpora == nullptr)
    GTEST_SKIP() << "set PORTHOLE_CORPORA to the folder that has webkb/webkb.warc.gz";
  RecordedWeb web =
      RecordedWeb::open({std::filesystem::path(corpora) / "webkb" / "webkb.warc.gz"}).value();
  EXPECT_GE(web.size(), 6'900u);
  EXPECT_TRUE(web.cut_files().empty());
  std::ifstream labels(std::filesystem::path(corpora) / "webkb" / "labels.tsv");
  int labelled = 0;
  int found = 0;
  for (std::string line; std::getline(labels, line);) {
    const auto url = Url::parse(line.substr(0, line.find('\t')));
    if (!url || !url->is_web()) continue;
    labelled += 1;
    const auto answer = web.find(*url).value();
    if (answer && answer->head.status == 200 && answer->body(kPlenty)) found += 1;
  }
  EXPECT_GE(labelled, 6'900);
  EXPECT_EQ(found, labelled);
}

/// A ZIP with `bytes` as archive/data.warc.
void write_zip(const std::filesystem::path& path, const std::string& bytes,
               Poco::Zip::ZipCommon::CompressionMethod method,
               const char* name = "archive/data.warc") {
  std::ofstream out(path, std::ios::binary);
  Poco::Zip::Compress zip(out, true);
  std::istringstream page("{}\n"), warc(bytes);
  zip.addFile(page, Poco::DateTime(), Poco::Path("pages/pages.jsonl", Poco::Path::PATH_UNIX));
  zip.addFile(warc, Poco::DateTime(), Poco::Path(name, Poco::Path::PATH_UNIX), method);
  zip.close();
}

TEST_F(RecordedWebTest, ReadsTheWarcFilesOfAWaczFileInPlace) {
  const std::string first = warc_response("http://a.example/", "HTTP/1.1 200 OK\r\n\r\nhome");
  const std::string second = warc_response("http://b.example/", "HTTP/1.1 200 OK\r\n\r\nother");
  for (const std::string& bytes :
       {first + second, gzipped(first) + gzipped(second), gzipped(first + second)}) {
    write_zip(folder_ / "web.wacz", bytes, Poco::Zip::ZipCommon::CM_STORE);
    RecordedWeb web = RecordedWeb::open({folder_ / "web.wacz"}).value();
    EXPECT_EQ(body_of(web, "http://b.example/"), "other");
    EXPECT_EQ(body_of(web, "http://a.example/"), "home");
    EXPECT_TRUE(web.cut_files().empty()) << "the part ends where its last record does";
  }
}

TEST_F(RecordedWebTest, NamesTheRemedyForAWaczFileThatCannotBeRead) {
  const std::string record = warc_response("http://a.example/", "HTTP/1.1 200 OK\r\n\r\nhome");
  const auto refusal = [&] {
    const auto web = RecordedWeb::open({folder_ / "web.wacz"});
    EXPECT_FALSE(web);
    return web ? Error() : web.error();
  };
  write_zip(folder_ / "web.wacz", record, Poco::Zip::ZipCommon::CM_DEFLATE);
  EXPECT_THAT(refusal().hint, HasSubstr("unzip"));
  write_zip(folder_ / "web.wacz", record, Poco::Zip::ZipCommon::CM_STORE, "data.warc");
  EXPECT_THAT(refusal().message, HasSubstr("without WARC files"));
  write_whole_file(folder_ / "web.wacz", "PK\x03\x04 and no more");
  EXPECT_EQ(refusal().code, ErrorCode::kInvalid);
}

TEST_F(RecordedWebTest, FindsRecordsByTheLinesOfACdxjFile) {
  const std::string first = warc_response("http://a.example/", "HTTP/1.1 200 OK\r\n\r\nhome");
  const std::string second = warc_response("http://b.example/", "HTTP/1.1 200 OK\r\n\r\nother");
  write_whole_file(folder_ / "data.warc", first + second);
  const std::string offset = std::to_string(first.size());
  write_whole_file(folder_ / "web.cdxj",
                   "example,b)/ 20261123064000 {\"url\":\"http://b.example/\",\"offset\":\"" +
                       offset +
                       "\",\"filename\":\"data.warc\"}\n"
                       "example,c)/ 20261123064000 {\"url\":\"http://c.example/\",\"offset\":0,"
                       "\"filename\":\"data.warc\",\"mime\":\"warc/revisit\"}\n");
  RecordedWeb web = RecordedWeb::open({folder_ / "web.cdxj"}).value();
  EXPECT_EQ(web.size(), 1u) << "the index says what there is; a revisit has no body";
  EXPECT_EQ(body_of(web, "http://b.example/"), "other");
  for (const char* bad : {"no json", "key 2026 {\"url\":\"http://a.example/\"}",
                          "key 2026 {\"url\":\"http://a.example/\",\"offset\":\"-1\","
                          "\"filename\":\"data.warc\"}"}) {
    write_whole_file(folder_ / "web.cdxj", bad);
    const auto refused = RecordedWeb::open({folder_ / "web.cdxj"});
    ASSERT_FALSE(refused) << bad;
    EXPECT_EQ(refused.error().line, 1);
  }
  write_whole_file(folder_ / "web.cdxj",
                   "key 2026 {\"url\":\"http://a.example/\",\"offset\":\"0\","
                   "\"filename\":\"../../etc/passwd\"}");
  EXPECT_EQ(RecordedWeb::open({folder_ / "web.cdxj"}).error().code, ErrorCode::kNotFound)
      << "only files beside the index are read";
  std::filesystem::remove(folder_ / "web.cdxj");
  ASSERT_EQ(::mkfifo((folder_ / "web.cdxj").c_str(), 0600), 0);
  EXPECT_EQ(RecordedWeb::open({folder_ / "web.cdxj"}).error().code, ErrorCode::kInvalid)
      << "nobody waits for a pipe";
}

}  // namespace
}  // namespace porthole::archive
