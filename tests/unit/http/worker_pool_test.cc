#include "http/worker_pool.h"

#include <gtest/gtest.h>

#include <atomic>

namespace porthole::http {
namespace {

TEST(WorkerPoolTest, AJobThatComesAfterTheEndIsRefused) {
  std::atomic<int> done = 0;
  WorkerPool pool(2, 10);
  pool.stop();
  EXPECT_FALSE(pool.add([&done] { ++done; }));
  EXPECT_EQ(done, 0);
}

}  // namespace
}  // namespace porthole::http
