#include "plugins/host/options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace porthole::plugins {
namespace {

using ::testing::HasSubstr;

const std::vector<OptionDeclaration> kDeclared = {
    {.name = "count", .type = OptionType::kWhole, .otherwise = "7", .least = 1, .most = 10},
    {.name = "share", .type = OptionType::kNumber, .otherwise = "0.5", .least = 0, .most = 1},
    {.name = "deep", .type = OptionType::kYesNo, .otherwise = "no"},
    {.name = "mode", .type = OptionType::kChoice, .otherwise = "fast", .choices = {"fast", "slow"}},
    {.name = "table", .repeated = true},
};

std::string refusal_of(const OptionValues::List& given) {
  const Result<OptionValues> values = check_options(kDeclared, given, "the plug-in");
  return values ? "taken" : values.error().message + "; " + values.error().hint;
}

TEST(PluginOptionsTest, FillsInTheDefaults) {
  const OptionValues values = check_options(kDeclared, {{"count", "3"}}, "x").value();
  EXPECT_EQ(values.whole("count"), 3);
  EXPECT_EQ(values.number("share"), 0.5);
  EXPECT_FALSE(values.yes("deep"));
  EXPECT_EQ(values.text("mode"), "fast");
  EXPECT_TRUE(values.all("table").empty());
}

TEST(PluginOptionsTest, KeepsAllValuesOfARepeatedOptionInTheirOrder) {
  const OptionValues values =
      check_options(kDeclared, {{"table", "b"}, {"table", "a"}}, "x").value();
  EXPECT_EQ(values.all("table"), (std::vector<std::string>{"b", "a"}));
}

TEST(PluginOptionsTest, RefusesWhatIsNotDeclared) {
  EXPECT_THAT(refusal_of({{"cuont", "3"}}),
              AllOf(HasSubstr("the plug-in has no option \"cuont\""), HasSubstr("mean \"count\"")));
  EXPECT_THAT(refusal_of({{"deep", "yes"}, {"deep", "no"}}), HasSubstr("given twice"));
  EXPECT_THAT(refusal_of({{"count", "11"}}), HasSubstr("a whole number from 1 to 10"));
  EXPECT_THAT(refusal_of({{"count", "3 "}}), HasSubstr("a whole number"));
  EXPECT_THAT(refusal_of({{"share", "nan"}}), HasSubstr("a number from 0 to 1"));
  EXPECT_THAT(refusal_of({{"deep", "Yes"}}), HasSubstr("yes or no"));
  EXPECT_THAT(refusal_of({{"mode", "slower"}}), HasSubstr("fast or slow"));
}

TEST(PluginOptionsTest, NamesAnOptionThatIsMissing) {
  const auto values = check_options(
      {{.name = "root", .type = OptionType::kFolder, .required = true}}, {}, "the plug-in");
  ASSERT_FALSE(values);
  EXPECT_THAT(values.error().message, HasSubstr("\"root\" is missing"));
}

}  // namespace
}  // namespace porthole::plugins
