#include "http/connection.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <string>

#include "base/descriptor.h"
#include "tests/support/answered_calls.h"

namespace porthole::http {
namespace {

using Outcome = Connection::Outcome;
using testing::all_failing;
using testing::failing;
using testing::with_answers;

/// A connection and its other end.
struct Pair {
  static std::array<int, 2> connected() {
    std::array<int, 2> ends{};
    EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends.data()), 0);
    return ends;
  }
  void send(const std::string& bytes) const {
    EXPECT_EQ(::write(ends[1], bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size()));
  }

  const std::array<int, 2> ends = connected();
  Connection connection{ends[0]};
  Descriptor other{ends[1]};
};

TEST(ConnectionTest, ReceivesAsMuchAsIsWanted) {
  Pair pair;
  EXPECT_EQ(pair.connection.receive(10), Outcome::kBlocked);
  pair.send("request");
  EXPECT_EQ(pair.connection.receive(3), Outcome::kDone);
  EXPECT_EQ(pair.connection.input(), "req");
  EXPECT_EQ(pair.connection.receive(3), Outcome::kBlocked) << "that is all";
  EXPECT_EQ(pair.connection.receive(10), Outcome::kDone);
  EXPECT_EQ(pair.connection.input(), "request");
}

TEST(ConnectionTest, DiscardsUntilTheClientHasGone) {
  Pair pair;
  EXPECT_EQ(pair.connection.discard(), Outcome::kBlocked);
  pair.send("more");
  EXPECT_EQ(pair.connection.discard(), Outcome::kDone);
  EXPECT_EQ(pair.connection.input(), "");
  ::shutdown(pair.ends[1], SHUT_RDWR);
  EXPECT_EQ(pair.connection.discard(), Outcome::kGone);
  EXPECT_EQ(pair.connection.receive(10), Outcome::kGone);
}

TEST(ConnectionTest, ACallThatASignalInterruptsIsMadeAgainOrLater) {
  with_answers(all_failing({SYS_recvfrom}, EINTR), [] {
    Pair pair;
    EXPECT_EQ(pair.connection.receive(10), Outcome::kBlocked);
    EXPECT_EQ(pair.connection.discard(), Outcome::kBlocked);
  });
  with_answers(failing(SYS_sendmsg, 1, EINTR), [] {
    Pair pair;
    pair.connection.begin_answer({"head", "body"});
    EXPECT_EQ(pair.connection.send(), Outcome::kDone);
  });
}

TEST(ConnectionTest, AClientWhoseConnectionWasResetHasGone) {
  with_answers(all_failing({SYS_recvfrom, SYS_sendmsg}, ECONNRESET), [] {
    Pair pair;
    EXPECT_EQ(pair.connection.receive(10), Outcome::kGone);
    EXPECT_EQ(pair.connection.discard(), Outcome::kGone);
    pair.connection.begin_answer({"head", "body"});
    EXPECT_EQ(pair.connection.send(), Outcome::kGone);
  });
}

TEST(ConnectionTest, AnAddressOfAnotherKindHasNoName) {
  sockaddr_storage local{};
  local.ss_family = AF_UNIX;
  EXPECT_EQ(peer_of(local).address, "");
}

}  // namespace
}  // namespace porthole::http
