#include "gatherer/fetch/frontier.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <vector>

namespace porthole::gatherer {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Ids = std::vector<repository::UrlId>;
using std::chrono::seconds;

SteadyTime at(int second) { return SteadyTime(seconds(second)); }

std::vector<UrlId> take_all(Frontier& frontier, SteadyTime now, HostId host_of(UrlId)) {
  std::vector<UrlId> order;
  while (const auto id = frontier.best(now)) {
    frontier.take(*id);
    frontier.release(host_of(*id), now);
    order.push_back(*id);
  }
  return order;
}

HostId only_host(UrlId) { return 0; }
HostId odd_or_even(UrlId id) { return static_cast<HostId>(id % 2); }

TEST(FrontierTest, IsEmptyAtFirst) {
  Frontier frontier;
  EXPECT_EQ(frontier.best(at(0)), std::nullopt);
  EXPECT_EQ(frontier.next_ready(), SteadyTime::max());
  EXPECT_EQ(frontier.size(), 0u);
}

TEST(FrontierTest, TakesTheMoreRelevantUrlFirst) {
  Frontier frontier;
  frontier.put({.id = 1, .relevance = 0.2}, 0);
  frontier.put({.id = 2, .relevance = 0.9}, 0);
  frontier.put({.id = 3, .relevance = 0.5}, 0);
  EXPECT_EQ(take_all(frontier, at(0), only_host), (std::vector<UrlId>{2, 3, 1}));
}

TEST(FrontierTest, TakesTheUrlKnownLongestFirstAmongEquals) {
  Frontier frontier;
  for (const UrlId id : {4, 1, 3, 2}) frontier.put({.id = id, .relevance = 0.5}, odd_or_even(id));
  EXPECT_EQ(take_all(frontier, at(0), odd_or_even), (std::vector<UrlId>{1, 2, 3, 4}));
}

TEST(FrontierTest, AsksAHostOneThingAtATime) {
  Frontier frontier;
  frontier.put({.id = 1, .relevance = 0.9}, 7);
  frontier.put({.id = 2, .relevance = 0.8}, 7);
  frontier.put({.id = 3, .relevance = 0.1}, 8);
  frontier.take(1);
  EXPECT_EQ(frontier.best(at(0)), 3);
  frontier.take(3);
  EXPECT_EQ(frontier.best(at(0)), std::nullopt);
  EXPECT_EQ(frontier.next_ready(), SteadyTime::max()) << "no time makes a busy host ready";
  frontier.release(7, at(0));
  EXPECT_EQ(frontier.best(at(0)), 2);
}

TEST(FrontierTest, AsksAHostAsManyThingsAsItMayHave) {
  Frontier frontier(2);
  for (UrlId id = 1; id <= 3; ++id) frontier.put({.id = id, .relevance = 0.5}, 0);
  frontier.take(1);
  frontier.take(2);
  EXPECT_EQ(frontier.best(at(0)), std::nullopt);
  frontier.release(0, at(0));
  EXPECT_EQ(frontier.best(at(0)), 3);
}

TEST(FrontierTest, PassesOverAHostThatRestsAndComesBackToIt) {
  Frontier frontier;
  frontier.put({.id = 1, .relevance = 0.9}, 0);
  frontier.put({.id = 2, .relevance = 0.8}, 0);
  frontier.put({.id = 3, .relevance = 0.1}, 1);
  frontier.take(1);
  frontier.release(0, at(5));
  EXPECT_EQ(frontier.best(at(4)), 3);
  EXPECT_EQ(frontier.best(at(5)), 2);
}

TEST(FrontierTest, SaysWhenTheNextHostIsReady) {
  Frontier frontier;
  frontier.put({.id = 1, .relevance = 0.5}, 0);
  frontier.put({.id = 2, .relevance = 0.5}, 1);
  frontier.delay(0, at(9));
  frontier.delay(1, at(3));
  EXPECT_EQ(frontier.best(at(1)), std::nullopt);
  EXPECT_EQ(frontier.next_ready(), at(3));
  EXPECT_EQ(frontier.best(at(3)), 2);
  EXPECT_LE(frontier.next_ready(), at(3));
}

TEST(FrontierTest, NeverShortensARest) {
  Frontier frontier;
  frontier.put({.id = 1, .relevance = 0.5}, 0);
  frontier.delay(0, at(9));
  frontier.delay(0, at(3));
  EXPECT_EQ(frontier.best(at(8)), std::nullopt);
  EXPECT_EQ(frontier.best(at(9)), 1);
}

TEST(FrontierTest, KeepsTheRestOfAHostWithoutUrls) {
  Frontier frontier;
  frontier.delay(0, at(9));
  frontier.put({.id = 1, .relevance = 0.5}, 0);
  EXPECT_EQ(frontier.best(at(8)), std::nullopt);
  EXPECT_EQ(frontier.best(at(9)), 1);
}

TEST(FrontierTest, CountsARequestThatIsForNoUrl) {
  Frontier frontier;
  frontier.put({.id = 1, .relevance = 0.5}, 0);
  frontier.occupy(0);
  EXPECT_EQ(frontier.best(at(0)), std::nullopt);
  frontier.delay(0, at(2));  // while it is under way
  frontier.release(0, at(1));
  EXPECT_EQ(frontier.best(at(1)), std::nullopt);
  EXPECT_EQ(frontier.best(at(2)), 1);
}

TEST(FrontierTest, MovesAUrlThatIsPutAgain) {
  Frontier frontier;
  frontier.put({.id = 1, .relevance = 0.5}, 0);
  frontier.put({.id = 2, .relevance = 0.4}, 0);
  frontier.put({.id = 2, .relevance = 0.6}, 0);
  EXPECT_EQ(frontier.size(), 2u);
  EXPECT_EQ(frontier.find(2)->relevance, 0.6);
  EXPECT_EQ(frontier.best(at(0)), 2);
  frontier.put({.id = 2, .relevance = 0.1}, 0);
  EXPECT_EQ(frontier.best(at(0)), 1);
}

TEST(FrontierTest, MovesAUrlOfAHostThatRestsOrIsBusy) {
  Frontier frontier;
  frontier.put({.id = 1, .relevance = 0.5}, 0);
  frontier.put({.id = 2, .relevance = 0.4}, 0);
  frontier.delay(0, at(5));
  frontier.put({.id = 2, .relevance = 0.9}, 0);
  EXPECT_EQ(frontier.best(at(5)), 2);
  frontier.occupy(0);
  frontier.put({.id = 1, .relevance = 1.5}, 0);
  frontier.release(0, at(5));
  EXPECT_EQ(frontier.best(at(5)), 1);
}

// VLDB 1999, 3.2: "serverload ascending" keeps a crawl from going depth-first into one site.
TEST(FrontierTest, TakesTheHostAskedLeastAmongEquals) {
  Frontier frontier;
  for (const UrlId id : {2, 4, 6, 1, 3})
    frontier.put({.id = id, .relevance = 0.5}, odd_or_even(id));
  frontier.add_load(0, 2);
  EXPECT_EQ(take_all(frontier, at(0), odd_or_even), (std::vector<UrlId>{1, 3, 2, 4, 6}));
}

TEST(FrontierTest, LosesNothingWhenTheOrderChanges) {
  Frontier frontier;
  frontier.put({.id = 1, .relevance = 0.2, .hops = 1}, 0);
  frontier.put({.id = 2, .relevance = 0.9, .hops = 3}, 1);
  frontier.put({.id = 3, .relevance = 0.5, .hops = 2}, 0);
  EXPECT_EQ(frontier.best(at(0)), 2);
  frontier.set_order(*QueueOrder::parse("hops"));
  EXPECT_EQ(frontier.size(), 3u);
  EXPECT_EQ(take_all(frontier, at(0), [](UrlId id) { return HostId{id == 2 ? 1u : 0u}; }),
            (std::vector<UrlId>{1, 3, 2}));
}

TEST(FrontierTest, ForgetsAUrlThatIsErased) {
  Frontier frontier;
  frontier.put({.id = 1, .relevance = 0.5}, 0);
  frontier.put({.id = 2, .relevance = 0.4}, 0);
  frontier.erase(1);
  frontier.erase(1);
  frontier.erase(99);
  EXPECT_FALSE(frontier.contains(1));
  EXPECT_FALSE(frontier.find(1));
  EXPECT_EQ(frontier.all(), std::vector<UrlId>{2});
  EXPECT_EQ(frontier.best(at(0)), 2);
}

/// The frontier's contract in its plainest form: a list, and everything looked at every time.
class NaiveFrontier {
 public:
  explicit NaiveFrontier(int requests) : requests_(requests) {}

