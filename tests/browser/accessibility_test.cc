/// axe-core looks at every kind of page, in light and dark and at the width of a phone, and finds
/// nothing serious.
///
/// Source: https://github.com/dequelabs/axe-core, WCAG 2.1 A and AA and best practices.
/// tests/browser/package-lock.json says which version; the test browser.axe fetches it, and without
/// it this skips.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "base/url/percent_encode.h"
#include "tests/browser/search_page.h"
#include "tests/support/files.h"

namespace porthole::search {
namespace {

using nlohmann::json;

class AccessibilityTest : public SearchPageTest {
 protected:
  void SetUp() override {
    const std::filesystem::path file = PORTHOLE_BINARY_DIR "/axe/node_modules/axe-core/axe.min.js";
    if (!std::filesystem::exists(file))
      GTEST_SKIP() << "there is no axe-core: ctest -R browser.axe fetches it with npm";
    axe_ = testing::read_whole_file(file);
    SearchPageTest::SetUp();
  }

  /// The serious and critical violations on the open page, one per line.
  std::string faults() {
    const json found = browser_->run(
        axe_ +
        "; return axe.run(document, {resultTypes: ['violations']}).then(found => "
        "found.violations.map(one => ({id: one.id, impact: one.impact, help: one.help, "
        "where: one.nodes.map(node => node.target.join(' ') + ' ' + node.failureSummary)})))");
    std::string text;
    for (const json& one : found) {
      if (one["impact"] == "serious" || one["impact"] == "critical") text += one.dump() + "\n";
    }
    return text;
  }

  void look_at_all() {
    const std::string page = "page?url=" + encode_parameter("https://wheels.example/hub-gears/");
    for (const std::string& path :
         {std::string(), std::string("search?q=hub"), std::string("search?q=hub+lang:he"),
          std::string("search?q=planetary+zeppelin"), std::string("search?q=zeppelin"), page,
          "copy" + page.substr(4), std::string("help"), std::string("fields"),
          std::string("suggest?q=hu"), std::string("nowhere"), std::string("search?q=nofield:x"),
          std::string("search?q=auhtor:ada"), std::string("search?q=planetery"),
          std::string("search?q=hub&size=1&from=1"),
          std::string("page?url=https://nowhere.example/")}) {
      open(path);
      EXPECT_EQ(faults(), "") << path;
    }
    open("");
    browser_->type("#q", "planetary");
    offered();
    browser_->press("\uE015");  // down
    EXPECT_EQ(faults(), "") << "suggestions";
    open("search?q=hub");
    browser_->click(".menu summary");
    EXPECT_EQ(faults(), "") << "the menu of orders";
    open("search?q=hub#facets");
    EXPECT_EQ(faults(), "") << "the filters";
  }

  std::string axe_;
};

TEST_F(AccessibilityTest, FindsNothingSeriousOnAnyPage) { look_at_all(); }

TEST_F(AccessibilityTest, FindsNothingSeriousInTheDark) {
  look_with({.dark = true});
  look_at_all();
}

TEST_F(AccessibilityTest, FindsNothingSeriousOnAPhone) {
  look_with({.width = 360, .height = 740});
  look_at_all();
}

TEST_F(AccessibilityTest, WouldFindAPictureWithoutAnAlternative) {
  open("");
  browser_->run("document.querySelector('main').innerHTML += '<img src=/logo>'");
  EXPECT_THAT(faults(), ::testing::HasSubstr("image-alt"));
}

}  // namespace
}  // namespace porthole::search
