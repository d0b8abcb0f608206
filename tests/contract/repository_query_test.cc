// Questions in SQL about a repository.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "repository/query.h"
#include "repository/ready_query.h"
#include "tests/contract/repository_contract.h"
#include "topics/importance/importance_model.h"

namespace porthole::repository {
namespace {

using ::testing::HasSubstr;

constexpr UrlId kPages = 200;

/// Where the one link of a page leads.
UrlId target_of(UrlId page) {
  const UrlId target = page * page * 7 % 83 + 1;
  return target == page ? page + 1 : target;
}

std::string site_of(UrlId page) { return page % 3 == 0 ? "one.org" : "other.org"; }

Batch two_hundred_pages() {
  Batch batch;
  for (UrlId id = 1; id <= kPages; ++id) {
    UrlRecord url;
    url.id = id;
    url.site = site_of(id);
    url.host = url.site;
    url.key = "http://" + url.host + "/" + std::to_string(id);
    url.state = UrlState::kFetched;
    batch.new_urls.push_back(url);
    PageRecord page;
    page.id = page.order = id;
    page.digest = std::to_string(id);
    page.document.title = "Page " + std::to_string(id);
    batch.pages.push_back(page);
    LinkRecord link;
    link.source = id;
    link.target = target_of(id);
    batch.links.push_back(link);
  }
  batch.pages[1].importance = 0.75;
  batch.pages[2].relevance = Relevance(0.9);
  return batch;
}

class RepositoryQueryTest : public RepositoryContract {
 protected:
  void SetUp() override {
    RepositoryContract::SetUp();
    if (!IsSkipped()) fill();
  }
  void fill() {
    repository_ = open();
    const auto applied = repository_->crawl().apply(two_hundred_pages());
    ASSERT_TRUE(applied) << applied.error().to_string();
  }
  StoragePlace place() const {
    if (GetParam().in_file) return {file()};
    return {postgres_url(file()), file()};
  }
  QueryRows ask(const std::string& sql, QueryLimits limits = {}) const {
    auto rows = run_query(place(), sql, limits);
    EXPECT_TRUE(rows) << rows.error().to_string();
    return rows ? std::move(*rows) : QueryRows();
  }
  Error refused(const std::string& sql, QueryLimits limits = {}) const {
    const auto rows = run_query(place(), sql, limits);
    EXPECT_FALSE(rows) << sql;
    return rows ? Error() : rows.error();
  }

