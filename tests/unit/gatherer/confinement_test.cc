// Protocol handlers that try to get out of their worker process
// (tests/support/plugins/breakout.cc).

#include "base/confinement/confinement.h"

#include <gtest/gtest.h>
#include <poll.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gatherer/fetch/protocol_worker.h"
#include "tests/support/files.h"
#include "tests/support/site_server.h"
#include "tests/support/temp_dir.h"

namespace porthole::gatherer {
namespace {

const std::string kDenied = "Permission denied";           // by Landlock
const std::string kForbidden = "Operation not permitted";  // by seccomp
const std::string kDone = "done";

class ConfinedProtocolTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (const auto kernel = confinement::kernel_support(); !kernel.is_complete())
      GTEST_SKIP() << "this kernel lacks " << kernel.missing();
    std::filesystem::create_directory(root());
    testing::write_whole_file(root() / "mail", "a message");
    testing::write_whole_file(temporary_ / "secret", "a secret");
    Protocol protocol;
    protocol.schemes = {"breakout"};
    protocol.name = "porthole::testing::BreakoutHandler";
    protocol.manners.schemes = {"breakout"};
    protocol.manners.has_hosts = false;
    protocol.use.name = "breakout-protocol";
    protocol.use.file = PORTHOLE_BINARY_DIR "/lib/test_plugins/breakout.so";
    protocol.use.class_name = protocol.name;
    protocol.use.options = {{"root", root().string()}};
    auto made = ProtocolWorker::make(std::move(protocol), std::chrono::seconds(30), {});
    ASSERT_TRUE(made) << made.error().to_string();
    worker_.emplace(std::move(*made));
  }

  std::filesystem::path root() const { return temporary_ / "root"; }

  /// The outcome of an attempt.
  std::string attempt(const std::string& what) {
    FetchRequest request;
    request.url = Url::parse("breakout:" + what).value();
    request.body_limit = 1 << 20;
    worker_->start(std::move(request));
    std::vector<FetchResponse> done;
    while (done.empty()) {
      std::vector<pollfd> ready;
      worker_->add_poll_fds(ready);
      ::poll(ready.data(), ready.size(), 100);
      worker_->collect(done);
    }
    EXPECT_EQ(done.front().status, FetchStatus::kAnswer) << done.front().detail;
    return done.front().body;
  }

  testing::TempDir temporary_;
  std::optional<ProtocolWorker> worker_;
};

TEST_F(ConfinedProtocolTest, ReadsTheResolverAndWhatItsOptionsNameAlone) {
  EXPECT_EQ(attempt("read /etc/hosts"), kDone);
  EXPECT_EQ(attempt("read " + (root() / "mail").string()), kDone);
  EXPECT_EQ(attempt("read " + (temporary_ / "secret").string()), kDenied);
  EXPECT_EQ(attempt("read /etc/shadow"), kDenied);
  EXPECT_EQ(attempt("read /proc/" + std::to_string(::getpid()) + "/environ"), kDenied);
}

TEST_F(ConfinedProtocolTest, ChangesNoFile) {
#ifdef PORTHOLE_COVERAGE
  GTEST_SKIP() << "workers of this build may write the counters of gcov";
#endif
  EXPECT_EQ(attempt("write " + (root() / "mail").string()), kForbidden);
  EXPECT_EQ(attempt("write " + (root() / "new").string()), kForbidden);
  EXPECT_EQ(attempt("remove " + (root() / "mail").string()), kForbidden);
  EXPECT_EQ(attempt("chmod " + (root() / "mail").string()), kForbidden);
  EXPECT_EQ(attempt("large"), "File too large");
  EXPECT_EQ(testing::read_whole_file(root() / "mail"), "a message");
}

TEST_F(ConfinedProtocolTest, ConnectsAndIsNoServer) {
  testing::SiteServer server;
  EXPECT_EQ(attempt("connect " + std::to_string(server.port())), kDone);
  EXPECT_EQ(attempt("listen"), kForbidden);
  EXPECT_EQ(attempt("unix"), kForbidden);
}

TEST_F(ConfinedProtocolTest, StartsThreadsAndNoProcesses) {
  EXPECT_EQ(attempt("thread"), kDone);
  EXPECT_EQ(attempt("fork"), kForbidden);
  EXPECT_EQ(attempt("exec"), kForbidden);
}

TEST_F(ConfinedProtocolTest, TouchesNoOtherProcessNorTheTerminal) {
  EXPECT_EQ(attempt("trace"), kForbidden);
  EXPECT_EQ(attempt("kill"), kForbidden);
  EXPECT_EQ(attempt("type"), kForbidden);
}

TEST_F(ConfinedProtocolTest, HasNoPrivilegesAndAFilter) {
  EXPECT_EQ(attempt("status NoNewPrivs"), "1");
  EXPECT_EQ(attempt("status Seccomp"), "2");
  // Root reads what it is told to read, whoever owns it: CAP_DAC_READ_SEARCH.
  EXPECT_EQ(attempt("status CapEff"), ::geteuid() == 0 ? "0000000000000004" : "0000000000000000");
  // Others cannot shrink the set, and gain nothing of it: no_new_privs.
  if (::geteuid() == 0) {
    EXPECT_EQ(attempt("status CapBnd"), "0000000000000000");
  }
}

}  // namespace
}  // namespace porthole::gatherer
