// Fetched pages can be read back from the archive, and the archive can replace the web.

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "archive/http_message.h"
#include "archive/warc_reader.h"
#include "gatherer/crawl/gather.h"
#include "tests/support/small_web.h"
#include "tests/support/test_collection.h"

namespace porthole {
namespace {

using testing::SmallWeb;
using testing::SpecificationText;
using testing::TestCollection;
namespace fs = std::filesystem;

class ArchiveTest : public ::testing::Test {
 protected:
  void SetUp() override {
    put("http://a.test/",
        "<title>a</title><a href=/b?x=1>b</a><a href=/moved>m</a><a href='https://c.test/'>c</a>");
    put("http://a.test/b?x=1", "<title>b</title>\r\n\r\n<p>lines and \xc3\xa9");
    put("http://a.test/here", "<title>here</title>" + std::string(200000, 'h'));
    put("https://c.test/", "<title>c</title><a href='http://a.test/gone'>gone</a>");
    web_.redirect("http://a.test/moved", "/here");
    web_.answer("http://a.test/gone", 404);
  }
  void put(const std::string& url, const std::string& body) {
    bodies_[url] = body;
    web_.page(url, body);
  }
  SpecificationText text(const std::string& network) const {
    SpecificationText text;
    text.seeds = {"http://a.test/"};
    text.network = network;
    return text;
  }
  static std::vector<fs::path> files(const TestCollection& collection) {
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(collection.open().archive_folder())) {
      if (entry.path().extension() == ".gz") files.push_back(entry.path());
    }
    return files;
  }

  SmallWeb web_;
  std::map<std::string, std::string> bodies_;
};

TEST_F(ArchiveTest, HasEachPageWhereItsRowSays) {
  const TestCollection collection(text(testing::gateway_to(web_.gateway())));
  collection.gather();
  ASSERT_EQ(collection.pages().size(), bodies_.size());
  for (const auto& [url, body] : bodies_) {
    const repository::PageRecord page = collection.page(url);
    const auto reader =
        archive::WarcReader::open(collection.open().archive_folder() / page.archive_file);
    ASSERT_TRUE(reader);
    (*reader)->seek(page.archive_offset);
    const auto record = (*reader)->next();
    ASSERT_TRUE(record && *record) << url;
    EXPECT_EQ((*record)->type(), "response");
    EXPECT_EQ((*record)->target(), url);
    EXPECT_EQ((*record)->block.substr(archive::head_size((*record)->block)), body) << url;
    EXPECT_EQ(page.bytes, static_cast<std::int64_t>(body.size()));
  }
}

TEST_F(ArchiveTest, HasEveryAnswerRedirectsAndFailuresAmongThem) {
  const TestCollection collection(text(testing::gateway_to(web_.gateway())));
  collection.gather();
  std::multiset<std::string> answers;
  for (const fs::path& file : files(collection)) {
    const auto reader = archive::WarcReader::open(file).value();
    while (const auto record = reader->next().value()) {
      if (record->type() == "response") answers.emplace(record->target());
    }
    EXPECT_FALSE(reader->is_cut());
  }
  std::multiset<std::string> asked;
  for (const SmallWeb::Asked& request : web_.asked()) asked.insert(request.url);
  EXPECT_EQ(answers, asked);
}

TEST_F(ArchiveTest, StandsInForTheWebItCameFrom) {
  const TestCollection first(text(testing::gateway_to(web_.gateway())));
  first.gather();
  const std::size_t asked = web_.asked().size();
  std::string recorded;
  for (const fs::path& file : files(first))
    recorded += "<recorded file=\"" + file.string() + "\"/>";
  const TestCollection second(text(recorded));
  const gatherer::GatherReport report = second.gather();
  EXPECT_EQ(second.pages(), first.pages());
  EXPECT_EQ(report.stop_reason, repository::StopReason::kFrontierEmpty);
  EXPECT_EQ(web_.asked().size(), asked) << "nobody was asked";
  for (const std::string& page : first.pages()) {
    EXPECT_EQ(second.page(page).digest, first.page(page).digest) << page;
    EXPECT_EQ(second.page(page).document.title, first.page(page).document.title) << page;
  }
  EXPECT_EQ(second.state("http://a.test/gone"), "dropped: http 404");
  EXPECT_EQ(second.state("http://a.test/moved"), "alias: redirect");
}

TEST_F(ArchiveTest, CanItselfBeRecordedAgain) {
  const TestCollection first(text(testing::gateway_to(web_.gateway())));
  first.gather();
  std::set<std::string> pages = first.pages();
  fs::path file = files(first).front();
  std::vector<std::unique_ptr<TestCollection>> generations;
  for (int i = 0; i < 2; ++i) {
    generations.push_back(
        std::make_unique<TestCollection>(text("<recorded file=\"" + file.string() + "\"/>")));
    generations.back()->gather();
    EXPECT_EQ(generations.back()->pages(), pages);
    file = files(*generations.back()).front();
  }
}

}  // namespace
}  // namespace porthole