  std::unique_ptr<Repository> repository_;
};

TEST_P(RepositoryQueryTest, IsAskedInSql) {
  const QueryRows found = ask("SELECT id, title, NULL, 0.5 FROM page WHERE id = 7");
  ASSERT_EQ(found.columns.size(), 4U);
  EXPECT_EQ(found.columns[1], "title");
  ASSERT_EQ(found.rows.size(), 1U);
  EXPECT_EQ(std::get<std::int64_t>(found.rows[0][0]), 7);
  EXPECT_EQ(std::get<std::string>(found.rows[0][1]), "Page 7");
  EXPECT_TRUE(std::holds_alternative<std::monostate>(found.rows[0][2]));
  EXPECT_EQ(std::get<double>(found.rows[0][3]), 0.5);
}

TEST_P(RepositoryQueryTest, GivesNoMoreRowsThanAreAllowed) {
  const QueryRows found = ask("SELECT id FROM page", {.rows = 5});
  EXPECT_EQ(found.rows.size(), 5U);
  EXPECT_TRUE(found.more);
  EXPECT_FALSE(ask("SELECT id FROM page", {.rows = kPages}).more);
}

TEST_P(RepositoryQueryTest, IsNotChangedByAQuery) {
  const std::string elsewhere = (folder_ / "other.db").string();
  for (const std::string& sql :
       {std::string("DELETE FROM page"), std::string("UPDATE page SET title = ''"),
        std::string("DROP TABLE page"), std::string("INSERT INTO term VALUES ('a', 1, 1)"),
        std::string("COPY page TO PROGRAM 'cat'"), std::string("SELECT 1 INTO other"),
        "ATTACH '" + elsewhere + "' AS other", "VACUUM INTO '" + elsewhere + "'",
        std::string("PRAGMA journal_mode = DELETE"), std::string("CREATE TEMP TABLE t (a)"),
        std::string("BEGIN"), std::string("SELECT load_extension('x')"),
        std::string("WITH t AS (SELECT 1) DELETE FROM page")}) {
    EXPECT_EQ(refused(sql).code, ErrorCode::kUsage) << sql;
  }
  EXPECT_EQ(std::get<std::int64_t>(ask("SELECT count(*) FROM page").rows[0][0]), kPages);
  EXPECT_FALSE(std::filesystem::exists(elsewhere));
}

TEST_P(RepositoryQueryTest, RefusesWhatIsNoSingleQuestion) {
  EXPECT_THAT(refused("SELECT 1; SELECT 2").message, HasSubstr("more than one"));
  EXPECT_THAT(refused("SELECT 1; DELETE FROM page").message, HasSubstr("more than one"));
  EXPECT_THAT(refused("  -- nothing").message, HasSubstr("no query"));
  const Error unknown = refused("SELECT colour FROM page");
  EXPECT_THAT(unknown.message, HasSubstr("colour"));
  EXPECT_THAT(unknown.hint, HasSubstr("--list"));
  EXPECT_EQ(ask("SELECT 1;  -- one\n").rows.size(), 1U);
}

TEST_P(RepositoryQueryTest, StopsAQueryWhoseTimeIsOver) {
  const Error error = refused(
      "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n",
      {.time = std::chrono::milliseconds(20)});
  EXPECT_EQ(error.code, ErrorCode::kTimeout);
}

TEST_P(RepositoryQueryTest, IsNotMadeByAQuery) {
  EXPECT_EQ(run_query(folder_ / "none.db", "SELECT 1", {}).error().code, ErrorCode::kNotFound);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "none.db"));
}

TEST_P(RepositoryQueryTest, AnswersEveryReadyQuery) {
  for (const ReadyQuery& query : ready_queries()) {
    QueryValues values;
    for (const QueryParameter& parameter : query.parameters) {
      if (!parameter.fallback) values.values[parameter.name] = "computing";
    }
    const auto sql = statement_of(query, values);
    ASSERT_TRUE(sql) << sql.error().to_string();
    const auto rows = run_query(place(), *sql, {});
    EXPECT_TRUE(rows) << query.name << ": " << (rows ? "" : rows.error().to_string());
    EXPECT_FALSE(query.title.empty());
  }
}

// Ten hubs, page k with the score k/100, so that psi, the 90th percentile, is .09 and page 10 is
// the great hub. It cites a page of its own site, one of another that was tried, one that was
// dropped, and two that were not tried: 305, which page 3 of relevance .9 cites, too, and 304.
TEST_P(RepositoryQueryTest, NamesWhatGreatHubsCiteOnOtherSitesAndNobodyHasTried) {
  Batch batch;
  const auto add = [&](UrlId id, const std::string& site, UrlState state, int tries) {
    UrlRecord url;
    url.id = id;
    url.host = url.site = site;
    url.key = "http://" + site + "/" + std::to_string(id);
    url.state = state;
    url.tries = tries;
    batch.new_urls.push_back(url);
    LinkRecord link;
    link.source = 10;
    link.target = id;
    link.position = static_cast<std::uint32_t>(id);
    batch.links.push_back(link);
  };
  add(301, "other.org", UrlState::kQueued, 0);
  add(302, "one.org", UrlState::kQueued, 1);
  add(303, "one.org", UrlState::kDropped, 0);
  add(304, "one.org", UrlState::kQueued, 0);
  add(305, "one.org", UrlState::kQueued, 0);
  add(306, "new.org", UrlState::kQueued, 0);
  batch.links.back().source = 9;
  LinkRecord second;
  second.source = 3;
  second.target = 305;
  second.position = 1;
  batch.links.push_back(second);
  const auto applied = repository_->crawl().apply(batch);
  ASSERT_TRUE(applied) << applied.error().to_string();
  std::vector<ScoreRecord> scores;
  for (UrlId page = 1; page <= 10; ++page)
    scores.push_back({page, static_cast<double>(page) / 100, 0});
  ASSERT_TRUE(repository_->scores().put(scores));
  const auto& all = ready_queries();
  const auto query = std::find_if(all.begin(), all.end(),
                                  [](const ReadyQuery& one) { return one.name == "hubs"; });
  const QueryRows found = ask(query->sql);
  ASSERT_EQ(found.columns,
            (std::vector<std::string>{"url", "relevance", "hubs", "best_score", "best_hub"}));
  ASSERT_EQ(found.rows.size(), 2U) << "another site, not tried, and of hub 10 alone";
  EXPECT_EQ(std::get<std::string>(found.rows[0][0]), "http://one.org/305");
  EXPECT_DOUBLE_EQ(std::get<double>(found.rows[0][1]), 0.9);
  EXPECT_EQ(std::get<std::int64_t>(found.rows[0][2]), 1);
  EXPECT_DOUBLE_EQ(std::get<double>(found.rows[0][3]), 0.1);
  EXPECT_EQ(std::get<std::string>(found.rows[0][4]), "http://other.org/10");
  EXPECT_EQ(std::get<std::string>(found.rows[1][0]), "http://one.org/304");
}

