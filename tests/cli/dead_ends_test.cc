// Crawls that cannot start, and pages that disappear: messages, remedies, recovery.

#include <signal.h>
#include <sys/stat.h>

#include "tests/cli/command_line.h"
#include "tests/support/small_web.h"

namespace porthole::testing {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;

class DeadEndsTest : public CommandLineTest {
 protected:
  std::string collection_of(const std::vector<std::string>& seeds) {
    std::vector<std::string> arguments = {"new",     path("c"),   "--topic",
                                          "bicycle", "--gateway", web_.gateway()};
    for (const std::string& seed : seeds) arguments.insert(arguments.end(), {"--seed", seed});
    const ProgramResult made = porthole(arguments);
    EXPECT_EQ(made.code, 0) << made.err;
    return path("c");
  }
  void apply(const repository::Batch& batch) {
    auto repository =
        repository::open_sqlite(path("c") + "/repository.db", repository::Access::kWrite);
    ASSERT_TRUE(repository);
    ASSERT_TRUE((*repository)->crawl().apply(batch));
  }
  repository::UrlRecord url(const std::string& key) {
    auto repository =
        repository::open_sqlite(path("c") + "/repository.db", repository::Access::kRead);
    return (*repository)->urls().find(key)->value();
  }
  json explain(const std::string& url) {
    return json_lines(porthole({"explain", path("c"), url, "--json"}).out).at(0);
  }

