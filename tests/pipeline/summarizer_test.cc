// Plug-ins through the whole river: what a summarizer says of a page reaches repository and RDF, a
// scope rule and a strategy decide, and one that fails is set aside and told of.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "hosting/health.h"
#include "summarizer/rdf_formats.h"
#include "summarizer/rdf_reader.h"
#include "summarizer/summarizer.h"
#include "tests/pipeline/gather_fixture.h"

namespace porthole {
namespace {

using ::testing::HasSubstr;
using testing::GatherFixture;
using testing::SpecificationText;
using testing::TestCollection;

/// Looks for plug-ins among those of the tests while it lives.
class TestPlugins {
 public:
  TestPlugins() { ::setenv("PORTHOLE_PLUGINS", PORTHOLE_BINARY_DIR "/lib/test_plugins", 1); }
  ~TestPlugins() { ::unsetenv("PORTHOLE_PLUGINS"); }
};

class SummarizerPipelineTest : public GatherFixture {
 protected:
  static void gather(const TestCollection& collection) {
    const auto repository = collection.repository(repository::Access::kWrite);
    const auto report = gatherer::gather(collection.open(), *repository, {});
    ASSERT_TRUE(report) << report.error().to_string();
  }
  static repository::PageRecord page(const TestCollection& collection, const std::string& url) {
    const auto repository = collection.repository();
    const auto known = repository->find_url(Url::parse(url)->key());
    if (!known || !*known) return {};
    const auto found = repository->page((*known)->id);
    return found && *found ? **found : repository::PageRecord{};
  }
};

TEST_F(SummarizerPipelineTest, WhatATableSaysReachesRepositoryAndRdf) {
  web_.page("http://a.test/", "<title>A</title><p>text <a href='stars.csv'>stars</a>");
  web_.answer("http://a.test/stars.csv", 200, "Content-Type: text/csv\r\n",
              "star,magnitude\nMizar,2.2\nAlcor,4.0\n");
  const TestCollection collection(from({"http://a.test/"}));
  gather(collection);

  const Document table = page(collection, "http://a.test/stars.csv").document;
  EXPECT_EQ(table.title, "star magnitude");
  EXPECT_EQ(table.resource_class, "Dataset");
  const std::vector<Property> expected = {{"column", "star"}, {"column", "magnitude"}, {"rows", "2"}};
  EXPECT_EQ(table.properties, expected);

  const auto repository = collection.repository(repository::Access::kWrite);
  ASSERT_TRUE(summarizer::summarize_stale(*repository, {}));
  const auto known = repository->find_url("http://a.test/stars.csv");
  const auto stored = repository->summary((*known)->id);
  ASSERT_TRUE(stored && *stored);
  EXPECT_THAT((*stored)->rdf, HasSubstr("<ph:column>magnitude</ph:column>"));
  const auto summary = summarizer::read_rdf((*stored)->rdf);
  ASSERT_TRUE(summary) << summary.error().to_string();
  EXPECT_EQ(summary->resource_class, "Dataset");
  EXPECT_EQ(summary->properties, expected);
}

TEST_F(SummarizerPipelineTest, AFeedLeadsTheCrawlToWhatIsNew) {
  web_.page("http://a.test/", "<title>A</title><link rel=alternate type='application/rss+xml' href=/feed><p>text");
  web_.answer("http://a.test/feed", 200, "Content-Type: application/rss+xml\r\n",
              "<rss version='2.0'><channel><title>News</title><item><title>A new star</title>"
              "<link>http://a.test/new</link></item></channel></rss>");
  web_.page("http://a.test/new", "<title>New</title><p>text");
  const TestCollection collection(from({"http://a.test/"}));
  gather(collection);
  EXPECT_EQ(page(collection, "http://a.test/feed").document.resource_class, "Feed");
  EXPECT_EQ(page(collection, "http://a.test/new").document.title, "New");
}

TEST_F(SummarizerPipelineTest, APageWhoseSummarizerFailsIsKeptWithTheReason) {
  const TestPlugins plugins;
  std::string links = "<title>T</title>";
  for (int i = 0; i < hosting::kMostFailures + 2; ++i) {
    const std::string url = "http://a.test/" + std::to_string(i) + ".trouble";
    links += testing::link(url);
    web_.answer(url, 200, "Content-Type: application/x-trouble\r\n",
                "throw " + std::to_string(i));
  }
  web_.page("http://a.test/", links);
  const TestCollection collection(from({"http://a.test/"}));
  gather(collection);

  const Document failed = page(collection, "http://a.test/0.trouble").document;
  EXPECT_EQ(failed.status, ParseStatus::kFailed);
  EXPECT_THAT(failed.status_detail, HasSubstr("I was told to throw"));
  const auto records = collection.repository()->plugins();
  ASSERT_TRUE(records);
  ASSERT_EQ(records->size(), 1u);
  EXPECT_EQ(records->front().name, "trouble");
  EXPECT_TRUE(records->front().set_aside);
  EXPECT_GE(records->front().failed, hosting::kMostFailures);
}

TEST_F(SummarizerPipelineTest, WhatIsInsideOfAPageIsAPageOfItsOwn) {
  const TestPlugins plugins;
  web_.page("http://a.test/", "<title>A</title><p>text <a href=box>box</a>");
  web_.answer("http://a.test/box", 200, "Content-Type: application/x-trouble\r\n", "members");
  const TestCollection collection(from({"http://a.test/"}));
  gather(collection);
  const auto repository = collection.repository();
  const auto member = repository->find_url("http://a.test/box#page%207");
  ASSERT_TRUE(member && *member);
  EXPECT_EQ((*member)->state, repository::UrlState::kFetched);
  EXPECT_EQ((*member)->found_on, (*repository->find_url("http://a.test/box").value()).id);
  const auto found = repository->page((*member)->id);
  EXPECT_EQ((*found)->document.text, "inside 7");
  EXPECT_FALSE((*found)->archive_file.empty());
  EXPECT_EQ(repository->counts()->fetched, 102);
  EXPECT_EQ(web_.times_asked("http://a.test/box"), 1);
}

TEST_F(SummarizerPipelineTest, APageOfTheWebDoesNotLeadIntoAProtocolThatIsClosedToLinks) {
  const TestPlugins plugins;
  web_.page("http://a.test/", "<title>A</title><p>text <a href='closed:/secret'>x</a><a href=/m>m</a>");
  web_.redirect("http://a.test/m", "closed:/moved");
  SpecificationText text = from({"http://a.test/", "closed:/seed"});
  text.scope = "<accept scheme=\"http closed\"/>";
  std::string xml = text.xml();
  xml.insert(xml.find("</collection>"),
             "<protocols><protocol scheme=\"closed\" library=\"trouble\" "
             "class=\"porthole::testing::ClosedHandler\"/></protocols>");
  const TestCollection collection(from({"http://a.test/"}));
  testing::write_whole_file(collection.folder() / "porthole.xml", xml);
  gather(collection);
  const auto state_of = [&](const char* url) {
    const auto found = collection.repository()->find_url(url);
    return found && *found ? (*found)->reason : "unknown";
  };
  EXPECT_EQ(state_of("closed:/secret"), "closed to links");
  EXPECT_EQ(state_of("http://a.test/m"), "closed to links");
  EXPECT_EQ(state_of("closed:/moved"), "unknown");
  EXPECT_EQ(state_of("closed:/seed"), "");
  EXPECT_EQ(state_of("closed:/inside"), "");
}

TEST_F(SummarizerPipelineTest, AScopeRuleOfAPlugInDecidesAndRejectsWhatItCannot) {
  const TestPlugins plugins;
  for (const char* name : {"", "yes", "no", "throw", "neither"}) {
    web_.page("http://a.test/" + std::string(name),
              std::string("<title>") + name + "</title><p>page " + name +
                  "<a href=/yes>y</a><a href=/no>n</a><a href=/throw>t</a><a href=/neither>o</a>");
  }
  SpecificationText text = from({"http://a.test/"});
  text.scope =
      "<accept host=\"a.test\"/><reject path=\"^/yes\"/>"
      "<rule library=\"trouble\" class=\"porthole::testing::TroubleRule\"/>";
  const TestCollection collection(text);
  gather(collection);
  EXPECT_EQ(web_.times_asked("http://a.test/yes"), 1) << "the rule is the last to have an opinion";
  EXPECT_EQ(web_.times_asked("http://a.test/no"), 0);
  EXPECT_EQ(web_.times_asked("http://a.test/throw"), 0);
  EXPECT_EQ(web_.times_asked("http://a.test/neither"), 1);
}

TEST_F(SummarizerPipelineTest, AStrategyOfAPlugInGathers) {
  const TestPlugins plugins;
  web_.page("http://a.test/", "<title>A</title><p>text <a href=/b>b</a>");
  web_.page("http://a.test/b", "<title>B</title><p>more");
  SpecificationText text = from({"http://a.test/"});
  for (const char* throws : {"no", "yes"}) {
    text.strategy =
        "<strategy name=\"mine\" library=\"trouble\" class=\"porthole::testing::TroubleStrategy\">"
        "<option name=\"throw\" value=\"" + std::string(throws) + "\"/></strategy>";
    const TestCollection collection(text);
    gather(collection);
    EXPECT_EQ(page(collection, "http://a.test/b").document.title, "B") << "throws: " << throws;
  }
}

}  // namespace
}  // namespace porthole
