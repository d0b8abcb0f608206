#include "indexer/indexer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>
#include <xapian.h>

#include <csignal>
#include <filesystem>
#include <utility>

#include "base/url/url.h"
#include "indexer/document_data.h"
#include "indexer/fields.h"
#include "indexer/link_terms.h"
#include "indexer/synonyms.h"
#include "tests/support/summary_feed.h"

namespace porthole::indexer {
namespace {

namespace fs = std::filesystem;
using test::said;
using test::summary_of;
using test::SummaryFeed;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class IndexerTest : public ::testing::Test {
 protected:
  IndexerTest() {
    std::string name = (fs::temp_directory_path() / "porthole-index-XXXXXX").string();
    base_ = mkdtemp(name.data());
    folder_ = base_ / "index";
  }
  ~IndexerTest() override { fs::remove_all(base_); }

  IndexReport update(const IndexOptions& options = {}) {
    const auto report = update_index(folder_, feed_, options);
    EXPECT_TRUE(report) << report.error().to_string();
    return report.value_or(IndexReport{});
  }
  Xapian::Database database() const { return Xapian::Database(folder_.string()); }
  bool has_term(const std::string& term) const { return database().term_exists(term); }
  Xapian::termcount occurrences(const std::string& term) const {
    Xapian::termcount count = 0;
    const Xapian::Database index = database();
    for (auto it = index.postlist_begin(term); it != index.postlist_end(term); ++it)
      count += it.get_wdf();
    return count;
  }

  fs::path base_;
  fs::path folder_;
  SummaryFeed feed_;
};

TEST_F(IndexerTest, IndexesAllAtFirstAndThenOnlyWhatChanged) {
  for (int i = 0; i < 20; ++i) {
    feed_.put(summary_of("https://example.org/" + std::to_string(i), "Page", "old words"));
  }
  IndexReport first = update({.batch = 7});
  EXPECT_EQ(first.indexed, 20);
  EXPECT_EQ(first.documents, 20);
  EXPECT_EQ(first.serial, 20);

  feed_.put(summary_of("https://example.org/3", "Page", "fresh words"));
  const int given = feed_.given();
  const IndexReport second = update();
  EXPECT_EQ(second.indexed, 1);
  EXPECT_EQ(second.documents, 20);
  EXPECT_EQ(feed_.given(), given + 1);
  EXPECT_EQ(database().get_termfreq("fresh"), 1u);
  EXPECT_EQ(database().get_termfreq("old"), 19u);

  EXPECT_EQ(update().indexed, 0);
}

TEST_F(IndexerTest, TakesRemovedPagesOut) {
  feed_.put(summary_of("https://example.org/a", "A", "alpha"));
  feed_.put(summary_of("https://example.org/b", "B", "beta"));
  update();
  feed_.remove("https://example.org/a");
  feed_.remove("https://example.org/never-seen");
  const IndexReport report = update();
  EXPECT_EQ(report.removed, 1);
  EXPECT_EQ(report.documents, 1);
  EXPECT_FALSE(has_term("alpha"));
}

TEST_F(IndexerTest, NamesSummariesItCannotReadAndKeepsTheirOldDocument) {
  feed_.put(summary_of("https://example.org/a", "A", "alpha"));
  update();
  feed_.put_damaged("https://example.org/a");
  const IndexReport report = update();
  ASSERT_EQ(report.failed.size(), 1u);
  EXPECT_EQ(report.failed[0].first, "https://example.org/a");
  EXPECT_TRUE(has_term("alpha"));
  EXPECT_TRUE(update().failed.empty());  // it is asked for again only when it changes
}

TEST_F(IndexerTest, WordsOfBoilerplateAreFoundInTheirFieldAlone) {
  auto page = summary_of("https://example.org/a", "A", "spokes");
  page.boilerplate = "Imprint\nPrivacy";
  feed_.put(page);
  update();
  EXPECT_TRUE(has_term("spokes"));
  EXPECT_FALSE(has_term("imprint"));
  EXPECT_TRUE(has_term("XBOILERimprint"));
  EXPECT_FALSE(has_term("XBOILERspokes"));
}

// A character by itself, as tables of Unicode have it.
TEST_F(IndexerTest, IndexesWordsThatAreNothingButMarks) {
  feed_.put(summary_of("https://marks.example/", "Marks", "acute \xCC\x81 alone \xD6\xB0\xD9\x8B"));
  feed_.put(summary_of("https://after.example/", "After", "indexed all the same"));
  EXPECT_EQ(update().documents, 2);
  EXPECT_TRUE(has_term("\xCC\x81"));
  EXPECT_TRUE(has_term("indexed"));
}

TEST_F(IndexerTest, GivesEachFieldItsPrefix) {
  auto page = summary_of("https://docs.example.co.uk:8080/guide/wheels/truing.html",
                         "Truing Wheels", "spokes");
  page.media_type = "application/pdf";
  page.annotations_by_others = {said("https://other.example/x", "straightening tips")};
  feed_.put(page);
  update();
  for (const char* term : {"Struing",
                           "ZStru",
                           "truing",
                           "spokes",
                           "Zspoke",
                           "Utruing",
                           "Uguide",
                           "Hdocs.example.co.uk:8080",
                           "Hdocs.example.co.uk",
                           "Jdocs.example.co.uk",
                           "Jexample.co.uk",
                           "Jdocs.example.co.uk/guide",
                           "Jdocs.example.co.uk/guide/wheels",
                           "Len",
                           "Tapplication/pdf",
                           "Tpdf",
                           "Bcycling",
                           "XANCHORtips",
                           "ZXANCHORstraighten",
                           "straightening",
                           "Qhttps://docs.example.co.uk:8080/guide/wheels/truing.html"}) {
    EXPECT_TRUE(has_term(term)) << term;
  }
  EXPECT_FALSE(has_term("Jco.uk"));
  EXPECT_FALSE(has_term("XANCHORspokes"));
}

TEST_F(IndexerTest, GivesEachPropertyItsPrefixByName) {
  auto page = summary_of("https://example.org/Parser.java", "Parser", "text");
  page.resource_class = "JavaClass";
  page.properties = {{"implements", "org.Notation  X"},
                     {"author", "\xC3\x84nne M\xC3\xBCller"},
                     {"lines", "12"},
                     {"width", "800"},
                     {"typedAs", "https://schema.org/%52ecipe", PropertyKind::kUri},
                     {"xmlFragment", "<a>implemented</a>", PropertyKind::kXml}};
  feed_.put(page);
  update();
  for (const char* term : {"XPIMPLEMENTS:org.notation x", "XWIMPLEMENTS:notation",
                           "XPAUTHOR:\xC3\xA4nne m\xC3\xBCller", "XWAUTHOR:muller", "XPWIDTH:800",
                           "XPTYPEDAS:https://schema.org/Recipe", "XWTYPEDAS:52ecipe", "Tjavaclass",
                           "Tprogramsource", "Tpage"}) {
    EXPECT_TRUE(has_term(term)) << term;
  }
  for (const char* term : {"XPLINES:12", "XWWIDTH:800", "XWXMLFRAGMENT:implemented",
                           "ZXWIMPLEMENTS:notat", "notation"}) {
    EXPECT_FALSE(has_term(term)) << term;
  }
}

TEST_F(IndexerTest, HasATermForEachPageThatAPageLinksToOnce) {
  auto page = summary_of("https://example.org/", "Home", "text");
  page.own_annotations = {said("https://a.test/x", "one"), said("https://a.test/x#part", "two"),
                          said("https://a.test/%7Ex?b=2&a=1", "three"),
                          said("https://example.org/#top", "up"),
                          said("https://a.test/" + std::string(300, 'y'), "long")};
  page.aliases = {"http://example.org/index.html"};
  feed_.put(page);
  update();
  const Xapian::Database index = database();
  std::vector<std::string> links;
  for (auto it = index.allterms_begin("XLINK"); it != index.allterms_end("XLINK"); ++it)
    links.push_back(*it);
  EXPECT_THAT(links, ElementsAre(::testing::StartsWith("XLINK#"), "XLINKhttps://a.test/x",
                                 "XLINKhttps://a.test/~x?a=1&b=2"));
  EXPECT_EQ(links[0], link_term("XLINK", "https://a.test/" + std::string(300, 'y')));
  EXPECT_EQ(links[0].size(), std::string("XLINK#").size() + 16);
  EXPECT_TRUE(has_term("XALIAShttp://example.org/index.html"));
}

TEST_F(IndexerTest, AMemberOfAContainerIsADocumentOfItsOwn) {
  const std::string box = "file:///srv/list.mbox";
  auto first = summary_of(box + "#1@a.test", "First", "alpha");
  first.own_annotations = {said(box + "#2@a.test", "reply"), said("https://a.test/x#part", "page")};
  feed_.put(summary_of(box, "Mailbox", "letters"));
  feed_.put(first);
  feed_.put(summary_of(box + "#2@a.test", "Second", "beta"));
  EXPECT_EQ(update().documents, 3);
  for (const std::string& url : {box, box + "#1@a.test", box + "#2@a.test"})
    EXPECT_TRUE(has_term("Q" + url)) << url;
  EXPECT_TRUE(has_term(link_term("XLINK", box + "#2@a.test")));
  EXPECT_TRUE(has_term("XLINKhttps://a.test/x"));
  feed_.remove(box + "#1@a.test");
  EXPECT_EQ(update().removed, 1);
  EXPECT_TRUE(has_term("beta"));
  EXPECT_TRUE(has_term("letters"));
}

TEST_F(IndexerTest, IsBuiltAnewWhenItsFieldsAreOthers) {
  feed_.put(summary_of("https://example.org/", "A", "alpha"));
  update();
  summarizer::Vocabulary words = summarizer::Vocabulary::built_in();
  ASSERT_TRUE(words
                  .add(R"(<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
      xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#" xmlns:ph="urn:porthole:summary:1#">
    <rdfs:Class rdf:about="urn:example:chess#Game"><rdfs:label>game</rdfs:label>
      <rdfs:comment>A game of chess.</rdfs:comment>
      <rdfs:subClassOf rdf:resource="urn:porthole:summary:1#Text"/></rdfs:Class>
    <rdf:Property rdf:about="urn:example:chess#opening"><rdfs:label>opening</rdfs:label>
      <rdfs:comment>How it begins.</rdfs:comment>
      <rdfs:domain rdf:resource="urn:example:chess#Game"/>
      <rdfs:range rdf:resource="http://www.w3.org/2000/01/rdf-schema#Literal"/>
      <ph:searchable>true</ph:searchable></rdf:Property></rdf:RDF>)",
                       "chess.rdfs")
                  .empty());
  auto game = summary_of("https://example.org/game", "Game", "1. e4");
  game.resource_class = "urn:example:chess#Game";
  game.properties = {{"urn:example:chess#opening", "Ruy Lopez"}};
  feed_.put(game);
  EXPECT_FALSE(update({.words = nullptr}).rebuilt);
  EXPECT_FALSE(has_term("XWOPENING:lopez"));
  const IndexReport report = update({.words = &words});
  EXPECT_TRUE(report.rebuilt);
  EXPECT_EQ(report.documents, 2);
  EXPECT_TRUE(has_term("XWOPENING:lopez"));
  EXPECT_TRUE(has_term("Tgame"));
  EXPECT_TRUE(has_term("Ttext"));
  EXPECT_FALSE(update({.words = &words}).rebuilt);
}

TEST(LinkTermsTest, TakesNoUrlForItsOwnKeyThatIsNone) {
  for (const char* url : {"http://a.test/x",
                          "https://A.test/",
                          "http://a.test",
                          "http://a.test/a/../b",
                          "http://a.test/%7Ex",
                          "http://a.test/x?b&a",
                          "http://u@a.test/",
                          "http://a.test:80/",
                          "http://a.test./x",
                          "http://1.2/x",
                          "http://0x7f.1/",
                          "http://xn--a/",
                          "http://a..test/",
                          "http://a.test/x y",
                          "mailto:x@y",
                          "http:///a",
                          "https://a-b.test/A_b-c~d.html#e",
                          "http://.a.test/",
                          "x",
                          ""}) {
    const Result<Url> parsed = Url::parse(url);
    EXPECT_EQ(key_of_url(url), parsed ? parsed->key() : url) << url;
  }
}

TEST_F(IndexerTest, CountsATextOfAnAnchorOnceForEachSiteThatSaysIt) {
  auto page = summary_of("https://example.org/", "Home", "");
  for (int i = 0; i < 50; ++i) {
    page.annotations_by_others.push_back(said("https://a.example/" + std::to_string(i), "gearbox"));
  }
  page.annotations_by_others.push_back(said("https://www.a.example/", "Gearbox "));
  page.annotations_by_others.push_back(said("https://b.test/", "gearbox"));
  page.annotations_by_others.push_back(said("https://b.test/", "next"));
  feed_.put(page);
  update();
  EXPECT_EQ(occurrences("XANCHORgearbox"), 2u);
  EXPECT_EQ(occurrences("gearbox"), 2 * kAnchorWeight);
  EXPECT_FALSE(has_term("XANCHORnext"));
}

TEST_F(IndexerTest, AnAnchorOfARelevantPageWeighsTwiceAsMuchAndAnAlternativeTextLess) {
  auto page = summary_of("https://example.org/", "Home", "");
  const auto add = [&](std::string site, const char* text, AnnotationKind kind, double relevance) {
    page.annotations_by_others.push_back(said("https://" + site + ".test/", text, kind));
    page.annotations_by_others.back().relevance = Relevance(relevance);
  };
  for (const char* site : {"a", "b", "c", "d"}) {
    add(site, "plain", AnnotationKind::kAnchor, 0);
    add(site, "expert", AnnotationKind::kAnchor, 1);
    add(site, "picture", AnnotationKind::kAlt, 1);
  }
  feed_.put(page);
  update();
  EXPECT_EQ(occurrences("XANCHORplain"), 4u);
  EXPECT_EQ(occurrences("XANCHORexpert"), 8u);
  EXPECT_EQ(occurrences("XANCHORpicture"), 6u);
}

TEST_F(IndexerTest, StemsADocumentByItsOwnLanguage) {
  auto german = summary_of("https://example.de/",
                           "Fahrr\xC3\xA4"
                           "der",
                           "Die H\xC3\xA4user");
  german.language = "de";
  feed_.put(german);
  update();
  EXPECT_TRUE(has_term("Zhaus"));
  EXPECT_EQ(database().get_metadata(kMetaLanguages), "de");
}

TEST_F(IndexerTest, GivesLongUrlsAnIdentityThatFits) {
  const std::string path(400, 'a');
  feed_.put(summary_of("https://example.org/" + path + "1", "One", "uno"));
  feed_.put(summary_of("https://example.org/" + path + "2", "Two", "due"));
  EXPECT_EQ(update().documents, 2);
  feed_.put(summary_of("https://example.org/" + path + "2", "Two", "tre"));
  EXPECT_EQ(update().documents, 2);
  EXPECT_LE(id_term("https://example.org/" + path).size(), kMaxTermBytes);
}

TEST_F(IndexerTest, KeepsNoTextOfAPageThatWantsNoSnippets) {
  auto page = summary_of("https://example.org/", "Secret", "hidden treasure");
  page.nosnippet = true;
  page.description = "hidden too";
  feed_.put(page);
  update();
  const Xapian::Document document = database().get_document(1);
  const auto data = read_document_data(document.get_data(), document.get_value(kShownSlot));
  ASSERT_TRUE(data);
  EXPECT_EQ(data->text, "");
  EXPECT_EQ(data->description, "");
  EXPECT_TRUE(data->nosnippet);
  EXPECT_TRUE(has_term("treasure"));  // found, not shown
}

// The entries of a table of contents are the headings behind it.
TEST_F(IndexerTest, KeepsTheTextForSnippetsWithoutTheTableOfContents) {
  const std::string long_part = std::string(kTextKept, 'x') + "\n";
  feed_.put(summary_of(
      "https://a.org/", "Manual",
      "Chains\nWheels\nChains\nA  chain has links.\nWheels\nWheels turn.\n" + long_part));
  update();
  const Xapian::Document document = database().get_document(1);
  const auto data = read_document_data(document.get_data(), document.get_value(kShownSlot));
  ASSERT_TRUE(data);
  EXPECT_TRUE(data->text.starts_with("Chains\nA chain has links.\nWheels\nWheels turn.\nxxx"));
  EXPECT_EQ(data->text.size(), kTextKept);
  EXPECT_EQ(occurrences("wheels"), 3u) << "all of the text is searched";
}

TEST_F(IndexerTest, DescribesItsFieldsInTheIndexItself) {
  update();
  EXPECT_THAT(database().get_metadata(kMetaFields), HasSubstr("XANCHOR"));
  EXPECT_EQ(database().get_metadata(kMetaVersion), kIndexVersion);
}

TEST_F(IndexerTest, SaysThatAnotherProcessIsIndexing) {
  update();
  const Xapian::WritableDatabase holder(folder_.string(), Xapian::DB_OPEN);
  feed_.put(summary_of("https://example.org/", "A", "a"));
  const auto report = update_index(folder_, feed_);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, ErrorCode::kBusy);
  EXPECT_FALSE(report.error().hint.empty());
}

