#include "summarizer/site_template.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace porthole::summarizer {
namespace {

constexpr std::uint64_t kMenu = 1, kNotice = 2;

Block block(std::uint64_t hash, std::uint8_t probability) {
  Block made;
  made.hash = hash;
  made.probability = probability;
  made.is_content = probability > 127;
  return made;
}

/// Eleven pages with a menu; three of them with a notice, and each with a text of its own.
SiteTemplate site() {
  SiteTemplate made;
  for (repository::UrlId page = 1; page <= 11; ++page) {
    std::vector<Block> blocks = {block(kMenu, 200),
                                 block(100 + static_cast<std::uint64_t>(page), 30)};
    if (page <= 3) blocks.push_back(block(kNotice, 200));
    made.add_page(page, blocks);
  }
  return made;
}

std::vector<bool> marked(const SiteTemplate& site, repository::UrlId page,
                         std::vector<Block> blocks) {
  site.mark(page, blocks);
  std::vector<bool> content;
  for (const Block& one : blocks) content.push_back(one.is_content);
  return content;
}

TEST(SiteTemplateTest, ABlockOfAllPagesIsBoilerplate) {
  EXPECT_THAT(marked(site(), 1, {block(kMenu, 200)}), ::testing::ElementsAre(false));
  EXPECT_THAT(marked(site(), 99, {block(kMenu, 200)}), ::testing::ElementsAre(false));
}

TEST(SiteTemplateTest, ABlockThatNoOtherPageHasIsMoreLikelyToBeContent) {
  EXPECT_THAT(marked(site(), 1, {block(101, 30)}), ::testing::ElementsAre(true));
  EXPECT_THAT(marked(site(), 99, {block(555, 30)}), ::testing::ElementsAre(true));
  EXPECT_THAT(marked(site(), 99, {block(555, 10)}), ::testing::ElementsAre(false));
}

// By the formula of the header, worked out by hand: with ten other pages a block that none of them
// has is content above p = 1 / (1 + 11^1.2) = .053; one that two have, above p = e / (1 + e) =
// .731.
TEST(SiteTemplateTest, WeighsRepetitionAgainstTheModelsProbability) {
  EXPECT_THAT(marked(site(), 1, {block(777, 14), block(777, 13)}),
              ::testing::ElementsAre(true, false));
  EXPECT_THAT(marked(site(), 1, {block(kNotice, 188), block(kNotice, 185)}),
              ::testing::ElementsAre(true, false));
}

TEST(SiteTemplateTest, WithoutOtherPagesTheBlocksStayAsTheyAre) {
  SiteTemplate alone;
  const std::vector<Block> own = {block(1, 30), block(2, 200)};
  EXPECT_THAT(marked(alone, 1, own), ::testing::ElementsAre(false, true));
  alone.add_page(1, own);
  EXPECT_THAT(marked(alone, 1, own), ::testing::ElementsAre(false, true));
}

TEST(SiteTemplateTest, CountsAPageOnceAndABlockOnceAPage) {
  SiteTemplate made;
  made.add_page(1, {block(kMenu, 200), block(kMenu, 200)});
  made.add_page(1, {block(kMenu, 200)});
  made.add_page(2, {block(5, 200)});
  EXPECT_THAT(marked(made, 3, {block(kMenu, 200)}), ::testing::ElementsAre(true))
      << "one page of two has it: p = 200 / 255 is above 1 / (1 + e^-.5) = .622";
}

}  // namespace
}  // namespace porthole::summarizer
