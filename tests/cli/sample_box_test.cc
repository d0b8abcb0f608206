// `porthole sample` over real sites: the small web in a box.

#include <signal.h>

#include <algorithm>
#include <cstdlib>

#include "tests/cli/command_line.h"
#include "tests/support/box_web.h"
#include "tests/support/test_collection.h"

namespace porthole::testing {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using ::testing::HasSubstr;

constexpr const char* kTaxonomy = R"(<taxonomy xmlns="urn:porthole:taxonomy:1" title="Box">
<topic name="web">
 <topic name="frameworks" mark="good">
  <example url="https://flask.palletsprojects.com/en/2.2.x/errorhandling.html"/>
  <example url="https://flask.palletsprojects.com/en/2.2.x/api.html"/>
  <example url="https://flask.palletsprojects.com/en/2.2.x/tutorial/views.html"/>
  <example url="https://werkzeug.palletsprojects.com/en/2.2.x/request_data.html"/>
  <example url="https://werkzeug.palletsprojects.com/en/2.2.x/tutorial.html"/>
 </topic>
 <topic name="crawling">
  <example url="https://lxml.de/api.html"/>
  <example url="https://lxml.de/intro.html"/>
  <example url="https://lxml.de/index.html"/>
 </topic>
</topic>
<topic name="science">
 <example url="https://asdf.readthedocs.io/en/latest/asdf/features.html"/>
 <example url="https://asdf.readthedocs.io/en/latest/asdf/arrays.html"/>
 <example url="https://gwcs.readthedocs.io/en/latest/gwcs/points_to_wcs.html"/>
 <example url="https://www.fftw.org/fftw3_doc/Load-balancing.html"/>
 <example url="https://www.fftw.org/fftw3_doc/Wisdom-Utilities.html"/>
</topic>
</taxonomy>
)";

class SampleBoxTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const char* cache = std::getenv("PORTHOLE_BOX_CACHE");
    if (cache == nullptr) GTEST_SKIP() << "PORTHOLE_BOX_CACHE names no cache of porthole webbox";
    web_ = std::make_unique<BoxWeb>(cache);
    if (web_->front_pages().size() < 5)
      GTEST_SKIP() << cache << " lacks the sites of examples/webbox/test_sites.tsv";
    collection_ = std::make_unique<TestCollection>(text());
    write_whole_file(collection_->folder() / "taxonomy.xml", kTaxonomy);
  }

  SpecificationText text() const {
    SpecificationText text;
    text.seeds = {kFlask, "https://werkzeug.palletsprojects.com/en/2.2.x/"};
    text.network = gateway_to(web_->gateway());
    text.topic = "<topic title=\"Web frameworks\"><taxonomy file=\"taxonomy.xml\"/></topic>";
    return text;
  }
  ProgramResult run(const std::string& verb, std::vector<std::string> options) const {
    std::vector<std::string> arguments = {verb, collection_->folder().string()};
    arguments.insert(arguments.end(), options.begin(), options.end());
    return porthole(arguments);
  }
  json sampled(std::vector<std::string> options) const {
    options.push_back("--json");
    const ProgramResult said = run("sample", options);
    EXPECT_EQ(said.code, 0) << said.err;
    return said.code == 0 ? json::parse(said.out) : json();
  }
  void train() const {
    const ProgramResult trained = run("train", {});
    ASSERT_EQ(trained.code, 0) << trained.err;
  }

  static constexpr const char* kFlask = "https://flask.palletsprojects.com/en/2.2.x/";
  std::unique_ptr<BoxWeb> web_;
  std::unique_ptr<TestCollection> collection_;
};

TEST_F(SampleBoxTest, AnAncestorsWalkStaysInTheWiderTopicAndSamplesTheTopic) {
  train();
  const json report = sampled({"--walk", "ancestor", "--steps", "300", "--judge-links", "0"});
  EXPECT_THAT(report["topic"].get<std::string>(), HasSubstr(" within web"));
  EXPECT_GT(report["precision"], 0);
  EXPECT_FALSE(report["samples"].empty());
  for (const json& share : report["statistics"]["topics"]["most_frequent"])
    EXPECT_EQ(share["value"], "web/frameworks");
  EXPECT_EQ(
      run("sample", {"--walk", "ancestor", "--ancestor", "science", "--name", "science"}).code, 0);
  EXPECT_EQ(
      run("sample", {"--walk", "ancestor", "--ancestor", "cooking", "--name", "cooking"}).code, 3);
}

