#include "search/ranking/searcher.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "base/json/json.h"
#include "search/query/field_values.h"
#include "search/query/query.h"
#include "search/site/json.h"
#include "tests/support/temp_dir.h"
#include "tests/support/without_rights.h"
#include "tests/unit/search/searcher_fixture.h"

namespace porthole::search {
namespace {

using summarizer::Summary;
using test::IndexFolder;
using test::said;
using test::summary_of;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;
using ::testing::UnorderedElementsAre;

TEST_F(SearcherTest, FindsAPageByWhatOnlyOthersSayAboutIt) {
  EXPECT_THAT(urls("silent"), ElementsAre(hubs_));
  EXPECT_THAT(urls("anchor:silent"), ElementsAre(hubs_));
  EXPECT_THAT(urls("anchor:planetary"), IsEmpty());
  EXPECT_THAT(urls("\"silent transmission\""), ElementsAre(hubs_));
}

TEST_F(SearcherTest, FindsAllFormsOfAWordButAPhraseExactly) {
  EXPECT_THAT(urls("gears"), UnorderedElementsAre(hubs_, chains_));
  EXPECT_THAT(urls("rider"), ElementsAre(hubs_));
  EXPECT_THAT(urls("\"rider\""), IsEmpty());
  EXPECT_THAT(urls("\"planetary gear\""), ElementsAre(hubs_));
  EXPECT_THAT(urls("\"gear planetary\""), IsEmpty());
}

TEST_F(SearcherTest, LimitsToFields) {
  EXPECT_THAT(urls("title:gear"), ElementsAre(hubs_));
  EXPECT_THAT(urls("site:hubs.example"), UnorderedElementsAre(hubs_, paper_));
  EXPECT_THAT(urls("site:chains.example"), ElementsAre(chains_));
  EXPECT_THAT(urls("site:chains.example/care"), ElementsAre(chains_));
  EXPECT_THAT(urls("host:chains.example"), IsEmpty());
  EXPECT_THAT(urls("host:www.chains.example gear"), ElementsAre(chains_));
  EXPECT_THAT(urls("url:oil"), ElementsAre(chains_));
  EXPECT_THAT(urls("lang:de"), ElementsAre(german_));
  EXPECT_THAT(urls("type:pdf"), ElementsAre(paper_));
  EXPECT_THAT(urls("topic:cycling lang:de"), ElementsAre(german_));
}

TEST_F(SearcherTest, CombinesWithAndOrNotAndSigns) {
  EXPECT_THAT(urls("gear AND oil"), ElementsAre(chains_));
  EXPECT_THAT(urls("oil OR quiet"), UnorderedElementsAre(chains_, hubs_));
  EXPECT_THAT(urls("gear NOT oil"), ElementsAre(hubs_));
  EXPECT_THAT(urls("gear -oil"), ElementsAre(hubs_));
  EXPECT_THAT(urls("-gear"), UnorderedElementsAre(german_, paper_));
  EXPECT_THAT(urls("(oil OR losses) -site:chains.example"), ElementsAre(paper_));
  EXPECT_THAT(urls("plan*"), ElementsAre(hubs_));
}

TEST_F(SearcherTest, FallsBackToSomeOfTheWordsAndSaysSo) {
  const Results results = search("planetary oil");
  EXPECT_EQ(results.hits.size(), 2u);
  EXPECT_THAT(results.notes, ElementsAre(HasSubstr("No page has all of it")));
  EXPECT_THAT(urls("planetary oil site:chains.example"), ElementsAre(chains_));
  EXPECT_THAT(urls("+planetary oil"), ElementsAre(hubs_));
}

TEST_F(SearcherTest, AShortQuestionIsAskedByItsTellingWords) {
  const Results results = search("who is the planetary");
  EXPECT_EQ(results.hits.size(), 1u);
  EXPECT_THAT(results.notes, IsEmpty());
}

TEST_F(SearcherTest, PrefersTheMoreRelevantOfTwoEqualPages) {
  auto low = summary_of("https://r.example/1", "Saddle", "leather saddle");
  low.relevance = Relevance(0.1);
  auto high = summary_of("https://r.example/2", "Saddle", "leather saddle");
  high.relevance = Relevance(0.9);
  index_.add({low, high});
  EXPECT_THAT(urls("leather"), ElementsAre("https://r.example/2", "https://r.example/1"));
}

TEST_F(SearcherTest, MarksTheWordsInTheSnippetAndShowsMatchingAnnotationsFirst) {
  const Results results = search("+quiet transmission");
  ASSERT_EQ(results.hits.size(), 1u);
  const Hit& hit = results.hits[0];
  EXPECT_THAT(plain_text(hit.snippet), HasSubstr("how quiet it is"));
  const auto marked =
      std::find_if(hit.snippet.begin(), hit.snippet.end(), [](const Fragment& f) { return f.hit; });
  ASSERT_NE(marked, hit.snippet.end());
  EXPECT_EQ(marked->text, "quiet");
  ASSERT_FALSE(hit.annotations.empty());
  EXPECT_EQ(plain_text(hit.annotations[0].text), "silent transmission");
  EXPECT_TRUE(hit.annotations[0].text.back().hit);
  EXPECT_EQ(hit.annotators, 2);
}

TEST_F(SearcherTest, MarksStopWordsInPhrasesAndQueriesOfNothingElseAlone) {
  index_.add({summary_of("https://sets.example/", "Sets", "The set of all the rims is of steel.")});
  const auto marked = [this](const std::string& query) {
    const Results results = search(query);
    std::vector<std::string> words;
    if (results.hits.empty()) return words;
    for (const Fragment& fragment : results.hits[0].snippet) {
      if (fragment.hit) words.push_back(fragment.text);
    }
    return words;
  };
  EXPECT_THAT(marked("set of the rims"), ElementsAre("set", "rims"));
  EXPECT_THAT(marked("\"set of\" the rims"), ElementsAre("set of", "rims"));
  EXPECT_THAT(marked("of all"), ElementsAre("of", "all", "of"));
}

TEST_F(SearcherTest, TakesTheSnippetOfALongPageFromWhereThePhraseIs) {
  std::string text = "The chainring is here, the bolts are there. ";
  for (int i = 0; i < 300; ++i) text += "Words of no interest follow one another. ";
  text += "Five chainring bolts hold it. ";
  for (int i = 0; i < 50; ++i) text += "And they go on. ";
  index_.add({summary_of("https://long.example/", "Long", text)});
  for (const char* query : {"\"chainring bolts\"", "chainring bolt"}) {
    const Results results = search(query);
    ASSERT_EQ(results.hits.size(), 1u);
    const std::string snippet = plain_text(results.hits[0].snippet);
    EXPECT_THAT(snippet, HasSubstr("chainring bolts hold it."));
    EXPECT_THAT(snippet, StartsWith("Five chainring")) << "a sentence";
    EXPECT_THAT(snippet, EndsWith("on.")) << "a sentence";
  }
}

TEST_F(SearcherTest, PutsTheSentenceBeforeAListBeforeItsEntriesInTheSnippet) {
  const std::string menu = "Bells\nLamps\nLocks\nPumps\nRacks\nTyres\nTubes\nVests\n";
  index_.add({summary_of("https://list.example/1", "Parts",
                         "The shop has these parts:\n" + menu + "Spanner for pedals"),
              summary_of("https://list.example/2", "Parts",
                         "The shop sells \u00E0 la carte:\nSpanner for nuts\n" + menu)});
  const Results results = search("spanner");
  ASSERT_EQ(results.hits.size(), 2u);
  EXPECT_THAT(
      (std::vector{plain_text(results.hits[0].snippet), plain_text(results.hits[1].snippet)}),
      UnorderedElementsAre("The shop has these parts: \u2026 Spanner for pedals",
                           StartsWith("The shop sells \u00E0 la carte: Spanner for nuts")));
}

TEST_F(SearcherTest, PutsTheDescriptionBeforeAListWithoutASentence) {
  Summary page = summary_of("https://list.example/", "Parts", "Parts\nHub spanner\nCone spanner");
  page.description = "All the parts that our shop has. Call us.";
  index_.add({page});
  EXPECT_THAT(plain_text(search("cone").hits.at(0).snippet),
              ::testing::MatchesRegex("All the parts that our shop has. \u2026 .*Cone spanner"));
}

TEST_F(SearcherTest, BeginsTheSnippetOfAPageThatOthersNameWithItsFirstSentence) {
  Summary page =
      summary_of("https://list.example/", "Parts", "Home\nShop\nThis shop has all the parts.");
  page.annotations_by_others = {said("https://x.test/", "velocipede")};
  index_.add({page});
  EXPECT_EQ(plain_text(search("velocipede").hits.at(0).snippet), "This shop has all the parts.");
}

TEST_F(SearcherTest, LeavesTitleAndBylineOutOfTheSnippet) {
  Summary page = summary_of("https://club.example/", "Swarm control",
                            "Swarm control\nPosted on 6 July 2026 by Dr Anil Mehta in Swarm news\n"
                            "Lift the queen out, then the swarm has\nno reason to leave the hive.\n"
                            "2 thoughts on \u201CSwarm control\u201D");
  index_.add({page});
  EXPECT_EQ(plain_text(search("swarm").hits.at(0).snippet),
            "Lift the queen out, then the swarm has \u00B7 no reason to leave the hive.")
      << "a short line may be an entry of a list";
  page.url = "https://club.example/pdf";
  page.media_type = "application/pdf";
  page.text =
      "Swarm control - The Wold Drone\nPhoto: Jane Doe\nIn May the bees of a strong hive rear "
      "queens "
      "in cells of wax, and\nVarroa mites follow.";
  index_.add({page});
  EXPECT_EQ(
      plain_text(search("varroa").hits.at(0).snippet),
      "In May the bees of a strong hive rear queens in cells of wax, and Varroa mites follow.");
  page.url = "https://club.example/2";
  page.media_type = "text/html";
  page.text =
      "Swarm control\nLift the old queen out of her hive, then the swarm has\nno reason to go.";
  index_.add({page});
  EXPECT_EQ(plain_text(search("reason").hits.at(0).snippet),
            "Lift the old queen out of her hive, then the swarm has no reason to go.");
}

TEST_F(SearcherTest, AddsNoOmissionToATextThatEndsWithOne) {
  std::string text = "Derailleur";
  for (int i = 0; i < 41; ++i) text += " wheel";
  text += "\u2026";
  const std::string shown = text;
  for (int i = 0; i < 20; ++i) text += " transmission";
  index_.add({summary_of("https://long.example/", "Long", text)});
  const Results results = search("derailleur");
  ASSERT_EQ(results.hits.size(), 1u);
  EXPECT_EQ(plain_text(results.hits[0].snippet), shown);
}

TEST_F(SearcherTest, PagesThroughTheResults) {
  std::vector<Summary> pages;
  for (int i = 0; i < 25; ++i)
    pages.push_back(summary_of("https://many.example/" + std::to_string(i), "Pedal", "pedal"));
  index_.add(pages);
  EXPECT_EQ(search("pedal").estimated, 25);
  std::set<std::string> seen;
  for (int from = 0; from < 30; from += 10) {
    for (const Hit& hit : search("pedal", from).hits) seen.insert(hit.url);
  }
  EXPECT_EQ(seen.size(), 25u);
  EXPECT_EQ(search("pedal", 20).hits.front().rank, 21);
  EXPECT_THAT(search("pedal", 1'000'000'000).hits, IsEmpty());
  EXPECT_EQ(search("pedal", -5, -5).hits.size(), 1u);
  EXPECT_EQ(search("pedal", 0, 1'000'000).size, kMaxResultSize);
}

TEST_F(SearcherTest, OffersTheSpellingThatTheCollectionHas) {
  EXPECT_EQ(search("Eficiency losses").corrected, "efficiency losses");
  EXPECT_EQ(search("efficiency").corrected, "");
  EXPECT_EQ(search("zzzzqqqq").corrected, "");
}

TEST_F(SearcherTest, AWordOfAUrlAndAShortWordAreNotTakenForOthers) {
  index_.add({summary_of("https://m.test/hive-hire/", "Here and there", "Extractors for members")});
  EXPECT_EQ(search("extractors hire").corrected, "");
  EXPECT_EQ(search("cire extractors").corrected, "care extractors") << "not \"here\"";
}

TEST_F(SearcherTest, OffersTheSpellingOfAWordThatStandsInTextsAlone) {
  index_.add({summary_of("https://m.test/1", "One", "on magnetic resonance"),
              summary_of("https://m.test/2", "Two", "more resonance"),
              summary_of("https://m.test/3", "Three", "resonnances, mistyped in one page")});
  EXPECT_EQ(search("ressonnance gear").corrected, "resonance gear");
  EXPECT_EQ(search("resonances").corrected, "") << "another form of it";
}

TEST_F(SearcherTest, ARareWordOneEditFromAFrequentOneIsOfferedAndSearchedBesideIt) {
  std::vector<summarizer::Summary> pages;
  for (int i = 0; i < 12; ++i)
    pages.push_back(summary_of("https://p.test/" + std::to_string(i), "Pruning", "on pruning"));
  pages.push_back(summary_of("https://p.test/typo", "Roses", "pruming of roses"));
  index_.add(pages);
  const Results found = search("pruming");
  EXPECT_EQ(found.corrected, "pruning");
  EXPECT_EQ(found.hits.at(0).url, "https://p.test/typo");
  EXPECT_EQ(found.estimated, 13);
  EXPECT_EQ(search("\"pruming\"").estimated, 1);
  EXPECT_EQ(search("pruming roses").corrected, "") << "no page has the other word and roses";
}

TEST_F(SearcherTest, WordsAreFoundWrittenAsOneAndAsTwo) {
  index_.add({summary_of("https://w.test/1", "One", "a fulltext index"),
              summary_of("https://w.test/2", "Two", "another fulltext index"),
              summary_of("https://w.test/3", "Three", "full text, and more full text"),
              summary_of("https://w.test/4", "Four", "the full moon"),
              summary_of("https://w.test/5", "Five", "a text in full")});
  EXPECT_EQ(search("full text").estimated, 5) << "\"full\", \"text\" or \"fulltext\"";
  for (const Hit& hit : search("\"full text\"").hits) EXPECT_EQ(hit.url, "https://w.test/3");
  for (int i = 0; i < 60; ++i)
    index_.add({summary_of("https://n.test/" + std::to_string(i), "Other", "of other things")});
  EXPECT_EQ(search("fulltext").estimated, 3);
}

TEST_F(SearcherTest, ShowsWhatTheCorrectionFindsWhereNoPageHasTheWord) {
  const Results instead = search("Eficiency");
  EXPECT_EQ(instead.query, "efficiency");
  EXPECT_EQ(instead.instead_of, "Eficiency");
  EXPECT_EQ(instead.corrected, "");
  ASSERT_EQ(instead.hits.size(), 1u);
  EXPECT_EQ(instead.hits[0].url, paper_);

  auto searcher = Searcher::open({index_.path()});
  SearchRequest as_written;
  as_written.query = "Eficiency";
  as_written.as_written = true;
  const auto nothing = searcher->search(as_written);
  ASSERT_TRUE(nothing);
  EXPECT_THAT(nothing->hits, IsEmpty());
  EXPECT_EQ(nothing->query, "Eficiency");
  EXPECT_EQ(nothing->corrected, "efficiency");

  for (const char* query : {"gear", "Eficiency gear", "zzzzqqqq", "Eficiency lang:de"})
    EXPECT_EQ(search(query).instead_of, "") << query;
}

TEST_F(SearcherTest, CompletesAWordByThePagesThatHaveTheWordsBefore) {
  std::vector<Summary> pages;
  for (int i = 0; i < 9; ++i) {
    const std::string number = std::to_string(i);
    pages.push_back(summary_of("https://a.test/" + number, "On " + number,
                               "resources and a resolution " + number));
  }
  pages.push_back(summary_of("https://b.test/1", "Three", "magnetic resonance and its resources"));
  pages.push_back(
      summary_of("https://b.test/2", "Four", "magnetic resonance is there with resources"));
  pages.push_back(summary_of("https://b.test/3", "Five", "magnetic poles, the reserve"));
  index_.add(pages);
  auto searcher = Searcher::open({index_.path()});
  const auto words = [&](const char* query) {
    std::vector<std::string> found;
    const Completions completions = searcher->complete(query, 20).value();
    for (const Completion& one : completions.list) {
      if (one.kind == CompletionKind::kWord)
        found.push_back(one.end + " " + std::to_string(*one.pages));
    }
    return found;
  };
  EXPECT_THAT(words("res"),
              ElementsAre("resources 11", "resolution 9", "resonance 2", "reserve 1"));
  EXPECT_THAT(words("magnetic reso"), ElementsAre("resonance 2", "resources 2"));
  EXPECT_THAT(words("\"magnetic\" site:b.test -poles res"),
              ElementsAre("resonance 2", "reserve 1", "resources 2"));
  EXPECT_THAT(words("zzzz reso"), ElementsAre("resources 11", "resolution 9", "resonance 2"))
      << "no page has the word before";
  EXPECT_THAT(words("th"), ElementsAre("three 1")) << "the and there are stop words";
}

TEST_F(SearcherTest, CompletesByWordsOfTitlesAndAnchorsBeforeThoseOfTexts) {
  auto scanner = summary_of("https://a.test/1", "DICOM", "a format, not a dictionary");
  auto reader = summary_of("https://a.test/2", "Reader", "of a dictionary");
  reader.annotations_by_others = {said("https://b.test/", "the dicey reader")};
  index_.add({scanner, reader, summary_of("https://a.test/3", "Third", "dictionary")});
  auto searcher = Searcher::open({index_.path()});
  std::vector<std::string> words;
  const Completions completions = searcher->complete("dic", 20).value();
  for (const Completion& one : completions.list) {
    if (one.kind == CompletionKind::kWord) words.push_back(one.end);
  }
  EXPECT_THAT(words, ElementsAre("dicom", "dicey", "dictionary"));
}

TEST_F(SearcherTest, ListsNoStopWordsAmongTheValuesOfTexts) {
  auto page = summary_of("https://a.test/1", "The gears of the hub", "text");
  page.annotations_by_others = {said("https://b.test/", "all about the gears")};
  index_.add({page});
  auto searcher = Searcher::open({index_.path()});
  for (const char* name : {"title", "anchor"}) {
    const auto listed = searcher->list_fields(100, name);
    ASSERT_TRUE(listed);
    std::vector<std::string> values;
    for (const FieldValue& one : listed->at(0).values) values.push_back(one.value);
    EXPECT_THAT(values, ::testing::Contains("gears")) << name;
    for (const char* word : {"the", "of", "all", "about"})
      EXPECT_THAT(values, Not(::testing::Contains(word))) << name;
  }
}

TEST_F(SearcherTest, SearchesSeveralIndexesAsOne) {
  IndexFolder second;
  second.add({summary_of("https://second.example/", "Gear of another kind", "gear")});
  auto searcher = Searcher::open({index_.path(), second.path()});
  ASSERT_TRUE(searcher);
  EXPECT_EQ(searcher->search({"gear"})->hits.size(), 3u);
  EXPECT_TRUE(searcher->find("https://second.example/#top")->has_value());
  EXPECT_FALSE(searcher->find("https://third.example/")->has_value());
}

TEST_F(SearcherTest, SaysHowToMakeAnIndexThatIsMissing) {
  const auto searcher = Searcher::open({"/nowhere/cycling/index"});
  ASSERT_FALSE(searcher);
  EXPECT_EQ(searcher.error().code, ErrorCode::kNotFound);
  EXPECT_THAT(searcher.error().hint, HasSubstr("porthole index /nowhere/cycling"));
}

TEST_F(SearcherTest, NamesAnIndexThatMayNotBeReadAndCallsItNotDamaged) {
  const porthole::testing::TempDir index;
  std::filesystem::permissions(index.path(), std::filesystem::perms::none);
  {
    const porthole::testing::WithoutRights someone;
    const auto searcher = Searcher::open({index.path()});
    ASSERT_FALSE(searcher);
    EXPECT_EQ(searcher.error().code, ErrorCode::kPermission);
    EXPECT_EQ(searcher.error().file, index.path());
  }
  std::filesystem::permissions(index.path(), std::filesystem::perms::owner_all);
}

TEST_F(SearcherTest, ShowsNoTextOfAPageThatWantsNoSnippets) {
  auto page = summary_of("https://quiet.example/", "Shy", "unmistakable words");
  page.nosnippet = true;
  index_.add({page});
  const Results results = search("unmistakable");
  ASSERT_EQ(results.hits.size(), 1u);
  EXPECT_THAT(results.hits[0].snippet, IsEmpty());
}

// Reliability F5: cost is bounded before the index is asked; none of these may fail.
TEST_F(SearcherTest, AnswersHostileQueries) {
  std::string wildcards;
  for (char c = 'a'; c <= 'z'; ++c) wildcards += std::string(3, c) + "* ";
  std::string near = "a";
  for (int i = 0; i < 2000; ++i) near += " NEAR b";
  std::string words;
  for (int i = 0; i < 100'000; ++i) words += "w" + std::to_string(i) + " ";
  const std::vector<std::string> hostile = {std::string(1 << 20, 'a'),
                                            words,
                                            std::string(100'000, '('),
                                            std::string(100'000, ')'),
                                            std::string(100'000, '"'),
                                            std::string(100'000, '-'),
                                            wildcards,
                                            "*",
                                            "a* b* c*",
                                            near,
                                            std::string("nul\0nul", 7),
                                            "\xFF\xFE\xC0\x80",
                                            "\"unbalanced",
                                            "\"XANCHOR:foo\" Zgear Qhttps",
                                            "a:b:c:::",
                                            "\x01\x02"};
  for (const std::string& query : hostile) {
    const Results results = search(query);
    EXPECT_LE(results.query.size(), kMaxQueryBytes);
    EXPECT_LE(results.hits.size(), 10u);
  }
}

// Reliability F2, F3 and CVE-2026-77643: texts shorter and longer than the snippet.
TEST_F(SearcherTest, GivesMarkupInCrawledTextAsPlainPieces) {
  const std::string script = "<script>alert(1)</script> & <b>bold</b> trap";
  index_.add({summary_of("https://evil.example/short", script, script),
              summary_of("https://evil.example/long", script,
                         script + std::string(2000, ' ') + "pad " + script)});
  const Results results = search("trap");
  ASSERT_EQ(results.hits.size(), 2u);
  for (const Hit& hit : results.hits) {
    EXPECT_EQ(hit.title, script);
    EXPECT_THAT(plain_text(hit.snippet), HasSubstr("<script>alert(1)</script> & <b>bold</b> trap"));
  }
  const std::string json = results_as_json(results);
  EXPECT_THAT(json, Not(HasSubstr("<")));
  const auto parsed = nlohmann::json::parse(json);
  EXPECT_EQ(parsed["results"][0]["title"], script);
  EXPECT_THAT(
      parsed["results"][0]["snippet_html"].get<std::string>(),
      HasSubstr("&lt;script&gt;alert(1)&lt;/script&gt; &amp; &lt;b&gt;bold&lt;/b&gt; <b>trap</b>"));
}

TEST_F(SearcherTest, CarriesTheScoresOfDistillationToTheAnswer) {
  const auto found = nlohmann::json::parse(results_as_json(search("planetary")));
  EXPECT_EQ(found["results"][0]["hub"], 0.0625);
  EXPECT_EQ(found["results"][0]["authority"], 0.25);
  const auto without = nlohmann::json::parse(results_as_json(search("title:chain")));
  EXPECT_TRUE(without["results"][0]["hub"].is_null());
  EXPECT_TRUE(without["results"][0]["authority"].is_null());
}

}  // namespace
}  // namespace porthole::search
