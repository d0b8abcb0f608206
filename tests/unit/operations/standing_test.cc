#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "operations/questions/standing_answers.h"
#include "tests/support/test_collection.h"

namespace porthole::operations {
namespace {

// Command line and console tell these alike.
TEST(StandingQuestionTest, IsRefusedWhereItWouldNeverAnswerAnything) {
  const testing::TestCollection made{testing::SpecificationText()};
  made.repository(repository::Access::kWrite);
  const collection::Collection collection = made.open();
  const auto refused = [&](const NewStanding& asked) {
    const auto added = add_standing(collection, asked);
    return added ? "" : added.error().message;
  };
  EXPECT_EQ(refused({"Bad Name", "SELECT 1", ""}),
            "not a valid name of a standing question: Bad Name");
  EXPECT_EQ(refused({"../x", "SELECT 1", ""}), "not a valid name of a standing question: ../x");
  EXPECT_EQ(refused({"none", "", ""}), "there is no question");
  EXPECT_NE(refused({"none", "DELETE FROM page", ""}), "");
  EXPECT_NE(refused({"spam", "", "spam-filter"}), "") << "its parameter has no default";
  EXPECT_EQ(refused({"far", "", "specialty-sites", {{"topic", "bicycles"}}}),
            "neither a page nor the taxonomy has the topic \"bicycles\"");
  EXPECT_EQ(refused({"one", "SELECT 1", ""}), "");
  EXPECT_EQ(refused({"one", "SELECT 2", ""}), "there is a standing question one");
}

}  // namespace
}  // namespace porthole::operations
