/// The two minutes of the console's start, recorded: from bookmarks to marks and a resumed crawl,
/// by Playwright and Debian's Chromium over a live crawl of the web in a box. The audit log agrees.

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "console/console.h"
#include "tests/browser/browser.h"
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
constexpr double kTwoMinutes = 120;  // of machine time until the crawl runs; it takes a few seconds
constexpr int kMostActions = 10;     // of a person, until then

std::string bookmark(const std::string& url) { return "<DT><A HREF=\"" + url + "\">x</A>\n"; }

/// Bookmarks as a browser exports them: pages about astronomy, and about tools of the web.
std::string bookmarks() {
  const auto folder = [](const std::string& name, std::initializer_list<const char*> urls) {
    std::string text = "<DT><H3>" + name + "</H3>\n<DL><p>\n";
    for (const char* url : urls) text += bookmark(url);
    return text + "</DL><p>\n";
  };
  return "<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n" +
         folder("Astronomy",
                {"https://gwcs.readthedocs.io/en/latest/", "https://asdf.readthedocs.io/en/latest/",
                 "https://www.atnf.csiro.au/people/mcalabre/WCS/wcslib/"}) +
         folder("Web", {"https://flask.palletsprojects.com/en/2.2.x/",
                        "https://jinja.palletsprojects.com/en/3.0.x/", "https://lxml.de/"}) +
         "</DL><p>\n";
}

/// The changes that were done, in order.
std::vector<std::string> audit(const fs::path& folder) {
  std::vector<std::string> done;
  std::istringstream text(testing::read_whole_file(folder / "console" / "audit.jsonl"));
  for (std::string line; std::getline(text, line);) {
    const json entry = json::parse(line);
    if (entry["result"] != "done") continue;
    const json& detail = entry["detail"];
    std::string what = entry["action"];
    if (what == "job" || what == "training")
      what += " " + detail.value("work", detail.value("action", ""));
    if (what == "mark") what += " " + detail.value("mark", "");
    done.push_back(what);
  }
  return done;
}

TEST(ConsoleStartTest, APersonGrowsACollectionOfTheBoxInTwoMinutes) {
  const char* cache = std::getenv("PORTHOLE_BOX_CACHE");
  if (cache == nullptr) GTEST_SKIP() << "needs PORTHOLE_BOX_CACHE, the folder of the web in a box";
  if (test::find_browser().chromium == nullptr) GTEST_SKIP() << "there is no Chromium";
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
      "/usr/bin/env", {"node", PORTHOLE_SOURCE_DIR "/tests/browser/console_start.mjs",
                       login_link((*console)->url(), *(*console)->first_secret()),
                       (temporary / "bookmarks.html").string(), "Astronomy", kRecording.string(),
                       kModules.string()});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const json said = json::parse(ran.out);
  EXPECT_LE(said["actions"]["start"], kMostActions);
  EXPECT_LT(said["seconds"]["start"], kTwoMinutes);
  EXPECT_EQ(said["browser"].dump(), "[]");
  RecordProperty("actions", said["actions"].dump());
  RecordProperty("seconds", said["seconds"].dump());
  EXPECT_GT(fs::file_size(kRecording / "trace.zip"), 0U);
  const std::vector<std::string> expected = {
      "login",       "preview",   "new",         "job train", "job gather",
      "mark useful", "mark not",  "mark useful", "job try",   "training keep",
      "job gather",  "job pause", "job resume"};
  EXPECT_EQ(audit(folder), expected);
}

}  // namespace
}  // namespace porthole::console
