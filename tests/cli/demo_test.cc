// The demonstration, over a generated box: all packages of its list exist, but few have pages.

#include <signal.h>
#include <sys/stat.h>

#include "base/text/text.h"
#include "tests/cli/command_line.h"

namespace porthole::testing {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using ::testing::HasSubstr;

class DemoTest : public CommandLineTest {
 protected:
  DemoTest() {
    const std::string list = read_whole_file(PORTHOLE_SOURCE_DIR "/examples/webbox/demo_sites.tsv");
    for (const std::string_view line : split(list, '\n')) {
      if (line.empty() || line.starts_with('#')) continue;
      const std::vector<std::string_view> columns = split(line, '\t');
      const fs::path root = box() / columns[1] / columns[2];
      fs::create_directories(root);
      roots_[std::string(columns[0])] = root;
    }
    // Hub pages that stand there already are used as they are: apt is not asked.
    page("debian-packages", "index.html", "Packages",
         "<a href='https://sqlite.org/'>database sqlite</a>");
    page("postgresql", "index.html", "PostgreSQL",
         "a database <a href='sql.html'>sql</a> <a href='wal.html'>write-ahead log</a>");
    page("postgresql", "sql.html", "SQL", "query a database table");
    page("postgresql", "wal.html", "Write-Ahead Logging", "the write-ahead log of a database");
    page("sqlite", "index.html", "SQLite",
         "a database <a href='about.html'>about</a> <a href='crew.html'>people</a>");
    page("sqlite", "about.html", "About SQLite",
         "sqlite is a database by an <a href='crew.html'>international team</a>");
    page("sqlite", "crew.html", "SQLite Developers", "three people and a database");
    page("python", "index.html", "Python", "a language <a href='library.html'>library</a>");
    page("python", "library.html", "Library", "modules");
  }

  fs::path box() const { return fs::path(path("cache")) / "porthole/box/x"; }

  void page(const std::string& site, const std::string& name, const std::string& title,
            const std::string& body) const {
    write_whole_file(
        roots_.at(site) / name,
        "<html><head><title>" + title + "</title></head><body><p>" + body + "</body></html>");
  }

  ProgramResult demo(const std::vector<std::string>& more) const {
    std::vector<std::string> arguments = {"XDG_CACHE_HOME=" + path("cache"), kProgram, "demo"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_program("/usr/bin/env", arguments);
  }

  std::map<std::string, fs::path> roots_;
};

TEST_F(DemoTest, ASignalEndsItWhilePackagesAreFetched) {
  fs::remove_all(box());
  const fs::path apt = path("apt"), begun = path("begun");
  ASSERT_EQ(::mkfifo(begun.c_str(), 0600), 0);
  fs::create_directories(apt);
  write_whole_file(apt / "apt-cache",
                   "#!/bin/sh\nfor name in \"$@\"; do echo \"Package: $name\nSize: 1\n\"; done\n");
  write_whole_file(apt / "apt-get",
                   "#!/bin/sh\necho begun > " + begun.string() + "\nexec /bin/sleep 5\n");
  for (const char* program : {"apt-cache", "apt-get"})
    fs::permissions(apt / program, fs::perms::owner_all);
  Program demo("/usr/bin/env", {"XDG_CACHE_HOME=" + path("cache"), "PATH=" + apt.string(), kProgram,
                                "demo", "--once"});
  ASSERT_EQ(read_whole_file(begun.string()), "begun\n");
  demo.send(SIGTERM);
  EXPECT_EQ(demo.wait().code, 128 + SIGTERM);
}

/// The first of `lines` that has `member`.
json line_with(const std::string& out, const std::string& member) {
  for (const json& line : json_lines(out)) {
    if (line.contains(member)) return line;
  }
  return {};
}

TEST_F(DemoTest, ItsCollectionIsGatheredOnByTheCommandThatItPrints) {
  const ProgramResult shown = demo({"--once", "--pages", "4", "--json"});
  ASSERT_EQ(shown.code, 0) << shown.err;
  EXPECT_EQ(line_with(shown.out, "fetched").at("fetched"), 4);
  const json last = line_with(shown.out, "next");
  const std::string folder = last.at("collection");
  const std::string specification = read_whole_file(fs::path(folder) / "porthole.xml");
  EXPECT_THAT(specification, HasSubstr("<strategy name=\"learned\"/>"));
  EXPECT_THAT(specification, HasSubstr("prefix=\"https://sqlite.org/\" pages=\"400\""));
  EXPECT_THAT(specification,
              HasSubstr("prefix=\"https://pillow.readthedocs.io/en/stable/\" pages=\"10\""));
  ASSERT_EQ(last.at("next").get<std::string>().find("porthole update " + folder + " --more "), 0u)
      << last;
  std::vector<std::string> next;
  std::istringstream words(last.at("next").get<std::string>());
  for (std::string word; words >> word;) next.push_back(word);
  next.erase(next.begin());
  next.emplace_back("--json");
  const ProgramResult more = porthole(next);
  ASSERT_EQ(more.code, 0) << more.err;
  EXPECT_GT(json::parse(more.out).at("gather").at("fetched").get<int>(), 0);
}

TEST_F(DemoTest, ASearchFindsAPageByWhatOthersSayAndTellsSo) {
  const ProgramResult shown = demo({"--once"});
  ASSERT_EQ(shown.code, 0) << shown.err;
  EXPECT_THAT(shown.out, HasSubstr("https://sqlite.org/crew.html nowhere says \"international\": "
                                   "it was found because 1 other page calls it so"));
  EXPECT_THAT(shown.out, HasSubstr("\"international team\" on https://sqlite.org/about.html"));
}

// Were the words on the page itself, nothing would be said.
TEST_F(DemoTest, ItDoesNotClaimThatOfAPageThatHasTheWords) {
  page("sqlite", "crew.html", "SQLite Developers", "an international team with a database");
  const ProgramResult shown = demo({"--once"});
  ASSERT_EQ(shown.code, 0) << shown.err;
  EXPECT_THAT(shown.out, HasSubstr("https://sqlite.org/crew.html"));
  EXPECT_THAT(shown.out, ::testing::Not(HasSubstr("it was found because")));
}

TEST_F(DemoTest, CompareTellsMeansOverDrawsWithTheirSpread) {
  for (const char* site : {"nipy", "nipype", "orthanc"})
    page(site, "index.html", "Brain", "medicine of the brain");
  const ProgramResult compared = demo({"--compare", "--draws", "2", "--json"});
  ASSERT_EQ(compared.code, 0) << compared.err;
  const json said = line_with(compared.out, "strategies");
  EXPECT_EQ(said.at("draws"), 2);
  for (const char* strategy : {"learned", "rw", "breadth-first"}) {
    const json& of = said.at("strategies").at(strategy);
    EXPECT_EQ(of.at("topics").at(0).at("topic"), "health");
    EXPECT_EQ(of.at("topics").at(0).at("mean"), 2.0) << "the two sites that the crawl begins at";
    EXPECT_LE(of.at("least"), of.at("mean"));
    EXPECT_GE(of.at("most"), of.at("mean"));
  }
  EXPECT_FALSE(fs::exists(path("cache") + "/porthole/demo/compared"))
      << "nothing is left of the crawls";
}

// Collections with a web in a box, which the program itself serves while it fetches.

class BoxCollectionTest : public CommandLineTest {
 protected:
  BoxCollectionTest() {
    write_whole_file(path("sites.tsv"), "stars\tstars-doc\tusr\tstars.test/\tscience\n");
    std::filesystem::create_directories(path("cache/x/stars-doc/usr"));
    write_whole_file(
        path("cache/x/stars-doc/usr/index.html"),
        "<title>Stars</title><p>stars <a href=orbits.html>orbits</a> <a href=dust.html>dust</a>");
    write_whole_file(path("cache/x/stars-doc/usr/orbits.html"),
                     "<title>Orbits</title><p>orbits of stars");
    write_whole_file(path("cache/x/stars-doc/usr/dust.html"),
                     "<title>Dust</title><p>dust between stars");
  }

