// The example of Sundaresan, Yi, Huang 2000, section 4.3: two authorities point at the page of a
// parser, which points at two others. The RDF that the paper prints is not well-formed; ours says
// the same and is valid.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "gatherer/crawl/gather.h"
#include "indexer/indexer.h"
#include "search/ranking/searcher.h"
#include "summarizer/summarize.h"
#include "summarizer/summarizer.h"
#include "tests/pipeline/gather_fixture.h"
#include "tests/support/rdf_triples.h"
#include "tests/support/small_web.h"
#include "tests/support/test_collection.h"

namespace porthole {

namespace {

using summarizer::Annotation;
using summarizer::Summary;
using ::testing::Contains;
using testing::GatherFixture;
using ::testing::HasSubstr;
using testing::SmallWeb;
using testing::SpecificationText;
using testing::TestCollection;

constexpr const char* kParser = "http://www.xml.com/xpat";

class PaperExampleTest : public GatherFixture {
 protected:
  void SetUp() override {
    web_.page("http://www.xmlauthority1.org/",
              "<title>One</title><A HREF=\"http://www.xml.com/xpat\">Fast XML Parser</A>");
    web_.page("http://www.xmlauthority2.org/",
              "<title>Two</title><A HREF=\"http://www.xml.com/xpat\">Yet another SAX based XML "
              "Processor</A>");
    web_.page(kParser,
              "<title>xpat</title><p><a href=\"/SAX_processor\">SAX information</a></p>"
              "<p><a href=\"/XML-press\">XML Press Release</a></p>");
  }

  /// The summary of the parser's page.
  static Summary summary(const TestCollection& collection) {
    const auto repository = collection.repository(repository::Access::kWrite);
    EXPECT_TRUE(summarizer::summarize_stale(*repository, {}));
    const auto known = repository->urls().find(kParser);
    const auto made = summarizer::SummaryMaker(*repository, "").make((*known)->id);
    EXPECT_TRUE(made && *made);
    return made.value().value_or(Summary());
  }

  static std::vector<std::string> lines(const std::vector<Annotation>& annotations) {
    std::vector<std::string> said;
    for (const Annotation& one : annotations) {
      if (one.kind == AnnotationKind::kAnchor) said.push_back(one.page + " " + one.text);
    }
    std::sort(said.begin(), said.end());
    return said;
  }
};

TEST_F(PaperExampleTest, WhatTwoAuthoritiesSayStandsInTheSummaryOfTheParser) {
  const TestCollection collection(
      from({kParser, "http://www.xmlauthority1.org/", "http://www.xmlauthority2.org/"}));
  collection.gather();
  const Summary read = summary(collection);
  EXPECT_EQ(lines(read.annotations_by_others),
            (std::vector<std::string>{
                "http://www.xmlauthority1.org/ Fast XML Parser",
                "http://www.xmlauthority2.org/ Yet another SAX based XML Processor"}));
  EXPECT_EQ(lines(read.own_annotations),
            (std::vector<std::string>{"http://www.xml.com/SAX_processor SAX information",
                                      "http://www.xml.com/XML-press XML Press Release"}));
  for (const Annotation& said : read.annotations_by_others) {
    EXPECT_EQ(said.sites, 1);
    EXPECT_EQ(said.first_seen, said.last_seen);
    EXPECT_FALSE(said.first_seen.empty());
    EXPECT_FALSE(said.navigation);
  }
}

// "The cumulative metadata for a page continues to be updated even without revisiting the page."
TEST_F(PaperExampleTest, AnAuthorityThatIsFoundLaterIsHeardWithoutFetchingTheParserAgain) {
  auto text = from({kParser});
  const TestCollection collection(text);
  collection.gather();
  EXPECT_TRUE(summary(collection).annotations_by_others.empty());
  text.seeds.push_back("http://www.xmlauthority1.org/");
  collection.respecify(text);
  collection.gather();
  EXPECT_EQ(lines(summary(collection).annotations_by_others),
            std::vector<std::string>{"http://www.xmlauthority1.org/ Fast XML Parser"});
  EXPECT_EQ(web_.times_asked(kParser), 1);
}

// Section 4.2: pages are fetched again; what they no longer say is closed, and nobody else is
// asked.
TEST_F(PaperExampleTest, ALinkThatIsGoneWhenAnAuthorityIsFetchedAgainClosesItsAnnotation) {
  const TestCollection collection(
      from({kParser, "http://www.xmlauthority1.org/", "http://www.xmlauthority2.org/"}));
  collection.gather();
  summary(collection);
  web_.page("http://www.xmlauthority1.org/",
            "<title>One</title><a href='http://new.test/'>A new parser</a>");
  web_.page("http://new.test/", "<title>New</title>");
  gatherer::GatherOptions again;
  again.refresh = std::chrono::seconds(0);
  const auto report = collection.gather(again);
  EXPECT_EQ(report.stop_reason, repository::StopReason::kRefreshed);
  EXPECT_EQ(report.refreshed, 3);
  EXPECT_EQ(report.fetched_now, 0);
  EXPECT_EQ(collection.repository()->urls().find("http://new.test/").value()->state,
            repository::UrlState::kQueued);

  const auto said = summary(collection).annotations_by_others;
  const auto by_first = std::find_if(said.begin(), said.end(), [](const Annotation& one) {
    return one.page == "http://www.xmlauthority1.org/" && one.kind == AnnotationKind::kAnchor;
  });
  ASSERT_NE(by_first, said.end());
  EXPECT_EQ(by_first->text, "Fast XML Parser");
  EXPECT_NE(by_first->closed, "");
  for (const Annotation& one : said) {
    EXPECT_TRUE(one.page != "http://www.xmlauthority2.org/" || one.closed.empty()) << one.text;
  }
}

// The complete pipeline: gather, summarise, index, search; and the propagation of a new annotation.

class RiverTest : public ::testing::Test {
 protected:
  static constexpr const char* kTarget = "http://stars.test/m31";

