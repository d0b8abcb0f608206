#include "http/request_limiter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <future>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include "http/worker_pool.h"

namespace porthole::http {
namespace {

using std::chrono::milliseconds;
using ::testing::ElementsAre;

constexpr milliseconds kForever{3'600'000};

TEST(RequestLimiterTest, RunsAtMostAsManyRequestsAsItHasPermits) {
  RequestLimiter limiter(3, kForever);
  std::atomic<int> working = 0;
  std::atomic<int> most = 0;
  std::vector<std::thread> all;
  for (int i = 0; i < 12; ++i) {
    all.emplace_back([&] {
      for (int round = 0; round < 50; ++round) {
        const RequestLimiter::Permit permit = limiter.acquire();
        const int now = ++working;
        for (int seen = most; seen < now && !most.compare_exchange_weak(seen, now);) continue;
        std::this_thread::yield();
        --working;
      }
    });
  }
  for (std::thread& one : all) one.join();
  EXPECT_LE(most, 3);
}

TEST(RequestLimiterTest, DoesNotBlockWhilePermitsAreFree) {
  RequestLimiter limiter(3, kForever);
  const RequestLimiter::Permit first = limiter.acquire();
  const RequestLimiter::Permit second = limiter.acquire();
  const RequestLimiter::Permit third = limiter.acquire();
}

TEST(RequestLimiterTest, ServesWaitingRequestsInTheOrderOfTheirCalls) {
  RequestLimiter limiter(1, kForever);
  std::unique_ptr<RequestLimiter::Permit> first(new RequestLimiter::Permit(limiter.acquire()));
  std::vector<int> order;  // each holds the only permit when it writes
  std::vector<std::thread> waiting;
  for (int i = 0; i < 4; ++i) {
    const std::uint64_t before = limiter.requested();
    waiting.emplace_back([&, i] {
      const RequestLimiter::Permit permit = limiter.acquire();
      order.push_back(i);
    });
    while (limiter.requested() == before) std::this_thread::yield();
  }
  first.reset();
  for (std::thread& one : waiting) one.join();
  EXPECT_THAT(order, ElementsAre(0, 1, 2, 3));
}

TEST(RequestLimiterTest, ARequestThatWaitedLongEnoughRunsWithoutAFreePermit) {
  RequestLimiter limiter(1, milliseconds(10));
  const RequestLimiter::Permit long_request = limiter.acquire();
  auto second = std::async(std::launch::async,
                           [&] { const RequestLimiter::Permit permit = limiter.acquire(); });
  EXPECT_NO_THROW(second.get()) << "the second request runs while the first still holds the permit";
}

TEST(WorkerPoolTest, AJobThatComesAfterTheEndIsRefused) {
  std::atomic<int> done = 0;
  WorkerPool pool(2, 10);
  pool.stop();
  EXPECT_FALSE(pool.add([&done] { ++done; }));
  EXPECT_EQ(done, 0);
}

TEST(QueueLimiterTest, RunsAtMostAsManyAsItMay) {
  QueueLimiter limiter({2, 100, kForever});
  std::atomic<int> working = 0, most = 0, refused = 0;
  std::vector<std::jthread> all;
  for (int i = 0; i < 12; ++i) {
    all.emplace_back([&] {
      for (int round = 0; round < 50; ++round) {
        const QueueLimiter::Permit permit = limiter.acquire();
        refused += permit ? 0 : 1;
        const int now = ++working;
        for (int seen = most; seen < now && !most.compare_exchange_weak(seen, now);) continue;
        std::this_thread::yield();
        --working;
      }
    });
  }
  all.clear();
  EXPECT_LE(most, 2);
  EXPECT_EQ(refused, 0);
}

TEST(QueueLimiterTest, RefusesAtOnceWhenItsQueueIsFull) {
  QueueLimiter limiter({1, 0, kForever});
  const QueueLimiter::Permit first = limiter.acquire();
  EXPECT_TRUE(first);
  EXPECT_FALSE(limiter.acquire());
}

TEST(QueueLimiterTest, RefusesWhoeverHasWaitedLongEnough) {
  QueueLimiter limiter({1, 5, milliseconds(10)});
  std::optional<QueueLimiter::Permit> first(limiter.acquire());
  EXPECT_FALSE(limiter.acquire());
  first.reset();
  EXPECT_TRUE(limiter.acquire()) << "nobody holds it, and nobody waits";
}

TEST(QueueLimiterTest, GivesThePlaceOfOneThatEndsToOneThatWaits) {
  QueueLimiter limiter({1, 5, kForever});
  std::optional<QueueLimiter::Permit> first(limiter.acquire());
  auto second = std::async(std::launch::async, [&] { return bool(limiter.acquire()); });
  first.reset();
  EXPECT_TRUE(second.get());
  EXPECT_TRUE(limiter.acquire());
}

}  // namespace
}  // namespace porthole::http
