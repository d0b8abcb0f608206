#include "indexer/index_check.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>
#include <xapian.h>

#include <filesystem>
#include <string>

#include "tests/support/files.h"
#include "tests/support/temp_dir.h"

namespace porthole::indexer {
namespace {

/// An index of documents with terms and positions, in `folder`.
void make_index(const std::filesystem::path& folder) {
  Xapian::WritableDatabase index(folder.string(), Xapian::DB_CREATE);
  for (int number = 0; number < 200; ++number) {
    Xapian::Document document;
    for (Xapian::termpos at = 1; at < 60; ++at)
      document.add_posting("word" + std::to_string(number * 7 + static_cast<int>(at * at) % 97),
                           at);
    document.add_boolean_term("Q" + std::to_string(number));
    document.set_data("document " + std::to_string(number));
    index.add_document(document);
  }
  index.commit();
}

TEST(IndexCheckTest, AnIndexThatWasJustMadeIsSound) {
  const testing::TempDir folder;
  make_index(folder / "index");
  const auto check = check_index(folder / "index");
  ASSERT_TRUE(check) << check.error().to_string();
  EXPECT_EQ(check->documents, 200);
  EXPECT_TRUE(check->faults.empty()) << check->faults.front();
}

// Xapian opens what it checks for writing.
TEST(IndexCheckTest, AnIndexThatMayNotBeWrittenIsNotCalledDamaged) {
  using std::filesystem::perms;
  const testing::TempDir folder;
  make_index(folder / "index");
  std::filesystem::permissions(folder.path(), perms::group_all | perms::others_all,
                               std::filesystem::perm_options::add);
  for (const auto& entry : std::filesystem::directory_iterator(folder / "index"))
    std::filesystem::permissions(entry.path(),
                                 perms::owner_read | perms::group_read | perms::others_read);
  const pid_t child = ::fork();
  if (child == 0) {
    constexpr uid_t kNobody = 65534;
    if (::geteuid() == 0 && ::setuid(kNobody) != 0) ::_exit(2);
    const auto check = check_index(folder / "index");
    ::_exit(!check && check.error().code == ErrorCode::kPermission ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

// Xapian 1.4.22 reads beyond its memory in some of these files.
TEST(IndexCheckTest, NoFlippedBitOfTheTermListsEndsTheProgram) {
  const testing::TempDir folder;
  make_index(folder / "index");
  const std::filesystem::path file = folder / "index" / "termlist.glass";
  const std::string sound = testing::read_whole_file(file);
  int damaged = 0;
  for (std::size_t at = 8192; at < sound.size(); at += sound.size() / 150) {
    std::string flipped = sound;
    flipped[at] = static_cast<char>(flipped[at] ^ (1 << at % 8));
    testing::write_whole_file(file, flipped);
    const auto check = check_index(folder / "index");
    if (!check || !check->faults.empty()) ++damaged;
  }
  EXPECT_GT(damaged, 10);
}

}  // namespace
}  // namespace porthole::indexer
