#include "labs/laboratory/figure_book.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <set>

#include "base/json/json.h"
#include "base/xml/tree.h"
#include "labs/laboratory/experiments.h"
#include "tests/support/temp_dir.h"

namespace porthole::labs {
namespace {

FigureBook small_book(double precision) {
  FigureBook book;
  book.webs = {"- `gen`: a web."};
  book.add({"gen", "003 figure 3", "precision", "rw", ".92", {}}, {precision, precision + .1});
  book.claim({"gen", "003 figure 3", "rw above hits", {}}, {.9, .8}, {.3, .2});
  book.pictures.push_back({"gen_metadata",
                           "A picture.",
                           {.title = "Pages <on> topic",
                            .x_label = "x",
                            .y_label = "y",
                            .series = {{"rw", {0, 1}, {0, 2}}}}});
  return book;
}

TEST(FigureBookTest, NothingDiffersFromItsOwnFile) {
  const auto same = differences(small_book(.8), json_of(small_book(.8)));
  ASSERT_TRUE(same);
  EXPECT_TRUE(same->empty());
}

TEST(FigureBookTest, AChangedFigureAndANewOneAreNamed) {
  FigureBook book = small_book(.8003);
  book.add({"gen", "003 figure 3", "precision", "hits", "", {}}, {.3});
  const auto changed = differences(book, json_of(small_book(.8)));
  ASSERT_TRUE(changed);
  ASSERT_EQ(changed->size(), 2U);
  EXPECT_TRUE((*changed)[0].starts_with("gen/003 figure 3/precision/rw: was {\"mean\":0.85,"))
      << (*changed)[0];
  EXPECT_TRUE((*changed)[1].starts_with("gen/003 figure 3/precision/hits: is new"))
      << (*changed)[1];
}

TEST(FigureBookTest, ARunOfSomeFiguresIsNoChangeOfTheOthers) {
  FigureBook more = small_book(.8);
  more.add({"gen", "004", "harvest", "random", "", {}}, {.1});
  EXPECT_TRUE(differences(small_book(.8), json_of(more))->empty());
}

TEST(FigureBookTest, AFigureThatTheWholeRunNoLongerMakesIsNamed) {
  FigureBook before = small_book(.8);
  before.add({"gen", "004", "harvest", "random", "", {}}, {.1});
  const auto changed = differences(small_book(.8), json_of(before), Made::kWhole);
  ASSERT_TRUE(changed);
  ASSERT_EQ(changed->size(), 1U);
  EXPECT_TRUE(changed->front().starts_with("gen/004/harvest/random: was "));
  EXPECT_TRUE(changed->front().ends_with(", is gone"));
}

TEST(FigureBookTest, AQuantityThatNoDrawHasIsNoFigure) {
  FigureBook book;
  book.add({"gen", "003", "precision after that", "rwb", "", {}}, {});
  EXPECT_TRUE(book.figures.empty());
  book.add({"gen", "003", "precision after that", "rwb", "", {}}, {.5});
  EXPECT_EQ(book.figures.size(), 1U);
}

TEST(FigureBookTest, AFileThatIsNotOfFiguresIsRefused) {
  for (const char* text : {"", "[]", "{}", "{\"figures\":"}) {
    const auto result = differences(small_book(.8), text);
    ASSERT_FALSE(result) << text;
    EXPECT_EQ(result.error().code, ErrorCode::kInvalid);
  }
}

TEST(FigureBookTest, ThePageShowsEachFigureBesideThePublishedOneAndNamesItsPictures) {
  const testing::TempDir folder;
  ASSERT_TRUE(write_book(small_book(.8), "# Figures\n", folder / "figures", "003"));
  const std::string page = *xml::read_file(folder.path() / "figures" / "003.md", 1 << 20);
  EXPECT_NE(page.find("| precision | `rw` | .92 | .850 (.800 to .900) | 2 |"), std::string::npos)
      << page;
  EXPECT_NE(page.find("(gen_metadata.svg)"), std::string::npos);
  const std::string svg = *xml::read_file(folder.path() / "figures" / "gen_metadata.svg", 1 << 20);
  EXPECT_TRUE(svg.starts_with("<svg")) << svg;
  EXPECT_NE(svg.find("Pages &lt;on&gt; topic"), std::string::npos);
  EXPECT_TRUE(xml::read_file(folder.path() / "figures" / "003.json", 1 << 20));
}

TEST(EstimateTest, TheIntervalOfEqualValuesIsTheirValue) {
  const Estimate estimate = estimate_of({.5, .5, .5, std::nan("")});
  EXPECT_EQ(estimate.mean, .5);
  EXPECT_EQ(estimate.low, .5);
  EXPECT_EQ(estimate.high, .5);
  EXPECT_EQ(estimate.n, 3U);
}

TEST(EstimateTest, TheIntervalIsNearThatOfTheNormalDistribution) {
  std::vector<double> values;
  for (int i = 0; i < 100; ++i) values.push_back(i % 2);
  const Estimate estimate = estimate_of(values);
  EXPECT_EQ(estimate.mean, .5);
  // 1.96 standard errors of .05.
  EXPECT_NEAR(estimate.low, .402, .011);
  EXPECT_NEAR(estimate.high, .598, .011);
}

TEST(EstimateTest, WithoutValuesThereIsNoEstimate) {
  EXPECT_TRUE(std::isnan(estimate_of({}).mean));
  EXPECT_EQ(difference_of({}, {}).p, 1);
}

TEST(EstimateTest, TheSignFlipTestIsThatOfAllAssignmentsOfSigns) {
  // Two of the 2^6 sums of 1 .. 6 with signs are as large as 21, two more as large as 19.
  EXPECT_NEAR(difference_of({1, 2, 3, 4, 5, 6}, {0, 0, 0, 0, 0, 0}).p, 2.0 / 64, .01);
  EXPECT_NEAR(difference_of({-1, 2, 3, 4, 5, 6}, {0, 0, 0, 0, 0, 0}).p, 4.0 / 64, .015);
  EXPECT_EQ(difference_of({1, 2}, {1, 2}).p, 1);
}

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
