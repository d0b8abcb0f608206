// The contract of Repository on opening: locks, readers, files of other programs and versions.

#include <unistd.h>

#include <fstream>

#include "tests/contract/repository_contract.h"

namespace porthole::repository {
namespace {

class AccessTest : public RepositoryContract {};

TEST_P(AccessTest, ADatabaseOfAnotherProgramIsLeftAsItIs) {
  const auto bytes = [&] {
    if (!GetParam().in_file) {
      return testing::PostgresCluster::shared().psql(
          "SELECT count(*) FROM pg_tables WHERE schemaname = '" + schema_of(file()) + "'");
    }
    std::ifstream in(file(), std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(in), {});
  };
  GetParam().make_foreign(file());
  const std::string before = bytes();
  for (const Access access : {Access::kWrite, Access::kRead}) {
    const auto opened = GetParam().open(file(), access);
    ASSERT_FALSE(opened);
    EXPECT_EQ(opened.error().code, ErrorCode::kStorage);
    EXPECT_NE(opened.error().message.find("another program"), std::string::npos)
        << opened.error().message;
    EXPECT_EQ(opened.error().file, GetParam().in_file ? file().string() : postgres_url(file()));
    EXPECT_EQ(bytes(), before);
  }
}

TEST_P(AccessTest, TheSecondWriterIsToldWhoTheFirstIs) {
  auto first = open();
  const auto second = GetParam().open(file(), Access::kWrite);
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, ErrorCode::kBusy);
  EXPECT_NE(second.error().message.find(std::to_string(::getpid())), std::string::npos);
  first.reset();
  EXPECT_TRUE(GetParam().open(file(), Access::kWrite));
}

TEST_P(AccessTest, AReaderBesideTheWriterSeesWhatWasCommitted) {
  auto writer = open();
  auto reader = open(Access::kRead);
  EXPECT_EQ(reader->counts()->urls, 0);
  ASSERT_TRUE(writer->crawl().apply(small_web()));
  EXPECT_EQ(reader->counts()->urls, 4);
  Batch batch;
  batch.new_urls = {url(9, "https://z.org/")};
  EXPECT_FALSE(reader->crawl().apply(batch));
}

TEST_P(AccessTest, ARepositoryOfANewerProgramIsRefused) {
  open().reset();
  GetParam().make_newer(file());
  for (const Access access : {Access::kRead, Access::kWrite}) {
    const auto opened = GetParam().open(file(), access);
    ASSERT_FALSE(opened);
    EXPECT_EQ(opened.error().code, ErrorCode::kStorage);
    EXPECT_NE(opened.error().message.find("version 99"), std::string::npos);
  }
}

TEST_P(AccessTest, WhatIsNoRepositoryIsRefusedAndLeftAlone) {
  if (!GetParam().in_file) GTEST_SKIP() << "no file";
  const std::string text(5000, 'x');
  std::ofstream(file()) << text;
  for (const Access access : {Access::kRead, Access::kWrite}) {
    const auto opened = GetParam().open(file(), access);
    ASSERT_FALSE(opened);
    EXPECT_EQ(opened.error().code, ErrorCode::kStorage);
  }
  EXPECT_EQ(std::filesystem::file_size(file()), text.size());
}

TEST_P(AccessTest, ReadingWhatWasNeverWrittenIsNotFound) {
  const auto opened = GetParam().open(file(), Access::kRead);
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().code, ErrorCode::kNotFound);
  EXPECT_FALSE(std::filesystem::exists(file()));
}

INSTANTIATE_TEST_SUITE_P(Stores, AccessTest, all_stores(), name_of_store);

}  // namespace
}  // namespace porthole::repository
