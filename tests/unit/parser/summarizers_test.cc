// Summarizers in sandbox processes: selection, and handling of failures.

#include "parser/summarizers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "parser/parser_pool.h"
#include "plugins/host/declaration.h"

namespace porthole::parser {
namespace {

using ::testing::HasSubstr;

plugins::PluginUse use_of(const std::string& file, const std::string& class_name) {
  const auto all = plugins::describe({file});
  EXPECT_TRUE(all);
  for (const plugins::Declaration& found : *all) {
    if (found.class_name != class_name) continue;
    plugins::PluginUse use{found.about.name, found.about.version, found.file, class_name, {},
                           found.formats};
    for (const OptionDeclaration& option : found.about.options) {
      use.options.emplace_back(option.name, option.otherwise);
    }
    return use;
  }
  ADD_FAILURE() << "no " << class_name << " in " << file;
  return {};
}

const std::string kFolder = std::string(PORTHOLE_BINARY_DIR) + "/lib/";

class SummarizersTest : public ::testing::Test {
 protected:
  static std::unique_ptr<ParserPool> start() {
    ParserPool::Options options;
    options.workers = 1;
    options.cpu = std::chrono::seconds(1);
    options.wall = std::chrono::seconds(10);
    options.summarizers = {
        use_of(kFolder + "test_plugins/trouble.so", "porthole::testing::TroubleSummarizer"),
        use_of(kFolder + "plugins/text.so", "porthole::TextSummarizer"),
        use_of(kFolder + "plugins/text.so", "porthole::CsvSummarizer")};
    auto pool = ParserPool::start(std::move(options));
    EXPECT_TRUE(pool) << pool.error().to_string();
    return std::move(*pool);
  }
  Document read(std::string body, std::string type = "application/x-trouble",
                std::string url = "http://site.example/page") {
    return pool_->parse_one({std::move(url), std::move(type), std::move(body)});
  }

