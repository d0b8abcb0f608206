#include "topics/text/term_extractor.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace porthole::topics {
namespace {

using Terms = std::vector<std::string>;

Terms terms_of(std::string_view text) {
  Terms terms;
  append_terms(text, terms);
  return terms;
}

TEST(TermExtractorTest, TakesWordsAndPhrasesOfTwo) {
  EXPECT_EQ(terms_of("variable star catalogue"),
            (Terms{"variable", "variable star", "star", "star catalogue", "catalogue"}));
}

TEST(TermExtractorTest, FoldsCaseAndTakesOffThePlural) {
  EXPECT_EQ(terms_of("Light Curves"), (Terms{"light", "light curve", "curve"}));
  EXPECT_EQ(terms_of("GALAXIES"), (Terms{"galaxy"}));
}

TEST(TermExtractorTest, LetsNoPhraseReachOverAStopWord) {
  EXPECT_EQ(terms_of("curves of light"), (Terms{"curve", "light"}));
}

TEST(TermExtractorTest, HasNoTermsOfTheFurnitureOfTheWeb) {
  EXPECT_EQ(terms_of("Click here: next page, previous page"), Terms());
  for (const char* word : {"the", "www", "html", "click"}) EXPECT_TRUE(is_stop_word(word)) << word;
  EXPECT_FALSE(is_stop_word("telescope"));
}

TEST(TermExtractorTest, HasNoTermsOfDigitsOnly) {
  EXPECT_EQ(terms_of("chapter 42 orbits"), (Terms{"chapter", "orbit"}));
  EXPECT_EQ(terms_of("ngc7000"), (Terms{"ngc7000"}));
}

TEST(TermExtractorTest, KeepsRepetitionsOfText) {
  EXPECT_EQ(terms_of("dust. dust"), (Terms{"dust", "dust dust", "dust"}));
}

// M(l) of Sundaresan, Yi, Huang 2000, 4.1.3: every kind of annotation counts, and the words of the
// URL.
TEST(TermExtractorTest, TakesTheTermsOfALinkFromAllItsAnnotationsAndItsUrl) {
  Link link;
  link.url = "https://stars.example/catalogues/";
  link.anchor = "Variables";
  link.title = "photometry";
  link.alt = "chart";
  link.name = "amateur";
  link.onmouseover = "supernova";
  link.before = "observing";
  link.after = "eclipses";
  link.heading = "Spectra";
  const Terms terms = link_terms(link);
  for (const char* term : {"variable", "photometry", "chart", "amateur", "supernova", "observing",
                           "eclipse", "spectra", "star", "catalogue"}) {
    EXPECT_TRUE(std::find(terms.begin(), terms.end(), term) != terms.end()) << term;
  }
  EXPECT_TRUE(std::is_sorted(terms.begin(), terms.end()));
}

TEST(TermExtractorTest, CountsATermOfALinkOnce) {
  Link link;
  link.url = "https://dust.example/";
  link.anchor = "Dust";
  link.title = "dust";
  EXPECT_EQ(link_terms(link), (Terms{"dust", "dust example", "example"}));
}

TEST(TermExtractorTest, BringsATopicsPhraseIntoTheFormOfTerms) {
  EXPECT_EQ(normal_term("Light  Curves!"), "light curve");
  EXPECT_EQ(normal_term("History of Astronomy"), "history of astronomy");
  EXPECT_EQ(normal_term("--"), "");
}

// Sundaresan, Yi, Huang 2000, end of section 3.2: their figures were made with anchor text.
TEST(LinkTermsTest, CanBeThoseOfTheAnchorAlone) {
  Link link;
  link.url = "https://dust.example/grain";
  link.anchor = "Cosmic dust";
  link.heading = "Planets";
  EXPECT_EQ(link_terms(link, LinkMetadata::kAnchor), (Terms{"cosmic", "cosmic dust", "dust"}));
}

TEST(DerivationTest, JoinsTheWordsOfASubject) {
  for (const char* word : {"astronomy", "astronomical", "astronomer"})
    EXPECT_EQ(derivational_stem(word), "astronom") << word;
  for (const char* word : {"mathematic", "mathematical", "mathematician"})
    EXPECT_EQ(derivational_stem(word), "mathemat") << word;
  for (const char* word : {"music", "musical", "musician"})
    EXPECT_EQ(derivational_stem(word), "music") << word;
  for (const char* word : {"medical", "medicine"})
    EXPECT_EQ(derivational_stem(word), "medic") << word;
  for (const char* word : {"geography", "geographic", "geographical", "geographically"})
    EXPECT_EQ(derivational_stem(word), "geograph") << word;
  for (const char* word : {"beekeeping", "beekeeper"})
    EXPECT_EQ(derivational_stem(word), "beekeep") << word;
}

TEST(DerivationTest, LeavesFiveLettersAtLeast) {
  EXPECT_EQ(derivational_stem("server"), "server");
  EXPECT_EQ(derivational_stem("engine"), "engine");
  EXPECT_EQ(derivational_stem("local"), "local");
  EXPECT_EQ(derivational_stem("y"), "y");
  EXPECT_EQ(derivational_stem(""), "");
}

TEST(DerivationTest, LeavesOtherWordsAlone) {
  EXPECT_EQ(derivational_stem("telescope"), "telescope");
  EXPECT_EQ(derivational_stem("database"), "database");
}

TEST(DerivationTest, StemsEachWordOfATerm) {
  EXPECT_EQ(stem_of_term("astronomical telescope"), "astronom telescope");
  EXPECT_EQ(stem_of_term("music"), "music");
  EXPECT_EQ(stem_of_term(""), "");
}

}  // namespace
}  // namespace porthole::topics
