#include "tests/cli/command_line.h"

namespace porthole::testing {
namespace {

using ::testing::DoubleNear;
using ::testing::HasSubstr;
using ::testing::Not;

class DistillTest : public CommandLineTest {
 protected:
  /// The gathered collection, and a page of e.org that links to b.org.
  std::string linked_collection() {
    const std::string folder = gathered_collection();
    auto repository =
        repository::open_sqlite(folder + "/repository.db", repository::Access::kWrite);
    repository::Batch batch;
    repository::UrlRecord hub;
    hub.id = 6;
    hub.key = hub.href = "https://e.org/links";
    hub.host = hub.site = "e.org";
    hub.state = repository::UrlState::kFetched;
    batch.new_urls = {hub};
    repository::PageRecord page;
    page.id = page.order = 6;
    page.relevance = Relevance(0.25);
    page.document.title = "Links about bicycles";
    batch.pages = {page};
    repository::LinkRecord link;
    link.source = 6;
    link.target = 2;
    batch.links = {link};
    EXPECT_TRUE((*repository)->crawl().apply(batch));
    return folder;
  }
};

// The largest third (1 of 3 pages) is nearest to 15 per cent: b.org, relevance 0.75. It is cited by
// a.org, whose relevance is 0, and e.org, which therefore has all of the hub score.
TEST_F(DistillTest, TellsHubsAndAuthoritiesAndStoresTheirScores) {
  const std::string folder = linked_collection();
  const ProgramResult said = porthole({"distill", folder, "--json"});
  ASSERT_EQ(said.code, 0) << said.err;
  const auto lines = json_lines(said.out);
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_EQ(lines[0]["pages"], 3);
  EXPECT_EQ(lines[0]["candidates"], 1);
  EXPECT_EQ(lines[0]["links"], 2);
  EXPECT_EQ(lines[0]["converged"], true);
  ASSERT_EQ(lines[0]["hubs"].size(), 1u);
  EXPECT_EQ(lines[0]["hubs"][0]["url"], "https://e.org/links");
  EXPECT_EQ(lines[0]["hubs"][0]["title"], "Links about bicycles");
  EXPECT_EQ(lines[0]["hubs"][0]["hub"], 1);
  ASSERT_EQ(lines[0]["authorities"].size(), 1u);
  EXPECT_EQ(lines[0]["authorities"][0]["url"], "https://b.org/");
  EXPECT_THAT(lines[0]["authorities"][0]["relevance"].get<double>(), DoubleNear(0.75, 1e-6));

  auto repository = repository::open_sqlite(folder + "/repository.db", repository::Access::kRead);
  EXPECT_EQ((*repository)->scores().get(6)->value().hub, 1);
  EXPECT_EQ((*repository)->scores().get(2)->value().authority, 1);
}

TEST_F(DistillTest, SaysTheSameInWords) {
  const ProgramResult said = porthole({"distill", linked_collection(), "--top", "1"});
  EXPECT_EQ(said.code, 0) << said.err;
  EXPECT_THAT(
      said.out,
      HasSubstr("3 pages of 3 sites; 1 of relevance above 0.250 may be authorities, with 2 links"));
  EXPECT_THAT(said.out, HasSubstr("1.0000  https://e.org/links  (Links about bicycles)"));
  EXPECT_THAT(said.out, HasSubstr("1.0000  https://b.org/  (Freewheels)"));
}

TEST_F(DistillTest, SaysWhatToDoWhereFewLinksLeadToOtherSites) {
  const std::string folder = linked_collection();
  const ProgramResult few = porthole({"distill", folder});
  EXPECT_THAT(few.out, HasSubstr("Too few links between sites"));
  EXPECT_THAT(few.out, HasSubstr("porthole seeds add " + folder + " URL..."));
  EXPECT_THAT(few.out, HasSubstr("porthole gather " + folder + " --more 1000"));
  EXPECT_THAT(porthole({"distill", folder, "--top", "1"}).out, Not(HasSubstr("Too few links")));
}

// b.org is the most relevant page, e.org next: rho is the relevance of e.org.
TEST_F(DistillTest, PrintsNoThresholdThatNoPageCanBeAbove) {
  const std::string folder = linked_collection();
  {
    auto repository =
        repository::open_sqlite(folder + "/repository.db", repository::Access::kWrite);
    repository::Batch batch;
    for (const auto& [id, relevance] : {std::pair(2, 1.0), std::pair(6, 0.9999)}) {
      repository::PageRecord page = (*repository)->pages().get(id)->value();
      page.relevance = Relevance(relevance);
      batch.pages.push_back(page);
    }
    ASSERT_TRUE((*repository)->crawl().apply(batch));
  }
  const ProgramResult said = porthole({"distill", folder});
  EXPECT_THAT(said.out, HasSubstr("; the 1 most relevant may be authorities"));
  EXPECT_THAT(said.out, Not(HasSubstr("1.000 may")));
}

TEST_F(DistillTest, ACollectionWithoutPagesIsToldWhatToDoFirst) {
  expect_error({"distill", collection()}, 3, {"porthole gather"});
}

TEST_F(DistillTest, AsksForAtLeastOnePage) {
  EXPECT_EQ(porthole({"distill", linked_collection(), "--top", "0"}).code, 2);
}

}  // namespace
}  // namespace porthole::testing
