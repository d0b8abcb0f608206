// Marks of the taxonomy that are changed while a crawl runs.

#include <gmock/gmock.h>

#include "collection/taxonomy_file.h"
#include "gatherer/judge/classifier_judge.h"
#include "gatherer/judge/judge_again.h"
#include "gatherer/judge/judge_factory.h"
#include "tests/pipeline/gather_fixture.h"
#include "tests/support/manual_clock.h"
#include "topics/classify/model_file.h"
#include "topics/classify/training.h"

namespace porthole::testing {
namespace {

using namespace std::chrono_literals;

const std::string kSky = "stars galaxies telescopes nebula quasar orbit";
const std::string kFood = "recipes butter flour oven dough kitchen";

/// A front page that leads to a page on the sky and one on food, each with four more behind it on a
/// host of their own.
class MarksTest : public GatherFixture {
 protected:
  void SetUp() override {
    web_.page("http://start.test/", linking("start", {"http://sky.test/", "http://food.test/"}));
    for (const auto& [host, words] : {std::pair("sky", kSky), std::pair("food", kFood)}) {
      const std::string site = "http://" + std::string(host) + ".test/";
      std::string front = "<title>" + words + "</title><p>" + words + "</p>";
      for (int i = 0; i < 4; ++i) {
        const std::string page = "http://" + std::string(host) + std::to_string(i) + ".test/";
        front += link(page);
        web_.page(page,
                  "<title>" + words + "</title><p>" + std::to_string(i) + " " + words + "</p>");
      }
      web_.page(site, front);
    }
  }

  SpecificationText with_gateway() const {
    SpecificationText text = from({"http://start.test/"});
    text.topic = "<topic title=\"T\"><taxonomy file=\"taxonomy.xml\"/></topic>";
    text.strategy = "<strategy name=\"soft-focus\"/>";
    text.politeness = "<politeness delay=\"5\" simulated=\"yes\"/>";
    return text;
  }

  static void mark(const TestCollection& collection, const std::string& good) {
    std::string xml = "<taxonomy xmlns=\"urn:porthole:taxonomy:1\">";
    for (const auto& [name, words] : {std::pair("sky", kSky), std::pair("food", kFood)}) {
      xml += "<topic name=\"" + std::string(name) + "\"" + (good == name ? " mark=\"good\"" : "") +
             "><example>" + words + "</example></topic>";
    }
    write_whole_file(collection.folder() / "taxonomy.xml", xml + "</taxonomy>");
  }

  static void train(const TestCollection& collection) {
    const auto file = collection::TaxonomyFile::read(collection.folder() / "taxonomy.xml");
    ASSERT_TRUE(file) << file.error().to_string();
    topics::TrainingSet set(file->taxonomy());
    for (int i = 0; i < 6; ++i) {
      const auto group = set.group("site " + std::to_string(i));
      set.add(*file->taxonomy().find("sky"), group, topics::count_terms("", "", kSky));
      set.add(*file->taxonomy().find("food"), group, topics::count_terms("", "", kFood));
    }
    const auto model = topics::train(set, {});
    ASSERT_TRUE(model) << model.error().to_string();
    std::filesystem::create_directories(collection.folder() / "model");
    write_whole_file(collection.folder() / "model" / gatherer::kModelFile,
                     topics::save_model(**model));
    write_whole_file(collection.folder() / "model" / gatherer::kTrainedOnFile,
                     gatherer::fingerprint_of(file->taxonomy()));
  }

  /// The hosts of pages in the order in which they were asked for, without digits.
  std::vector<std::string> order() {
    std::vector<std::string> hosts;
    for (const SmallWeb::Asked& asked : web_.asked()) {
      if (asked.url.ends_with("robots.txt")) continue;
      std::string host(Url::parse(asked.url).value().host());
      host.resize(host.find_first_of("0123456789."));
      hosts.push_back(host);
    }
    return hosts;
  }

