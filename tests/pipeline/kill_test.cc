// A crawl killed with -9 at any moment and restarted loses no committed data and fetches nothing of
// it again.

#include <gtest/gtest.h>
#include <signal.h>
#include <sqlite3.h>

#include <cstdlib>
#include <filesystem>
#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "archive/warc_reader.h"
#include "archive/warc_writer.h"
#include "base/url/url.h"
#include "gatherer/crawl/gather.h"
#include "tests/support/box_web.h"
#include "tests/support/run_program.h"
#include "tests/support/small_web.h"
#include "tests/support/test_collection.h"

namespace porthole {
namespace {

namespace fs = std::filesystem;
using repository::UrlState;
using testing::BoxWeb;
using testing::Program;
using testing::SmallWeb;
using testing::SpecificationText;
using testing::TestCollection;

constexpr int kKills = 10;
const fs::path kProgram = fs::path(PORTHOLE_BINARY_DIR) / "bin" / "porthole";

std::vector<std::string> gather_verb(const TestCollection& collection) {
  return {"gather", collection.folder().string(), "--quiet"};
}

void expect_sound_database(const fs::path& file) {
  sqlite3* database = nullptr;
  ASSERT_EQ(sqlite3_open_v2(file.c_str(), &database, SQLITE_OPEN_READWRITE, nullptr), SQLITE_OK);
  std::string answer;
  const auto take = [](void* out, int, char** values, char**) {
    *static_cast<std::string*>(out) += values[0];
    return 0;
  };
  EXPECT_EQ(sqlite3_exec(database, "PRAGMA integrity_check", take, &answer, nullptr), SQLITE_OK);
  EXPECT_EQ(answer, "ok");
  sqlite3_close_v2(database);
}

/// Committed data of a page, which must not change later.
struct Kept {
  std::int64_t order = 0;
  std::string digest;
  std::int64_t fetched_at = 0;
  friend bool operator==(const Kept&, const Kept&) = default;
};

std::map<std::string, Kept> kept_pages(const TestCollection& collection) {
  std::map<std::string, Kept> kept;
  const auto read = collection.repository()->pages().for_each(
      {}, [&](const auto& url, const auto& page, auto, auto) {
        const Kept one{page.order, page.digest, page.fetched_at.time_since_epoch().count()};
        EXPECT_TRUE(kept.emplace(url.href, one).second) << url.href << " is there twice";
        return true;
      });
  EXPECT_TRUE(read);
  return kept;
}

/// URLs of which the crawl will ask no more.
std::set<std::string> settled(const TestCollection& collection) {
  std::set<std::string> settled;
  const auto read = collection.repository()->urls().for_each([&](const repository::UrlRecord& url) {
    if (url.state != UrlState::kQueued) settled.insert(url.href);
    return true;
  });
  EXPECT_TRUE(read);
  return settled;
}

/// Every file of the archive reads to its end, every page's row leads to its record, and no page
/// was recorded twice.
void expect_sound_archive(const TestCollection& collection) {
  const fs::path folder = collection.open().archive_folder();
  std::map<std::string, int> records;
  std::map<std::pair<std::string, std::int64_t>, std::string> places;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != ".gz") continue;  // The mark of the last commit.
    const auto reader = archive::WarcReader::open(entry.path());
    ASSERT_TRUE(reader);
    while (true) {
      const auto record = (*reader)->next();
      ASSERT_TRUE(record) << record.error().to_string();
      if (!*record) break;
      if ((*record)->type() != "response") continue;
      ++records[std::string((*record)->target())];
      places[{entry.path().filename().string(), (*record)->offset}] = (*record)->target();
    }
    EXPECT_FALSE((*reader)->is_cut()) << entry.path();
  }
  const auto read = collection.repository()->pages().for_each(
      {}, [&](const auto& url, const auto& page, auto, auto) {
        const auto place = places.find({page.archive_file, page.archive_offset});
        EXPECT_TRUE(place != places.end() && place->second == url.href) << url.href;
        EXPECT_EQ(records[url.href], 1) << url.href;
        return true;
      });
  EXPECT_TRUE(read);
}

void expect_kept(const std::map<std::string, Kept>& before,
                 const std::map<std::string, Kept>& after) {
  for (const auto& [url, kept] : before) {
    const auto found = after.find(url);
    ASSERT_TRUE(found != after.end()) << url << " was lost";
    EXPECT_EQ(found->second, kept) << url << " was fetched again";
  }
}

/// Without their schemes: which of two twins is the page depends on the order of arrival.
std::set<std::string> addresses(const std::set<std::string>& pages) {
  std::set<std::string> addresses;
  for (const std::string& page : pages) addresses.insert(page.substr(page.find("://")));
  return addresses;
}

