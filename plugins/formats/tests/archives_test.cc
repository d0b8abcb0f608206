// Archives, compressed files and packages, made by other programs.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>

#include "plugins/formats/tests/real_documents.h"
#include "tests/support/files.h"

namespace porthole::testing {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::IsSupersetOf;
using ::testing::SizeIs;

std::string without_dot(std::string path) { return path.starts_with("./") ? path.substr(2) : path; }

std::vector<std::string> paths(const Document& document) {
  std::vector<std::string> found = values_of(document, "member");
  std::transform(found.begin(), found.end(), found.begin(), without_dot);
  return found;
}

const Member* member_of(const Document& document, const std::string& path) {
  for (const Member& member : document.members) {
    if (without_dot(member.name) == path) return &member;
  }
  return nullptr;
}

struct Case {
  std::string file;
  std::string package;  ///< Makes it.
};

void PrintTo(const Case& one, std::ostream* out) { *out << one.file; }

std::string name_of(const ::testing::TestParamInfo<Case>& info) {
  std::string name = info.param.file;
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
}

class ArchiveTest : public ::testing::TestWithParam<Case> {
 protected:
  void SetUp() override { SKIP_WITHOUT_LIBRARY("archives", "libarchive-dev"); }
};

TEST_P(ArchiveTest, ListsItsFilesAndGivesThemAsPages) {
  const std::string file = "archives/" + GetParam().file;
  SKIP_WITHOUT(file, GetParam().package);
  const Document document = read_real({file});
  EXPECT_EQ(document.resource_class, "Archive");
  EXPECT_EQ(document.status_detail, "");
  const bool has_small_ones_alone = GetParam().file == "files.a";
  if (has_small_ones_alone) {
    EXPECT_THAT(paths(document), ElementsAre("stars.csv", "astrolabe.txt"));
  } else {
    EXPECT_THAT(paths(document),
                IsSupersetOf({"docs/astrolabe.txt", "stars.csv", "empty", "zażółć.txt"}));
    EXPECT_THAT(values_of(document, "members"), ElementsAre("4"));
    EXPECT_THAT(values_of(document, "unpackedBytes"), ElementsAre("177"));
    EXPECT_THAT(document.members, SizeIs(3)) << "an empty file does not become a member";
  }
  EXPECT_THAT(document.text, HasSubstr("stars.csv\n"));
  ASSERT_NE(member_of(document, "stars.csv"), nullptr);
  EXPECT_EQ(member_of(document, "stars.csv")->body, "star,magnitude\nMizar,2.2\nAlcor,4.0\n");
}

INSTANTIATE_TEST_SUITE_P(
    Formats, ArchiveTest,
    ::testing::Values(Case{"plain.tar", "tar"}, Case{"packed.tar.gz", "gzip"},
                      Case{"packed.tar.bz2", "bzip2"}, Case{"packed.tar.xz", "xz-utils"},
                      Case{"packed.tar.zst", "zstd"}, Case{"packed.tar.lzma", "xz-utils"},
                      Case{"packed.tar.lz4", "lz4"}, Case{"files.zip", "zip"},
                      Case{"files.7z", "p7zip-full"}, Case{"files.cpio", "cpio"},
                      Case{"files.a", "binutils"}, Case{"files.iso", "genisoimage"}),
    name_of);

class CompressedFileTest : public ::testing::TestWithParam<Case> {
 protected:
  void SetUp() override { SKIP_WITHOUT_LIBRARY("archives", "libarchive-dev"); }
};

TEST_P(CompressedFileTest, IsReadAsTheFileThatWasCompressed) {
  const std::string file = "archives/" + GetParam().file;
  SKIP_WITHOUT(file, GetParam().package);
  const Document document = read_real({file});
  EXPECT_EQ(document.resource_class, "Text");
  EXPECT_EQ(document.title, "Astrolabes");
  EXPECT_THAT(document.text, HasSubstr("where the stars stand"));
  ASSERT_THAT(document.links, SizeIs(1));
  EXPECT_EQ(document.links[0].url, "https://museum.example/astrolabes");
}

INSTANTIATE_TEST_SUITE_P(
    Formats, CompressedFileTest,
    ::testing::Values(Case{"astrolabe.txt.gz", "gzip"}, Case{"astrolabe.txt.bz2", "bzip2"},
                      Case{"astrolabe.txt.xz", "xz-utils"}, Case{"astrolabe.txt.zst", "zstd"},
                      Case{"astrolabe.txt.lzma", "xz-utils"}, Case{"astrolabe.txt.lz4", "lz4"}),
    name_of);

class ArchivesTest : public ::testing::Test {
 protected:
  void SetUp() override { SKIP_WITHOUT_LIBRARY("archives", "libarchive-dev"); }
};

TEST_F(ArchivesTest, TheSuffixBelowThatOfCompressionTellsWhoReads) {
  SKIP_WITHOUT("archives/stars.csv.gz", "gzip");
  const Document document = read_real({"archives/stars.csv.gz", "application/gzip"});
  EXPECT_EQ(document.resource_class, "Dataset");
  EXPECT_THAT(values_of(document, "column"), ElementsAre("star", "magnitude"));
}

TEST_F(ArchivesTest, AnArchiveInACompressedFileIsThatArchive) {
  SKIP_WITHOUT("archives/files.zip.gz", "zip");
  const Document document = read_real({"archives/files.zip.gz"});
  EXPECT_THAT(paths(document), Contains("stars.csv"));
  EXPECT_NE(member_of(document, "stars.csv"), nullptr);
}

TEST_F(ArchivesTest, AnArchiveInAnArchiveIsAMember) {
  SKIP_WITHOUT("archives/zipped.zip", "zip");
  const Document document = read_real({"archives/zipped.zip"});
  ASSERT_THAT(document.members, SizeIs(1));
  EXPECT_TRUE(document.members[0].body.starts_with("PK"));
}

TEST_F(ArchivesTest, WhatNobodyReadsIsNamed) {
  SKIP_WITHOUT("archives/true.gz", "gzip");
  const Document document = read_real({"archives/true.gz"});
  EXPECT_EQ(document.resource_class, "Archive");
  EXPECT_THAT(values_of(document, "member"), ElementsAre("true"));
}

TEST_F(ArchivesTest, EncryptedFilesAreListedAndNotRead) {
  SKIP_WITHOUT("archives/encrypted.zip", "zip");
  const Document document = read_real({"archives/encrypted.zip"});
  EXPECT_EQ(document.status, ParseStatus::kFallback);
  EXPECT_EQ(document.status_detail, "encrypted");
  EXPECT_THAT(paths(document), ElementsAre("stars.csv"));
  EXPECT_THAT(document.members, IsEmpty());
}

TEST_F(ArchivesTest, ADamagedArchiveGivesWhatStandsBeforeTheDamage) {
  SKIP_WITHOUT("archives/plain.tar", "tar");
  const std::string whole = read_whole_file(real_document("archives/plain.tar"));
  const Document document = read_bytes("http://a.test/plain.tar", "application/x-tar",
                                       whole.substr(0, whole.find("star,magnitude") + 10));
  EXPECT_EQ(document.status, ParseStatus::kFallback);
  EXPECT_THAT(document.status_detail, HasSubstr("stars.csv: Truncated"));
  EXPECT_NE(member_of(document, "docs/astrolabe.txt"), nullptr);
}

TEST_F(ArchivesTest, AZipWithoutItsEndIsReadFromItsBeginning) {
  SKIP_WITHOUT("archives/files.zip", "zip");
  const std::string whole = read_whole_file(real_document("archives/files.zip"));
  const Document document = read_bytes("http://a.test/files.zip", "application/zip",
                                       whole.substr(0, whole.find("PK\1\2")));
  EXPECT_NE(member_of(document, "stars.csv"), nullptr);
}

TEST_F(ArchivesTest, AnArchiveOfNothingIsOne) {
  SKIP_WITHOUT("archives/nothing.tar.bz2", "bzip2");
  const Document document = read_real({"archives/nothing.tar.bz2"});
  EXPECT_EQ(document.resource_class, "Archive");
  EXPECT_EQ(document.status_detail, "");
  EXPECT_THAT(values_of(document, "members"), ElementsAre("0"));
}

TEST_F(ArchivesTest, BombsAreNotUnpacked) {
  SKIP_WITHOUT("archives/bomb.bz2", "bzip2");
  const Document bz2 = read_real({"archives/bomb.bz2"});
  EXPECT_EQ(bz2.status, ParseStatus::kDamaged);
  EXPECT_THAT(bz2.status_detail, HasSubstr("unpacks to more than it may"));
  SKIP_WITHOUT("archives/bomb.zip", "zip");
  const Document zip = read_real({"archives/bomb.zip"});
  EXPECT_THAT(zip.members, IsEmpty());
  EXPECT_EQ(zip.members_cut, 1u);
}

TEST_F(ArchivesTest, WhatOnlyClaimsToBeAnArchiveIsNotTakenForOne) {
  const Document document =
      read_bytes("http://a.test/notes.gz", "application/gzip", "only words\n");
  EXPECT_NE(document.resource_class, "Archive");
}

class DebTest : public ::testing::TestWithParam<Case> {
 protected:
  void SetUp() override { SKIP_WITHOUT_LIBRARY("archives", "libarchive-dev"); }
};

TEST_P(DebTest, SaysWhatItsControlFileSays) {
  const std::string file = "archives/" + GetParam().file;
  SKIP_WITHOUT(file, "dpkg-deb");
  const Document document = read_real({file});
  EXPECT_EQ(document.status_detail, "");
  EXPECT_EQ(document.resource_class, "SoftwarePackage");
  EXPECT_EQ(document.title, "astrolabe - positions of the stars");
  EXPECT_EQ(document.description, "positions of the stars");
  EXPECT_THAT(document.text,
              HasSubstr("Computes where a star stands at a given hour.\nCatalogues"));
  EXPECT_THAT(values_of(document, "packageId"), ElementsAre("astrolabe"));
  EXPECT_THAT(values_of(document, "version"), ElementsAre("1.2-3"));
  EXPECT_THAT(values_of(document, "architecture"), ElementsAre("all"));
  EXPECT_THAT(values_of(document, "maintainer"), ElementsAre("Ada Brahe <ada@museum.example>"));
  EXPECT_THAT(values_of(document, "keyword"), ElementsAre("science"));
  EXPECT_THAT(values_of(document, "dependsOn"),
              ElementsAre("libc6", "python3 (>= 3.9)", "stars-data | planets-data"));
  EXPECT_THAT(values_of(document, "homepage"), ElementsAre("https://museum.example/astrolabe"));
  EXPECT_THAT(document.links,
              Contains(::testing::Field(&Link::url, "https://museum.example/astrolabe")));
  EXPECT_THAT(paths(document), ElementsAre("usr/share/doc/astrolabe/README"));
  ASSERT_THAT(document.members, SizeIs(1));
  EXPECT_THAT(document.members[0].body, HasSubstr("Astrolabes"));
}

INSTANTIATE_TEST_SUITE_P(Compressions, DebTest,
                         ::testing::Values(Case{"astrolabe.deb", ""},
                                           Case{"astrolabe_zst.deb", ""}),
                         name_of);

class PackagesTest : public ::testing::Test {
 protected:
  void SetUp() override { SKIP_WITHOUT_LIBRARY("archives", "libarchive-dev"); }
};

TEST_F(PackagesTest, AnRpmSaysWhatItsHeaderSays) {
  SKIP_WITHOUT("archives/astrolabe.rpm", "rpm");
  const Document document = read_real({"archives/astrolabe.rpm"});
  EXPECT_EQ(document.status_detail, "");
  EXPECT_EQ(document.resource_class, "SoftwarePackage");
  EXPECT_EQ(document.title, "astrolabe - Positions of the stars");
  EXPECT_THAT(document.text, HasSubstr("Computes where a star stands"));
  EXPECT_THAT(values_of(document, "version"), ElementsAre("1.2-3"));
  EXPECT_THAT(values_of(document, "architecture"), ElementsAre("noarch"));
  EXPECT_THAT(values_of(document, "maintainer"), ElementsAre("Ada Brahe <ada@museum.example>"));
  EXPECT_THAT(values_of(document, "publisher"), ElementsAre("Museum of Instruments"));
  EXPECT_THAT(values_of(document, "rights"), ElementsAre("GPL-3.0-or-later"));
  EXPECT_THAT(values_of(document, "dependsOn"), ElementsAre("python3"));
  EXPECT_THAT(values_of(document, "homepage"), ElementsAre("https://museum.example/astrolabe"));
  EXPECT_THAT(paths(document), ElementsAre("usr/share/doc/astrolabe/README"));
}

TEST_F(PackagesTest, ADamagedRpmIsToldOf) {
  SKIP_WITHOUT("archives/astrolabe.rpm", "rpm");
  std::string rpm = read_whole_file(real_document("archives/astrolabe.rpm"));
  // The count of the entries of the first header.
  rpm.replace(96 + 8, 4, "\xFF\xFF\xFF\xFF");
  const Document document = read_bytes("http://a.test/a.rpm", "application/x-rpm", rpm);
  EXPECT_EQ(document.status, ParseStatus::kFallback);
  EXPECT_EQ(document.status_detail, "damaged header");
}

TEST_F(PackagesTest, AJarSaysWhatItsManifestSays) {
  SKIP_WITHOUT("archives/commons-cli.jar", "libcommons-cli-java");
  for (const std::string url : {"http://a.test/commons-cli.jar", "http://a.test/download?id=1"}) {
    const Document document =
        read_bytes(url, "application/octet-stream",
                   read_whole_file(real_document("archives/commons-cli.jar")));
    EXPECT_EQ(document.resource_class, "SoftwarePackage");
    EXPECT_THAT(document.title, HasSubstr("Apache Commons CLI"));
    EXPECT_THAT(values_of(document, "packageId"), ElementsAre("org.apache.commons.cli"));
    EXPECT_THAT(values_of(document, "version"), ElementsAre(HasSubstr("1.")));
    EXPECT_THAT(values_of(document, "publisher"), ElementsAre("Apache Software Foundation"));
    EXPECT_THAT(values_of(document, "className"),
                AllOf(Contains("org.apache.commons.cli.HelpFormatter"),
                      ::testing::Not(Contains(HasSubstr("$")))));
    EXPECT_THAT(values_of(document, "packageName"), ElementsAre("org.apache.commons.cli"));
    EXPECT_THAT(paths(document), Contains("META-INF/MANIFEST.MF"));
  }
}

}  // namespace
}  // namespace porthole::testing