TEST_F(IndexerTest, BuildsAnIndexOfAnotherVersionAnew) {
  feed_.put(summary_of("https://example.org/", "A", "alpha"));
  update();
  {
    Xapian::WritableDatabase old(folder_.string(), Xapian::DB_OPEN);
    old.set_metadata(kMetaVersion, "0");
    old.commit();
  }
  const IndexReport report = update();
  EXPECT_TRUE(report.rebuilt);
  EXPECT_EQ(report.indexed, 1);
  EXPECT_EQ(database().get_metadata(kMetaVersion), kIndexVersion);
}

TEST_F(IndexerTest, StopsAtTheFlagAndGoesOnFromThere) {
  for (int i = 0; i < 30; ++i) {
    feed_.put(summary_of("https://example.org/" + std::to_string(i), "Page", "word"));
  }
  std::atomic<bool> stop = false;
  IndexOptions options{
      .batch = 10, .progress = [&stop](const IndexReport&) { stop = true; }, .stop = &stop};
  const IndexReport first = update(options);
  EXPECT_TRUE(first.stopped);
  EXPECT_EQ(first.indexed, 10);
  const IndexReport second = update();
  EXPECT_EQ(second.indexed, 20);
  EXPECT_EQ(second.documents, 30);
}

TEST_F(IndexerTest, AWordOfAHeadingHasAFieldAndCountsMoreThanOneOfTheText) {
  auto page = summary_of("https://example.org/", "Wheels", "Spoke tension\nMeasured by ear.");
  page.properties = {{"heading", "Spoke tension"}};
  feed_.put(page);
  update();
  EXPECT_EQ(occurrences("tension"), 1 + kHeadingWeight);
  EXPECT_EQ(occurrences("measured"), 1u);
  EXPECT_TRUE(has_term("XWHEADING:tension"));
  EXPECT_TRUE(has_term("XPHEADING:spoke tension"));
}

