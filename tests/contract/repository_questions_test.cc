// The questions of the papers, on small webs whose answers are worked out here.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "repository/query.h"
#include "repository/ready_query.h"
#include "search/standing/standing_question.h"
#include "tests/contract/repository_contract.h"

namespace porthole::repository {
namespace {

using ::testing::HasSubstr;
using Rows = std::vector<std::vector<QueryValue>>;
using Values = std::map<std::string, std::string>;

constexpr std::chrono::hours kDay{24};

WallTime at(int year, unsigned month, unsigned day) {
  return std::chrono::sys_days(std::chrono::year(year) / std::chrono::month(month) /
                               std::chrono::day(day));
}

std::string text(const QueryValue& value) { return std::get<std::string>(value); }
std::int64_t whole(const QueryValue& value) { return std::get<std::int64_t>(value); }
double real(const QueryValue& value) {
  const auto* const number = std::get_if<double>(&value);
  return number != nullptr ? *number : static_cast<double>(std::get<std::int64_t>(value));
}

class RepositoryQuestionsTest : public RepositoryContract {
 protected:
  /// A page at https://SITE/ID, fetched on 1 January 2026.
  PageRecord& add_page(UrlId id, const std::string& site, const std::string& topic) {
    batch_.new_urls.push_back(
        url(id, "https://" + site + "/" + std::to_string(id), UrlState::kFetched));
    PageRecord& record = batch_.pages.emplace_back(page(id, static_cast<std::int64_t>(id)));
    record.topic = topic;
    record.fetched_at = at(2026, 1, 1);
    return record;
  }
  void add_link(UrlId source, UrlId target, const std::string& anchor = "") {
    batch_.links.push_back(link(source, positions_[source]++, target, anchor));
  }
  void store() {
    if (repository_ == nullptr) repository_ = open();
    const auto applied = repository_->crawl().apply(batch_);
    ASSERT_TRUE(applied) << applied.error().to_string();
    batch_ = Batch();
    positions_.clear();
  }
  Rows answer(const std::string& name, const Values& values = {}, const TopicCounts& base = {}) {
    QueryValues given;
    given.values = values;
    if (!base.empty()) given.samples["base_rate"] = base;
    const auto sql = statement_of(**find_ready_query(name), given);
    EXPECT_TRUE(sql) << sql.error().to_string();
    const StoragePlace place =
        GetParam().in_file ? StoragePlace{file()} : StoragePlace{postgres_url(file()), file()};
    auto rows = run_query(place, *sql, {});
    EXPECT_TRUE(rows) << rows.error().to_string();
    return rows ? std::move(rows->rows) : Rows();
  }

