// Mutated documents cost one page each, and make no reader open, start or address anything else. Many more
// of them are read by the program mutate_documents (docs/plugins.md).

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "hosting/worker_process.h"
#include "tests/formats/real_documents.h"
#include "tests/fuzz/mutation.h"
#include "tests/fuzz/mutation_run.h"
#include "tests/fuzz/traced_calls.h"
#include "tests/support/temp_dir.h"

namespace porthole::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::string described(const std::vector<Ended>& all) {
  std::string text;
  for (const Ended& one : all) {
    text += "document " + std::to_string(one.number) + " of " + one.path + ": " + one.why + "\n";
  }
  return text;
}

TEST(MutationTest, TheSameSeedMakesTheSameBytes) {
  const auto made = [](std::uint64_t seed) {
    Chance chance(seed);
    return mutate("<?xml version=\"1.0\"?><a b=\"12\">text</a>", "another document", chance);
  };
  EXPECT_EQ(made(7), made(7));
  EXPECT_NE(made(7), made(8));
}

TEST(MutationTest, NoMutatedDocumentEndsAWorker) {
  MutationOptions options;
  options.documents = PORTHOLE_BINARY_DIR "/documents";
  options.count = 200;
  options.seed = 2000;
  const MutationReport report = read_mutated(options);
  EXPECT_EQ(report.read, 200u);
  EXPECT_THAT(report.crashed, IsEmpty()) << described(report.crashed);
}

TEST(MutationTest, WhatNoDocumentNeedsIsSeenInATrace) {
  const TempDir folder;
  std::ofstream(folder / "calls.1")
      << "10 openat(AT_FDCWD, \"/usr/share/misc/magic.mgc\", O_RDONLY) = 3\n"
         "10 openat(AT_FDCWD, \"/dev/null\", O_WRONLY|O_CLOEXEC) = 3\n"
         "11 execve(\"/usr/bin/ctags\", [\"ctags\"], 0x7ffc /* 3 vars */ <unfinished ...>\n"
         "11 <... execve resumed>) = 0\n"
         "11 openat(AT_FDCWD, \"/build/lib/../lib/plugins/text.so\", O_RDONLY) = 3\n"
         "11 openat(AT_FDCWD, \"/etc/passwd\", O_RDONLY) = -1 ENOENT (No such file or directory)\n"
         "11 openat(AT_FDCWD, \"/usr/share/../../etc/hostname\", O_RDONLY) = 3\n"
         "11 openat(AT_FDCWD, \"/usr/lib/x\", O_RDWR|O_CREAT, 0600) = 3\n"
         "11 execve(\"/bin/sh\", [\"sh\"], 0x7ffc /* 3 vars */) = 0\n"
         "11 socket(AF_INET, SOCK_STREAM, IPPROTO_TCP) = 4\n"
         "11 unlink(\"/tmp/x\") = 0\n"
         "11 +++ exited with 0 +++\n";
  const TracedCalls calls = traced_calls(folder.path(), {"/build/"});
  EXPECT_EQ(calls.seen, 10u);
  EXPECT_THAT(calls.forbidden,
              ElementsAre(HasSubstr("/etc/passwd"), HasSubstr("hostname"), HasSubstr("O_CREAT"),
                          HasSubstr("/bin/sh"), HasSubstr("socket"), HasSubstr("unlink")));
}

TEST(MutationTest, ADocumentMakesNobodyOpenAFileStartAProgramOrSpeakToAnAddress) {
  if (!can_trace()) GTEST_SKIP() << "strace is not installed, or may not trace here";
  const auto worker = hosting::find_worker_program();
  ASSERT_TRUE(worker);
  const TempDir folder;
  MutationOptions options;
  options.documents = PORTHOLE_BINARY_DIR "/documents";
  options.count = 100;
  options.seed = 2001;
  options.worker_program = traced_worker(*worker, folder.path());
  EXPECT_EQ(read_mutated(options).read, 100u);
  const TracedCalls calls = traced_calls(folder.path(), {PORTHOLE_BINARY_DIR "/"});
  EXPECT_GT(calls.seen, 100u);
  EXPECT_THAT(calls.forbidden, IsEmpty());
}

}  // namespace
}  // namespace porthole::testing
