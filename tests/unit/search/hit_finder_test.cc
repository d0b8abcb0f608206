#include "search/ranking/hit_finder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace porthole::search {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string filler(int words) {
  std::string text;
  for (int i = 0; i < words; ++i) text += "Filler number " + std::to_string(i) + ". ";
  return text;
}

class HitFinderTest : public ::testing::Test {
 protected:
  static HitFinder finder(const std::vector<std::string>& terms) {
    return {Xapian::Query(Xapian::Query::OP_OR, terms.begin(), terms.end()), Xapian::Database()};
  }
  HitFinder::Passage passage(const std::vector<std::string>& terms, const std::string& text) const {
    return finder(terms).best_passage(text, english_, 260);
  }
  std::string words_of(const std::vector<std::string>& terms, const std::string& text) const {
    return std::string(passage(terms, text).text);
  }
  const Xapian::Stem english_{"en"};
};

TEST_F(HitFinderTest, SeesWordsAndStemsOfTheTextFieldAlone) {
  const HitFinder words = finder({"gear", "Zwheel", "Shub", "ZXANCHORnave"});
  EXPECT_TRUE(words.has_word("A GEAR.", english_));
  EXPECT_FALSE(words.has_word("Gears", english_));
  EXPECT_TRUE(words.has_word("the wheeled one", english_));
  EXPECT_FALSE(words.has_word("hub, nave, freewheel", english_));
  EXPECT_FALSE(words.has_word("", english_));
}

TEST_F(HitFinderTest, WordsThatAreNotMarkedChooseNoPassage) {
  const std::string text = filler(30) + "A chain of gears. " + filler(30) +
                           "This is of the gear that is of no use. " + filler(30) + "Of course.";
  const std::vector<std::string> terms = {"Zchain", "Zof", "of"};
  const HitFinder words(Xapian::Query(Xapian::Query::OP_OR, terms.begin(), terms.end()),
                        Xapian::Database(), {"of", "the"});
  EXPECT_FALSE(words.has_word("of course", english_));
  EXPECT_TRUE(words.has_word("of chains", english_));
  EXPECT_THAT(std::string(words.best_passage(text, english_, 40).text),
              HasSubstr("chain of gears"));
  EXPECT_EQ(words.best_passage("It is of no use.", english_, 40).text, "");
}

TEST_F(HitFinderTest, GivesShortTextWhole) {
  const std::string text = "A gear turns. It does.";
  const HitFinder::Passage found = passage({"Zgear"}, text);
  EXPECT_EQ(found.text, text);
  EXPECT_FALSE(found.cut_before || found.cut_behind);
}

TEST_F(HitFinderTest, PrefersWordsTogetherToOneWordRepeated) {
  const std::string text = filler(100) + "Gear gear gear gears geared. " + filler(100) +
                           "The happy gear. " + filler(100) + "Happily. " + filler(100);
  const std::string found = words_of({"Zgear", "Zhappi"}, text);
  EXPECT_THAT(found, ::testing::StartsWith("The happy gear."));
  EXPECT_THAT(found, Not(HasSubstr("geared")));
}

TEST_F(HitFinderTest, PrefersNeighboursToWordsApart) {
  const std::string text =
      filler(100) + "Hub of the gear. " + filler(100) + "A hub gear. " + filler(100);
  EXPECT_THAT(words_of({"hub", "gear"}, text), HasSubstr("A hub gear"));
}

TEST_F(HitFinderTest, ChoosesThePassageFromTheSectionThatHasMostOfTheWords) {
  const std::string text = "A brake cable, a brake cable. " + filler(150) + "The brake. " +
                           filler(20) + "Replace it. " + filler(20) + "A cable. " + filler(150) +
                           "A cable brake, a cable brake.";
  EXPECT_THAT(words_of({"Zreplac", "brake", "cable"}, text), HasSubstr("The brake."));
}

TEST_F(HitFinderTest, BeginsAndEndsWithASentenceWhereItFits) {
  const std::string text = filler(100) + "There are wheels, and one is a gear. " + filler(100);
  const HitFinder::Passage found = passage({"gear"}, text);
  EXPECT_THAT(std::string(found.text), ::testing::StartsWith("There are wheels, and one"));
  EXPECT_THAT(std::string(found.text), ::testing::EndsWith("."));
  EXPECT_LE(found.text.size(), 260u);
  EXPECT_FALSE(found.cut_before);
  EXPECT_FALSE(found.cut_behind);
}

