// A repository that is built again from its archive is the one that the crawl left.

#include "gatherer/rebuild/rebuild.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "archive/warc_reader.h"
#include "base/json/json.h"
#include "gatherer/crawl/gather.h"
#include "tests/support/files.h"
#include "tests/support/run_program.h"
#include "tests/support/small_web.h"
#include "tests/support/test_collection.h"

namespace porthole {

namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using testing::SmallWeb;
using testing::SpecificationText;
using testing::TestCollection;

class RebuildTest : public ::testing::Test {
 protected:
  void SetUp() override {
    web_.robots("http://a.test",
                "User-agent: *\nDisallow: /private\nSitemap: http://a.test/sitemap.txt\n");
    web_.answer("http://a.test/sitemap.txt", 200, "Content-Type: text/plain\r\n",
                "http://a.test/hidden\n");
    web_.page("http://a.test/hidden", "<title>Hidden telescope</title>");
    for (int page = 1; page <= 60; ++page) {
      std::string html = "<title>Telescope " + std::to_string(page) + "</title><p>telescope " +
                         std::string(200, 'x') + std::to_string(page);
      for (const int next : {2 * page, 2 * page + 1})
        html +=
            "<p><a href=/" + std::to_string(next) + ">light curve " + std::to_string(next) + "</a>";
      html +=
          "<a href=/old>moved</a> <a href=/private/1>closed</a> <a href=/gone>missing</a>"
          "<a href='http://b.test/" +
          std::to_string(page % 7) +
          "' rel=nofollow>other</a>"
          "<a href='http://b.test/" +
          std::to_string(page % 5) + "'>other</a>";
      web_.page("http://a.test/" + std::to_string(page), html, "ETag: \"e\"\r\n");
    }
    for (int page = 0; page < 5; ++page)
      web_.page("http://b.test/" + std::to_string(page), "<p>same");
    web_.answer("http://a.test/gone", 404);
    web_.redirect("http://a.test/old", "http://a.test/3");
    text_.seeds = {"http://a.test/1"};
    text_.network = testing::gateway_to(web_.gateway());
  }

  /// Builds a repository from the archive of `collection`.
  std::unique_ptr<repository::Repository> rebuilt(const TestCollection& collection) {
    auto made = repository::open_sqlite(folder_ / "repository.db", repository::Access::kWrite);
    EXPECT_TRUE(made);
    const auto report = gatherer::rebuild_repository(collection.open(), **made, {});
    EXPECT_TRUE(report) << report.error().to_string();
    if (report) {
      EXPECT_EQ(report->damaged, 0);
      EXPECT_EQ(report->refused, 0);
    }
    return std::move(*made);
  }

  /// State and reason of each URL.
  static std::map<std::string, std::string> states(repository::Repository& repository) {
    std::map<std::string, std::string> states;
    EXPECT_TRUE(repository.urls().for_each([&](const repository::UrlRecord& url) {
      states[url.key] = std::string(name_of(url.state)) + " " + name_of(url.reason) + " " +
                        std::to_string(url.hops) + (url.seed ? " seed" : "");
      return true;
    }));
    return states;
  }
  /// A page as readers see it, the place of its record, and how often it is linked to.
  using Seen = std::tuple<std::string, std::string, std::string, std::int64_t, std::int64_t, double,
                          std::int64_t, std::int64_t>;
  static std::map<std::string, Seen> pages(repository::Repository& repository) {
    std::map<std::string, Seen> pages;
    EXPECT_TRUE(repository.pages().for_each(
        {.with_text = true}, [&](const auto& url, const auto& page, auto in, auto out) {
          pages[url.href] = {page.digest,
                             page.document.text,
                             page.archive_file,
                             page.archive_offset,
                             page.fetched_at.time_since_epoch().count(),
                             page.relevance.value(),
                             in,
                             out};
          return true;
        }));
    return pages;
  }
  static std::map<std::string, std::string> hosts(repository::Repository& repository) {
    std::map<std::string, std::string> hosts;
    const auto records = repository.crawl().hosts();
    EXPECT_TRUE(records);
    for (const auto& host : *records)
      hosts[host.name] = std::to_string(host.robots_status) + host.robots_text;
    return hosts;
  }