TEST_F(IndexerTest, SynonymsSurviveTheMergeOfSegmentsAndAreThoseOfTheLastUpdate) {
  for (int i = 0; i < 120; ++i)
    feed_.put(summary_of("https://example.org/" + std::to_string(i), "Page", "word"));
  update({.synonyms = {
              {"Light Curves", "Photometry"}, {"light curve", "light curves"}, {"...", "word"}}});
  EXPECT_EQ(read_synonyms(database()), (Synonyms{{"light curve", {"photometry"}}}));
  update({.synonyms = {{"light curve", "photometry"}, {"bicycle", "Derailleur cables"}}});
  EXPECT_EQ(read_synonyms(database()),
            (Synonyms{{"light curve", {"photometry"}}, {"bicycle", {"derailleur cables"}}}));
  feed_.put(summary_of("https://example.org/new", "Page", "word"));
  update({.synonyms = {{"bicycle", "cycle"}}});
  EXPECT_EQ(read_synonyms(database()), (Synonyms{{"bicycle", {"cycle"}}}));
}

// The child is killed right after its n-th commit was announced or somewhere in the work behind it.
TEST_F(IndexerTest, GoesOnAfterBeingKilledWithoutLossAndWithoutDoubles) {
  for (int i = 0; i < 60; ++i) {
    feed_.put(summary_of("https://example.org/" + std::to_string(i), "Page",
                         "word " + std::to_string(i)));
  }
  for (int kill_at = 1; kill_at <= 5; ++kill_at) {
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      int commits = 0;
      (void)update_index(folder_, feed_, {.batch = 3, .progress = [&](const IndexReport&) {
                                            if (++commits == kill_at) raise(SIGKILL);
                                          }});
      _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_TRUE(WIFSIGNALED(status));
  }
  const IndexReport report = update();
  EXPECT_EQ(report.documents, 60);
  EXPECT_EQ(report.indexed, 60 - 3 * (1 + 2 + 3 + 4 + 5));
  EXPECT_EQ(database().get_termfreq("word"), 60u);
}

