#include "training/model_folder.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "tests/support/temp_dir.h"

namespace porthole::training {
namespace {

class HeldOutConfusionTest : public ::testing::Test {
 protected:
  Result<std::vector<HeldOutCell>> confusion() const { return held_out_confusion(collection_); }
  void write_report(const std::string& text) const {
    std::filesystem::create_directories(collection_.model_folder());
    std::ofstream(collection_.model_folder() / kReportFile) << text;
  }

  const testing::TempDir folder_;
  const collection::Collection collection_ = collection::Collection::of(folder_.path(), {});
};

TEST_F(HeldOutConfusionTest, IsThatOfTheReportBesideTheModel) {
  write_report(R"({"model":"svm","held_out":{"confusion":[)"
               R"({"actual":"stars","predicted":"bikes","pages":3}]}})");
  const auto cells = confusion();
  ASSERT_TRUE(cells) << cells.error().to_string();
  ASSERT_EQ(cells->size(), 1u);
  EXPECT_EQ(cells->front().actual, "stars");
  EXPECT_EQ(cells->front().predicted, "bikes");
  EXPECT_EQ(cells->front().pages, 3u);
}

TEST_F(HeldOutConfusionTest, IsEmptyWhereNothingWasTrainedOrTested) {
  EXPECT_TRUE(confusion()->empty());
  write_report(R"({"model":"svm","held_out":null})");
  EXPECT_TRUE(confusion()->empty());
}

TEST_F(HeldOutConfusionTest, IsRefusedWhereTheReportIsDamaged) {
  for (const char* damaged :
       {"{\"held_out\":", "[]", R"({"held_out":{"confusion":[{"pages":-1}]}})"}) {
    write_report(damaged);
    const auto cells = confusion();
    ASSERT_FALSE(cells) << damaged;
    EXPECT_EQ(cells.error().code, ErrorCode::kInvalid) << damaged;
  }
}

}  // namespace
}  // namespace porthole::training
