#include "tests/support/answered_calls.h"

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <future>
#include <thread>
#include <utility>

namespace porthole::testing {
namespace {

/// Lets another thread answer calls of this one. The channel to it, below 0 where there is none.
int ask_another(const std::vector<int>& calls) {
  const scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
  for (const int call : calls) seccomp_rule_add(filter, SCMP_ACT_NOTIFY, call, 0);
  return seccomp_load(filter) == 0 ? seccomp_notify_fd(filter) : -1;
}

/// A call and its answer. Made before a thread is answered: fork() keeps others from allocating.
struct Notice {
  Notice() { seccomp_notify_alloc(&call, &response); }
  seccomp_notif* call = nullptr;
  seccomp_notif_resp* response = nullptr;
};

/// Answers until `ended` can be read. The thread may leave processes behind that have its filter.
void answer(int channel, int ended, const Answers& answers, const Notice& notice) {
  const auto [call, response] = notice;
  for (pollfd ready[] = {{channel, POLLIN, 0}, {ended, POLLIN, 0}}; ::poll(ready, 2, -1) > 0;) {
    if ((ready[0].revents & POLLIN) == 0) return;
    *call = {};
    if (seccomp_notify_receive(channel, call) != 0) continue;
    const std::optional<std::int64_t> result = answers.of(call->data);
    *response = {};
    response->id = call->id;
    if (!result) response->flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
    if (result && *result < 0) response->error = static_cast<std::int32_t>(*result);
    if (result && *result >= 0) response->val = *result;
    seccomp_notify_respond(channel, response);
  }
}

}  // namespace

Answers failing(int number, int count, int error) {
  return {{number}, [=](const seccomp_data&) mutable -> std::optional<std::int64_t> {
            if (--count != 0) return std::nullopt;
            return -error;
          }};
}

Answers all_failing(std::vector<int> numbers, int error) {
  return {std::move(numbers),
          [=](const seccomp_data&) -> std::optional<std::int64_t> { return -error; }};
}

void with_answers(const Answers& answers, const std::function<void()>& work) {
  const pid_t child = ::fork();
  if (child == 0) {
    std::promise<int> channel;
    const int ended = ::eventfd(0, EFD_CLOEXEC);
    const Notice notice;
    std::thread answered([&] {
      channel.set_value(ask_another(answers.calls));
      work();
      ::eventfd_write(ended, 1);
    });
    const int opened = channel.get_future().get();
    EXPECT_GE(opened, 0) << "this kernel has no user notification";
    if (opened >= 0) answer(opened, ended, answers, notice);
    answered.join();
    ::_exit(::testing::Test::HasFailure() ? 1 : 0);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << "see above; status " << status;
}

}  // namespace porthole::testing