// Each page has one link, so that a root leads to one page at each distance; a page that several
// roots lead to counts once, with the root that the query draws. The pairs, and their correlation,
// are worked out here again.
TEST_P(RepositoryQueryTest, CorrelatesTheInLinksOfPagesByTheirDistance) {
  const auto& all = ready_queries();
  const auto query = std::find_if(all.begin(), all.end(), [](const ReadyQuery& one) {
    return one.name == "importance-locality";
  });
  const QueryRows found = ask(query->sql);
  ASSERT_EQ(found.columns,
            (std::vector<std::string>{"scope", "distance", "pairs", "rho", "low", "high"}));
  std::map<UrlId, double> in_links;
  std::vector<std::pair<UrlId, UrlId>> led;  // root and where its links have led
  for (UrlId id = 1; id <= kPages; ++id) {
    ++in_links[target_of(id)];
    led.emplace_back(id, target_of(id));
  }
  const auto number = [](const auto& pair) {
    return (pair.first * 7919 + pair.second * 104729) % 1000003;
  };
  std::map<std::pair<std::string, std::string>, std::pair<std::vector<double>, std::vector<double>>>
      pairs;
  for (const std::string distance : {"1 link", "2 links", "3 links"}) {
    std::map<UrlId, UrlId> roots;
    for (const std::string scope : {"between sites", "all"}) {
      roots.clear();
      for (const auto& pair : led) {
        if (scope != "all" && site_of(pair.first) == site_of(pair.second)) continue;
        const auto known = roots.try_emplace(pair.second, pair.first).first;
        if (number(pair) < number(std::pair(known->second, pair.second)))
          known->second = pair.first;
      }
      for (const auto& [page, root] : roots) {
        pairs[{scope, distance}].first.push_back(in_links[root]);
        pairs[{scope, distance}].second.push_back(in_links[page]);
      }
    }
    led.clear();
    for (const auto& [page, root] : roots) {
      if (target_of(page) != root) led.emplace_back(root, target_of(page));
    }
  }
  std::size_t checked = 0;
  for (const auto& row : found.rows) {
    const auto expected =
        pairs.find({std::get<std::string>(row[0]), std::get<std::string>(row[1])});
    if (expected == pairs.end()) continue;  // at random
    const topics::RankCorrelation correlation =
        topics::rank_correlation(expected->second.first, expected->second.second);
    EXPECT_EQ(std::get<std::int64_t>(row[2]), static_cast<std::int64_t>(correlation.pairs));
    EXPECT_NEAR(std::get<double>(row[3]), correlation.rho, 0.00051);
    EXPECT_NEAR(std::get<double>(row[4]), correlation.low, 0.00051);
    EXPECT_NEAR(std::get<double>(row[5]), correlation.high, 0.00051);
    ++checked;
  }
  EXPECT_EQ(checked, 6U);
  EXPECT_EQ(found.rows.size(), 8U);
}

INSTANTIATE_TEST_SUITE_P(Stores, RepositoryQueryTest, all_stores(), name_of_store);

}  // namespace
}  // namespace porthole::repository