TEST_F(IndexerTest, HasEveryWordOfTitlesInItsSpellingAlsoWhenItWasKilledBetween) {
  for (const char* page : {"a", "b", "c"}) {
    feed_.put(summary_of("https://example.org/" + std::string(page),
                         "Common " + std::string(4, page[0]), "text"));
  }
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    (void)update_index(folder_, feed_,
                       {.batch = 2, .progress = [](const IndexReport&) { raise(SIGKILL); }});
    _exit(0);
  }
  waitpid(child, nullptr, 0);
  EXPECT_EQ(update({.batch = 1}).indexed, 1);
  const auto spelling = [this] {
    const Xapian::Database index = database();
    EXPECT_EQ(index.metadata_keys_begin("porthole.words"),
              index.metadata_keys_end("porthole.words"));
    return std::vector<std::string>(index.spellings_begin(), index.spellings_end());
  };
  EXPECT_THAT(spelling(), ElementsAre("aaaa", "bbbb", "cccc", "common"));
  feed_.put(summary_of("https://example.org/d", "Common dddd", "text"));
  update();
  EXPECT_THAT(spelling(), ElementsAre("aaaa", "bbbb", "cccc", "common", "dddd"));
}

// A page that changes while an index is built in bulk ends the bulk: it is replaced, not added
// twice.
TEST_F(IndexerTest, ReplacesAPageThatChangesDuringTheFirstBuild) {
  feed_.put(summary_of("https://example.org/a", "A", "early"));
  feed_.put(summary_of("https://example.org/b", "B", "gone"));
  IndexOptions options{.batch = 1};
  bool changed = false;
  options.progress = [&](const IndexReport& report) {
    if (report.indexed < 2 || std::exchange(changed, true)) return;
    feed_.put(summary_of("https://example.org/a", "A", "late"));
    feed_.remove("https://example.org/b");
    feed_.put(summary_of("https://example.org/c", "C", "new"));
  };
  const IndexReport report = update(options);
  EXPECT_EQ(report.documents, 2);
  EXPECT_EQ(report.removed, 1);
  EXPECT_TRUE(has_term("late"));
  EXPECT_TRUE(has_term("new"));
  EXPECT_FALSE(has_term("early"));
  EXPECT_FALSE(has_term("gone"));
}

TEST_F(IndexerTest, MergesManySegmentsIntoOneIndexAndLeavesNothingBeside) {
  for (int i = 0; i < 120; ++i) {
    feed_.put(summary_of("https://example.org/" + std::to_string(i), "Page", "word"));
  }
  const IndexReport report = update({.batch = 1});  // more segments than are merged at once
  EXPECT_EQ(report.documents, 120);
  EXPECT_EQ(database().get_termfreq("word"), 120u);
  EXPECT_THAT(std::vector<fs::path>(fs::directory_iterator(base_), {}), ElementsAre(folder_));
}

}  // namespace
}  // namespace porthole::indexer
