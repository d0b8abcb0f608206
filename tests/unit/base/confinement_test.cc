// Confinement on kernels that lack a part of it (tests/support/answered_calls.h).

#include "base/confinement/confinement.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/confinement/landlock.h"
#include "base/confinement/system_calls.h"
#include "base/descriptor.h"
#include "tests/support/answered_calls.h"
#include "tests/support/files.h"
#include "tests/support/temp_dir.h"

namespace porthole::confinement {
namespace {

constexpr WorkerClass kClasses[] = {WorkerClass::kParser,     WorkerClass::kDescription,
                                    WorkerClass::kSummarizer, WorkerClass::kProtocol,
                                    WorkerClass::kTool,       WorkerClass::kOwnTool};

using testing::Answers;
using testing::with_answers;

bool asks_for_version(const seccomp_data& call) {
  return call.nr == SYS_landlock_create_ruleset && call.args[2] != 0;
}

/// Landlock of version `abi`.
Answers with_landlock(int abi) {
  return {{SYS_landlock_create_ruleset}, [=](const seccomp_data& call) {
            return asks_for_version(call) ? std::optional<std::int64_t>(abi) : std::nullopt;
          }};
}

Answers without_landlock() { return testing::all_failing({SYS_landlock_create_ruleset}, ENOSYS); }

/// 0 where the file can be opened, else the error.
int open_error(const std::string& path, int flags) {
  const Descriptor file(::open(path.c_str(), flags | O_CLOEXEC, 0644));
  return file ? 0 : errno;
}

int connect_error() {
  const Descriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in nobody{};
  nobody.sin_family = AF_INET;
  nobody.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  nobody.sin_port = htons(1);
  const auto* address = reinterpret_cast<const sockaddr*>(&nobody);
  return ::connect(socket.number(), address, sizeof nobody) == 0 ? 0 : errno;
}

class ConfinementTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (const KernelSupport kernel = kernel_support(); !kernel.is_complete())
      GTEST_SKIP() << "this kernel lacks " << kernel.missing();
    for (const char* name : {"readable", "owned"})
      std::filesystem::create_directory(folder_ / name);
    testing::write_whole_file(readable() + "/page", "a page");
    testing::write_whole_file(secret(), "a secret");
  }
  std::string readable() const { return folder_ / "readable"; }
  std::string owned() const { return folder_ / "owned"; }
  std::string secret() const { return folder_ / "secret"; }
  PathRules rules() const {
    return {{readable(), folder_ / "nowhere"}, {"/usr/bin/env"}, {"/dev/null"}, {owned()}};
  }

  testing::TempDir folder_;
};

TEST_F(ConfinementTest, EachVersionOfLandlockLimitsFiles) {
  for (int abi = 1; abi <= landlock_abi(); ++abi) {
    SCOPED_TRACE("ABI " + std::to_string(abi));
    for (const Network network : {Network::kAllowed, Network::kForbidden}) {
      with_answers(with_landlock(abi), [&] {
        EXPECT_EQ(landlock_abi(), abi);
        EXPECT_TRUE(restrict_paths(rules(), network));
        EXPECT_EQ(open_error(readable() + "/page", O_RDONLY), 0);
        EXPECT_EQ(open_error(readable() + "/page", O_WRONLY), EACCES);
        EXPECT_EQ(open_error(secret(), O_RDONLY), EACCES);
        EXPECT_EQ(open_error("/dev/null", O_WRONLY), 0);
        EXPECT_EQ(open_error(owned() + "/made", O_WRONLY | O_CREAT), 0);
        const bool is_forbidden = abi >= 4 && network == Network::kForbidden;
        EXPECT_EQ(connect_error() == EACCES, is_forbidden);
      });
    }
  }
}

TEST_F(ConfinementTest, WithoutLandlockPathsAreNotLimited) {
  with_answers(without_landlock(), [&] {
    EXPECT_EQ(landlock_abi(), 0);
    EXPECT_FALSE(restrict_paths(rules(), Network::kForbidden));
    EXPECT_EQ(open_error(secret(), O_RDONLY), 0);
  });
}

