// The index leaves out off-topic pages, unless `index --all` includes them.

#include "tests/cli/command_line.h"

namespace porthole::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class OffTopicTest : public CommandLineTest {
 protected:
  /// A collection of the topic "bicycle" with a page on wheels, one on brakes of the same site that
  /// lacks the word, and one on cheese.
  OffTopicTest() : folder_name_(collection()) {
    auto repository =
        repository::open_sqlite(folder_name_ + "/repository.db", repository::Access::kWrite);
    EXPECT_TRUE(repository);
    repository::Batch batch;
    add(batch, 1, "wheels.example", "wheels",
        "All about the bicycle and its wheels, and a common word.", 0.8);
    add(batch, 2, "wheels.example", "brakes", "All about brakes, and a common word.", 0);
    add(batch, 3, "cheese.example", "cheese", "All about cheese, and a common word.", 0);
    EXPECT_TRUE((*repository)->crawl().apply(batch));
    repository->reset();
    EXPECT_EQ(porthole({"summarize", folder_name_}).code, 0);
  }

  /// A page without a host has the host "".
  static void add(repository::Batch& batch, repository::UrlId id, const std::string& host,
                  const std::string& name, const std::string& text, double relevance) {
    repository::UrlRecord url;
    url.id = id;
    url.key = url.href = (host.empty() ? "file:///srv/papers" : "https://" + host) + "/" + name;
    url.host = host;
    url.site = host.empty() ? "file:" : host;
    url.state = repository::UrlState::kFetched;
    batch.new_urls.push_back(url);
    repository::PageRecord page;
    page.id = page.order = id;
    page.fetched_at = WallTime{std::chrono::seconds(1'790'000'000)};
    page.digest = "sha1:" + name;
    page.relevance = Relevance(relevance);
    page.relevant = relevance >= 0.5;
    page.document.title = "The page on " + name;
    page.document.text = text;
    page.document.language = "en";
    page.document.media_type = "text/html";
    batch.pages.push_back(page);
  }

  ProgramResult run(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin() + 1, folder_name_);
    return porthole(arguments);
  }

  std::string folder_name_;
};

TEST_F(OffTopicTest, IndexLeavesItOutAndTellsSo) {
  const ProgramResult indexed = run({"index"});
  ASSERT_EQ(indexed.code, 0) << indexed.err;
  EXPECT_THAT(indexed.out, HasSubstr("indexed 2 pages in "));
  EXPECT_THAT(indexed.out, HasSubstr("1 page is left out as off topic"));
  const ProgramResult found = run({"search", "common"});
  EXPECT_THAT(found.out, HasSubstr("https://wheels.example/brakes")) << "its site is on topic";
  EXPECT_THAT(found.out, Not(HasSubstr("cheese.example")));
  EXPECT_THAT(found.out, Not(HasSubstr("off topic")));
}

TEST_F(OffTopicTest, IndexAllTakesItInAndSearchesOfferIt) {
  const ProgramResult indexed = run({"index", "--all"});
  ASSERT_EQ(indexed.code, 0) << indexed.err;
  EXPECT_THAT(indexed.out, HasSubstr("the index has 3, of them 1 off topic"));
  const ProgramResult found = run({"search", "common"});
  EXPECT_THAT(found.out, HasSubstr("1 to 2 of 2 pages"));
  EXPECT_THAT(found.out, HasSubstr("also 1 page off topic: --all"));
  const ProgramResult all = run({"search", "common", "--all"});
  EXPECT_THAT(all.out, HasSubstr("1 to 3 of 3 pages"));
  EXPECT_THAT(all.out, HasSubstr("https://cheese.example/cheese\n   off topic\n"));
  const ProgramResult facets = run({"search", "common", "--all", "--facets"});
  EXPECT_THAT(facets.out, HasSubstr("topic:bicycle  2 pages"));
}

TEST_F(OffTopicTest, RemoveKeepsTheIndexAsItWasMade) {
  ASSERT_EQ(run({"index", "--all"}).code, 0);
  ASSERT_EQ(run({"remove", "https://wheels.example/brakes"}).code, 0);
  const ProgramResult all = run({"search", "common", "--all"});
  EXPECT_THAT(all.out, HasSubstr("1 to 2 of 2 pages"));
  EXPECT_THAT(all.out, HasSubstr("https://cheese.example/cheese"));
}

TEST_F(OffTopicTest, ExplainTellsWhyOfEachPage) {
  EXPECT_THAT(run({"explain", "https://cheese.example/cheese"}).out,
              HasSubstr("off topic for the index: weighted relevance 0.000 of at least 0.500, or a "
                        "mean of 0.000 over 1 page of its site of "
                        "at least 0.205\n"));
  // One of ten words is the topic's: 0.9 / (1 + 1.2 (0.25 + 0.75 * 10 / 600)) = 0.684; the mean is
  // half of it, and 0.6 of that is wanted.
  EXPECT_THAT(run({"explain", "https://wheels.example/brakes"}).out,
              HasSubstr("on topic for the index: weighted relevance 0.000 of at least 0.500, or a "
                        "mean of 0.342 over 2 pages of its site"));
  const auto json =
      json_lines(run({"explain", "https://cheese.example/cheese", "--json"}).out).at(0);
  EXPECT_EQ(json["standing"]["on_topic"], false);
}

TEST_F(OffTopicTest, DocumentsOfThisMachineAreAllTakenIn) {
  const std::string name = path("papers");
  ASSERT_EQ(
      porthole({"new", name, "--topic", "telescope", "--seed", "file://" + path("") + "/"}).code,
      0);
  {
    auto repository = repository::open_sqlite(name + "/repository.db", repository::Access::kWrite);
    ASSERT_TRUE(repository);
    repository::Batch batch;
    add(batch, 1, "", "lens", "All about a telescope.", 0.8);
    for (repository::UrlId id = 2; id <= 60; ++id)
      add(batch, id, "", "letter" + std::to_string(id), "A letter about letters.", 0);
    ASSERT_TRUE((*repository)->crawl().apply(batch));
  }
  ASSERT_EQ(porthole({"summarize", name}).code, 0);
  EXPECT_THAT(porthole({"index", name}).out, HasSubstr("indexed 60 pages in "));
  EXPECT_THAT(porthole({"explain", name, "file:///srv/papers/letter9"}).out,
              HasSubstr("on topic for the index: it is a document of this machine"));
}

TEST_F(OffTopicTest, WithoutATopicEverythingIsTakenIn) {
  const std::string name = path("anything");
  ASSERT_EQ(
      porthole({"new", name, "--seed", "https://a.org/", "--contact", "me@bicycle.club"}).code, 0);
  {
    auto repository = repository::open_sqlite(name + "/repository.db", repository::Access::kWrite);
    ASSERT_TRUE(repository);
    repository::Batch batch;
    add(batch, 1, "cheese.example", "cheese", "All about cheese.", 0);
    ASSERT_TRUE((*repository)->crawl().apply(batch));
  }
  ASSERT_EQ(porthole({"summarize", name}).code, 0);
  EXPECT_THAT(porthole({"index", name}).out, HasSubstr("indexed 1 page in "));
}

}  // namespace
}  // namespace porthole::testing
