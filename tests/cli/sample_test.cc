// `porthole sample` over HTTP: a small, completely known web on loopback.

#include <signal.h>

#include <algorithm>

#include "repository/lock.h"
#include "tests/cli/command_line.h"
#include "tests/support/small_web.h"
#include "tests/support/test_collection.h"

namespace porthole::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr int kPages = 30;

/// 30 pages about bicycles on six hosts, each of which links to the next, to three others, and to a
/// page off the topic that links back; and pages that robots.txt keeps out.
class SampleTest : public ::testing::Test {
 protected:
  SampleTest() {
    for (int i = 0; i < kPages; ++i) {
      std::string links = "<a href=\"" + url(i + 1) + "\">next</a>";
      for (const int step : {7, 11, 16}) links += "<a href=\"" + url(i + step) + "\">other</a>";
      links += "<a href=\"" + aside(i) + "\">aside</a><a href=\"" + host(i) + "/private/" +
               std::to_string(i) + "\">no</a>";
      web_.page(url(i),
                page("A bicycle", "The bicycle of page " + std::to_string(i) + " and its wheels.",
                     links));
      web_.page(aside(i), page("Weather", "It rains in many words.",
                               "<a href=\"" + url(i + 3) + "\">back</a>"));
      web_.page(host(i) + "/private/" + std::to_string(i), page("A bicycle", "bicycle", ""));
    }
    for (int i = 0; i < 6; ++i) web_.robots(host(i), "User-agent: *\nDisallow: /private/\n");
    SpecificationText text;
    text.seeds = {url(0), url(13)};
    text.network = gateway_to(web_.gateway());
    text.topic = "<topic title=\"bicycle\"><term>bicycle</term></topic>";
    collection_ = std::make_unique<TestCollection>(text);
    other_ = std::make_unique<TestCollection>(text);
  }

  static std::string host(int i) {
    return "http://" + std::string(1, static_cast<char>('a' + i % 6)) + ".test";
  }
  static std::string url(int i) { return host(i % kPages) + "/" + std::to_string(i % kPages); }
  static std::string aside(int i) { return host(i) + "/aside/" + std::to_string(i); }
  static std::string page(const std::string& title, const std::string& text,
                          const std::string& links) {
    return "<html lang=en><title>" + title + "</title><p>" + text + "<p>" + links;
  }

  ProgramResult sample(std::vector<std::string> options,
                       const TestCollection* collection = nullptr) const {
    std::vector<std::string> arguments = {
        "sample", (collection == nullptr ? *collection_ : *collection).folder().string()};
    arguments.insert(arguments.end(), options.begin(), options.end());
    return porthole(arguments);
  }
  nlohmann::json sampled(std::vector<std::string> options,
                         const TestCollection* collection = nullptr) const {
    options.push_back("--json");
    const ProgramResult said = sample(options, collection);
    EXPECT_EQ(said.code, 0) << said.err;
    return said.code == 0 ? nlohmann::json::parse(said.out) : nlohmann::json();
  }

  SmallWeb web_;
  std::unique_ptr<TestCollection> collection_, other_;
};

TEST_F(SampleTest, HasPagesOnTopicAloneAndTellsWhatTheyAreLike) {
  const auto report = sampled({"--keyword", "bicycle", "--steps", "400"});
  EXPECT_EQ(report["walk"], "hard");
  EXPECT_EQ(report["precision"], 1);
  EXPECT_EQ(report["on_topic"], report["steps"].get<int>() + 4)
      << "the four pages that the walks began with";
  EXPECT_GE(report["samples"].size(), 50u);
  std::set<std::string> topic;
  for (int i = 0; i < kPages; ++i) topic.insert(url(i));
  for (const auto& page : report["samples"]) EXPECT_TRUE(topic.contains(page)) << page;
  EXPECT_TRUE(report["diagnostics"]["mixed"]) << report["diagnostics"]["warnings"];
  EXPECT_TRUE(report["recall"].is_null()) << "nothing was gathered";
  const auto& statistics = report["statistics"];
  // Each page links to six: the next, three others, the page aside and the private one.
  EXPECT_EQ(statistics["out_degree"]["estimate"], 6);
  EXPECT_EQ(statistics["domains"]["most_frequent"][0]["value"], "test");
  EXPECT_EQ(statistics["formats"]["most_frequent"][0]["value"], "text/html");
  // Four of the six lead to the topic.
  EXPECT_LE(statistics["on_topic_links"]["low"], 4.0 / 6);
  EXPECT_GE(statistics["on_topic_links"]["high"], 4.0 / 6);
}

TEST_F(SampleTest, AsksRobotsAndFetchesEachPageOnce) {
  const auto report = sampled({"--keyword", "bicycle", "--walk", "trial-and-error"});
  EXPECT_EQ(web_.times_asked("http://a.test/robots.txt"), 1);
  for (int i = 0; i < kPages; ++i) {
    EXPECT_LE(web_.times_asked(url(i)), 1);
    EXPECT_EQ(web_.times_asked(host(i) + "/private/" + std::to_string(i)), 0);
  }
  EXPECT_FALSE(fs::is_empty(collection_->folder() / "samples/trial-and-error/archive"));
  EXPECT_FALSE(fs::exists(collection_->folder() / "repository.db")) << "a sample is not a crawl";
}

