#include "collection/scope_choice.h"

#include <gtest/gtest.h>

#include "tests/support/files.h"
#include "tests/support/temp_dir.h"

namespace porthole::collection {
namespace {

TEST(ScopeChoiceTest, HostsPrefixesAndLanguagesAreSerialised) {
  const auto good = checked({.sites = {"WWW.Example.ORG", "*.bücher.example"},
                             .prefixes = {"HTTPS://a.org/Manual"},
                             .excludes = {"/print/"},
                             .languages = {"EN", "deu"},
                             .depth = 3});
  ASSERT_TRUE(good) << good.error().to_string();
  EXPECT_EQ(good->sites, (std::vector<std::string>{"www.example.org", "xn--bcher-kva.example"}));
  EXPECT_EQ(good->prefixes, std::vector<std::string>{"https://a.org/Manual"});
  EXPECT_EQ(good->languages, (std::vector<std::string>{"en", "deu"}));
  EXPECT_EQ(good->depth, 3);
}

TEST(ScopeChoiceTest, AWrongValueIsAUsageErrorThatNamesItsOption) {
  for (const auto& [choice, option] : std::vector<std::pair<ScopeChoice, std::string>>{
           {{.sites = {"https://a.org/"}}, "--site https://a.org/: "},
           {{.sites = {"a.org:8080"}}, "--site a.org:8080: "},
           {{.sites = {""}}, "--site : "},
           {{.prefixes = {"a.org/manual"}},
            "--prefix a.org/manual: not a valid URL: it has no scheme"},
           {{.excludes = {"(unclosed"}}, "--exclude (unclosed: "},
           {{.excludes = {""}}, "--exclude : "},
           {{.languages = {"english"}}, "--language english: "},
           {{.languages = {"en,de"}}, "--language en,de: "}}) {
    const auto bad = checked(choice);
    ASSERT_FALSE(bad) << option;
    EXPECT_EQ(bad.error().code, ErrorCode::kUsage);
    EXPECT_TRUE(bad.error().message.starts_with(option)) << bad.error().message;
    EXPECT_FALSE(bad.error().hint.empty());
  }
}

TEST(ScopeChoiceTest, ANewSpecificationHasItsRules) {
  const testing::TempDir folder;
  const auto file = folder.path() / "porthole.xml";
  testing::write_whole_file(file, write_specification({.name = "manuals",
                                                       .scope = {.sites = {"a.org"},
                                                                 .prefixes = {"https://b.org/m/"},
                                                                 .excludes = {"/print/|<&>"},
                                                                 .languages = {"en", "de"},
                                                                 .depth = 4}}));
  const auto read = read_specification(file);
  ASSERT_TRUE(read) << read.error().to_string();
  ASSERT_EQ(read->scope.size(), 4u);
  EXPECT_EQ(read->scope[0].hosts, std::vector<std::string>{"*.a.org"});
  EXPECT_EQ(read->scope[0].schemes, (std::vector<std::string>{"http", "https"}));
  EXPECT_EQ(read->scope[1].prefix, "https://b.org/m/");
  EXPECT_FALSE(read->scope[3].accept);
  EXPECT_EQ(read->scope[3].path, "/print/|<&>");
  EXPECT_EQ(read->languages, (std::vector<std::string>{"en", "de"}));
  EXPECT_EQ(read->limits.hops, 4);
}

TEST(ScopeChoiceTest, ARunIsLimitedBesideTheRulesOfTheSpecification) {
  Specification specification;
  specification.scope = {{.schemes = {"https"}}};
  specification.languages = {"fr"};
  specification.limits.hops = 20;
  limit(specification, {});
  EXPECT_TRUE(specification.confines.empty());
  EXPECT_EQ(specification.languages, std::vector<std::string>{"fr"});
  EXPECT_EQ(specification.limits.hops, 20);
  limit(specification, {.sites = {"a.org"}, .excludes = {"/x/"}, .languages = {"en"}, .depth = 2});
  ASSERT_EQ(specification.confines.size(), 1u);
  EXPECT_EQ(specification.scope.size(), 1u);
  ASSERT_EQ(specification.excludes.size(), 1u);
  EXPECT_FALSE(specification.excludes[0].accept);
  EXPECT_EQ(specification.languages, std::vector<std::string>{"en"});
  EXPECT_EQ(specification.limits.hops, 2);
}

}  // namespace
}  // namespace porthole::collection
