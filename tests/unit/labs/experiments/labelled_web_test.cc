#include "labs/experiments/labelled_web.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "tests/support/temp_dir.h"

namespace porthole::labs {
namespace {

/// Twenty sites of twenty pages, whose labels grow with what they link to; those of site 7 are
/// beyond all others.
LabelledWeb made_web() {
  LabelledWeb web;
  for (int site = 0; site < 20; ++site) {
    for (int page = 0; page < 20; ++page) {
      LabelledWeb::Page& made = web.pages.emplace_back();
      made.site = "site" + std::to_string(site);
      made.url = "https://" + made.site + ".org/" + std::to_string(page);
      made.topic = site % 2 == 0 ? "even" : "odd";
      made.terms = {{static_cast<topics::TermHash>(page), 2}};
      made.traits[static_cast<std::size_t>(topics::Trait::kBrokerage)] = page / 4.0;
      made.traits[static_cast<std::size_t>(topics::Trait::kDomain)] = site == 7 ? 9 : 0;
      made.label = std::expm1(site == 7 ? 9.0 : page / 8.0);
      web.out.push_back({static_cast<sampler::NodeId>(page)});
    }
  }
  web.labels = "made";
  return web;
}

TEST(TopicsByUrlTest, AreThoseOfTheUrlElseOfTheLongestFolderItIsIn) {
  const testing::TempDir folder;
  const std::filesystem::path file = folder / "topics.tsv";
  std::ofstream(file)
      << "# mine\nhttp://a.org/\tall\na.org/maths/\tmaths\nhttps://a.org/maths/x.html\tx\tmore\n";
  const auto topics = TopicsByUrl::read(file);
  ASSERT_TRUE(topics) << topics.error().to_string();
  EXPECT_EQ(topics->of("https://a.org/maths/x.html"), "x");
  EXPECT_EQ(topics->of("https://a.org/maths/sets/y.html"), "maths");
  EXPECT_EQ(topics->of("http://a.org/mathsy"), "all");
  EXPECT_EQ(topics->of("http://b.org/maths/"), "");
}

TEST(TopicsByUrlTest, AreRefusedWithTheLineThatHasNone) {
  const testing::TempDir folder;
  const std::filesystem::path file = folder / "topics.tsv";
  std::ofstream(file) << "a.org/\ta\nb.org/\n";
  EXPECT_EQ(TopicsByUrl::read(file).error().line, 2);
  EXPECT_EQ(TopicsByUrl::read(folder / "none").error().code, ErrorCode::kNotFound);
}

TEST(LabelledWebTest, IsTheSameAfterItWasWrittenAndRead) {
  const LabelledWeb web = made_web();
  const auto read = LabelledWeb::from_bytes(web.bytes());
  ASSERT_TRUE(read) << read.error().to_string();
  ASSERT_EQ(read->pages.size(), web.pages.size());
  EXPECT_EQ(read->pages[25].url, web.pages[25].url);
  EXPECT_EQ(read->pages[25].terms, web.pages[25].terms);
  EXPECT_EQ(read->pages[25].traits, web.pages[25].traits);
  EXPECT_EQ(read->pages[25].label, web.pages[25].label);
  EXPECT_EQ(read->out, web.out);
  EXPECT_EQ(read->bytes(), web.bytes());
}

TEST(LabelledWebTest, IsRefusedWhereBytesAreMissingOrALinkLeadsNowhere) {
  LabelledWeb web = made_web();
  const std::string bytes = web.bytes();
  EXPECT_FALSE(LabelledWeb::from_bytes(bytes.substr(0, bytes.size() - 1)));
  EXPECT_FALSE(LabelledWeb::from_bytes(bytes.substr(1)));
  web.out[3] = {400};
  EXPECT_FALSE(LabelledWeb::from_bytes(web.bytes()));
}

TEST(CrossFittedImportanceTest, PredictsSitesFromOthers) {
  const CrossFitted fitted = cross_fitted_importance(made_web(), ImportanceFrom::kPageLocal, 1000);
  EXPECT_GT(fitted.importance[19], fitted.importance[0]);
  EXPECT_GT(fitted.correlation.rho, 0.5);
  EXPECT_GT(fitted.between_sites, 0.5);
}

TEST(CrossFittedImportanceTest, HasLearnedFromNoPageOfTheSameSite) {
  const CrossFitted fitted = cross_fitted_importance(made_web(), ImportanceFrom::kModel, 1000);
  for (std::size_t page = 7 * 20; page < 8 * 20; ++page) EXPECT_LT(fitted.predicted[page], 4);
}

TEST(CrossFittedImportanceTest, CanTakeTheLabelsInPlaceOfPredictions) {
  const LabelledWeb web = made_web();
  const CrossFitted fitted = cross_fitted_importance(web, ImportanceFrom::kLabels, 1000);
  EXPECT_DOUBLE_EQ(fitted.predicted[30], std::log1p(web.pages[30].label));
  EXPECT_NEAR(fitted.explained, 1, 1e-12);
}

}  // namespace
}  // namespace porthole::labs
