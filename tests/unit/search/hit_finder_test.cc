#include "search/ranking/hit_finder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace porthole::search {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string filler(int words) {
  std::string text;
  for (int i = 0; i < words; ++i) text += "filler number " + std::to_string(i) + ". ";
  return text;
}

class HitFinderTest : public ::testing::Test {
 protected:
  static HitFinder finder(const std::vector<std::string>& terms) {
    return {Xapian::Query(Xapian::Query::OP_OR, terms.begin(), terms.end()), Xapian::Database()};
  }
  std::string stretch(const std::vector<std::string>& terms, const std::string& text) const {
    return std::string(finder(terms).best_stretch(text, english_));
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

TEST_F(HitFinderTest, GivesShortTextWhole) {
  EXPECT_EQ(stretch({"Zgear"}, "A gear turns."), "A gear turns.");
}

TEST_F(HitFinderTest, GivesTextWithoutTheWordsWhole) {
  const std::string text = filler(200);
  EXPECT_EQ(stretch({"Zgear", "bear"}, text), text);
}

TEST_F(HitFinderTest, PrefersWordsTogetherToOneWordRepeated) {
  const std::string text = filler(100) + "gear gear gear gears geared " + filler(100) +
                           "the happy gear " + filler(100) + "happily " + filler(100);
  const std::string found = stretch({"Zgear", "Zhappi"}, text);
  EXPECT_THAT(found, HasSubstr("the happy gear"));
  EXPECT_THAT(found, Not(HasSubstr("geared")));
  EXPECT_LT(found.size(), 600u);
}

TEST_F(HitFinderTest, PrefersNeighboursToWordsApart) {
  const std::string text =
      filler(100) + "hub of the gear " + filler(100) + "a hub gear " + filler(100);
  EXPECT_THAT(stretch({"hub", "gear"}, text), HasSubstr("a hub gear"));
}

TEST_F(HitFinderTest, CutsAtSpacesAndFindsWordsAtBothEnds) {
  const std::string text = "First " + filler(100) + "middle " + filler(100) + "last";
  EXPECT_TRUE(stretch({"first"}, text).starts_with("First filler"));
  EXPECT_TRUE(stretch({"last"}, text).ends_with(" last"));
  const std::string middle = stretch({"middle"}, text);
  const std::size_t at = text.find(middle);
  ASSERT_NE(at, std::string::npos);
  EXPECT_EQ(text[at], ' ');
  EXPECT_EQ(text[at + middle.size()], ' ');
}

TEST_F(HitFinderTest, PassesOverTextWithoutAnySpace) {
  const std::string text = std::string(1000, '.') + "gear" + std::string(1000, '.');
  EXPECT_THAT(stretch({"gear"}, text), HasSubstr("gear"));
}

// Their capitals are other bytes.
TEST_F(HitFinderTest, GivesTextWholeWhenAWordIsNotAscii) {
  const std::string text = filler(100) +
                           "\xC3\x9C"
                           "ber " +
                           filler(100) + "gear " + filler(100);
  EXPECT_EQ(stretch({"\xC3\xBC"
                     "ber",
                     "gear"},
                    text),
            text);
}

}  // namespace
}  // namespace porthole::search
