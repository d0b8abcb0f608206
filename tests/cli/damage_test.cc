// Damage of each store is found and named, nothing is written over it, and `porthole repair` builds
// the store again.

#include <signal.h>

#include "tests/cli/command_line.h"
#include "tests/support/flipped_posting.h"
#include "tests/support/small_web.h"
#include "tests/support/test_collection.h"

namespace porthole::testing {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using ::testing::HasSubstr;

constexpr int kPages = 40;

/// A collection that was gathered over HTTP, summarized and indexed.
class DamageTest : public ::testing::Test {
 protected:
  void SetUp() override {
    for (int page = 0; page < kPages; ++page) {
      std::string html = "<title>Telescope " + std::to_string(page) + "</title><p>" +
                         std::string(static_cast<std::size_t>(page) * 50, 'x') + " telescope";
      for (const int next : {2 * page + 1, 2 * page + 2})
        html += "<p><a href=/" + std::to_string(next % kPages) + ">light curve</a>";
      web_.page("http://a.test/" + std::to_string(page), html);
    }
    SpecificationText text;
    text.seeds = {"http://a.test/0"};
    text.network = gateway_to(web_.gateway());
    collection_ = std::make_unique<TestCollection>(text);
    for (const char* verb : {"gather", "summarize"}) ran({verb, folder()});
    ran({"index", folder(), "--all"});
  }
  void ran(const std::vector<std::string>& arguments) const {
    const ProgramResult said = porthole(arguments);
    ASSERT_EQ(said.code, 0) << arguments.front() << ": " << said.err;
  }

  std::string folder() const { return collection_->folder().string(); }
  fs::path file(const std::string& name) const { return collection_->folder() / name; }
  fs::path archive_file() const {
    for (const auto& entry : fs::directory_iterator(file("archive"))) {
      if (entry.path().extension() == ".gz") return entry.path();
    }
    return {};
  }

  struct Answer {
    int code = 0;
    std::vector<json> lines;
    const json& whole() const { return lines.back(); }
    /// Whether a line of `check` has `what`.
    bool has(const std::string& check, const std::string& what) const {
      for (const json& line : lines) {
        if (line.value("check", "") == check &&
            line.at("what").get<std::string>().find(what) != std::string::npos &&
            !line.at("remedy").get<std::string>().empty())
          return true;
      }
      return false;
    }
  };
  Answer check() const {
    const ProgramResult said = porthole({"check", "repository", folder(), "--json"});
    return {said.code, json_lines(said.out)};
  }
  /// Changes the repository as another program would.
  void change(const std::string& sql) const {
    const ProgramResult said = run_program(
        "/bin/sh", {"-c", "sqlite3 '" + file("repository.db").string() + "' \"" + sql + "\""});
    ASSERT_EQ(said.code, 0) << said.err;
  }
  /// Writes `bytes` over those at `offset`.
  static void overwrite(const fs::path& path, std::size_t offset, const std::string& bytes) {
    std::string text = read_whole_file(path);
    ASSERT_LT(offset + bytes.size(), text.size());
    write_whole_file(path, text.replace(offset, bytes.size(), bytes));
  }

  /// Writes over the inner pages of the database; the first has the schema.
  void damage_database() const {
    change("PRAGMA wal_checkpoint(TRUNCATE)");
    std::string bytes = read_whole_file(file("repository.db"));
    constexpr std::size_t kPage = 8192;
    ASSERT_GT(bytes.size(), 20 * kPage);
    for (std::size_t page = 12; page < 16; ++page)
      bytes.replace(page * kPage, 64, std::string(64, '\xAA'));
    write_whole_file(file("repository.db"), bytes);
  }
  /// How many damaged parts of this name were set aside.
  int files_aside(const std::string& name) const {
    int count = 0;
    for (const auto& entry : fs::directory_iterator(collection_->folder())) {
      if (entry.path().filename().string().starts_with("damaged-"))
        count += fs::exists(entry.path() / name);
    }
    return count;
  }

