/// The two minutes of the console's start, recorded: from bookmarks to marks and a resumed crawl,
/// by Playwright and Debian's Chromium over a live crawl of the web in a box. The audit log agrees.

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "console/console.h"
#include "tests/browser/browser.h"
#include "tests/browser/console_files.h"
#include "tests/support/box_web.h"
#include "tests/support/files.h"
#include "tests/support/run_program.h"
#include "tests/support/temp_dir.h"

namespace porthole::console {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

const fs::path kModules = PORTHOLE_BINARY_DIR "/axe";
const fs::path kRecording = PORTHOLE_BINARY_DIR "/console_start";
constexpr int kMostActions = 10;  // of a person, until the crawl runs

/// Pages about astronomy, and about tools of the web.
std::string bookmarks() {
  return test::bookmarks_html(
      {{"Astronomy",
        {"https://gwcs.readthedocs.io/en/latest/", "https://asdf.readthedocs.io/en/latest/",
         "https://www.atnf.csiro.au/people/mcalabre/WCS/wcslib/"}},
       {"Web",
        {"https://flask.palletsprojects.com/en/2.2.x/",
         "https://jinja.palletsprojects.com/en/3.0.x/", "https://lxml.de/"}}});
}

TEST(ConsoleStartTest, APersonGrowsACollectionOfTheBoxByAFewActions) {
  const char* cache = std::getenv("PORTHOLE_BOX_CACHE");
  if (cache == nullptr) GTEST_SKIP() << "needs PORTHOLE_BOX_CACHE, the folder of the web in a box";
  const char* chromium = test::find_browser().chromium;
  if (chromium == nullptr) GTEST_SKIP() << "there is no Chromium (Debian: chromium)";
  if (!fs::exists(kModules / "node_modules/playwright-core"))
    GTEST_SKIP() << "npm has not fetched playwright-core (tests/support/fetch_npm)";
  const testing::BoxWeb web(cache);
  const testing::TempDir temporary;
  const fs::path folder = temporary / "astronomy";
  ConsoleOptions options;
  options.folders = {folder.string()};
  options.program = PORTHOLE_BINARY_DIR "/bin/porthole";
  options.gateway = web.gateway();
  const auto console = Console::start(options);
  ASSERT_TRUE(console) << console.error().to_string();
  testing::write_whole_file(temporary / "bookmarks.html", bookmarks());
  fs::create_directories(kRecording);

  const auto ran = testing::run_program(
      "/usr/bin/env",
      {"node", std::string(PORTHOLE_SOURCE_DIR) + "/tests/browser/console_start.mjs",
       login_link((*console)->url(), *(*console)->first_secret()),
       (temporary / "bookmarks.html").string(), "Astronomy", kRecording.string(), kModules.string(),
       chromium});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const json said = json::parse(ran.out);
  EXPECT_LE(said["actions"]["start"], kMostActions);
  EXPECT_EQ(said["browser"].dump(), "[]");
  RecordProperty("actions", said["actions"].dump());
  RecordProperty("seconds", said["seconds"].dump());
  EXPECT_GT(fs::file_size(kRecording / "trace.zip"), 0U);
  const std::vector<std::string> expected = {
      "login",       "preview", "new",           "job update", "mark useful", "mark not",
      "mark useful", "job try", "training keep", "job gather", "job pause",   "job resume"};
  EXPECT_EQ(test::audited_changes(folder), expected);
}

}  // namespace
}  // namespace porthole::console