TEST_F(ConfinementTest, EachCallOfLandlockThatFailsIsTold) {
  const auto expect_limited = [&](const Answers& answers, bool expected) {
    with_answers(answers, [&] { EXPECT_EQ(restrict_paths(rules(), Network::kAllowed), expected); });
  };
  expect_limited(testing::failing(SYS_landlock_create_ruleset, 2, EINVAL), false);
  for (int rule = 1; rule <= 4; ++rule) {
    SCOPED_TRACE("rule " + std::to_string(rule));
    expect_limited(testing::failing(SYS_landlock_add_rule, rule, EINVAL), false);
  }
  expect_limited(testing::failing(SYS_landlock_add_rule, 5, EINVAL), true);
  expect_limited(testing::failing(SYS_landlock_restrict_self, 1, EINVAL), false);
}

// Nobody can tell whether it is a folder, so that nothing in it can be read.
TEST_F(ConfinementTest, APathThatCannotBeLookedAtIsLeftOut) {
  with_answers(testing::all_failing({SYS_fstat, SYS_newfstatat}, EIO), [&] {
    EXPECT_TRUE(restrict_paths(rules(), Network::kAllowed));
    EXPECT_EQ(open_error(readable() + "/page", O_RDONLY), EACCES);
  });
}

TEST_F(ConfinementTest, AKernelThatTakesNoFilterIsTold) {
  with_answers(testing::all_failing({SYS_seccomp}, EINVAL), [] {
    EXPECT_FALSE(has_seccomp());
    EXPECT_FALSE(restrict_system_calls(WorkerClass::kParser, Writing::kForbidden));
  });
}

// --- A whole confinement -------------------------------------------------------------------------

TEST_F(ConfinementTest, WithoutLandlockNoClassWrites) {
  for (const WorkerClass worker_class : kClasses) {
    SCOPED_TRACE(name_of(worker_class));
    with_answers(without_landlock(), [&] {
      const KernelSupport in_force = confine({.worker_class = worker_class, .temporary = owned()});
      EXPECT_EQ(in_force.landlock_abi, 0);
      EXPECT_EQ(in_force.missing(), "Landlock");
      EXPECT_EQ(open_error(secret(), O_RDONLY), 0);
      EXPECT_EQ(open_error(owned() + "/made", O_WRONLY | O_CREAT), EPERM);
    });
  }
}

// Linux 6.1 (ABI 2) has no rule for signals, and a file with an owner sends them to it.
TEST_F(ConfinementTest, NoClassChoosesWhomAFileSignals) {
  for (const WorkerClass worker_class : kClasses) {
    SCOPED_TRACE(name_of(worker_class));
    with_answers(with_landlock(2), [&] {
      int ends[2] = {};
      ASSERT_EQ(::pipe2(ends, O_CLOEXEC), 0);
      confine({.worker_class = worker_class});
      const auto error_of = [&](int command, int value) {
        return ::fcntl(ends[0], command, value) >= 0 ? 0 : errno;
      };
      EXPECT_EQ(error_of(F_SETOWN, ::getppid()), EPERM);
      EXPECT_EQ(error_of(F_SETSIG, SIGKILL), EPERM);
      EXPECT_EQ(error_of(F_SETFL, O_ASYNC), EPERM);
      EXPECT_EQ(error_of(F_SETFL, O_NONBLOCK), 0);
      EXPECT_EQ(error_of(F_SETFD, FD_CLOEXEC), 0);
    });
  }
}

TEST_F(ConfinementTest, AProtocolOpensSocketsOfTcpAndUdpAlone) {
  constexpr int kMptcp = 262;
  with_answers(with_landlock(landlock_abi()), [] {
    confine({.worker_class = WorkerClass::kProtocol});
    const auto error_of = [](int type, int protocol) {
      return Descriptor(::socket(AF_INET, type | SOCK_CLOEXEC, protocol)) ? 0 : errno;
    };
    EXPECT_EQ(error_of(SOCK_STREAM, 0), 0);
    EXPECT_EQ(error_of(SOCK_STREAM, IPPROTO_TCP), 0);
    EXPECT_EQ(error_of(SOCK_DGRAM, IPPROTO_UDP), 0);
    EXPECT_EQ(error_of(SOCK_STREAM, kMptcp), EPERM);
    EXPECT_EQ(error_of(SOCK_DGRAM, IPPROTO_ICMP), EPERM);
  });
}

