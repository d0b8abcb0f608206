// A collection in PostgreSQL: the same crawl as in SQLite, kills, restarts of the server, and the
// way from one engine to the other.

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <map>
#include <memory>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "collection/open_collection.h"
#include "gatherer/crawl/gather.h"
#include "repository/copy_repository.h"
#include "repository/open_repository.h"
#include "summarizer/rdf_writer.h"
#include "summarizer/summarizer.h"
#include "tests/support/postgres_cluster.h"
#include "tests/support/run_program.h"
#include "tests/support/small_web.h"
#include "tests/support/test_collection.h"

namespace porthole {
namespace {

namespace fs = std::filesystem;
using repository::Access;
using repository::StoragePlace;
using testing::PostgresCluster;
using testing::Program;
using testing::run_program;
using testing::SmallWeb;
using testing::SpecificationText;

const fs::path kProgram = fs::path(PORTHOLE_BINARY_DIR) / "bin" / "porthole";

std::string in_xml(std::string url) { return std::regex_replace(url, std::regex("&"), "&amp;"); }

/// A collection whose repository is at `storage`.
class StoredCollection {
 public:
  StoredCollection(const SpecificationText& text, const std::string& storage) {
    std::string xml = text.xml();
    xml.insert(xml.find("</collection>"), "<storage url=\"" + in_xml(storage) + "\"/>\n");
    const auto made = collection::Collection::create(folder(), xml);
    EXPECT_TRUE(made) << made.error().to_string();
  }
  fs::path folder() const { return temporary_ / "collection"; }
  collection::Collection open() const { return collection::Collection::open(folder()).value(); }
  StoragePlace place() const { return collection::storage_of(open()); }
  std::unique_ptr<repository::Repository> repository() const {
    auto opened = repository::open_repository(place(), Access::kRead);
    EXPECT_TRUE(opened) << opened.error().to_string();
    return std::move(*opened);
  }
  std::vector<std::string> verb(const std::string& name) const {
    return {name, folder().string(), "--quiet"};
  }

 private:
  testing::TempDir temporary_;
};

/// The tags of a summary in the order of their text: annotations stand in the order of the crawl.
std::string tags_of(const std::string& rdf) {
  static const std::regex kTime("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]+Z");
  std::istringstream text(std::regex_replace(rdf, kTime, "TIME"));
  std::multiset<std::string> tags;
  for (std::string tag; std::getline(text, tag, '<');) tags.insert(std::move(tag));
  std::string all;
  for (const std::string& tag : tags) all += "\n<" + tag;
  return all;
}

/// All that a crawl says of the web, URL by URL; numbers of URLs as their keys, times left out.
std::map<std::string, std::string> told(const StoredCollection& collection) {
  const auto repository = collection.repository();
  std::map<repository::UrlId, std::string> keys;
  std::map<std::string, std::string> all;
  auto read = repository->urls().for_each([&](const repository::UrlRecord& url) {
    keys[url.id] = url.key;
    all[url.key] = std::string(name_of(url.state)) + " " + name_of(url.reason) + " " + url.detail;
    return true;
  });
  EXPECT_TRUE(read);
  read = repository->pages().for_each(
      {.with_text = true}, [&](const auto& url, const auto& page, auto in, auto out) {
        all[url.key] += "\n" + page.document.title + "\n" + page.document.text + "\n" +
                        std::to_string(in) + " in, " + std::to_string(out) + " out, " +
                        std::to_string(page.relevance.value());
        return true;
      });
  EXPECT_TRUE(read);
  summarizer::SummaryMaker maker(*repository, "");
  for (const auto& [id, key] : keys) {
    const auto links = repository->links().out_links(id).value();
    for (const auto& link : links) {
      all[key] += "\n-> " + keys[link.target] + " " + link.link.anchor + " " + link.link.before +
                  " " + link.link.after;
    }
    if (!repository->summaries().has(id).value()) continue;
    all[key] += tags_of(summarizer::write_rdf(maker.make(id).value().value()));
  }
  return all;
}

std::set<std::string> pages(const StoredCollection& collection) {
  std::set<std::string> pages;
  const auto read =
      collection.repository()->pages().for_each({}, [&](const auto& url, const auto&, auto, auto) {
        EXPECT_TRUE(pages.insert(url.href).second) << url.href << " is there twice";
        return true;
      });
  EXPECT_TRUE(read);
  return pages;
}

class PostgresPipelineTest : public ::testing::Test {
 protected:
  static constexpr int kHosts = 4;
  static constexpr int kPages = 150;

