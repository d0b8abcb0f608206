/// A person grows a collection in the console, from a name and two examples to marks and a resumed
/// crawl, over a live crawl; the audit log tells the same. axe-core looks at every view.

#include "console/console.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <thread>

#include "repository/repository.h"
#include "tests/browser/browser.h"
#include "tests/browser/console_files.h"
#include "tests/support/files.h"
#include "tests/support/small_web.h"
#include "tests/support/temp_dir.h"

namespace porthole::console {
namespace {

using nlohmann::json;

constexpr int kHosts = 24;
constexpr int kPagesOfSite = 10;
constexpr std::chrono::minutes kLongest{2};

class ConsolePageTest : public ::testing::Test {
 protected:
  void SetUp() override {
    programs_ = test::find_browser();
    if (programs_.chromium == nullptr || programs_.driver == nullptr)
      GTEST_SKIP() << "there is no Chromium with its driver (Debian: chromium-driver)";
    const std::filesystem::path file = PORTHOLE_BINARY_DIR "/axe/node_modules/axe-core/axe.min.js";
    if (std::filesystem::exists(file)) axe_ = testing::read_whole_file(file);
    for (int i = 0; i < kHosts; ++i) add_site(i);
    ConsoleOptions options;
    options.folders = {(temporary_ / "sky").string()};
    options.program = PORTHOLE_BINARY_DIR "/bin/porthole";
    options.gateway = web_.gateway();
    options.taxonomy = taxonomy();
    auto started = Console::start(options);
    ASSERT_TRUE(started) << started.error().to_string();
    console_ = std::move(*started);
  }

  static std::string site(int i) { return "http://sky" + std::to_string(i) + ".test/"; }

  /// Pages about telescopes, which link to the next two sites and to one about cooking. A site has
  /// more pages than the first crawl fetches.
  void add_site(int i) {
    const auto link = [](const std::string& url, const std::string& text) {
      return "<p><a href='" + url + "'>" + text + "</a>";
    };
    const std::string words =
        "</title><p>A telescope gathers light of stars. The telescope has a mirror, and astronomy "
        "needs telescopes for every light curve.";
    std::string front = link(site((i + 1) % kHosts), "another telescope") +
                        link(site((i + 2) % kHosts), "a telescope with a mirror") +
                        link(site(i) + "soup", "soup of the day");
    for (int k = 0; k < kPagesOfSite; ++k) {
      const std::string url = site(i) + "mirror" + std::to_string(k);
      front += link(url, "mirror of a telescope");
      web_.page(url, "<title>Mirror " + std::to_string(k) + words);
    }
    web_.page(site(i), "<title>Telescope " + std::to_string(i) + words + front);
    web_.page(site(i) + "soup", "<title>Soup</title><p>Boil carrots and leeks in salted water.");
  }

  /// The topics that collections begin with; "" for none.
  virtual std::string taxonomy() { return ""; }

  /// Bookmarks with a folder for what is wanted and one for what is not.
  std::string bookmarks() const {
    const std::filesystem::path file = temporary_ / "bookmarks.html";
    testing::write_whole_file(
        file, test::bookmarks_html({{"Telescopes", {site(0), site(7), site(14)}},
                                    {"Cooking", {site(3) + "soup", site(9) + "soup"}}}));
    return file.string();
  }

  void look_with(const test::BrowserOptions& options) {
    browser_ = std::make_unique<test::Browser>(programs_, options);
  }
  void log_in() {
    const auto link = new_link((temporary_ / "sky").string(), Role::kOperate);
    ASSERT_TRUE(link) << link.error().to_string();
    browser_->open(*link);
    wait_for("return document.querySelector('header nav') !== null");
  }
  /// Chooses an option of a list as a person at the keyboard does.
  void choose(const std::string& css, const std::string& value) {
    const std::string list = "document.querySelector(" + json(css).dump() + ")";
    wait_for("return " + list + "?.checkVisibility() && [..." + list +
             ".options].some(one => one.value === " + json(value).dump() + ")");
    browser_->click(css + " option[value='" + value + "']");
    wait_for("return " + list + ".value === " + json(value).dump());
    ++actions_;
  }
  void view(const std::string& name, const std::string& title) {
    browser_->run("location.hash = '#/" + name + "'");
    ++actions_;
    wait_for("return document.querySelector('h1')?.textContent === '" + title + "'");
  }

