/// The home page, the brand of a collection, and the overview that both are made of.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "search/site/site.h"
#include "tests/support/files.h"
#include "tests/support/index_folder.h"
#include "tests/support/listed_pages.h"

namespace porthole::search {
namespace {

using http::Response;
using summarizer::Summary;
using test::IndexFolder;
using test::summary_of;
using ::testing::HasSubstr;
using ::testing::Not;

/// Counts how often the time of the last crawl is asked for.
class CrawledPages final : public PageStore {
 public:
  Result<std::optional<Summary>> summary(std::string_view) override { return std::nullopt; }
  std::optional<WallTime> last_crawl() override {
    ++asked;
    return parse_time("2026-11-22T20:26:04Z").value();
  }
  int asked = 0;
};

Summary dated(const std::string& url, const std::string& title, const std::string& published) {
  Summary page = summary_of(url, title, "A gear.");
  page.published = published;
  return page;
}

class HomePageTest : public ::testing::Test {
 protected:
  HomePageTest() {
    Summary hub = summary_of("https://club.example/links", "Reading list", "Links on gears.");
    hub.hub = 0.4;
    Summary other = dated("https://tours.example/", "Tours", "2021-02-03");
    other.topic = "Cycling/Touring";
    index_.add({hub, other, dated("https://wheels.example/new", "Disc wheels", "2026-10-01"),
                dated("https://wheels.example/old", "Old wheels", "2019-10-01"),
                summary_of("https://undated.example/", "Undated", "A page without a date.")});
  }

  /// The site of the index, presented as `brand`.
  void serve(Brand brand = {}) {
    auto opened = Site::open({{"cycling", index_.path(), store_, std::move(brand)}});
    ASSERT_TRUE(opened) << opened.error().to_string();
    site_ = std::move(*opened);
  }
  Response get(const std::string& target) {
    return site_->answer({"GET", target, "http://localhost"});
  }
  std::string page(const std::string& target) { return get(target).body; }

