#include "http/parameters.h"

#include <gtest/gtest.h>

#include <string>

#include "base/url/percent_encode.h"

namespace porthole::http {
namespace {

TEST(ParametersTest, ClampsNumbersAndTakesTheFirstOfAName) {
  const Parameters parameters(
      "q=a+b%26c&q=second&from=1000000000&size=-3&x=1.5&y=99999999999999999999&z=");
  EXPECT_EQ(parameters.text("q"), "a b&c");
  EXPECT_EQ(parameters.number("from", 0, 0, 10000), 10000);
  EXPECT_EQ(parameters.number("size", 10, 1, 100), 1);
  EXPECT_EQ(parameters.number("x", 10, 1, 100), 10);
  EXPECT_EQ(parameters.number("y", 10, 1, 100), 100);
  EXPECT_EQ(parameters.number("z", 10, 1, 100), 10);
  EXPECT_EQ(parameters.text("absent"), "");
  EXPECT_EQ(Parameters("q=%FF%00%").text("q"), "\xEF\xBF\xBD\xEF\xBF\xBD%");
}

TEST(ParametersTest, LeavesOutWhatIsBehindThe32nd) {
  std::string query;
  for (int i = 0; i < 1000; ++i) query += "p" + std::to_string(i) + "=1&";
  const Parameters parameters(query);
  EXPECT_EQ(parameters.text("p31"), "1");
  EXPECT_EQ(parameters.text("p32"), "");
}

TEST(ParametersTest, EncodesWhatItDecodes) {
  EXPECT_EQ(encode_parameter("a b&c=\xC3\xA4/~"), "a%20b%26c%3D%C3%A4%2F~");
}

}  // namespace
}  // namespace porthole::http
