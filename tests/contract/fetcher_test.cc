// Contract of Fetcher, tested over all implementations: the same small web, served and recorded.

#include "gatherer/fetch/fetcher.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "archive/gzip_member.h"
#include "gatherer/fetch/curl_fetcher.h"
#include "gatherer/fetch/recorded_fetcher.h"
#include "tests/support/fetching.h"
#include "tests/support/files.h"
#include "tests/support/site_server.h"
#include "tests/support/temp_dir.h"
#include "tests/support/warc_text.h"

namespace porthole::gatherer {
namespace {

using testing::drain;
using testing::fetch;
using testing::request_for;
using testing::SiteServer;
using testing::TempDir;

/// Answers by their target.
using SmallWeb = std::vector<std::pair<std::string, std::string>>;

SmallWeb small_web() {
  std::string coded;
  archive::GzipMemberWriter().append({"coded content"}, archive::Compression::kFast, coded);
  return {
      {"/", SiteServer::page("<p>home", "X-Twice: 1\r\nX-Twice: 2\r\n")},
      {"/moved", "HTTP/1.1 301 Moved\r\nLocation: /\r\nContent-Length: 0\r\n\r\n"},
      {"/chunked",
       "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n"},
      {"/coded", SiteServer::page(coded, "Content-Encoding: gzip\r\n")},
      {"/corrupt", SiteServer::page("\x1f\x8bplain", "Content-Encoding: gzip\r\n")},
      {"/unknown", SiteServer::page("plain", "Content-Encoding: aes128gcm\r\n")},
      {"/nonsense", "HTTP/1.1 999 No\r\nContent-Length: 0\r\n\r\n"},
      {"/empty", SiteServer::page("")},
  };
}

/// A fetcher with a small web behind it.
class Subject {
 public:
  virtual ~Subject() = default;
  virtual Fetcher& fetcher() = 0;
  virtual std::string url(const std::string& target) const = 0;
};

class ServedSubject : public Subject {
 public:
  ServedSubject() : fetcher_(testing::curl_options()) {
    for (const auto& [target, answer] : small_web()) server_.answer(target, answer);
  }
  Fetcher& fetcher() override { return fetcher_; }
  std::string url(const std::string& target) const override { return server_.url(target); }

 private:
  SiteServer server_;
  CurlFetcher fetcher_;
};

class RecordedSubject : public Subject {
 public:
  Fetcher& fetcher() override { return *fetcher_; }
  std::string url(const std::string& target) const override {
    return "http://small.example" + target;
  }
  RecordedSubject() {
    std::string records;
    for (const auto& [target, answer] : small_web())
      records += testing::warc_response(url(target), answer);
    testing::write_whole_file(folder_ / "web.warc", records);
    fetcher_ = std::make_unique<RecordedFetcher>(
        archive::RecordedWeb::open({folder_ / "web.warc"}).value());
  }

 private:
  TempDir folder_;
  std::unique_ptr<RecordedFetcher> fetcher_;
};

struct Implementation {
  const char* name;
  std::function<std::unique_ptr<Subject>()> make;
};

class FetcherTest : public ::testing::TestWithParam<Implementation> {
 protected:
  FetchResponse fetch_target(const std::string& target) {
    return fetch(fetcher(), subject_->url(target));
  }
  Fetcher& fetcher() { return subject_->fetcher(); }