  SmallWeb web_;
  std::unique_ptr<TestCollection> collection_;
};

TEST_F(DamageTest, ACollectionAsItWasGatheredIsSound) {
  const Answer answer = check();
  EXPECT_EQ(answer.code, 0);
  ASSERT_EQ(answer.lines.size(), 1u) << answer.lines.front();
  EXPECT_EQ(answer.whole().at("valid"), true);
  EXPECT_EQ(answer.whole().at("pages"), kPages);
  EXPECT_EQ(answer.whole().at("parsed"), kPages);
  EXPECT_EQ(answer.whole().at("passed_over"), 0);
  EXPECT_EQ(answer.whole().at("summaries_read"), kPages);
  EXPECT_EQ(answer.whole().at("documents"), kPages);
  EXPECT_GE(answer.whole().at("records"), 3 * kPages) << "response, request and metadata each";
  const ProgramResult said = porthole({"check", "repository", folder()});
  EXPECT_THAT(said.out, HasSubstr(" is sound: 40 pages (40 parsed again), "));
}

// The crawl leaves a document that no plug-in reads; links call it by a name.
TEST_F(DamageTest, ADocumentThatOnlyLinksDescribeHasASummaryAndIsFound) {
  web_.page("http://a.test/list",
            "<title>Telescope list</title><p>telescope"
            "<p><a href=/data.bin>spectral catalogue</a>");
  web_.answer("http://a.test/data.bin", 200, "Content-Type: application/x-unknown\r\n",
              std::string("\x01\x02\x03\x00\x7f", 5));
  ran({"seeds", "add", folder(), "http://a.test/list"});
  for (const char* verb : {"gather", "summarize"}) ran({verb, folder()});
  ran({"index", folder(), "--all"});
  const ProgramResult found = porthole({"search", folder(), "title:catalogue", "--json"});
  const json hits = json_lines(found.out).back().at("results");
  ASSERT_FALSE(hits.empty()) << found.out;
  EXPECT_EQ(hits[0].at("url"), "http://a.test/data.bin");
  EXPECT_EQ(hits[0].at("title"), "spectral catalogue");
  EXPECT_EQ(hits[0].at("described"), true);
  EXPECT_TRUE(hits[0].at("date").is_null());
  EXPECT_EQ(check().code, 0);
  const ProgramResult exported = porthole({"export", folder(), "summaries"});
  EXPECT_THAT(exported.out, HasSubstr("http://a.test/data.bin"));
}

TEST_F(DamageTest, FindsFoldersInThePlacesOfFiles) {
  for (const char* name : {"repository.db-wal", "archive/committed"}) {
    fs::remove(file(name));
    fs::create_directory(file(name));
  }
  const Answer answer = check();
  EXPECT_EQ(answer.code, 3);
  EXPECT_TRUE(answer.has("repository", "is a folder"));
  EXPECT_TRUE(answer.has("archive", "archive/committed is a folder"));
}

TEST_F(DamageTest, RepairsARepositoryBesideWhichALinkLeadsToNothing) {
  for (const char* name : {"repository.db-wal", "repository.db-shm"}) {
    fs::remove(file(name));
    fs::create_symlink(file("nowhere"), file(name));
  }
  EXPECT_TRUE(check().has("repository", "a link to nothing"));
  ran({"repair", folder()});
  EXPECT_EQ(check().code, 0);
}

// SQLite finds such a database sound.
TEST_F(DamageTest, FindsAStoredTextThatTheArchivedPageDoesNotHaveAndMendsIt) {
  change(
      "UPDATE page_text SET text = replace(text, 'telescope', 'teleskope') WHERE id = 6;"
      "UPDATE page SET title = 'Telescopf' WHERE id = 7;"
      "DELETE FROM page_block WHERE page = 8");
  const Answer damaged = check();
  EXPECT_EQ(damaged.code, 3);
  EXPECT_EQ(damaged.whole().at("repository"), false);
  EXPECT_EQ(damaged.lines.size(), 4u);
  EXPECT_TRUE(damaged.has("repository", " is stored with another text than a fresh parse"));
  EXPECT_TRUE(damaged.has("repository", " is stored with another title than a fresh parse"));
  EXPECT_TRUE(damaged.has("repository", " is stored with another blocks than a fresh parse"));
  ran({"repair", folder()});
  EXPECT_EQ(check().code, 0);
}

TEST_F(DamageTest, FindsADamagedRecordOfTheArchiveAndReadsOnBehindIt) {
  const repository::PageRecord page = collection_->page("http://a.test/20");
  overwrite(archive_file(), static_cast<std::size_t>(page.archive_offset) + 20,
            std::string(40, 'z'));
  const Answer answer = check();
  EXPECT_EQ(answer.code, 3);
  EXPECT_EQ(answer.whole().at("archive"), false);
  EXPECT_EQ(answer.whole().at("repository"), true);
  EXPECT_TRUE(answer.has("archive", "byte " + std::to_string(page.archive_offset)));
  EXPECT_TRUE(answer.has("archive", "http://a.test/20 has no record"));
  EXPECT_FALSE(answer.has("archive", "http://a.test/39 has no record"));
}

TEST_F(DamageTest, ARemovalThatADamagedIndexDoesNotFollowSaysHowItWill) {
  flip_posting(file("index"), "telescope");
  expect_error({"remove", folder(), "http://a.test/39"}, 4,
               {"the page is out of the archive and the repository, and may be "
                "in the index still",
                "porthole repair " + folder()});
  ran({"repair", folder()});
  const Answer after = check();
  EXPECT_EQ(after.code, 0);
  EXPECT_EQ(after.whole().at("documents"), kPages - 1);
}

TEST_F(DamageTest, EveryVerbThatWritesTheIndexLeavesTheDigestsOfItsFiles) {
  const std::vector<std::vector<std::string>> verbs = {{"remove", folder(), "http://a.test/39"},
                                                       {"update", folder()},
                                                       {"index", folder()},
                                                       {"repair", folder(), "--anew"},
                                                       {"index", folder(), "--all"}};
  for (const std::vector<std::string>& verb : verbs) {
    ran(verb);
    const Answer answer = check();
    EXPECT_EQ(answer.code, 0) << verb.front();
    EXPECT_EQ(answer.whole().at("index_compared"), true) << verb.front();
  }
}

// --- Refusal to write ----------------------------------------------------------------------------

TEST_F(DamageTest, AVerbThatWritesStopsBeforeItWritesIntoADamagedFile) {
  change("UPDATE run SET ended = 0");
  damage_database();
  const std::string before = read_whole_file(file("repository.db"));
  for (const std::string verb : {"gather", "summarize", "distill"}) {
    expect_error({verb, folder()}, 4, {"damaged", "porthole repair " + folder()});
  }
  EXPECT_EQ(read_whole_file(file("repository.db")), before);
}

TEST_F(DamageTest, ASmallFileIsLookedAtEachTime) {
  damage_database();
  EXPECT_EQ(porthole({"summarize", folder()}).code, 4);
}

// SQLite finds these files sound.
TEST_F(DamageTest, AGatherOverRowsThatAreGoneEndsWithTheRemedy) {
  change("DELETE FROM url WHERE id IN (3, 5, 7)");
  fs::remove(file("crawl.checkpoint"));
  expect_error({"gather", folder()}, 4, {"porthole check repository"});
  change("UPDATE url SET alias_of = 4000000 WHERE id = 2");
  EXPECT_EQ(porthole({"gather", folder()}).code, 4);
}

TEST_F(DamageTest, NotesThatItLooked) {
  change("UPDATE meta SET value = value - 8 * 86400 WHERE name = 'checked'");
  ran({"summarize", folder()});
  const ProgramResult said = porthole(
      {"query", folder(),
       "SELECT value > unixepoch() - 3600 AS now FROM meta WHERE name = 'checked'", "--json"});
  EXPECT_THAT(said.out, HasSubstr("1"));
}

// --- Repair --------------------------------------------------------------------------------------

TEST_F(DamageTest, BuildsADamagedRepositoryAgainFromTheArchive) {
  const std::set<std::string> pages = collection_->pages();
  damage_database();
  ASSERT_EQ(check().code, 3);
  expect_output({"repair", folder()}, {"built the repository again: 40 pages"});
  EXPECT_EQ(collection_->pages(), pages);
  EXPECT_EQ(check().code, 0);
  EXPECT_THAT(porthole({"search", folder(), "telescope"}).out, HasSubstr("http://a.test/"));
  EXPECT_EQ(files_aside("repository.db"), 1);
  ran({"gather", folder()});
  EXPECT_EQ(web_.times_asked("http://a.test/5"), 1) << "a page is not fetched again";
}

TEST_F(DamageTest, WithoutAnArchiveADamagedRepositoryStays) {
  damage_database();
  fs::remove(archive_file());
  expect_error({"repair", folder()}, 3, {"put a copy back"});
  EXPECT_TRUE(fs::exists(file("repository.db")));
}

TEST_F(DamageTest, PagesOfDamagedRecordsWaitToBeFetchedAgain) {
  const repository::PageRecord page = collection_->page("http://a.test/39");
  damage_database();
  overwrite(archive_file(), static_cast<std::size_t>(page.archive_offset) + 20,
            std::string(40, 'z'));
  const ProgramResult said = porthole({"repair", folder()});
  EXPECT_EQ(said.code, 1) << said.err;
  EXPECT_EQ(collection_->pages().size(), kPages - 1u);
  EXPECT_EQ(collection_->state("http://a.test/39"), "queued");
}

TEST_F(DamageTest, ARepairThatIsKilledLosesNothingAndTheNextOneEnds) {
  const std::set<std::string> pages = collection_->pages();
  damage_database();
  for (int kill = 0; kill < 12; ++kill) {
    {
      Program repair(kProgram, {"repair", folder(), "--quiet"});
      std::this_thread::sleep_for(std::chrono::milliseconds(25 * kill));
      repair.send(SIGKILL);
      repair.wait();
    }
    ASSERT_TRUE(fs::exists(file("repository.db"))) << "kill " << kill;
  }
  EXPECT_EQ(porthole({"repair", folder()}).code, 0);
  EXPECT_EQ(collection_->pages(), pages);
  EXPECT_EQ(check().code, 0);
  EXPECT_FALSE(fs::exists(file("repairing")));
  EXPECT_FALSE(fs::exists(file("repaired")));
  EXPECT_GE(files_aside("repository.db"), 1);
}

}  // namespace
}  // namespace porthole::testing
