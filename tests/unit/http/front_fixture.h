#pragma once

/// FrontTest: a front on loopback whose application answers as its target says.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "http/front.h"
#include "tests/support/loopback_client.h"

namespace porthole::http {

inline constexpr std::size_t kLarge = 4 << 20;

/// Answers with the target; /large with 4 MiB, /hang when release() is called, what ends in /throw
/// not at all. Refuses what begins with /api/ as JSON.
class Echo final : public Application {
 public:
  HeadVerdict judge(std::string_view bytes) const override { return judge_head(bytes, {}, 100); }

  Reply answer(const Request& request) const override {
    if (request.target.ends_with("/throw")) throw std::runtime_error("this handler throws");
    if (request.target == "/large") return {200, {}, std::string(kLarge, 'x')};
    if (request.target == "/hang") hang();
    return {200, {{"X-Method", request.method}}, request.target + request.body};
  }

  RefusalForm form_of(std::string_view target) const override {
    return target.starts_with("/api/") ? RefusalForm::kJson : RefusalForm::kPage;
  }
  Reply refuse(int status, RefusalForm form) const override {
    return {status, {}, form == RefusalForm::kJson ? "{}" : "refused"};
  }

  void await_hanging(int requests) const {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return hanging_ >= requests; });
  }
  void release() const {
    const std::lock_guard lock(mutex_);
    is_released_ = true;
    changed_.notify_all();
  }

 private:
  void hang() const {
    std::unique_lock lock(mutex_);
    ++hanging_;
    changed_.notify_all();
    changed_.wait(lock, [&] { return is_released_; });
  }

  mutable std::mutex mutex_;
  mutable std::condition_variable changed_;
  mutable int hanging_ = 0;
  mutable bool is_released_ = false;
};

class FrontTest : public ::testing::Test {
 protected:
  ~FrontTest() override { echo_.release(); }

  void start(const FrontOptions& options = {}) {
    auto started = Front::start(echo_, options);
    ASSERT_TRUE(started) << started.error().to_string();
    front_ = std::move(*started);
  }
  std::uint16_t port() const { return front_->port(); }

  /// Answers that a few users get, each over a connection of its own.
  int answered(int users = 8, int requests = 10) const {
    std::atomic<int> good = 0;
    std::vector<std::jthread> threads;
    for (int user = 0; user < users; ++user) {
      threads.emplace_back([&] {
        for (int i = 0; i < requests; ++i)
          good += testing::ask(port(), "/ordinary").ends_with("/ordinary") ? 1 : 0;
      });
    }
    threads.clear();
    return good;
  }

  const Echo echo_{};
  std::unique_ptr<Front> front_;
};

}  // namespace porthole::http
