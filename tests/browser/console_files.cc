#include "tests/browser/console_files.h"

#include <sstream>

#include "base/json/json.h"
#include "tests/support/files.h"

namespace porthole::test {

std::string bookmarks_html(
    const std::vector<std::pair<std::string, std::vector<std::string>>>& folders) {
  std::string text = "<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n";
  for (const auto& [name, urls] : folders) {
    text += "<DT><H3>" + name + "</H3>\n<DL><p>\n";
    for (const std::string& url : urls) text += "<DT><A HREF=\"" + url + "\">x</A>\n";
    text += "</DL><p>\n";
  }
  return text + "</DL><p>\n";
}

std::vector<std::string> audited_changes(const std::filesystem::path& collection) {
  std::vector<std::string> done;
  std::istringstream text(testing::read_whole_file(collection / "console" / "audit.jsonl"));
  for (std::string line; std::getline(text, line);) {
    const nlohmann::json entry = nlohmann::json::parse(line);
    if (entry["result"] != "done") continue;
    const nlohmann::json& detail = entry["detail"];
    std::string what = entry["action"];
    if (what == "mark") what += " " + detail.value("mark", "");
    if (what == "training") what += " " + detail.value("action", "");
    if (what == "job") what += " " + detail.value("work", detail.value("action", ""));
    done.push_back(what);
  }
  return done;
}

}  // namespace porthole::test