  void put(UrlId id, HostId host, double priority) { waiting_[id] = {host, priority}; }
  void erase(UrlId id) { waiting_.erase(id); }
  void take(UrlId id) {
    ++under_way_[waiting_.at(id).first];
    ++load_[waiting_.at(id).first];
    waiting_.erase(id);
  }
  void set_order(const QueueOrder& order) { order_ = order; }
  void occupy(HostId host) { ++under_way_[host]; }
  void release(HostId host, SteadyTime time) {
    --under_way_[host];
    delay(host, time);
  }
  void delay(HostId host, SteadyTime time) { ready_at_[host] = std::max(ready_at_[host], time); }

  std::optional<UrlId> best(SteadyTime now) {
    std::optional<UrlId> best;
    for (const auto& [id, place] : waiting_) {  // by id: the first of equals stays
      if (under_way_[place.first] >= requests_ || ready_at_[place.first] > now) continue;
      if (!best || order_.before(as_waiting(id), as_waiting(*best))) best = id;
    }
    return best;
  }
  SteadyTime next_ready(SteadyTime now) {
    SteadyTime next = SteadyTime::max();
    for (const auto& [id, place] : waiting_) {
      if (under_way_[place.first] < requests_)
        next = std::min(next, std::max(now, ready_at_[place.first]));
    }
    return next;
  }
  int under_way(HostId host) { return under_way_[host]; }
  const std::map<UrlId, std::pair<HostId, double>>& waiting() const { return waiting_; }

