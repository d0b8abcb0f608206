// Each kind of damage that a check can find, and a stop in the middle of one.

#include "operations/integrity/integrity.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include "archive/gzip_member.h"
#include "archive/redaction.h"
#include "archive/warc_reader.h"
#include "tests/support/flipped_posting.h"
#include "tests/support/warc_text.h"
#include "tests/unit/operations/small_collection.h"

namespace porthole::operations {
namespace {

namespace fs = std::filesystem;
using ::testing::IsEmpty;

IntegrityOptions parsing(std::int64_t pages) {
  IntegrityOptions options;
  options.parsed_pages = pages;
  return options;
}

class IntegrityTest : public SmallCollection {
 protected:
  /// Puts another record over the one at `offset`, as large as that.
  void replace_record(std::int64_t offset, std::string_view text) const {
    const fs::path path = archive_file();
    const auto reader = archive::WarcReader::open(path).value();
    reader->seek(offset);
    const auto size = static_cast<std::size_t>(reader->next().value()->stored_size);
    archive::GzipMemberWriter writer;
    std::string member;
    writer.append({text}, archive::Compression::kFast, member);
    std::string bytes = testing::read_whole_file(path);
    bytes.replace(static_cast<std::size_t>(offset), size, archive::stretched_member(member, size));
    testing::write_whole_file(path, bytes);
  }
  std::int64_t offset_of(int page) const {
    const auto opened =
        repository::open_sqlite(file("repository.db"), repository::Access::kRead).value();
    return opened->pages().get(page).value()->archive_offset;
  }
  /// The URL of the page with this id.
  std::string url_of(int id) const {
    const auto opened =
        repository::open_sqlite(file("repository.db"), repository::Access::kRead).value();
    return opened->urls().get(id).value()->href;
  }
};

TEST_F(IntegrityTest, ASoundCollectionHasNoFindings) {
  const Integrity integrity = check();
  EXPECT_THAT(integrity.findings, IsEmpty());
  EXPECT_TRUE(integrity.is_sound());
  EXPECT_EQ(integrity.parsed, kPages);
  EXPECT_EQ(check(parsing(0)).parsed, 0);
  EXPECT_LT(check(parsing(2)).parsed, kPages);
}

// --- The repository ------------------------------------------------------------------------------

TEST_F(IntegrityTest, WithoutARepositoryAndAnArchiveThereIsNothingToFind) {
  fs::remove(file("repository.db"));
  fs::remove_all(file("archive"));
  fs::remove_all(file("index"));
  EXPECT_TRUE(check().is_sound());
}

TEST_F(IntegrityTest, AnArchiveWithoutARepositoryIsAFault) {
  fs::remove(file("repository.db"));
  EXPECT_TRUE(has(check(), "repository", "there is an archive, and no repository"));
}

TEST_F(IntegrityTest, AFileThatIsNotADatabaseIsAFault) {
  testing::write_whole_file(file("repository.db"), std::string(9000, 'x'));
  EXPECT_FALSE(check().repository_is_sound);
}

TEST_F(IntegrityTest, AServerThatDoesNotAnswerIsAnError) {
  std::string text = testing::read_whole_file(file("porthole.xml"));
  text.replace(text.find("<network>"), 0, "<storage url=\"postgresql://127.0.0.1:1/nothing\"/>");
  testing::write_whole_file(file("porthole.xml"), text);
  EXPECT_FALSE(try_check());
}

TEST_F(IntegrityTest, ARepositoryWithoutTablesIsAFault) {
  fs::remove(file("repository.db"));
  testing::write_whole_file(file("repository.db"), "");
  EXPECT_TRUE(has(check(), "repository", "it has no tables"));
}

TEST_F(IntegrityTest, ARepositoryOfABuildBeforeTheFirstReleaseIsBuiltAgain) {
  change("UPDATE meta SET name = 'version', value = '8' WHERE name = 'schema'");
  const Integrity integrity = check();
  EXPECT_TRUE(has(integrity, "repository", "before the first release"));
  EXPECT_FALSE(integrity.repository_is_sound);
}

TEST_F(IntegrityTest, RowsThatDoNotFitAreFaults) {
  change(
      "PRAGMA foreign_keys = OFF; DELETE FROM url WHERE id = 1; UPDATE url SET state = 1 WHERE id "
      "NOT IN (SELECT id FROM page); DELETE FROM page_text WHERE id = 2;"
      "INSERT INTO page_block VALUES (888, 0, x'01');"
      "INSERT INTO page_failure VALUES (888, 1, 0, 0, 0, 0);"
      "INSERT INTO page_property VALUES (888, 0, 'n', 'v', 0);"
      "INSERT INTO link (source, position, target, element) VALUES (3, 999, 777777, 0);"
      "INSERT INTO summary (page, serial, href) VALUES (999, 999, 'http://a.test/x')");
  const Integrity integrity = check();
  EXPECT_TRUE(has(integrity, "repository", "is a page without a URL"));
  EXPECT_TRUE(has(integrity, "repository", "page 888 is not a page and has blocks"));
  EXPECT_TRUE(has(integrity, "repository", "page 888 is not a page and has properties"));
  EXPECT_TRUE(has(integrity, "repository", "page 888 is not a page and has failures"));
  EXPECT_TRUE(has(integrity, "repository", "has no text"));
  EXPECT_TRUE(has(integrity, "repository", "has links to a URL that is not there"));
  EXPECT_TRUE(has(integrity, "repository", "has a summary and is not a page"));
  EXPECT_FALSE(integrity.repository_is_sound);
}

TEST_F(IntegrityTest, ATableOrColumnThatIsGoneIsAFault) {
  for (const char* table :
       {"url", "page", "page_text", "page_block", "page_property", "link", "summary",
        "page_failure", "page_importance", "host", "term", "run", "run_option", "closed_link",
        "plugin", "score", "page_visit", "distillation", "page_change"}) {
    put_back();
    change(std::string("DROP TABLE ") + table);
    const Integrity integrity = check();
    EXPECT_FALSE(integrity.repository_is_sound) << table;
    EXPECT_TRUE(has(integrity, "repository", table)) << table;
  }
  put_back();
  change("ALTER TABLE page DROP COLUMN etag");
  EXPECT_TRUE(has(check(), "repository", "etag"));
}

TEST_F(IntegrityTest, AUrlIsNamedInAFindingThoughItsKeyHoldsOddBytes) {
  change("UPDATE url SET key = x'41ff', state = 0 WHERE id = 2");
  EXPECT_TRUE(has(check(), "repository", "A\xff is a page, and its URL is not in the state"));
}

TEST_F(IntegrityTest, APageThatWasNotArchivedIsNotMissed) {
  change("UPDATE page SET archive_file = '', archive_offset = 0 WHERE id = 2");
  const Integrity integrity = check();
  EXPECT_TRUE(integrity.is_sound());
  EXPECT_EQ(integrity.pages, kPages);
  EXPECT_EQ(integrity.parsed, kPages - 1);
}

TEST_F(IntegrityTest, PagesThatOthersParseMayDifferAfterANewVersion) {
  const auto found = [&](const std::string& type) {
    change("UPDATE page SET media_type = '" + type + "', description = 'Other' WHERE id = 2");
    return check();
  };
  for (const char* ours : {"text/html", "application/xhtml+xml", "text/plain"})
    EXPECT_FALSE(found(ours).repository_is_sound) << ours;
  const Integrity others = found("application/pdf");
  EXPECT_TRUE(others.repository_is_sound);
  EXPECT_TRUE(has(others, "repository", "another description than a fresh parse"));
}

TEST_F(IntegrityTest, EachPartOfAPageThatDiffersIsNamed) {
  // The third byte behind the version is the kind of the first block (repository/block_blob.h).
  change(
      "UPDATE page SET title = 'Other', description = 'Other' WHERE id = 2;"
      "UPDATE page_text SET text = 'Other' WHERE id = 3;"
      "UPDATE page_block SET blocks = substr(CAST(blocks AS BLOB), 1, 3) || x'05' ||"
      " substr(CAST(blocks AS BLOB), 5) WHERE page = 4");
  const Integrity integrity = check();
  EXPECT_FALSE(integrity.repository_is_sound);
  EXPECT_TRUE(has(integrity, "repository", url_of(2) + " is stored with another title, desc"));
  EXPECT_TRUE(has(integrity, "repository", url_of(3) + " is stored with another text than"));
  EXPECT_TRUE(has(integrity, "repository", url_of(4) + " is stored with another blocks than"));
  EXPECT_EQ(integrity.findings.size(), 3u);
}

TEST_F(IntegrityTest, PagesOfTextAloneAreCompared) {
  change("UPDATE page SET parse_status = 1, title = 'Other' WHERE id = 2");
  const Integrity integrity = check();
  EXPECT_EQ(integrity.parsed, kPages);
  EXPECT_TRUE(has(integrity, "repository", url_of(2) + " is stored with another title than"));
}

TEST_F(IntegrityTest, AnotherProgramsPagesMayDiffer) {
  replace_record(0,
                 testing::warc_record("warcinfo", "", "application/warc-fields", "format: W\r\n"));
  change("UPDATE page SET title = 'Other' WHERE id = 2; DELETE FROM page_block WHERE page = 3");
  const Integrity integrity = check();
  EXPECT_TRUE(integrity.repository_is_sound);
  EXPECT_TRUE(has(integrity, "repository", "another title than a fresh parse"));
  EXPECT_TRUE(has(integrity, "repository", "another blocks than a fresh parse"));
}

TEST_F(IntegrityTest, OfManyPagesThatMayDifferTwentyAreNamed) {
  change("UPDATE page SET media_type = 'application/pdf', title = 'Other'");
  EXPECT_EQ(check().findings.size(), 20u);
}

TEST_F(IntegrityTest, OfManyFaultsTwentyAreNamed) {
  change("DELETE FROM page_text");
  const Integrity integrity = check();
  EXPECT_EQ(integrity.findings.size(), 21u);
  EXPECT_TRUE(has(integrity, "repository", "4 more of this part are not listed"));
}

// --- The archive ---------------------------------------------------------------------------------

TEST_F(IntegrityTest, ARecordOfAnotherPageIsAFaultOfTheRepository) {
  change(
      "UPDATE page SET archive_offset = (SELECT archive_offset FROM page WHERE id = 3) WHERE id = "
      "2;"
      "DELETE FROM page WHERE id = 3");
  EXPECT_TRUE(has(check(), "repository", " is of http://a.test/"));
}

TEST_F(IntegrityTest, ARecordThatIsNotAnAnswerIsAFaultOfTheRepository) {
  replace_record(offset_of(2), testing::warc_record("metadata", url_of(2), "text/plain", "x"));
  EXPECT_TRUE(has(check(), "repository", " is not an answer but of the type metadata"));
}

// As on a full disk: the archive comes first.
TEST_F(IntegrityTest, ARemovalThatDidNotEndIsToldWithTheCommandThatEndsIt) {
  ASSERT_TRUE(archive::redact_captures(file("archive"),
                                       {{archive_file().filename().string(), offset_of(2)}}));
  EXPECT_TRUE(
      has(check(), "repository", url_of(2) + " is out of the archive: its removal did not end"));
}

TEST_F(IntegrityTest, AnAnswerOfAnotherProtocolIsNotCompared) {
  replace_record(offset_of(2), testing::warc_record("response", url_of(2), "text/dns", "x"));
  const Integrity integrity = check();
  EXPECT_TRUE(integrity.is_sound());
  EXPECT_EQ(integrity.parsed, kPages - 1);
}

TEST_F(IntegrityTest, ARecordWithoutAnHttpAnswerIsAFaultOfTheArchive) {
  replace_record(offset_of(2), testing::warc_response(url_of(2), "not HTTP"));
  EXPECT_TRUE(has(check(), "archive", "holds no HTTP answer"));
}

TEST_F(IntegrityTest, ARecordThatIsNotWhatItsHeadSaysIsAFaultOfTheArchive) {
  const std::string damaged = "HTTP/1.1 200 OK\r\n\r\n" + html_of(url_of(2));
  replace_record(offset_of(2),
                 testing::warc_response(url_of(2), damaged, "WARC-Block-Digest: sha1:OTHER\r\n"));
  const Integrity integrity = check();
  EXPECT_TRUE(has(integrity, "archive", "has not the digest that its head states"));
  EXPECT_TRUE(has(integrity, "archive", url_of(2) + " has no record at"));
  EXPECT_TRUE(integrity.repository_is_sound);
  EXPECT_EQ(integrity.parsed, kPages - 1);
}

TEST_F(IntegrityTest, ARecordThatIsTooLargeToBeReadIsNotCompared) {
  constexpr std::size_t kPiece = 64 << 20;  // Four of them are read.
  const std::string zeros(kPiece, '0');
  archive::GzipMemberWriter writer;
  std::string member;
  writer.append({"WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: " + url_of(2) +
                     "\r\nContent-Type: application/http\r\nContent-Length: " +
                     std::to_string(5 * kPiece) + "\r\n\r\n",
                 zeros, zeros, zeros, zeros, zeros, "\r\n\r\n"},
                archive::Compression::kFast, member);
  testing::write_whole_file(file("archive") / "000.warc.gz", member);
  change("UPDATE page SET archive_file = '000.warc.gz', archive_offset = 0 WHERE id = 2");
  const Integrity integrity = check();
  EXPECT_TRUE(integrity.is_sound());
  EXPECT_EQ(integrity.parsed, kPages - 1);
}

TEST_F(IntegrityTest, AnAnswerThatNoParserReadsNowIsPassedOver) {
  replace_record(offset_of(2), testing::warc_response(
                                   url_of(2), "HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\n" +
                                                  html_of(url_of(2))));
  const Integrity integrity = check();
  EXPECT_TRUE(integrity.is_sound());
  EXPECT_EQ(integrity.passed_over, 1);
}

TEST_F(IntegrityTest, ARecordWhoseBodyCannotBeDecodedHasOtherContent) {
  replace_record(
      offset_of(2),
      testing::warc_response(url_of(2), "HTTP/1.1 200 OK\r\nContent-Encoding: zstd\r\n\r\nx"));
  EXPECT_TRUE(has(check(), "repository", "has another content than the page"));
}

TEST_F(IntegrityTest, TheUrlOfARecordIsReadAsOne) {
  replace_record(offset_of(2),
                 testing::warc_response("HTTP://A.TEST:80" + url_of(2).substr(13), "not HTTP"));
  EXPECT_TRUE(has(check(), "archive", "holds no HTTP answer"));
  replace_record(offset_of(3), testing::warc_response("not a URL", "not HTTP"));
  EXPECT_TRUE(has(check(), "repository", " is of not a URL"));
}

TEST_F(IntegrityTest, AnAnswerThatNoServerGivesIsPassedOver) {
  replace_record(offset_of(2),
                 testing::warc_response(url_of(2), "HTTP/1.1 99 Odd\r\n\r\n" + html_of(url_of(2))));
  replace_record(offset_of(3), testing::warc_response(
                                   "not a URL", "HTTP/1.1 200 OK\r\n\r\n" + html_of(url_of(3))));
  change("UPDATE url SET href = 'not a URL' WHERE id = 3");
  const Integrity integrity = check();
  EXPECT_EQ(integrity.passed_over, 2);
  EXPECT_EQ(integrity.parsed, kPages - 2);
}

// A crawl may write meanwhile.
TEST_F(IntegrityTest, PagesThatChangeMeanwhileArePassedOver) {
  bool is_changed = false;
  IntegrityOptions options;
  options.progress = [&](const std::string& part, std::int64_t, std::int64_t) {
    if (part != "archive" || std::exchange(is_changed, true)) return;
    change(
        "UPDATE page SET archive_file = 'other' WHERE id = 2; DELETE FROM page WHERE id = 3;"
        "UPDATE page SET archive_offset = archive_offset + 1 WHERE id = 4;"
        "UPDATE page SET parse_status = 2 WHERE id = 5; DELETE FROM summary WHERE page = 6");
  };
  EXPECT_EQ(check(options).passed_over, 4);
}

TEST_F(IntegrityTest, WithoutParsersNoPageIsParsedAgain) {
  const char* const before = std::getenv("PORTHOLE_PARSER");
  const std::string kept = before != nullptr ? before : "";
  ::setenv("PORTHOLE_PARSER", "/nowhere/porthole-parser", 1);
  const Integrity integrity = check();
  if (before != nullptr) {
    ::setenv("PORTHOLE_PARSER", kept.c_str(), 1);
  } else {
    ::unsetenv("PORTHOLE_PARSER");
  }
  EXPECT_TRUE(has(integrity, "repository", "no page was parsed again"));
  EXPECT_TRUE(integrity.is_sound());
}

TEST_F(IntegrityTest, APageThatWasCutIsComparedAsFarAsItGoes) {
  change("UPDATE page SET truncated = 1 WHERE id = 2");
  EXPECT_TRUE(check().is_sound());
}

// Its record is looked for elsewhere by its URL and its content.
TEST_F(IntegrityTest, OnlyARecordWithTheSameContentIsThePages) {
  change("UPDATE page SET archive_offset = archive_offset + 1 WHERE id IN (2, 3)");
  replace_record(offset_of(4), testing::warc_response(url_of(2), "not HTTP"));
  change("UPDATE page SET digest = 'sha1:X' WHERE id = 3");
  const Integrity integrity = check();
  EXPECT_TRUE(has(integrity, "repository", url_of(2) + ": its record is at"));
  EXPECT_TRUE(has(integrity, "archive", url_of(3) + " has no record"));
}

TEST_F(IntegrityTest, OfTwoRecordsOfAPageTheFirstIsTold) {
  const std::int64_t first = std::min(offset_of(2), offset_of(20));
  replace_record(offset_of(20),
                 testing::warc_response(url_of(2), "HTTP/1.1 200 OK\r\n\r\n" + html_of(url_of(2))));
  change(
      "UPDATE page SET archive_offset = archive_offset + 1 WHERE id IN (2, 21);"
      "UPDATE page SET digest = 'sha1:X' WHERE id = 21");
  const Integrity integrity = check();
  EXPECT_TRUE(has(integrity, "repository", url_of(2) + ": its record is at"));
  EXPECT_TRUE(has(integrity, "repository", "byte " + std::to_string(first) + ", and not at"));
  EXPECT_FALSE(has(integrity, "archive", url_of(2) + " has no record"));
}

// A page inside of another has the other's record.
TEST_F(IntegrityTest, ARecordIsFoundForOnePageOfItsUrl) {
  change(
      "CREATE TEMP TABLE u AS SELECT * FROM url WHERE id = 2;"
      "CREATE TEMP TABLE p AS SELECT * FROM page WHERE id = 2;"
      "UPDATE u SET id = 900, key = key || '#one', href = href || '#one';"
      "UPDATE p SET id = 900, archive_offset = archive_offset + 2;"
      "INSERT INTO url SELECT * FROM u; INSERT INTO page SELECT * FROM p;"
      "UPDATE page SET archive_offset = archive_offset + 1 WHERE id = 2");
  const Integrity integrity = check();
  EXPECT_TRUE(has(integrity, "repository", "its record is at"));
  EXPECT_TRUE(has(integrity, "archive", "has no record at"));
}

TEST_F(IntegrityTest, APageInsideOfAnotherIsParsedFromTheOthersRecord) {
  change("UPDATE url SET key = key || '#one', href = href || '#one' WHERE id = 2");
  EXPECT_GT(check().records, 0);
}

// --- Summaries and the index ---------------------------------------------------------------------

TEST_F(IntegrityTest, SummariesThatAreMissingOrOfAnotherPageAreFaults) {
  change(
      "UPDATE summary SET href = 'http://a.test/other' WHERE page = 2;"
      "UPDATE summary SET removed = 1 WHERE page = 3");
  const Integrity integrity = check();
  EXPECT_TRUE(
      has(integrity, "summaries", "http://a.test/other is the URL of the summary of another"));
  EXPECT_TRUE(has(integrity, "summaries", "has no summary"));
}

TEST_F(IntegrityTest, AnEndOfTheArchiveThatIsNotANumberIsAFault) {
  change("UPDATE meta SET value = '12x' WHERE name = 'archive_size'");
  EXPECT_TRUE(has(check(), "repository", "no valid size of the archive: 12x"));
}

TEST_F(IntegrityTest, AnIndexThatIsAheadOfTheRepositoryIsAFault) {
  change("UPDATE summary SET serial = serial - 1000000");
  EXPECT_TRUE(has(check(), "index", "it has summaries that the repository does not have"));
}

TEST_F(IntegrityTest, AnIndexWithoutItsStateIsAFault) {
  for (const auto& entry : fs::directory_iterator(file("index"))) {
    if (entry.path().filename() != "iamglass") fs::remove(entry.path());
  }
  const Integrity integrity = check();
  EXPECT_FALSE(integrity.index_is_sound);
  EXPECT_FALSE(integrity.index_is_compared);
}

TEST_F(IntegrityTest, AFileInThePlaceOfTheIndexIsAFault) {
  fs::remove_all(file("index"));
  testing::write_whole_file(file("index"), "");
  EXPECT_TRUE(has(check(), "index", "it is a file, and not a folder"));
}

TEST_F(IntegrityTest, AFolderInThePlaceOfTheRepositoryIsAFault) {
  fs::remove(file("repository.db"));
  fs::create_directory(file("repository.db"));
  EXPECT_TRUE(has(check(), "repository", "the repository is a folder, and not a file"));
}

TEST_F(IntegrityTest, AnIndexWithADamagedTableIsAFault) {
  const fs::path table = file("index") / "termlist.glass";
  std::string bytes = testing::read_whole_file(table);
  constexpr std::size_t kEntries = 1000;  // At the end of the block; its head is sound.
  bytes.replace(bytes.size() - kEntries, kEntries, kEntries, '\xAA');
  testing::write_whole_file(table, bytes);
  const Integrity integrity = check();
  EXPECT_FALSE(integrity.index_is_sound);
  EXPECT_EQ(integrity.documents, kPages) << "its state could be read";
  EXPECT_TRUE(integrity.summaries_are_sound);
}

TEST_F(IntegrityTest, AnIndexWithoutDigestsIsSoundAndNotCompared) {
  EXPECT_TRUE(check().index_is_compared);
  fs::remove(file("index") / "porthole.digests");
  const Integrity integrity = check();
  EXPECT_THAT(integrity.findings, IsEmpty());
  EXPECT_TRUE(integrity.index_is_sound);
  EXPECT_FALSE(integrity.index_is_compared);
}

TEST_F(IntegrityTest, WithoutAnIndexThereIsNothingToFind) {
  fs::remove_all(file("index"));
  EXPECT_TRUE(check().is_sound());
}

// --- In the middle -------------------------------------------------------------------------------

TEST_F(IntegrityTest, StopsWhereverItIsToldTo) {
  int calls = 0;
  const auto stop_at = [&](int call) {
    std::atomic<bool> stop = call == 0;
    calls = 0;
    IntegrityOptions options;
    options.stop = &stop;
    options.progress = [&](const std::string&, std::int64_t, std::int64_t) {
      if (++calls == call) stop = true;
    };
    return check(options);
  };
  const int all = [&] {
    stop_at(-1);
    return calls;
  }();
  EXPECT_GT(all, 3 * kPages);
  for (int call = 0; call < all; call += 15) EXPECT_TRUE(stop_at(call).stopped) << call;
  change("UPDATE page SET archive_offset = archive_offset + 1 WHERE id = 2");
  for (int call = 1; call < all; call += 15) EXPECT_TRUE(stop_at(call).stopped) << call;
}

}  // namespace
}  // namespace porthole::operations