  SmallWeb web_;
};

TEST_F(DeadEndsTest, WhenNothingCouldBeFetchedItSaysWhyAndWhatHelpsForEachSeed) {
  web_.answer("http://b.test/missing", 404);
  const std::string folder = collection_of({"http://nowhere.test/", "http://b.test/missing"});
  const ProgramResult said = porthole({"gather", folder});
  EXPECT_EQ(said.code, 4);
  EXPECT_THAT(said.err, HasSubstr("seed not fetched: http://nowhere.test/: unresolvable"));
  EXPECT_THAT(said.err, HasSubstr("check the spelling of its host"));
  EXPECT_THAT(said.err, HasSubstr("seed not fetched: http://b.test/missing: http 404"));
  EXPECT_THAT(said.err, HasSubstr("--retry \"http 404\""));
  EXPECT_THAT(said.err, HasSubstr("nothing could be fetched"));
  EXPECT_THAT(said.out, Not(HasSubstr("next:")));
  for (const char* verb : {"summarize", "index"}) {
    expect_error({verb, folder}, 3, {"no page was gathered yet"});
  }
}

// A crawl from one of two seeds looked like a crawl from both.
TEST_F(DeadEndsTest, ASeedThatCouldNotBeFetchedIsNamedBesideOneThatCould) {
  web_.page("http://a.test/", "<p>a bicycle");
  const std::string folder = collection_of({"http://nowhere.test/", "http://a.test/"});
  const ProgramResult gathered = porthole({"gather", folder});
  EXPECT_EQ(gathered.code, 0);
  EXPECT_THAT(gathered.err, HasSubstr("seed not fetched: http://nowhere.test/: unresolvable"));
  EXPECT_THAT(gathered.err, HasSubstr("check the spelling of its host"));
  const ProgramResult updated = porthole({"update", folder});
  EXPECT_EQ(updated.code, 0) << updated.err;
  EXPECT_THAT(updated.err, HasSubstr("seed not fetched: http://nowhere.test/: unresolvable"));
  const json rounds = json::parse(porthole({"update", folder, "--json"}).out);
  EXPECT_EQ(rounds.at("gather").at("unfetched_seeds").at(0).at("url"), "http://nowhere.test/");
}

// A goal that a budget cuts short left no word about recall, as if none had been given.
TEST_F(DeadEndsTest, ABudgetThatEndsBeforeTheFirstSampleLeavesNoEstimateAndSaysSo) {
  web_.page("http://a.test/", "<p>a bicycle<a href=/more>more</a>");
  web_.page("http://a.test/more", "<p>another bicycle");
  const std::string folder = collection_of({"http://a.test/"});
  const std::vector<std::string> gather = {"gather", folder, "--until-recall", "0.9", "--pages"};
  std::vector<std::string> one = gather, all = gather;
  one.emplace_back("1");
  all.emplace_back("10");
  EXPECT_THAT(porthole(one).out, HasSubstr("\nrecall       no estimate yet: "));
  EXPECT_THAT(porthole(all).out, Not(HasSubstr("no estimate yet")));
}

TEST_F(DeadEndsTest, UnderJsonTheReportHasTheSeedsWithTheirRemedies) {
  web_.page("http://other.test/", "<p>another host");
  const ProgramResult said =
      porthole({"gather", collection_of({"http://nowhere.test/"}), "--json"});
  EXPECT_EQ(said.code, 4);
  const json seeds = json_lines(said.out).at(0).at("unfetched_seeds");
  ASSERT_EQ(seeds.size(), 1u);
  EXPECT_EQ(seeds[0].at("reason"), "unresolvable");
  EXPECT_THAT(seeds[0].at("remedy").get<std::string>(), HasSubstr("check the spelling"));
  for (const json& line : json_lines(said.err))
    EXPECT_TRUE(line.contains("error") || line.contains("note")) << line;  // A note tells root.
}

// Two pages, a redirect to one of them, and two URLs that are gone.
TEST_F(DeadEndsTest, RequestsAndFailuresStandBesideThePagesInTheReportAndInTheStatus) {
  web_.page("http://a.test/",
            "<p>a bicycle<a href=/old>old</a><a href=/gone>gone</a><a href=/lost>lost</a>");
  web_.page("http://a.test/new", "<p>a new bicycle");
  web_.redirect("http://a.test/old", "/new");
  web_.answer("http://a.test/gone", 410);
  web_.answer("http://a.test/lost", 404);
  const std::string folder = collection_of({"http://a.test/"});
  const json report =
      json_lines(porthole({"gather", folder, "--strategy", "breadth-first", "--json"}).out).at(0);
  EXPECT_EQ(report.at("fetched_now"), 2);
  EXPECT_EQ(report.at("requests"), json::parse(R"({"pages":5,"failures":2,"failures_per_page":1.0,
                                                   "robots":1,"sitemaps":0})"));
  const json status = json_lines(porthole({"status", folder, "--json"}).out).at(0);
  EXPECT_EQ(status.at("requests"),
            json::parse(R"({"pages":5,"failures":2,"failures_per_page":1.0})"));
  EXPECT_THAT(porthole({"status", folder}).out,
              HasSubstr("requests              5  for pages, 2 failed (1.00 a page fetched)\n"));
  EXPECT_THAT(porthole({"status", folder, "--metrics"}).out,
              HasSubstr("porthole_page_requests_failed{collection=\"c\"} 2\n"));
  EXPECT_THAT(porthole({"gather", folder}).out,
              HasSubstr("0 requests for pages, 0 failed; 0 for robots.txt, 0 for sitemaps\n"));
  EXPECT_EQ(json_lines(porthole({"gather", folder, "--json"}).out)
                .at(0)
                .at("requests")
                .at("failures_per_page"),
            nullptr);
}

TEST_F(DeadEndsTest, AnAddressThatIsForbiddenComesWithTheLineThatAllowsIt) {
  SiteServer server;
  server.answer("/", SiteServer::page("<p>a bicycle"));
  ASSERT_EQ(porthole({"new", path("c"), "--topic", "bicycle", "--seed", server.url("/"),
                      "--contact", "me@bicycle.club"})
                .code,
            0);
  const ProgramResult said = porthole({"gather", path("c")});
  EXPECT_EQ(said.code, 4);
  const std::string allow =
      "<allow addresses=\"127.0.0.1\" ports=\"" + std::to_string(server.port()) + "\"/>";
  EXPECT_THAT(said.err, HasSubstr(allow));
  EXPECT_THAT(porthole({"explain", path("c"), server.url("/")}).out, HasSubstr(allow));
  std::string text = read_whole_file(path("c") + "/porthole.xml");
  const std::size_t end = text.find("/>", text.find("<network"));
  ASSERT_NE(end, std::string::npos) << text;
  text.replace(end, 2, ">" + allow + "</network>");
  write_whole_file(path("c") + "/porthole.xml", text);
  expect_output({"gather", path("c"), "--pages", "1"}, {"fetched 1 page"});
}

TEST_F(DeadEndsTest, RetryQueuesAgainWhatWasDroppedForAReason) {
  web_.page("http://a.test/", "<p>a bicycle<a href=/late>late</a><a href=/missing>missing</a>");
  web_.answer("http://a.test/late", 404);
  web_.answer("http://a.test/missing", 410);
  const std::string folder = collection_of({"http://a.test/"});
  ASSERT_EQ(porthole({"gather", folder, "--strategy", "breadth-first"}).code, 0);
  web_.page("http://a.test/late", "<p>a late bicycle");
  EXPECT_EQ(json_lines(porthole({"gather", folder, "--json"}).out).at(0).at("fetched_now"), 0);
  expect_error({"gather", folder, "--retry", "http404"}, 2,
               {"did you mean \"http 404\"?", "reasons of this collection: http 404, http 410"});
  expect_output({"gather", folder, "--strategy", "breadth-first", "--retry", "http 404"},
                {"fetched 1 page (2 in all)"});
  EXPECT_EQ(web_.times_asked("http://a.test/missing"), 1);
}

TEST_F(DeadEndsTest, AddingASeedAgainQueuesItAgain) {
  web_.answer("http://a.test/", 500);
  const std::string folder = collection_of({"http://a.test/"});
  ASSERT_EQ(porthole({"gather", folder}).code, 4);
  web_.page("http://a.test/", "<p>a bicycle");
  expect_output({"seeds", "add", folder, "http://a.test/"},
                {"queued 1 seed again that could not be fetched"});
  EXPECT_EQ(porthole({"gather", folder}).code, 0);
  EXPECT_THAT(porthole({"seeds", "add", folder, "http://a.test/"}).out, Not(HasSubstr("again")));
}

// The third failure, eight days after the first.
TEST_F(DeadEndsTest, APageThatIsGoneIsToldLeavesTheIndexAndComesBack) {
  web_.page("http://a.test/", "<title>Front</title><p>a bicycle<a href=/page>page</a>");
  web_.page("http://a.test/page", "<title>Page</title><p>an unheard-of tandem");
  const std::string folder = collection_of({"http://a.test/"});
  ASSERT_EQ(porthole({"gather", folder, "--strategy", "breadth-first"}).code, 0);
  const auto index = [&] {
    EXPECT_EQ(porthole({"summarize", folder}).code, 0);
    EXPECT_EQ(porthole({"index", folder, "--all"}).code, 0);
  };
  const auto found = [&] {
    return json_lines(porthole({"search", folder, "unheard-of", "--all", "--json"}).out)
        .at(0)
        .at("results")
        .size();
  };
  index();
  ASSERT_EQ(found(), 1u);
  web_.answer("http://a.test/page", 404);
  ProgramResult said = porthole({"gather", folder, "--refresh", "0s"});
  EXPECT_EQ(said.code, 0) << said.err;
  EXPECT_THAT(said.out, HasSubstr("did not answer as pages:"));
  EXPECT_THAT(said.out, HasSubstr("http 404"));
  EXPECT_THAT(porthole({"status", folder}).out, HasSubstr("did not answer when last asked again"));
  EXPECT_THAT(porthole({"explain", folder, "http://a.test/page"}).out,
              HasSubstr("did not answer once since"));
  index();
  EXPECT_EQ(found(), 1u) << "never after one failure";

  repository::Batch older;
  const WallTime now = system_clock().wall();
  older.failures = {{url("http://a.test/page").id,
                     2,
                     now - std::chrono::days(8),
                     now - std::chrono::days(1),
                     repository::http_reason(404),
                     {}}};
  apply(older);
  said = porthole({"gather", folder, "--refresh", "0s", "--dry-run"});
  EXPECT_THAT(said.out, HasSubstr("would leave the index if they fail again"));
  EXPECT_THAT(said.out, HasSubstr("  http://a.test/page\n"));
  said = porthole({"gather", folder, "--refresh", "0s"});
  EXPECT_THAT(said.out, HasSubstr("1 page counts as gone from now on"));
  index();
  EXPECT_EQ(found(), 0u);
  EXPECT_EQ(json_lines(porthole({"status", folder, "--json"}).out).at(0).at("gone"), 1);
  EXPECT_EQ(explain("http://a.test/page").at("refresh_failure").at("failures"), 3);
  EXPECT_THAT(porthole({"explain", folder, "http://a.test/page"}).out,
              HasSubstr("counts as gone since"));

  web_.page("http://a.test/page", "<title>Page</title><p>an unheard-of tandem");
  said = porthole({"gather", folder, "--refresh", "0s"});
  EXPECT_THAT(said.out, HasSubstr("1 page that counted as gone is back"));
  index();
  EXPECT_EQ(found(), 1u);
}

// A closed terminal.
TEST_F(DeadEndsTest, AHangUpEndsTheRunProperly) {
  std::string links;
  for (int i = 0; i < 50; ++i) {
    const std::string page = "/" + std::to_string(i);
    links += "<a href=" + page + ">page</a>";
    web_.page("http://a.test" + page, "<p>a bicycle " + page);
  }
  web_.page("http://a.test/", links);
  const std::string folder = collection_of({"http://a.test/"});
  std::string text = read_whole_file(folder + "/porthole.xml");
  const std::size_t at = text.find("<politeness ");
  ASSERT_NE(at, std::string::npos);
  text.insert(at + 12, "simulated=\"yes\" ");
  write_whole_file(folder + "/porthole.xml", text);
  Program gather(kProgram, {"gather", folder});
  web_.wait_for_pages(1);
  gather.send(SIGHUP);
  EXPECT_EQ(gather.wait().code, 143);
  auto repository = repository::open_sqlite(folder + "/repository.db", repository::Access::kRead);
  ASSERT_TRUE(repository);
  const auto run = (*repository)->crawl().last_run()->value();
  EXPECT_EQ(run.stop_reason, repository::StopReason::kInterrupted);
  EXPECT_NE(run.ended, WallTime{});
}

TEST_F(DeadEndsTest, TooFewOpenFilesAreNamed) {
  web_.page("http://a.test/", "<p>a bicycle");
  const std::string folder = collection_of({"http://a.test/"});
  for (const char* limit : {"14", "16"}) {
    const ProgramResult said =
        run_program("/bin/sh", {"-c", std::string("ulimit -n ") + limit + "; exec '" + kProgram +
                                          "' gather '" + folder + "'"});
    EXPECT_EQ(said.code, 4) << limit;
    EXPECT_THAT(said.err, HasSubstr("too many open files")) << limit;
    EXPECT_THAT(said.err, HasSubstr("ulimit -n")) << limit;
  }
}

TEST_F(DeadEndsTest, ASeedWithAPasswordIsRefusedWithoutSayingIt) {
  const std::string folder = collection_of({"http://a.test/"});
  const ProgramResult said =
      porthole({"seeds", "add", folder, "http://ann:SECRET@b.test/", "http://ann:SECRET@[bad/"});
  EXPECT_EQ(said.code, 1);
  EXPECT_THAT(said.err, HasSubstr("write it without: http://b.test/"));
  EXPECT_THAT(said.err + said.out, Not(HasSubstr("SECRET")));
  EXPECT_THAT(read_whole_file(folder + "/porthole.xml"), Not(HasSubstr("SECRET")));
}

// Mail, databases, directories: what they hold is for their owner.
TEST_F(DeadEndsTest, ACollectionOfAProtocolThatIsClosedToLinksIsForItsOwnerAlone) {
  if (!std::filesystem::exists(PORTHOLE_BINARY_DIR "/lib/plugins/mailbox.so"))
    GTEST_SKIP() << "mailbox was not built";
  std::filesystem::create_directories(path("mail/cur"));
  write_whole_file(path("mail/cur/1.a:2,"), "From: a@a.test\nSubject: bicycle\n\nA bicycle.\n");
  std::filesystem::create_directories(path("c"));
  write_whole_file(
      path("c/porthole.xml"),
      "<collection xmlns=\"urn:porthole:specification:1\"><agent email=\"me@bicycle.club\"/>"
      "<topic title=\"bicycle\"/><seeds><seed url=\"maildir://" +
          path("mail/") +
          "\"/></seeds>"
          "<scope><accept scheme=\"maildir\"/></scope><strategy name=\"breadth-first\"/>"
          "<protocols><protocol scheme=\"maildir\" library=\"mailbox\" "
          "class=\"porthole::MaildirHandler\">"
          "<option name=\"root\" value=\"" +
          path("mail") + "\"/></protocol></protocols></collection>");
  const ProgramResult said = porthole({"gather", path("c")});
  ASSERT_EQ(said.code, 0) << said.err;
  ASSERT_EQ(porthole({"summarize", path("c")}).code, 0);
  ASSERT_EQ(porthole({"index", path("c")}).code, 0);
  const auto mode = [](const std::filesystem::path& file) {
    struct stat status {};
    EXPECT_EQ(::stat(file.c_str(), &status), 0) << file;
    return status.st_mode & 0777;
  };
  EXPECT_EQ(mode(path("c")), 0700u);
  int files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(path("c"))) {
    EXPECT_EQ(mode(entry.path()) & 077u, 0u) << entry.path();
    files += entry.is_regular_file();
  }
  EXPECT_GE(files, 4) << "specification, repository, archive, index";
}

}  // namespace
}  // namespace porthole::testing