TEST_F(HitFinderTest, BeginsWithinASentenceWhoseWordIsFarBehind) {
  std::string text = "It";
  for (int i = 0; i < 80; ++i) text += " goes on";
  text += ", then has a gear";
  for (int i = 0; i < 80; ++i) text += " and on";
  const HitFinder::Passage found = passage({"gear"}, text);
  EXPECT_THAT(std::string(found.text), ::testing::StartsWith("then has a gear and on"));
  EXPECT_TRUE(found.cut_before);
  EXPECT_TRUE(found.cut_behind);
}

TEST_F(HitFinderTest, EndsWithAWholeWord) {
  std::string text = "Gear";
  for (int i = 0; i < 41; ++i) text += " wheel";
  const std::string before = text;  // 250 bytes
  text += " hub";
  for (int i = 0; i < 20; ++i) text += " transmission";
  EXPECT_EQ(words_of({"gear", "hub"}, text), before + " hub");
  const HitFinder::Passage found = passage({"gear"}, text);
  EXPECT_EQ(found.text, before + " hub");
  EXPECT_TRUE(found.cut_behind);
}

TEST_F(HitFinderTest, EndsWithAWordOfAUrlThatDoesNotFit) {
  std::string text = "Gear";
  for (int i = 0; i < 36; ++i) text += " wheel";
  text += " https://example.org/hub/";
  const std::string most = text + "transmissions/and/so/on";
  EXPECT_EQ(words_of({"gear", "hub"}, most), text.substr(0, text.size() - 1));
}

TEST_F(HitFinderTest, PrefersASentenceToAnEntryOfAMenu) {
  const std::string text =
      "Home\nGear shop\nAbout us\nContact\n" + filler(40) + "A gear turns another one.\n";
  EXPECT_EQ(words_of({"gear"}, text), "A gear turns another one.");
}

TEST_F(HitFinderTest, PrefersASentenceToAListThatBeginsWithOne) {
  const std::string list = "Gears:\nHub gear\nChain gear\nGear of the wheel\nBelt gear\n";
  const std::string sentence = "Most riders like a gear that is quiet.\n";
  EXPECT_EQ(words_of({"gear"}, list + filler(100) + "\n" + sentence),
            sentence.substr(0, sentence.size() - 1));
}

TEST_F(HitFinderTest, EndsBeforeTheEntriesOfAList) {
  const std::string text =
      "A gear turns another one, and that one turns a third one, which is the last of the train.\n"
      "Hub gear\nChain gear\nBelt gear\n" +
      filler(40);
  const HitFinder::Passage found = passage({"gear"}, text);
  EXPECT_THAT(std::string(found.text), ::testing::EndsWith("the last of the train."));
  EXPECT_DOUBLE_EQ(found.prose, 1);
}

TEST_F(HitFinderTest, FindsWordsAtBothEnds) {
  const std::string text = "First " + filler(100) + "middle " + filler(100) + "last";
  EXPECT_TRUE(words_of({"first"}, text).starts_with("First Filler"));
  EXPECT_TRUE(words_of({"last"}, text).ends_with("last"));
}

TEST_F(HitFinderTest, PassesOverTextWithoutAnySpace) {
  const std::string text = std::string(1000, '.') + "gear" + std::string(1000, '.');
  const std::string found = words_of({"gear"}, text);
  EXPECT_THAT(found, HasSubstr("gear"));
  EXPECT_LE(found.size(), 260u);
}

// Their capitals are other bytes.
TEST_F(HitFinderTest, FindsWordsThatAreNotAscii) {
  EXPECT_THAT(words_of({"uber", "gear"}, filler(100) + "Über gear " + filler(100)),
              HasSubstr("Über gear"));
  EXPECT_THAT(words_of({"новый"}, filler(100) + "Новый год. " + filler(100)),
              HasSubstr("Новый год."));
}

}  // namespace
}  // namespace porthole::search
