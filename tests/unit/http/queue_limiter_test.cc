#include "http/queue_limiter.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <future>
#include <optional>
#include <thread>
#include <vector>

namespace porthole::http {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kForever{3'600'000};

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
