/// The pages as a text browser shows them, with neither style nor script: in the order in which
/// they are read.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "base/url/percent_encode.h"
#include "tests/browser/search_page.h"
#include "tests/support/run_program.h"

namespace porthole::search {
namespace {

using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kW3m = "/usr/bin/w3m";

class TextBrowserTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(kW3m))
      GTEST_SKIP() << "there is no text browser: install the package w3m";
    const auto pages = cycling_pages();
    index_.add(pages);
    auto started =
        start_server({{"Cycling", index_.path(), std::make_shared<test::ListedPages>(pages)}}, {});
    ASSERT_TRUE(started) << started.error().to_string();
    server_ = std::move(*started);
  }

  /// The page as 80 columns of text, without pictures.
  std::string shown(const std::string& path) {
    const auto said = testing::run_program(
        kW3m, {"-dump", "-cols", "80", "-no-graph", "-O", "UTF-8", server_->url() + path});
    EXPECT_EQ(said.code, 0) << said.err;
    return said.out;
  }

  /// The parts stand in `text` in this order.
  static void expect_in_order(const std::string& text, const std::vector<std::string>& parts) {
    std::size_t at = 0;
    for (const std::string& part : parts) {
      const std::size_t found = text.find(part, at);
      ASSERT_NE(found, std::string::npos) << part << " does not follow in\n" << text;
      at = found + part.size();
    }
  }

  test::IndexFolder index_;
  std::unique_ptr<http::Server> server_;
};

TEST_F(TextBrowserTest, OffersASearchAndTheSuggestionsOfAButton) {
  expect_in_order(shown(""), {"Cycling", "5 pages of 5 sites", "Search in Cycling",
                              "Search Suggest", "Newest pages", "How to search"});
  expect_in_order(shown("suggest?q=planet"), {"What this query may become", "planetary"});
}

TEST_F(TextBrowserTest, ShowsResultsOneBelowTheOtherWithWhatOthersSay) {
  const std::string page = shown("search?q=planetary+hub");
  expect_in_order(page,
                  {"Search in Cycling", "4 pages", "Best match first",
                   "Hub gears: how a planetary gear works", "wheels.example \xE2\x80\xBA hub-gears",
                   "\xE2\x80\x9Cthe clearest account of planetary gears in bicycles\xE2\x80\x9D",
                   "club.example", "Details", "Site"});
  EXPECT_THAT(page, Not(AnyOf(HasSubstr("{{"), HasSubstr("&amp;"), HasSubstr("function"))));
}

TEST_F(TextBrowserTest, ShowsWhatIsKnownOfAPage) {
  const std::string page =
      shown("page?url=" + encode_parameter("https://wheels.example/hub-gears/") + "&q=hub");
  expect_in_order(
      page,
      {"Results for hub", "Hub gears: how a planetary gear works", "What happens inside a hub gear",
       "What it says of itself", "Ada Miller", "What others say about it", "the clearest account",
       "What it says about others", "a gearbox at the crank", "RDF/XML", "Turtle", "Around it"});
}

TEST_F(TextBrowserTest, SaysWhyThereIsNothing) {
  expect_in_order(shown("search?q=zeppelin"),
                  {"Nothing found for zeppelin", "None of the 5 pages", "How to search"});
}

}  // namespace
}  // namespace porthole::search