TEST_F(ConfinementTest, ALibraryIsReadFromTheFoldersOfTheLoader) {
  const std::string path = "relative:" + readable();
  for (const WorkerClass worker_class : kClasses) {
    SCOPED_TRACE(name_of(worker_class));
    with_answers(with_landlock(landlock_abi()), [&] {
      ::setenv("LD_LIBRARY_PATH", path.c_str(), 1);
      const KernelSupport in_force = confine({.worker_class = worker_class});
      EXPECT_EQ(in_force.missing(), "");
      EXPECT_EQ(open_error(readable() + "/page", O_RDONLY), 0);
      EXPECT_EQ(open_error(secret(), O_RDONLY), EACCES);
    });
    with_answers(with_landlock(landlock_abi()), [&] {
      ::unsetenv("LD_LIBRARY_PATH");
      confine({.worker_class = worker_class});
      EXPECT_EQ(open_error(readable() + "/page", O_RDONLY), EACCES);
    });
  }
}

TEST_F(ConfinementTest, AToolOfItsOwnWritesIntoItsFolder) {
  with_answers(with_landlock(landlock_abi()), [&] {
    confine({.worker_class = WorkerClass::kOwnTool, .temporary = owned()});
    EXPECT_EQ(open_error(owned() + "/made", O_WRONLY | O_CREAT), 0);
    EXPECT_NE(open_error(readable() + "/made", O_WRONLY | O_CREAT), 0);
  });
}

TEST_F(ConfinementTest, ALimitThatIsLowerAlreadyStays) {
  constexpr rlim_t kFew = 40;
  with_answers(with_landlock(landlock_abi()), [&] {
    const rlimit low{kFew, kFew};
    ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &low), 0);
    confine({});
    rlimit now{};
    ::getrlimit(RLIMIT_NOFILE, &now);
    EXPECT_EQ(now.rlim_max, kFew);
    ::getrlimit(RLIMIT_CORE, &now);
    EXPECT_EQ(now.rlim_max, 0u);
  });
}

TEST_F(ConfinementTest, AUserWithoutRightsKeepsNone) {
  if (::getuid() != 0) GTEST_SKIP() << "another user is root's to choose";
  constexpr uid_t kNobody = 65534;
  std::filesystem::permissions(folder_.path(), std::filesystem::perms::all);
  for (const uid_t user : {uid_t{0}, kNobody}) {
    with_answers(with_landlock(landlock_abi()), [&] {
      EXPECT_EQ(::syscall(SYS_setresuid, -1, user, -1), 0);
      confine({.worker_class = WorkerClass::kProtocol, .readable = {folder_.path()}});
      const std::string status = testing::read_whole_file("/proc/thread-self/status");
      const std::string kept = user == 0 ? "4" : "0";
      EXPECT_NE(status.find("CapEff:\t000000000000000" + kept), std::string::npos) << status;
    });
  }
}

// --- Names ---------------------------------------------------------------------------------------

TEST(KernelSupportTest, NamesWhatIsMissing) {
  EXPECT_EQ((KernelSupport{1, true}).missing(), "");
  EXPECT_EQ((KernelSupport{0, true}).missing(), "Landlock");
  EXPECT_EQ((KernelSupport{1, false}).missing(), "seccomp");
  EXPECT_EQ((KernelSupport{0, false}).missing(), "Landlock and seccomp");
  EXPECT_FALSE((KernelSupport{0, true}).is_complete());
  EXPECT_FALSE((KernelSupport{1, false}).is_complete());
}

TEST(WorkerClassTest, EachClassHasAName) {
  for (const WorkerClass worker_class : kClasses)
    EXPECT_EQ(class_of(name_of(worker_class)), worker_class);
  EXPECT_EQ(class_of("nothing"), std::nullopt);
  EXPECT_EQ(name_of(static_cast<WorkerClass>(77)), "");
}

TEST(WorkerEnvironmentTest, HasTheVariablesThatAreSetAndNoOthers) {
  ::setenv("LOCALDOMAIN", "example.org", 1);
  ::unsetenv("RES_OPTIONS");
  ::setenv("PORTHOLE_SECRET", "none of theirs", 1);
  const std::vector<std::string> environment = worker_environment();
  ::unsetenv("LOCALDOMAIN");
  ::unsetenv("PORTHOLE_SECRET");
  const auto has = [&](const std::string& name) {
    return std::any_of(environment.begin(), environment.end(),
                       [&](const std::string& one) { return one.starts_with(name + "="); });
  };
  EXPECT_TRUE(has("HOME"));
  EXPECT_TRUE(has("LOCALDOMAIN"));
  EXPECT_FALSE(has("RES_OPTIONS"));
  EXPECT_FALSE(has("PORTHOLE_SECRET"));
}

}  // namespace
}  // namespace porthole::confinement