/// Gathers undisturbed, then in a collection of its own with ten kills on the way, and compares.
/// `web` counts what is asked for: pages_asked(), times_asked(URL), wait_for_pages(count).
template <class Web>
void kill_and_compare(const Web& web, const SpecificationText& text) {
  const TestCollection undisturbed(text);
  undisturbed.gather();
  const std::set<std::string> expected = undisturbed.pages();
  const auto share = static_cast<unsigned>(expected.size() / (kKills + 2));
  ASSERT_GE(share, 10u) << "too small a web";

  const TestCollection collection(text);
  std::mt19937 random(20261120);
  std::map<std::string, Kept> kept;
  std::map<std::string, int> asked_when_settled;
  for (int kill = 1; kill <= kKills; ++kill) {
    SCOPED_TRACE("kill " + std::to_string(kill));
    {
      Program program(kProgram, gather_verb(collection));
      web.wait_for_pages(web.pages_asked() + 1 + static_cast<int>(random() % share));
      program.send(SIGKILL);
      EXPECT_EQ(program.wait().code, 128 + SIGKILL);
    }
    expect_sound_database(collection.open().repository_file());
    const std::map<std::string, Kept> now = kept_pages(collection);
    expect_kept(kept, now);
    kept = now;
    for (const std::string& url : settled(collection))
      asked_when_settled.emplace(url, web.times_asked(url));
  }
  ::testing::Test::RecordProperty("pages", static_cast<int>(expected.size()));
  ::testing::Test::RecordProperty("kept_after_last_kill", static_cast<int>(kept.size()));
  EXPECT_GT(kept.size(), 0u) << "no kill came after a commit";
  EXPECT_LT(kept.size(), expected.size()) << "the crawl was over before the last kill";

  const testing::ProgramResult finished = testing::run_program(kProgram, gather_verb(collection));
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_EQ(addresses(collection.pages()), addresses(expected));
  expect_kept(kept, kept_pages(collection));
  for (const auto& [url, times] : asked_when_settled) EXPECT_EQ(web.times_asked(url), times) << url;
  expect_sound_database(collection.open().repository_file());
  expect_sound_archive(collection);
}

/// Some hundred pages on a few hosts, linked across, with redirects, missing pages and sitemaps.
class KilledCrawlTest : public ::testing::Test {
 protected:
  static constexpr int kHosts = 6;
  static constexpr int kPages =
      600;  // A commit takes up to 128, and most kills are to come after one.

  void SetUp() override {
    ASSERT_TRUE(fs::exists(kProgram)) << "build the program first: " << kProgram;
    for (int host = 0; host < kHosts; ++host) {
      const std::string origin = origin_of(host);
      for (int page = 1; page <= kPages; ++page) web_.page(url(host, page), html(host, page));
      for (int page = 0; page < 5; ++page)
        web_.answer(origin + "/gone" + std::to_string(page), 404);
      web_.redirect(origin + "/old", origin + "/" + std::to_string(kPages));
      web_.robots(origin,
                  "User-agent: *\nDisallow: /private\nSitemap: " + origin + "/sitemap.txt\n");
      web_.answer(origin + "/sitemap.txt", 200, "Content-Type: text/plain\r\n",
                  origin + "/only-in-sitemap\n");
      web_.page(origin + "/only-in-sitemap", "<title>hidden page of " + origin + "</title>");
    }
  }
  static std::string origin_of(int host) { return "http://h" + std::to_string(host) + ".test"; }
  static std::string url(int host, int page) {
    return origin_of(host) + "/" + std::to_string(page);
  }
  static std::string html(int host, int page) {
    std::string html =
        "<title>Page " + std::to_string(page) + " of host " + std::to_string(host) + "</title>";
    for (const int next : {2 * page, 2 * page + 1}) {
      if (next <= kPages)
        html += "<p><a href='" + url(host, next) + "'>telescope " + std::to_string(next) + "</a>";
    }
    html += "<p><a href='" + url((host + page) % kHosts, (page * 7) % kPages + 1) + "'>across</a>";
    html += "<p><a href=/old>moved</a> <a href=/private/1>closed</a> <a href=/gone" +
            std::to_string(page % 5) + ">missing</a>";
    return html + std::string(500, ' ') + "<p>" + std::string(1500, 'x');
  }
  SpecificationText text() const {
    SpecificationText text;
    text.seeds = {url(0, 1), url(3, 1)};
    text.network = testing::gateway_to(web_.gateway());
    return text;
  }

  SmallWeb web_;
};

TEST_F(KilledCrawlTest, EndsWithTheSamePagesAndAsksForNoneAgain) { kill_and_compare(web_, text()); }

// Who removes the file lets a second crawl in: it stops at the archive, the first one at its next
// commit.
TEST_F(KilledCrawlTest, ALockThatIsTakenAwayCostsNothing) {
  const TestCollection collection(text());
  std::map<std::string, Kept> kept;
  {
    Program first(kProgram, gather_verb(collection));
    web_.wait_for_pages(300);
    first.send(SIGSTOP);
    ASSERT_TRUE(fs::remove(collection.folder() / "repository.db.lock"));
    const testing::ProgramResult second = testing::run_program(kProgram, gather_verb(collection));
    EXPECT_EQ(second.code, 4) << second.err;
    kept = kept_pages(collection);
    first.send(SIGCONT);
    const testing::ProgramResult said = first.wait();
    EXPECT_EQ(said.code, 4);
    EXPECT_NE(said.err.find("repository.db.lock was removed"), std::string::npos) << said.err;
  }
  expect_sound_database(collection.open().repository_file());
  const testing::ProgramResult finished = testing::run_program(kProgram, gather_verb(collection));
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_EQ(collection.pages().size(), static_cast<std::size_t>(kHosts * kPages + kHosts));
  expect_kept(kept, kept_pages(collection));
  expect_sound_archive(collection);
}

