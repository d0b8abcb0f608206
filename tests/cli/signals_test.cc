// The first signal finishes and saves; the second ends at once.

#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <future>

#include "porthole/interrupt.h"
#include "tests/cli/command_line.h"
#include "tests/support/site_server.h"
#include "tests/support/test_collection.h"

namespace porthole::testing {
namespace {

using namespace std::chrono_literals;
using ::testing::ExitedWithCode;

/// A crawl of one page, whose answer comes when the test says so.
class SignalsTest : public ::testing::Test {
 protected:
  SignalsTest() : collection_(one_page()) {
    site_.on("/", [this](SiteConnection& connection) {
      asked_.set_value();
      if (answer_.get_future().get()) {
        connection.send(SiteServer::page("<p>A telescope"));
      } else {
        connection.wait_for_hang_up();
      }
    });
  }
  SpecificationText one_page() const {
    SpecificationText text;
    text.seeds = {site_.url("/")};
    text.politeness = "<politeness delay=\"0\" min-delay=\"0\"/>";
    text.network =
        "<allow addresses=\"127.0.0.1\" ports=\"" + std::to_string(site_.port()) + "\"/>";
    return text;
  }

  std::promise<void> asked_;
  std::promise<bool> answer_;
  SiteServer site_;
  TestCollection collection_;
  Program gather_{kProgram, {"gather", collection_.folder().string()}};
};

TEST_F(SignalsTest, TheFirstSignalWaitsForTheAnswersUnderWay) {
  asked_.get_future().wait();
  gather_.send(SIGINT);
  answer_.set_value(true);
  const ProgramResult said = gather_.wait();
  EXPECT_EQ(said.code, 130) << said.err;
  EXPECT_EQ(collection_.pages(), std::set<std::string>{site_.url("/")});
}

// Two signals of one number that wait are delivered as one.
TEST_F(SignalsTest, TheSecondSignalWaitsForNoAnswerAndLosesNoUrl) {
  asked_.get_future().wait();
  gather_.send(SIGTERM);
  gather_.send(SIGINT);
  const ProgramResult said = gather_.wait();
  EXPECT_THAT(said.code, ::testing::AnyOf(130, 143)) << said.err;
  EXPECT_TRUE(collection_.pages().empty());
  EXPECT_EQ(collection_.state(site_.url("/")), "queued");
  answer_.set_value(false);
}

/// Ends the process with code 0 when nothing else does.
[[noreturn]] void wait_a_minute() {
  std::this_thread::sleep_for(1min);
  std::_Exit(0);
}

TEST(InterruptDeathTest, ASignalWhileAServerEndsIsItsEnd) {
  EXPECT_EXIT(
      {
        const cli::Interrupt interrupt;
        raise(SIGTERM);
        interrupt.end_within(1h);
        raise(SIGINT);
        wait_a_minute();
      },
      ExitedWithCode(143), "");
}

TEST(InterruptDeathTest, TwoSignalsBeforeAServerEndsAreItsEnd) {
  EXPECT_EXIT(
      {
        const cli::Interrupt interrupt;
        raise(SIGTERM);
        raise(SIGINT);
        interrupt.end_within(1h);
        wait_a_minute();
      },
      ExitedWithCode(130), "");
}

TEST(InterruptDeathTest, AServerThatDoesNotEndIsEnded) {
  EXPECT_EXIT(
      {
        const cli::Interrupt interrupt;
        raise(SIGINT);
        interrupt.end_within(1s);
        wait_a_minute();
      },
      ExitedWithCode(130), "");
}

}  // namespace
}  // namespace porthole::testing
