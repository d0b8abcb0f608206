#include "gatherer/fetch/recorded_fetcher.h"

#include <gtest/gtest.h>

#include <string>

#include "archive/warc_writer.h"
#include "gatherer/fetch/curl_fetcher.h"
#include "tests/support/fetching.h"
#include "tests/support/files.h"
#include "tests/support/site_server.h"
#include "tests/support/temp_dir.h"
#include "tests/support/warc_text.h"

namespace porthole::gatherer {
namespace {

using testing::fetch;
using testing::SiteServer;
using testing::TempDir;

RecordedFetcher recorded(const std::filesystem::path& file) {
  return RecordedFetcher(archive::RecordedWeb::open({file}).value());
}

// The law of the archive: what was fetched, archived and played back is what was fetched.
TEST(RecordedFetcherTest, PlaysBackWhatTheWebFetcherBrought) {
  SiteServer server;
  server.answer(
      "/",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nETag: \"e\"\r\n\r\n4\r\n<p>x\r\n0\r\n\r\n");
  const FetchResponse live = fetch(server.url("/"));
  const TempDir folder;
  auto writer = archive::WarcWriter::open(folder.path(), {}, "", 0).value();
  archive::Capture capture;
  const std::string url = server.url("/");
  capture.url = url;
  capture.request_head = live.request_head;
  capture.response_head = live.response_head;
  capture.raw_body = live.raw_body.empty() ? live.body : live.raw_body;
  ASSERT_TRUE(writer->write(capture));
  RecordedFetcher fetcher = recorded(folder / writer->file());
  const FetchResponse played = fetch(fetcher, url);
  EXPECT_EQ(played.http_status, live.http_status);
  EXPECT_EQ(played.body, live.body);
  EXPECT_EQ(played.header("etag"), "\"e\"");
}

TEST(RecordedFetcherTest, SaysWhenTheRecordingItselfWasCut) {
  const TempDir folder;
  testing::write_whole_file(folder / "web.warc",
                            testing::warc_response("http://a/", "HTTP/1.1 200 OK\r\n\r\npart",
                                                   "WARC-Truncated: length\r\n"));
  RecordedFetcher fetcher = recorded(folder / "web.warc");
  const FetchResponse response = fetch(fetcher, "http://a/");
  EXPECT_EQ(response.body, "part");
  EXPECT_TRUE(response.truncated);
}

TEST(RecordedFetcherTest, ClaimsNoConnection) {
  const TempDir folder;
  testing::write_whole_file(folder / "web.warc",
                            testing::warc_response("http://a/", "HTTP/1.1 200 OK\r\n\r\n"));
  RecordedFetcher fetcher = recorded(folder / "web.warc");
  const FetchResponse response = fetch(fetcher, "http://a/");
  EXPECT_EQ(response.address, "");
  EXPECT_EQ(response.request_head, "");
  EXPECT_EQ(response.took.count(), 0);
}

TEST(RecordedFetcherTest, ARecordThatHoldsNoAnswerIsABrokenOne) {
  const TempDir folder;
  testing::write_whole_file(folder / "web.warc",
                            testing::warc_response("http://a/", "no HTTP at all"));
  RecordedFetcher fetcher = recorded(folder / "web.warc");
  EXPECT_EQ(fetch(fetcher, "http://a/").status, FetchStatus::kBroken);
}

}  // namespace
}  // namespace porthole::gatherer
