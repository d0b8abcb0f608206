#pragma once

/// A client of an HTTP server on loopback that sends and reads as a test wants, well or badly.

#include <sys/resource.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace porthole::testing {

/// Blocks, for a minute at most.
class LoopbackClient {
 public:
  enum class Buffer { kUsual, kSmall };  ///< kSmall: the system keeps little of what is not read.

  explicit LoopbackClient(std::uint16_t port, Buffer buffer = Buffer::kUsual);
  LoopbackClient(LoopbackClient&& other) noexcept;
  LoopbackClient& operator=(LoopbackClient&&) = delete;
  ~LoopbackClient();

  /// False when the connection is closed.
  bool send(std::string_view bytes);
  /// One answer: its head and the body of the length that it names. Bytes behind it stay for the
  /// next call. When the connection ends before: the bytes that came.
  std::string read_answer();
  /// The next bytes, `most` at once; "" at the end of the connection.
  std::string read_some(std::size_t most);
  /// All until the server closes.
  std::string read_all();
  /// True when there is something to read, or the connection has ended, within `time`.
  bool has_news(std::chrono::milliseconds time) const;
  /// True when the server has closed, now or within a minute; drops what it sent before.
  bool is_closed();
  /// True when the server ends the connection within a minute while nothing is read of it.
  bool is_ended_unread() const;

 private:
  /// Reads `most` bytes or fewer. False at the end of the connection.
  bool receive(std::size_t most = 64 << 10);

  int socket_;
  std::string received_;
};

/// "GET target HTTP/1.1" with a Host; the connection is kept.
std::string get_request(std::string_view target);

/// Connects, asks, and reads until the server closes.
std::string ask(std::uint16_t port, std::string_view target);

std::string_view body_of(std::string_view answer);

/// Raises the limit on open files of this process to the hard one while this lives.
class ManyOpenFiles {
 public:
  ManyOpenFiles() {
    ::getrlimit(RLIMIT_NOFILE, &before_);
    const rlimit all{before_.rlim_max, before_.rlim_max};
    ::setrlimit(RLIMIT_NOFILE, &all);
  }
  ~ManyOpenFiles() { ::setrlimit(RLIMIT_NOFILE, &before_); }
  ManyOpenFiles(const ManyOpenFiles&) = delete;
  ManyOpenFiles& operator=(const ManyOpenFiles&) = delete;

  /// How many files this process may have open.
  static std::size_t most() {
    rlimit now{};
    ::getrlimit(RLIMIT_NOFILE, &now);
    return now.rlim_cur;
  }

 private:
  rlimit before_{};
};

}  // namespace porthole::testing
