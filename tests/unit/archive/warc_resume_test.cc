// Where a writer goes on in an archive: after a crash, with an older owner, beside another writer.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "archive/archive_files.h"
#include "archive/redaction.h"
#include "tests/support/files.h"
#include "tests/support/temp_dir.h"
#include "tests/support/without_rights.h"
#include "tests/unit/archive/warc_writing.h"

namespace porthole::archive {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using testing::TempDir;

TEST(WarcResumeTest, GoesOnWhereTheLastCommitWas) {
  const TempDir folder;
  std::string file;
  std::int64_t committed = 0;
  {
    auto writer = open_writer(folder.path());
    ASSERT_TRUE(writer->write(simple_capture("https://example.org/committed")));
    ASSERT_TRUE(writer->sync());
    ASSERT_TRUE(writer->committed());
    file = writer->file();
    committed = writer->size();
    ASSERT_TRUE(writer->write(simple_capture("https://example.org/lost")));
  }
  testing::write_whole_file(folder / "notes.txt", "not ours");
  auto writer = open_writer(folder.path(), file, committed);
  EXPECT_EQ(writer->size(), committed);
  const Place place = writer->write(simple_capture("https://example.org/next")).value();
  EXPECT_EQ(place, (Place{file, committed}));
  const std::vector<WarcRecord> records = read_all(folder / file);
  ASSERT_EQ(records.size(), 7u);
  EXPECT_EQ(records[1].target(), "https://example.org/committed");
  EXPECT_EQ(records[4].target(), "https://example.org/next");
  EXPECT_TRUE(fs::exists(folder / "notes.txt"));
}

TEST(WarcResumeTest, ARecordTornByACrashIsCutOffAtEveryByte) {
  const TempDir folder;
  std::string file;
  std::int64_t committed = 0;
  {
    auto writer = open_writer(folder.path());
    ASSERT_TRUE(writer->write(simple_capture()));
    ASSERT_TRUE(writer->committed());
    file = writer->file();
    committed = writer->size();
    ASSERT_TRUE(writer->write(simple_capture()));
  }
  const std::string whole = testing::read_whole_file(folder / file);
  for (std::size_t size = committed; size < whole.size(); size += 50) {
    testing::write_whole_file(folder / file, whole.substr(0, size));
    auto writer = open_writer(folder.path(), file, committed);
    ASSERT_TRUE(writer->write(simple_capture("https://example.org/again")));
    EXPECT_EQ(read_all(folder / file).size(), 7u) << size;
  }
}

TEST(WarcResumeTest, RemovesOnlyFilesOfOursThatAreNewerThanTheLastCommit) {
  const TempDir folder;
  std::vector<Place> places;
  {
    auto writer = open_writer(folder.path(), {}, 0, 1);
    for (int i = 0; i < 3; ++i) {
      places.push_back(writer->write(simple_capture()).value());
      if (i == 1) {
        ASSERT_TRUE(writer->committed());
      }
    }
  }
  const std::string others = "porthole-20261120182053000-00009-host.warc.gz.part";
  testing::write_whole_file(folder / others, "");
  auto writer = open_writer(folder.path(), places[1].file, fs::file_size(folder / places[1].file));
  EXPECT_TRUE(fs::exists(folder / places[0].file));
  EXPECT_TRUE(fs::exists(folder / places[1].file));
  EXPECT_FALSE(fs::exists(folder / places[2].file));
  EXPECT_TRUE(fs::exists(folder / others));
}

/// An archive whose owner committed it after two captures and after four, and its places.
struct TwoCommits {
  explicit TwoCommits(const fs::path& folder, std::int64_t file_limit = 1 << 30) {
    auto writer = open_writer(folder, {}, 0, file_limit);
    for (Place* end : {&older, &newer}) {
      for (int i = 0; i < 2; ++i) EXPECT_TRUE(writer->write(simple_capture()));
      EXPECT_TRUE(writer->sync());
      EXPECT_TRUE(writer->committed());
      *end = {writer->file(), writer->size()};
    }
  }
  Place older, newer;
};

/// Every file of the archive with its bytes.
std::map<std::string, std::string> contents_of(const fs::path& folder) {
  std::map<std::string, std::string> contents;
  for (const std::string& name : names_in(folder))
    contents[name] = testing::read_whole_file(folder / name);
  return contents;
}

TEST(WarcResumeTest, AnOwnerThatIsOlderThanTheArchiveIsRefusedAndNothingChanges) {
  for (const std::int64_t file_limit : {std::int64_t{1} << 30, std::int64_t{1}}) {
    const TempDir folder;
    const TwoCommits archive(folder.path(), file_limit);
    const auto before = contents_of(folder.path());
    WarcWriterOptions options;
    options.remedy = "say so";
    const auto opened =
        WarcWriter::open(folder.path(), options, archive.older.file, archive.older.offset);
    ASSERT_FALSE(opened);
    EXPECT_EQ(opened.error().code, ErrorCode::kStorage);
    EXPECT_THAT(opened.error().to_string(),
                HasSubstr("the archive is newer than what belongs to it"));
    EXPECT_THAT(opened.error().hint, HasSubstr("put the newer copy back; or say so"));
    EXPECT_TRUE(contents_of(folder.path()) == before);
    EXPECT_TRUE(WarcWriter::open(folder.path(), {}, archive.newer.file, archive.newer.offset));
  }
}

TEST(WarcResumeTest, AnOlderOwnerThatWantsToGoesOnInANewFile) {
  for (const std::int64_t file_limit : {std::int64_t{1} << 30, std::int64_t{1}}) {
    const TempDir folder;
    const TwoCommits archive(folder.path(), file_limit);
    const auto before = contents_of(folder.path());
    WarcWriterOptions options;
    options.set_aside = true;
    Place end;
    {
      auto writer =
          WarcWriter::open(folder.path(), options, archive.older.file, archive.older.offset)
              .value();
      ASSERT_TRUE(writer->write(simple_capture()));
      ASSERT_TRUE(writer->committed());
      end = {writer->file(), writer->size()};
      EXPECT_FALSE(before.contains(end.file));
      EXPECT_GT(end.file, archive.newer.file);
    }
    auto after = contents_of(folder.path());
    after["committed"] = before.at("committed");
    for (const auto& [name, bytes] : before) EXPECT_TRUE(after.at(name) == bytes) << name;
    EXPECT_EQ(open_writer(folder.path(), end.file, end.offset)->size(), end.offset);
    // Who changes his mind and puts the newer owner back is told, too.
    EXPECT_FALSE(WarcWriter::open(folder.path(), {}, archive.newer.file, archive.newer.offset));
  }
}

// A crash of an older owner leaves both: what it had committed, and what it had not.
TEST(WarcResumeTest, ACrashAfterAnOlderOwnerWentOnIsCutAsEver) {
  const TempDir folder;
  const TwoCommits archive(folder.path());
  WarcWriterOptions options;
  options.set_aside = true;
  Place end;
  {
    auto writer =
        WarcWriter::open(folder.path(), options, archive.older.file, archive.older.offset).value();
    ASSERT_TRUE(writer->write(simple_capture()));
    ASSERT_TRUE(writer->committed());
    end = {writer->file(), writer->size()};
    ASSERT_TRUE(writer->write(simple_capture()));
  }
  EXPECT_EQ(open_writer(folder.path(), end.file, end.offset)->file(), end.file);
  EXPECT_EQ(static_cast<std::int64_t>(fs::file_size(folder / end.file)), end.offset);
}

// As after an upgrade, or when somebody tidied the folder.
TEST(WarcResumeTest, WithoutAMarkNothingIsCut) {
  for (const std::string& mark :
       {std::string(), std::string("porthole-1 5\n"), std::string(512, ' '),
        "porthole-1 " + std::string(501, '0'), "porthole-1" + std::string(502, '-'),
        "porthole-1 -1" + std::string(499, ' '), "porthole-1 5x" + std::string(499, ' '),
        "porthole-1 " + std::string(501, '9')}) {
    const TempDir folder;
    const TwoCommits archive(folder.path());
    fs::remove(folder / "committed");
    if (!mark.empty()) testing::write_whole_file(folder / "committed", mark);
    const auto size = fs::file_size(folder / archive.newer.file);
    auto writer = open_writer(folder.path(), archive.older.file, archive.older.offset);
    ASSERT_TRUE(writer->write(simple_capture()));
    EXPECT_NE(writer->file(), archive.older.file);
    EXPECT_EQ(fs::file_size(folder / archive.newer.file), size);
  }
}

TEST(WarcResumeTest, TheMarkIsMadeAnewWhereTheOwnerKnowsTheEnd) {
  const TempDir folder;
  const TwoCommits archive(folder.path());
  fs::remove(folder / "committed");
  {
    auto writer = open_writer(folder.path(), archive.newer.file, archive.newer.offset);
    ASSERT_TRUE(writer->write(simple_capture("https://example.org/lost")));
  }
  EXPECT_EQ(open_writer(folder.path(), archive.newer.file, archive.newer.offset)->file(),
            archive.newer.file);
  EXPECT_EQ(static_cast<std::int64_t>(fs::file_size(folder / archive.newer.file)),
            archive.newer.offset);
}

TEST(WarcResumeTest, WhatIsNewerThanTheCommitAndCannotBeMeasuredOrRemovedIsSaid) {
  const TempDir folder;
  fs::permissions(folder.path(), fs::perms::all);
  Place end;
  std::string newer;
  {
    const testing::WithoutRights nobody;
    auto writer = open_writer(folder.path(), {}, 0, 1);
    ASSERT_TRUE(writer->write(simple_capture()));
    ASSERT_TRUE(writer->committed());
    end = {writer->file(), writer->size()};
    newer = writer->write(simple_capture()).value().file;
  }
  constexpr auto kNobodyWrites =
      fs::perms::owner_write | fs::perms::group_write | fs::perms::others_write;
  fs::permissions(folder.path(), kNobodyWrites, fs::perm_options::remove);
  {
    const testing::WithoutRights nobody;
    const auto opened = WarcWriter::open(folder.path(), {}, end.file, end.offset);
    ASSERT_FALSE(opened);
    EXPECT_THAT(opened.error().to_string(), HasSubstr("cannot remove the file"));
  }
  fs::permissions(folder.path(), fs::perms::all);
  ASSERT_TRUE(fs::remove(folder / newer));
  fs::create_symlink("nowhere", folder / newer);
  const auto opened = WarcWriter::open(folder.path(), {}, end.file, end.offset);
  ASSERT_FALSE(opened);
  EXPECT_THAT(opened.error().to_string(), HasSubstr("cannot measure the file"));
}

// As when the power goes: only the first mark is sure to be on disk.
TEST(WarcResumeTest, AMarkThatIsOlderThanTheCommitDoesNotCount) {
  const TempDir folder;
  Place end;
  std::string lost;
  {
    auto writer = open_writer(folder.path(), {}, 0, 1);
    ASSERT_TRUE(writer->write(simple_capture()));
    ASSERT_TRUE(writer->committed());
    ASSERT_TRUE(writer->write(simple_capture()));
    end = {writer->file(), writer->size()};
    lost = writer->write(simple_capture()).value().file;
  }
  EXPECT_EQ(open_writer(folder.path(), end.file, end.offset)->file(), end.file);
  EXPECT_FALSE(fs::exists(folder / lost));
}

// Names of others have no number that could be compared.
TEST(WarcResumeTest, AMarkInAFileOfAnotherNameIsTakenForNewer) {
  const TempDir folder;
  const TwoCommits archive(folder.path());
  std::string mark = "other.warc.gz 5";
  mark.resize(512, ' ');
  testing::write_whole_file(folder / "committed", mark);
  const auto opened = WarcWriter::open(folder.path(), {}, archive.older.file, archive.older.offset);
  ASSERT_FALSE(opened);
  EXPECT_THAT(opened.error().to_string(), HasSubstr("the archive is newer"));
}

TEST(WarcResumeTest, OneWriterHasTheFile) {
  const TempDir folder;
  const TwoCommits archive(folder.path());
  auto first = open_writer(folder.path(), archive.newer.file, archive.newer.offset);
  ASSERT_TRUE(first->write(simple_capture()));
  const auto before = contents_of(folder.path());
  const auto second = WarcWriter::open(folder.path(), {}, archive.newer.file, archive.newer.offset);
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, ErrorCode::kBusy);
  EXPECT_TRUE(contents_of(folder.path()) == before);
  EXPECT_EQ(redact_captures(folder.path(), {{archive.newer.file, 0}}).error().code,
            ErrorCode::kInvalid)
      << "the warcinfo does not belong to a page";
  const Place page = find_captures(folder.path(), [](std::string_view) { return true; })->front();
  EXPECT_EQ(redact_captures(folder.path(), {page}).error().code, ErrorCode::kBusy);
  first.reset();
  EXPECT_TRUE(WarcWriter::open(folder.path(), {}, archive.newer.file, archive.newer.offset));
}

TEST(WarcResumeTest, NothingIsWrittenToAFileThatSomebodyChangedRemovedOrReplaced) {
  const std::vector<std::function<void(const fs::path&)>> deeds = {
      [](const fs::path& file) { fs::resize_file(file, fs::file_size(file) + 1); },
      [](const fs::path& file) { fs::resize_file(file, 10); },
      [](const fs::path& file) { fs::remove(file); },
      [](const fs::path& file) {
        const std::string bytes = testing::read_whole_file(file);
        fs::remove(file);
        testing::write_whole_file(file, bytes);
      }};
  for (const auto& deed : deeds) {
    const TempDir folder;
    auto writer = open_writer(folder.path());
    ASSERT_TRUE(writer->write(simple_capture()));
    deed(folder / writer->file());
    const auto before = contents_of(folder.path());
    const auto written = writer->write(simple_capture());
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().code, ErrorCode::kStorage);
    EXPECT_THAT(written.error().message, HasSubstr("changed or removed"));
    EXPECT_TRUE(contents_of(folder.path()) == before);
  }
}

}  // namespace
}  // namespace porthole::archive
