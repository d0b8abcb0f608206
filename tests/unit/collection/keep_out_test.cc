#include "collection/edit/keep_out.h"

#include <gtest/gtest.h>

#include "collection/specification.h"
#include "tests/support/files.h"
#include "tests/support/temp_dir.h"

namespace porthole::collection {
namespace {

constexpr const char* kOpen = "<collection xmlns=\"urn:porthole:specification:1\">";

/// Applies keep_out() to a specification with `content` and reads it back.
Specification kept_out(const std::string& content, const std::string& host) {
  const Result<std::string> text = keep_out(kOpen + content + "</collection>\n", host);
  EXPECT_TRUE(text) << text.error().to_string();
  const testing::TempDir folder;
  testing::write_whole_file(folder / "porthole.xml", text.value_or(""));
  Result<Specification> read = read_specification(folder / "porthole.xml");
  EXPECT_TRUE(read) << read.error().to_string() << "\n" << text.value_or("");
  return read ? *read : Specification();
}

TEST(KeepOutTest, TheRuleComesAfterAllOthers) {
  const auto scope =
      kept_out("<scope><accept scheme=\"http https\"/><accept host=\"b.org\"/></scope>", "b.org")
          .scope;
  ASSERT_EQ(scope.size(), 3u);
  EXPECT_FALSE(scope[2].accept);
  EXPECT_EQ(scope[2].hosts, std::vector<std::string>{"b.org"});
}

TEST(KeepOutTest, WithoutRulesTheWebIsAcceptedFirst) {
  for (const char* content :
       {"", "<seeds/>", "<scope/>", "<scope></scope>", "<scope><limit hops=\"3\"/></scope>"}) {
    const auto scope = kept_out(content, "b.org").scope;
    ASSERT_EQ(scope.size(), 2u) << content;
    EXPECT_TRUE(scope[0].accept) << content;
    EXPECT_EQ(scope[0].schemes, (std::vector<std::string>{"http", "https"})) << content;
    EXPECT_FALSE(scope[1].accept) << content;
  }
}

TEST(KeepOutTest, AHostWithAPortIsNamedByItsUrls) {
  const auto scope = kept_out("<scope><accept scheme=\"http\"/></scope>", "b.org:8080").scope;
  ASSERT_EQ(scope.size(), 3u);
  EXPECT_EQ(scope[1].prefix, "http://b.org:8080/");
  EXPECT_EQ(scope[2].prefix, "https://b.org:8080/");
}

TEST(KeepOutTest, EverythingElseStaysAsItIs) {
  const std::string before =
      std::string(kOpen) + "\n  <!-- mine -->\n  <scope>\n    <accept scheme=\"http\"/>";
  const std::string after = "\n  </scope>  <!-- too -->\n</collection>\n";
  EXPECT_EQ(keep_out(before + after, "b.org").value(),
            before + "\n    <reject host=\"b.org\"/>" + after);
}

TEST(KeepOutTest, WhatIsNoXmlIsRefused) {
  const auto text = keep_out("<collection", "b.org");
  ASSERT_FALSE(text);
  EXPECT_EQ(text.error().code, ErrorCode::kInvalid);
}

}  // namespace
}  // namespace porthole::collection
