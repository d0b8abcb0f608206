/// The search page as different people use it: with facets and suggestions, by keyboard, without
/// script, on a phone, from right to left; and what was crawled, which runs nowhere.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/url/percent_encode.h"
#include "tests/browser/search_page.h"

namespace porthole::search {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

const std::string kTab = "\uE004";
const std::string kEnter = "\uE007";
const std::string kEscape = "\uE00C";
const std::string kDown = "\uE015";
const std::string kUp = "\uE013";

class SearchUseTest : public SearchPageTest {
 protected:
  void type_keys(const std::string& keys) {
    for (const char key : keys) browser_->press(std::string(1, key));
  }
  std::string typed() { return browser_->run("return document.getElementById('q').value"); }
  nlohmann::json attribute(const std::string& name) {
    return browser_->run("return document.getElementById('q').getAttribute('" + name + "')");
  }
  std::string focused() {
    return browser_->run("return document.activeElement.textContent || document.activeElement.id");
  }
};

TEST_F(SearchUseTest, SearchesAndOpensAResultByKeyboardAlone) {
  open("");
  EXPECT_EQ(browser_->run("return document.activeElement.id"), "q") << "one can type at once";
  type_keys("planetary gear");
  browser_->press(kEnter);
  browser_->arrive_at("/search?q=planetary+gear");
  browser_->press(kTab);
  EXPECT_EQ(focused(), "Skip to the content");
  EXPECT_EQ(browser_->run("const box = document.activeElement.getBoundingClientRect(); return "
                          "box.left >= 0 && box.width > 0"),
            true)
      << "it is seen when it has the focus";
  browser_->press(kEnter);
  std::string last;
  for (int i = 0; i < 12 && last.find("planetary gear works") == std::string::npos; ++i) {
    browser_->press(kTab);
    last = focused();
    EXPECT_NE(browser_->run("return getComputedStyle(document.activeElement).outlineStyle"), "none")
        << last;
  }
  EXPECT_THAT(last, HasSubstr("planetary gear works")) << "the first result is near";
}

TEST_F(SearchUseTest, TakesASuggestionByKeyboardAlone) {
  open("");
  type_keys("plane");
  EXPECT_EQ(offered(), nlohmann::json({"planetary", "planet", "planetary gear"}));
  EXPECT_EQ(attribute("aria-expanded"), "true");
  browser_->press(kDown);
  browser_->press(kDown);
  EXPECT_EQ(typed(), "planet");
  EXPECT_EQ(browser_->text("#" + attribute("aria-activedescendant").get<std::string>() +
                           "[aria-selected=true] bdi"),
            "planet");
  browser_->press(kUp);
  EXPECT_EQ(typed(), "planetary");
  browser_->press(kEnter);
  browser_->arrive_at("/search?q=planetary");
}

TEST_F(SearchUseTest, ClosesSuggestionsAndKeepsWhatWasTyped) {
  open("");
  type_keys("plane");
  offered();
  browser_->press(kDown);
  browser_->press(kEscape);
  EXPECT_EQ(typed(), "plane");
  EXPECT_EQ(attribute("aria-expanded"), "false");
  browser_->press(kEnter);
  browser_->arrive_at("/search?q=plane");
}

TEST_F(SearchUseTest, GoesOnFromAFieldToItsValues) {
  open("");
  type_keys("auth:");
  EXPECT_EQ(offered(), nlohmann::json({"author:"}));
  browser_->click("#completions li");
  EXPECT_EQ(offered()[0], "author:\"ada miller\"");
  browser_->click("#completions li");
  EXPECT_EQ(browser_->text(".results h2"), "Hub gears: how a planetary gear works");
}

TEST_F(SearchUseTest, ShowsTheResultsWhileOneTypes) {
  open("");
  type_keys("planetar");
  browser_->arrive_at("q=planetar");
  EXPECT_EQ(browser_->text(".results h2"), "Hub gears: how a planetary gear works");
  EXPECT_EQ(browser_->run("return [document.getElementById('status').textContent, "
                          "document.activeElement.value, location.search]"),
            nlohmann::json({"3 pages", "planetar", "?q=planetar"}));
  EXPECT_EQ(browser_->count(".cards"), 0u);
  type_keys("y oil");
  browser_->arrive_at("q=planetary+oil");
  browser_->run("history.back()");
  EXPECT_NE(browser_->text(".cards"), "") << "the page that was there";
}

TEST_F(SearchUseTest, WorksWithoutScript) {
  look_with({.script = false});
  open("");
  EXPECT_EQ(browser_->count("noscript button"), 1u);
  browser_->type("#q", "planet");
  browser_->click("button.suggest");
  browser_->arrive_at("/suggest?");
  EXPECT_THAT(browser_->text("main"), HasSubstr("planetary"));
  browser_->click(".suggestion a");
  browser_->arrive_at("/search?");
  EXPECT_EQ(browser_->count(".results > li"), 3u);
  browser_->click(".results .more a");
  browser_->arrive_at("/page?");
  EXPECT_EQ(browser_->text("h1"), "Hub gears: how a planetary gear works");
}

TEST_F(SearchUseTest, FitsOnAPhone) {
  look_with({.width = 360, .height = 740});
  for (const char* path :
       {"", "search?q=hub", "search?q=tuning",
        "page?url=https%3A%2F%2Fwheels.example%2Fhub-gears%2F", "help", "fields"}) {
    open(path);
    EXPECT_EQ(browser_->run("return window.innerWidth"), 360) << path;
    EXPECT_LE(browser_->run("return document.documentElement.scrollWidth").get<int>(), 360) << path;
    EXPECT_LE(browser_->run("return document.querySelector('form').getBoundingClientRect().right")
                  .get<double>(),
              344)
        << path;
  }
  open("search?q=hub");
}

TEST_F(SearchUseTest, FiltersOnAPhoneByAButtonAboveTheResults) {
  look_with({.width = 360, .height = 740});
  open("search?q=hub");
  const std::string kShown =
      "return getComputedStyle(document.getElementById('facets')).display !== 'none'";
  EXPECT_EQ(browser_->run(kShown), false);
  EXPECT_LT(browser_->run("return document.querySelector('.filter').getBoundingClientRect().bottom")
                .get<double>(),
            browser_->run("return document.querySelector('.results').getBoundingClientRect().top")
                .get<double>());
  browser_->click(".filter");
  EXPECT_EQ(browser_->run(kShown), true);
  browser_->press(kEscape);
  EXPECT_EQ(browser_->run(kShown), false);
  browser_->click(".filter");
  browser_->click("section[aria-labelledby=facet-language] li:nth-child(2) a");
  browser_->arrive_at("q=hub%20lang%3Ahe");
  EXPECT_EQ(browser_->run(kShown), false) << "the results are shown";
  EXPECT_EQ(browser_->text(".filter .number"), "1\nchosen");
}

TEST_F(SearchUseTest, GoesToTheBoxAndToTheHelpByKeysThatCanBeTurnedOff) {
  open("search?q=hub");
  browser_->press("/");
  EXPECT_EQ(browser_->run("return document.activeElement.id"), "q");
  browser_->press("/");
  EXPECT_EQ(typed(), "/") << "what was there was selected, and in the box it is a letter";
  browser_->press("?");
  EXPECT_EQ(typed(), "/?");
  browser_->run("document.activeElement.blur()");
  browser_->press("?");
  browser_->arrive_at("/help");
  browser_->click("#keys-on");
  open("search?q=hub");
  browser_->press("/");
  EXPECT_NE(browser_->run("return document.activeElement.id"), "q");
}

TEST_F(SearchUseTest, ClosesTheMenuOfOrdersByEscapeAndByAClickElsewhere) {
  open("search?q=hub");
  const std::string kOpen = "return document.querySelector('.menu').open";
  browser_->click(".menu summary");
  EXPECT_EQ(browser_->run(kOpen), true);
  browser_->press(kEscape);
  EXPECT_EQ(browser_->run(kOpen), false);
  browser_->click(".menu summary");
  browser_->click(".count");
  EXPECT_EQ(browser_->run(kOpen), false);
}

TEST_F(SearchUseTest, ShowsTextFromRightToLeftAsItIsRead) {
  open("search?q=hub+lang%3Ahe");
  EXPECT_EQ(browser_->run(
                "return getComputedStyle(document.querySelector('.results .snippet')).direction"),
            "rtl");
  EXPECT_EQ(
      browser_->run("return getComputedStyle(document.querySelector('.results h2 bdi')).direction"),
      "rtl");
  EXPECT_EQ(
      browser_->run(
          "return getComputedStyle(document.querySelector('.results blockquote bdi')).direction"),
      "ltr");
}

TEST_F(SearchUseTest, IsDarkForThoseWhoPreferIt) {
  const char* const kPaper = "return getComputedStyle(document.body).backgroundColor";
  open("search?q=hub");
  EXPECT_EQ(browser_->run(kPaper), "rgb(251, 250, 246)");
  look_with({.dark = true});
  open("search?q=hub");
  EXPECT_EQ(browser_->run(kPaper), "rgb(17, 25, 28)");
}

// Reliability F1, F2: what was crawled stays text in a browser, too; its policy has nothing to
// refuse.
TEST_F(SearchUseTest, RunsNothingThatWasCrawledAndThePolicyReportsNothing) {
  const std::string evil = encode_parameter(cycling_pages().back().url);
  for (const std::string& path :
       {std::string("search?q=tuning"), std::string("search?q=evil+sort:date"), "page?url=" + evil,
        "copy?url=" + evil,
        std::string("search?q=%3Cscript%3Edocument.title%3D%27owned%27%3C%2Fscript%3E"),
        std::string("suggest?q=tun"),
        std::string("search?q=zeppelin+%3Cimg+src%3Dx+onerror%3Ddocument.title%3D%27owned%27%3E"),
        std::string("fields?name=author"), std::string("search?q=nofield%3A%3Cscript%3E"),
        std::string("search?q=x&collection=%3Cscript%3E")}) {
    open(path);
    EXPECT_NE(browser_->title(), "owned") << path;
    EXPECT_EQ(browser_->count("main script, main svg, main img"), 0u) << path;
    for (const auto& entry : browser_->log()) {
      EXPECT_THAT(entry["message"].get<std::string>(),
                  ::testing::Not(HasSubstr("Content Security Policy")))
          << path;
    }
  }
  open("search?q=tuning");
  EXPECT_THAT(browser_->text(".results h2"), StartsWith("<script>"));
}

// The log is where a refusal would stand: a style that is put into a page by its script is refused.
TEST_F(SearchUseTest, ThePolicyWouldReportWhatItRefuses) {
  open("");
  browser_->run(
      "document.body.setAttribute('onclick', 'document.title = \"owned\"'); "
      "document.body.click();");
  EXPECT_THAT(browser_->log().dump(), HasSubstr("Content Security Policy"));
  EXPECT_NE(browser_->title(), "owned");
}

TEST_F(SearchUseTest, SearchesAndOpensTheDetailsOfAResult) {
  browser_->open(server_->url());
  EXPECT_THAT(browser_->title(), HasSubstr("Cycling"));
  browser_->type("#q", "planetary gear");
  browser_->click("button[type=submit]");

  browser_->arrive_at("/search?q=planetary+gear");
  EXPECT_EQ(browser_->count(".results > li"), 3u);
  EXPECT_EQ(browser_->text(".results h2"), "Hub gears: how a planetary gear works");
  EXPECT_EQ(browser_->text(".results .snippet b:last-of-type"), "gear");
  EXPECT_THAT(browser_->text(".results blockquote"),
              HasSubstr("the clearest account of planetary gears"));

  browser_->click(".results .more a");
  browser_->arrive_at("/page?url=");
  EXPECT_EQ(browser_->text("h1"), "Hub gears: how a planetary gear works");
  EXPECT_THAT(browser_->text("section[aria-labelledby=others]"), HasSubstr("Hub gears explained"));
  EXPECT_THAT(browser_->text("section[aria-labelledby=others]"),
              HasSubstr("Gears and transmission"));
  EXPECT_THAT(browser_->text("section[aria-labelledby=own]"), HasSubstr("a gearbox at the crank"));
  browser_->click(".back a");
  browser_->arrive_at("/search?q=planetary%20gear");
}

}  // namespace
}  // namespace porthole::search