  /// Relative paths: of the collection's folder.
  std::string made(const std::string& cache = "../cache") {
    write_whole_file(path("box.xml"),
                     "<collection xmlns=\"urn:porthole:specification:1\">\n<topic "
                     "title=\"stars\"><term>stars</term></topic>\n"
                     "<seeds><seed url=\"https://stars.test/\"/></seeds>\n"
                     "<network><webbox sites=\"../sites.tsv\" cache=\"" +
                         cache + "\" hub-packages=\"10\"/></network>\n</collection>\n");
    std::filesystem::create_directories(path("c"));
    std::filesystem::rename(path("box.xml"), path("c/porthole.xml"));
    return path("c");
  }
};

TEST_F(BoxCollectionTest, GathersAndGathersOnWithoutAServerOfItsOwn) {
  const std::string folder = made();
  EXPECT_THAT(porthole({"gather", folder, "--dry-run"}).out,
              HasSubstr("the web in a box of " + path("sites.tsv")));
  const ProgramResult first = porthole({"gather", folder, "--pages", "1", "--json"});
  ASSERT_EQ(first.code, 0) << first.err;
  EXPECT_EQ(json_lines(first.out).at(0).at("fetched"), 1);
  const ProgramResult more = porthole({"gather", folder, "--more", "2", "--json"});
  ASSERT_EQ(more.code, 0) << more.err;
  EXPECT_EQ(json_lines(more.out).at(0).at("fetched"), 3);
}

TEST_F(BoxCollectionTest, AnEmptyCacheNamesTheCommandThatFillsIt) {
  const std::string folder = made("../empty");
  expect_error(
      {"gather", folder}, 3,
      {"porthole webbox --sites " + path("sites.tsv") + " --cache " + path("empty") + " --fetch"});
  EXPECT_FALSE(std::filesystem::exists(folder + "/repository.db"));
}

TEST_F(BoxCollectionTest, AMissingListIsNamedWithItsPlace) {
  const std::string folder = made();
  std::filesystem::remove(path("sites.tsv"));
  expect_error({"gather", folder}, 3, {"porthole.xml:4:", path("sites.tsv")});
}

}  // namespace
}  // namespace porthole::testing
