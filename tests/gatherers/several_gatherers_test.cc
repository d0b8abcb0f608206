// Several gatherers, each a process with a folder of its own, on one repository in PostgreSQL and a
// web in a box, whose log says what was asked and when.

#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <regex>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/json/json.h"
#include "collection/open_collection.h"
#include "labs/webbox/server.h"
#include "repository/buckets.h"
#include "repository/open_repository.h"
#include "tests/support/postgres_cluster.h"
#include "tests/support/run_program.h"
#include "tests/support/test_collection.h"

namespace porthole {
namespace {

namespace fs = std::filesystem;
using testing::PostgresCluster;
using testing::Program;
using testing::SpecificationText;
using testing::TempDir;

const fs::path kProgram = fs::path(PORTHOLE_BINARY_DIR) / "bin" / "porthole";

/// Gives up after minutes, so that a test that fails ends.
template <class Condition>
void wait_until(const Condition& is_so) {
  const auto start = std::chrono::steady_clock::now();
  while (!is_so() && std::chrono::steady_clock::now() - start < std::chrono::minutes(4))
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_TRUE(is_so()) << "it was waited for in vain";
}

/// Hosts with pages that link within their host, to other hosts and to pages that are not there.
class GeneratedBox {
 public:
  GeneratedBox(int hosts, int pages) : hosts_(hosts), pages_(pages) {
    std::string list;
    labs::ServerOptions options;
    for (int host = 0; host < hosts; ++host) {
      const std::string name = name_of(host);
      list += name + "\t_" + name + "\tpages\t" + name + ".test/\tscience/astronomy\n";
      options.robots[name + ".test"] = "User-agent: *\nAllow: /\n";
      const fs::path folder = folder_ / "x" / ("_" + name) / "pages";
      fs::create_directories(folder);
      for (int page = 1; page <= pages; ++page)
        std::ofstream(folder / (std::to_string(page) + ".html")) << html(host, page);
    }
    options.log_file = folder_ / "log";
    auto manifest = std::make_shared<const labs::Manifest>(
        labs::Manifest::build(labs::parse_site_list(list, "sites.tsv").value(), folder_.path()));
    server_ = labs::Server::start(std::move(manifest), std::move(options)).value();
  }

  std::string gateway() const { return server_->url(); }
  std::string url(int host, int page) const {
    return "http://" + name_of(host) + ".test/" + std::to_string(page) + ".html";
  }
  std::set<std::string> all_pages() const {
    std::set<std::string> all;
    for (int host = 0; host < hosts_; ++host) {
      for (int page = 1; page <= pages_; ++page) all.insert(url(host, page));
    }
    return all;
  }

  struct Asked {
    std::string url;
    double time = 0;  ///< Seconds.
    int status = 0;
  };
  /// Whole lines of the log.
  std::vector<Asked> asked() const {
    std::ifstream log(folder_ / "log");
    std::vector<Asked> all;
    for (std::string line; std::getline(log, line) && !log.eof();) {
      const auto entry = nlohmann::json::parse(line);
      all.push_back({entry["url"], entry["time"], entry["status"]});
    }
    return all;
  }
  void wait_for_requests(std::size_t count) const {
    wait_until([&] { return asked().size() >= count; });
  }
  /// The times at which each page was asked for.
  std::map<std::string, std::vector<double>> asked_by_page() const {
    std::map<std::string, std::vector<double>> times;
    for (const Asked& request : asked()) {
      if (!request.url.ends_with("/robots.txt")) times[request.url].push_back(request.time);
    }
    return times;
  }
  /// The shortest time between two requests to one host, in seconds.
  double shortest_pause() const {
    std::map<std::string, double> last;
    double shortest = 1e9;
    for (const Asked& request : asked()) {
      const std::string host = request.url.substr(0, request.url.find('/', 8));
      if (const auto before = last.find(host); before != last.end())
        shortest = std::min(shortest, request.time - before->second);
      last[host] = request.time;
    }
    return shortest;
  }

