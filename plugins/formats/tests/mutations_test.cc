// Mutated documents affect one page each, and cause no reader to open, start or address anything
// else. The program mutate_documents (docs/plugins.md) reads many more.

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "plugins/formats/tests/real_documents.h"
#include "plugins/host/worker_process.h"
#include "tests/fuzz/mutation.h"
#include "tests/fuzz/mutation_run.h"
#include "tests/fuzz/traced_calls.h"
#include "tests/fuzz/zip_rewriter.h"
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

TEST(MutationTest, AZipIsChangedInsideAndItsSumsMadeRight) {
  using std::string_literals::operator""s;
  // One stored file, whose sums are wrong (APPNOTE 4.3.7, 4.3.12, 4.3.16).
  const std::string common = "\x14\0\0\0\0\0\0\0\0\0????\4\0\0\0\4\0\0\0\1\0\0\0"s;
  const std::string file = "PK\3\4"s + common + "a" + "word";
  const std::string directory = "PK\1\2\x14\0"s + common + "\0\0\0\0\0\0\0\0\0\0\0\0\0\0"s + "a";
  const std::string end = "PK\5\6\0\0\0\0\1\0\1\0\x2F\0\0\0\x23\0\0\0\0\0"s;
  Chance chance(1);
  const std::string zip = rewrite_zip(file + directory + end, chance, [](const std::string& inner) {
    EXPECT_EQ(inner, "word");
    return std::string("text");
  });
  EXPECT_NE(zip.find("atextPK\1\2"s), std::string::npos);
  // CRC-32 of "text", by Python's zlib.
  EXPECT_EQ(zip.substr(14, 4), "\xC7\xA7\x8B\x3B"s);
  EXPECT_EQ(rewrite_zip("PK\3\4 no zip", chance, [](std::string inner) { return inner; }), "");
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
  const auto worker = plugins::find_worker_program();
  ASSERT_TRUE(worker);
  const TempDir folder;
  MutationOptions options;
  options.documents = PORTHOLE_BINARY_DIR "/documents";
  options.count = 0;
  options.seed = 2001;
  options.worker_program = traced_worker(*worker, folder.path());
  EXPECT_GT(read_mutated(options).read, 0u);
  const TracedCalls calls = traced_calls(folder.path(), {PORTHOLE_BINARY_DIR "/"});
  EXPECT_GT(calls.seen, 100u);
  EXPECT_THAT(calls.forbidden, IsEmpty());
}

}  // namespace
}  // namespace porthole::testing
