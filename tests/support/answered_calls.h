#pragma once

/// System calls of a thread that the test answers in the kernel's place (seccomp's user
/// notification): as an older kernel would, or with an error.
///
///   with_answers(failing(SYS_clone, 1, EAGAIN), [&] { EXPECT_FALSE(start()); });
///
/// The thread belongs to a child process, since it keeps its filter for as long as it lives; what
/// is expected in it counts in the test. In a process of more threads than the test's own, a lock
/// that another one holds at this moment stays locked in the child process.

#include <seccomp.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace porthole::testing {

/// Which system calls are answered, and how.
struct Answers {
  std::vector<int> calls;  ///< Their numbers: SYS_open ...
  /// The result, below 0 for an error (-EIO); nothing where the kernel is to do the call. It must
  /// not allocate where SYS_clone is answered: fork() holds the locks of malloc.
  std::function<std::optional<std::int64_t>(const seccomp_data& call)> of;
};

/// The `count`-th call `number` (from 1) fails with `error`.
Answers failing(int number, int count, int error);
/// Every call of these fails with `error`.
Answers all_failing(std::vector<int> numbers, int error);

/// Runs `work` in a thread of a child process. Fails where the kernel has no user notification.
void with_answers(const Answers& answers, const std::function<void()>& work);

}  // namespace porthole::testing