 private:
  static std::string name_of(int host) { return "h" + std::to_string(host); }
  std::string html(int host, int page) const {
    std::string html = "<title>Page " + std::to_string(page) + "</title><p>A telescope.";
    const auto add = [&](int to_host, int to_page, const std::string& text) {
      html += "<p><a href='" + url(to_host, to_page) + "'>" + text + "</a> there";
    };
    for (const int next : {2 * page, 2 * page + 1}) {
      // Half of a host's pages are found by way of another host alone.
      if (next <= pages_) add(next % 2 == 0 ? host : (host + 1) % hosts_, next, "telescope");
    }
    add((host + page) % hosts_, 1, "light curve");
    add((host + 2 * page) % hosts_, page * 7 % pages_ + 1, "across");
    return html + "<p><a href='gone" + std::to_string(page % 3) + ".html'>missing</a>";
  }

  int hosts_, pages_;
  TempDir folder_;
  std::unique_ptr<labs::Server> server_;
};

class SeveralGatherersTest : public ::testing::Test {
 protected:
  void SetUp() override { NEEDS_POSTGRES(); }

  /// A folder for each gatherer; all name the same repository.
  void make_folders(const GeneratedBox& box, const PostgresCluster& cluster, int count,
                    const std::string& politeness = {},
                    const std::vector<std::string>& more_seeds = {}) {
    SpecificationText text;
    text.seeds = {box.url(0, 1)};
    text.seeds.insert(text.seeds.end(), more_seeds.begin(), more_seeds.end());
    text.scope = scope_;
    text.network = testing::gateway_to(box.gateway());
    text.politeness = politeness;
    std::string xml = text.xml();
    const std::string url = std::regex_replace(cluster.url("crawl"), std::regex("&"), "&amp;");
    xml.insert(xml.find("</collection>"), "<storage url=\"" + url + "\"/>\n");
    for (int i = 0; i < count; ++i) {
      const auto made = collection::Collection::create(folder(i), xml);
      ASSERT_TRUE(made) << made.error().to_string();
    }
  }
  fs::path folder(int number) const { return temporary_ / ("g" + std::to_string(number)); }
  std::unique_ptr<Program> start(int number, const std::string& lease,
                                 const std::vector<std::string>& more = {}) const {
    std::vector<std::string> arguments = {
        "gather", folder(number).string(), "--gatherer", name(number), "--lease", lease, "--quiet"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return std::make_unique<Program>(kProgram, arguments);
  }
  static std::string name(int number) { return "g" + std::to_string(number); }
  std::unique_ptr<repository::Repository> repository() const {
    const auto collection = collection::Collection::open(folder(0)).value();
    auto opened =
        repository::open_repository(collection::storage_of(collection), repository::Access::kRead);
    EXPECT_TRUE(opened) << opened.error().to_string();
    return std::move(*opened);
  }
  std::set<std::string> pages() const {
    std::set<std::string> pages;
    const auto read =
        repository()->pages().for_each({}, [&](const auto& url, const auto&, auto, auto) {
          EXPECT_TRUE(pages.insert(url.href).second) << url.href << " is there twice";
          return true;
        });
    EXPECT_TRUE(read);
    return pages;
  }
  static void expect_end(Program& program) {
    const auto done = program.wait();
    EXPECT_EQ(done.code, 0) << done.out << done.err;
  }
  static std::string query(const PostgresCluster& cluster, const std::string& sql) {
    return cluster.psql("SET search_path TO crawl; " + sql);
  }
  static void wait_until_so(const PostgresCluster& cluster, const std::string& condition) {
    wait_until([&] { return query(cluster, "SELECT " + condition) == "t"; });
  }
  /// Buckets that a gatherer holds.
  static std::string held_by(int number) {
    return "(SELECT count(*) FROM bucket b JOIN member m ON m.id = b.gatherer WHERE m.name = '" +
           name(number) + "')";
  }
  /// All links of all pages are there, each once, and every URL that they name.
  static void expect_whole(const PostgresCluster& cluster) {
    EXPECT_EQ(query(cluster, "SELECT count(*) FROM inbox"), "0");
    EXPECT_EQ(query(cluster, "SELECT count(*) FROM link WHERE target NOT IN (SELECT id FROM url)"),
              "0");
    EXPECT_EQ(query(cluster, "SELECT count(*) - max(id) FROM url"), "0") << "a number is left out";
    EXPECT_EQ(query(cluster, "SELECT count(*) FROM url WHERE state = 0"), "0");
  }

  TempDir temporary_;
  std::string scope_;  ///< Inside of <scope>.
};

TEST_F(SeveralGatherersTest, TwoFetchEachPageOnceAndEndTogether) {
  const GeneratedBox box(8, 40);
  const PostgresCluster cluster;
  make_folders(box, cluster, 2, "<politeness delay=\"0.3\" min-delay=\"0\" simulated=\"yes\"/>");
  const auto first = start(0, "60s");
  const auto second = start(1, "60s");
  expect_end(*first);
  expect_end(*second);
  EXPECT_EQ(pages(), box.all_pages());
  for (const auto& [url, times] : box.asked_by_page()) EXPECT_EQ(times.size(), 1U) << url;
  EXPECT_GE(box.shortest_pause(), 0.299);
  EXPECT_EQ(query(cluster, "SELECT bool_and(pages > 0) FROM member"), "t")
      << "one of them had nothing to do";
  expect_whole(cluster);
}

// A specification may make several sites of a host: their pages are of two gatherers then, unless
// these go by the host.
TEST_F(SeveralGatherersTest, OneAsksAHostHoweverManySitesItIs) {
  const GeneratedBox box(4, 60);
  const PostgresCluster cluster;
  for (int host = 0; host < 4; ++host) {
    for (const char* prefix : {"1", "2", "3", "4"})
      scope_ += "<site prefix=\"http://h" + std::to_string(host) + ".test/" + prefix + "\"/>";
  }
  make_folders(box, cluster, 2, "<politeness delay=\"0.3\" min-delay=\"0\" simulated=\"yes\"/>");
  const auto first = start(0, "60s");
  const auto second = start(1, "60s");
  expect_end(*first);
  expect_end(*second);
  EXPECT_EQ(pages(), box.all_pages());
  EXPECT_GE(box.shortest_pause(), 0.299);
}

// As a crawl that is resumed would ask for it.
TEST_F(SeveralGatherersTest, ASeedThatIsNotThereIsAskedForOnceAlthoughBucketsChange) {
  const GeneratedBox box(8, 40);
  const PostgresCluster cluster;
  const std::string lost = "http://h3.test/lost.html";
  make_folders(box, cluster, 2, "<politeness delay=\"0.3\" min-delay=\"0\" simulated=\"yes\"/>",
               {lost});
  const auto first = start(0, "60s");
  wait_until([&] { return box.asked_by_page().contains(lost); });
  wait_until_so(cluster, "(SELECT state FROM url WHERE key LIKE '%lost.html') = 3");
  const auto second = start(1, "60s");
  expect_end(*first);
  expect_end(*second);
  EXPECT_EQ(box.asked_by_page()[lost].size(), 1U);
}

TEST_F(SeveralGatherersTest, ABudgetHoldsForAllTogetherToThePage) {
  const GeneratedBox box(8, 60);
  const PostgresCluster cluster;
  make_folders(box, cluster, 2, "<politeness delay=\"0.3\" min-delay=\"0\" simulated=\"yes\"/>");
  const auto first = start(0, "60s", {"--pages", "100", "--json"});
  const auto second = start(1, "60s", {"--pages", "100", "--json"});
  for (Program* program : {first.get(), second.get()}) {
    const auto done = program->wait();
    ASSERT_EQ(done.code, 0) << done.out << done.err;
    const auto report = nlohmann::json::parse(done.out);
    EXPECT_EQ(report.at("fetched"), 100);
    EXPECT_EQ(report.at("relevant"), std::stoi(query(cluster, "SELECT sum(relevant) FROM page")))
        << "of the pages of both";
  }
  EXPECT_EQ(pages().size(), 100U);
  EXPECT_EQ(query(cluster, "SELECT sum(pages) FROM member"), std::to_string(pages().size()));
  EXPECT_EQ(query(cluster, "SELECT DISTINCT stop_reason FROM run WHERE stop_reason <> 'hand-over'"),
            "budget");
}

// Their owners go on while other programs look, from any folder.
TEST_F(SeveralGatherersTest, OtherProgramsSeeTheWholeCrawlWhileItGoesOn) {
  const GeneratedBox box(8, 40);
  const PostgresCluster cluster;
  make_folders(box, cluster, 2, "<politeness delay=\"0.3\" min-delay=\"0\" simulated=\"yes\"/>");
  const auto first = start(0, "60s");
  const auto second = start(1, "60s");
  wait_until_so(cluster, "to_regclass('member') IS NOT NULL");
  wait_until_so(cluster, "(SELECT count(*) FROM member WHERE pages > 9) = 2");
  for (const int number : {0, 1}) {
    const std::string here = folder(number).string();
    const auto before = std::stoll(query(cluster, "SELECT count(*) FROM page"));
    const auto status = testing::run_program(kProgram, {"status", here, "--json"});
    ASSERT_EQ(status.code, 0) << status.err;
    EXPECT_GE(nlohmann::json::parse(status.out).at("fetched").get<std::int64_t>(), before);
    const auto asked =
        testing::run_program(kProgram, {"query", here, "SELECT count(*) FROM page", "--json"});
    ASSERT_EQ(asked.code, 0) << asked.err;
    EXPECT_GE(nlohmann::json::parse(asked.out).at("rows").at(0).at(0).get<std::int64_t>(), before);
    for (int host = 0; host < 2; ++host) {
      const auto explained = testing::run_program(kProgram, {"explain", here, box.url(host, 1)});
      EXPECT_EQ(explained.code, 0) << explained.out << explained.err;
    }
  }
}

/// Four gatherers, and what befell them.
class FaultsTest : public SeveralGatherersTest {
 protected:
  static constexpr const char* kDelay =
      "<politeness delay=\"0.25\" min-delay=\"0\" simulated=\"yes\"/>";

