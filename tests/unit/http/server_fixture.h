#pragma once

/// HttpServerTest: a server on loopback whose handler answers as its target says.

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

#include "http/server.h"
#include "tests/support/loopback_client.h"

namespace porthole::http {

inline constexpr std::size_t kLarge = 4 << 20;

inline Response bare(int status, std::string body) {
  Response response{status, "", std::move(body), 0, 0};
  response.is_bare = true;
  return response;
}

/// Answers with the target; /large with 4 MiB, /hang when release() is called, what ends in /throw
/// not at all. Refuses what begins with /api/ as JSON.
class Echo final : public Handler {
 public:
  Response answer(const Request& request) const override {
    if (request.target.ends_with("/throw")) throw std::runtime_error("this handler throws");
    if (request.target == "/large") return bare(200, std::string(kLarge, 'x'));
    if (request.target == "/hang") hang();
    Response answer = bare(200, request.target + request.body);
    answer.fields = {{"X-Method", request.method}};
    return answer;
  }

  RefusalForm form_of(std::string_view target) const override {
    return target.starts_with("/api/") ? RefusalForm::kJson : RefusalForm::kPage;
  }
  Response refuse(int status, RefusalForm form) const override {
    return bare(status, form == RefusalForm::kJson ? "{}" : "refused");
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

class HttpServerTest : public ::testing::Test {
 protected:
  ~HttpServerTest() override { echo_->release(); }

  void start(ServerOptions options = {}) {
    options.max_body = 100;
    auto started = Server::start(echo_, options);
    ASSERT_TRUE(started) << started.error().to_string();
    server_ = std::move(*started);
  }
  std::uint16_t port() const { return server_->port(); }

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

  const std::shared_ptr<const Echo> echo_ = std::make_shared<const Echo>();
  std::unique_ptr<Server> server_;
};

}  // namespace porthole::http