TEST_F(SampleTest, MoreStepsGoOnWithWhatWasRead) {
  sampled({"--keyword", "bicycle", "--steps", "10", "--judge-links", "0"});
  const int asked = web_.pages_asked();
  const auto longer = sampled({"--keyword", "bicycle", "--steps", "300", "--judge-links", "0"});
  EXPECT_EQ(longer["steps"], 4 * 300);
  EXPECT_EQ(longer["samples"],
            sampled({"--keyword", "bicycle", "--steps", "300", "--judge-links", "0"},
                    other_.get())["samples"]);
  EXPECT_GT(asked, 0);
  for (int i = 0; i < kPages; ++i)
    EXPECT_LE(web_.times_asked(url(i)), 2) << "once by each of the two collections";
}

TEST_F(SampleTest, KilledAtAnyMomentItComesByTheSameSample) {
  const std::vector<std::string> options = {"--keyword", "bicycle", "--steps",
                                            "300",       "--walk",  "neighbourhood"};
  const auto whole = sampled(options, other_.get());
  const int before = web_.pages_asked();
  for (const int more : {3, 9, 16, 30}) {
    std::vector<std::string> arguments = {"sample", collection_->folder().string(), "--quiet"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    Program program(kProgram, arguments);
    web_.wait_for_pages(before + more);
    program.send(SIGKILL);
    program.wait();
  }
  EXPECT_EQ(sampled(options)["samples"], whole["samples"]);
  // Each of the four killed runs repeats its requests in flight: one page for each of four walks.
  EXPECT_LE(web_.pages_asked() - before, before + 4 * 4);
}

TEST_F(SampleTest, IsNotGoneOnWithByOtherOptions) {
  sampled({"--keyword", "bicycle", "--steps", "20"});
  const ProgramResult said = sample({"--keyword", "wheel", "--steps", "20"});
  EXPECT_EQ(said.code, 2);
  EXPECT_THAT(said.err, HasSubstr("topic was"));
  EXPECT_THAT(said.err, HasSubstr("--fresh"));
  EXPECT_EQ(sample({"--keyword", "wheel", "--steps", "20", "--fresh"}).code, 0);
}

TEST_F(SampleTest, IsNotThrownAwayWhileAnotherProcessDrawsIt) {
  sampled({"--keyword", "bicycle", "--steps", "20"});
  const fs::path folder = collection_->folder() / "samples" / "hard";
  {
    const auto lock = repository::Lock::take(folder / "journal.lock");
    ASSERT_TRUE(lock);
    EXPECT_EQ(sample({"--keyword", "bicycle", "--steps", "20", "--fresh"}).code, 4);
  }
  EXPECT_GT(fs::file_size(folder / "journal.jsonl"), 0u);
}

// The crawl has 15 pages or so of the 30.
TEST_F(SampleTest, TellsTheRecallOfTheCrawl) {
  gatherer::GatherOptions one_by_one = up_to(20);
  one_by_one.pages_at_once = 1;  // The same pages in every run.
  collection_->gather(one_by_one);
  std::size_t on_topic = 0;
  std::set<std::string> sites;
  for (const std::string& page : collection_->pages()) {
    if (page.find("aside") != std::string::npos) continue;
    ++on_topic;
    sites.insert(page.substr(0, page.find(".test")));
  }
  const auto report = sampled({"--steps", "400"});
  const double truth = static_cast<double>(on_topic) / kPages;
  EXPECT_LE(report["recall"]["low"], truth);
  EXPECT_GE(report["recall"]["high"], truth);
  EXPECT_LE(report["recall"]["topic_size"]["low"], kPages);
  EXPECT_GE(report["recall"]["topic_size"]["high"], kPages);
  const double sites_truth = static_cast<double>(sites.size()) / 6;
  EXPECT_LE(report["recall"]["sites"]["low"], sites_truth);
  EXPECT_GE(report["recall"]["sites"]["high"], sites_truth);

  const auto status =
      json_lines(porthole({"status", collection_->folder().string(), "--json"}).out);
  EXPECT_EQ(status[0]["samples"][0]["name"], "hard");
  EXPECT_EQ(status[0]["samples"][0]["recall"], report["recall"]);
  EXPECT_THAT(porthole({"status", collection_->folder().string()}).out,
              HasSubstr("sample       hard: worth"));
}

TEST_F(SampleTest, ReadsWhatWasGatheredFromTheRepository) {
  collection_->gather(up_to(100));
  const int asked = web_.pages_asked();
  EXPECT_EQ(sampled({})["fetched"], 0);
  EXPECT_EQ(web_.pages_asked(), asked);
}

// Its starts were pages on the collection's topic alone.
TEST_F(SampleTest, BeginsAtGatheredPagesOfItsOwnTopic) {
  collection_->gather(up_to(100));
  for (const std::vector<std::string>& topic :
       {std::vector<std::string>{"--url-pattern", "/aside/"}, {"--keyword", "rains"}}) {
    const auto report = sampled({topic[0], topic[1], "--steps", "4", "--fresh"});
    EXPECT_GE(report["on_topic"], 1) << topic[0] << ": no walk began at one";
  }
}

TEST_F(SampleTest, ComparesWithAListOfUrls) {
  std::string list = "# every second page\n";
  for (int i = 0; i < kPages; i += 2) list += url(i) + "\n";
  const fs::path file = other_->folder() / "list.txt";
  write_whole_file(file, list);
  const auto report = sampled({"--keyword", "bicycle", "--steps", "400", "--list", file.string()});
  EXPECT_EQ(report["list"]["urls"], kPages / 2);
  EXPECT_LE(report["list"]["not_in_list"]["low"], 0.5);
  EXPECT_GE(report["list"]["not_in_list"]["high"], 0.5);
  write_whole_file(file, "http://a.test/\nnonsense\n");
  const ProgramResult said =
      sample({"--keyword", "bicycle", "--steps", "400", "--list", file.string()});
  EXPECT_EQ(said.code, 3);
  EXPECT_THAT(said.err, HasSubstr("list.txt:2"));
}

TEST_F(SampleTest, WarnsPlainlyWhenTheWalksHaveNotMixed) {
  const ProgramResult said = sample({"--keyword", "bicycle", "--steps", "20"});
  EXPECT_EQ(said.code, 0) << said.err;
  EXPECT_THAT(said.out, HasSubstr("THE WALKS HAVE NOT MIXED"));
  EXPECT_THAT(said.out, HasSubstr("more --steps"));
  const std::string longer = sample({"--keyword", "bicycle", "--steps", "400"}).out;
  EXPECT_THAT(longer, Not(HasSubstr("NOT MIXED")));
  EXPECT_THAT(longer, HasSubstr("few pages    what follows is said of these alone"));
  EXPECT_THAT(longer, HasSubstr("next: the same command with --json lists the pages, with more "
                                "--steps it goes on\n"));
}

TEST_F(SampleTest, SaysWhatIsWrongWithItsOptions) {
  struct Case {
    std::vector<std::string> options;
    int code;
    std::string said;
  };
  const std::vector<Case> cases = {
      {{"--walk", "random"}, 2, "--walk"},
      {{"--keyword", "bicycle", "--url-pattern", "x"}, 2, "--url-pattern"},
      {{"--name", "../other"}, 2, "--name"},
      {{"--start", "nonsense"}, 2, "nonsense"},
      {{"--url-pattern", "("}, 3, "regular expression"},
      {{"--walk", "ancestor"}, 2, "taxonomy"},
      {{"--ancestor", "science"},
       2,
       "--ancestor does not go with --walk hard\n  it applies to --walk ancestor\n"},
      {{"--by-short-walks"}, 2, "--by-short-walks"},
      {{"--trial-steps", "5"}, 2, "--trial-steps"}};
  for (const Case& wrong : cases) {
    const ProgramResult said = sample(wrong.options);
    EXPECT_EQ(said.code, wrong.code) << wrong.options[0];
    EXPECT_THAT(said.err, HasSubstr(wrong.said));
  }
  EXPECT_EQ(web_.times_asked(url(0)), 0);
}

TEST_F(SampleTest, AUrlPatternNeedsNoPageOffTheTopic) {
  const auto report =
      sampled({"--url-pattern", "test/[0-9]+$", "--steps", "300", "--judge-links", "0"});
  EXPECT_GE(report["samples"].size(), 50u);
  for (int i = 0; i < kPages; ++i) EXPECT_EQ(web_.times_asked(aside(i)), 0);
}

TEST_F(SampleTest, StopsWhenTheFetchesAreUsedUp) {
  const auto report = sampled({"--keyword", "bicycle", "--fetches", "12", "--steps", "1000"});
  EXPECT_EQ(report["stopped"], "fetches");
  EXPECT_GE(report["fetched"], 12);
  EXPECT_LE(report["fetched"], 12 + 4);
}

// Pages link to where a walk has not been: who links to the topic is known from a file alone.
TEST_F(SampleTest, TakesInLinksFromAFile) {
  web_.page("http://q.test/in", page("A bicycle", "A bicycle that nobody links to.",
                                     "<a href=\"" + url(5) + "\">there</a>"));
  const fs::path file = other_->folder() / "links.txt";
  write_whole_file(file, "# source\ttarget\nhttp://q.test/in\t" + url(5) + "\n");
  const auto report = sampled({"--keyword", "bicycle", "--links", file.string()});
  EXPECT_THAT(report["samples"], Contains("http://q.test/in"));
  write_whole_file(file, "http://q.test/in\n");
  const ProgramResult said = sample({"--keyword", "bicycle", "--links", file.string(), "--fresh"});
  EXPECT_EQ(said.code, 3);
  EXPECT_THAT(said.err, HasSubstr("links.txt:1"));
}

}  // namespace
}  // namespace porthole::testing