  void SetUp() override {
    NEEDS_POSTGRES();
    for (int host = 0; host < kHosts; ++host) {
      for (int page = 1; page <= kPages; ++page) web_.page(url(host, page), html(host, page));
      web_.redirect("http://h" + std::to_string(host) + ".test/old", url(host, 2));
    }
  }
  static std::string url(int host, int page) {
    return "http://h" + std::to_string(host) + ".test/" + std::to_string(page);
  }
  static std::string html(int host, int page) {
    std::string html = "<title>Page " + std::to_string(page) + " f\xC3\xBCr telescope</title>";
    for (const int next : {2 * page, 2 * page + 1}) {
      if (next <= kPages)
        html += "<p><a href='" + url(host, next) + "'>telescope " + std::to_string(next) + "</a>";
    }
    html += "<p>see <a href='" + url((host + page) % kHosts, (page * 7) % kPages + 1) +
            "'>across</a> there";
    return html + "<p><a href=/old>moved</a> <a href=/gone" + std::to_string(page % 5) +
           ">missing</a>" + std::string(1500, 'x');
  }
  SpecificationText text() const {
    SpecificationText text;
    text.seeds = {url(0, 1), url(2, 1)};
    text.network = testing::gateway_to(web_.gateway());
    return text;
  }
  static std::string url_of(const std::string& schema) {
    return PostgresCluster::shared().url(schema);
  }
  static void run(const StoredCollection& collection, const std::string& verb) {
    const auto done = run_program(kProgram, collection.verb(verb));
    EXPECT_EQ(done.code, 0) << verb << ": " << done.err;
  }
  /// How often each page was asked for, all of them once.
  void expect_each_asked(int times) const {
    for (int host = 0; host < kHosts; ++host) {
      for (int page = 1; page <= kPages; ++page)
        EXPECT_EQ(web_.times_asked(url(host, page)), times) << url(host, page);
    }
  }

