#include "labs/laboratory/parts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "base/json/json.h"
#include "base/xml/tree.h"

namespace porthole::labs {
namespace {

namespace fs = std::filesystem;

fs::path folder() { return fs::path(PORTHOLE_SOURCE_DIR) / "docs/figures"; }

std::string text_of(const fs::path& file) {
  constexpr std::size_t kLargest = 16 << 20;
  const auto text = xml::read_file(file, kLargest);
  EXPECT_TRUE(text) << file;
  return text ? *text : "";
}

/// Web -> the most draws that a figure of it has.
std::map<std::string, std::size_t> draws_in(const fs::path& file) {
  std::map<std::string, std::size_t> draws;
  const auto json = nlohmann::ordered_json::parse(text_of(file), nullptr, false);
  if (!json.contains("figures")) return draws;
  for (const auto& [id, figure] : json["figures"].items()) {
    std::size_t& most = draws[id.substr(0, id.find('/'))];
    most = std::max(most, figure["draws"].get<std::size_t>());
  }
  return draws;
}

TEST(PartsTest, TheCommittedFiguresHaveTheWebsAndDrawsThatAreMadeWithoutOptions) {
  for (const Part& part : parts()) {
    std::map<std::string, std::size_t> usual;
    for (const std::string& web : part.webs) usual[web] = part.draws_of_webs * part.topics;
    EXPECT_EQ(draws_in(folder() / (std::string(part.paper) + ".json")), usual) << part.paper;
  }
}

TEST(PartsTest, TheCommittedPagesNameTheCommandWithoutOptions) {
  for (const Part& part : parts()) {
    const std::string name = part.paper;
    EXPECT_NE(text_of(folder() / (name + ".md"))
                  .find("\n`laboratory figures --paper " + name + "` makes this page"),
              std::string::npos)
        << name;
  }
}

TEST(PartsTest, EachFileOfFiguresIsOfAPart) {
  std::set<std::string> known, found;
  for (const Part& part : parts()) known.insert(part.paper);
  for (const auto& entry : fs::directory_iterator(folder())) {
    if (entry.path().extension() == ".json") found.insert(entry.path().stem().string());
  }
  EXPECT_EQ(found, known);
}

TEST(PartsTest, AWebThatNoPageShowsIsMadeWhereItIsNamed) {
  const Part part{"options", "", {"gen"}, 1, 5, {"islands"}};
  EXPECT_EQ(webs_of(part, {}), std::vector<std::string>{"gen"});
  EXPECT_EQ(webs_of(part, {"islands"}), std::vector<std::string>{"islands"});
  EXPECT_EQ(webs_of(part, {"wide"}), std::vector<std::string>());
}

}  // namespace
}  // namespace porthole::labs
