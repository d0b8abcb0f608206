// Summarizers that try to get out of their worker process (tests/support/plugins/breakout.cc), and
// the programs that they run.

#include "base/confinement/confinement.h"

#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/descriptor.h"
#include "parser/parser_pool.h"
#include "plugins/host/declaration.h"
#include "tests/support/files.h"
#include "tests/support/temp_dir.h"

namespace porthole::parser {
namespace {

namespace fs = std::filesystem;

using ::testing::HasSubstr;
using ::testing::Not;

const std::string kDenied = "Permission denied";           // by Landlock
const std::string kForbidden = "Operation not permitted";  // by seccomp
const std::string kDone = "done";

plugins::PluginUse breakout() {
  plugins::PluginUse use;
  use.name = "breakout";
  use.file = PORTHOLE_BINARY_DIR "/lib/test_plugins/breakout.so";
  use.class_name = "porthole::testing::BreakoutSummarizer";
  use.formats.types = {"application/x-breakout"};
  return use;
}

std::unique_ptr<ParserPool> start() {
  ParserPool::Options options;
  options.workers = 1;
  options.summarizers = {breakout()};
  auto pool = ParserPool::start(std::move(options));
  EXPECT_TRUE(pool) << pool.error().to_string();
  return pool ? std::move(*pool) : nullptr;
}

class ConfinedSummarizerTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (const auto kernel = confinement::kernel_support(); !kernel.is_complete())
      GTEST_SKIP() << "this kernel lacks " << kernel.missing();
    testing::write_whole_file(secret(), "a secret");
  }
  std::string secret() const { return (temporary_ / "secret").string(); }
  /// The outcome of an attempt.
  std::string attempt(const std::string& what) const {
    return pool_->parse_one({"http://site.example/page", "application/x-breakout", what}).title;
  }

  testing::TempDir temporary_;
  std::unique_ptr<ParserPool> pool_ = start();
};

TEST_F(ConfinedSummarizerTest, ReadsProgramsAndItsOwnFolderAlone) {
  EXPECT_EQ(attempt("read " + secret()), kDenied);
  EXPECT_EQ(attempt("read /etc/passwd"), kDenied);
  EXPECT_EQ(attempt("read /proc/" + std::to_string(::getpid()) + "/environ"), kDenied);
  EXPECT_EQ(attempt("read /proc/1/cmdline"), kDenied);
  EXPECT_EQ(attempt("read " PORTHOLE_BINARY_DIR "/lib/test_plugins/breakout.so"), kDone);
  EXPECT_EQ(attempt("read /usr/share"), kDone);
  EXPECT_EQ(attempt("read /proc/self/status"), kDone);
}

TEST_F(ConfinedSummarizerTest, ChangesNoFile) {
#ifdef PORTHOLE_COVERAGE
  GTEST_SKIP() << "workers of this build may write the counters of gcov";
#endif
  EXPECT_EQ(attempt("write " + secret()), kForbidden);
  EXPECT_EQ(attempt("write " + (temporary_ / "new").string()), kForbidden);
  EXPECT_EQ(attempt("write " PORTHOLE_BINARY_DIR "/lib/test_plugins/new.so"), kForbidden);
  EXPECT_EQ(attempt("remove " + secret()), kForbidden);
  EXPECT_EQ(attempt("chmod " + secret()), kForbidden);
  EXPECT_EQ(testing::read_whole_file(secret()), "a secret");
  EXPECT_EQ(attempt("large"), "File too large");
}

TEST_F(ConfinedSummarizerTest, HasNoNetwork) {
  EXPECT_EQ(attempt("connect 80"), kForbidden);
  EXPECT_EQ(attempt("listen"), kForbidden);
  EXPECT_EQ(attempt("unix"), kForbidden);
}

TEST_F(ConfinedSummarizerTest, StartsThreadsAndNoProcesses) {
  EXPECT_EQ(attempt("thread"), kDone);
  EXPECT_EQ(attempt("fork"), kForbidden);
  EXPECT_EQ(attempt("exec"), kForbidden);
}

TEST_F(ConfinedSummarizerTest, TouchesNoOtherProcessNorTheTerminal) {
  EXPECT_EQ(attempt("trace"), kForbidden);
  EXPECT_EQ(attempt("kill"), kForbidden);
  EXPECT_EQ(attempt("type"), kForbidden);
}

TEST_F(ConfinedSummarizerTest, HasNoPrivilegesAndAFilter) {
  EXPECT_EQ(attempt("status NoNewPrivs"), "1");
  EXPECT_EQ(attempt("status Seccomp"), "2");
  EXPECT_EQ(attempt("status CapEff"), "0000000000000000");
  // Others cannot shrink the set, and gain nothing of it: no_new_privs.
  if (::geteuid() == 0) {
    EXPECT_EQ(attempt("status CapBnd"), "0000000000000000");
  }
}

TEST_F(ConfinedSummarizerTest, IsAliveAfterAllOfIt) {
  for (const char* what : {"exec", "fork", "trace", "connect 80", "large"}) attempt(what);
  EXPECT_EQ(pool_->statistics().crashed, 0u);
}

TEST_F(ConfinedSummarizerTest, IsToldNoVariableThatItDoesNotNeed) {
  ::setenv("PORTHOLE_TEST_TOKEN", "a secret", 1);
  ::setenv("TZ", "UTC", 1);
  pool_ = start();
  EXPECT_EQ(attempt("environment PORTHOLE_TEST_TOKEN"), "not there");
  EXPECT_EQ(attempt("environment TZ"), kDone);
  ::unsetenv("PORTHOLE_TEST_TOKEN");
  ::unsetenv("TZ");
}

