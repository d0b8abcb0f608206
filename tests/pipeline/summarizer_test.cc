// Plug-ins in the complete pipeline: properties found by a summarizer reach repository and RDF; a
// scope rule and a strategy decide; a failing plug-in is disabled and reported.

#include "summarizer/summarizer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "base/confinement/confinement.h"
#include "gatherer/crawl/unread_pages.h"
#include "plugins/host/health.h"
#include "plugins/tool_folders.h"
#include "summarizer/rdf_formats.h"
#include "summarizer/rdf_writer.h"
#include "summarizer/schema/kept_schemas.h"
#include "summarizer/summarize.h"
#include "tests/pipeline/gather_fixture.h"

namespace porthole {
namespace {

using testing::GatherFixture;
using ::testing::HasSubstr;
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
    const auto known = repository->urls().find(Url::parse(url)->key());
    if (!known || !*known) return {};
    const auto found = repository->pages().get((*known)->id);
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
  const std::vector<Property> expected = {
      {"column", "star"}, {"column", "magnitude"}, {"rows", "2"}};
  EXPECT_EQ(table.properties, expected);

  const auto repository = collection.repository(repository::Access::kWrite);
  ASSERT_TRUE(summarizer::summarize_stale(*repository, {}));
  const auto known = repository->urls().find("http://a.test/stars.csv");
  const auto summary = summarizer::SummaryMaker(*repository, "").make((*known)->id).value();
  ASSERT_TRUE(summary);
  EXPECT_THAT(write_rdf(*summary), HasSubstr("<ph:column>magnitude</ph:column>"));
  EXPECT_EQ(summary->resource_class, "Dataset");
  EXPECT_EQ(summary->properties, expected);
}

TEST_F(SummarizerPipelineTest, AFeedLeadsTheCrawlToWhatIsNew) {
  web_.page("http://a.test/",
            "<title>A</title><link rel=alternate type='application/rss+xml' href=/feed><p>text");
  web_.answer("http://a.test/feed", 200, "Content-Type: application/rss+xml\r\n",
              "<rss version='2.0'><channel><title>News</title><item><title>A new star</title>"
              "<link>http://a.test/new</link></item></channel></rss>");
  web_.page("http://a.test/new", "<title>New</title><p>text");
  const TestCollection collection(from({"http://a.test/"}));
  gather(collection);
  EXPECT_EQ(page(collection, "http://a.test/feed").document.resource_class, "Feed");
  EXPECT_EQ(page(collection, "http://a.test/new").document.title, "New");
}

TEST_F(SummarizerPipelineTest, AnImageIsSummarisedWithWhatPagesThatShowItSay) {
  if (!std::filesystem::exists(PORTHOLE_BINARY_DIR "/lib/plugins/images.so")) {
    GTEST_SKIP() << "the summarizer of images is not built: the package libexiv2-dev is missing";
  }
  // A comment, and one white pixel.
  const std::string gif = std::string("GIF89a\1\0\1\0\x80\0\0\xFF\xFF\xFF\0\0\0!\xFE\xC8", 22) +
                          std::string(200, 'c') +
                          std::string("\0,\0\0\0\0\1\0\1\0\0\2\2D\1\0;", 17);
  web_.page("http://a.test/",
            "<title>A</title><p>Stars <a href=m.gif title='A double star'><img src=m.gif alt='The "
            "Mizar'></a>");
  web_.answer("http://a.test/m.gif", 200, "Content-Type: image/gif\r\n", gif);
  const TestCollection collection(from({"http://a.test/"}));
  gather(collection);

  const Document image = page(collection, "http://a.test/m.gif").document;
  EXPECT_EQ(image.resource_class, "Image");
  EXPECT_THAT(image.properties, ::testing::Contains(Property{"width", "1"}));
  const auto repository = collection.repository(repository::Access::kWrite);
  ASSERT_TRUE(summarizer::summarize_stale(*repository, {}));
  const auto known = repository->urls().find("http://a.test/m.gif");
  const auto summary = summarizer::SummaryMaker(*repository, "").make((*known)->id).value();
  ASSERT_TRUE(summary);
  const std::string rdf = write_rdf(*summary);
  EXPECT_THAT(rdf, ::testing::ContainsRegex(
                       "<ph:ImageAnnotation ph:kind=\"alt\"[^>]* ph:annotation=\"The Mizar\""));
  EXPECT_THAT(rdf, HasSubstr("ph:annotation=\"A double star\""));
}

TEST_F(SummarizerPipelineTest, APageWhoseSummarizerFailsIsKeptWithTheReason) {
  const TestPlugins plugins;
  std::string links = "<title>T</title>";
  for (int i = 0; i < plugins::kMostFailures + 2; ++i) {
    const std::string url = "http://a.test/" + std::to_string(i) + ".trouble";
    links += testing::link(url);
    web_.answer(url, 200, "Content-Type: application/x-trouble\r\n", "throw " + std::to_string(i));
  }
  web_.page("http://a.test/", links);
  const TestCollection collection(from({"http://a.test/"}));
  gather(collection);

  const Document failed = page(collection, "http://a.test/0.trouble").document;
  EXPECT_EQ(failed.status, ParseStatus::kFailed);
  EXPECT_THAT(failed.status_detail, HasSubstr("I was told to throw"));
  const auto records = collection.repository()->crawl().plugins();
  ASSERT_TRUE(records);
  ASSERT_EQ(records->size(), 1u);
  EXPECT_EQ(records->front().name, "trouble");
  EXPECT_TRUE(records->front().set_aside);
  EXPECT_GE(records->front().failed, plugins::kMostFailures);
}

TEST_F(SummarizerPipelineTest, ACrawlGoesOnAfterAPlugInHasTriedToGetOut) {
  if (const auto kernel = confinement::kernel_support(); !kernel.is_complete())
    GTEST_SKIP() << "this kernel lacks " << kernel.missing();
  const TestPlugins plugins;
  const std::vector<std::string> attempts = {
      "read /etc/passwd",  "exec",  "connect 80", "trace", "fork", "kill", "large", "unix",
      "remove /etc/hosts", "listen"};
  std::string links = "<title>A</title>";
  for (std::size_t i = 0; i < attempts.size(); ++i) {
    const std::string name = std::to_string(i) + ".breakout";
    links += "<a href=/" + name + ">" + name + "</a>";
    web_.answer("http://a.test/" + name, 200, "Content-Type: application/x-breakout\r\n",
                attempts[i]);
  }
  web_.page("http://a.test/", links + "<a href=/z>z</a>");
  web_.page("http://a.test/z", "<title>Z</title>");
  const TestCollection collection(from({"http://a.test/"}));
  gather(collection);
  for (std::size_t i = 0; i < attempts.size(); ++i) {
    const std::string url = "http://a.test/" + std::to_string(i) + ".breakout";
    const std::string outcome = page(collection, url).document.title;
    EXPECT_TRUE(outcome == "Operation not permitted" || outcome == "Permission denied" ||
                outcome == "File too large")
        << attempts[i] << ": " << outcome;
  }
  EXPECT_EQ(page(collection, "http://a.test/z").document.title, "Z");
}

TEST_F(SummarizerPipelineTest, WhatIsInsideOfAPageIsAPageOfItsOwn) {
  const TestPlugins plugins;
  web_.page("http://a.test/", "<title>A</title><p>text <a href=box>box</a>");
  web_.answer("http://a.test/box", 200, "Content-Type: application/x-trouble\r\n", "members");
  const TestCollection collection(from({"http://a.test/"}));
  gather(collection);
  const auto repository = collection.repository();
  const auto member = repository->urls().find("http://a.test/box#page%207");
  ASSERT_TRUE(member && *member);
  EXPECT_EQ((*member)->state, repository::UrlState::kFetched);
  EXPECT_EQ((*member)->found_on, (*repository->urls().find("http://a.test/box").value()).id);
  const auto found = repository->pages().get((*member)->id);
  EXPECT_EQ((*found)->document.text, "inside 7");
  EXPECT_FALSE((*found)->archive_file.empty());
  EXPECT_EQ(repository->counts()->fetched, 102);
  EXPECT_EQ(web_.times_asked("http://a.test/box"), 1);
}

/// Pages of `collection` that stand inside of others.
std::set<std::string> members_of(const TestCollection& collection) {
  std::set<std::string> members = collection.pages();
  std::erase_if(members, [](const std::string& url) { return url.find('#') == std::string::npos; });
  return members;
}

TEST_F(SummarizerPipelineTest, MembersStayWithinTheBudgetAndTheOthersAreReadFromTheArchiveLater) {
  const TestPlugins plugins;
  web_.page("http://a.test/", "<title>A</title><p>text <a href=box>box</a>");
  web_.answer("http://a.test/box", 200, "Content-Type: application/x-trouble\r\n", "members");
  const TestCollection collection(from({"http://a.test/"}));
  const auto first = collection.gather(testing::up_to(5));
  EXPECT_EQ(first.fetched, 5);
  EXPECT_EQ(first.stop_reason, repository::StopReason::kBudget);
  EXPECT_EQ(members_of(collection).size(), 3u);
  EXPECT_EQ(collection.repository()->urls().find("http://a.test/box#page%207").value()->reason,
            repository::DropReason::kUnreadMember);
  const auto kept = members_of(collection);

  EXPECT_EQ(collection.gather(testing::up_to(5)).fetched_now, 0);
  EXPECT_EQ(collection.gather(testing::up_to(50)).fetched, 50);
  EXPECT_EQ(collection.gather().fetched, 102);
  EXPECT_EQ(members_of(collection).size(), 100u);
  for (const std::string& member : kept) EXPECT_TRUE(members_of(collection).contains(member));
  EXPECT_EQ(web_.times_asked("http://a.test/box"), 1);
}

/// The page whose URL, fragment and all, is `url`.
repository::PageRecord page_at(const TestCollection& collection, const std::string& url) {
  const auto repository = collection.repository();
  const auto known = repository->urls().find(url);
  if (!known || !*known) return {};
  const auto found = repository->pages().get((*known)->id);
  return found && *found ? **found : repository::PageRecord{};
}

gatherer::GatherReport refresh(const TestCollection& collection) {
  gatherer::GatherOptions again;
  again.refresh = std::chrono::seconds(0);
  return collection.gather(again);
}

TEST_F(SummarizerPipelineTest, WhatIsInsideOfAPageThatHasNotChangedIsDatedWithIt) {
  const TestPlugins plugins;
  const std::string box = "http://a.test/box", inside = box + "#page%207";
  web_.answer(box, 200, "Content-Type: application/x-trouble\r\nETag: \"1\"\r\n", "members");
  const TestCollection collection(from({box}));
  gather(collection);
  const repository::PageRecord before = page_at(collection, inside);
  {
    repository::Batch older;
    for (const std::string& url : {box, inside}) {
      older.unchanged.emplace_back(page_at(collection, url).id,
                                   before.fetched_at - std::chrono::hours(1));
    }
    ASSERT_TRUE(collection.repository(repository::Access::kWrite)->crawl().apply(older));
  }
  web_.answer(box, 304);
  EXPECT_EQ(refresh(collection).unchanged, 101);
  EXPECT_GE(page_at(collection, inside).fetched_at, before.fetched_at);
  EXPECT_EQ(page_at(collection, inside).fetched_at, page_at(collection, box).fetched_at);
  EXPECT_EQ(page_at(collection, inside).document.text, "inside 7");
}

TEST_F(SummarizerPipelineTest, WhatIsInsideOfAPageThatHasChangedIsReadAgain) {
  const TestPlugins plugins;
  const std::string box = "http://a.test/box.wordy",
                    fields = "Content-Type: application/x-wordy\r\n";
  web_.answer(box, 200, fields,
              "a box\nmember one\n<title>one</title>\nmember two\n<title>two</title>\n");
  const TestCollection collection(from({box}));
  gather(collection);
  web_.answer(box, 200, fields,
              "a box\nmember one\n<title>another</title>\nmember three\n<title>three</title>\n");
  EXPECT_EQ(refresh(collection).refreshed, 2);
  EXPECT_EQ(page_at(collection, box + "#one").document.title, "another");
  EXPECT_EQ(page_at(collection, box + "#two").document.title, "two") << "it stays as it was";
  EXPECT_EQ(page_at(collection, box + "#three").document.title, "three");
}

TEST_F(SummarizerPipelineTest, APlugInWhoseProgramIsMissingIsNotDisabled) {
  const TestPlugins plugins;
  std::string links = "<title>T</title>";
  for (int i = 0; i < plugins::kMostFailures + 2; ++i) {
    const std::string url = "http://a.test/" + std::to_string(i);
    links += testing::link(url);
    web_.answer(url, 200, "Content-Type: application/x-trouble\r\n", "needs no-such-program");
  }
  web_.answer("http://a.test/good", 200, "Content-Type: application/x-trouble\r\n", "good");
  web_.page("http://a.test/", links + testing::link("http://a.test/good"));
  const TestCollection collection(from({"http://a.test/"}));
  gather(collection);
  EXPECT_EQ(page(collection, "http://a.test/good").document.text, "good");
  const auto unread = collection.repository()->pages().unread();
  ASSERT_TRUE(unread);
  ASSERT_EQ(unread->size(), static_cast<std::size_t>(plugins::kMostFailures + 2));
  EXPECT_TRUE(unread->front().is_page);
  EXPECT_EQ(unread->front().type, "application/x-trouble");
  EXPECT_EQ(unread->front().why, "trouble: the program no-such-program is not installed");
}

/// Makes the page look as if the program `sh` had been missing when it was fetched.
void take_text_of(const TestCollection& collection, const std::string& url) {
  repository::Batch batch;
  batch.pages.push_back(page_at(collection, url));
  Document& document = batch.pages.back().document;
  document.status = ParseStatus::kFailed;
  document.status_detail = "trouble: " + not_installed("sh");
  document.text.clear();
  ASSERT_TRUE(collection.repository(repository::Access::kWrite)->crawl().apply(batch));
}

TEST_F(SummarizerPipelineTest, APageIsReadFromTheArchiveOnceTheMissingProgramIsThere) {
  const TestPlugins plugins;
  const std::string box = "http://a.test/box";
  web_.answer(box, 200, "Content-Type: application/x-trouble\r\n", "members");
  const TestCollection collection(from({box}));
  gather(collection);
  const repository::PageRecord before = page_at(collection, box);
  take_text_of(collection, box);
  take_text_of(collection, box + "#page%207");
  EXPECT_EQ(collection.gather().refreshed, 2);
  const repository::PageRecord now = page_at(collection, box);
  EXPECT_EQ(now.document.text, "members");
  EXPECT_EQ(now.archive_offset, before.archive_offset) << "it is not archived again";
  EXPECT_EQ(now.fetched_at, before.fetched_at);
  EXPECT_EQ(page_at(collection, box + "#page%207").document.text, "inside 7");
  EXPECT_EQ(web_.times_asked(box), 1);
  EXPECT_EQ(collection.gather().refreshed, 0);
}

TEST_F(SummarizerPipelineTest, APageInARefusedLanguageIsReadFromTheArchiveOnceOnly) {
  const TestPlugins plugins;
  const std::string box = "http://a.test/box";
  web_.answer(box, 200, "Content-Type: application/x-trouble\r\n",
              "Der Mizar ist ein Stern im Gro\xC3\x9F"
              "en Wagen, den man mit dem Auge gut sieht.");
  SpecificationText text = from({box});
  const TestCollection collection(text);
  gather(collection);
  take_text_of(collection, box);
  text.scope_attributes = " languages=\"en\"";
  collection.respecify(text);
  EXPECT_EQ(collection.gather().refreshed, 1);
  EXPECT_EQ(page_at(collection, box).document.status_detail, "other language: de");
  EXPECT_EQ(page_at(collection, box).document.text, "");
  EXPECT_TRUE(collection.repository()->pages().failures()->empty());
  EXPECT_EQ(collection.gather().refreshed, 0);
}

TEST_F(SummarizerPipelineTest, PlainTextIsReadFromTheArchiveOnceAPlugInReadsIt) {
  const std::string box = "http://a.test/box.trouble";
  web_.answer(box, 200, "Content-Type: text/plain\r\n", "members");
  const TestCollection collection(from({box}));
  gather(collection);
  EXPECT_EQ(page_at(collection, box).document.status, ParseStatus::kTextOnly);
  EXPECT_EQ(collection.gather().refreshed, 0);
  const TestPlugins plugins;
  const gatherer::GatherReport report = collection.gather();
  EXPECT_EQ(report.refreshed, 1);
  EXPECT_EQ(report.relevant, collection.repository()->counts()->relevant);
  EXPECT_EQ(page_at(collection, box).document.resource_class, "Dataset");
  EXPECT_EQ(page_at(collection, box + "#page%207").document.text, "inside 7");
  EXPECT_EQ(web_.times_asked(box), 1);
  EXPECT_EQ(collection.gather().refreshed, 0);
}

TEST_F(SummarizerPipelineTest, ACaptureThatIsNotThereIsLookedForOnce) {
  web_.page("http://a.test/", "<title>A</title><p>text");
  const TestCollection collection(from({"http://a.test/"}));
  gather(collection);
  repository::Batch batch;
  repository::UrlRecord& box = batch.new_urls.emplace_back(collection.url("http://a.test/"));
  box.id = 2;
  box.key = box.href = "http://a.test/box";
  box.state = repository::UrlState::kDropped;
  box.reason = repository::DropReason::kUnsupportedType;
  box.detail = "application/x-trouble";
  ASSERT_TRUE(collection.repository(repository::Access::kWrite)->crawl().apply(batch));
  const TestPlugins plugins;
  gather(collection);
  const std::string detail = collection.url(box.href).detail;
  EXPECT_EQ(detail, "application/x-trouble; no capture for porthole " PORTHOLE_VERSION);
  EXPECT_EQ(gatherer::unread_type(detail).type, "application/x-trouble");
  gather(collection);
  EXPECT_EQ(collection.url(box.href).detail, detail);
}

TEST_F(SummarizerPipelineTest, WhatNoPlugInReadIsReadFromTheArchiveOnceThereIsOne) {
  web_.page("http://a.test/", "<title>A</title><p>text <a href=box>box</a> <a href=b>b</a>");
  web_.answer("http://a.test/box", 200, "Content-Type: application/x-trouble\r\n", "members");
  web_.answer("http://a.test/b", 200, "Content-Type: application/x-nobody\r\n", "\1\2\3");
  const TestCollection collection(from({"http://a.test/"}));
  gather(collection);
  EXPECT_EQ(collection.repository()->counts()->fetched, 1);
  const TestPlugins plugins;
  EXPECT_EQ(collection.gather().fetched, 102);
  EXPECT_FALSE(page_at(collection, "http://a.test/box").archive_file.empty());
  EXPECT_EQ(web_.times_asked("http://a.test/box"), 1);
  EXPECT_EQ(web_.times_asked("http://a.test/b"), 1);
}

TEST_F(SummarizerPipelineTest, LinksInsideOfAContainerLeadToItsMembers) {
  const TestPlugins plugins;
  web_.page("http://a.test/", "<title>A</title><p>text <a href=box.wordy>box</a>");
  web_.answer(
      "http://a.test/box.wordy", 200, "Content-Type: application/x-wordy\r\n",
      "a box\n"
      "member 1999/one.html\n<title>one</title><p>one <a href=two%7B.html?q#top>two</a>"
      "<a href=../three.html>three</a><a href=four.html>four</a><a href=/five.html>five</a>\n"
      "member 1999/two{.html\n<title>two</title><p>two\n"
      "member three.html\n<title>three</title><p>three\n");
  web_.page("http://a.test/later", "<title>L</title>later " +
                                       testing::link("box.wordy#three.html", "the third") +
                                       testing::link("box.wordy#nowhere", "the box"));
  SpecificationText text = from({"http://a.test/"});
  const TestCollection collection(text);
  collection.gather();
  const auto target = [&](const std::string& source, std::size_t position) -> std::string {
    const auto repository = collection.repository();
    const auto known = repository->urls().find(source);
    const auto links = repository->links().out_links((*known)->id).value();
    return position < links.size() ? links[position].link.url : "none";
  };
  const std::string box = "http://a.test/box.wordy";
  EXPECT_EQ(target(box + "#1999/one.html", 0), box + "#1999/two{.html");
  EXPECT_EQ(target(box + "#1999/one.html", 1), box + "#three.html");
  EXPECT_EQ(target(box + "#1999/one.html", 2), "http://a.test/five.html") << "four.html is nowhere";

  text.seeds.push_back("http://a.test/later");
  collection.respecify(text);
  collection.gather();
  EXPECT_EQ(target("http://a.test/later", 0), box + "#three.html");
  EXPECT_EQ(target("http://a.test/later", 1), box);
}

TEST_F(SummarizerPipelineTest, WordsOfASchemaAreKeptWithTheCollectionAndOthersAreToldOf) {
  const TestPlugins plugins;
  web_.answer("http://a.test/box", 200, "Content-Type: application/x-wordy\r\n", "a box");
  const TestCollection collection(from({"http://a.test/box"}));
  gather(collection);
  const Document box = page(collection, "http://a.test/box").document;
  EXPECT_EQ(box.status, ParseStatus::kParsed);
  EXPECT_EQ(box.status_detail, "in no schema: urn:test:wordy#smell");
  EXPECT_EQ(box.properties.size(), 3u) << "it is kept all the same";
  const auto words = summarizer::read_vocabulary(collection.folder());
  ASSERT_TRUE(words) << words.error().to_string();
  EXPECT_TRUE(words->is_a("urn:test:wordy#Box", "Archive"));
  EXPECT_EQ(words->find_property("urn:test:wordy#lid")->field(), "lid");
  EXPECT_EQ(words->find_class("urn:test:mute#Thing"), nullptr) << "its schema has no label";
}

TEST_F(SummarizerPipelineTest, APageOfTheWebDoesNotLeadIntoAProtocolThatIsClosedToLinks) {
  const TestPlugins plugins;
  web_.page("http://a.test/",
            "<title>A</title><p>text <a href='closed:/secret'>x</a><a href=/m>m</a>");
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
    const auto found = collection.repository()->urls().find(url);
    return found && *found ? name_of((*found)->reason) : "unknown";
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

TEST_F(SummarizerPipelineTest, AScopeRuleOfAPlugInIsAskedAgainAboutWhatWaits) {
  const TestPlugins plugins;
  web_.page("http://a.test/", "<title>A</title><p>text <a href=/b>b</a><a href=/c>c</a>");
  web_.page("http://a.test/b", "<title>B</title><p>more");
  web_.page("http://a.test/c", "<title>C</title><p>more still");
  SpecificationText text = from({"http://a.test/"});
  text.scope =
      "<accept host=\"a.test\"/>"
      "<rule library=\"trouble\" class=\"porthole::testing::TroubleRule\"/>";
  const TestCollection collection(text);
  collection.gather(testing::up_to(1));
  ASSERT_EQ(collection.state("http://a.test/b"), "queued");
  ::setenv("TROUBLE_RULE_REJECTS", "/b", 1);
  collection.gather();
  ::unsetenv("TROUBLE_RULE_REJECTS");
  EXPECT_EQ(web_.times_asked("http://a.test/b"), 0);
  EXPECT_EQ(web_.times_asked("http://a.test/c"), 1);
}

TEST_F(SummarizerPipelineTest, AStrategyOfAPlugInGathers) {
  const TestPlugins plugins;
  web_.page("http://a.test/", "<title>A</title><p>text <a href=/b>b</a>");
  web_.page("http://a.test/b", "<title>B</title><p>more");
  SpecificationText text = from({"http://a.test/"});
  for (const char* throws : {"no", "yes"}) {
    text.strategy =
        "<strategy name=\"mine\" library=\"trouble\" class=\"porthole::testing::TroubleStrategy\">"
        "<option name=\"throw\" value=\"" +
        std::string(throws) + "\"/></strategy>";
    const TestCollection collection(text);
    gather(collection);
    EXPECT_EQ(page(collection, "http://a.test/b").document.title, "B") << "throws: " << throws;
  }
}

}  // namespace
}  // namespace porthole