  void SetUp() override {
    SeveralGatherersTest::SetUp();
    if (IsSkipped()) return;
    cluster_.emplace();
    make_folders(box_, *cluster_, kGatherers, kDelay);
    for (int i = 0; i < kGatherers; ++i) gatherers_.push_back(start(i, "4s"));
    wait_until_so(*cluster_, "to_regclass('bucket') IS NOT NULL");
    note_holders();
    for (int i = 0; i < kGatherers; ++i) wait_until_so(*cluster_, held_by(i) + " = 256");
  }
  /// The table `holder` gets a row for each change of a bucket's gatherer. It is a loss for the
  /// former one unless that had given the bucket back.
  void note_holders() const {
    query(*cluster_,
          "CREATE TABLE holder (at double precision, bucket integer, former integer, gatherer"
          " integer);"
          "CREATE FUNCTION note_holder() RETURNS trigger LANGUAGE plpgsql SET search_path = crawl"
          " AS 'BEGIN INSERT INTO holder VALUES (extract(epoch FROM clock_timestamp()), NEW.id,"
          " OLD.gatherer, NEW.gatherer); RETURN NEW; END';"
          "CREATE TRIGGER notes AFTER UPDATE ON bucket FOR EACH ROW WHEN (OLD.gatherer IS DISTINCT"
          " FROM NEW.gatherer) EXECUTE FUNCTION note_holder();"
          "INSERT INTO holder SELECT 0, id, NULL, gatherer FROM bucket");
  }
  Program& gatherer(int number) { return *gatherers_[static_cast<std::size_t>(number)]; }
  /// Pages that are committed now must not be asked for any more.
  void note_committed() {
    std::set<std::string> committed = pages();
    committed_.emplace_back(box_.asked().size(), std::move(committed));
  }
  /// Commits of pages stay under way until the server ends.
  void hold_commits() const {
    query(*cluster_,
          "CREATE UNLOGGED TABLE hold AS SELECT 1;"
          "CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql SET search_path = crawl AS"
          " 'BEGIN IF EXISTS (SELECT FROM hold) THEN PERFORM pg_sleep(600); END IF; RETURN NULL;"
          " END';"
          "CREATE CONSTRAINT TRIGGER holds AFTER INSERT ON page DEFERRABLE INITIALLY DEFERRED"
          " FOR EACH ROW EXECUTE FUNCTION hold()");
  }
  /// Whoever held the bucket of `url` at `from` has lost some bucket since: what it had not
  /// committed was refused.
  bool has_lost_work(const std::string& url, double from, double to) const {
    const int bucket = repository::bucket_of(url.substr(7, url.find('/', 8) - 7));
    const std::string holder =
        "(SELECT h.gatherer FROM holder h WHERE h.bucket = " + std::to_string(bucket) +
        " AND h.at <= " + std::to_string(from) + " ORDER BY h.at DESC LIMIT 1)";
    return query(*cluster_,
                 "SELECT count(*) FROM holder l WHERE l.gatherer IS NOT NULL AND"
                 " l.at BETWEEN " +
                     std::to_string(from) + " AND " + std::to_string(to) +
                     " AND l.former = " + holder) != "0";
  }
  void expect_no_committed_page_was_asked_for() const {
    const auto asked = box_.asked();
    for (const auto& [after, pages] : committed_) {
      ASSERT_LT(after, asked.size()) << "the crawl was over";
      for (std::size_t i = after; i < asked.size(); ++i)
        EXPECT_FALSE(pages.contains(asked[i].url)) << asked[i].url << " had been committed";
    }
  }
  /// Those that a gatherer had asked for and not committed when others took buckets of it over.
  void expect_only_lost_work_was_done_again() const {
    int again = 0;
    for (const auto& [url, times] : box_.asked_by_page()) {
      for (std::size_t i = 1; i < times.size(); ++i, ++again)
        EXPECT_TRUE(has_lost_work(url, times[i - 1], times[i])) << url;
    }
    std::cout << again << " of " << box_.asked().size() << " requests were for a page that had "
              << "been asked for and not committed; faults came after";
    for (const auto& fault : committed_) std::cout << ' ' << fault.first;
    std::cout << '\n';
  }

