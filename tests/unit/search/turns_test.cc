#include "search/site/turns.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <future>
#include <memory>
#include <thread>
#include <vector>

namespace porthole::search {
namespace {

using std::chrono::milliseconds;
using ::testing::ElementsAre;

constexpr milliseconds kForever{3'600'000};

TEST(TurnsTest, SoManyWorkAtATimeAndNotOneMore) {
  Turns turns(3, kForever);
  std::atomic<int> working = 0;
  std::atomic<int> most = 0;
  std::vector<std::thread> all;
  for (int i = 0; i < 12; ++i) {
    all.emplace_back([&] {
      for (int round = 0; round < 50; ++round) {
        const Turns::Turn mine = turns.take();
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

TEST(TurnsTest, NobodyWaitsWhileThereAreTurnsLeft) {
  Turns turns(3, kForever);
  const Turns::Turn first = turns.take();
  const Turns::Turn second = turns.take();
  const Turns::Turn third = turns.take();
}

TEST(TurnsTest, OthersComeInTheOrderInWhichTheyAsked) {
  Turns turns(1, kForever);
  std::unique_ptr<Turns::Turn> first(new Turns::Turn(turns.take()));
  std::vector<int> order;  // each has the only turn when it writes
  std::vector<std::thread> waiting;
  for (int i = 0; i < 4; ++i) {
    const std::uint64_t asked = turns.asked();
    waiting.emplace_back([&, i] {
      const Turns::Turn mine = turns.take();
      order.push_back(i);
    });
    while (turns.asked() == asked) std::this_thread::yield();
  }
  first.reset();
  for (std::thread& one : waiting) one.join();
  EXPECT_THAT(order, ElementsAre(0, 1, 2, 3));
}

TEST(TurnsTest, LongWorkKeepsNobodyWaitingForEver) {
  Turns turns(1, milliseconds(10));
  const Turns::Turn long_one = turns.take();
  auto second = std::async(std::launch::async, [&] { const Turns::Turn mine = turns.take(); });
  EXPECT_NO_THROW(second.get()) << "it came to its turn though the first has not ended";
}

}  // namespace
}  // namespace porthole::search
