// status names the sites of seeds that have hardly any of the topic's words, and tells the pages
// that are relevant by themselves from those that the index takes in.

#include "tests/cli/command_line.h"

namespace porthole::testing {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

/// The topic is "bicycle". Pages with the word have a relevance of 0.8, others of 0.
class SeedSitesTest : public CommandLineTest {
 protected:
  /// Adds pages of one site, the first of which is a seed if `seed`.
  void add(const std::string& site, int pages, int relevant, bool seed) {
    for (int i = 0; i < pages; ++i) {
      repository::UrlRecord url;
      url.id = ++last_;
      const bool own = site == "file:";
      url.key = url.href = (own ? "file:///srv/" : "https://" + site + "/") + std::to_string(i);
      url.site = site;
      url.host = own ? "" : site;
      url.state = repository::UrlState::kFetched;
      url.seed = seed && i == 0;
      batch_.new_urls.push_back(url);
      repository::PageRecord page;
      page.id = page.order = last_;
      page.fetched_at = WallTime{std::chrono::seconds(1'790'000'000)};
      page.digest = "sha1:" + std::to_string(last_);
      page.relevant = i < relevant;
      page.relevance = Relevance(page.relevant ? 0.8 : 0);
      page.document.title = "Page " + std::to_string(last_);
      page.document.text = std::string(page.relevant ? "A bicycle" : "A two-wheeler") + " of " +
                           site + ", number " + std::to_string(last_) + ".";
      page.document.language = "en";
      page.document.media_type = "text/html";
      batch_.pages.push_back(page);
    }
  }
  std::string stored(const std::string& folder) {
    auto repository =
        repository::open_sqlite(folder + "/repository.db", repository::Access::kWrite);
    EXPECT_TRUE(repository);
    EXPECT_TRUE((*repository)->crawl().apply(batch_));
    return folder;
  }
  static json sites(const std::string& folder) {
    const ProgramResult status = porthole({"status", folder, "--json"});
    EXPECT_EQ(status.code, 0) << status.err;
    return json_lines(status.out).at(0).at("seed_sites_off_topic");
  }

 private:
  repository::Batch batch_;
  repository::UrlId last_ = 0;
};

TEST_F(SeedSitesTest, StatusNamesASeedsSiteWithoutTheTopicsWordsAndWhatWouldHelp) {
  add("wheelers.example", 6, 0, true);
  add("velo.example", 6, 3, true);
  add("soups.example", 6, 0, false);
  const std::string folder = stored(collection());
  EXPECT_EQ(sites(folder),
            json::parse(R"([{"site":"wheelers.example","pages":6,"relevance":0.0}])"));
  const std::string words = porthole({"status", folder}).out;
  EXPECT_THAT(words, HasSubstr("seeds: hardly any page of wheelers.example (6 pages, mean "
                               "relevance 0.000) has the topic's words, so the index leaves out "
                               "all but seeds and relevant ones\n"
                               "  what would help: words that such pages use, as more <term> of "
                               "the topic in " +
                               folder + "/porthole.xml, then porthole judge " + folder));
}

TEST_F(SeedSitesTest, StatusTellsRelevantPagesFromThoseThatTheIndexTakesInAsOnTopic) {
  add("velo.example", 6, 3, true);
  const std::string folder = stored(collection());
  ASSERT_EQ(porthole({"summarize", folder}).code, 0);
  ASSERT_EQ(porthole({"index", folder}).code, 0);
  const std::string words = porthole({"status", folder}).out;
  EXPECT_THAT(words,
              HasSubstr("relevant              3  judged page by page, harvest rate 50.0 %"));
  EXPECT_THAT(words, HasSubstr("indexed               6  on topic for the index"));
}

TEST_F(SeedSitesTest, FourPagesAreTooFewToJudgeASiteBy) {
  add("wheelers.example", 4, 0, true);
  EXPECT_EQ(sites(stored(collection())), json::array());
}

TEST_F(SeedSitesTest, WordsJudgeNoSiteWhereThereIsNoTopicOrAClassifier) {
  add("wheelers.example", 6, 0, true);
  const std::string folder = stored(collection());
  const std::string file = folder + "/porthole.xml";
  const std::string specification = read_whole_file(file);
  const std::size_t begin = specification.find("<topic"), end = specification.find("</topic>");
  ASSERT_LT(begin, end);
  ASSERT_NE(end, std::string::npos);
  const auto with_topic = [&](const std::string& topic) {
    write_whole_file(file, specification.substr(0, begin) + topic + specification.substr(end + 8));
    return sites(folder);
  };
  EXPECT_EQ(with_topic("<topic title=\"cycling\"/>"), json::array()) << "the folder's name";
  write_whole_file(folder + "/taxonomy.xml",
                   "<taxonomy xmlns=\"urn:porthole:taxonomy:1\" title=\"All\">"
                   "<topic name=\"cycling\" mark=\"good\"><example url=\"https://a.org/\"/></topic>"
                   "<topic name=\"soups\"><example url=\"https://b.org/\"/></topic></taxonomy>");
  EXPECT_EQ(with_topic("<topic title=\"Bicycles\"><taxonomy file=\"taxonomy.xml\"/></topic>"),
            json::array());
  EXPECT_EQ(with_topic("<topic title=\"Bicycles\"/>").size(), 1U);
}

}  // namespace
}  // namespace porthole::testing
