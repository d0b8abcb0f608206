#include "summarizer/export/csv.h"

#include <gtest/gtest.h>

namespace porthole::summarizer {
namespace {

TEST(CsvTest, QuotesFieldsWithCommasQuotesAndLines) {
  EXPECT_EQ(csv_record({"plain", "a,b", "say \"so\"", "two\nlines", ""}),
            "plain,\"a,b\",\"say \"\"so\"\"\",\"two\nlines\",\n");
}

TEST(CsvTest, MakesFormulasTextButLeavesNumbers) {
  EXPECT_EQ(csv_record({"=cmd|' /C calc'!A0", "+SUM(1)", "-2+3", "@x", "\t=1+1"}),
            "'=cmd|' /C calc'!A0,'+SUM(1),'-2+3,'@x,'\t=1+1\n");
  EXPECT_EQ(csv_record({"-0.5", "+7", "1e-9", "-", "a=b"}), "-0.5,+7,1e-9,'-,a=b\n");
}

TEST(CsvTest, ReplacesControlCharactersAndInvalidBytes) {
  EXPECT_EQ(csv_record({"a\rb", "\x1b[31m", "\xff"}), "a b, [31m,\xEF\xBF\xBD\n");
  EXPECT_EQ(csv_record({"\u202Eright to left\u202C", "\u009B31m"}), "right to left, 31m\n");
}

}  // namespace
}  // namespace porthole::summarizer