  std::unique_ptr<Subject> subject_ = GetParam().make();
};

INSTANTIATE_TEST_SUITE_P(
    Implementations, FetcherTest,
    ::testing::Values(Implementation{"Curl", [] { return std::make_unique<ServedSubject>(); }},
                      Implementation{"Recorded",
                                     [] { return std::make_unique<RecordedSubject>(); }}),
    [](const auto& implementation) { return std::string(implementation.param.name); });

TEST_P(FetcherTest, BringsStatusHeadersAndBody) {
  const FetchResponse response = fetch_target("/");
  EXPECT_EQ(response.status, FetchStatus::kAnswer) << response.detail;
  EXPECT_EQ(response.http_status, 200);
  EXPECT_EQ(response.header("content-type"), "text/html");
  EXPECT_EQ(response.header("x-twice"), "1");
  EXPECT_EQ(response.body, "<p>home");
  EXPECT_EQ(response.raw_body, "");
  EXPECT_FALSE(response.truncated);
}

TEST_P(FetcherTest, GivesTheHeadWithItsEmptyLine) {
  EXPECT_EQ(fetch_target("/moved").response_head,
            "HTTP/1.1 301 Moved\r\nLocation: /\r\nContent-Length: 0\r\n\r\n");
}

TEST_P(FetcherTest, FollowsNoRedirect) {
  const FetchResponse response = fetch_target("/moved");
  EXPECT_EQ(response.http_status, 301);
  EXPECT_EQ(response.header("location"), "/");
}

TEST_P(FetcherTest, AnswersNotFoundForAUrlThatIsNotThere) {
  const FetchResponse response = fetch_target("/missing");
  EXPECT_EQ(response.status, FetchStatus::kAnswer);
  EXPECT_EQ(response.http_status, 404);
  EXPECT_EQ(response.body, "");
}

TEST_P(FetcherTest, UndoesTransferAndContentCoding) {
  EXPECT_EQ(fetch_target("/chunked").body, "abcde");
  EXPECT_EQ(fetch_target("/chunked").raw_body, "");
  const FetchResponse coded = fetch_target("/coded");
  EXPECT_EQ(coded.body, "coded content");
  EXPECT_EQ(coded.raw_body.substr(0, 2), "\x1f\x8b");
}

TEST_P(FetcherTest, GivesNoBytesOfABodyThatCannotBeDecoded) {
  for (const char* target : {"/corrupt", "/unknown"}) {
    const FetchResponse response = fetch_target(target);
    EXPECT_EQ(response.status, FetchStatus::kDecodeFailed) << target;
    EXPECT_NE(response.detail, "");
    EXPECT_EQ(response.body, "");
  }
}

TEST_P(FetcherTest, TakesAStatusOfNoMeaningForAMalformedAnswer) {
  EXPECT_EQ(fetch_target("/nonsense").status, FetchStatus::kMalformed);
}

TEST_P(FetcherTest, CutsABodyOnlyBeyondTheLimit) {
  for (const std::int64_t limit : {6, 7, 8}) {
    FetchRequest request = request_for(subject_->url("/"));
    request.body_limit = limit;
    const FetchResponse response = fetch(fetcher(), request);
    EXPECT_EQ(response.truncated, limit < 7);
    EXPECT_EQ(response.body, std::string("<p>home").substr(0, limit));
  }
}

TEST_P(FetcherTest, RefusesWhatIsNotOfTheWeb) {
  const FetchResponse response = fetch(fetcher(), "file:///etc/passwd");
  EXPECT_EQ(response.status, FetchStatus::kForbidden);
  EXPECT_EQ(response.body, "");
}

TEST_P(FetcherTest, AnswersEveryRequestOnceWithItsTicket) {
  EXPECT_EQ(fetcher().under_way(), 0);
  std::set<std::uint64_t> tickets;
  for (std::uint64_t ticket = 100; ticket < 130; ++ticket) {
    fetcher().start(request_for(subject_->url(ticket % 2 == 0 ? "/" : "/empty"), ticket));
    tickets.insert(ticket);
  }
  EXPECT_EQ(fetcher().under_way(), 30);
  for (const auto& [ticket, response] : drain(fetcher())) {
    EXPECT_EQ(tickets.erase(ticket), 1u);
    EXPECT_EQ(response.body, ticket % 2 == 0 ? "<p>home" : "");
  }
  EXPECT_TRUE(tickets.empty());
  EXPECT_EQ(fetcher().under_way(), 0);
}

TEST_P(FetcherTest, WithNothingUnderWayWakesForOtherDescriptors) {
  std::array<int, 2> pipe{};
  ASSERT_EQ(::pipe(pipe.data()), 0);
  ASSERT_EQ(::write(pipe[1], "x", 1), 1);
  std::vector<pollfd> others = {{pipe[0], POLLIN, 0}};
  std::vector<FetchResponse> done;
  fetcher().poll(std::chrono::minutes(1), others, done);
  EXPECT_EQ(others[0].revents, POLLIN);
  EXPECT_TRUE(done.empty());
  ::close(pipe[0]);
  ::close(pipe[1]);
}

TEST_P(FetcherTest, TellsOfOtherDescriptorsBesideAnAnswer) {
  std::array<int, 2> pipe{};
  ASSERT_EQ(::pipe(pipe.data()), 0);
  ::close(pipe[1]);
  std::vector<pollfd> others = {{pipe[0], POLLIN, 0}};
  std::vector<FetchResponse> done;
  fetcher().start(request_for(subject_->url("/")));
  while (done.empty()) fetcher().poll(std::chrono::minutes(1), others, done);
  EXPECT_EQ(others[0].revents, POLLHUP);
  ::close(pipe[0]);
}

}  // namespace
}  // namespace porthole::gatherer