  Batch batch_;
  std::map<UrlId, std::uint32_t> positions_;
  std::unique_ptr<Repository> repository_;
};

// Within one link of the cycling pages 1 and 2 lie 3 and 4 about first aid, by links forward, and 5
// about travel, backward. Two of the ten pages about other topics are about first aid. With the
// halves of Walter's estimate the lift is (2.5 / 3.5) / (2.5 / 10.5) = 3.
TEST_P(RepositoryQuestionsTest, FindTheTopicsNearATopicThatAreRareElsewhere) {
  add_page(1, "a.org", "sport/cycling").relevant = true;
  add_page(2, "b.org", "sport/cycling").relevant = true;
  add_page(3, "c.org", "health/first aid");
  add_page(4, "d.org", "health/first aid");
  for (UrlId id = 5; id <= 12; ++id) add_page(id, "e.org", "travel");
  add_page(13, "f.org", "sport/cycling");
  batch_.new_urls.push_back(url(20, "https://c.org/old", UrlState::kAlias));
  batch_.new_urls.back().alias_of = 3;
  add_link(1, 3);
  add_link(1, 20);  // the same page
  add_link(1, 2);
  add_link(1, 13);
  add_link(2, 4);
  add_link(5, 1);
  add_link(6, 7);
  store();
  const Rows found = answer("citation-sociology");
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(text(found[0][0]), "health/first aid");
  EXPECT_EQ(whole(found[0][1]), 2);
  EXPECT_NEAR(real(found[0][2]), 2.0 / 3, 0.0001);
  EXPECT_NEAR(real(found[0][3]), 0.2, 0.0001);
  EXPECT_NEAR(real(found[0][4]), 3, 0.001);
  const double half = 1.959964 * std::sqrt(1 / 2.5 - 1 / 3.5 + 1 / 2.5 - 1 / 10.5);
  EXPECT_NEAR(real(found[0][5]), 3 * std::exp(-half), 0.001);
  EXPECT_NEAR(real(found[0][6]), 3 * std::exp(half), 0.001);
  EXPECT_EQ(text(found[1][0]), "travel");
  EXPECT_NEAR(real(found[1][4]), (1.5 / 3.5) / (8.5 / 10.5), 0.001);
  EXPECT_EQ(answer("citation-sociology", {{"topic", "sport"}}), found);
}

// On the web at large first aid has ten of a hundred pages about something else than cycling.
TEST_P(RepositoryQuestionsTest, TakeTheWebAtLargeFromASample) {
  add_page(1, "a.org", "sport/cycling").relevant = true;
  add_page(2, "c.org", "health/first aid");
  add_link(1, 2);
  store();
  const Rows found = answer("citation-sociology", {},
                            {{"travel", 90}, {"health/first aid", 10}, {"sport/cycling", 50}});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_NEAR(real(found[0][3]), 0.1, 0.0001);
  EXPECT_NEAR(real(found[0][4]), (1.5 / 1.5) / (10.5 / 100.5), 0.001);
}

// Page 1 about theory names a student, 2, who cites two pages about databases; page 5 names a
// student whose page, 6, is about them itself. The book that 1 cites does not count.
TEST_P(RepositoryQuestionsTest, FollowLinksOfAType) {
  add_page(1, "a.edu", "computing/theory");
  add_page(2, "a.edu", "");
  add_page(3, "c.org", "computing/databases");
  add_page(4, "d.org", "computing/databases");
  add_page(5, "b.edu", "computing/theory");
  add_page(6, "b.edu", "computing/databases/sql");
  add_page(7, "b.edu", "music");
  add_link(1, 2, "Bob");
  batch_.links.back().link.heading = "My Students";
  add_link(1, 4, "a book");
  add_link(2, 3);
  add_link(2, 4);
  add_link(5, 6, "Student Ann");
  add_link(5, 7, "student choir");
  add_link(7, 3, "student");
  store();
  const Rows found =
      answer("typed-link",
             {{"from", "computing/theory"}, {"says", "student"}, {"to", "computing/databases"}});
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(text(found[0][0]), "https://a.edu/1");
  EXPECT_EQ(text(found[0][1]), "https://a.edu/2");
  EXPECT_EQ(text(found[0][2]), "Bob");
  EXPECT_EQ(whole(found[0][3]), 2);
  EXPECT_EQ(text(found[0][4]), "https://c.org/3");
  EXPECT_EQ(text(found[1][1]), "https://b.edu/6");
  EXPECT_EQ(text(found[1][4]), "https://b.edu/6");
  EXPECT_EQ(text(found[2][1]), "https://b.edu/7");
}

// Four pages with a topic cite page 1, and three of them, of two sites, are about Hawaii. Wilson's
// interval of 3 of 4 is .301 to .954.
TEST_P(RepositoryQuestionsTest, FindPagesThatTheWrongTopicCites) {
  add_page(1, "a.org", "computing/databases").relevant = true;
  add_page(2, "h1.com", "travel/hawaii");
  add_page(3, "h1.com", "travel/hawaii");
  add_page(4, "b.org", "computing/databases");
  add_page(5, "h2.com", "travel/hawaii/maui");
  add_page(6, "c.org", "computing/databases").relevant = true;
  add_page(7, "d.org", "");
  for (const UrlId source : {2, 3, 4, 5, 7}) add_link(source, 1);
  add_link(2, 6);
  store();
  const Rows found = answer("spam-filter", {{"by", "travel/hawaii"}});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(text(found[0][0]), "https://a.org/1");
  EXPECT_EQ(whole(found[0][1]), 3);
  EXPECT_EQ(whole(found[0][2]), 2);
  EXPECT_EQ(whole(found[0][3]), 4);
  EXPECT_NEAR(real(found[0][5]), 0.301, 0.0011);
  EXPECT_NEAR(real(found[0][6]), 0.954, 0.0011);
  EXPECT_EQ(answer("spam-filter", {{"by", "travel/hawaii"}, {"least", "1"}}).size(), 2U);
}

// Page 1 is fetched three times. In January it cites 2 and 4 about oil, in February 3 as well, in
// March 4 no more, but 5 about music.
TEST_P(RepositoryQuestionsTest, CountTheLinksBetweenTwoTopicsByMonth) {
  const auto fetch = [&](const WallTime& time, const std::vector<UrlId>& targets) {
    PageRecord again = page(1, 1);
    again.topic = "environment";
    again.fetched_at = time;
    batch_.pages.push_back(again);
    for (const UrlId target : targets) add_link(1, target);
    store();
  };
  batch_.new_urls.push_back(url(1, "https://a.org/1", UrlState::kFetched));
  for (const UrlId oil : {2, 3, 4}) add_page(oil, "b.com", "energy/oil");
  add_page(5, "c.org", "music");
  fetch(at(2025, 12, 15), {2, 4});
  fetch(at(2026, 1, 31), {2, 4, 3});
  fetch(at(2026, 2, 1), {2, 3, 5});
  const Rows found = answer("community-evolution", {{"from", "environment"}, {"to", "energy/oil"}});
  ASSERT_EQ(found.size(), 3U);
  const std::vector<std::vector<std::int64_t>> expected = {{2, 2, 0}, {3, 1, 0}, {2, 0, 1}};
  const std::vector<std::string> months = {"2025-12", "2026-01", "2026-02"};
  for (std::size_t row = 0; row < found.size(); ++row) {
    EXPECT_EQ(text(found[row][0]), months[row]);
    for (std::size_t column = 0; column < 3; ++column)
      EXPECT_EQ(whole(found[row][column + 1]), expected[row][column]) << row << " " << column;
  }
  EXPECT_NEAR(real(found[2][4]), 2.0 / 3, 0.0001);
  EXPECT_NEAR(real(found[2][5]), 0.2077, 0.0001);  // Wilson, 2 of 3
  EXPECT_NEAR(real(found[2][6]), 0.9385, 0.0001);
}

// Four pages: one is cited by a second site after 2 days, one after 4, one after 6; the fourth is
// still waiting on day 10. Kaplan and Meier: .25, .5, .75. Greenwood's variance of the first is
// 1 / (4 * 3); a link of the own site begins the time of page 3 and makes it no more popular.
TEST_P(RepositoryQuestionsTest, EstimateTheTimeUntilAPageIsPopular) {
  for (UrlId id = 1; id <= 4; ++id) add_page(id, "a.org", "sport").relevant = true;
  UrlId next = 10;
  const auto cite = [&](UrlId target, const std::string& site, int day) {
    add_page(next, site, "").fetched_at += day * kDay;
    add_link(next++, target);
  };
  cite(1, "x.org", 0);
  cite(1, "y.org", 2);
  cite(2, "x.org", 0);
  cite(2, "x.org", 3);
  cite(2, "z.org", 6);
  cite(3, "a.org", 1);
  cite(3, "x.org", 3);
  cite(3, "y.org", 5);
  cite(4, "x.org", 0);
  add_page(next, "w.org", "").fetched_at += 10 * kDay;
  store();
  const Rows found = answer("popularity-time", {{"sites", "2"}});
  ASSERT_EQ(found.size(), 3U);
  for (std::size_t row = 0; row < 3; ++row) {
    EXPECT_EQ(whole(found[row][0]), static_cast<std::int64_t>(2 * row + 2));
    EXPECT_EQ(whole(found[row][1]), static_cast<std::int64_t>(4 - row));
    EXPECT_NEAR(real(found[row][3]), 0.25 * static_cast<double>(row + 1), 0.0011);
  }
  const double log_s = std::log(0.75), scale = 1.959964 * std::sqrt(1.0 / 12) / -log_s;
  EXPECT_NEAR(real(found[0][4]), 1 - std::exp(log_s * std::exp(-scale)), 0.0011);
  EXPECT_NEAR(real(found[0][5]), 1 - std::exp(log_s * std::exp(scale)), 0.0011);
}

// Wilson's interval of 6 of 6 is .610 to 1, of 3 of 6 .188 to .812. A site of two pages is
// too small.
TEST_P(RepositoryQuestionsTest, OrderSitesByDensityAndOfferTheirPagesAsExamples) {
  UrlId next = 1;
  const auto add_site = [&](const std::string& site, int relevant, int others) {
    for (int i = 0; i < relevant + others; ++i) {
      PageRecord& record = add_page(next, site, i < relevant ? "sport/cycling" : "");
      record.relevant = i < relevant;
      if (record.relevant) record.relevance = Relevance(0.5 + 0.01 * static_cast<double>(next));
      ++next;
    }
  };
  add_site("b.org", 3, 3);
  add_site("a.org", 6, 0);
  add_site("c.org", 2, 0);
  store();
  const Rows sites = answer("specialty-sites");
  ASSERT_EQ(sites.size(), 2U);
  EXPECT_EQ(text(sites[0][0]), "a.org");
  EXPECT_NEAR(real(sites[0][4]), 0.610, 0.0011);
  EXPECT_EQ(text(sites[1][0]), "b.org");
  EXPECT_EQ(whole(sites[1][1]), 6);
  EXPECT_NEAR(real(sites[1][3]), 0.5, 0.0011);
  EXPECT_NEAR(real(sites[1][4]), 0.188, 0.0011);
  EXPECT_NEAR(real(sites[1][5]), 0.812, 0.0011);
  const Rows pages = answer("training-pages", {{"topic", "sport"}, {"each", "2"}});
  ASSERT_EQ(pages.size(), 2U);
  EXPECT_EQ(text(pages[0][0]), "https://a.org/12");
  EXPECT_EQ(text(pages[1][0]), "https://a.org/11");
  EXPECT_EQ(answer("training-pages", {{"density", "0.1"}, {"each", "9"}}).size(), 11U);
}

// Two pages about news are visited twice, a day apart: one has changed each time, the other never.
// The rate is -log((4 - 2 + .5) / (4 + .5)); Wilson's interval of 2 of 4 is .150 to .850, and as
// rates -log(1 - .150) to -log(1 - .850).
TEST_P(RepositoryQuestionsTest, TellWhichTopicsChangeFast) {
  for (int visit = 0; visit < 3; ++visit) {
    for (const UrlId id : {1, 2, 3}) {
      if (visit == 0) add_page(id, "a.org", "");
      if (visit > 0) batch_.pages.push_back(page(id, static_cast<std::int64_t>(id)));
      PageRecord& record = batch_.pages.back();
      record.topic = id == 3 ? "history" : "news";
      record.fetched_at = at(2026, 1, 1) + visit * kDay;
      record.digest = id == 1 ? "sha1:" + std::to_string(visit) : "sha1:same";
    }
    store();
  }
  const Rows found = answer("timescales");
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(text(found[0][0]), "news");
  EXPECT_EQ(whole(found[0][1]), 2);
  EXPECT_EQ(whole(found[0][2]), 4);
  EXPECT_EQ(whole(found[0][3]), 2);
  EXPECT_NEAR(real(found[0][4]), -std::log(2.5 / 4.5), 0.0001);
  EXPECT_NEAR(real(found[0][5]), 0.1626, 0.0002);
  EXPECT_NEAR(real(found[0][6]), 1.8968, 0.0005);
  EXPECT_EQ(text(found[1][0]), "history");
  EXPECT_EQ(real(found[1][4]), 0);
}

// Half of the links of page 1 lead to sport, all of page 2, and 3 has none. One of the three links
// of page 4 about music leads to music: 33 per cent, in the column of 30.
TEST_P(RepositoryQuestionsTest, SpreadPagesByTheShareOfTheirLinksOnTopic) {
  for (const UrlId sport : {1, 2, 3}) add_page(sport, "a.org", "sport").relevant = true;
  for (const UrlId music : {4, 5}) add_page(music, "b.org", "music");
  for (const UrlId target : {2, 3, 4, 5, 2, 1}) add_link(1, target);
  add_link(2, 1);
  for (const UrlId target : {5, 1, 2}) add_link(4, target);
  store();
  const Rows found = answer("links-on-topic", {{"other", "music"}});
  ASSERT_EQ(found.size(), 11U);
  for (const auto& row : found) {
    const std::int64_t percent = whole(row[0]);
    EXPECT_EQ(whole(row[1]), percent == 50 || percent == 100 ? 1 : 0) << percent;
    EXPECT_EQ(whole(row[5]), percent == 30 ? 1 : 0) << percent;
    EXPECT_FALSE(std::signbit(real(row[3])) || std::signbit(real(row[7]))) << percent;
  }
  EXPECT_NEAR(real(found[5][2]), 0.5, 0.0011);
  EXPECT_NEAR(real(found[5][3]), 0.0945, 0.0011);  // Wilson, 1 of 2
  EXPECT_NEAR(real(found[5][4]), 0.9055, 0.0011);
  EXPECT_NEAR(real(found[3][6]), 1, 0.0011);
  EXPECT_TRUE(std::holds_alternative<std::monostate>(answer("links-on-topic")[0][5]));
}

// Three of four links carry an anchor, one has words on both sides, one is an image. Links of
// copies do not count.
TEST_P(RepositoryQuestionsTest, CountTheMetadataOfLinks) {
  add_page(1, "a.org", "sport");
  add_page(2, "b.org", "sport");
  add_page(3, "c.org", "sport").duplicate_of = 1;
  add_link(1, 2, "to b");
  add_link(1, 3, "to c");
  batch_.links.back().link.before = "before";
  batch_.links.back().link.after = "after";
  add_link(2, 1, "to a");
  add_link(2, 3);
  batch_.links.back().link.element = Element::kImg;
  add_link(3, 1, "a link of a copy");
  store();
  const Rows found = answer("link-metadata");
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(text(found[0][0]), "href");
  EXPECT_EQ(whole(found[0][1]), 3);
  EXPECT_EQ(text(found[1][0]), "anchor text");
  EXPECT_NEAR(real(found[1][2]), 0.75, 1e-9);
  EXPECT_EQ(whole(found[1][3]), 2);
  EXPECT_EQ(text(found[2][0]), "surrounding text");
  EXPECT_EQ(whole(found[2][1]), 1);
  EXPECT_NEAR(real(found[2][4]), 0.5, 1e-9);
}

TEST_P(RepositoryQuestionsTest, CountTopicsByMonth) {
  add_page(1, "a.org", "sport").fetched_at = at(2024, 2, 29);
  add_page(2, "a.org", "sport").fetched_at = at(2024, 3, 1);
  add_page(3, "a.org", "sport").fetched_at = at(2024, 3, 31);
  add_page(4, "a.org", "").fetched_at = at(2024, 3, 2);
  store();
  const Rows found = answer("topics-by-month");
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(text(found[0][0]), "2024-02");
  EXPECT_EQ(text(found[1][0]), "2024-03");
  EXPECT_EQ(text(found[1][1]), "sport");
  EXPECT_EQ(whole(found[1][2]), 2);
  EXPECT_NEAR(real(found[1][3]), 0.667, 0.0011);
  EXPECT_EQ(text(found[2][1]), "(none)");
}

TEST_P(RepositoryQuestionsTest, TakeAnyValueAsTextAlone) {
  add_page(1, "a.org", "it's; DELETE FROM page").relevant = true;
  add_page(2, "b.org", "travel");
  add_link(2, 1);
  store();
  EXPECT_EQ(
      answer("spam-filter", {{"topic", "it's; DELETE FROM page"}, {"by", "travel"}, {"least", "1"}})
          .size(),
      1U);
  EXPECT_TRUE(
      answer("spam-filter", {{"topic", "' OR 1=1 --"}, {"by", ":topic"}, {"least", "1"}}).empty());
}

class StandingQuestionTest : public RepositoryQuestionsTest {
 protected:
  std::size_t answer_now() {
    const StoragePlace place =
        GetParam().in_file ? StoragePlace{file()} : StoragePlace{postgres_url(file()), file()};
    const auto added = search::answer_standing(question_, place, std::chrono::seconds(60), now_);
    EXPECT_TRUE(added) << added.error().to_string();
    now_ += kDay;
    return added.value_or(0);
  }