// The same with sites that nobody here wrote.
TEST(KilledBoxTest, EndsWithTheSamePagesAndAsksForNoneAgain) {
  const char* cache = std::getenv("PORTHOLE_BOX_CACHE");
  if (cache == nullptr) GTEST_SKIP() << "PORTHOLE_BOX_CACHE names no cache of porthole webbox";
  const BoxWeb web(cache);
  SpecificationText text;
  text.seeds = web.front_pages();
  if (text.seeds.size() < 5)
    GTEST_SKIP() << cache << " lacks the sites of examples/webbox/test_sites.tsv";
  text.network = testing::gateway_to(web.gateway());
  kill_and_compare(web, text);
}

/// A recorded web of a few thousand pages, some about the topic and some not.
class KilledRelevanceTest : public ::testing::Test {
 protected:
  static constexpr int kPages = 6000;  // Ten kills come after a commit of up to 128 pages each.

  void SetUp() override {
    ASSERT_TRUE(fs::exists(kProgram)) << "build the program first: " << kProgram;
    const auto writer = archive::WarcWriter::open(folder_.path(), {}, "", 0).value();
    for (int page = 1; page <= kPages; ++page) {
      const std::string url = url_of(page);
      const std::string body = html(page);
      archive::Capture capture;
      capture.url = url;
      capture.response_head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n";
      capture.raw_body = body;
      ASSERT_TRUE(writer->write(capture));
    }
    ASSERT_TRUE(writer->sync());
    recorded_ = folder_ / writer->file();
  }
  static bool is_relevant(int page) { return page % 10 != 0; }
  static std::string url_of(int page) {
    return "http://r" + std::to_string(page % 7) + ".test/" + std::to_string(page);
  }
  static std::string html(int page) {
    const std::string name = std::to_string(page);
    std::string html =
        is_relevant(page)
            ? "<title>Telescope " + name + "</title><p>A telescope and its light curve."
            : "<title>Soup " + name + "</title><p>A soup and its spoon.";
    for (const int next : {2 * page, 2 * page + 1, 3 * page}) {
      const std::string words =
          is_relevant(next) ? (next % 2 == 0 ? "telescope" : "photometry of stars") : "soup recipe";
      if (next <= kPages) html += "<ul><li><a href='" + url_of(next) + "'>" + words + "</a></ul>";
    }
    return html + "<p>" + std::string(2000, 'y');
  }
  SpecificationText text() const {
    SpecificationText text;
    text.seeds = {url_of(1)};
    text.network = "<recorded file=\"" + recorded_.string() + "\"/>";
    text.strategy = "<strategy name=\"rw\"><option name=\"threshold\" value=\"0.3\"/></strategy>";
    return text;
  }
  /// Waits until `count` pages are committed.
  static void wait_for_commits(const TestCollection& collection, std::int64_t count) {
    const auto reader = collection.repository();
    while (reader->counts().value().fetched < count) std::this_thread::yield();
  }

  testing::TempDir folder_;
  fs::path recorded_;
};

TEST_F(KilledRelevanceTest, LosesAndRepeatsNothingThatWasCommitted) {
  const TestCollection collection(text());
  collection.gather(testing::up_to(5));
  std::mt19937 random(19970114);
  std::map<std::string, Kept> kept = kept_pages(collection);
  for (int kill = 1; kill <= kKills; ++kill) {
    SCOPED_TRACE("kill " + std::to_string(kill));
    {
      Program program(kProgram, gather_verb(collection));
      wait_for_commits(collection, static_cast<std::int64_t>(kept.size()) + 1 +
                                       static_cast<std::int64_t>(random() % 40));
      program.send(SIGKILL);
      EXPECT_EQ(program.wait().code, 128 + SIGKILL);
    }
    expect_sound_database(collection.open().repository_file());
    const std::map<std::string, Kept> now = kept_pages(collection);
    expect_kept(kept, now);
    EXPECT_GT(now.size(), kept.size());
    kept = now;
  }
  const testing::ProgramResult finished = testing::run_program(kProgram, gather_verb(collection));
  EXPECT_EQ(finished.code, 0) << finished.err;
  const std::map<std::string, Kept> all = kept_pages(collection);
  expect_kept(kept, all);
  EXPECT_GT(all.size(), kept.size()) << "the crawl was over before the last kill";
  std::set<std::int64_t> orders;
  for (const auto& [url, page] : all) orders.insert(page.order);
  EXPECT_EQ(orders.size(), all.size()) << "each page has a place of its own in the crawl";
  expect_sound_database(collection.open().repository_file());
  expect_sound_archive(collection);
}

}  // namespace
}  // namespace porthole
