#include <fcntl.h>
#include <sys/file.h>

#include "base/confinement/confinement.h"
#include "tests/cli/command_line.h"
#include "tests/support/site_server.h"

namespace porthole::testing {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;

class DoctorTest : public CommandLineTest {
 protected:
  struct Diagnosis {
    int code = 0;
    json report;

    /// The first finding of `check`; an object without members if there is none.
    json finding(const std::string& check, const std::string& subject = "collection") const {
      for (const json& found : report.at("checks")) {
        if (found.at("check") == check && found.at("subject") == subject) return found;
      }
      return json::object();
    }
    std::string level(const std::string& check, const std::string& subject = "collection") const {
      return finding(check, subject).value("level", "");
    }
  };
  static Diagnosis doctor(const std::vector<std::string>& options) {
    std::vector<std::string> arguments = {"doctor", "--json"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const ProgramResult said = porthole(arguments);
    EXPECT_EQ(said.err, "");
    return {said.code, json_lines(said.out).at(0)};
  }
};

TEST_F(DoctorTest, ExaminesThisMachineAndEachFindingHasALevelAndARemedy) {
  const Diagnosis found = doctor({});
  for (const char* check :
       {"program", "libraries", "parser", "plug-ins", "open files", "temporary files", "clock"})
    EXPECT_EQ(found.level(check, "machine"), "ok") << check;
  EXPECT_EQ(found.level("confinement", "machine"),
            confinement::kernel_support().is_complete() ? "ok" : "warning");
  EXPECT_NE(found.level("formats", "machine"), "") << "ok, or a warning for each that is not read";
  EXPECT_THAT(
      found.finding("libraries", "machine").at("what").get<std::string>(),
      ::testing::AllOf(HasSubstr("Xapian 1."), HasSubstr("SQLite 3."), HasSubstr("libcurl/")));
  int warnings = 0, faults = 0;
  for (const json& finding : found.report.at("checks")) {
    const bool is_fine = finding.at("level") == "ok";
    EXPECT_EQ(finding.at("remedy").get<std::string>().empty(), is_fine) << finding;
    warnings += finding.at("level") == "warning";
    faults += finding.at("level") == "fault";
  }
  EXPECT_EQ(found.report.at("warnings"), warnings);
  EXPECT_EQ(found.report.at("faults"), faults);
  EXPECT_EQ(found.code, faults > 0 ? 4 : warnings > 0 ? 1 : 0);
}

TEST_F(DoctorTest, TooFewOpenFilesAreAFault) {
  const ProgramResult said =
      run_program("/bin/sh", {"-c", "ulimit -n 30; exec '" + std::string(kProgram) + "' doctor"});
  EXPECT_EQ(said.code, 4);
  EXPECT_THAT(said.out, HasSubstr("fault    open files"));
  EXPECT_THAT(said.out, HasSubstr("remedy: allow more: ulimit -n 1024"));
}

TEST_F(DoctorTest, ExaminesACollectionAndNamesTheNextStep) {
  const std::string folder = gathered_collection();
  Diagnosis found = doctor({folder});
  EXPECT_EQ(found.level("specification"), "ok");
  EXPECT_EQ(found.level("rights"), "ok");
  EXPECT_EQ(found.level("database"), "ok");
  EXPECT_THAT(found.finding("database").at("what").get<std::string>(), HasSubstr("intact"));
  EXPECT_EQ(found.level("lock"), "ok");
  EXPECT_EQ(found.level("summaries"), "warning");
  EXPECT_THAT(found.finding("summaries").at("remedy").get<std::string>(),
              HasSubstr("porthole summarize"));
  ASSERT_EQ(porthole({"summarize", folder}).code, 0);
  found = doctor({folder});
  EXPECT_EQ(found.level("summaries"), "ok");
  EXPECT_EQ(found.finding("index").at("what"), "there is none yet");
  ASSERT_EQ(porthole({"index", folder, "--all"}).code, 0);
  EXPECT_EQ(doctor({folder}).level("index"), "ok");
}

TEST_F(DoctorTest, EndsWith1WhileAProgramIsMissingThatADocumentNeedsAndWith0ElseIfAllIsWell) {
  const std::string folder = gathered_collection();
  ASSERT_EQ(porthole({"summarize", folder}).code, 0);
  ASSERT_EQ(porthole({"index", folder, "--all"}).code, 0);
  const Diagnosis complete = doctor({folder});
  EXPECT_EQ(complete.level("formats"), "ok");
  EXPECT_EQ(complete.code, complete.report.at("warnings") > 0 ? 1 : 0) << complete.report;
  {
    const auto repository =
        repository::open_sqlite(folder + "/repository.db", repository::Access::kWrite).value();
    repository::Batch batch;
    batch.pages.push_back(repository->pages().get(1).value().value());
    batch.pages[0].document.status_detail = "print: the program no-such-program is not installed";
    ASSERT_TRUE(repository->crawl().apply(batch));
  }
  const Diagnosis found = doctor({folder});
  EXPECT_EQ(found.level("formats"), "warning");
  EXPECT_THAT(found.finding("formats").at("what").get<std::string>(),
              HasSubstr("no-such-program is missing"));
  EXPECT_EQ(found.code, 1);
}

TEST_F(DoctorTest, FindsWhatIsBroken) {
  EXPECT_EQ(doctor({path("nowhere")}).code, 4);
  const std::string folder = gathered_collection();
  ASSERT_EQ(porthole({"summarize", folder}).code, 0);
  ASSERT_EQ(porthole({"index", folder, "--all"}).code, 0);
  write_whole_file(folder + "/index/iamglass", "not an index");
  write_whole_file(folder + "/repository.db", std::string(20000, 'x'));
  for (const char* beside : {"-wal", "-shm"})
    std::filesystem::remove(folder + "/repository.db" + beside);
  const Diagnosis found = doctor({folder});
  EXPECT_EQ(found.code, 4);
  EXPECT_EQ(found.level("database"), "fault");
  EXPECT_THAT(found.finding("database").at("remedy").get<std::string>(), Not(HasSubstr("\n")));
  EXPECT_EQ(found.level("index"), "fault");
  EXPECT_THAT(found.finding("index").at("remedy").get<std::string>(), HasSubstr("porthole index"));
  write_whole_file(folder + "/porthole.xml", "<collection");
  EXPECT_EQ(doctor({folder}).level("specification"), "fault");
}

TEST_F(DoctorTest, FindsDamageInsideOfTheDatabaseUnlessAskedToBeQuick) {
  const std::string folder = gathered_collection();
  std::string bytes = read_whole_file(folder + "/repository.db");
  ASSERT_EQ(
      json_lines(porthole({"query", folder, "SELECT count(*) AS n FROM url", "--json"}).out).size(),
      1u);
  // Pages of the middle of the file, but for those that have the schema.
  constexpr std::size_t kPage = 8192;
  ASSERT_GT(bytes.size(), 20 * kPage) << "the log was written into the file";
  for (std::size_t page = 8; page < bytes.size() / kPage; ++page) {
    if (bytes.substr(page * kPage, kPage).find("CREATE ") == std::string::npos)
      bytes.replace(page * kPage, 64, std::string(64, '\xAA'));
  }
  write_whole_file(folder + "/repository.db", bytes);
  const Diagnosis found = doctor({folder});
  EXPECT_EQ(found.code, 4);
  EXPECT_EQ(found.level("database"), "fault");
  EXPECT_THAT(found.finding("database").at("remedy").get<std::string>(),
              HasSubstr("docs/backup.md"));
  EXPECT_EQ(doctor({folder, "--quick"}).level("database"), "ok") << "not all of it was read";
}

TEST_F(DoctorTest, NamesTheProcessThatWorksOnTheCollection) {
  const std::string folder = gathered_collection();
  auto writer = repository::open_sqlite(folder + "/repository.db", repository::Access::kWrite);
  ASSERT_TRUE(writer);
  EXPECT_EQ(doctor({folder}).finding("lock").at("what"),
            "process " + std::to_string(::getpid()) + " is working on it");
  writer->reset();
  EXPECT_EQ(doctor({folder}).finding("lock").at("what"), "no process is working on it");
}

TEST_F(DoctorTest, AsksAHostOnlyWhenToldTo) {
  SiteServer server;
  server.answer("/robots.txt", SiteServer::page("User-agent: *\n"));
  const Diagnosis asked = doctor({"--host", server.url("/some/page")});
  EXPECT_EQ(asked.level("host", "host"), "ok");
  EXPECT_THAT(asked.finding("host", "host").at("what").get<std::string>(),
              HasSubstr(server.url("/robots.txt") + " answered 200 from 127.0.0.1"));
  EXPECT_EQ(porthole({"doctor", "--host", "ftp://a.test/"}).code, 2);
}

TEST_F(DoctorTest, AsksAHostByTheRulesOfTheCollection) {
  SiteServer server;
  const Diagnosis found = doctor({collection(), "--host", server.url("/")});
  EXPECT_EQ(found.code, 4);
  EXPECT_THAT(found.finding("host", "host").at("what").get<std::string>(),
              HasSubstr("forbidden-address"));
  EXPECT_THAT(found.finding("host", "host").at("remedy").get<std::string>(),
              HasSubstr("<allow addresses=\"127.0.0.1\""));
}

}  // namespace
}  // namespace porthole::testing