  std::unique_ptr<ParserPool> pool_ = start();
};

TEST_F(SummarizersTest, FillInClassAndProperties) {
  const Document document = read("well");
  EXPECT_EQ(document.status, ParseStatus::kParsed);
  EXPECT_EQ(document.text, "well");
  EXPECT_EQ(document.media_type, "application/x-trouble");
  EXPECT_EQ(document.resource_class, "Dataset");
  EXPECT_EQ(document.properties, (std::vector<Property>{{"told", "well"}}));
}

TEST_F(SummarizersTest, LoseOnePageToWhateverGoesWrong) {
  std::vector<std::pair<const char*, const char*>> wrongs = {
      {"throw", "I was told to throw"},
      {"oddity", "trouble failed"},
      {"exit", "exit code 3"},
      {"hang", "more than 10 s"},
      {"spin", "more than 1"}};  // second of CPU, or 10 by the clock on a machine with a high load
#if defined(PORTHOLE_SANITIZED)
  wrongs.emplace_back(
      "crash",
      "exit code 1");  // the sanitizer reports and exits; its shadow leaves no memory to limit
#else
  wrongs.emplace_back("crash", "crashed");
  wrongs.emplace_back("memory", "memory");
#endif
  for (const auto& [what, detail] : wrongs) {
    const Document document = read(what);
    EXPECT_EQ(document.status, ParseStatus::kFailed) << what;
    EXPECT_THAT(document.status_detail, HasSubstr(detail)) << what;
    EXPECT_EQ(read("next").text, "next") << "after " << what;
  }
}

// libgsf does, of a damaged file.
TEST_F(SummarizersTest, MayPrintToStandardOutput) {
  EXPECT_EQ(read("print").text, "print");
  EXPECT_EQ(read("next").text, "next");
}

TEST_F(SummarizersTest, KeepWhatCouldBeRead) {
  const Document document = read("partly");
  EXPECT_EQ(document.status, ParseStatus::kFallback);
  EXPECT_EQ(document.status_detail, "only a part");
  EXPECT_EQ(document.text, "partly");
}

TEST_F(SummarizersTest, LeaveOutWhatHasNoProperName) {
  const Document document = read("nonsense");
  EXPECT_EQ(document.resource_class, "");
  EXPECT_TRUE(document.properties.empty());
  EXPECT_THAT(document.status_detail, HasSubstr("without a proper name"));
}

TEST_F(SummarizersTest, CutMembersAtTheLimit) {
  const Document document = read("many members");
  EXPECT_EQ(document.members.size(), static_cast<std::size_t>(SummaryLimits().members));
  EXPECT_EQ(document.members_cut, 100u);
  EXPECT_EQ(document.status_detail, "100 members left out, at the limits of a container");
  EXPECT_EQ(document.members.front().body, "inside 0");
}

TEST_F(SummarizersTest, CutLongTextAndSaySo) {
  const std::string long_text(SummaryLimits().text_bytes + 1, 'x');
  const Document document = read(long_text);
  EXPECT_EQ(document.text.size(), SummaryLimits().text_bytes);
  EXPECT_EQ(document.status_detail, "the text is cut at 8 MiB");
}

TEST_F(SummarizersTest, MayHaveSomethingInsideReadByAnother) {
  EXPECT_EQ(read("inside").title, "inner");
}

TEST_F(SummarizersTest, AreChosenByTypeBytesAndSuffixTogether) {
  const std::string table = "name,year\nMizar,1617\n";
  EXPECT_EQ(read(table, "text/csv").resource_class, "Dataset");
  EXPECT_EQ(read(table, "text/plain", "http://a.example/t.csv").resource_class, "Dataset")
      << "text/plain says little: the suffix decides";
  EXPECT_EQ(read("one\ntwo", "text/plain", "http://a.example/t").resource_class, "Text");
  EXPECT_EQ(read("told", "application/octet-stream", "http://a.example/x.trouble").text, "told");
  EXPECT_EQ(read("<title>T</title><p>x", "text/html", "http://a.example/x.csv").title, "T")
      << "HTML is built in";
  EXPECT_EQ(read("p { color: red }", "text/css").status, ParseStatus::kUnsupported)
      << "no text for people";
  EXPECT_EQ(read("\x89PNG\r\n\x1A\n", "image/png").status, ParseStatus::kUnsupported);
}

TEST_F(SummarizersTest, AreSetAsideAfterTenFailuresInARow) {
  for (int i = 0; i < plugins::kMostFailures; ++i) read("throw");
  EXPECT_EQ(read("well").status, ParseStatus::kUnsupported) << "nobody reads it any more";
  EXPECT_EQ(read("a,b\n", "text/csv").resource_class, "Dataset") << "others go on";
  const std::vector<PluginRecord> trouble = pool_->health().in_trouble();
  ASSERT_EQ(trouble.size(), 1u);
  EXPECT_EQ(trouble[0].name, "trouble");
  EXPECT_TRUE(trouble[0].set_aside);
  EXPECT_EQ(trouble[0].failed, plugins::kMostFailures);
}

TEST_F(SummarizersTest, AreNotToBlameForPagesThatAreDamaged) {
  for (int i = 0; i <= plugins::kMostFailures; ++i) {
    const Document document = read("damage " + std::to_string(i));
    EXPECT_EQ(document.status, ParseStatus::kDamaged);
    EXPECT_EQ(document.status_detail, "trouble: half of it is missing");
    EXPECT_EQ(document.media_type, "application/x-trouble");
    EXPECT_EQ(document.text, "");
  }
  EXPECT_EQ(read("well").text, "well");
  EXPECT_TRUE(pool_->health().in_trouble().empty());
}

TEST_F(SummarizersTest, ReadTables) {
  const auto columns_of = [this](const std::string& table) {
    std::string names;
    for (const Property& one : read(table, "text/csv").properties) {
      if (one.name == "column") names += one.value + "/";
    }
    return names;
  };
  const std::string table = "wick;width\nstorm, red;12\nhall, blue;8,5\n";
  for (const char* before : {"", "sep=;\r\n", "\"sep=;\"\n", "\xEF\xBB\xBFSEP=;\n",
                             "# made, by hand\n", "Wicks, 2024\n\n", "# "})
    EXPECT_EQ(columns_of(before + table), "wick/width/") << before;
  EXPECT_EQ(columns_of("wick|width\na|1\n"), "wick/width/");
  EXPECT_EQ(columns_of("wick\tcost, EUR\na\t1,5\n"), "wick/cost, EUR/") << "commas of decimals";
  EXPECT_EQ(columns_of("1;2\n3;4\n"), "") << "numbers name no column";
  EXPECT_EQ(columns_of("wick,\"wi\"\"dth\"\r5\" pipe,1\r"), "wick/wi\"dth/") << "lines end in CR";
  EXPECT_EQ(read("Wicks 2024\n\nwick,width\na,1\n", "text/csv").title, "Wicks 2024");
  EXPECT_EQ(read("name;at\nA;http://a.example/\n", "text/csv").links.at(0).anchor, "A");
  const Document document = read("name;\"a \"\"b\"\"\"\n\"x\ny\";2\nz;3", "text/csv");
  EXPECT_EQ(document.title, "name a \"b\"");
  EXPECT_EQ(document.text, "x y 2\nz 3\n");
  EXPECT_EQ(document.properties,
            (std::vector<Property>{{"column", "name"}, {"column", "a \"b\""}, {"rows", "2"}}));
}

TEST_F(SummarizersTest, ReadPlainTextWithItsLinks) {
  const Document document =
      read("\nNotes\nsee (https://stars.example/a, and so on).\n", "text/plain; charset=utf-8");
  EXPECT_EQ(document.title, "Notes");
  ASSERT_EQ(document.links.size(), 1u);
  EXPECT_EQ(document.links[0].url, "https://stars.example/a");
  EXPECT_EQ(document.links[0].before, "see (");
  EXPECT_EQ(document.properties, (std::vector<Property>{{"lines", "3"}}));
}

}  // namespace
}  // namespace porthole::parser