  /// Runs `script` until it returns true.
  void wait_for(const std::string& script) {
    const auto end = std::chrono::steady_clock::now() + kLongest;
    while (std::chrono::steady_clock::now() < end) {
      if (browser_->run(script) == true) return;
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    FAIL() << script << "\n" << browser_->run("return document.body.innerText").dump();
  }
  void wait_for_text(const std::string& text) {
    wait_for("return document.body.innerText.includes(" + json(text).dump() + ")");
  }
  /// Clicks the button with this text as soon as it may be pressed.
  void press(const std::string& button) {
    wait_for(
        "document.querySelector('[data-found]')?.removeAttribute('data-found');"
        "const found = [...document.querySelectorAll('button')].find(one => one.textContent === " +
        json(button).dump() +
        " && !one.disabled); found?.setAttribute('data-found', ''); return found !== undefined");
    browser_->click("[data-found]");
    ++actions_;
  }
  void type(const std::string& css, const std::string& keys) {
    browser_->type(css, keys);
    ++actions_;
  }
  /// Goes to the first of the listed pages that has no mark yet.
  void go_to_unmarked() {
    wait_for(
        "document.querySelector('[data-here]')?.removeAttribute('data-here');"
        "const item = [...document.querySelectorAll('.candidates li')].find(one => "
        "one.querySelector('.mark') && !one.querySelector('[aria-pressed=true]'));"
        "item?.setAttribute('data-here', ''); item?.querySelector('button').focus();"
        "return item !== undefined");
  }
  /// Marks it by a key, and sees the button `text` pressed.
  void mark(const std::string& key, const std::string& text) {
    browser_->press(key);
    ++actions_;
    wait_for("return document.querySelector('[data-here] [aria-pressed=true]')?.textContent === '" +
             text + "'");
  }
  std::int64_t fetched() const {
    const auto file = (temporary_ / "sky" / "repository.db").string();
    return repository::open_sqlite(file, repository::Access::kRead).value()->counts()->fetched;
  }

  /// The serious and critical violations on the open page.
  std::string faults() {
    if (axe_.empty()) return "";
    const json found =
        browser_->run(axe_ +
                      "; return axe.run(document, {resultTypes: ['violations']}).then(found => "
                      "found.violations.map(one => ({id: one.id, impact: one.impact, where: "
                      "one.nodes.map(node => node.target.join(' '))})))");
    std::string text;
    for (const json& one : found) {
      if (one["impact"] == "serious" || one["impact"] == "critical") text += one.dump() + "\n";
    }
    return text;
  }

  test::BrowserPrograms programs_;
  testing::TempDir temporary_;
  testing::SmallWeb web_;
  std::unique_ptr<Console> console_;
  std::unique_ptr<test::Browser> browser_;
  std::string axe_;
  int actions_ = 0;  ///< A person's: a click, a field that is filled in, a key.
};

// The two minutes of the start: what a person does is counted, what the machine needs is measured,
// and both are in the report of the test.
TEST_F(ConsolePageTest, ACollectionGrowsFromBookmarksToMarksAndAResumedCrawl) {
  look_with({});
  log_in();
  const auto begin = std::chrono::steady_clock::now();
  wait_for_text("A new collection");
  EXPECT_EQ(faults(), "");
  type("#title", "Telescopes");
  type("#terms", "telescope");
  type("#file", bookmarks());
  wait_for_text("5 examples in 2 folders.");
  choose("#good", "Telescopes");
  browser_->run("document.getElementById('more').value = 12");
  press("Start the crawl");
  wait_for_text("search it here");
  EXPECT_TRUE(browser_->run("return document.querySelector('.outcome a').href")
                  .get<std::string>()
                  .starts_with("http://127.0.0.1:"));
  const std::int64_t first = fetched();
  EXPECT_GE(first, 12);
  EXPECT_EQ(faults(), "");

  view("feedback", "Feedback");
  choose("#list", "newest");
  wait_for("return document.querySelector('.candidates').ariaBusy === 'false'");
  go_to_unmarked();
  mark("u", "Useful");
  go_to_unmarked();
  mark("n", "Not");
  mark("u", "Useful");  // on second thoughts
  EXPECT_EQ(faults(), "");
  press("Train on trial");
  wait_for_text("A classifier is on trial");
  EXPECT_EQ(faults(), "");
  press("Keep it");
  wait_for_text("was trained on all topics and examples");
  view("control", "Control");

  web_.hold();
  const int asked = web_.pages_asked();
  choose("#work", "gather");
  press("Start");
  wait_for_text("porthole gather is running");
  web_.wait_for_pages(asked + 1);
  press("Pause");
  wait_for_text("porthole gather is stopping");
  web_.release();
  wait_for_text("porthole gather was paused.");
  const std::int64_t paused = fetched();
  press("Resume");
  wait_for_text("porthole gather has ended.");
  view("watch", "Watch");
  wait_for(
      "return Number(document.querySelector('.tile dd')?.textContent.replace(/[^0-9]/g, '')) > " +
      std::to_string(paused));
  const auto took = std::chrono::steady_clock::now() - begin;
  EXPECT_EQ(faults(), "");
  EXPECT_GT(fetched(), paused);
  EXPECT_GE(paused, first);
  RecordProperty("actions", actions_);
  RecordProperty("milliseconds", static_cast<int>(took / std::chrono::milliseconds(1)));

  const std::vector<std::string> expected = {
      "login",       "preview", "new",           "job update", "mark useful", "mark not",
      "mark useful", "job try", "training keep", "job gather", "job pause",   "job resume"};
  EXPECT_EQ(test::audited_changes(temporary_ / "sky"), expected);
  EXPECT_EQ(browser_->log().dump(), "[]");  // no error, and no violation of the policy
}

/// A console whose collections begin with topics.
class TaxonomyStartTest : public ConsolePageTest {
 protected:
  std::string taxonomy() override {
    const auto examples = [](const std::string& page, std::initializer_list<int> sites) {
      std::string text;
      for (const int i : sites) text += "<example url=\"" + site(i) + page + "\"/>";
      return text;
    };
    const std::filesystem::path file = temporary_ / "topics.xml";
    testing::write_whole_file(file,
                              "<taxonomy xmlns=\"urn:porthole:taxonomy:1\">"
                              "<topic name=\"telescopes\">" +
                                  examples("", {0, 7, 14}) + "</topic><topic name=\"cooking\">" +
                                  examples("soup", {3, 9, 12}) + "</topic></taxonomy>");
    return file.string();
  }
};

TEST_F(TaxonomyStartTest, APersonSeesWhichTopicsThePagesFitBeforeTheCrawl) {
  look_with({});
  log_in();
  wait_for_text("A new collection");
  type("#title", "The sky");
  type("#examples", site(5));
  press("Start the crawl");
  wait_for_text("Which topics they fit");
  press("See which topics the examples fit");
  wait_for("return document.querySelector('.fits li') !== null");
  EXPECT_EQ(browser_->run("return document.querySelector('.fit-name').textContent"), "telescopes");
  EXPECT_EQ(faults(), "");
  EXPECT_EQ(browser_->run("return [...document.querySelectorAll('button')].find(one => "
                          "one.textContent === 'Start the crawl').disabled"),
            true)
      << "nothing is wanted yet";
  press("Good");
  browser_->run("document.getElementById('more').value = 5");
  press("Start the crawl");
  wait_for("return Number(document.querySelector('.tile dd')?.textContent) >= 5");
  EXPECT_EQ(browser_->log().dump(), "[]");
}

TEST_F(ConsolePageTest, EveryViewIsAccessibleOnAPhoneInTheDark) {
  look_with({.width = 390, .height = 800, .dark = true});
  log_in();
  browser_->run("document.getElementById('title').value = 'Telescopes'");
  browser_->type("#examples", site(0));
  browser_->run("document.getElementById('more').value = 3");
  press("Start the crawl");
  wait_for("return Number(document.querySelector('.tile dd')?.textContent) >= 3");
  const std::pair<const char*, const char*> views[] = {{"watch", "Watch"},
                                                       {"explain?url=http://sky0.test/", "Explain"},
                                                       {"ask?question=harvest", "Ask"},
                                                       {"feedback", "Feedback"},
                                                       {"topics", "Topics"},
                                                       {"control", "Control"},
                                                       {"start", "Start"}};
  for (const auto& [name, title] : views) {
    view(name, title);
    EXPECT_EQ(faults(), "") << name;
    EXPECT_EQ(browser_->run("return document.documentElement.scrollWidth <= innerWidth"), true)
        << name;
  }
}

TEST_F(ConsolePageTest, ALinkLogsInOnce) {
  look_with({});
  browser_->open(login_link(console_->url(), *console_->first_secret()));
  wait_for_text("A new collection");
  EXPECT_EQ(browser_->run("return location.href").get<std::string>().find("secret"),
            std::string::npos);
  press("Log out");
  wait_for_text("Log in");
  browser_->open(login_link(console_->url(), *console_->first_secret()));
  wait_for_text("this link does not log anybody in");
  EXPECT_EQ(faults(), "");
}

}  // namespace
}  // namespace porthole::console
