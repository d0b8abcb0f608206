#include "tests/cli/command_line.h"

namespace porthole::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// A collection of forty pages of four sites; all link to the first sixteen, which are short and
/// near the top of their site.
class ImportanceTrainTest : public CommandLineTest {
 protected:
  std::string forty_pages() {
    const std::string folder = collection();
    repository::Batch batch;
    for (repository::UrlId id = 1; id <= 40; ++id) {
      const std::string host = "s" + std::to_string(id % 4) + ".org";
      repository::UrlRecord url;
      url.id = id;
      url.key = "http://" + host + "/" + (id <= 16 ? "" : "deep/") + std::to_string(id);
      url.host = url.site = host;
      url.state = repository::UrlState::kFetched;
      batch.new_urls.push_back(url);
      repository::PageRecord page;
      page.id = page.order = id;
      page.digest = std::to_string(id);
      page.document.title = "Page " + std::to_string(id);
      page.document.text = id <= 16 ? "bicycle wheels and gears"
                                    : "a page about the spokes of bicycle " + std::to_string(id);
      batch.pages.push_back(page);
      for (repository::UrlId target = 1; target <= 16; ++target) {
        if (target == id) continue;
        repository::LinkRecord link;
        link.source = id;
        link.position = static_cast<std::uint32_t>(target);
        link.target = target;
        link.link.url = "http://s" + std::to_string(target % 4) + ".org/" + std::to_string(target);
        batch.links.push_back(link);
      }
    }
    auto repository =
        repository::open_sqlite(folder + "/repository.db", repository::Access::kWrite);
    EXPECT_TRUE((*repository)->crawl().apply(batch));
    repository::RunRecord run;
    run.strategy = "breadth-first";
    EXPECT_TRUE((*repository)->crawl().begin_run(run));
    return folder;
  }
};

TEST_F(ImportanceTrainTest, LearnsFromInLinksAndRatesWhatWasGathered) {
  const std::string folder = forty_pages();
  const ProgramResult said = porthole({"train", folder, "--importance", "in-links", "--json"});
  ASSERT_EQ(said.code, 0) << said.err;
  const auto out = json_lines(said.out).at(0);
  EXPECT_EQ(out["pages"], 40);
  EXPECT_EQ(out["sites"], 4);
  EXPECT_EQ(out["rated"], 40);
  EXPECT_THAT(out["labels"].get<std::string>(), HasSubstr("in-links from other pages within"));
  auto repository = repository::open_sqlite(folder + "/repository.db", repository::Access::kRead);
  EXPECT_GT((*repository)->pages().get(1)->value().importance.value(), 0.9)
      << "39 pages link to it";
  EXPECT_LE((*repository)->pages().get(20)->value().importance.value(), 0.5001)
      << "none links to it, as to half of all";
}

TEST_F(ImportanceTrainTest, SaysByWhichLabelsWhereverImportanceIsShown) {
  const std::string folder = forty_pages();
  const std::string list = path("list.tsv");
  std::ofstream(list) << "s0.org\t1\ns1.org\t5\ns2.org\t25\ns3.org\t125\n";
  ASSERT_EQ(porthole({"train", folder, "--importance", list}).code, 0);
  EXPECT_THAT(porthole({"status", folder}).out, HasSubstr("labels: a list (4 labels of list.tsv)"));
  EXPECT_THAT(porthole({"explain", folder, "http://s1.org/1"}).out,
              HasSubstr("labels: a list (4 labels of list.tsv)"));
}

TEST_F(ImportanceTrainTest, SaysWhatIsMissing) {
  const std::string folder = forty_pages();
  const std::string list = path("list.tsv");
  std::ofstream(list) << "elsewhere.org\t1\n";
  expect_error({"train", folder, "--importance", list}, 3, {"0 pages with a label"});
  EXPECT_NE(porthole({"train", folder, "--importance", path("none")}).code, 0);
}

TEST_F(ImportanceTrainTest, UtilityAsksForAModelBeforeItGathers) {
  expect_error({"gather", collection(), "--strategy", "utility", "--pages", "1"}, 3,
               {"--importance in-links"});
}

}  // namespace
}  // namespace porthole::testing
