#include "collection/collection.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <fstream>
#include <iterator>

#include "tests/support/temp_dir.h"
#include "tests/support/without_rights.h"

namespace porthole::collection {
namespace {

using porthole::testing::TempDir;

namespace fs = std::filesystem;

std::string text_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<fs::path> files_in(const fs::path& folder) {
  return {fs::directory_iterator(folder), fs::directory_iterator()};
}

TEST(CollectionTest, IsMadeAndOpenedAgain) {
  const TempDir dir;
  const fs::path folder = dir.path() / "deep" / "stars";
  const Result<Collection> made =
      Collection::create(folder, write_specification({.name = "stars", .topic_phrases = {"star"}}));
  ASSERT_TRUE(made) << made.error().to_string();
  EXPECT_TRUE(fs::is_directory(folder / "archive"));
  const Result<Collection> opened = Collection::open(folder);
  ASSERT_TRUE(opened);
  EXPECT_EQ(opened->specification().name, "stars");
  EXPECT_EQ(opened->folder(), folder);
  EXPECT_EQ(opened->repository_file(), folder / "repository.db");
  EXPECT_EQ(opened->index_folder(), folder / "index");
}

TEST(CollectionTest, IsNotMadeOverAnother) {
  const TempDir dir;
  const std::string text = write_specification({.name = "one"});
  ASSERT_TRUE(Collection::create(dir.path() / "c", text));
  const Result<Collection> again = Collection::create(dir.path() / "c", "other");
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().code, ErrorCode::kInvalid);
  EXPECT_EQ(text_of(dir.path() / "c" / "porthole.xml"), text);
}

TEST(CollectionTest, LeavesNothingBehindWhenItCannotBeMade) {
  const TempDir dir;
  const Result<Collection> made = Collection::create(dir.path() / "a" / "b", "<not-a-collection/>");
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().code, ErrorCode::kInvalid);
  EXPECT_TRUE(files_in(dir.path()).empty());
  std::ofstream(dir.path() / "file") << "x";
  EXPECT_FALSE(Collection::create(dir.path() / "file" / "c", write_specification({})));
  EXPECT_EQ(files_in(dir.path()).size(), 1u);
}

TEST(CollectionTest, SaysWhatToTypeWhereThereIsNone) {
  const TempDir dir;
  const Result<Collection> opened = Collection::open(dir.path() / "none");
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().code, ErrorCode::kNotFound);
  EXPECT_EQ(opened.error().hint.rfind("porthole new ", 0), 0u) << opened.error().hint;

  std::filesystem::create_directory(dir.path() / "closed");
  std::filesystem::permissions(dir.path() / "closed", std::filesystem::perms::none);
  const porthole::testing::WithoutRights someone;
  EXPECT_EQ(Collection::open(dir.path() / "closed").error().code, ErrorCode::kPermission);
}

TEST(ReplaceFileTest, ReplacesTheTextAndKeepsTheMode) {
  const TempDir dir;
  const fs::path file = dir.path() / "f";
  ASSERT_TRUE(replace_file(file, "one"));
  ::chmod(file.c_str(), 0600);
  ASSERT_TRUE(replace_file(file, "two"));
  EXPECT_EQ(text_of(file), "two");
  EXPECT_EQ(fs::status(file).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  EXPECT_EQ(files_in(dir.path()).size(), 1u);
}

TEST(ReplaceFileTest, LeavesTheOldTextWhenItFails) {
  const TempDir dir;
  const fs::path folder = dir.path() / "f";
  fs::create_directories(folder / "inside");  // A folder cannot be replaced by a file.
  EXPECT_FALSE(replace_file(folder, "text"));
  EXPECT_TRUE(fs::is_directory(folder / "inside"));
  EXPECT_EQ(files_in(dir.path()).size(), 1u);
  EXPECT_FALSE(replace_file(dir.path() / "none" / "f", "text"));
}

TEST(ReplaceFileTest, NamesTheFileThatTheUserKnowsAndTheRemedy) {
  const TempDir dir;
  const fs::path file = dir.path() / "none" / "porthole.xml";
  const Result<void> written = replace_file(file, "text");
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().file, file.string());
  EXPECT_EQ(written.error().message.find(".new"), std::string::npos) << written.error().message;
  EXPECT_NE(written.error().hint.find(file.parent_path().string()), std::string::npos);
}

// A limit on the size of files ends a write as a full disk does.
TEST(ReplaceFileTest, SaysWhatToDoWhereTheDiskIsFull) {
  const TempDir dir;
  const fs::path file = dir.path() / "porthole.xml";
  ASSERT_TRUE(replace_file(file, "one"));
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto handler = ::signal(SIGXFSZ, SIG_IGN);
  const rlimit least{1, before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &least), 0);
  const Result<void> written = replace_file(file, "another");
  EXPECT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
  ::signal(SIGXFSZ, handler);
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().code, ErrorCode::kDiskFull);
  EXPECT_EQ(written.error().file, file.string());
  EXPECT_EQ(written.error().hint.rfind("free some space", 0), 0u) << written.error().hint;
  EXPECT_EQ(text_of(file), "one");
  EXPECT_EQ(files_in(dir.path()).size(), 1u);
}

}  // namespace
}  // namespace porthole::collection
