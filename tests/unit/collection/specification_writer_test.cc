#include <gtest/gtest.h>

#include <fstream>

#include "base/text/text.h"
#include "base/xml/writer.h"
#include "collection/local_scope.h"
#include "collection/specification.h"
#include "tests/support/temp_dir.h"

namespace porthole::collection {
namespace {

using porthole::testing::TempDir;

const std::vector<std::string> kHostile = {"\"quotes\" and 'quotes'",
                                           "<script>alert(1)</script>",
                                           "a & b &amp; c",
                                           "line\nbreak\r\n\ttab",
                                           "]]>",
                                           "--> <!-- -->",
                                           "\U0001F600 \u202E \u2028",
                                           std::string("nul\0 \x01\xFF", 7),
                                           "{{x}} %s \\"};

class SpecificationWriterTest : public ::testing::Test {
 protected:
  Result<Specification> read(const std::string& text) {
    const auto file = dir_.path() / "porthole.xml";
    std::ofstream(file, std::ios::binary) << text;
    return read_specification(file);
  }
  TempDir dir_;
};

TEST_F(SpecificationWriterTest, WritesWhatIsReadBack) {
  const Result<Specification> spec =
      read(write_specification({.name = "stars",
                                .topic_phrases = {"light curve", "telescope"},
                                .seeds = {"https://a.org/", "https://b.org/?x=1&y=2"},
                                .contact = "bot@a.org"}));
  ASSERT_TRUE(spec) << spec.error().to_string();
  EXPECT_EQ(spec->name, "stars");
  EXPECT_EQ(spec->topic.title, "light curve");
  EXPECT_EQ(spec->topic.terms, (std::vector<std::string>{"light curve", "telescope"}));
  ASSERT_EQ(spec->seeds.size(), 2u);
  EXPECT_EQ(spec->seeds[1].url, "https://b.org/?x=1&y=2");
  EXPECT_EQ(spec->agent.email, "bot@a.org");
  EXPECT_TRUE(spec->agent.has_contact());
  EXPECT_EQ(spec->strategy.name, "learned");
  EXPECT_EQ(spec->politeness.delay, std::chrono::seconds(5));
  EXPECT_TRUE(spec->network.is_live());
  EXPECT_EQ(spec->storage, "sqlite:repository.db");
}

TEST_F(SpecificationWriterTest, TellsAUrlFromAnAddress) {
  EXPECT_EQ(read(write_specification({.contact = "https://a.org/@me"}))->agent.url,
            "https://a.org/@me");
  EXPECT_EQ(read(write_specification({.contact = "me@a.org"}))->agent.email, "me@a.org");
  EXPECT_FALSE(read(write_specification({}))->agent.has_contact());
}

TEST_F(SpecificationWriterTest, WritesTheGatewayOrTheRecordedWeb) {
  EXPECT_EQ(read(write_specification({.gateway = "http://127.0.0.1:8080"}))->network.gateway,
            "http://127.0.0.1:8080/");
  EXPECT_EQ(
      read(write_specification({.recorded = {"a.warc.gz", "b.warc.gz"}}))->network.recorded.size(),
      2u);
}

TEST_F(SpecificationWriterTest, ConfinesACollectionOfFilesToTheirFolder) {
  const Result<Specification> local =
      read(write_specification({.seeds = {"file:///srv/a%20b/c/x.html", "file:///srv/a%20b/cd/"}}));
  ASSERT_TRUE(local) << local.error().to_string();
  EXPECT_FALSE(asks_others(*local));
  ASSERT_EQ(local->protocols.size(), 1u);
  EXPECT_EQ(local->protocols[0].options, (NamedValues{{"root", "/srv/a b"}}));
  const Result<Specification> both =
      read(write_specification({.seeds = {"file:///srv/a%20b/", "https://a.org/"}}));
  ASSERT_TRUE(both) << both.error().to_string();
  EXPECT_TRUE(asks_others(*both));
}

TEST_F(SpecificationWriterTest, KeepsHostileValues) {
  for (const std::string& value : kHostile) {
    const Result<Specification> spec = read(write_specification(
        {.name = value, .topic_phrases = {value}, .seeds = {value}, .contact = value}));
    ASSERT_TRUE(spec) << spec.error().to_string();
    const std::string kept = xml::readable_text(value);
    EXPECT_EQ(spec->name, kept);
    EXPECT_EQ(spec->topic.terms, std::vector<std::string>{fold_space(kept)});
    ASSERT_EQ(spec->seeds.size(), 1u);
    EXPECT_EQ(spec->seeds[0].url, trim(kept));
  }
}

TEST_F(SpecificationWriterTest, AddsSeedsAndTouchesNothingElse) {
  const std::string before =
      "<collection xmlns='urn:porthole:specification:1'>\n"
      "  <!-- </seeds> <seeds/> -->\n"
      "  <seeds>  <!-- mine -->\n"
      "    <seed url='https://a.org/'/>\n"
      "    <seeds file='more.txt'/>\n"
      "  </seeds>\n"
      "  <scope   ><accept/></scope>\n"
      "</collection>\n<!-- end -->\n";
  const Result<std::string> after = add_seeds(before, {"https://b.org/?a&b", "\"<x>\""});
  ASSERT_TRUE(after) << after.error().to_string();
  const std::string added =
      "\n    <seed url=\"https://b.org/?a&amp;b\"/>"
      "\n    <seed url=\"&quot;&lt;x>&quot;\"/>";
  std::string expected = before;
  expected.insert(
      before.find("<seeds file='more.txt'/>") + std::string("<seeds file='more.txt'/>").size(),
      added);
  EXPECT_EQ(*after, expected);
  EXPECT_EQ(read(*after)->seeds.size(), 3u);
}

TEST_F(SpecificationWriterTest, AddsSeedsToAnEmptyElement) {
  for (const std::string seeds :
       {"<seeds/>", "<seeds  />", "<seeds></seeds>", "<seeds>\n</seeds >"}) {
    const std::string text =
        "<collection xmlns='urn:porthole:specification:1'>" + seeds + "</collection>";
    const Result<std::string> after = add_seeds(text, {"https://a.org/", "https://b.org/"});
    ASSERT_TRUE(after) << after.error().to_string();
    const Result<Specification> spec = read(*after);
    ASSERT_TRUE(spec) << *after;
    EXPECT_EQ(spec->seeds.size(), 2u);
    EXPECT_EQ(read(add_seeds(*after, {"https://c.org/"}).value())->seeds.size(), 3u);
  }
}

TEST_F(SpecificationWriterTest, AddsSeedsUnderThePrefixInUse) {
  const std::string text =
      "<p:collection xmlns:p='urn:porthole:specification:1'><p:seeds/></p:collection>";
  const Result<Specification> spec = read(add_seeds(text, {"https://a.org/"}).value());
  ASSERT_TRUE(spec) << spec.error().to_string();
  EXPECT_EQ(spec->seeds.size(), 1u);
}

TEST_F(SpecificationWriterTest, SaysWhenThereIsNowhereToAddSeeds) {
  const Result<std::string> after =
      add_seeds("<collection xmlns='urn:porthole:specification:1'/>", {"https://a.org/"});
  ASSERT_FALSE(after);
  EXPECT_EQ(after.error().code, ErrorCode::kInvalid);
  EXPECT_FALSE(add_seeds("not xml", {"https://a.org/"}));
}

TEST_F(SpecificationWriterTest, AddsTermsWithTheirOriginAndTouchesNothingElse) {
  const std::string before =
      "<collection xmlns='urn:porthole:specification:1'>\n"
      "  <topic title='Sky'>  <!-- </topic> -->\n"
      "    <term>telescope</term><taxonomy file='taxonomy.xml'/>\n"
      "  </topic>\n"
      "  <seeds/>\n"
      "</collection>\n";
  const Result<std::string> after = add_terms(before, {"light curve", "a<b"}, "by hand");
  ASSERT_TRUE(after) << after.error().to_string();
  const std::string anchor = "<taxonomy file='taxonomy.xml'/>";
  std::string expected = before;
  expected.insert(before.find(anchor) + anchor.size(),
                  "\n    <term>light curve</term>  <!-- by hand -->"
                  "\n    <term>a&lt;b</term>  <!-- by hand -->");
  EXPECT_EQ(*after, expected);
  const Result<Specification> spec = read(*after);
  ASSERT_TRUE(spec) << spec.error().to_string();
  EXPECT_EQ(spec->topic.terms, (std::vector<std::string>{"telescope", "light curve", "a<b"}));
  EXPECT_EQ(add_terms(before, {}, "by hand").value(), before);
}

TEST_F(SpecificationWriterTest, AddsTermsWhereThereWereNone) {
  for (const std::string topic : {"<topic/>", "<topic title='x' />", "<topic></topic>"}) {
    const Result<Specification> spec = read(
        add_terms("<collection xmlns='urn:porthole:specification:1'>" + topic + "</collection>",
                  {"comet"}, "")
            .value());
    ASSERT_TRUE(spec) << spec.error().to_string();
    EXPECT_EQ(spec->topic.terms, std::vector<std::string>{"comet"});
  }
  EXPECT_FALSE(add_terms("<collection xmlns='urn:porthole:specification:1'/>", {"comet"}, ""));
}

}  // namespace
}  // namespace porthole::collection
