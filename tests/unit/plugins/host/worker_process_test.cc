// Programs in the place of a worker, that keep to the rules of its channel or break them.

#include "plugins/host/worker_process.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>

#include "plugins/host/frame.h"
#include "tests/support/answered_calls.h"
#include "tests/support/files.h"
#include "tests/support/temp_dir.h"

namespace porthole::plugins {
namespace {

using ::testing::HasSubstr;
using Progress = WorkerProcess::Progress;

/// Perl that reads the request and has `frame(TEXT)`, `notice(TEXT)` and `say(BYTES)`.
constexpr const char* kBeginning = R"(#!/usr/bin/perl
$| = 1; $SIG{PIPE} = 'DEFAULT';
sub say { print $_[0] }
sub frame { say(pack("V", length $_[0]) . $_[0]) }
sub notice { say(pack("V", 0x80000000 | length $_[0]) . $_[0]) }
sysread(STDIN, my $header, 4) == 4 or exit 0;
sysread(STDIN, my $request, unpack("V", $header));
)";

class WorkerProcessTest : public ::testing::Test {
 protected:
  /// Starts the program and sends it a request.
  void start(const std::string& perl, std::size_t max_reply_bytes = 1000) {
    const std::filesystem::path file = folder_ / "worker";
    testing::write_whole_file(file, kBeginning + perl + "\n");
    std::filesystem::permissions(file, std::filesystem::perms::owner_all);
    auto started = WorkerProcess::start({.program = file, .max_reply_bytes = max_reply_bytes});
    ASSERT_TRUE(started) << started.error().to_string();
    worker_ = std::move(*started);
    FrameWriter writer;
    writer.string("a request");
    worker_->send(std::move(writer).frame());
  }
  /// Waits for the reply, or that there is none.
  Progress outcome() {
    for (;;) {
      const Progress progress = worker_->pump();
      if (progress != Progress::kUnderWay) return progress;
      pollfd channel{worker_->descriptor(), worker_->events(), 0};
      ::poll(&channel, 1, -1);
    }
  }

  testing::TempDir folder_;
  std::unique_ptr<WorkerProcess> worker_;
};

TEST_F(WorkerProcessTest, BringsARequestAndItsReplyWithNotices) {
  start(R"(notice("first"); notice("second"); frame("done " . length $request); sleep 100;)");
  EXPECT_EQ(outcome(), Progress::kReply);
  EXPECT_EQ(worker_->reply(), "done 14");
  EXPECT_EQ(worker_->notice(), "second");
  EXPECT_TRUE(worker_->is_alive());
  EXPECT_THAT(worker_->end().reason, HasSubstr("signal 9"));
  EXPECT_EQ(worker_->end().reason, "") << "it has ended already";
}

TEST_F(WorkerProcessTest, AReplyInPiecesIsOne) {
  start(R"(for (split //, pack("V", 300) . "x" x 300) { say($_); })");
  EXPECT_EQ(outcome(), Progress::kReply);
  EXPECT_EQ(worker_->reply(), std::string(300, 'x'));
}

TEST_F(WorkerProcessTest, ARequestLargerThanTheChannelGoesInPieces) {
  start(R"(sleep 100)");
  worker_->send(std::string(8 << 20, 'x'));
  EXPECT_EQ(worker_->pump(), Progress::kUnderWay);
  EXPECT_EQ(worker_->events(), POLLIN | POLLOUT);
}

TEST_F(WorkerProcessTest, ANoticeInPiecesIsOne) {
  start(R"(for (split //, pack("V", 0x80000000 | 200) . "x" x 200) { say($_); } frame("done");)");
  EXPECT_EQ(outcome(), Progress::kReply);
  EXPECT_EQ(worker_->notice(), std::string(200, 'x'));
}

TEST_F(WorkerProcessTest, ANoticeOfWhichOnlyTheLengthIsThereIsUnderWay) {
  const std::string go_on = (folder_ / "go-on").string();
  start(R"(say(pack("V", 0x80000000 | 4)); until (-e ")" + go_on +
        R"(") { select(undef, undef, undef, 0.01) } say("late"); frame("done");)");
  pollfd channel{worker_->descriptor(), POLLIN, 0};
  // A pump may have taken the length between two polls, so their number is bounded.
  constexpr int kMostPolls = 100;
  for (int polls = 0; polls < kMostPolls; ++polls) {
    EXPECT_EQ(worker_->pump(), Progress::kUnderWay);
    if (::poll(&channel, 1, 10) > 0) break;
  }
  EXPECT_EQ(worker_->pump(), Progress::kUnderWay);
  testing::write_whole_file(go_on, "");
  EXPECT_EQ(outcome(), Progress::kReply);
  EXPECT_EQ(worker_->notice(), "late");
}

TEST_F(WorkerProcessTest, CallsThatASignalInterruptsAreMadeAgain) {
  for (const int call : {SYS_recvfrom, SYS_sendto, SYS_wait4}) {
    testing::with_answers(testing::failing(call, 1, EINTR), [&] {
      start(R"(frame("done"); sleep 100;)");
      EXPECT_EQ(outcome(), Progress::kReply) << call;
      EXPECT_THAT(worker_->end().reason, HasSubstr("signal 9")) << call;
    });
  }
  testing::with_answers(testing::all_failing({SYS_recvfrom}, EINTR), [&] {
    start(R"(sleep 100;)");
    EXPECT_TRUE(worker_->is_alive());
    worker_.reset();
  });
}

