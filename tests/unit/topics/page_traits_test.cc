#include "topics/importance/page_traits.h"

#include <gtest/gtest.h>

#include <cmath>

namespace porthole::topics {
namespace {

Link link_to(const std::string& url, Element element = Element::kA) {
  Link link;
  link.url = url;
  link.element = element;
  return link;
}

struct Page {
  std::string url = "https://a.org/", text{};
  std::vector<Link> links{};

  double trait(Trait trait, const Rarity& rarity = {}, double domain = 0) const {
    const TermCounts terms = count_terms("", "", text);
    const PageTraits traits =
        traits_of({.url = url, .text = text, .links = links, .terms = terms}, rarity, domain);
    return std::expm1(traits[static_cast<std::size_t>(trait)]);
  }
};

// Pant, Srinivasan, section 4.2, item 2: that URL has an information location of 2.
TEST(PageTraitsTest, CountsTheDirectoriesOfTheUrl) {
  EXPECT_NEAR(
      Page{.url = "http://www.somedomain.com/products/news/daily.html"}.trait(Trait::kLocation), 2,
      1e-9);
  EXPECT_NEAR(Page{.url = "http://a.org/"}.trait(Trait::kLocation), 0, 1e-9);
  EXPECT_NEAR(Page{.url = "http://a.org/x/?q=/a/b/#/c"}.trait(Trait::kLocation), 1, 1e-9);
  EXPECT_NEAR(Page{.url = "ftp://a.org/pub/x"}.trait(Trait::kLocation), 1, 1e-9);
}

TEST(PageTraitsTest, CountsWordsWithoutStopWords) {
  EXPECT_NEAR(Page{.text = "the telescope and the galaxy"}.trait(Trait::kVolume), 2, 1e-9);
}

// Item 6: "if 10% of words on a page are numbers, then Quantitative Ratio for the page is 0.1".
TEST(PageTraitsTest, SaysHowManyOfTheWordsAreNumbers) {
  const Page page{.text = "one two three four five six seven eight nine 3.14"};
  EXPECT_NEAR(page.trait(Trait::kNumbers), 0.1, 1e-9);
  EXPECT_NEAR(Page{.text = "In 1998, 1,000 of M31 and x2."}.trait(Trait::kNumbers), 2 / 7.0, 1e-9);
  // Words: 3.14abc 1,000,000 v1 2 7 8 x; numbers: 1,000,000 2 7 8.
  EXPECT_NEAR(Page{.text = "3.14abc 1,000,000 v1.2 7. ,8 (x"}.trait(Trait::kNumbers), 4 / 7.0,
              1e-9);
}

// Item 4: links from a page to itself are not counted.
TEST(PageTraitsTest, CountsTheOtherPagesThatItLinksTo) {
  const Page page{.url = "https://a.org/x",
                  .text = "four words stand here",
                  .links = {link_to("https://a.org/y"), link_to("https://a.org/y#part"),
                            link_to("https://a.org/x#top"), link_to("https://b.org/"),
                            link_to("https://a.org/i.png", Element::kImg)}};
  EXPECT_NEAR(page.trait(Trait::kBrokerage), 2, 1e-9);
  EXPECT_NEAR(page.trait(Trait::kLinkRatio), 0.5, 1e-9);
}

// N = 3: "common" is on all three, "rare" on one and so not kept apart from words never seen.
TEST(PageTraitsTest, IsMoreSpecificTheRarerItsTerms) {
  const Rarity rarity =
      Rarity::of({count_terms("", "", "common rare"), count_terms("", "", "common half"),
                  count_terms("", "", "common half")});
  EXPECT_NEAR(rarity.idf(hash_of_term("common")), 0, 1e-12);
  EXPECT_NEAR(rarity.idf(hash_of_term("half")), std::log(4.0 / 3), 1e-12);
  EXPECT_NEAR(rarity.idf(hash_of_term("rare")), std::log(4.0), 1e-12);
  EXPECT_NEAR(Page{.text = "common half"}.trait(Trait::kSpecificity, rarity), std::log(4.0 / 3) / 2,
              1e-9);
}

TEST(PageTraitsTest, OfAnEmptyPageAreFinite) {
  for (std::size_t i = 0; i < kTraits; ++i) {
    EXPECT_TRUE(std::isfinite(Page{.url = ""}.trait(static_cast<Trait>(i)))) << i;
  }
}

}  // namespace
}  // namespace porthole::topics