  void SetUp() override {
    web_.page("http://stars.test/",
              "<title>Catalogue</title><p>Objects of the sky.<p><a href=/m31>great nebula in "
              "Andromeda</a>"
              "<p><a href='http://later.test/'>elsewhere</a>");
    web_.page(kTarget, "<title>M 31</title><p>A spiral galaxy, seen by every telescope.");
    web_.page("http://later.test/",
              "<title>Later</title><p>Written later. <a href='http://stars.test/m31'>"
              "our nearest large neighbour</a>");
  }
  TestCollection collection() const {
    SpecificationText text;
    text.seeds = {"http://stars.test/"};
    text.network = testing::gateway_to(web_.gateway());
    return TestCollection(text);
  }
  static std::int64_t summarize(const TestCollection& collection) {
    const auto repository = collection.repository(repository::Access::kWrite);
    const auto report = summarizer::summarize_stale(*repository, {});
    EXPECT_TRUE(report) << report.error().to_string();
    return report ? report->summarized : -1;
  }
  static std::int64_t index(const TestCollection& collection) {
    const auto repository = collection.repository();
    summarizer::RepositorySummaries summaries(*repository, "");
    const auto report = indexer::update_index(collection.open().index_folder(), summaries);
    EXPECT_TRUE(report) << report.error().to_string();
    return report ? report->indexed : -1;
  }
  static std::vector<std::string> search(const TestCollection& collection,
                                         const std::string& query) {
    auto searcher = search::Searcher::open({collection.open().index_folder()});
    EXPECT_TRUE(searcher) << searcher.error().to_string();
    std::vector<std::string> found;
    search::SearchRequest request;
    request.query = query;
    const search::Results results = searcher->search(request).value();
    for (const search::Hit& hit : results.hits) found.push_back(hit.url);
    return found;
  }

  SmallWeb web_;
};

TEST_F(RiverTest, FindsAPageByWhatOthersSayAboutIt) {
  const TestCollection made = collection();
  made.gather();
  EXPECT_EQ(summarize(made), 3);
  EXPECT_EQ(index(made), 3);
  EXPECT_EQ(search(made, "anchor:andromeda"), std::vector<std::string>{kTarget});
  EXPECT_EQ(search(made, "\"nearest large neighbour\" site:stars.test"),
            std::vector<std::string>{kTarget});
  EXPECT_EQ(search(made, "spiral galaxy"), std::vector<std::string>{kTarget});
  EXPECT_TRUE(search(made, "title:recipe").empty());
}

TEST_F(RiverTest, CarriesWhatANewPageSaysDownToTheIndex) {
  const TestCollection made = collection();
  made.gather(testing::up_to(2));
  EXPECT_EQ(summarize(made), 2);
  EXPECT_EQ(index(made), 2);
  EXPECT_TRUE(search(made, "anchor:neighbour").empty());

  made.gather();
  EXPECT_EQ(web_.times_asked(kTarget), 1) << "the page itself is not fetched again";
  EXPECT_EQ(summarize(made), 2) << "the new page, and the one that it speaks about";
  EXPECT_EQ(index(made), 2);
  EXPECT_EQ(search(made, "anchor:neighbour"), std::vector<std::string>{kTarget});
}

TEST_F(RiverTest, MakesOnePageStaleForOneNewAnnotation) {
  web_.page("http://later.test/",
            "<meta name=robots content=noindex><a href='http://stars.test/m31'>"
            "our nearest large neighbour</a>");
  const TestCollection made = collection();
  made.gather(testing::up_to(2));
  summarize(made);
  index(made);
  made.gather();
  EXPECT_EQ(summarize(made), 1);
  EXPECT_EQ(index(made), 1) << "exactly the page that is spoken about is indexed again";
  EXPECT_EQ(search(made, "anchor:neighbour"), std::vector<std::string>{kTarget});
}

}  // namespace
}  // namespace porthole