// The parser itself has no plug-ins to read, and no launcher.
TEST(ConfinedParserTest, ReadsPagesWithoutPlugins) {
  auto pool = ParserPool::start({});
  ASSERT_TRUE(pool) << pool.error().to_string();
  EXPECT_EQ((*pool)->parse_one({"http://a.test/", "text/html", "<title>T</title>"}).title, "T");
}

class ConfinedToolTest : public ConfinedSummarizerTest {};

TEST_F(ConfinedToolTest, ReadsProgramsAndTheirTablesAlone) {
  EXPECT_EQ(attempt("shell echo well"), "well (0)");
  EXPECT_THAT(attempt("shell read line < /etc/passwd && echo $line"), Not(HasSubstr("root")));
  EXPECT_THAT(attempt("shell read line < " + secret() + " && echo $line"),
              Not(HasSubstr("secret")));
  EXPECT_THAT(attempt("shell read line < /usr/share/common-licenses/GPL-3 && echo $line"),
              HasSubstr("GNU GENERAL PUBLIC LICENSE"));
}

TEST_F(ConfinedToolTest, WritesNothing) {
  EXPECT_THAT(attempt("shell echo gone > " + secret()), Not(HasSubstr("(0)")));
  EXPECT_THAT(attempt("shell echo new > " + (temporary_ / "new").string()), Not(HasSubstr("(0)")));
  EXPECT_THAT(attempt("shell exec rm " + secret()), Not(HasSubstr("(0)")));
  EXPECT_THAT(attempt("shell exec chmod 777 " + secret()), Not(HasSubstr("(0)")));
  EXPECT_THAT(attempt("shell echo x > /dev/null && echo fine"), HasSubstr("fine (0)"));
  EXPECT_EQ(testing::read_whole_file(secret()), "a secret");
  EXPECT_FALSE(fs::exists(temporary_ / "new"));
}

TEST_F(ConfinedToolTest, StartsNoFurtherProcess) {
  EXPECT_THAT(attempt("shell exec /usr/bin/true"), HasSubstr("(0)"));
  EXPECT_THAT(attempt("shell /usr/bin/true; echo forked"), Not(HasSubstr("forked")));
  EXPECT_THAT(attempt("shell bomb() { bomb | bomb & }; bomb; echo exploded"),
              Not(HasSubstr("exploded")));
}

TEST_F(ConfinedToolTest, RunsNoProgramOutsideOfUsr) {
  fs::copy_file("/usr/bin/true", temporary_ / "mine");
  EXPECT_THAT(attempt("shell exec " + (temporary_ / "mine").string()), Not(HasSubstr("(0)")));
}

// Landlock does not see that a file in memory is executed: the page may be one, or the tool's own.
TEST_F(ConfinedToolTest, RunsNoProgramInMemory) {
  EXPECT_EQ(attempt("execute 0"), "126") << "the shell's code for what it may not execute";
  EXPECT_EQ(attempt("execute 1"), "126");
  const std::string script =
      "my $name = \"p\"; my $out = syscall(" + std::to_string(SYS_memfd_create) +
      ", $name, 0); die \"$!\" if $out < 0; open(my $copy, \">&=\", $out);"
      "open(my $true, \"<\", \"/usr/bin/true\"); local $/; print {$copy} <$true>;"
      "open(my $in, \"<\", \"/proc/self/fd/$out\"); close $copy;"
      "exec(\"/proc/self/fd/\" . fileno($in)); die \"$!\"";
  EXPECT_THAT(attempt("shell exec perl -e '" + script + "'"), HasSubstr("(1)")) << "EPERM";
}

TEST_F(ConfinedToolTest, IsNotTheDynamicLoader) {
  const fs::path loader = "/lib64/ld-linux-x86-64.so.2";
  if (!fs::exists(loader)) GTEST_SKIP() << "the loader has another name here";
  for (const std::string& path :
       {loader.string(), "/usr/lib/.." + loader.string(), fs::canonical(loader).string(),
        "/proc/self/root" + loader.string()})
    EXPECT_EQ(attempt("load " + path), "Permission denied") << path;
}

TEST_F(ConfinedToolTest, TouchesNoOtherProcess) {
  EXPECT_THAT(attempt("shell kill -0 " + std::to_string(::getpid()) + " && echo reached"),
              Not(HasSubstr("reached")));
  EXPECT_THAT(attempt("shell kill -9 $PPID; echo tried"), HasSubstr("tried"));
  EXPECT_EQ(attempt("shell echo well"), "well (0)");  // The launcher lives.
}

TEST_F(ConfinedToolTest, HasNoNetwork) {
  if (!fs::exists("/usr/bin/bash")) GTEST_SKIP() << "bash is not installed";
  const Descriptor server(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* const place = reinterpret_cast<sockaddr*>(&address);
  ASSERT_EQ(::bind(server.number(), place, size), 0);
  ASSERT_EQ(::listen(server.number(), 1), 0);
  ASSERT_EQ(::getsockname(server.number(), place, &size), 0);
  const std::string to = "/dev/tcp/127.0.0.1/" + std::to_string(ntohs(address.sin_port));
  EXPECT_THAT(attempt("shell exec bash -c 'echo x > " + to + " && echo connected'"),
              Not(HasSubstr("connected")));
}

}  // namespace
}  // namespace porthole::parser