  search::StandingQuestion question_;
  WallTime now_ = at(2026, 3, 1);
};

// The first answer is what is known; after it a row is new once, whatever its numbers become and
// though it goes and comes back.
TEST_P(StandingQuestionTest, TellsEachNewRowOnce) {
  question_.name = question_.title = "relevant";
  question_.sql =
      "SELECT coalesce(u.href, u.key) AS url, p.relevance FROM page p JOIN url u ON u.id = p.id "
      "WHERE p.relevant <> 0 ORDER BY p.id";
  add_page(1, "a.org", "sport").relevant = true;
  add_page(2, "b.org", "travel");
  store();
  EXPECT_EQ(answer_now(), 0U);
  add_page(3, "c.org", "sport").relevant = true;
  PageRecord changed = page(1, 1);
  changed.relevant = true;
  changed.relevance = Relevance(0.5);
  batch_.pages.push_back(changed);
  store();
  EXPECT_EQ(answer_now(), 1U);
  ASSERT_EQ(question_.news.size(), 1U);
  EXPECT_EQ(question_.news[0].values, (std::vector<std::string>{"https://c.org/3", "0"}));
  EXPECT_EQ(question_.news[0].found, at(2026, 3, 2));
  EXPECT_EQ(answer_now(), 0U);
  batch_.pages.push_back(page(3, 3));
  store();
  EXPECT_EQ(answer_now(), 0U);
  batch_.pages.push_back(page(3, 3));
  batch_.pages.back().relevant = true;
  store();
  EXPECT_EQ(answer_now(), 0U);
  EXPECT_EQ(search::undelivered(question_)["rows"].size(), 1U);
}

TEST_P(StandingQuestionTest, IsKeptInItsFile) {
  question_.name = "all";
  question_.title = "All pages";
  question_.sql = "SELECT id, title FROM page ORDER BY id";
  question_.key = {"id"};
  question_.webhook = "https://hooks.example.org/";
  store();
  EXPECT_EQ(answer_now(), 0U);
  add_page(1, "a.org", "").document.title = "caf\xC3\xA9 \xFF";  // not UTF-8 at its end
  if (!GetParam().in_file) batch_.pages.back().document.title = "caf\xC3\xA9";
  store();
  EXPECT_EQ(answer_now(), 1U);
  const auto standing = search::standing_folder(folder_.path());
  ASSERT_TRUE(search::write_standing(standing, question_));
  const auto all = search::standing_questions(standing);
  ASSERT_TRUE(all) << all.error().to_string();
  ASSERT_EQ(all->size(), 1U);
  const search::StandingQuestion& kept = all->front();
  EXPECT_EQ(kept.sql, question_.sql);
  EXPECT_EQ(kept.key, question_.key);
  EXPECT_EQ(kept.webhook, question_.webhook);
  EXPECT_EQ(kept.answered, question_.answered);
  EXPECT_EQ(kept.seen, question_.seen);
  ASSERT_EQ(kept.news.size(), 1U);
  EXPECT_EQ(kept.news[0].serial, 1);
  question_ = kept;
  EXPECT_EQ(answer_now(), 0U);
  EXPECT_FALSE(search::read_standing(standing, "../all"));
  EXPECT_TRUE(search::remove_standing(standing, "all"));
  EXPECT_EQ(search::read_standing(standing, "all").error().code, ErrorCode::kNotFound);
}

TEST_P(StandingQuestionTest, IsAsBeforeWhenItCannotBeAnswered) {
  question_.sql = "SELECT id FROM page";
  question_.key = {"colour"};
  add_page(1, "a.org", "");
  store();
  const StoragePlace place =
      GetParam().in_file ? StoragePlace{file()} : StoragePlace{postgres_url(file()), file()};
  const auto added = search::answer_standing(question_, place, std::chrono::seconds(60), now_);
  ASSERT_FALSE(added);
  EXPECT_THAT(added.error().message, HasSubstr("no column colour"));
  EXPECT_EQ(question_.answered, WallTime{});
  EXPECT_TRUE(question_.seen.empty());
}

INSTANTIATE_TEST_SUITE_P(Stores, StandingQuestionTest, all_stores(), name_of_store);
INSTANTIATE_TEST_SUITE_P(Stores, RepositoryQuestionsTest, all_stores(), name_of_store);

TEST(ReadyQueryTest, SaysWhichParametersItNeeds) {
  const ReadyQuery& query = **find_ready_query("spam-filter");
  const auto missing = statement_of(query, {});
  ASSERT_FALSE(missing);
  EXPECT_THAT(missing.error().message, HasSubstr("spam-filter needs by"));
  EXPECT_THAT(missing.error().hint, HasSubstr("--set by="));
  const auto unknown = statement_of(query, {{{"by", "travel"}, {"colour", "red"}}, {}});
  ASSERT_FALSE(unknown);
  EXPECT_THAT(unknown.error().hint, HasSubstr("topic, by, least"));
  for (const char* const wrong : {"two", "-1", "1;", "", "nan", "1e5"})
    EXPECT_FALSE(statement_of(query, {{{"by", "travel"}, {"least", wrong}}, {}})) << wrong;
}

TEST(ReadyQueryTest, NamesTheNearestOfAMisspeltName) {
  const auto found = find_ready_query("spam-fliter");
  ASSERT_FALSE(found);
  EXPECT_THAT(found.error().hint, HasSubstr("did you mean \"spam-filter\"?"));
}

}  // namespace
}  // namespace porthole::repository