  /// Crawls page by page; `at` is called once, when so many pages were fetched.
  template <class At>
  gatherer::GatherReport gather(const TestCollection& collection, std::int64_t pages,
                                const At& at) {
    ManualClock clock(100ms);
    gatherer::GatherOptions options;
    options.clock = &clock;
    options.pages_at_once = 1;
    bool done = false;
    options.progress = [&](const gatherer::Progress& progress) {
      if (progress.under_way == 0) clock.advance(1s);
      if (done || progress.fetched < pages) return;
      done = true;
      at();
    };
    const gatherer::GatherReport report = collection.gather(options);
    EXPECT_TRUE(done);
    return report;
  }
};

TEST_F(MarksTest, AnotherGoodTopicChangesWhatIsFetchedNextAndWhatIsStored) {
  const TestCollection collection(with_gateway());
  mark(collection, "sky");
  train(collection);
  const auto report = gather(collection, 3, [&] { mark(collection, "food"); });
  const std::vector<std::string> hosts = order();
  ASSERT_EQ(hosts.size(), 11U);
  // After start, sky and food (in this or the other order) no page on the sky is preferred: all
  // on food come first, but for what was under way and what was asked for in the second that
  // passes until the marks are read again.
  const auto first_food = std::find(hosts.begin() + 3, hosts.end(), "food") - hosts.begin();
  EXPECT_LE(first_food, 5);
  for (auto i = first_food; i < first_food + 4; ++i)
    EXPECT_EQ(hosts[static_cast<std::size_t>(i)], "food") << i;
  EXPECT_GT(collection.page("http://food.test/").relevance.value(), 0.5);
  EXPECT_TRUE(collection.page("http://food.test/").relevant);
  EXPECT_FALSE(collection.page("http://sky.test/").relevant);
  EXPECT_EQ(report.relevant, collection.repository()->counts().value().relevant);
}

TEST_F(MarksTest, WithoutAChangeTheFirstTopicStaysFirst) {
  const TestCollection collection(with_gateway());
  mark(collection, "sky");
  train(collection);
  gather(collection, 3, [&] { mark(collection, "sky"); });  // The same again.
  const std::vector<std::string> hosts = order();
  ASSERT_EQ(hosts.size(), 11U);
  for (std::size_t i = 3; i < 7; ++i) EXPECT_EQ(hosts[i], "sky") << i;
}

TEST_F(MarksTest, ATopicThatWasNotLearnedChangesNothing) {
  const TestCollection collection(with_gateway());
  mark(collection, "sky");
  train(collection);
  gather(collection, 3, [&] {
    write_whole_file(collection.folder() / "taxonomy.xml",
                     "<taxonomy xmlns=\"urn:porthole:taxonomy:1\"><topic name=\"sea\" "
                     "mark=\"good\"><example>fish</example></topic></taxonomy>");
  });
  EXPECT_TRUE(collection.page("http://sky.test/").relevant);
  EXPECT_FALSE(collection.page("http://food.test/").relevant);
}

// The crawl judges a part of its pages at a time.
TEST_F(MarksTest, AMarkThatIsSetBeforeTheLastPageHoldsForAllPages) {
  constexpr int kPages = 600;
  std::string list;
  for (int i = 0; i < kPages; ++i) {
    const std::string page = "http://sky" + std::to_string(100 + i) + ".test/";
    list += link(page);
    web_.page(page, "<title>" + kSky + "</title><p>" + std::to_string(i) + " " + kSky + "</p>");
  }
  web_.page("http://list.test/", list);
  SpecificationText text = with_gateway();
  text.seeds = {"http://list.test/"};
  const TestCollection collection(text);
  mark(collection, "sky");
  train(collection);
  const auto relevant = [&] { return collection.repository()->counts().value().relevant; };
  const auto report = gather(collection, kPages - 1, [&] { mark(collection, "food"); });
  EXPECT_EQ(report.fetched, kPages + 1);
  EXPECT_LE(relevant(), 1) << "the list alone may be on topic";
}

// The run ends with its first page, long before all stored pages are judged again in parts.
TEST_F(MarksTest, ARunThatEndsWhilePagesAreJudgedAgainJudgesTheRest) {
  constexpr int kPages = 3000;
  const TestCollection collection(with_gateway());
  mark(collection, "sky");
  train(collection);
  ManualClock clock(100ms);
  gatherer::GatherOptions options;
  options.clock = &clock;
  options.more = 1;
  options.progress = [&](const gatherer::Progress&) { clock.advance(1s); };
  collection.gather(options);
  const auto counts = [&] { return collection.repository()->counts().value(); };
  repository::Batch stored;
  for (std::int64_t id = counts().urls + 1; stored.pages.size() < kPages; ++id) {
    repository::UrlRecord& url = stored.new_urls.emplace_back();
    url.id = id;
    url.key = url.href = "http://old" + std::to_string(id) + ".test/";
    url.host = url.site = "old" + std::to_string(id) + ".test";
    url.state = repository::UrlState::kFetched;
    repository::PageRecord& page = stored.pages.emplace_back();
    page.id = page.order = id;
    page.digest = url.key;
    page.relevant = true;
    page.relevance = Relevance(0.9);
    page.document.title = page.document.text = kSky;
  }
  ASSERT_TRUE(collection.repository(repository::Access::kWrite)->crawl().apply(stored));
  bool is_marked = false;
  options.progress = [&](const gatherer::Progress& progress) {
    clock.advance(1s);
    if (is_marked || progress.under_way == 0) return;
    is_marked = true;
    mark(collection, "food");
  };
  EXPECT_EQ(collection.gather(options).fetched_now, 1);
  EXPECT_TRUE(is_marked);
  EXPECT_LE(counts().relevant, 2) << "at most the pages of the two runs";
}

/// The URLs of a repository, as a crawl has them.
class KnownUrls final : public repository::CrawlState::Visitor {
 public:
  void url(repository::UrlRecord url) override { table.restore(url); }
  void page(repository::CrawlState::KnownPage) override {}
  void host(repository::HostRecord) override {}
  void term(repository::TermRecord) override {}