TEST_F(WorkerProcessTest, AChannelThatFailsIsBroken) {
  testing::with_answers(testing::all_failing({SYS_sendto}, EPIPE), [&] {
    start(R"(sleep 100;)");
    EXPECT_EQ(outcome(), Progress::kBroken);
    worker_.reset();
  });
  testing::with_answers(testing::all_failing({SYS_recvfrom}, ECONNRESET), [&] {
    start(R"(sleep 100;)");
    EXPECT_FALSE(worker_->is_alive());
    EXPECT_EQ(outcome(), Progress::kBroken);
    worker_.reset();
  });
}

// As where somebody has SIGCHLD ignored.
TEST_F(WorkerProcessTest, AnEndThatNobodyKnowsIsTold) {
  testing::with_answers(testing::all_failing({SYS_wait4}, ECHILD), [&] {
    start("exit 3");
    EXPECT_EQ(outcome(), Progress::kBroken);
    EXPECT_EQ(worker_->end().reason, "the worker ended");
  });
}

TEST_F(WorkerProcessTest, WithoutAChannelNothingIsStarted) {
  testing::with_answers(testing::all_failing({SYS_socketpair}, EMFILE), [&] {
    const auto started = WorkerProcess::start({.program = "/bin/true"});
    ASSERT_FALSE(started);
    EXPECT_THAT(started.error().message, HasSubstr("socketpair"));
  });
}

TEST_F(WorkerProcessTest, WithoutAProgramItSaysWhereItLooked) {
  testing::with_answers(testing::all_failing({SYS_readlink, SYS_readlinkat}, EACCES), [&] {
    ::unsetenv("PORTHOLE_PARSER");
    std::filesystem::current_path(folder_.path());
    const auto found = find_worker_program();
    ASSERT_FALSE(found);
    EXPECT_EQ(found.error().code, ErrorCode::kNotFound);
  });
}

TEST_F(WorkerProcessTest, WhatIsNoReplyBreaksIt) {
  for (const char* perl :
       {R"(frame("x" x 1001))", R"(say(pack("V", 0x7fffffff)))", R"(notice("x" x 257))",
        R"(frame("one"); frame("two");)", R"(say("ab"))", ""}) {
    start(std::string(perl) + "; select(undef, undef, undef, 0.2)");
    // Both frames, where there are two, before the first is read.
    if (HasFatalFailure()) return;
    pollfd channel{worker_->descriptor(), POLLIN, 0};
    ::poll(&channel, 1, -1);
    ::usleep(100'000);
    EXPECT_EQ(outcome(), Progress::kBroken) << perl;
  }
}

// It would keep the host reading for ever, whatever the time that a request may take.
TEST_F(WorkerProcessTest, NoticesWithoutEndBreakIt) {
  start(R"(my $notices = (pack("V", 0x80000001) . "a") x 10000; say($notices) while 1;)");
  EXPECT_EQ(outcome(), Progress::kBroken);
}

TEST_F(WorkerProcessTest, TellsHowItEnded) {
  const auto ending = [&](const std::string& perl) {
    start(perl);
    EXPECT_EQ(outcome(), Progress::kBroken) << perl;
    EXPECT_FALSE(worker_->is_alive());
    return worker_->end();
  };
  EXPECT_THAT(ending("exit 3").reason, HasSubstr("exit code 3"));
  EXPECT_EQ(ending("exit " + std::to_string(kExitOutOfMemory)).reason, "more memory than allowed");
  EXPECT_THAT(ending("kill 'SEGV', $$; sleep 1").reason, HasSubstr("crashed"));
  EXPECT_THAT(ending("kill 'BUS', $$; sleep 1").reason, HasSubstr("crashed"));
  EXPECT_THAT(ending("kill 'TERM', $$; sleep 1").reason, HasSubstr("signal 15"));
  const Ending by_time = ending("kill 'PROF', $$; sleep 1");
  EXPECT_TRUE(by_time.by_time && by_time.by_cpu);
  EXPECT_EQ(by_time.reason, "more CPU time than allowed");
}

TEST_F(WorkerProcessTest, TellsWhyItCannotStart) {
  const auto missing = WorkerProcess::start({.program = folder_ / "missing"});
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::kNotFound);
  testing::write_whole_file(folder_ / "plain", "text");
  const auto plain = WorkerProcess::start({.program = folder_ / "plain"});
  ASSERT_FALSE(plain);
  EXPECT_EQ(plain.error().code, ErrorCode::kPermission);
}

TEST_F(WorkerProcessTest, TheProgramIsNamedByAVariableOrIsBesideTheExecutable) {
  const char* const before = std::getenv("PORTHOLE_PARSER");
  const std::string kept = before != nullptr ? before : "";
  ::setenv("PORTHOLE_PARSER", "/somewhere/parser", 1);
  EXPECT_EQ(find_worker_program().value(), "/somewhere/parser");
  ::setenv("PORTHOLE_PARSER", "", 1);
  const auto beside = find_worker_program();
  if (beside) {
    EXPECT_EQ(beside->filename(), "porthole-parser");
  } else {
    EXPECT_EQ(beside.error().code, ErrorCode::kNotFound);
  }
  if (before != nullptr) {
    ::setenv("PORTHOLE_PARSER", kept.c_str(), 1);
  } else {
    ::unsetenv("PORTHOLE_PARSER");
  }
}

}  // namespace
}  // namespace porthole::plugins
