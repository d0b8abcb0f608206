#include "labs/generated/generated_web.h"

#include <gtest/gtest.h>

#include <set>

#include "labs/generated/dials.h"
#include "labs/generated/web_figures.h"
#include "topics/text/term_extractor.h"

namespace porthole::labs {
namespace {

GeneratedWeb web_of(const WebDials& dials, std::uint64_t seed = 1) {
  auto web = GeneratedWeb::generate(dials, seed);
  EXPECT_TRUE(web) << web.error().to_string();
  return std::move(*web);
}

WebDials small() {
  WebDials dials;
  dials.pages = 1'000;
  dials.sites = 50;
  return dials;
}

/// FNV-1a of all that a web says.
std::uint64_t digest_of(const GeneratedWeb& web) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  const auto add = [&](std::string_view text) {
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  };
  Link link;
  for (NodeId page = 0; page < web.size(); ++page) {
    const Document document = web.document(page);
    add(web.url(page) + document.title + document.text + std::to_string(web[page].topic) +
        std::to_string(static_cast<std::int64_t>(web[page].importance * 1e6F)) +
        std::to_string(web.version(page, 1'000)));
    for (std::size_t i = 0; i < web.links(page).size(); ++i) {
      web.fill_link(page, i, link);
      add(link.url + link.anchor);
    }
  }
  return hash;
}

TEST(GeneratedWebTest, TheSameSeedGivesTheSameWebAndAnotherSeedAnother) {
  EXPECT_EQ(digest_of(web_of(small(), 7)), digest_of(web_of(small(), 7)));
  EXPECT_NE(digest_of(web_of(small(), 7)), digest_of(web_of(small(), 8)));
}

TEST(GeneratedWebTest, AWebIsTheSameOnEveryPlatformAndInEveryVersion) {
  // The digest was taken when the figures of docs/figures.md were made: another one makes them
  // figures of another web.
  EXPECT_EQ(digest_of(web_of(small(), 7)), 10528570378843460997ULL);
}

TEST(GeneratedWebTest, SharesAreThoseOfTheDials) {
  for (const NamedWeb& named : named_webs()) {
    SCOPED_TRACE(named.name);
    WebDials dials = named.dials;
    dials.homophily = .4;
    dials.nearby = 0;
    const WebFigures figures = figures_of(web_of(dials));
    EXPECT_EQ(figures.pages, dials.pages);
    EXPECT_EQ(figures.sites, dials.sites + dials.drift_pages);
    EXPECT_NEAR(figures.links_a_page, dials.links, .02 * dials.links);
    EXPECT_NEAR(figures.between_sites, dials.between_sites, .02);
    EXPECT_NEAR(figures.locality, dials.locality, .02);
    EXPECT_NEAR(figures.hubs, dials.hubs, .01);
    EXPECT_NEAR(figures.hub_locality, dials.hub_locality, .02);
    EXPECT_NEAR(figures.drift_citing, dials.drift_citing, .01);
    EXPECT_NEAR(figures.generic, dials.generic_anchors, .01);
    EXPECT_NEAR(figures.misleading, dials.misleading_anchors, .01);
    EXPECT_NEAR(figures.hidden, dials.hidden_anchors, .01);
    EXPECT_NEAR(figures.never_changing, dials.never_changing, .02);
    EXPECT_GT(figures.pure, dials.site_purity - .02);
  }
}

TEST(GeneratedWebTest, HomophilyBindsLinksToPagesOfEqualImportance) {
  WebDials dials;
  dials.homophily = 0;
  const double none = figures_of(web_of(dials)).peers;
  dials.homophily = 1;
  const double all = figures_of(web_of(dials)).peers;
  dials.homophily = .5;
  const double half = figures_of(web_of(dials)).peers;
  EXPECT_GT(all, .9);
  EXPECT_LT(none, .2);
  EXPECT_NEAR(half, (none + all) / 2, .03);
}

TEST(GeneratedWebTest, LinksToNearbySitesMakeAWebWide) {
  WebDials dials;
  dials.drift_pages = 0;
  const double mixed = figures_of(web_of(dials)).distance;
  dials.nearby = 1;
  dials.hubs = 0;
  const WebFigures wide = figures_of(web_of(dials));
  EXPECT_GT(wide.distance, 2 * mixed);
  EXPECT_GT(wide.reachable, .95);
}

TEST(GeneratedWebTest, SitesHaveAHeavyTailOfSizesUnlessTheDialIsFlat) {
  WebDials dials;
  dials.flatness = 0;
  EXPECT_GT(figures_of(web_of(dials)).largest_site, .08);
  dials.flatness = 10'000;
  EXPECT_LT(figures_of(web_of(dials)).largest_site, .002);
}

TEST(GeneratedWebTest, AUrlLeadsBackToItsPage) {
  const GeneratedWeb web = web_of(small());
  std::set<std::string> urls;
  for (NodeId page = 0; page < web.size(); ++page) {
    EXPECT_EQ(web.find(web.url(page)), page);
    EXPECT_TRUE(urls.insert(web.url(page)).second);
  }
  for (const char* url : {"", "http://", "http://s", "http://s1.example", "http://s999.example/",
                          "http://s1.example/x.html", "http://s1.example/a-99999.html",
                          "http://s1.example/wrongword-1.html", "https://s1.example/"}) {
    EXPECT_FALSE(web.find(url)) << url;
  }
}

TEST(GeneratedWebTest, APageChangesAsOftenAsItSays) {
  const GeneratedWeb web = web_of(small());
  std::size_t changing = 0;
  for (NodeId page = 0; page < web.size(); ++page) {
    const float every = web[page].change_hours;
    if (every <= 0) {
      EXPECT_EQ(web.version(page, 1e6), 0U);
      continue;
    }
    ++changing;
    EXPECT_GE(every, web.dials().fastest_hours);
    EXPECT_LE(every, web.dials().slowest_hours);
    const auto changes = static_cast<double>(web.version(page, 100.0 * static_cast<double>(every)));
    EXPECT_NEAR(changes, 100, 1);
    EXPECT_NE(web.body(page, 0), web.body(page, 1));
  }
  EXPECT_GT(changing, 500U);
}

TEST(GeneratedWebTest, TheTextOfAPageHasTheShareOfTopicalWordsThatItsRecordSays) {
  const GeneratedWeb web = web_of(small());
  double said = 0, found = 0, words = 0;
  for (NodeId page = 0; page < web.size(); ++page) {
    const GeneratedPage& here = web[page];
    if (here.topic == kNoTopic) continue;
    std::set<std::string> own;
    for (std::string& word : web.topic_terms(here.topic, kTopicWords)) own.insert(std::move(word));
    const std::string text = web.body(page);
    for (std::size_t at = 0; at < text.size(); at += 7) {
      words += 1;
      said += here.topical / 255.0;
      found += own.contains(text.substr(at, 6)) ? 1 : 0;
    }
  }
  // A stray word is of this topic once in fifteen times.
  EXPECT_NEAR(found / words, said / words + .05 / 15, .005);
}

TEST(GeneratedWebTest, WordsAreDistinctTermsThatTheProductTakesAsTheyAre) {
  std::set<std::string> words;
  std::string buffer;
  for (WordId id = 0; id < kGeneralWords + kMostVocabularies * kTopicWords; ++id) {
    std::string word;
    append_word(id, word);
    ASSERT_TRUE(topics::is_term_word(word, singular(word, buffer))) << word;
    ASSERT_EQ(topics::normal_term(word), word);
    ASSERT_TRUE(words.insert(std::move(word)).second);
  }
}

TEST(GeneratedWebTest, AMillionPagesTakeAtMost140BytesEach) {
  WebDials dials;
  dials.pages = 1'000'000;
  dials.sites = 50'000;
  const GeneratedWeb web = web_of(dials);
  EXPECT_EQ(web.size(), 1'000'000U);
  EXPECT_LT(web.bytes() / web.size(), 140U);
}

TEST(DialsTest, EveryNamedWebIsValid) {
  for (const NamedWeb& web : named_webs()) {
    const auto checked = check_dials(web.dials);
    EXPECT_TRUE(checked) << web.name << ": " << checked.error().to_string();
  }
  EXPECT_TRUE(named_web("gen"));
  EXPECT_EQ(named_web("gem").error().code, ErrorCode::kUsage);
}

TEST(DialsTest, ADialOutOfItsRangeIsRefusedByNameWithTheRange) {
  WebDials dials;
  dials.locality = 1.5;
  const auto checked = check_dials(dials);
  ASSERT_FALSE(checked);
  EXPECT_EQ(checked.error().message, "not a valid locality of a generated web: 1.5");
  EXPECT_EQ(checked.error().hint, "give 0 to 1");
}

TEST(DialsTest, SharesOfAnchorsSumToAtMostOneAndSitesHaveTwoPages) {
  WebDials dials;
  dials.generic_anchors = .6;
  dials.hidden_anchors = .5;
  EXPECT_FALSE(check_dials(dials));
  dials = {};
  dials.sites = dials.pages / 2 + 1;
  EXPECT_FALSE(check_dials(dials));
  dials = {};
  dials.slowest_hours = dials.fastest_hours / 2;
  EXPECT_FALSE(check_dials(dials));
}

TEST(DialsTest, EveryDialIsSetByItsName) {
  WebDials dials;
  for (const DialValue& dial : values_of(dials)) {
    ASSERT_TRUE(set_dial(dials, dial.name, "3")) << dial.name;
  }
  for (const DialValue& dial : values_of(dials)) EXPECT_EQ(dial.value, 3) << dial.name;
}

}  // namespace
}  // namespace porthole::labs
