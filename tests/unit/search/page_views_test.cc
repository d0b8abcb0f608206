// Views of a page are bounded, whatever other pages say about it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/json/json.h"
#include "search/site/site.h"
#include "summarizer/rdf_writer.h"
#include "tests/support/index_folder.h"
#include "tests/support/listed_pages.h"
#include "tests/support/loopback_client.h"
#include "tests/support/summary_feed.h"

namespace porthole::search {
namespace {

using namespace std::chrono_literals;
using ::testing::AllOf;
using testing::ask;
using testing::body_of;
using testing::get_request;
using ::testing::HasSubstr;
using testing::LoopbackClient;
using ::testing::Not;
using ::testing::StartsWith;

constexpr const char* kUrl = "https://hubs.example/";
const std::string kQuery = "?url=https%3A%2F%2Fhubs.example%2F";

summarizer::Summary page_with(int annotations) {
  summarizer::Summary page = test::summary_of(kUrl, "Hub gears", "A planetary gear.");
  for (int i = 0; i < annotations; ++i) {
    const std::string number = std::to_string(i);
    page.annotations_by_others.push_back(
        test::said("https://s" + number + ".test/", "gears of number " + number));
  }
  return page;
}

/// Answers when release() is called.
class HangingPages final : public PageStore {
 public:
  explicit HangingPages(const summarizer::Summary& page) : pages_({page}) {}

  Result<std::optional<summarizer::Summary>> summary(std::string_view url) override {
    std::unique_lock lock(mutex_);
    ++asked_;
    changed_.notify_all();
    changed_.wait(lock, [&] { return is_released_; });
    return pages_.summary(url);
  }
  void await(int asked) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return asked_ >= asked; });
  }
  int asked() {
    const std::lock_guard lock(mutex_);
    return asked_;
  }
  void release() {
    const std::lock_guard lock(mutex_);
    is_released_ = true;
    changed_.notify_all();
  }

 private:
  test::ListedPages pages_;
  std::mutex mutex_;
  std::condition_variable changed_;
  int asked_ = 0;
  bool is_released_ = false;
};

class PageViewsTest : public ::testing::Test {
 protected:
  void serve(const summarizer::Summary& page, std::shared_ptr<PageStore> pages = nullptr) {
    index_.add({page});
    if (pages == nullptr)
      pages = std::make_shared<test::ListedPages>(std::vector<summarizer::Summary>{page});
    auto started = start_server({{"cycling", index_.path(), pages}}, {});
    ASSERT_TRUE(started) << started.error().to_string();
    server_ = std::move(*started);
  }
  std::string get(const std::string& target) const { return ask(server_->port(), target); }
  nlohmann::json json(const std::string& target) const {
    return nlohmann::json::parse(body_of(get(target)));
  }

  test::IndexFolder index_;
  std::unique_ptr<http::Server> server_;
};

TEST_F(PageViewsTest, AnnotationsComeInPartsOfAThousand) {
  serve(page_with(2500));
  EXPECT_THAT(get("/page" + kQuery),
              AllOf(HasSubstr("gears of number 0<"), HasSubstr("1 to 1,000 of 2,500."),
                    HasSubstr(kQuery + "&amp;from=1000\">Further"), Not(HasSubstr("Earlier"))));
  EXPECT_THAT(get("/page" + kQuery + "&from=1000"),
              AllOf(HasSubstr("gears of number 1000<"), Not(HasSubstr("gears of number 0<")),
                    HasSubstr(kQuery + "&amp;from=0\">Earlier"),
                    HasSubstr(kQuery + "&amp;from=2000\">Further")));
  EXPECT_THAT(get("/page" + kQuery + "&from=2000"),
              AllOf(HasSubstr("2,001 to 2,500 of 2,500."), Not(HasSubstr("Further"))));
  EXPECT_THAT(get("/page" + kQuery + "&from=3000"),
              AllOf(StartsWith("HTTP/1.1 200"), HasSubstr("None of 2,500 annotations is left.")));
  const auto last = json("/api/v1/page" + kQuery + "&from=2000");
  EXPECT_EQ(last["annotations_by_others"].size(), 500u);
  EXPECT_EQ(last["annotations_by_others"][0]["annotation"], "gears of number 2000");
  EXPECT_EQ(last["annotations_from"], 2000);
  EXPECT_EQ(last["annotations_all"], 2500);
  EXPECT_EQ(json("/api/v1/page" + kQuery)["annotations_by_others"].size(), 1000u);
}

TEST_F(PageViewsTest, FewAnnotationsAreAllThere) {
  serve(page_with(3));
  EXPECT_THAT(get("/page" + kQuery), Not(HasSubstr("From annotations")));
  EXPECT_EQ(json("/api/v1/page" + kQuery)["annotations_by_others"].size(), 3u);
}

// RFC 9110, section 13.1.2.
TEST_F(PageViewsTest, RdfIsWholeAndNotSentAgainToThoseWhoHaveIt) {
  const summarizer::Summary page = page_with(1500);
  serve(page);
  EXPECT_EQ(body_of(get("/page.rdf" + kQuery)), summarizer::write_rdf(page));
  for (const char* path : {"/page.rdf", "/page.ttl", "/page.nt", "/page.jsonld"}) {
    const std::string first = get(path + kQuery);
    EXPECT_THAT(first, HasSubstr("gears of number 1499")) << path;
    const std::size_t at = first.find("ETag: ");
    ASSERT_NE(at, std::string::npos) << path;
    const std::string etag = first.substr(at + 6, first.find('\r', at) - at - 6);
    LoopbackClient client(server_->port());
    client.send("GET " + (path + kQuery) +
                " HTTP/1.1\r\nHost: localhost\r\nIf-None-Match: " + etag + "\r\n\r\n");
    EXPECT_THAT(client.read_answer(), StartsWith("HTTP/1.1 304 Not Modified\r\n")) << path;
  }
}

TEST_F(PageViewsTest, TwoViewsAreMadeAtOnceAndOthersAreAnsweredMeanwhile) {
  const summarizer::Summary page = page_with(3);
  const auto pages = std::make_shared<HangingPages>(page);
  serve(page, pages);
  std::vector<LoopbackClient> clients;
  for (int i = 0; i < 100; ++i)
    clients.emplace_back(server_->port()).send(get_request("/page.txt" + kQuery));
  pages->await(2);
  EXPECT_THAT(get("/search?q=planetary"), HasSubstr("Hub gears"));
  const auto is_told = [](const LoopbackClient& one) { return one.has_news(1ms); };
  while (std::count_if(clients.begin(), clients.end(), is_told) < 90) continue;
  EXPECT_EQ(pages->asked(), 2);
  pages->release();
  int views = 0;
  for (LoopbackClient& client : clients) {
    const std::string answer = client.read_answer();
    const bool is_view = answer.starts_with("HTTP/1.1 200");
    views += is_view ? 1 : 0;
    if (is_view) continue;
    EXPECT_THAT(answer, AllOf(StartsWith("HTTP/1.1 503"), HasSubstr("Retry-After: ")));
  }
  EXPECT_GE(views, 2);
}

}  // namespace
}  // namespace porthole::search
