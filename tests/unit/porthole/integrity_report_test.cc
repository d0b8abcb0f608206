// A user and a program read these lines about the integrity of a collection.

#include "porthole/show/integrity_report.h"

#include <signal.h>

#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "base/json/json.h"
#include "tests/unit/operations/small_collection.h"

namespace porthole::cli {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

std::string printed(const operations::Integrity& integrity, bool in_json = false) {
  const Common common{.json = in_json};
  ::testing::internal::CaptureStdout();
  print_integrity(integrity, "my web", common);
  return ::testing::internal::GetCapturedStdout();
}

operations::Integrity of_two_pages() {
  operations::Integrity integrity;
  integrity.pages = integrity.summaries = integrity.documents = 2;
  integrity.parsed = 1;
  integrity.records = 1234;
  return integrity;
}

operations::Integrity with_findings() {
  operations::Integrity integrity = of_two_pages();
  operations::found_fault(integrity.findings, "archive", "a record is cut", "put the file back");
  operations::found_warning(integrity.findings, "repository", "it has version 7", "migrate it");
  integrity.archive_is_sound = false;
  return integrity;
}

TEST(IntegrityReportTest, ASoundCollectionIsOneSentence) {
  operations::Integrity integrity = of_two_pages();
  EXPECT_EQ(printed(integrity),
            "my web is sound: 2 pages (1 parsed again), 1,234 records of the archive, 2 summaries, "
            "2 documents of the index\n");
  integrity.pages = integrity.summaries = integrity.documents = integrity.records = 1;
  EXPECT_EQ(printed(integrity),
            "my web is sound: 1 page (1 parsed again), 1 record of the archive, 1 summary, 1 "
            "document of the index\n");
}

TEST(IntegrityReportTest, AnIndexThatWasNotComparedIsSaidToBeOneAfterTheVerdict) {
  operations::Integrity integrity = of_two_pages();
  integrity.index_is_compared = false;
  EXPECT_EQ(printed(integrity),
            "my web is sound: 2 pages (1 parsed again), 1,234 records of the archive, 2 summaries, "
            "2 documents of the index\n"
            "the files of the index were not compared with what was written, since it has no "
            "digests of them; the next porthole index or update writes them\n");
  operations::found_warning(integrity.findings, "index", "it may not be written",
                            "check its rights");
  EXPECT_THAT(printed(integrity), Not(HasSubstr("digests"))) << "the warning says why";
}

TEST(IntegrityReportTest, EachFindingStandsAboveItsRemedyAndBeforeTheVerdict) {
  EXPECT_EQ(printed(with_findings()),
            "archive: a record is cut\n  put the file back\n"
            "repository: it has version 7\n  migrate it\n"
            "my web is damaged\n");
}

TEST(IntegrityReportTest, ACheckThatWasStoppedIsNotCalledSound) {
  operations::Integrity integrity = with_findings();
  integrity.stopped = true;
  EXPECT_EQ(printed(integrity),
            "archive: a record is cut\n  put the file back\n"
            "repository: it has version 7\n  migrate it\n"
            "not all of my web was checked\n");
}

TEST(IntegrityReportTest, AFindingCannotSendACommandToTheTerminal) {
  operations::Integrity integrity;
  operations::found_fault(integrity.findings, "archive", "http://a.test/\x1b[2J", "a\x1b[2Jb");
  EXPECT_EQ(printed(integrity).find('\x1b'), std::string::npos);
}

TEST(IntegrityReportTest, AProgramGetsALineForEachFindingAndOneForTheWhole) {
  std::vector<json> lines;
  std::istringstream text(printed(with_findings(), true));
  for (std::string line; std::getline(text, line);) lines.push_back(json::parse(line));
  EXPECT_THAT(lines, ElementsAre(json{{"check", "archive"},
                                      {"level", "fault"},
                                      {"what", "a record is cut"},
                                      {"remedy", "put the file back"}},
                                 json{{"check", "repository"},
                                      {"level", "warning"},
                                      {"what", "it has version 7"},
                                      {"remedy", "migrate it"}},
                                 json{{"folder", "my web"},
                                      {"valid", false},
                                      {"stopped", false},
                                      {"repository", true},
                                      {"archive", false},
                                      {"summaries", true},
                                      {"index", true},
                                      {"index_compared", true},
                                      {"pages", 2},
                                      {"parsed", 1},
                                      {"passed_over", 0},
                                      {"records", 1234},
                                      {"summaries_read", 2},
                                      {"documents", 2}}));
}

class CheckWithProgressTest : public operations::SmallCollection {
 protected:
  operations::Integrity checked(bool parses_all, const Interrupt& interrupt) const {
    const auto integrity = check_with_progress(collection(), folder().string(), parses_all,
                                               interrupt, {.quiet = true});
    EXPECT_TRUE(integrity) << integrity.error().to_string();
    return integrity.value_or(operations::Integrity());
  }
};

TEST_F(CheckWithProgressTest, LooksAtEveryPart) {
  const Interrupt interrupt;
  for (const bool parses_all : {false, true}) {
    const operations::Integrity integrity = checked(parses_all, interrupt);
    EXPECT_TRUE(integrity.is_sound());
    EXPECT_EQ(integrity.parsed, operations::kPages);
    EXPECT_EQ(integrity.summaries, operations::kPages);
    EXPECT_EQ(integrity.documents, operations::kPages);
  }
}

TEST_F(CheckWithProgressTest, ASignalStopsIt) {
  const Interrupt interrupt;
  ::raise(SIGINT);
  EXPECT_TRUE(checked(true, interrupt).stopped);
}

}  // namespace
}  // namespace porthole::cli