 private:
  Waiting as_waiting(UrlId id) {
    const auto& [host, relevance] = waiting_.at(id);
    return {.id = id, .relevance = relevance, .load = load_[host]};
  }

  int requests_;
  QueueOrder order_;
  std::map<HostId, std::uint32_t> load_;
  std::map<UrlId, std::pair<HostId, double>> waiting_;
  std::map<HostId, int> under_way_;
  std::map<HostId, SteadyTime> ready_at_;
};

/// Does the same to both, drawn at random, and compares all that can be asked.
class FrontierComparison {
 public:
  FrontierComparison(unsigned seed, int requests)
      : random_(seed), frontier_(requests), naive_(requests) {}

  void run(int steps) {
    for (int step = 0; step < steps && !::testing::Test::HasFailure(); ++step) {
      act();
      compare(step);
    }
  }

 private:
  static constexpr HostId kHosts = 5;

  int draw(int below) { return static_cast<int>(random_() % static_cast<unsigned>(below)); }
  SteadyTime soon() { return now_ + seconds(draw(6) - 1); }

  void put_or_erase(bool puts) {
    const UrlId id = 1 + draw(40);
    const auto host = static_cast<HostId>(id % kHosts);
    if (puts) {
      const double priority = draw(4) / 4.0;  // few values: many ties
      frontier_.put({.id = id, .relevance = priority}, host);
      naive_.put(id, host, priority);
    } else {
      frontier_.erase(id);
      naive_.erase(id);
    }
  }

  void act() {
    const auto host = static_cast<HostId>(draw(kHosts));
    switch (draw(10)) {
      case 9:
        frontier_.begin_filling();
        for (int left = draw(12); left > 0; --left) put_or_erase(draw(4) > 0);
        frontier_.end_filling();
        break;
      case 8: {
        const QueueOrder order =
            draw(2) == 0 ? QueueOrder::by_relevance() : *QueueOrder::parse("load desc, relevance");
        frontier_.set_order(order);
        naive_.set_order(order);
        break;
      }
      case 0:
      case 1:
      case 2:
        put_or_erase(draw(3) > 0);
        break;
      case 3:
        if (const auto id = naive_.best(now_)) {
          frontier_.take(*id);
          naive_.take(*id);
        }
        break;
      case 4:
        frontier_.occupy(host);
        naive_.occupy(host);
        break;
      case 5: {
        const SteadyTime time = soon();
        frontier_.delay(host, time);
        naive_.delay(host, time);
        break;
      }
      case 6:
        if (naive_.under_way(host) > 0) {
          const SteadyTime time = soon();
          frontier_.release(host, time);
          naive_.release(host, time);
        }
        break;
      case 7:
        now_ += seconds(draw(3));
        break;
    }
  }