  IndexFolder index_;
  std::shared_ptr<CrawledPages> store_ = std::make_shared<CrawledPages>();
  std::unique_ptr<Site> site_;
};

TEST_F(HomePageTest, NamesTheTopicItsSizeAndTheLastCrawl) {
  serve({.title = "Bicycles", .description = "Manuals of bicycles & parts"});
  const std::string home = page("/");
  EXPECT_THAT(home, HasSubstr("<title>Bicycles</title>"));
  EXPECT_THAT(home, HasSubstr("<h1>Bicycles</h1>"));
  EXPECT_THAT(home, HasSubstr("<p class=\"lead\">Manuals of bicycles &amp; parts</p>"));
  EXPECT_THAT(home, HasSubstr("5 pages of 4 sites \xC2\xB7 last crawl <time "
                              "datetime=\"2026-11-22\">22 November 2026</time>"));
  const std::string results = page("/search?q=gear");
  EXPECT_THAT(results, HasSubstr("<title>gear \xC2\xB7 Bicycles</title>"));
  EXPECT_THAT(results, HasSubstr("<span>Bicycles</span></a>"));
  EXPECT_THAT(results, HasSubstr("5 pages of 4 sites"));
  EXPECT_THAT(page("/opensearch.xml"), HasSubstr("<ShortName>Bicycles</ShortName>"));
}

TEST_F(HomePageTest, LeadsToTopicsBestListsAndTheNewestPagesWithADate) {
  serve();
  const std::string home = page("/");
  EXPECT_THAT(home, HasSubstr("<a href=\"/search?q=topic%3ACycling%2FTouring\"><bdi>Cycling/"
                              "Touring</bdi></a> <span class=\"pages\">1</span>"));
  const std::size_t lists = home.find("Best lists of links");
  const std::size_t newest = home.find("Newest pages");
  ASSERT_NE(lists, std::string::npos);
  ASSERT_NE(newest, std::string::npos);
  EXPECT_THAT(home.substr(lists, newest - lists), HasSubstr("<bdi>Reading list</bdi>"));
  const std::string last = home.substr(newest);
  EXPECT_LT(last.find("Disc wheels"), last.find("Tours"));
  EXPECT_THAT(last, HasSubstr("<time datetime=\"2026-10-01\">1 October 2026</time>"));
  EXPECT_THAT(last, Not(HasSubstr("Old wheels"))) << "one page of a site";
  EXPECT_THAT(last, Not(HasSubstr("Undated")))
      << "the day of the crawl is not a date that the page states";
}

TEST_F(HomePageTest, LeadsToTheViewOfAPageThatBrowsersDoNotOpenFromTheWeb) {
  index_.add({dated("file:///srv/papers/gears.html", "A paper", "2026-11-01"),
              dated("file:///srv/papers/rims.html", "Another", "2026-11-01")});
  serve();
  const std::string home = page("/");
  EXPECT_THAT(home,
              HasSubstr("<a href=\"/page?url=file%3A%2F%2F%2Fsrv%2Fpapers%2Fgears.html\"><bdi>"
                        "A paper</bdi></a>"));
  EXPECT_THAT(home, HasSubstr("<bdi>Another</bdi></a>")) << "files are of no site";
  EXPECT_THAT(home, Not(HasSubstr("href=\"\"")));
}

TEST_F(HomePageTest, FindsPagesWithADateBehindManyThatWereReadLater) {
  std::vector<Summary> undated;
  for (int i = 0; i <= kMaxResultSize; ++i)
    undated.push_back(summary_of("https://u" + std::to_string(i) + ".example/",
                                 "Undated " + std::to_string(i), "A page without a date."));
  index_.add(undated);
  serve();
  const std::string home = page("/");
  EXPECT_THAT(home.substr(home.find("Newest pages")), HasSubstr("Disc wheels"));
}

TEST_F(HomePageTest, OffersTermsOfTheTopicThatFindSomething) {
  serve({.title = "Gear", .terms = {"gear", "wheels", "zeppelin"}});
  const std::string home = page("/");
  EXPECT_THAT(home, HasSubstr("<a href=\"/search?q=wheels\"><bdi>wheels</bdi></a>"));
  EXPECT_THAT(home, Not(HasSubstr("zeppelin"))) << "no page has it";
  EXPECT_THAT(home, Not(HasSubstr("<bdi>gear</bdi>"))) << "all pages are about it";
  serve({.queries = {"disc brakes"}});
  EXPECT_THAT(page("/"), HasSubstr("<a href=\"/search?q=disc%20brakes\"><bdi>disc brakes</bdi>"));
  EXPECT_THAT(page("/"), Not(HasSubstr("<bdi>wheels</bdi>"))) << "the owner's own alone";
  EXPECT_THAT(page("/search?q=zeppelin"), HasSubstr("<bdi>disc brakes</bdi>"))
      << "where nothing is found, too";
}

TEST_F(HomePageTest, IsCountedOncePerCommitAndNotPerRequest) {
  serve();
  for (int i = 0; i < 3; ++i) page("/");
  page("/search?q=gear");
  EXPECT_EQ(store_->asked, 1);
  index_.add({summary_of("https://more.example/", "More", "Another gear.")});
  EXPECT_THAT(page("/"), HasSubstr("6 pages of 5 sites"));
  EXPECT_EQ(store_->asked, 2);
}

TEST_F(HomePageTest, KeepsTheChosenCollection) {
  IndexFolder other;
  other.add({summary_of("https://wool.example/", "Wool", "Wool for winter gear.")});
  auto opened = Site::open({{"cycling", index_.path(), nullptr, {.title = "Bicycles"}},
                            {"knitting", other.path(), nullptr, {.title = "Knitting & wool"}}});
  ASSERT_TRUE(opened);
  site_ = std::move(*opened);
  EXPECT_THAT(page("/"), HasSubstr("<h1>Bicycles, Knitting &amp; wool</h1>"));
  EXPECT_THAT(page("/"), HasSubstr("6 pages of 5 sites"));
  const std::string one = page("/?collection=knitting");
  EXPECT_THAT(one, HasSubstr("<h1>Knitting &amp; wool</h1>"));
  EXPECT_THAT(one, HasSubstr("1 page of 1 site"));
  EXPECT_THAT(one, HasSubstr("<option value=\"knitting\" selected>Knitting &amp; wool</option>"));
  EXPECT_THAT(one, HasSubstr("href=\"/search?q=sort%3Adate&amp;collection=knitting\""));
}

TEST_F(HomePageTest, TellsCollectionsOfOneTitleApartByTheirNames) {
  IndexFolder other, third;
  other.add({summary_of("https://wool.example/", "Wool", "Wool for winter gear.")});
  third.add({summary_of("https://yarn.example/", "Yarn", "Yarn for winter gear.")});
  auto opened = Site::open({{"cycling", index_.path(), nullptr, {.title = "Bicycles"}},
                            {"cycling2", other.path(), nullptr, {.title = "Bicycles"}},
                            {"yarn", third.path(), nullptr, {.title = "Yarn"}}});
  ASSERT_TRUE(opened);
  site_ = std::move(*opened);
  const std::string home = page("/");
  EXPECT_THAT(home, HasSubstr("<option value=\"cycling\">Bicycles (cycling)</option>"));
  EXPECT_THAT(home, HasSubstr("<option value=\"cycling2\">Bicycles (cycling2)</option>"));
  EXPECT_THAT(home, HasSubstr("<option value=\"yarn\">Yarn</option>"));
}

TEST(OverviewTest, CountsPagesOnTopicAlone) {
  const indexer::TopicPages left_out = {{"https://off.example/", false}};
  indexer::IndexOptions options;
  options.on_topic = &left_out;
  options.off_topic = indexer::OffTopic::kTakeIn;
  Summary off = summary_of("https://off.example/", "Off", "A gear of cheese.");
  off.topic = "Cheese";
  IndexFolder index;
  index.add({summary_of("https://on.example/", "On", "A gear."), off}, options);
  const auto site = Site::open({{"cycling", index.path(), nullptr}}).value();
  const std::string home = site->answer({"GET", "/", "http://localhost"}).body;
  EXPECT_THAT(home, HasSubstr("1 page of 1 site"));
  EXPECT_THAT(home, Not(HasSubstr("Cheese")));
  EXPECT_THAT(home, Not(HasSubstr("last crawl"))) << "it is not known";
}

class BrandTest : public ::testing::Test {
 protected:
  BrandTest() { index_.add({summary_of("https://a.example/", "A", "A gear.")}); }
  Result<Brand> with_logo(const std::string& name, const std::string& bytes) {
    const auto file = index_.path().parent_path() / name;
    testing::write_whole_file(file, bytes);
    collection::Specification specification;
    specification.file = "/srv/c/porthole.xml";
    specification.search_page.logo = file;
    return brand_of(specification);
  }
  IndexFolder index_;
};

TEST_F(BrandTest, ServesItsOwnLogoAndColour) {
  Result<Brand> brand = with_logo("logo.svg", "<svg xmlns='http://www.w3.org/2000/svg'/>");
  ASSERT_TRUE(brand) << brand.error().to_string();
  brand->colour = "#1d5c2e";
  const auto site = Site::open({{"a", index_.path(), nullptr, *brand}}).value();
  const Response logo = site->answer({"GET", "/logo"});
  EXPECT_EQ(logo.content_type, "image/svg+xml");
  EXPECT_EQ(logo.body, "<svg xmlns='http://www.w3.org/2000/svg'/>");
  EXPECT_THAT(site->answer({"GET", "/style.css"}).body, HasSubstr(":root { --link: #1d5c2e; }"));
  const auto plain = Site::open({{"a", index_.path(), nullptr}}).value();
  EXPECT_THAT(plain->answer({"GET", "/logo"}).body, HasSubstr("<title>Porthole</title>"));
}

TEST_F(BrandTest, LeadsToTheOperatorsPageWhereReadersSuggestPages) {
  const auto home_with = [&](const std::string& agent_url) {
    collection::Specification specification;
    specification.agent.url = agent_url;
    const auto site =
        Site::open({{"a", index_.path(), nullptr, brand_of(specification).value()}}).value();
    return site->answer({"GET", "/", "http://localhost"}).body;
  };
  EXPECT_THAT(home_with("https://search.example.org/bot.html?a&b"),
              HasSubstr("<a href=\"https://search.example.org/bot.html?a&amp;b\" "
                        "rel=\"nofollow\">Suggest a page</a>"));
  EXPECT_THAT(home_with(""), Not(HasSubstr("Suggest a page")));
  EXPECT_THAT(home_with("javascript:alert(1)"), Not(HasSubstr("Suggest a page")));
}

TEST_F(BrandTest, RefusesALogoThatIsNoImageTooLargeOrMissing) {
  EXPECT_THAT(with_logo("logo.html", "<p>logo").error().to_string(),
              HasSubstr("not an SVG, PNG, JPEG, WebP or GIF file"));
  EXPECT_THAT(with_logo("logo.html", "<p>logo").error().to_string(),
              HasSubstr("the logo of <search-page> in /srv/c/porthole.xml"));
  EXPECT_EQ(with_logo("big.png", "\x89PNG\r\n" + std::string(kMaxLogo, 'x')).error().code,
            ErrorCode::kTooLarge);
  collection::Specification missing;
  missing.search_page.logo = "/nowhere/logo.png";
  EXPECT_EQ(brand_of(missing).error().code, ErrorCode::kNotFound);
}

// WCAG 2.1, success criterion 1.4.3; the values by the contrast formula, worked out by hand:
// yellow has 1.07 with the light background and 14.5 with the dark one.
TEST(ColourTest, ADarkerOrLighterOneTakesThePlaceOfAColourThatCannotBeRead) {
  const std::string yellow = colour_style("#ffff00");
  EXPECT_THAT(yellow, Not(HasSubstr(":root { --link: #ffff00; }\n@media")));
  EXPECT_THAT(yellow, HasSubstr("dark) { :root { --link: #ffff00; } }"));
  const std::string navy = colour_style("#000080");
  EXPECT_THAT(navy, HasSubstr(":root { --link: #000080; }\n@media"));
  EXPECT_THAT(navy, Not(HasSubstr("dark) { :root { --link: #000080; } }")));
}

}  // namespace
}  // namespace porthole::search