  SmallWeb web_;
};

TEST_F(PostgresPipelineTest, ACrawlIsTheSameAsInSqlite) {
  const StoredCollection sqlite(text(), "sqlite:repository.db");
  const StoredCollection postgres(text(), url_of("crawl"));
  for (const char* verb : {"gather", "distill", "summarize"}) {
    run(sqlite, verb);
    run(postgres, verb);
  }
  EXPECT_EQ(pages(postgres).size(), static_cast<std::size_t>(kHosts * kPages));
  const auto expected = told(sqlite);
  const auto found = told(postgres);
  ASSERT_EQ(found.size(), expected.size());
  for (const auto& [key, words] : expected) EXPECT_EQ(found.at(key), words) << key;
  EXPECT_FALSE(fs::exists(postgres.folder() / "repository.db"));
}

TEST_F(PostgresPipelineTest, AKilledCrawlGoesOnAndAsksForNoPageThatWasCommitted) {
  SpecificationText slow = text();
  slow.politeness = "<politeness delay=\"0.02\" min-delay=\"0\"/>";
  const StoredCollection collection(slow, url_of("killed"));
  const auto begun =
      run_program(kProgram, {"gather", collection.folder().string(), "--pages", "20", "--quiet"});
  EXPECT_EQ(begun.code, 0) << begun.err;
  std::map<std::string, int> asked;
  for (int kill = 0; kill < 3; ++kill) {
    const auto reader = collection.repository();
    const std::int64_t before = reader->counts().value().fetched;
    Program program(kProgram, collection.verb("gather"));
    while (reader->counts().value().fetched == before) std::this_thread::yield();
    program.send(SIGKILL);
    EXPECT_EQ(program.wait().code, 128 + SIGKILL);
    for (const std::string& page : pages(collection)) asked.emplace(page, web_.times_asked(page));
  }
  run(collection, "gather");
  EXPECT_EQ(pages(collection).size(), static_cast<std::size_t>(kHosts * kPages));
  for (const auto& [page, times] : asked) EXPECT_EQ(web_.times_asked(page), times) << page;
}

TEST_F(PostgresPipelineTest, ACrawlOutlivesRestartsOfTheServerAndLosesNothing) {
  PostgresCluster cluster;
  const StoredCollection collection(text(), cluster.url("restarted"));
  Program program(kProgram, collection.verb("gather"));
  // Those at once end sessions that the program has just begun anew.
  constexpr int kAtOnce = 8;
  const auto restart_after = [&](int pages, int signal) {
    web_.wait_for_pages(pages);
    cluster.stop(signal);
    cluster.start();
  };
  for (int i = 0; i < kAtOnce; ++i) restart_after(100, i % 2 == 0 ? SIGQUIT : SIGINT);
  restart_after(250, SIGINT);
  restart_after(400, SIGQUIT);
  const auto done = program.wait();
  EXPECT_EQ(done.code, 0) << done.err;
  EXPECT_EQ(pages(collection).size(), static_cast<std::size_t>(kHosts * kPages));
  expect_each_asked(1);
}

TEST_F(PostgresPipelineTest, ARepositoryIsTheSameAfterItWentThereAndBack) {
  const StoredCollection collection(text(), "sqlite:repository.db");
  for (const char* verb : {"gather", "distill", "summarize"}) run(collection, verb);
  const auto before = told(collection);
  for (const std::string& url : {url_of("away"), std::string("sqlite:back.db")}) {
    const auto moved = run_program(kProgram, {"migrate", collection.folder().string(), url});
    EXPECT_EQ(moved.code, 0) << moved.err;
    EXPECT_NE(moved.out.find("  equal"), std::string::npos) << moved.out;
    EXPECT_EQ(moved.out.find("DIFFERENT"), std::string::npos) << moved.out;
    EXPECT_EQ(collection.open().specification().storage, url);
    EXPECT_EQ(told(collection), before);
    run(collection, "gather");
    expect_each_asked(1);
  }
}

TEST_F(PostgresPipelineTest, ADryRunOfMigrateChangesNothing) {
  const StoredCollection collection(text(), "sqlite:repository.db");
  run(collection, "gather");
  const auto said = run_program(
      kProgram, {"migrate", collection.folder().string(), url_of("dry"), "--dry-run", "--json"});
  EXPECT_EQ(said.code, 0) << said.err;
  EXPECT_NE(said.out.find("\"dry_run\":true"), std::string::npos) << said.out;
  EXPECT_EQ(collection.open().specification().storage, "sqlite:repository.db");
  EXPECT_EQ(
      PostgresCluster::shared().psql("SELECT count(*) FROM pg_namespace WHERE nspname = 'dry'"),
      "0");
}

// Verbs that only read, and those that write; each ends without an error.
TEST_F(PostgresPipelineTest, EveryVerbWorks) {
  const StoredCollection collection(text(), url_of("verbs"));
  const std::string dir = collection.folder().string();
  const std::vector<std::vector<std::string>> commands = {
      {"status", dir},
      {"gather", dir, "--dry-run"},
      {"gather", dir, "--quiet"},
      {"status", dir, "--json"},
      {"doctor", dir},
      {"explain", dir, url(0, 2)},
      {"query", dir, "--list"},
      {"query", dir, "SELECT state_name(state) AS state, count(*) FROM url GROUP BY state"},
      {"query", dir, "--ready", "sites"},
      {"distill", dir},
      {"summarize", dir},
      {"index", dir},
      {"search", dir, "telescope"},
      {"check", "repository", dir},
      {"repair", dir, "--anew"},
      {"export", dir, "links", "--out", (collection.folder() / "links.csv").string()},
      {"export", dir, "pages", "--out", (collection.folder() / "pages").string()},
      {"prune", dir, "--keep", "1"},
      {"budget", dir},
      {"remove", dir, url(1, 7)},
      {"update", dir, "--quiet"},
      {"status", dir},
  };
  for (const std::vector<std::string>& command : commands) {
    const auto done = run_program(kProgram, command);
    // The doctor warns of a frontier that is empty.
    EXPECT_EQ(done.code, command[0] == "doctor" ? 1 : 0)
        << command[0] << ": " << done.out << done.err;
  }
}

TEST_F(PostgresPipelineTest, SitesOfSeedsWithoutTheTopicsWordsAreNamed) {
  SpecificationText other = text();
  other.topic = "<topic title=\"Pottery\"><term>kiln</term></topic>";
  const StoredCollection collection(other, url_of("pottery"));
  const std::string dir = collection.folder().string();
  const auto gathered = run_program(kProgram, {"gather", dir, "--pages", "100"});
  EXPECT_EQ(gathered.code, 0) << gathered.err;
  EXPECT_NE(gathered.out.find("seeds: hardly any page of h"), std::string::npos) << gathered.out;
  const auto status = run_program(kProgram, {"status", dir, "--json"});
  EXPECT_EQ(status.code, 0) << status.err;
  for (const char* site : {"h0.test", "h2.test"})
    EXPECT_NE(status.out.find("{\"site\":\"" + std::string(site) + "\",\"pages\":"),
              std::string::npos)
        << status.out;
  EXPECT_EQ(status.out.find("\"site\":\"h1.test\""), std::string::npos) << "it has no seed";
}

TEST_F(PostgresPipelineTest, ADamagedRepositoryIsFoundAndLeftAsItIs) {
  const StoredCollection collection(text(), url_of("damaged"));
  const std::string dir = collection.folder().string();
  run(collection, "gather");
  PostgresCluster::shared().psql("DELETE FROM damaged.url WHERE key LIKE '%h1.test/3'");
  const auto checked = run_program(kProgram, {"check", "repository", dir});
  EXPECT_EQ(checked.code, 3) << checked.out << checked.err;
  EXPECT_NE(checked.out.find("is a page without a URL"), std::string::npos) << checked.out;
  const auto repaired = run_program(kProgram, {"repair", dir});
  EXPECT_NE(repaired.code, 0);
  EXPECT_NE(repaired.err.find("not built again in its place"), std::string::npos) << repaired.err;
  EXPECT_EQ(PostgresCluster::shared().psql("SELECT count(*) FROM damaged.page"),
            std::to_string(kHosts * kPages));
}

TEST_F(PostgresPipelineTest, APasswordInTheUrlIsRefusedAndNotRepeated) {
  const StoredCollection collection(text(), "sqlite:repository.db");
  run(collection, "gather");
  const auto said = run_program(kProgram, {"migrate", collection.folder().string(),
                                           "postgresql://ann:tellnobody@db.test/crawls?schema=x"});
  EXPECT_EQ(said.code, 3);
  EXPECT_EQ((said.out + said.err).find("tellnobody"), std::string::npos);
  EXPECT_NE(said.err.find("pgpass"), std::string::npos) << said.err;
}

}  // namespace
}  // namespace porthole
