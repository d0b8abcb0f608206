#include "parser/html/raw_elements.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "parser/limits.h"

namespace porthole::parser {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr std::string_view kState =
    R"({"body": "a passage of at least eight words for people to read"})";

class RawElementsTest : public ::testing::Test {
 protected:
  void read_title(std::string_view text) {
    ASSERT_EQ(raw_.open_title(), Kind::kTitle);
    EXPECT_TRUE(raw_.take(text));
    raw_.close_title();
  }
  void read_script(std::string_view type, std::string_view text, bool shows_text = false) {
    ASSERT_EQ(raw_.open_script(type, shows_text), Kind::kRaw);
    EXPECT_TRUE(raw_.take(text.substr(0, text.size() / 2)));
    EXPECT_TRUE(raw_.take(text.substr(text.size() / 2)));
    raw_.close_script();
  }

  Metadata metadata_;
  RawElements raw_{metadata_};
};

TEST_F(RawElementsTest, TextOfOtherElementsIsNotTaken) {
  EXPECT_FALSE(raw_.take("text"));
  read_title("title");
  EXPECT_FALSE(raw_.take("text"));
  EXPECT_EQ(raw_.title(), "title");
}

TEST_F(RawElementsTest, TheFirstTitleCountsAndIsCutAtItsLimit) {
  read_title("  one\n " + std::string(3 * kMaxTitleBytes, 'x'));
  EXPECT_EQ(raw_.title().substr(0, 5), "one x");
  EXPECT_LE(raw_.title().size(), kMaxTitleBytes);
  EXPECT_EQ(raw_.open_title(), Kind::kHidden);
  EXPECT_FALSE(raw_.take("two"));
}

TEST_F(RawElementsTest, LinkedDataIsReadAndOtherScriptsAreHidden) {
  read_script("application/LD+json",
              R"({"@type": "Article", "articleBody": "a body of some words"})", true);
  EXPECT_EQ(metadata_.long_text(), "a body of some words\n");
  EXPECT_THAT(raw_.passages(), IsEmpty());
  EXPECT_EQ(raw_.open_script("text/javascript", false), Kind::kHidden);
  EXPECT_EQ(raw_.open_script("", false), Kind::kHidden);
  EXPECT_FALSE(raw_.take("x()"));
}

TEST_F(RawElementsTest, TheStateOfAScriptCountsWhereThePageShowsNoText) {
  EXPECT_EQ(raw_.open_script("application/json", true), Kind::kHidden);
  read_script("application/json", "{}");
  read_script("application/json", kState);
  read_script("application/json", R"({"body": "these are other words, which come too late here"})");
  EXPECT_THAT(raw_.passages(), ElementsAre("a passage of at least eight words for people to read"));
}

TEST_F(RawElementsTest, AScriptInsideOfATitleIsHidden) {
  ASSERT_EQ(raw_.open_title(), Kind::kTitle);
  EXPECT_TRUE(raw_.take("one"));
  EXPECT_EQ(raw_.open_script("application/ld+json", false), Kind::kHidden);
  raw_.close_title();
  EXPECT_EQ(raw_.title(), "one");
}

}  // namespace
}  // namespace porthole::parser
