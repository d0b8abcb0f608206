// The report of `index` adds up, and a large loss is not taken without being asked for.

#include "tests/cli/command_line.h"

namespace porthole::testing {

namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

class IndexLossesTest : public CommandLineTest {
 protected:
  static constexpr int kPages = 8;  // of each of two sites

  /// A collection of the topic "bicycle": all pages of two sites have the word.
  IndexLossesTest() : folder_name_(collection()) {
    repository::Batch batch;
    for (int i = 1; i <= 2 * kPages; ++i) {
      repository::UrlRecord url;
      url.id = i;
      url.host = url.site = site_of(i);
      url.key = url.href = url_of(i);
      url.state = repository::UrlState::kFetched;
      batch.new_urls.push_back(url);
      batch.pages.push_back(page(i, "All about the bicycle."));
    }
    apply(batch);
    EXPECT_EQ(sums().at("after"), 2 * kPages);
  }

  static std::string site_of(int page) { return page <= kPages ? "club.test" : "wiki.test"; }
  static std::string url_of(int page) {
    return "https://" + site_of(page) + "/" + std::to_string(page);
  }
  static repository::PageRecord page(int number, const std::string& text) {
    repository::PageRecord page;
    page.id = page.order = number;
    page.fetched_at = WallTime{std::chrono::seconds(1'790'000'000)};
    page.digest = "sha1:" + std::to_string(number) + text;
    page.document.title = "Page " + std::to_string(number);
    page.document.text = text;
    page.document.media_type = "text/html";
    return page;
  }

  void apply(const repository::Batch& batch) const {
    {
      auto repository =
          repository::open_sqlite(folder_name_ + "/repository.db", repository::Access::kWrite);
      ASSERT_TRUE(repository);
      ASSERT_TRUE((*repository)->crawl().apply(batch));
    }
    ASSERT_EQ(run({"summarize"}).code, 0);
  }
  void rewrite(int first, int last, const std::string& text) const {
    repository::Batch batch;
    for (int i = first; i <= last; ++i) batch.pages.push_back(page(i, text));
    apply(batch);
  }
  void declare_gone(int first, int last,
                    repository::DropReason reason = repository::http_reason(404)) const {
    repository::Batch batch;
    for (int i = first; i <= last; ++i) {
      repository::FailureRecord failure;
      failure.page = i;
      failure.failures = 3;
      failure.reason = reason;
      failure.first = failure.last = failure.gone = WallTime{std::chrono::seconds(1'790'000'000)};
      batch.failures.push_back(failure);
    }
    apply(batch);
  }

  ProgramResult run(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin() + 1, folder_name_);
    return porthole(arguments);
  }
  json sums(const std::string& option = "--quiet") const {
    const ProgramResult indexed = run({"index", "--json", option});
    EXPECT_EQ(indexed.code, 0) << indexed.err;
    json sums = json_lines(indexed.out).at(0).at("sums");
    EXPECT_EQ(sums.at("before").get<int>() + sums.at("new").get<int>() - sums.at("gone").get<int>(),
              sums.at("after").get<int>());
    EXPECT_EQ(sums.at("difference"), 0);
    return sums;
  }

  std::string folder_name_;
};

TEST_F(IndexLossesTest, ASiteThatFallsOffTopicStaysUntilTheLossIsAccepted) {
  rewrite(kPages + 1, 2 * kPages, "All about cheese.");
  for (int round = 0; round < 2; ++round) {
    const ProgramResult said = run({"index"});
    EXPECT_THAT(said.out, HasSubstr("had 16, 0 new, 0 gone: 16 pages"));
    EXPECT_THAT(said.out,
                HasSubstr("8 pages would leave and stay: wiki.test, off topic: mean .000 of ."));
    EXPECT_THAT(said.out, HasSubstr("--accept-loss"));
  }
  EXPECT_THAT(run({"search", "cheese"}).out, HasSubstr("https://wiki.test/9"));
  EXPECT_THAT(run({"doctor"}).out, HasSubstr("8 pages would leave and stay: wiki.test"));
  const json accepted = sums("--accept-loss");
  EXPECT_EQ(accepted.at("gone"), 8);
  EXPECT_EQ(accepted.at("left").at(0).at("site"), "wiki.test");
  EXPECT_EQ(accepted.at("left").at(0).at("cause"), "off topic");
  EXPECT_THAT(run({"search", "cheese"}).out, Not(HasSubstr("https://wiki.test/9")));
}

TEST_F(IndexLossesTest, ASiteThatIsGoneAtOnceStaysUntilTheLossIsAccepted) {
  declare_gone(kPages + 1, 2 * kPages);
  const json kept = sums();
  EXPECT_EQ(kept.at("gone"), 0);
  EXPECT_EQ(kept.at("kept").at(0).at("cause"), "gone: http 404");
  EXPECT_EQ(kept.at("kept").at(0).at("pages"), 8);
  EXPECT_EQ(sums().at("kept").at(0).at("pages"), 8) << "in the next round, too";
  EXPECT_THAT(run({"status"}).out, AllOf(HasSubstr("alarm: pages kept: 8 pages"),
                                         HasSubstr("of these would have left")));
  EXPECT_THAT(run({"status", "--metrics"}).out,
              HasSubstr("porthole_pages_kept{collection=\"cycling\"} 8"));
  EXPECT_EQ(sums("--accept-loss").at("after"), kPages);
  EXPECT_EQ(sums().at("left"), json::array());
  EXPECT_THAT(run({"status"}).out, Not(HasSubstr("pages kept")));
  const json last = json::parse(run({"status", "--json"}).out).at("last_index");
  EXPECT_EQ(last.at("after"), kPages);
}

TEST_F(IndexLossesTest, StatusSaysHowManyPagesAreWithheldAndByWhichHosts) {
  repository::Batch batch;
  for (int i = 1; i <= 4; ++i) {
    repository::FailureRecord& failure = batch.failures.emplace_back();
    failure.page = i;
    failure.reason = repository::DropReason::kChallenge;
  }
  apply(batch);
  EXPECT_THAT(run({"status"}).out, ContainsRegex("withheld +4  of these"));
  const json withheld = json::parse(run({"status", "--json"}).out).at("withheld");
  EXPECT_EQ(
      withheld,
      (json::array(
          {{{"host", "club.test"}, {"reason", "challenge"}, {"pages", 4}, {"never_had", 0}}})));
  EXPECT_EQ(sums().at("after"), 2 * kPages);
}

TEST_F(IndexLossesTest, ASiteThatItsOwnerTakesOutLeavesAtOnceAndIsTold) {
  declare_gone(kPages + 1, kPages + 2, repository::http_reason(410));
  declare_gone(kPages + 3, kPages + 4, repository::DropReason::kRobots);
  repository::Batch batch;
  for (int i = kPages + 5; i <= 2 * kPages; ++i) {
    batch.pages.push_back(page(i, "All about the bicycle, but not for you."));
    batch.pages.back().noindex = true;
  }
  apply(batch);
  const json left = sums().at("left");
  ASSERT_EQ(left.size(), 3u);
  EXPECT_EQ(left[0].at("cause"), "taken out by its owner: noindex");
  EXPECT_EQ(left[0].at("pages"), 4);
  EXPECT_THAT(left[1].at("cause").get<std::string>() + left[2].at("cause").get<std::string>(),
              AllOf(HasSubstr("owner: http 410"), HasSubstr("owner: robots.txt")));
  EXPECT_EQ(sums().at("after"), kPages);
}

TEST_F(IndexLossesTest, AFewPagesLeaveAndAreToldByCauseAndSite) {
  declare_gone(kPages + 1, kPages + 2);
  const ProgramResult said = run({"index"});
  EXPECT_THAT(said.out, HasSubstr("had 16, 0 new, 2 gone: 14 pages"));
  EXPECT_THAT(said.out, HasSubstr("2 pages left: wiki.test, gone: http 404 (8 of the site before; "
                                  "https://wiki.test/10)"));
}

TEST_F(IndexLossesTest, ASiteThatItsOperatorRemovesLeavesAtOnce) {
  ASSERT_EQ(run({"remove", "--site", "wiki.test"}).code, 0);
  EXPECT_EQ(sums().at("after"), kPages);
}

TEST_F(IndexLossesTest, DoctorSaysThatPagesAndDocumentsAgree) {
  EXPECT_THAT(run({"doctor"}).out, HasSubstr("16 documents, current, one for each page on topic"));
}

// The index leaves out off-topic pages, unless `index --all` includes them.

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
  const auto known =
      json_lines(run({"explain", "https://cheese.example/cheese", "--json"}).out).at(0);
  EXPECT_EQ(known["standing"]["on_topic"], false);
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