  gatherer::UrlTable table;
};

// The first page on the sky has two URLs that wait, the start one, the other two pages none.
TEST_F(MarksTest, PagesOnWhichTheMostUrlsThatWaitWereFoundAreJudgedFirst) {
  SpecificationText text = with_gateway();
  text.politeness.clear();
  const TestCollection collection(text);
  mark(collection, "sky");
  train(collection);
  gatherer::GatherOptions options;
  options.pages = 4;
  options.pages_at_once = 1;
  collection.gather(options);
  mark(collection, "food");
  const auto judge = gatherer::make_page_judge(collection.open());
  ASSERT_TRUE(judge) << judge.error().to_string();
  const auto repository = collection.repository(repository::Access::kWrite);
  const auto relevant = [&] { return repository->counts().value().relevant; };
  const std::int64_t before = relevant();
  ASSERT_GE(before, 3);
  KnownUrls known;
  ASSERT_TRUE(repository->crawl().load(known));
  gatherer::Rejudge rejudge({.judge = **judge,
                             .urls = known.table,
                             .repository = *repository,
                             .flush = [] { return Result<void>{}; },
                             .rejudged = [](auto, bool) {},
                             .pages_of_a_part = 1});
  rejudge.begin();
  EXPECT_EQ(rejudge.waiting(), 4U);
  ASSERT_TRUE(rejudge.advance());
  EXPECT_FALSE(collection.page("http://sky.test/").relevant);
  EXPECT_EQ(relevant(), before - 1);
  ASSERT_TRUE(rejudge.advance());  // The start, whose judgement does not matter here.
  EXPECT_GE(relevant(), 2) << "the pages behind are not judged yet";
  while (rejudge.has_work()) ASSERT_TRUE(rejudge.advance());
  EXPECT_LE(relevant(), 1) << "all three pages on the sky are judged by the new marks";
}

}  // namespace
}  // namespace porthole::testing
