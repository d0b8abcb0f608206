// The verbs that show a collection, on one whose pages are all known.

#include "gatherer/report/alarms.h"
#include "tests/cli/command_line.h"

namespace porthole::testing {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;

class CollectionTest : public CommandLineTest {
 protected:
  /// As far as a search.
  std::string indexed_collection() {
    const std::string folder = gathered_collection();
    const ProgramResult summarized = porthole({"summarize", folder});
    EXPECT_EQ(summarized.code, 0) << summarized.err;
    EXPECT_TRUE(summarized.out.ends_with("next: porthole index " + folder + "\n"))
        << summarized.out;
    const ProgramResult indexed = porthole({"index", folder});
    EXPECT_EQ(indexed.code, 0) << indexed.err;
    EXPECT_TRUE(indexed.out.ends_with("next: porthole serve " + folder + "\n")) << indexed.out;
    return folder;
  }

  json one(const std::vector<std::string>& arguments) {
    return json_lines(porthole(arguments).out).at(0);
  }
};

TEST_F(CollectionTest, StatusCountsByStateAndReason) {
  const json status = one({"status", indexed_collection(), "--json"});
  EXPECT_EQ(status.at("fetched"), 2);
  EXPECT_EQ(status.at("relevant"), 1);
  EXPECT_EQ(status.at("harvest_rate"), 0.5);
  EXPECT_EQ(status.at("queued"), 1);
  EXPECT_EQ(status.at("dropped"), json::parse(R"({"robots.txt":1})"));
  EXPECT_EQ(status.at("aliases"), json::parse(R"({"redirect":1})"));
  EXPECT_EQ(status.at("documents"), 2);
  EXPECT_EQ(status.at("summaries"), json::parse(R"({"made":2,"stale":0})"));
  EXPECT_EQ(status.at("last_run").at("stopped"), "budget");
  EXPECT_THAT(status.at("waiting_for").get<std::string>(), HasSubstr("larger budget"));
}

TEST_F(CollectionTest, StatusWaitsForTheFreeSpaceThatTheLastRunWasToldToKeep) {
  const std::string folder = indexed_collection();
  gatherer::note_keep_free(folder, std::int64_t{1} << 60);
  EXPECT_THAT(one({"status", folder, "--json"}).at("waiting_for").get<std::string>(),
              HasSubstr("1048576.0 TiB are kept free"));
  gatherer::note_keep_free(folder, 0);
  EXPECT_THAT(one({"status", folder, "--json"}).at("waiting_for").get<std::string>(),
              HasSubstr("larger budget"));
}

TEST_F(CollectionTest, StatusGivesItsNumbersToPrometheus) {
  const ProgramResult said = porthole({"status", indexed_collection(), "--metrics"});
  EXPECT_EQ(said.code, 0) << said.err;
  for (const char* const line :
       {"# TYPE porthole_urls gauge", "porthole_urls{collection=\"cycling\",state=\"fetched\"} 2",
        "porthole_urls_dropped{collection=\"cycling\",reason=\"robots.txt\"} 1",
        "porthole_pages_relevant{collection=\"cycling\"} 1",
        "porthole_index_documents{collection=\"cycling\"} 2",
        "porthole_last_run_start_timestamp_seconds{collection=\"cycling\"} 1790000000",
        "porthole_last_run_end_timestamp_seconds{collection=\"cycling\"} 1790000010"})
    EXPECT_THAT(said.out, HasSubstr(std::string(line) + "\n"));
}

TEST_F(CollectionTest, ARunTooShortToTimeHasNoRate) {
  const std::string folder = gathered_collection();
  {
    const auto repository =
        repository::open_sqlite(folder + "/repository.db", repository::Access::kWrite).value();
    repository::RunRecord run = repository->crawl().last_run().value().value();
    run.ended = run.started;
    run.fetched = 1;
    ASSERT_TRUE(repository->crawl().end_run(run));
  }
  EXPECT_TRUE(one({"status", folder, "--json"}).at("last_run").at("pages_per_second").is_null());
  const ProgramResult words = porthole({"status", folder});
  EXPECT_THAT(words.out, HasSubstr(": 1 page, in less than a second, stopped: budget"));
  EXPECT_THAT(words.out, Not(HasSubstr("0.0 a second")));
}

TEST_F(CollectionTest, SearchFindsAPageByWhatOthersSayAboutIt) {
  const std::string folder = indexed_collection();
  const json found = one({"search", folder, "sprockets", "--json"});
  EXPECT_EQ(found.at("query"), "sprockets");
  EXPECT_EQ(found.at("estimated"), 1);
  ASSERT_EQ(found.at("results").size(), 1u);
  EXPECT_EQ(found.at("results")[0].at("url"), "https://b.org/");
  EXPECT_EQ(found.at("results")[0].at("annotations")[0].at("annotation"), "a page about sprockets");

  const ProgramResult words = porthole({"search", folder, "sprockets"});
  EXPECT_THAT(words.out, HasSubstr("1. Freewheels\n   https://b.org/\n"));
  EXPECT_THAT(words.out, HasSubstr("\"a page about sprockets\" (anchor, https://a.org/)"));
  EXPECT_THAT(words.out, Not(HasSubstr("\033")));  // no terminal, no colours
}

TEST_F(CollectionTest, SearchesSeveralCollectionsAsOne) {
  const std::string folder = indexed_collection();
  std::filesystem::copy(folder, path("copy"), std::filesystem::copy_options::recursive);
  EXPECT_EQ(one({"search", folder, "sprockets", "--json"}).at("documents"), 2);
  const json found = one({"search", folder, "--with", path("copy"), "sprockets", "--json"});
  EXPECT_EQ(found.at("documents"), 4);
  EXPECT_EQ(found.at("estimated"), 2);
  expect_error({"search", folder, "--with", path("nowhere"), "sprockets"}, 3, {"nowhere"});
}

TEST_F(CollectionTest, SearchCountsWhatResultsHaveInCommonWhereAskedTo) {
  const std::string folder = indexed_collection();
  EXPECT_EQ(one({"search", folder, "sprockets", "--json"}).at("facets"), json::object());
  const json facets = one({"search", folder, "sprockets", "--facets", "--json"}).at("facets");
  EXPECT_EQ(facets.at("site")[0],
            (json{{"value", "b.org"}, {"pages", 1}, {"query", "site:b.org"}}));
  const ProgramResult words = porthole({"search", folder, "sprockets", "--facets"});
  EXPECT_THAT(words.out, HasSubstr("\nsite:\n    site:b.org  1 page\n"));
}

TEST_F(CollectionTest, SearchSaysWhyItFindsNothingAndWhatToTry) {
  const std::string folder = indexed_collection();
  EXPECT_THAT(porthole({"search", folder, "size:large"}).out,
              HasSubstr("the query has no searchable words"));
  EXPECT_THAT(porthole({"search", folder, "lang:tlh"}).out,
              HasSubstr("values of lang: --fields lang"));
  expect_error({"search", folder, "--first", "spokes", "sprockets"}, 2,
               {"not one of hubs, authorities: spokes"});
  for (const char* site : {"a.org", "b.org"})
    ASSERT_EQ(porthole({"remove", folder, "--site", site}).code, 0);
  EXPECT_EQ(porthole({"search", folder, "sprockets"}).out,
            "the index is empty: nothing has been gathered and indexed yet\n");
}

TEST_F(CollectionTest, WordsOfAQueryMayBeginWithAMinus) {
  const json found = one({"search", indexed_collection(), "--json", "--", "text", "-freewheels"});
  ASSERT_EQ(found.at("results").size(), 1u);
  EXPECT_EQ(found.at("results")[0].at("url"), "https://a.org/");
}

TEST_F(CollectionTest, ExplainTellsTheWayAndTheAnnotationsAndTheTerms) {
  const json known = one({"explain", gathered_collection(), "http://www.b.org", "--json"});
  EXPECT_EQ(known.at("state"), "fetched");
  EXPECT_EQ(known.at("found_on"), json::parse(R"(["https://a.org/"])"));
  EXPECT_EQ(known.at("page").at("order"), 2);
  EXPECT_EQ(known.at("annotations")[0].at("annotation"), "a page about sprockets");
  EXPECT_EQ(known.at("theta"), 1.0);  // "bicycle", the topic's own word, heads the list
  double sprocket = 0;
  for (const json& term : known.at("terms")) {
    if (term.at("term") == "sprocket") sprocket = term.at("theta");
  }
  // Theta = (r + s m) / (n + s) = (8 + 4 * 1/2) / (8 + 4)
  EXPECT_NEAR(sprocket, 10.0 / 12, 1e-9);
}

TEST_F(CollectionTest, ExplainTellsWhatThePagesWordsDidForItsRelevance) {
  const std::string folder = gathered_collection();
  {
    const auto repository =
        repository::open_sqlite(folder + "/repository.db", repository::Access::kWrite).value();
    repository::Batch batch;
    batch.pages = {**repository->pages().get(2)};
    batch.pages[0].document.text = "Two bicycles and a freewheel.";
    ASSERT_TRUE(repository->crawl().apply(batch));
  }
  const json judged = one({"explain", folder, "https://b.org/", "--json"}).at("judged");
  EXPECT_EQ(judged.at("judge"), "own words");
  ASSERT_EQ(judged.at("words").size(), 1u);
  EXPECT_EQ(judged.at("words")[0].at("word"), "bicycle");
  EXPECT_EQ(judged.at("words")[0].at("times"), 1);
  EXPECT_NEAR(judged.at("words")[0].at("weight").get<double>(),
              judged.at("relevance").get<double>(), 1e-6)
      << "the only witness";
  EXPECT_THAT(porthole({"explain", folder, "https://b.org/"}).out,
              HasSubstr("  bicycle (1 time)\n"));
  EXPECT_THAT(porthole({"explain", folder, "https://a.org/"}).out,
              HasSubstr("its words, judged by the topic's words now: relevance 0.000\n"));
  EXPECT_THAT(porthole({"explain", folder, "https://a.org/"}).out,
              HasSubstr("  +0.000  bicycle (not on the page)\n"));
}

TEST_F(CollectionTest, ExplainGroupsLinksThatSayTheSameAndShowsKnownTermsOnly) {
  const std::string folder = gathered_collection();
  {
    const auto repository =
        repository::open_sqlite(folder + "/repository.db", repository::Access::kWrite).value();
    repository::Batch batch;
    for (std::uint32_t i = 0; i < 3; ++i) {
      repository::LinkRecord link;
      link.source = i < 2 ? 1 : 2;
      link.position = 10 + i;
      link.target = 3;
      link.link.anchor = "menu of sprockets";
      batch.links.push_back(link);
    }
    ASSERT_TRUE(repository->crawl().apply(batch));
  }
  const std::string words = porthole({"explain", folder, "https://c.org/"}).out;
  EXPECT_THAT(words, HasSubstr("what 4 links say about it\n"));
  EXPECT_THAT(words, HasSubstr("<a> on https://a.org/ and 1 page more (relevance"));
  EXPECT_EQ(words.find("menu of sprockets"), words.rfind("menu of sprockets")) << words;
  EXPECT_THAT(words, HasSubstr("  1.000  bicycle (0 of 0 pages relevant)\n"));
  EXPECT_THAT(words, Not(HasSubstr("unknown")));
  EXPECT_THAT(words, HasSubstr("with too few pages to estimate\n"));
}

TEST_F(CollectionTest, ExplainShowsClosedLinksAndWhatOfThePageWasRead) {
  const std::string folder = gathered_collection();
  {
    const auto repository =
        repository::open_sqlite(folder + "/repository.db", repository::Access::kWrite).value();
    repository::Batch batch;
    batch.pages = {**repository->pages().get(1), **repository->pages().get(2)};
    batch.pages[0].fetched_at += std::chrono::hours(24);  // without its links
    batch.pages[1].document.status = ParseStatus::kFailed;
    batch.pages[1].document.status_detail = "pdf: encrypted";
    ASSERT_TRUE(repository->crawl().apply(batch));
  }
  const std::string words = porthole({"explain", folder, "https://b.org/"}).out;
  EXPECT_THAT(words, HasSubstr("  read: failed: pdf: encrypted\n"));
  EXPECT_THAT(words, HasSubstr("what 0 links say about it\n"));
  EXPECT_THAT(words,
              HasSubstr("what 1 closed link said about it\n  <a> on https://a.org/ (relevance"));
  EXPECT_THAT(words, HasSubstr("), last seen 20"));
  EXPECT_THAT(words, HasSubstr("anchor: a page about sprockets\n"));
  const json known = one({"explain", folder, "https://b.org/", "--json"});
  EXPECT_EQ(known.at("links"), 0);
  EXPECT_EQ(known.at("closed_links"), 1);
  EXPECT_EQ(known.at("page").at("read"), "failed");
  const json said = known.at("annotations").at(0);
  EXPECT_LT(said.at("last_seen").get<std::string>(), said.at("closed").get<std::string>());
}

// The terms of RW have no say in a crawl that another strategy ordered.
TEST_F(CollectionTest, ExplainSpeaksOfTheStrategyOfTheLastRun) {
  const std::string folder = gathered_collection();
  {
    const auto repository =
        repository::open_sqlite(folder + "/repository.db", repository::Access::kWrite).value();
    repository::RunRecord run;
    run.started = WallTime{std::chrono::seconds(1'790'001'000)};
    run.strategy = "breadth-first";
    ASSERT_TRUE(repository->crawl().begin_run(run));
  }
  const json known = one({"explain", folder, "https://b.org/", "--json"});
  EXPECT_EQ(known.at("strategy"), "breadth-first");
  EXPECT_TRUE(known.at("theta").is_null());
  EXPECT_TRUE(known.at("terms").empty());
  const std::string words = porthole({"explain", folder, "https://b.org/"}).out;
  EXPECT_THAT(words, HasSubstr("rated by breadth-first: 0 links from the nearest seed\n"));
  EXPECT_THAT(words, Not(HasSubstr("relevance weighting")));
}

TEST_F(CollectionTest, ExplainTellsThePlaceInTheQueueAndTheReasonOfADrop) {
  const std::string folder = gathered_collection();
  const json queued = one({"explain", folder, "https://c.org/", "--json"});
  EXPECT_EQ(queued.at("rank"), 1);
  EXPECT_EQ(queued.at("aliases"), json::parse(R"(["https://c.org/old"])"));
  const json alias = one({"explain", folder, "https://c.org/old", "--json"});
  EXPECT_EQ(alias.at("alias_of"), "https://c.org/");
  const ProgramResult dropped = porthole({"explain", folder, "https://d.org/"});
  EXPECT_THAT(dropped.out, HasSubstr("dropped: robots.txt (Disallow: /)"));
  EXPECT_EQ(porthole({"explain", folder, "https://never.seen.org/"}).code, 3);
}

TEST_F(CollectionTest, PagesHaveTheKeysThatOthersBuildOn) {
  const std::string folder = gathered_collection();
  const auto lines = json_lines(porthole({"export", folder, "pages", "--format", "jsonl"}).out);
  ASSERT_EQ(lines.size(), 2u);
  std::vector<std::string> keys;
  for (const auto& item : lines[0].items()) keys.push_back(item.key());
  EXPECT_THAT(keys, ::testing::UnorderedElementsAre(
                        "url", "fetched_at", "status", "relevance", "topic", "language", "title",
                        "in_links", "out_links", "order", "authors", "published", "modified",
                        "page_type", "media_type", "markdown"));
  EXPECT_EQ(lines[0].at("url"), "https://a.org/");
  EXPECT_EQ(lines[0].at("out_links"), 2);
  EXPECT_EQ(lines[1].at("in_links"), 1);
  EXPECT_EQ(lines[1].at("order"), 2);
  EXPECT_EQ(json_lines(porthole({"export", folder, "pages", "--relevant"}).out).size(), 1u);
  EXPECT_EQ(json_lines(porthole({"export", folder, "pages", "--not-seed"}).out).size(), 1u);
  expect_error({"export", folder, "urls", "--relevant"}, 2,
               {"porthole export " + folder + " pages --relevant"});
}

// RFC 4180, section 2, 6 and 7: fields with commas or quotes are quoted, quotes doubled.
TEST_F(CollectionTest, CsvHasAHeadAndQuotesWhatNeedsIt) {
  const ProgramResult pages =
      porthole({"export", gathered_collection(), "pages", "--format", "csv"});
  EXPECT_TRUE(pages.out.starts_with(
      "url,fetched_at,status,relevance,topic,language,title,in_links,out_links,order\n"));
  EXPECT_THAT(pages.out, HasSubstr(",\"Wheels, spokes and \"\"hubs\"\"\","));
}

TEST_F(CollectionTest, LinksAndUrlsAreExported) {
  const std::string folder = gathered_collection();
  const auto links = json_lines(porthole({"export", folder, "links"}).out);
  ASSERT_EQ(links.size(), 2u);
  EXPECT_EQ(links[0].at("source"), "https://a.org/");
  EXPECT_EQ(links[0].at("target"), "https://b.org/");
  EXPECT_EQ(links[0].at("anchor"), "a page about sprockets");
  const auto urls = json_lines(porthole({"export", folder, "urls"}).out);
  ASSERT_EQ(urls.size(), 5u);
  EXPECT_EQ(urls[4].at("state"), "dropped");
  EXPECT_EQ(urls[4].at("reason"), "robots.txt");
  EXPECT_EQ(urls[4].at("found_on"), "https://a.org/");
}

TEST_F(CollectionTest, AFormatThatDoesNotGoWithTheThingNamesThoseThatDo) {
  expect_error({"export", gathered_collection(), "pages", "--format", "turtle"}, 2,
               {"formats of pages: jsonl, csv"});
}

// Every verb: --json is JSON, or an error (docs/errors.md).
TEST_F(CollectionTest, JsonOfAFormThatIsNotIsRefused) {
  const std::string folder = indexed_collection();
  const auto refused = [&](const std::vector<std::string>& arguments) {
    const ProgramResult said = porthole(arguments);
    EXPECT_EQ(said.code, 2) << said.err;
    EXPECT_EQ(said.out, "");
    return json::parse(said.err)["error"];
  };
  EXPECT_EQ(refused({"status", folder, "--metrics", "--json"})["message"],
            "--json does not apply to --metrics, the format of Prometheus");
  EXPECT_EQ(refused({"export", folder, "pages", "--format", "csv", "--json"})["message"],
            "--json does not apply to pages as csv");
  const json turtle = refused({"export", folder, "summaries", "--format", "turtle", "--json"});
  EXPECT_EQ(turtle["message"], "--json does not apply to summaries as turtle");
  EXPECT_EQ(turtle["hint"], "leave it out, or give --format jsonl or jsonld");
  EXPECT_EQ(refused({"export", folder, "graph", "--json"})["hint"], "leave it out");
}

TEST_F(CollectionTest, JsonOfAnExportIsItsLinesUnlessItsFormatIsAnother) {
  const std::string folder = indexed_collection();
  for (const char* const what : {"summaries", "pages", "links", "urls"}) {
    const ProgramResult said = porthole({"export", folder, what, "--json"});
    EXPECT_EQ(said.code, 0) << said.err;
    EXPECT_EQ(said.out, porthole({"export", folder, what, "--format", "jsonl"}).out) << what;
  }
  EXPECT_EQ(porthole({"export", folder, "summaries", "--format", "jsonld", "--json"}).out,
            porthole({"export", folder, "summaries", "--format", "jsonld"}).out);
}

TEST_F(CollectionTest, AnAnswerThatAFullDiskTookIsNoSuccess) {
  const std::string folder = indexed_collection();
  const auto run = [&](const std::string& verb, const std::string& more) {
    const std::string command = std::string(kProgram) + " " + verb + " " + folder + " " + more;
    return run_program("/bin/sh", {"-c", command}).code;
  };
  EXPECT_EQ(run("export", "pages > /dev/full"), 5);
  EXPECT_EQ(run("query", "'SELECT * FROM link' --csv > /dev/full"), 5);
  EXPECT_EQ(run("search", "sprockets --json > /dev/full"), 5);
  EXPECT_EQ(run("status", "> /dev/full"), 5);
  EXPECT_EQ(run("status", "| true"), 0);
}

TEST_F(CollectionTest, OneMistakeHasOneExitCode) {
  const std::string folder = indexed_collection();
  for (const std::vector<std::string>& invalid : std::vector<std::vector<std::string>>{
           {"remove", folder, "foo"}, {"explain", folder, "foo"}, {"backlinks", "foo", folder}}) {
    const ProgramResult said = porthole(invalid);
    EXPECT_EQ(said.code, 2) << invalid.front();
    EXPECT_THAT(said.err, HasSubstr("foo: not a valid URL")) << invalid.front();
    EXPECT_THAT(said.err, HasSubstr("write it out, with its scheme")) << invalid.front();
  }
  for (const char* verb : {"remove", "explain"})
    EXPECT_EQ(porthole({verb, folder, "https://never.seen.org/"}).code, 3) << verb;
  EXPECT_EQ(porthole({"search", folder, "foo:bar"}).code, 3);
  EXPECT_EQ(porthole({"search", folder, "--fields", "nope"}).code, 3);
}

TEST_F(CollectionTest, ARemovedSiteIsKeptOutByTheScope) {
  const std::string folder = gathered_collection();
  EXPECT_EQ(porthole({"remove", folder, "--site", "b.org"}).code, 0);
  EXPECT_THAT(read_whole_file(folder + "/porthole.xml"), HasSubstr("<reject host=\"b.org\"/>"));
  EXPECT_EQ(one({"check", "--json", "spec", folder + "/porthole.xml"}).at("valid"), true);
  EXPECT_THAT(porthole({"explain", folder, "https://b.org/new"}).err,
              HasSubstr("the scope would refuse it"));
  EXPECT_EQ(porthole({"remove", folder, "--site", "b.org"}).code, 0);  // and once is enough
  const std::string text = read_whole_file(folder + "/porthole.xml");
  EXPECT_EQ(text.find("b.org"), text.rfind("b.org"));
}

TEST_F(CollectionTest, MigrateWantsTheNameOfAFile) {
  const std::string folder = gathered_collection();
  expect_error({"migrate", folder, "sqlite:"}, 2, {"no file is named: sqlite:\n  write sqlite:"});
  expect_error({"migrate", folder, "sqlite:archive"}, 2,
               {"a folder, and not a file: " + folder + "/archive\n"});
}

}  // namespace
}  // namespace porthole::testing