  SmallWeb web_;
  SpecificationText text_;
  testing::TempDir folder_;
};

TEST_F(RebuildTest, ASitemapThatWasReadAgainIsNoAnswerTooMany) {
  const TestCollection collection(text_);
  collection.gather();
  gatherer::GatherOptions again;
  again.refresh = std::chrono::seconds(0);
  again.refresh_order = gatherer::RefreshOrder::by_value();
  collection.gather(again);
  EXPECT_EQ(web_.times_asked("http://a.test/sitemap.txt"), 2);
  rebuilt(collection);
}

TEST_F(RebuildTest, HasTheSameUrlsPagesLinksAndHosts) {
  const TestCollection collection(text_);
  collection.gather();
  const auto original = collection.repository();
  const auto copy = rebuilt(collection);
  ASSERT_GT(pages(*original).size(), 60u);
  EXPECT_EQ(pages(*copy), pages(*original));
  EXPECT_EQ(states(*copy), states(*original));
  EXPECT_EQ(hosts(*copy), hosts(*original));
  EXPECT_EQ(copy->counts()->links, original->counts()->links);
  // The original among copies is the one that was parsed first.
  EXPECT_EQ(copy->counts()->duplicates, original->counts()->duplicates);
  EXPECT_EQ(copy->crawl().archive_end().value(), original->crawl().archive_end().value());
}

TEST_F(RebuildTest, HasTheSameOfACrawlThatWasNotAtItsEnd) {
  const TestCollection collection(text_);
  collection.gather(testing::up_to(20));
  const auto original = collection.repository();
  const auto copy = rebuilt(collection);
  EXPECT_EQ(pages(*copy), pages(*original));
  auto expected = states(*original), found = states(*copy);
  // The crawl learns that robots.txt forbids a URL when it comes to it, the rebuild at once.
  for (auto* urls : {&expected, &found}) {
    std::erase_if(*urls,
                  [](const auto& url) { return url.first.find("/private") != std::string::npos; });
  }
  EXPECT_EQ(found, expected);
}

// The archive has no record of an answer that broke off, but for one that was read in the end.
TEST_F(RebuildTest, KeepsAPageWhoseLastAnswerWasCut) {
  web_.cut_first("http://a.test/gone", 10);
  const TestCollection collection(text_);
  collection.gather();
  web_.cut_first("http://a.test/7", 10);
  gatherer::GatherOptions again;
  again.refresh = std::chrono::seconds(0);
  collection.gather(again);
  const auto made = rebuilt(collection);
  const auto found = made->urls().find("http://a.test/7");
  ASSERT_TRUE(found && *found);
  const auto page = made->pages().get((*found)->id);
  ASSERT_TRUE(page && *page);
  EXPECT_EQ((*page)->document.title, "Telescope 7");
  const auto gone = made->urls().find("http://a.test/gone");
  ASSERT_TRUE(gone && *gone);
  EXPECT_EQ((*gone)->state, repository::UrlState::kFetched);
}

TEST_F(RebuildTest, HasTheLastAnswerOfAPageThatWasFetchedAgain) {
  const TestCollection collection(text_);
  collection.gather();
  web_.page("http://a.test/7", "<title>Telescope, changed</title><p>a new telescope");
  gatherer::GatherOptions again;
  again.refresh = std::chrono::seconds(0);
  collection.gather(again);
  const auto original = collection.repository();
  const auto copy = rebuilt(collection);
  const auto expected = pages(*original), found = pages(*copy);
  EXPECT_EQ(std::get<1>(found.at("http://a.test/7")), "a new telescope");
  for (const auto& [href, page] : expected) {
    ASSERT_TRUE(found.contains(href)) << href;
    EXPECT_EQ(std::get<0>(found.at(href)), std::get<0>(page)) << href;
    EXPECT_EQ(std::get<3>(found.at(href)), std::get<3>(page)) << href;
  }
}

// Restoring an older copy of the repository: records archived since are not lost.

/// A collection of forty pages, and a copy of its repository of when it had ten.
class RestoreTest : public ::testing::Test {
 protected:
  static constexpr int kPages = 40;
  static constexpr int kPagesOfTheCopy = 10;

  static std::string url(int page) { return "http://a.test/" + std::to_string(page); }
  void SetUp() override {
    for (int page = 1; page <= kPages; ++page) {
      std::string html = "<title>Page " + std::to_string(page) + "</title>";
      for (const int next : {2 * page, 2 * page + 1})
        html += "<a href='" + url(next) + "'>next</a>";
      web_.page(url(page), html + "<p>" + std::string(1000, 'x'));
    }
    ASSERT_EQ(collection_.gather(testing::up_to(kPagesOfTheCopy)).fetched, kPagesOfTheCopy);
    fs::copy_file(repository(), copy_);
    ASSERT_EQ(collection_.gather().fetched, kPages);
    fs::copy_file(repository(), newest_);
    fs::copy_file(copy_, repository(), fs::copy_options::overwrite_existing);
  }
  SpecificationText text() const {
    SpecificationText text;
    text.seeds = {url(1)};
    text.network = testing::gateway_to(web_.gateway());
    return text;
  }
  fs::path repository() const { return collection_.open().repository_file(); }
  fs::path archive() const { return collection_.open().archive_folder(); }