TEST_F(SampleBoxTest, KilledItComesByTheSameSampleAndAsksForNoPageTwice) {
  const std::vector<std::string> options = {"--url-pattern", "palletsprojects", "--steps",
                                            "300",           "--walk",          "trial-and-error"};
  std::vector<std::string> arguments = {"sample", collection_->folder().string(), "--quiet"};
  arguments.insert(arguments.end(), options.begin(), options.end());
  for (const int more : {5, 20, 40}) {
    Program program(kProgram, arguments);
    web_->wait_for_pages(web_->pages_asked() + more);
    program.send(SIGKILL);
    program.wait();
  }
  const json resumed = sampled(options);
  const TestCollection undisturbed(text());
  write_whole_file(undisturbed.folder() / "taxonomy.xml", kTaxonomy);
  std::vector<std::string> whole = {"sample", undisturbed.folder().string(), "--json"};
  whole.insert(whole.end(), options.begin(), options.end());
  const ProgramResult said = porthole(whole);
  ASSERT_EQ(said.code, 0) << said.err;
  const json expected = json::parse(said.out);
  EXPECT_EQ(resumed["samples"], expected["samples"]);
  EXPECT_EQ(resumed["statistics"], expected["statistics"]);
}

TEST_F(SampleBoxTest, SaysWhichShareOfTheSampleAnotherSourceLacks) {
  const fs::path list = collection_->folder() / "other.txt";
  write_whole_file(list, std::string(kFlask) + "\n" + kFlask + "api.html\n");
  const std::vector<std::string> options = {"--url-pattern", "^https://flask\\.", "--steps", "400",
                                            "--list",        list.string()};
  const json report = sampled(options);
  std::size_t missing = 0;
  for (const json& url : report["samples"])
    missing += url == kFlask || url == kFlask + std::string("api.html") ? 0 : 1;
  EXPECT_DOUBLE_EQ(report["list"]["not_in_list"]["estimate"].get<double>(),
                   static_cast<double>(missing) / static_cast<double>(report["samples"].size()));
  EXPECT_THAT(run("sample", options).out, HasSubstr("of the sample is not in " + list.string()));
}

TEST_F(SampleBoxTest, EveryStatisticHasItsIntervalInWordsAndInJson) {
  const std::vector<std::string> options = {"--keyword", "request", "--keyword",
                                            "template",  "--steps", "300"};
  const json statistics = sampled(options)["statistics"];
  for (const char* number : {"out_degree", "on_topic_links"}) {
    EXPECT_LE(statistics[number]["low"], statistics[number]["estimate"]) << number;
    EXPECT_LE(statistics[number]["estimate"], statistics[number]["high"]) << number;
    EXPECT_LT(statistics[number]["low"], statistics[number]["high"]) << number;
  }
  const std::string words = run("sample", options).out;
  for (const char* name :
       {"domains", "topics", "languages", "formats", "years", "sites", "out_degrees"}) {
    ASSERT_FALSE(statistics[name]["most_frequent"].empty()) << name;
    for (const json& share : statistics[name]["most_frequent"]) {
      EXPECT_LE(share["low"], share["estimate"]) << name;
      EXPECT_LE(share["estimate"], share["high"]) << name;
      EXPECT_LT(share["low"], share["high"]) << name;
    }
  }
  for (const char* heading :
       {"links of a page, the median", "share of a page's links that lead to the topic",
        "number of links of a page", "top-level domains", "sub-topics", "languages", "formats",
        "years of the last change", "sites"}) {
    EXPECT_THAT(words, HasSubstr(heading)) << "with its values, or as not known of any page";
  }
}

TEST_F(SampleBoxTest, ExplainTellsWhatASampleKnowsOfAPage) {
  const json report =
      sampled({"--url-pattern", "^https://flask\\.", "--steps", "300", "--judge-links", "0"});
  const std::string page = report["samples"][0];
  const auto drawn = std::count(report["samples"].begin(), report["samples"].end(), json(page));
  const ProgramResult said = run("explain", {page, "--json"});
  ASSERT_EQ(said.code, 0) << said.err;
  const json known = json::parse(said.out);
  EXPECT_TRUE(known["state"].is_null()) << "nothing was gathered";
  EXPECT_EQ(known["samples"][0]["name"], "hard");
  EXPECT_EQ(known["samples"][0]["on_topic"], true);
  EXPECT_EQ(known["samples"][0]["drawn"], drawn);
  EXPECT_EQ(known["samples"][0]["of"], report["samples"].size());
  EXPECT_THAT(run("explain", {page}).out, HasSubstr("what samples know of it\n  hard: on topic"));
  EXPECT_EQ(run("explain", {"https://flask.palletsprojects.com/never/seen"}).code, 3);
}

}  // namespace
}  // namespace porthole::testing
