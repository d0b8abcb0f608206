// Rounds of `update` over a blog, a forum and a wiki that change between them.

#include <algorithm>

#include "tests/cli/command_line.h"
#include "tests/support/small_web.h"

namespace porthole::testing {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

constexpr const char* kFeedType = "Content-Type: application/rss+xml\r\n";
constexpr const char* kXml = "Content-Type: application/xml\r\n";

std::string link_to(const std::string& path) { return "<a href='" + path + "'>" + path + "</a> "; }

std::string page_about(const std::string& title, const std::string& links = "") {
  return "<html><head><title>" + title + "</title></head><body><h1>" + title +
         "</h1><p>Bees and hives: " + title + " of the beekeeping year.</p>" + links +
         "</body></html>";
}

class DailyRoundsTest : public CommandLineTest {
 protected:
  static constexpr int kPages = 40;  // of each site

  DailyRoundsTest() {
    for (int i = 0; i < kPages; ++i) {
      const std::string number = std::to_string(i);
      posts_.push_back("/post/" + number);
      web_.page("http://blog.test/post/" + number, page_about("post " + number));
      threads_.push_back("/thread?t=" + number);
      web_.page("http://forum.test/thread?t=" + number, page_about("thread " + number));
      articles_.push_back("/wiki/Article_" + number);
      web_.page("http://wiki.test/wiki/Article_" + number, page_about("article " + number));
    }
    web_.robots("http://wiki.test", "Sitemap: http://wiki.test/sitemap.xml\n");
    write_front_of_blog(posts_);
    write_front_of_forum(threads_);
    web_.page("http://wiki.test/", page_about("wiki", links_to(articles_)));
    write_feed({"/post/39"});
    write_sitemap(articles_);
    const ProgramResult made =
        porthole({"new", folder(), "--topic", "beekeeping", "--topic", "hives", "--seed",
                  "http://blog.test/", "--seed", "http://forum.test/", "--seed",
                  "http://wiki.test/", "--gateway", web_.gateway()});
    EXPECT_EQ(made.code, 0) << made.err;
    const json first = update();
    EXPECT_EQ(first.at("gather").at("pages"), 3 * kPages + 4) << first.dump(1);
  }

  std::string folder() const { return path("bees"); }
  json update(std::vector<std::string> more = {}) const {
    more.insert(more.begin(), {"update", folder(), "--json"});
    const ProgramResult said = porthole(more);
    EXPECT_EQ(said.code, 0) << said.err;
    return json::parse(said.out);
  }
  bool finds(const std::string& words, const std::string& url) const {
    return porthole({"search", folder(), words, "--all"}).out.find(url) != std::string::npos;
  }

  static std::string links_to(const std::vector<std::string>& paths) {
    std::string html;
    for (const std::string& path : paths) html += link_to(path);
    return html;
  }
  void write_front_of_blog(const std::vector<std::string>& posts) {
    web_.page("http://blog.test/", page_about("blog", link_to("/feed") + links_to(posts)));
  }
  void write_front_of_forum(const std::vector<std::string>& threads) {
    web_.page("http://forum.test/", page_about("forum", links_to(threads)));
  }
  void write_feed(const std::vector<std::string>& posts, const std::string& fields = "") {
    std::string items;
    for (const std::string& post : posts) {
      items += "<item><title>" + post + "</title><link>http://blog.test" + post +
               "</link><description>Of hives.</description></item>";
    }
    web_.answer("http://blog.test/feed", 200, kFeedType + fields,
                "<?xml version='1.0'?><rss version='2.0'><channel><title>Bees</title>"
                "<link>http://blog.test/</link><description>beekeeping</description>" +
                    items + "</channel></rss>");
  }
  void write_sitemap(const std::vector<std::string>& articles, const std::string& lastmod = "",
                     const std::string& fields = "") {
    std::string entries;
    for (const std::string& article : articles)
      entries += "<url><loc>http://wiki.test" + article + "</loc>" + lastmod + "</url>";
    web_.answer(
        "http://wiki.test/sitemap.xml", 200, kXml + fields,
        "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>" + entries + "</urlset>");
  }

