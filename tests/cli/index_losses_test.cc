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

}  // namespace
}  // namespace porthole::testing
