#include "topics/importance/importance_model.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace porthole::topics {
namespace {

/// Pages whose label is what they link to, squared; a site has ten.
std::vector<ImportanceExample> examples() {
  std::vector<ImportanceExample> out;
  for (std::uint32_t i = 0; i < 200; ++i) {
    ImportanceExample example;
    const double links = i * 37 % 200;
    example.traits[static_cast<std::size_t>(Trait::kBrokerage)] = std::log1p(links);
    example.traits[static_cast<std::size_t>(Trait::kDomain)] = std::log1p(i % 3);
    example.label = (1 + links) * (1 + links) - 1;
    example.group = i / 10;
    out.push_back(example);
  }
  return out;
}

ImportanceModel model() {
  return ImportanceModel::train(
      examples(), Rarity::of({count_terms("", "", "stars"), count_terms("", "", "stars galaxy")}),
      {{"known.org", 2.0F}}, "in-links of a test");
}

TEST(ImportanceModelTest, PredictsTheLogarithmOfTheLabel) {
  PageTraits traits{};
  traits[static_cast<std::size_t>(Trait::kBrokerage)] = std::log1p(50);
  EXPECT_NEAR(model().predict(traits), 2 * std::log1p(50), 0.05);
}

// theta is the median of the predictions: half of the pages have an importance above 1/2.
TEST(ImportanceModelTest, PutsHalfOfThePagesAboveAHalf) {
  const ImportanceModel trained = model();
  int above = 0;
  for (const ImportanceExample& example : examples())
    above += trained.predict(example.traits) > trained.theta() ? 1 : 0;
  EXPECT_EQ(above, 100);
}

TEST(ImportanceModelTest, SaysWhereItsLabelsAreFromAndHowWellItPredictsSitesItHasNotSeen) {
  const ImportanceModel trained = model();
  const ImportanceOrigin& origin = trained.origin();
  EXPECT_EQ(origin.labels, "in-links of a test");
  EXPECT_EQ(origin.pages, 200U);
  EXPECT_EQ(origin.sites, 20U);
  EXPECT_EQ(origin.held_out.pairs, 200U);
  EXPECT_GT(origin.held_out.rho, 0.99);
}

TEST(ImportanceModelTest, TakesADomainThatIsNotKnownForTheMeanOfThoseItLearnedFrom) {
  const std::vector<Link> links;
  const TermCounts terms;
  const TraitSource page{.url = "https://x.org/", .text = "", .links = links, .terms = terms};
  double mean = 0;
  for (const ImportanceExample& example : examples()) mean += example.traits[6] / 200;
  EXPECT_NEAR(model().traits(page, "elsewhere.org")[6], mean, 1e-12);
  EXPECT_NEAR(model().traits(page, "known.org")[6], std::log1p(2), 1e-12);
}

TEST(ImportanceModelTest, IsTheSameAfterItWasWrittenAndRead) {
  const ImportanceModel before = model();
  const Result<ImportanceModel> after = ImportanceModel::from_bytes(before.bytes());
  ASSERT_TRUE(after) << after.error().to_string();
  EXPECT_EQ(after->bytes(), before.bytes());
  const std::vector<Link> links;
  const TermCounts terms = count_terms("", "", "galaxy galaxy stars");
  const TraitSource page{
      .url = "https://known.org/a/b", .text = "galaxy 12", .links = links, .terms = terms};
  EXPECT_EQ(after->importance(page, "known.org"), before.importance(page, "known.org"));
}

TEST(ImportanceModelTest, IsRefusedWhenABitIsAnother) {
  const std::string bytes = model().bytes();
  EXPECT_FALSE(ImportanceModel::from_bytes(""));
  EXPECT_FALSE(ImportanceModel::from_bytes(bytes.substr(0, bytes.size() - 1)));
  for (std::size_t place = 0; place < bytes.size(); place += 41) {
    std::string damaged = bytes;
    damaged[place] = static_cast<char>(damaged[place] ^ 4);
    EXPECT_FALSE(ImportanceModel::from_bytes(damaged)) << place;
  }
}

TEST(RankCorrelationTest, GoesByOrderAndNotByScale) {
  const std::vector<double> x = {1, 2, 3, 4}, y = {1, 10, 100, 1e6}, down = {9, 7, 0, -5};
  EXPECT_DOUBLE_EQ(rank_correlation(x, y).rho, 1);
  EXPECT_DOUBLE_EQ(rank_correlation(x, down).rho, -1);
}

// By hand: ranks of x 0 1 2 3 4, of y 1 0 3 2 4: sum of squared differences 4, rho = 1 - 6 4 / (5
// 24) = 0.8.
TEST(RankCorrelationTest, IsOneLessSixTimesTheSquaredDifferences) {
  const std::vector<double> x = {1, 2, 3, 4, 5}, y = {20, 10, 40, 30, 50};
  EXPECT_NEAR(rank_correlation(x, y).rho, 0.8, 1e-12);
}

// Ranks of y 0.5 0.5 2.5 2.5 against 0 1 2 3: sum of products 4, 5 and 4 squares: 4 / sqrt(20).
TEST(RankCorrelationTest, GivesTiesTheMeanOfTheirRanks) {
  const std::vector<double> x = {1, 2, 3, 4}, y = {7, 7, 9, 9};
  EXPECT_NEAR(rank_correlation(x, y).rho, 0.894427191, 1e-9);
}

// Bonett and Wright: artanh(0.8) -+ 1.96 sqrt((1 + 0.32) / 2) for n = 5, so -0.457 and 0.991.
TEST(RankCorrelationTest, HasAnInterval) {
  const std::vector<double> x = {1, 2, 3, 4, 5}, y = {20, 10, 40, 30, 50};
  const RankCorrelation found = rank_correlation(x, y);
  EXPECT_NEAR(found.low, -0.457, 0.001);
  EXPECT_NEAR(found.high, 0.991, 0.001);
}

TEST(RankCorrelationTest, IsNothingWhereNothingVaries) {
  const std::vector<double> x = {1, 2, 3}, y = {5, 5, 5};
  EXPECT_EQ(rank_correlation(x, y).rho, 0);
  EXPECT_EQ(rank_correlation({}, {}).pairs, 0U);
}

}  // namespace
}  // namespace porthole::topics