  static constexpr int kGatherers = 4;
  const GeneratedBox box_{24, 60};
  std::optional<PostgresCluster> cluster_;
  std::vector<std::unique_ptr<Program>> gatherers_;
  std::vector<std::pair<std::size_t, std::set<std::string>>> committed_;
};

// The faults come one after the other: a process is killed, another stopped for longer than its
// lease, the server ends in the middle of a commit as after a crash.
TEST_F(FaultsTest, FourLoseNothingWhenOneIsKilledOneStopsAndTheServerIsRestarted) {
  box_.wait_for_requests(150);
  gatherer(1).send(SIGKILL);
  EXPECT_EQ(gatherer(1).wait().code, 128 + SIGKILL);
  note_committed();
  wait_until_so(*cluster_, held_by(1) + " = 0");

  gatherer(2).send(SIGSTOP);
  wait_until_so(*cluster_, held_by(2) + " = 0");
  note_committed();
  gatherer(2).send(SIGCONT);
  wait_until_so(*cluster_, held_by(2) + " > 0");

  hold_commits();
  wait_until_so(*cluster_,
                "EXISTS (SELECT FROM pg_stat_activity WHERE wait_event = 'PgSleep'"
                " AND query LIKE '%COMMIT')");
  note_committed();
  cluster_->stop(SIGQUIT);
  cluster_->start();

  for (const int i : {0, 2, 3}) expect_end(gatherer(i));
  EXPECT_EQ(pages(), box_.all_pages());
  EXPECT_GE(box_.shortest_pause(), 0.249);
  expect_whole(*cluster_);
  expect_no_committed_page_was_asked_for();
  expect_only_lost_work_was_done_again();
}

// All leases have run out when it is back: some gatherers take what others still believe to hold.
TEST_F(FaultsTest, FourLoseNothingWhenTheServerIsAwayForLongerThanALease) {
  box_.wait_for_requests(300);
  note_committed();
  cluster_->stop(SIGQUIT);
  std::this_thread::sleep_for(std::chrono::seconds(5));
  cluster_->start();
  for (int i = 0; i < kGatherers; ++i) expect_end(gatherer(i));
  EXPECT_EQ(pages(), box_.all_pages());
  EXPECT_GE(box_.shortest_pause(), 0.249);
  expect_whole(*cluster_);
  expect_no_committed_page_was_asked_for();
  expect_only_lost_work_was_done_again();
}

}  // namespace
}  // namespace porthole