  std::map<std::string, std::string> archive_files() const {
    std::map<std::string, std::string> files;
    for (const auto& entry : fs::directory_iterator(archive()))
      files[entry.path().filename()] = testing::read_whole_file(entry.path());
    return files;
  }
  testing::ProgramResult gather(std::vector<std::string> options = {}) const {
    options.insert(options.begin(), {"gather", collection_.folder().string()});
    return testing::run_program(fs::path(PORTHOLE_BINARY_DIR) / "bin" / "porthole", options);
  }
  void expect_each_row_leads_to_its_record() const {
    const auto read = collection_.repository()->pages().for_each(
        {}, [&](const auto& url, const auto& page, auto, auto) {
          const auto reader = archive::WarcReader::open(archive() / page.archive_file).value();
          reader->seek(page.archive_offset);
          const auto record = reader->next().value();
          EXPECT_TRUE(record && record->type() == "response" && record->target() == url.href)
              << url.href;
          return true;
        });
    EXPECT_TRUE(read);
  }

  SmallWeb web_;
  testing::TempDir copies_;
  fs::path copy_ = copies_ / "copy.db", newest_ = copies_ / "newest.db";
  TestCollection collection_{text()};
};

TEST_F(RestoreTest, GatherStopsBeforeItChangesAnythingAndSaysWhy) {
  const auto before = archive_files();
  const testing::ProgramResult said = gather();
  EXPECT_EQ(said.code, 4);
  EXPECT_THAT(said.err, HasSubstr("the archive is newer than what belongs to it"));
  EXPECT_THAT(said.err, HasSubstr("--set-aside"));
  EXPECT_TRUE(archive_files() == before) << "the archive has changed";
  EXPECT_EQ(collection_.pages().size(), static_cast<std::size_t>(kPagesOfTheCopy));
}

TEST_F(RestoreTest, GatherGoesOnWhenTheNewestIsPutBack) {
  (void)gather();
  fs::copy_file(newest_, repository(), fs::copy_options::overwrite_existing);
  const std::size_t asked = web_.asked().size();
  const testing::ProgramResult said = gather();
  EXPECT_EQ(said.code, 0) << said.err;
  EXPECT_EQ(web_.asked().size(), asked);
  expect_each_row_leads_to_its_record();
}

TEST_F(RestoreTest, GatherGoesOnFromTheOlderWhenItIsTold) {
  auto before = archive_files();
  const testing::ProgramResult said = gather({"--set-aside"});
  EXPECT_EQ(said.code, 0) << said.err;
  EXPECT_EQ(collection_.pages().size(), static_cast<std::size_t>(kPages));
  expect_each_row_leads_to_its_record();
  before.erase("committed");
  const auto after = archive_files();
  for (const auto& [name, bytes] : before)
    EXPECT_TRUE(after.at(name) == bytes) << name << " has changed";
  EXPECT_EQ(gather().code, 0) << "once is enough";
}

TEST_F(RestoreTest, AnIndexOfTheNewestIsBuiltAgainFromTheOlder) {
  const auto porthole = [&](std::vector<std::string> words) {
    words.insert(words.begin() + 1, collection_.folder().string());
    return testing::run_program(fs::path(PORTHOLE_BINARY_DIR) / "bin" / "porthole", words);
  };
  const auto index = [&] {
    EXPECT_EQ(porthole({"summarize"}).code, 0);
    const testing::ProgramResult said = porthole({"index", "--all", "--json"});
    EXPECT_EQ(said.code, 0) << said.err;
    return nlohmann::json::parse(said.out);
  };
  fs::copy_file(newest_, repository(), fs::copy_options::overwrite_existing);
  EXPECT_EQ(index()["documents"], kPages);
  EXPECT_EQ(index()["rebuilt"], false);
  fs::copy_file(copy_, repository(), fs::copy_options::overwrite_existing);
  const auto of_the_copy = index();
  EXPECT_EQ(of_the_copy["rebuilt"], true);
  EXPECT_EQ(of_the_copy["documents"], kPagesOfTheCopy);
  EXPECT_EQ(gather({"--set-aside"}).code, 0);
  const auto gathered_again = index();
  EXPECT_EQ(gathered_again["rebuilt"], false);
  EXPECT_EQ(gathered_again["documents"], kPages);
}

TEST_F(RestoreTest, AnEmptiedRepositoryIsDamageForEveryVerb) {
  testing::write_whole_file(repository(), "");
  for (const std::string verb : {"gather", "summarize", "index", "status"}) {
    const testing::ProgramResult said = testing::run_program(
        fs::path(PORTHOLE_BINARY_DIR) / "bin" / "porthole", {verb, collection_.folder().string()});
    EXPECT_EQ(said.code, 4) << verb << said.out << said.err;
    EXPECT_THAT(said.err, HasSubstr("the repository was emptied")) << verb;
  }
  EXPECT_EQ(fs::file_size(repository()), 0u);
}

}  // namespace
}  // namespace porthole
