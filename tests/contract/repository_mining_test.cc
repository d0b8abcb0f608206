// Classification and distillation inside the database, on both engines, against arrays in memory.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>
#include <set>

#include "gatherer/strategies/distillation.h"
#include "repository/mining/mined_classes.h"
#include "repository/mining/mined_links.h"
#include "repository/query.h"
#include "tests/contract/repository_contract.h"
#include "topics/classify/naive_bayes_training.h"

namespace porthole::repository {
namespace {

using ::testing::DoubleNear;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using topics::TopicId;

constexpr double kEqual = 1e-9;

class RepositoryMiningTest : public RepositoryContract {
 protected:
  StoragePlace place() const {
    if (GetParam().in_file) return {file()};
    return {postgres_url(file()), file()};
  }
  std::unique_ptr<MiningDatabase> mining() {
    auto opened = MiningDatabase::open(place());
    EXPECT_TRUE(opened) << opened.error().to_string();
    return opened ? std::move(*opened) : nullptr;
  }
};

// --- classification ---

/// science (astronomy, physics (optics, heat)), sport (cycling, skating), home.
topics::Taxonomy tree() {
  topics::Taxonomy taxonomy;
  const TopicId science = *taxonomy.add(topics::kRootTopic, "science", "");
  const TopicId sport = *taxonomy.add(topics::kRootTopic, "sport", "");
  (void)*taxonomy.add(topics::kRootTopic, "home", "");
  (void)*taxonomy.add(science, "astronomy", "");
  const TopicId physics = *taxonomy.add(science, "physics", "");
  (void)*taxonomy.add(sport, "cycling", "");
  (void)*taxonomy.add(sport, "skating", "");
  (void)*taxonomy.add(physics, "optics", "");
  (void)*taxonomy.add(physics, "heat", "");
  return taxonomy;
}

/// A page of 30 words of 200, of which those of its topic are more frequent.
topics::TermCounts random_page(std::mt19937& random, TopicId topic) {
  std::map<topics::TermHash, std::uint32_t> counts;
  for (int i = 0; i < 30; ++i) {
    const std::uint32_t word = random() % 3 == 0 ? topic * 20U + random() % 20 : random() % 200;
    ++counts[word * 2'654'435'761U];
  }
  topics::TermCounts page;
  for (const auto& [term, count] : counts) page.push_back({term, count});
  return page;
}

std::unique_ptr<topics::NaiveBayes> trained(const topics::NaiveBayesOptions& options) {
  topics::TrainingSet set(tree());
  std::mt19937 random(7);
  for (int i = 0; i < 120; ++i) {
    const auto topic = static_cast<TopicId>(3 + i % 7);
    set.add(topic, set.group("site " + std::to_string(i % 30)), random_page(random, topic));
  }
  topics::NaiveBayesSettings settings{options, {}, {}};
  settings.lengths.assign(set.taxonomy().size(), options.lengths.front());
  auto model = topics::train_naive_bayes(set, set.all(), settings);
  model->set_temperature(1.7);
  return model;
}

/// The pages to classify: 60 of all topics, one without words, one of words that nobody knows.
std::map<UrlId, topics::TermCounts> pages_to_classify() {
  std::map<UrlId, topics::TermCounts> pages;
  std::mt19937 random(8);
  for (UrlId id = 1; id <= 60; ++id)
    pages[id * 3] = random_page(random, static_cast<TopicId>(1 + id % 9));
  pages[500] = {};
  pages[501] = {{12'345, 2}};
  return pages;
}

const std::vector<std::string>& wanted_topics() {
  static const std::vector<std::string> good = {"science/physics/optics", "sport/cycling"};
  return good;
}

class ClassesInTheDatabaseTest : public RepositoryMiningTest {
 protected:
  void fill(const topics::NaiveBayesOptions& options) {
    model_ = trained(options);
    std::vector<TopicId> good;
    for (const std::string& path : wanted_topics()) good.push_back(*model_->taxonomy().find(path));
    ASSERT_TRUE(open());
    database_ = mining();
    ASSERT_NE(database_, nullptr);
    // The good topics are given beside the model, as those of a collection are.
    auto put = put_model(*database_, topics::save_model(*model_), wanted_topics());
    ASSERT_TRUE(put) << put.error().to_string();
    mined_ = std::move(*put);
    ASSERT_TRUE(model_->mark_good(good));
    auto filled = put_documents(*database_, mined_, [&](const AddDocument& add) {
      Result<void> done;
      for (const auto& [id, terms] : pages_) {
        if (done) done = add(id, terms);
      }
      return done;
    });
    ASSERT_TRUE(filled) << filled.error().to_string();
  }

  /// Expects that the tables say what the arrays say.
  void expect_as_in_memory(const std::string& how) {
    std::map<std::pair<UrlId, TopicId>, double> classes;
    ASSERT_TRUE(for_each_class(*database_, [&](UrlId page, TopicId topic, double probability) {
      classes[{page, topic}] = probability;
    }));
    std::map<UrlId, MinedJudgement> judged;
    ASSERT_TRUE(for_each_judgement(
        *database_, [&](const MinedJudgement& judgement) { judged[judgement.page] = judgement; }));
    std::size_t expected_classes = 0;
    for (const auto& [id, terms] : pages_) {
      const topics::Classification found = model_->classify(terms);
      ASSERT_TRUE(judged.contains(id)) << how << ", page " << id;
      EXPECT_THAT(judged[id].relevance, DoubleNear(found.relevance, kEqual)) << how << " " << id;
      EXPECT_EQ(judged[id].best, found.best) << how << ", page " << id;
      for (const topics::TopicProbability& topic : found.topics) {
        const auto at = classes.find({id, topic.topic});
        ASSERT_NE(at, classes.end()) << how << ", page " << id << ", topic " << topic.topic;
        EXPECT_THAT(at->second, DoubleNear(topic.probability, kEqual)) << how << " " << id;
      }
      expected_classes += found.topics.size();
    }
    EXPECT_EQ(classes.size(), expected_classes) << how;
    EXPECT_EQ(judged.size(), pages_.size()) << how;
  }

  void expect_equal_by_all_methods() {
    const auto joined = bulk_probe(*database_, mined_);
    ASSERT_TRUE(joined) << joined.error().to_string();
    expect_as_in_memory("joins");
    const ProbingModel probing(*database_, mined_);
    const auto each = classify_each(*database_, probing);
    ASSERT_TRUE(each) << each.error().to_string();
    ASSERT_TRUE(probing.error());
    expect_as_in_memory("probes");
  }

  std::unique_ptr<topics::NaiveBayes> model_;
  std::unique_ptr<MiningDatabase> database_;
  MinedModel mined_;
  std::map<UrlId, topics::TermCounts> pages_ = pages_to_classify();
};

TEST_P(ClassesInTheDatabaseTest, JoinsAndProbesGiveTheProbabilitiesOfThePublishedModel) {
  fill(topics::published_naive_bayes());
  if (!HasFatalFailure()) expect_equal_by_all_methods();
}

TEST_P(ClassesInTheDatabaseTest, AndThoseOfTheDefaultWithItsWeightsAndLimitsOfLength) {
  topics::NaiveBayesOptions options;
  options.lengths = {5};
  fill(options);
  if (!HasFatalFailure()) expect_equal_by_all_methods();
}

TEST_P(ClassesInTheDatabaseTest, AreAskedInSqlBesideTheTablesOfTheCrawl) {
  fill(topics::published_naive_bayes());
  ASSERT_TRUE(bulk_probe(*database_, mined_));
  const auto rows = run_query(
      place(),
      "SELECT path, sum(pr) FROM class JOIN taxonomy USING (kcid) WHERE path IN ('science',"
      " 'sport', 'home') GROUP BY path ORDER BY path",
      {});
  ASSERT_TRUE(rows) << rows.error().to_string();
  ASSERT_EQ(rows->rows.size(), 3U);
  double sum = 0;
  for (const auto& row : rows->rows) sum += std::get<double>(row[1]);
  EXPECT_NEAR(sum, static_cast<double>(pages_.size()), 1e-9);  // children sum to the root
  const auto tables = tables_of(place());
  ASSERT_TRUE(tables);
  const auto lists = [&](std::string_view name) {
    return std::any_of(tables->begin(), tables->end(),
                       [&](const QueryTable& table) { return table.name == name; });
  };
  EXPECT_TRUE(lists("document"));
  EXPECT_FALSE(lists("todo")) << "a computation works with it";
}

TEST_P(ClassesInTheDatabaseTest, AModelThatDoesNotKnowAGoodTopicIsRefused) {
  const auto model = trained(topics::published_naive_bayes());
  ASSERT_TRUE(open());
  const auto database = mining();
  const auto put = put_model(*database, topics::save_model(*model), {"science/chemistry"});
  ASSERT_FALSE(put);
  EXPECT_EQ(put.error().code, ErrorCode::kIncomplete);
  EXPECT_THAT(put.error().message, HasSubstr("science/chemistry"));
}

TEST_P(ClassesInTheDatabaseTest, AWriterOfTheCrawlIsNotKeptWaiting) {
  const auto repository = open();
  const auto database = mining();
  ASSERT_NE(database, nullptr);
  const auto model = trained(topics::published_naive_bayes());
  const auto put = put_model(*database, topics::save_model(*model), wanted_topics());
  ASSERT_TRUE(put) << put.error().to_string();
  const auto filled = put_documents(*database, *put, [&](const AddDocument& add) {
    // In the middle of the transaction that fills the tables the crawl commits.
    if (auto added = add(1, {{3, 1}}); !added) return added;
    return repository->crawl().apply(small_web());
  });
  EXPECT_TRUE(filled) << filled.error().to_string();
}

INSTANTIATE_TEST_SUITE_P(Stores, ClassesInTheDatabaseTest, all_stores(), name_of_store);

// --- distillation ---

/// 400 pages of 40 sites, a tenth of them copies or aliases, 4,000 links. Relevance has more bits
/// than numbers of 32 bits hold.
Batch linked_web() {
  constexpr UrlId kUrls = 400;
  Batch batch;
  std::mt19937 random(9);
  for (UrlId id = 1; id <= kUrls; ++id) {
    const std::string host = "s" + std::to_string(random() % 40) + ".org";
    UrlRecord record = url(id, "https://" + host + "/" + std::to_string(id), UrlState::kFetched);
    if (id % 20 == 0) {
      record.state = UrlState::kAlias;
      record.alias_of = id - 1;
      batch.new_urls.push_back(record);
      continue;
    }
    batch.new_urls.push_back(record);
    PageRecord fetched = page(id, id);
    fetched.relevance = Relevance(static_cast<double>(random()) / 4'294'967'295.0);
    if (id % 20 == 19) fetched.duplicate_of = id - 2;
    batch.pages.push_back(fetched);
    for (std::uint32_t position = 0; position < 10; ++position) {
      const UrlId target = 1 + static_cast<UrlId>(random() % kUrls) * (random() % kUrls) / kUrls;
      batch.links.push_back(link(id, position, target, "a"));
    }
  }
  return batch;
}

/// A page, its site and relevance, and what it links to, each once.
struct PlainPage {
  std::string site;
  double relevance = 0;
  std::set<UrlId> targets;
};

/// The recursion over maps, with 64 bits a number, for as many rounds.
std::map<UrlId, ScoreRecord> plain_distillation(const std::map<UrlId, PlainPage>& web, double rho,
                                                int rounds) {
  struct Vote {
    UrlId from, to;
    double forward, backward;
  };
  std::vector<Vote> votes;
  std::map<std::pair<std::string, UrlId>, double> of_site;
  std::map<std::pair<UrlId, std::string>, double> into_site;
  const auto counts = [&](UrlId from, UrlId to) {
    return web.at(from).site != web.at(to).site && web.at(to).relevance > rho;
  };
  for (const auto& [from, page] : web) {
    for (const UrlId to : page.targets) {
      if (!counts(from, to)) continue;
      of_site[{page.site, to}] += 1;
      into_site[{from, web.at(to).site}] += 1;
    }
  }
  std::map<UrlId, double> hub, authority;
  for (const auto& [from, page] : web) {
    for (const UrlId to : page.targets) {
      if (!counts(from, to)) continue;
      votes.push_back({from, to, web.at(to).relevance / of_site[{page.site, to}],
                       page.relevance / into_site[{from, web.at(to).site}]});
      hub[from] = 1;
    }
  }
  const auto scale = [](std::map<UrlId, double>& scores) {
    double sum = 0;
    for (const auto& [page, score] : scores) sum += score;
    for (auto& [page, score] : scores) score /= sum;
  };
  for (int round = 0; round < rounds; ++round) {
    authority.clear();
    for (const Vote& vote : votes) authority[vote.to] += hub[vote.from] * vote.forward;
    scale(authority);
    hub.clear();
    for (const Vote& vote : votes) hub[vote.from] += authority[vote.to] * vote.backward;
    scale(hub);
  }
  std::map<UrlId, ScoreRecord> scores;
  for (const auto& [page, score] : hub) scores[page].hub = score;
  for (const auto& [page, score] : authority) scores[page].authority = score;
  return scores;
}

class LinksInTheDatabaseTest : public RepositoryMiningTest {
 protected:
  void fill() {
    const Batch batch = linked_web();
    repository_ = open();
    const auto applied = repository_->crawl().apply(batch);
    ASSERT_TRUE(applied) << applied.error().to_string();
    std::map<UrlId, UrlId> leads;
    std::map<UrlId, std::string> sites;
    for (const UrlRecord& record : batch.new_urls) {
      sites[record.id] = record.site;
      if (record.alias_of != 0) leads[record.id] = record.alias_of;
    }
    for (const PageRecord& record : batch.pages) {
      if (record.duplicate_of != 0) leads[record.id] = record.duplicate_of;
      if (record.duplicate_of == 0)
        web_[record.id] = {sites[record.id], record.relevance.value(), {}};
    }
    for (const LinkRecord& record : batch.links) {
      UrlId target = record.target;
      while (leads.contains(target)) target = leads[target];
      if (web_.contains(record.source) && web_.contains(target))
        web_[record.source].targets.insert(target);
    }
    database_ = mining();
    ASSERT_NE(database_, nullptr);
    const auto graph = put_links(*database_, {});
    ASSERT_TRUE(graph) << graph.error().to_string();
    graph_ = *graph;
  }

  std::map<UrlId, ScoreRecord> scores() {
    std::map<UrlId, ScoreRecord> found;
    EXPECT_TRUE(
        for_each_score(*database_, [&](const ScoreRecord& score) { found[score.page] = score; }));
    return found;
  }

  std::map<UrlId, PlainPage> web_;
  std::unique_ptr<Repository> repository_;
  std::unique_ptr<MiningDatabase> database_;
  MinedGraph graph_;
};

TEST_P(LinksInTheDatabaseTest, JoinsGiveTheScoresOfAPlainRecursionAndOfArrays) {
  fill();
  if (HasFatalFailure()) return;
  auto snapshot = gatherer::snapshot_of(*repository_);
  ASSERT_TRUE(snapshot);
  const gatherer::DistilledCrawl arrays = gatherer::distill(std::move(*snapshot));
  EXPECT_EQ(graph_.rho, arrays.figures().rho);
  EXPECT_EQ(graph_.pages, static_cast<std::int64_t>(arrays.figures().pages));
  EXPECT_EQ(graph_.sites, static_cast<std::int64_t>(arrays.figures().sites));
  EXPECT_EQ(graph_.candidates, static_cast<std::int64_t>(arrays.figures().candidates));
  EXPECT_EQ(graph_.citations, static_cast<std::int64_t>(arrays.figures().citations));
  const auto rounds = distill_by_joins(*database_, graph_, {});
  ASSERT_TRUE(rounds) << rounds.error().to_string();
  EXPECT_TRUE(rounds->converged);
  EXPECT_EQ(rounds->rounds, arrays.figures().rounds);
  EXPECT_THAT(rounds->authority_scale, DoubleNear(arrays.scale().authority, kEqual));
  EXPECT_THAT(rounds->hub_scale, DoubleNear(arrays.scale().hub, kEqual));
  const auto found = scores();
  EXPECT_GT(found.size(), 100U);
  for (const auto& [page, score] : plain_distillation(web_, graph_.rho, rounds->rounds)) {
    const auto at = found.find(page);
    const ScoreRecord mine = at == found.end() ? ScoreRecord{} : at->second;
    EXPECT_THAT(mine.hub, DoubleNear(score.hub, 1e-12)) << "page " << page;
    EXPECT_THAT(mine.authority, DoubleNear(score.authority, 1e-12)) << "page " << page;
    EXPECT_THAT(mine.hub, DoubleNear(arrays.hub(page), kEqual)) << "page " << page;
    EXPECT_THAT(mine.authority, DoubleNear(arrays.authority(page), kEqual)) << "page " << page;
  }
}

TEST_P(LinksInTheDatabaseTest, EachLinkHasBothWeights) {
  fill();
  if (HasFatalFailure()) return;
  const auto rows = run_query(
      place(),
      "SELECT oid_src, oid_dst, wgt_fwd, wgt_rev FROM weighted_link WHERE sid_src = sid_dst",
      {.rows = 10'000});
  ASSERT_TRUE(rows) << rows.error().to_string();
  ASSERT_FALSE(rows->rows.empty());
  for (const auto& row : rows->rows) {
    // Within a site nothing is shared: E_F = R(target), E_B = R(source).
    EXPECT_EQ(std::get<double>(row[2]), web_[std::get<std::int64_t>(row[1])].relevance);
    EXPECT_EQ(std::get<double>(row[3]), web_[std::get<std::int64_t>(row[0])].relevance);
  }
}

TEST_P(LinksInTheDatabaseTest, ACrawlWithoutLinksBetweenSitesHasNoScores) {
  ASSERT_TRUE(open()->crawl().apply(small_web()));
  database_ = mining();
  ASSERT_NE(database_, nullptr);
  const auto graph = put_links(*database_, {});
  ASSERT_TRUE(graph) << graph.error().to_string();
  EXPECT_EQ(graph->pages, 3);
  const auto rounds = distill_by_joins(*database_, *graph, {});
  ASSERT_TRUE(rounds) << rounds.error().to_string();
  EXPECT_TRUE(rounds->converged);
  EXPECT_THAT(scores(), IsEmpty());
}

TEST_P(LinksInTheDatabaseTest, AnEmptyRepositoryHasNeitherPagesNorScores) {
  ASSERT_TRUE(open());
  database_ = mining();
  ASSERT_NE(database_, nullptr);
  const auto graph = put_links(*database_, {});
  ASSERT_TRUE(graph) << graph.error().to_string();
  EXPECT_EQ(graph->pages, 0);
  ASSERT_TRUE(distill_by_joins(*database_, *graph, {}));
  EXPECT_THAT(scores(), IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(Stores, LinksInTheDatabaseTest, all_stores(), name_of_store);

}  // namespace
}  // namespace porthole::repository