  std::vector<std::string> posts_, threads_, articles_;
  SmallWeb web_;
};

TEST_F(DailyRoundsTest, ARoundWithoutChangesAsksForATwentiethOfThePages) {
  for (int round = 0; round < 2; ++round) {
    const std::size_t before = web_.asked().size();
    const json report = update();
    const std::size_t requests = web_.asked().size() - before;
    EXPECT_LE(requests, (3 * kPages + 4) / 20) << report.dump(1);
    EXPECT_EQ(report.at("refresh").at("entry_pages"), 4) << "three front pages and a feed";
    EXPECT_EQ(report.at("refresh").at("sitemaps"), 1);
    EXPECT_EQ(report.at("gather").at("fetched"), 0);
    EXPECT_EQ(report.at("summarize").at("summarized"), 0) << "no page says anything new";
    EXPECT_EQ(report.at("index").at("indexed"), 0);
  }
}

TEST_F(DailyRoundsTest, FeedAndSitemapAreAskedForOnlyIfTheyHaveChanged) {
  const std::string feed = "http://blog.test/feed", sitemap = "http://wiki.test/sitemap.xml";
  write_feed({"/post/39"}, "ETag: \"feed 1\"\r\n");
  write_sitemap(articles_, "", "Last-Modified: Sat, 28 Nov 2026 06:00:00 GMT\r\n");
  update();
  web_.answer(feed, 304);
  web_.answer(sitemap, 304);
  for (int round = 0; round < 2; ++round) {
    const std::size_t before = web_.asked().size();
    EXPECT_EQ(update().at("refresh").at("sitemaps"), 1);
    std::set<std::string> if_changed;
    const std::vector<SmallWeb::Asked> asked = web_.asked();
    for (std::size_t i = before; i < asked.size(); ++i)
      if (asked[i].if_changed) if_changed.insert(asked[i].url);
    EXPECT_THAT(if_changed, ::testing::UnorderedElementsAre(feed, sitemap));
  }
  EXPECT_THAT(porthole({"explain", folder(), sitemap}).out, HasSubstr("40 URLs"));
}

TEST_F(DailyRoundsTest, WhatFrontPageFeedAndSitemapLeadToIsFoundAfterTheNextRound) {
  write_front_of_forum({"/thread?t=new", threads_[0]});
  web_.page("http://forum.test/thread?t=new", page_about("A drone congregation"));
  write_feed({"/post/new", posts_[0]});
  web_.page("http://blog.test/post/new", page_about("Oxalic dribbling"));
  articles_.push_back("/wiki/New");
  write_sitemap(articles_);
  web_.page("http://wiki.test/wiki/New", page_about("Propolis harvest"));
  const json report = update();
  EXPECT_EQ(report.at("refresh").at("new_pages"), 3) << report.dump(1);
  EXPECT_EQ(report.at("gather").at("fetched"), 3);
  EXPECT_TRUE(finds("congregation", "http://forum.test/thread?t=new"));
  EXPECT_TRUE(finds("dribbling", "http://blog.test/post/new"));
  EXPECT_TRUE(finds("propolis", "http://wiki.test/wiki/New"));
}

TEST_F(DailyRoundsTest, APageThatTheSitemapSaysHasChangedIsFetchedAgain) {
  const std::string changed = "http://wiki.test" + articles_[17];
  web_.page(changed, page_about("Smoker fuel"));
  write_sitemap({articles_[17]}, "<lastmod>2099-01-01T00:00:00Z</lastmod>");
  update();
  EXPECT_TRUE(finds("smoker", changed));
}

TEST_F(DailyRoundsTest, APageThatTheSitemapLeavesOutIsAskedForInTheNextRound) {
  const std::string deleted = "http://wiki.test" + articles_.back();
  articles_.pop_back();
  write_sitemap(articles_);
  web_.page("http://wiki.test/", page_about("wiki", links_to(articles_)));
  web_.answer(deleted, 404);
  const int before = web_.times_asked(deleted);
  update();
  EXPECT_EQ(web_.times_asked(deleted), before + 1);
}

TEST_F(DailyRoundsTest, ClaimsOfChangesAreHeardOnlyAsLongAsTheyAreRight) {
  write_sitemap(articles_, "<lastmod>2099-01-01T00:00:00Z</lastmod>");
  const int before = web_.pages_asked();
  update();
  EXPECT_LE(web_.pages_asked() - before, 4 + 5) << "the front pages, the feed and five more";
  for (const std::string& article : articles_)
    web_.page("http://wiki.test" + article, page_about("Revised " + article));
  const json report = update();
  EXPECT_EQ(report.at("refresh").at("other_pages_changed"), kPages) << report.dump(1);
}

// The front page and the feed alone would not tell it from a site that has changed.
TEST_F(DailyRoundsTest, AHostThatGivesOneTextForAllKeepsItsPages) {
  posts_.insert(posts_.end(), {"/", "/feed"});
  for (const std::string& path : posts_)
    web_.page("http://blog.test" + path, "<title>Wait</title><p>One moment, please wait here.</p>");
  const json report = update();
  EXPECT_EQ(report.at("refresh").at("entry_pages_changed"), 0) << report.dump(1);
  EXPECT_EQ(report.at("refresh").at("other_pages_changed"), 0) << report.dump(1);
  EXPECT_TRUE(finds("blog", "http://blog.test/"));
  EXPECT_FALSE(finds("moment", "http://blog.test/"));
}

TEST_F(DailyRoundsTest, ARoundIsToldInThreeLines) {
  const ProgramResult said = porthole({"update", folder()});
  EXPECT_THAT(said.out,
              HasSubstr("refresh: asked for 4 front pages and feeds and 1 sitemap of 3 sites: "));
  EXPECT_THAT(said.out, HasSubstr(" of the 120 other pages by age and value: "));
  EXPECT_THAT(said.out, HasSubstr("0 new pages found there and fetched ("));
  EXPECT_EQ(std::count(said.out.begin(), said.out.end(), '\n'), 4) << "and the next command\n"
                                                                   << said.out;
}

}  // namespace
}  // namespace porthole::testing