  void compare(int step) {
    EXPECT_EQ(frontier_.best(now_), naive_.best(now_)) << "after step " << step;
    EXPECT_EQ(frontier_.next_ready(), naive_.next_ready(now_)) << "after step " << step;
    EXPECT_EQ(frontier_.size(), naive_.waiting().size());
    for (const auto& [id, place] : naive_.waiting())
      EXPECT_EQ(frontier_.find(id)->relevance, place.second);
  }

  std::mt19937 random_;
  SteadyTime now_ = at(1);
  Frontier frontier_;
  NaiveFrontier naive_;
};

TEST(FrontierTest, DoesWhatAPlainListWouldDo) {
  for (const int requests : {1, 2}) {
    for (unsigned seed = 1; seed <= 20; ++seed) {
      SCOPED_TRACE("seed " + std::to_string(seed) + ", requests a host " +
                   std::to_string(requests));
      FrontierComparison(seed, requests).run(500);
    }
  }
}

SteadyTime at(std::chrono::seconds time) { return SteadyTime(time); }

TEST(PostponedTest, GivesOutWhatIsDueTheEarliestFirstAndOnce) {
  Postponed waiting;
  waiting.put(1, at(30s));
  waiting.put(2, at(10s));
  waiting.put(3, at(60s));
  EXPECT_EQ(waiting.next(), at(10s));
  EXPECT_EQ(waiting.take_due(at(9s)), Ids());
  EXPECT_EQ(waiting.take_due(at(30s)), (Ids{2, 1}));
  EXPECT_EQ(waiting.take_due(at(30s)), Ids());
  EXPECT_EQ(waiting.next(), at(60s));
}

TEST(PostponedTest, TheLastTimeThatWasSaidHolds) {
  Postponed waiting;
  waiting.put(1, at(10s));
  waiting.put(1, at(20s));
  EXPECT_EQ(waiting.take_due(at(10s)), Ids());
  EXPECT_EQ(waiting.take_due(at(20s)), Ids{1});
  EXPECT_TRUE(waiting.empty());
}

TEST(PostponedTest, ForgetsWhatIsTakenOut) {
  Postponed waiting;
  waiting.put(1, at(10s));
  EXPECT_TRUE(waiting.contains(1));
  waiting.erase(1);
  waiting.erase(7);
  EXPECT_FALSE(waiting.contains(1));
  EXPECT_EQ(waiting.next(), SteadyTime::max());
}

TEST(AddressGroupsTest, HostsOfOneAddressAreNeighbours) {
  AddressGroups groups;
  EXPECT_THAT(groups.neighbours(1), IsEmpty());
  groups.learn(1, "192.0.2.1");
  groups.learn(2, "192.0.2.1");
  groups.learn(3, "192.0.2.3");
  groups.learn(2, "192.0.2.1");  // again, and still once
  EXPECT_THAT(groups.neighbours(1), ElementsAre(2));
  EXPECT_THAT(groups.neighbours(2), ElementsAre(1));
  EXPECT_THAT(groups.neighbours(3), IsEmpty());
}

TEST(AddressGroupsTest, AHostThatMovesLeavesItsOldNeighbours) {
  AddressGroups groups;
  groups.learn(1, "192.0.2.1");
  groups.learn(2, "192.0.2.1");
  groups.learn(2, "192.0.2.2");
  groups.learn(2, "");  // a recorded answer has no address
  EXPECT_THAT(groups.neighbours(1), IsEmpty());
  EXPECT_THAT(groups.neighbours(2), IsEmpty());
}

}  // namespace
}  // namespace porthole::gatherer
