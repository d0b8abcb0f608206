#include "collection/edit/rule_edit.h"

#include <gtest/gtest.h>

#include "collection/edit/part_edits.h"
#include "collection/edit/slow_hosts.h"
#include "collection/edit/specification_edit.h"
#include "collection/specification.h"
#include "tests/support/files.h"
#include "tests/support/temp_dir.h"

namespace porthole::collection {
namespace {

constexpr const char* kFile = "porthole.xml";
const std::string kBegin = "<collection xmlns=\"urn:porthole:specification:1\">\n";
const std::string kText = kBegin +
                          "  <scope>\n    <!-- pages -->\n    <accept scheme=\"http https\"/>\n"
                          "    <reject path=\"\\.iso$\"/>\n  </scope>\n</collection>\n";

Specification read(const Result<std::string>& text) {
  EXPECT_TRUE(text) << text.error().to_string();
  const auto read = read_specification_text(text.value_or(kText), kFile);
  EXPECT_TRUE(read) << read.error().to_string() << text.value_or("");
  return read.value_or(Specification());
}

TEST(RuleEditTest, ARuleIsAddedBehindAllOthersAndTheRestStays) {
  const auto rule = rule_of("host=*.Example.org", false);
  ASSERT_TRUE(rule);
  const auto after = add_rule(kText, *rule);
  ASSERT_TRUE(after);
  EXPECT_EQ(*after, kBegin +
                        "  <scope>\n    <!-- pages -->\n    <accept scheme=\"http https\"/>\n"
                        "    <reject path=\"\\.iso$\"/>\n    <reject host=\"*.example.org\"/>\n"
                        "  </scope>\n</collection>\n");
  const Specification specification = read(after);
  ASSERT_EQ(specification.scope.size(), 3U);
  EXPECT_FALSE(specification.scope[2].accept);
}

TEST(RuleEditTest, ARuleMakesAScopeWhereThereIsNone) {
  const auto after = add_rule(kBegin + "  <topic/>\n</collection>\n", *rule_of("path=a&b<", true));
  EXPECT_EQ(read(after).scope.at(0).path, "a&b<");
}

TEST(RuleEditTest, TheFirstRuleThatRejectsLeavesTheRestIn) {
  const Specification after =
      read(add_rule(kBegin + "</collection>\n", *rule_of("host=a.test", false)));
  ASSERT_EQ(after.scope.size(), 2U);
  EXPECT_TRUE(after.scope[0].accept);
  EXPECT_TRUE(after.scope[0].hosts.empty());
  EXPECT_FALSE(after.scope[1].accept);
}

TEST(RuleEditTest, ARuleIsRemovedByItsLine) {
  const Specification before = read(kText);
  EXPECT_EQ(read(remove_rule(kText, before.scope[0].line)).scope.size(), 1U);
  EXPECT_EQ(remove_rule(kText, 1).error().code, ErrorCode::kNotFound);
}

TEST(RuleEditTest, WordsThatAreNoRuleAreRefused) {
  for (const char* words : {"", "host", "host=", "=x", "robots=x", "  "})
    EXPECT_EQ(rule_of(words, true).error().code, ErrorCode::kUsage) << words;
}

/// The slow hosts of a specification with this text, which is valid.
std::vector<SlowHost> slow_hosts(const Result<std::string>& text) {
  EXPECT_TRUE(text) << text.error().to_string();
  const testing::TempDir folder;
  const auto file = folder.path() / kFile;
  testing::write_whole_file(file, text.value_or(""));
  const auto read = read_specification(file);
  EXPECT_TRUE(read) << read.error().to_string();
  return slow_hosts_in(file);
}

TEST(SlowHostsTest, AHostIsSlowedChangedAndTakenBack) {
  const auto slowed = set_slow_host(kText, *slow_host_of("Docs.Example.org=2.5"));
  EXPECT_EQ(slow_hosts(slowed),
            (std::vector<SlowHost>{{"docs.example.org", std::chrono::milliseconds(2500)}}));
  const auto slower = set_slow_host(*slowed, *slow_host_of("docs.example.org=60"));
  EXPECT_EQ(slow_hosts(slower).at(0).delay, std::chrono::seconds(60));
  EXPECT_TRUE(slow_hosts(set_slow_host(*slower, *slow_host_of("docs.example.org=0"))).empty());
  EXPECT_EQ(set_slow_host(kText, *slow_host_of("a.test=0")), kText);
  EXPECT_TRUE(slow_hosts_in("nowhere/porthole.xml").empty());
}

TEST(SlowHostsTest, SecondsAreANumberUpToADay) {
  EXPECT_EQ(slow_host_of("A.test=0.5")->delay, std::chrono::milliseconds(500));
  for (const char* words : {"a.test", "=5", "a.test=", "a.test=-1", "a.test=86401", "a.test=x",
                            "http://a.test/=5", "a.test=nan"})
    EXPECT_EQ(slow_host_of(words).error().code, ErrorCode::kUsage) << words;
}

TEST(RuleEditTest, AStrategyIsSetWithItsOptions) {
  const auto with = set_strategy(kText, {"utility", {{"alpha", "0.3"}, {"delta", "0.5"}}});
  const Specification specification = read(with);
  EXPECT_EQ(specification.strategy.name, "utility");
  EXPECT_EQ(specification.strategy.options, (NamedValues{{"alpha", "0.3"}, {"delta", "0.5"}}));
  const Specification plain = read(set_strategy(*with, {"rwb", {}}));
  EXPECT_EQ(plain.strategy.name, "rwb");
  EXPECT_TRUE(plain.strategy.options.empty());
}

TEST(RuleEditTest, AStrategyOfAPlugInIsChangedByHand) {
  const std::string text =
      kBegin + "<strategy name='own' library='own.so' class='Own'/></collection>";
  EXPECT_EQ(set_strategy(text, {"rwb", {}}).error().code, ErrorCode::kInvalid);
}

TEST(SpecificationEditTest, AnInvalidResultIsNotWritten) {
  const testing::TempDir folder;
  const auto file = folder.path() / kFile;
  testing::write_whole_file(file, kText);
  const auto collection = Collection::open(folder.path());
  ASSERT_TRUE(collection);
  const auto broken = [](const std::string& text) -> Result<std::string> {
    return add_rule(text, {.accept = false, .path = "("});
  };
  EXPECT_FALSE(edit_specification(*collection, broken, Keep::kYes));
  EXPECT_EQ(testing::read_whole_file(file), kText);
  const auto good = [](const std::string& text) {
    return add_rule(text, {.accept = false, .path = "x"});
  };
  EXPECT_EQ(edit_specification(*collection, good, Keep::kNo)->scope.size(), 3U);
  EXPECT_EQ(testing::read_whole_file(file), kText);
  EXPECT_TRUE(edit_specification(*collection, good, Keep::kYes));
  EXPECT_EQ(Collection::open(folder.path())->specification().scope.size(), 3U);
}

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
