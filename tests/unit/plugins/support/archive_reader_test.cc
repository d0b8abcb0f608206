// Archives in memory. They are written by libarchive's own writer; those of other programs are read
// by the tests of formats.

#include "plugins/support/archive_reader.h"

#include <archive.h>
#include <archive_entry.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <clocale>
#include <utility>
#include <vector>

namespace porthole {
namespace {

using ::testing::ElementsAre;
using Files = std::vector<std::pair<std::string, std::string>>;

la_ssize_t append(archive*, void* to, const void* bytes, size_t size) {
  static_cast<std::string*>(to)->append(static_cast<const char*>(bytes), size);
  return static_cast<la_ssize_t>(size);
}

/// An archive of `files`; `filters` are wrapped around it, the innermost first.
std::string packed(int format, const Files& files, const std::vector<int>& filters = {}) {
  std::string bytes;
  // The writer needs a locale that can hold the names. The reader has to do without.
  const locale_t utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);
  const locale_t previous = uselocale(utf8);
  archive* writer = archive_write_new();
  archive_write_set_format(writer, format);
  for (auto filter = filters.rbegin(); filter != filters.rend(); ++filter) {
    archive_write_add_filter(writer, *filter);
  }
  archive_write_set_options(writer, "hdrcharset=UTF-8");
  archive_write_set_bytes_in_last_block(writer, 1);
  EXPECT_EQ(archive_write_open(writer, &bytes, nullptr, append, nullptr), ARCHIVE_OK)
      << archive_error_string(writer);
  for (const auto& [name, body] : files) {
    archive_entry* entry = archive_entry_new();
    archive_entry_set_pathname(entry, name.c_str());
    archive_entry_set_size(entry, static_cast<la_int64_t>(body.size()));
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_entry_set_perm(entry, 0644);
    archive_entry_set_mtime(entry, 86'400, 0);
    archive_write_header(writer, entry);
    archive_write_data(writer, body.data(), body.size());
    archive_entry_free(entry);
  }
  archive_write_close(writer);
  archive_write_free(writer);
  uselocale(previous);
  freelocale(utf8);
  return bytes;
}

/// All that the reader makes of `bytes`, the reason of its end as a last name.
Files unpacked(const std::string& bytes, ArchiveKind kind = ArchiveKind::kAny,
               const ArchiveLimits& limits = {}) {
  Files files;
  try {
    ArchiveReader reader(bytes, kind, limits);
    while (const auto entry = reader.next()) {
      files.emplace_back(entry->name, reader.read().value_or("too large"));
    }
  } catch (const ArchiveError& error) {
    files.emplace_back("error", error.what());
  }
  return files;
}

const Files kTwo = {{"a.txt", "alpha"}, {"deep/b.txt", std::string(70'000, 'b')}};

struct Form {
  int format;
  std::vector<int> filters;
};

class ArchiveFormTest : public ::testing::TestWithParam<Form> {};

TEST_P(ArchiveFormTest, GivesEachEntryWithItsBytes) {
  EXPECT_EQ(unpacked(packed(GetParam().format, kTwo, GetParam().filters)), kTwo);
}

TEST_P(ArchiveFormTest, FindsAnEntryBehindOthersThatWereNotRead) {
  const std::string bytes = packed(GetParam().format, kTwo, GetParam().filters);
  EXPECT_EQ(read_archive_entry(bytes, "deep/b.txt", ArchiveKind::kAny), kTwo[1].second);
  EXPECT_EQ(read_archive_entry(bytes, "c.txt", ArchiveKind::kAny), std::nullopt);
}

INSTANTIATE_TEST_SUITE_P(
    Formats, ArchiveFormTest,
    ::testing::Values(Form{ARCHIVE_FORMAT_ZIP, {}}, Form{ARCHIVE_FORMAT_TAR_USTAR, {}},
                      Form{ARCHIVE_FORMAT_TAR_PAX_INTERCHANGE, {ARCHIVE_FILTER_GZIP}},
                      Form{ARCHIVE_FORMAT_TAR_GNUTAR, {ARCHIVE_FILTER_BZIP2}},
                      Form{ARCHIVE_FORMAT_TAR_USTAR, {ARCHIVE_FILTER_XZ}},
                      Form{ARCHIVE_FORMAT_TAR_USTAR, {ARCHIVE_FILTER_ZSTD}},
                      Form{ARCHIVE_FORMAT_TAR_USTAR, {ARCHIVE_FILTER_GZIP, ARCHIVE_FILTER_XZ}},
                      Form{ARCHIVE_FORMAT_7ZIP, {}}, Form{ARCHIVE_FORMAT_CPIO_SVR4_NOCRC, {}}));

TEST(ArchiveReaderTest, TellsWhatAnEntryIs) {
  const std::string bytes = packed(ARCHIVE_FORMAT_TAR_USTAR, {{"a.txt", "alpha"}, {"../up", ""}});
  ArchiveReader reader(bytes);
  const auto entry = reader.next();
  ASSERT_TRUE(entry);
  EXPECT_EQ(entry->bytes, 5);
  EXPECT_EQ(entry->modified, 86'400);
  EXPECT_TRUE(entry->is_file);
  EXPECT_FALSE(entry->is_encrypted);
  EXPECT_FALSE(reader.is_compressed());
  EXPECT_TRUE(reader.is_stream());
  EXPECT_EQ(reader.next()->name, "../up") << "a name, that leads nowhere";
}

TEST(ArchiveReaderTest, ReadsNamesOfAllScriptsWhateverTheLocale) {
  const Files files = {{"Übung/ёж.txt", "x"}};
  for (const int format :
       {ARCHIVE_FORMAT_ZIP, ARCHIVE_FORMAT_TAR_PAX_INTERCHANGE, ARCHIVE_FORMAT_7ZIP}) {
    EXPECT_EQ(unpacked(packed(format, files)), files) << format;
  }
}

TEST(ArchiveReaderTest, TakesOneCompressedFileForAnEntry) {
  const std::string bytes =
      packed(ARCHIVE_FORMAT_RAW, {{"a", "only words"}}, {ARCHIVE_FILTER_GZIP});
  ArchiveReader reader(bytes);
  ASSERT_TRUE(reader.next());
  EXPECT_TRUE(reader.is_single_file());
  EXPECT_EQ(reader.read(), "only words");
  EXPECT_FALSE(reader.next());
  EXPECT_FALSE(reader.next()) << "an end remains one";
}

TEST(ArchiveReaderTest, LeavesAnArchiveInACompressedFileAsItIsWhenTold) {
  const std::string zip = packed(ARCHIVE_FORMAT_ZIP, kTwo);
  const std::string bytes = packed(ARCHIVE_FORMAT_RAW, {{"a.zip", zip}}, {ARCHIVE_FILTER_XZ});
  ArchiveReader reader(bytes, ArchiveKind::kFile);
  ASSERT_TRUE(reader.next());
  EXPECT_EQ(reader.read(), zip);
}

TEST(ArchiveReaderTest, RefusesWhatIsNoArchive) {
  EXPECT_THAT(unpacked("only words\n"), ElementsAre(::testing::Pair("error", "no known archive")));
  EXPECT_THAT(unpacked("only words\n", ArchiveKind::kZip),
              ElementsAre(::testing::Pair("error", ::testing::Not(""))));
  const std::string tar = packed(ARCHIVE_FORMAT_TAR_USTAR, kTwo);
  EXPECT_THAT(unpacked(tar, ArchiveKind::kZip),
              ElementsAre(::testing::Pair("error", ::testing::Not(""))));
}

TEST(ArchiveReaderTest, SaysWhereADamagedArchiveEnds) {
  const std::string whole = packed(ARCHIVE_FORMAT_TAR_USTAR, kTwo, {ARCHIVE_FILTER_GZIP});
  const Files files = unpacked(whole.substr(0, whole.size() - 20));
  ASSERT_FALSE(files.empty());
  EXPECT_EQ(files.back().first, "error");
}

TEST(ArchiveReaderTest, SkipsAnEntryBeyondTheLimitAndReadsTheNext) {
  ArchiveLimits limits;
  limits.entry_bytes = 1000;
  const std::string bytes =
      packed(ARCHIVE_FORMAT_ZIP, {{"large", std::string(70'000, 'x')}, {"small", "s"}});
  EXPECT_THAT(unpacked(bytes, ArchiveKind::kZip, limits),
              ElementsAre(::testing::Pair("large", "too large"), ::testing::Pair("small", "s")));
}

TEST(ArchiveReaderTest, StopsAtWhatUnpacksToMoreThanTheWholeMay) {
  ArchiveLimits limits;
  limits.unpacked_bytes = 100'000;
  const Files files = {{"a", std::string(70'000, 'x')}, {"b", std::string(70'000, 'x')}};
  for (const int format : {ARCHIVE_FORMAT_ZIP, ARCHIVE_FORMAT_TAR_USTAR}) {
    EXPECT_THAT(unpacked(packed(format, files), ArchiveKind::kAny, limits),
                ElementsAre(files[0], ::testing::Pair("error", "unpacks to more than it may")));
  }
}

TEST(ArchiveReaderTest, CountsWhatIsPassedOverInACompressedArchive) {
  const std::string bomb =
      packed(ARCHIVE_FORMAT_TAR_USTAR, {{"zeros", std::string(20u << 20, '\0')}, {"b", "b"}},
             {ARCHIVE_FILTER_BZIP2});
  ArchiveReader reader(bomb);
  ASSERT_TRUE(reader.next());
  EXPECT_THROW(reader.next(), ArchiveError) << bomb.size() << " bytes";
}

TEST(ArchiveReaderTest, RefusesManyLayersOfCompression) {
  const std::string bytes = packed(ARCHIVE_FORMAT_TAR_USTAR, kTwo,
                                   {ARCHIVE_FILTER_GZIP, ARCHIVE_FILTER_GZIP, ARCHIVE_FILTER_GZIP});
  EXPECT_THAT(unpacked(bytes), ElementsAre(::testing::Pair("error", "compressed more than twice")));
}

TEST(ArchiveReaderTest, StopsAfterTooManyEntries) {
  ArchiveLimits limits;
  limits.entries = 1;
  EXPECT_THAT(unpacked(packed(ARCHIVE_FORMAT_TAR_USTAR, kTwo), ArchiveKind::kAny, limits),
              ElementsAre(kTwo[0], ::testing::Pair("error", "more than 1 entries")));
}

}  // namespace
}  // namespace porthole
