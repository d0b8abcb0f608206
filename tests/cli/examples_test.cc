// Collections grown from examples: new --example and --bookmarks, examples add, topics.

#include "tests/cli/command_line.h"
#include "tests/support/small_web.h"

namespace porthole::testing {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;

const char* const kBookmarks =
    "<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n"
    "<DT><H3>Sky</H3>\n<DL><p>\n<DT><A HREF=\"http://sky1.test/\">Stars</A>\n"
    "<DT><A HREF=\"http://sky2.test/\">Galaxies</A>\n</DL><p>\n"
    "<DT><H3>Food</H3>\n<DL><p>\n<DT><A HREF=\"http://food1.test/\">Butter</A>\n"
    "<DT><A HREF=\"http://food2.test/\">Flour</A>\n</DL><p>\n</DL>";

class ExamplesTest : public CommandLineTest {
 protected:
  ExamplesTest() {
    const auto page = [this](const std::string& url, const std::string& text) {
      web_.page(url, "<html><head><title>" + text + "</title></head><body><p>" + text +
                         " <a href='/near'>more</a></body></html>");
    };
    for (const char* site : {"http://sky1.test/", "http://sky2.test/"}) {
      page(site, "stars galaxies telescopes nebula");
      page(std::string(site) + "near", "galaxies and quasars");
    }
    for (const char* site : {"http://food1.test/", "http://food2.test/"})
      page(site, "recipes butter flour oven");
    write_whole_file(path("bookmarks.html"), kBookmarks);
  }

  ProgramResult make(std::vector<std::string> more) {
    more.insert(more.begin(), {"new", path("sky"), "--gateway", web_.gateway()});
    return porthole(more);
  }
  std::string folder() const { return path("sky"); }
  std::string specification() const { return read_whole_file(path("sky/porthole.xml")); }
  std::string taxonomy() const { return read_whole_file(path("sky/taxonomy.xml")); }
  json status() { return json::parse(porthole({"status", folder(), "--json"}).out); }

  SmallWeb web_;
};

TEST_F(ExamplesTest, ACollectionGrowsFromTwoExamplesWithoutAnyFileEdited) {
  const ProgramResult made = make({"--title", "The night sky", "--topic", "galaxies", "--example",
                                   "http://sky1.test/", "--example", "http://sky2.test/"});
  ASSERT_EQ(made.code, 0) << made.err;
  EXPECT_THAT(made.out, HasSubstr("1 topic, 1 of them marked good"));
  EXPECT_THAT(made.out, HasSubstr("next: porthole update "));
  EXPECT_THAT(taxonomy(), HasSubstr("<topic name=\"The night sky\" mark=\"good\">"));
  const ProgramResult gathered = porthole({"gather", folder(), "--json"});
  ASSERT_EQ(gathered.code, 0) << gathered.err;
  EXPECT_EQ(web_.times_asked("http://sky1.test/"), 1);
  EXPECT_EQ(web_.times_asked("http://sky2.test/near"), 1);
  EXPECT_EQ(porthole({"summarize", folder()}).code, 0);
  EXPECT_EQ(porthole({"index", folder()}).code, 0);
  EXPECT_THAT(porthole({"search", folder(), "quasars"}).out, HasSubstr("sky1.test/near"));
}

TEST_F(ExamplesTest, TheFoldersNameGuidesTheCrawlWhereThereAreNoOtherWords) {
  ASSERT_EQ(make({"--example", "http://sky1.test/"}).code, 0);
  EXPECT_THAT(specification(), HasSubstr("<term>sky</term>"));
}

TEST_F(ExamplesTest, BookmarksMakeTheTopicsAndTheWantedOnesTheSeeds) {
  const ProgramResult made = make({"--bookmarks", path("bookmarks.html"), "--good", "Sky"});
  ASSERT_EQ(made.code, 0) << made.err;
  EXPECT_THAT(made.out, HasSubstr("2 topics, 1 of them marked good"));
  EXPECT_THAT(made.out, HasSubstr("next: porthole train"));
  EXPECT_THAT(specification(), HasSubstr("<topic title=\"Sky\">")) << "not the folder's name";
  EXPECT_THAT(specification(), HasSubstr("<seed url=\"http://sky2.test/\"/>"));
  EXPECT_THAT(specification(), Not(HasSubstr("food1.test")));
  ASSERT_EQ(porthole({"train", folder()}).code, 0);
  ASSERT_EQ(porthole({"gather", folder()}).code, 0);
  const auto pages = json_lines(porthole({"export", folder(), "pages", "--format", "jsonl"}).out);
  ASSERT_FALSE(pages.empty());
  EXPECT_EQ(pages[0].at("topic"), "Sky");
}

TEST_F(ExamplesTest, AFolderThatTheBookmarksLackIsAnsweredByThoseThatThereAre) {
  const ProgramResult refused = make({"--bookmarks", path("bookmarks.html"), "--good", "Bees"});
  EXPECT_EQ(refused.code, 3);
  EXPECT_THAT(refused.err, HasSubstr(path("bookmarks.html") + ": there is no topic \"Bees\""));
  EXPECT_THAT(refused.err, HasSubstr("the topics are: "));
  EXPECT_THAT(refused.err, HasSubstr("Sky"));
  EXPECT_FALSE(std::filesystem::exists(folder()));
}

TEST_F(ExamplesTest, FewWordsAreSaidToFindFewPages) {
  const std::string advice = "with five or more";
  EXPECT_THAT(make({"--topic", "galaxies", "--seed", "http://sky1.test/"}).out, HasSubstr(advice));
  std::filesystem::remove_all(folder());
  EXPECT_THAT(make({"--topic", "galaxy", "--topic", "star", "--topic", "nebula", "--topic",
                    "quasar", "--topic", "comet", "--seed", "http://sky1.test/"})
                  .out,
              Not(HasSubstr(advice)));
}

TEST_F(ExamplesTest, BookmarksOfSeveralFoldersAskWhichAreWanted) {
  const ProgramResult made = make({"--bookmarks", path("bookmarks.html")});
  ASSERT_EQ(made.code, 0) << made.err;
  EXPECT_THAT(made.out, HasSubstr("next: porthole examples mark"));
  EXPECT_THAT(specification(), Not(HasSubstr("sky1.test")));
  const ProgramResult marked = porthole({"examples", "mark", folder(), "Sky"});
  ASSERT_EQ(marked.code, 0) << marked.err;
  EXPECT_THAT(marked.out, HasSubstr("2 examples of good topics are seeds now"));
  EXPECT_THAT(specification(), HasSubstr("<seed url=\"http://sky1.test/\"/>"));
}

TEST_F(ExamplesTest, ExamplesAreNoSeedsWhenToldSo) {
  ASSERT_EQ(make({"--example", "http://sky1.test/", "--no-seeds"}).code, 0);
  ASSERT_EQ(porthole({"examples", "add", folder(), "sky", "http://sky2.test/", "--no-seeds"}).code,
            0);
  EXPECT_THAT(taxonomy(), HasSubstr("http://sky2.test/"));
  EXPECT_THAT(specification(), Not(HasSubstr("test/\"")));
}

TEST_F(ExamplesTest, TheFirstExampleMakesTheTaxonomyAndNamesItInTheSpecification) {
  ASSERT_EQ(make({"--topic", "galaxies", "--seed", "http://sky1.test/"}).code, 0);
  EXPECT_EQ(porthole({"examples", "add", folder(), "sky", "http://sky2.test/"}).code, 3)
      << "the topic does not exist, and --make is not given";
  EXPECT_FALSE(std::filesystem::exists(path("sky/taxonomy.xml")));
  const ProgramResult added =
      porthole({"examples", "add", folder(), "sky", "http://sky2.test/", "--make"});
  ASSERT_EQ(added.code, 0) << added.err;
  EXPECT_THAT(specification(), HasSubstr("<taxonomy file=\"taxonomy.xml\"/>"));
  EXPECT_THAT(added.out, HasSubstr("next: porthole examples mark"));
  EXPECT_EQ(porthole({"gather", folder(), "--pages", "1"}).code, 0)
      << "one topic cannot be learned: words judge";
}

TEST_F(ExamplesTest, AnImportMakesTheTaxonomyToo) {
  ASSERT_EQ(make({"--topic", "galaxies", "--seed", "http://sky1.test/"}).code, 0);
  ASSERT_EQ(porthole({"examples", "import", folder(), path("bookmarks.html")}).code, 0);
  EXPECT_THAT(taxonomy(), HasSubstr("<topic name=\"Food\">"));
  EXPECT_THAT(specification(), HasSubstr("<taxonomy file=\"taxonomy.xml\"/>"));
}

TEST_F(ExamplesTest, TrainingSaysHowExamplesOfTheOwnNetworkAreAllowed) {
  ASSERT_EQ(porthole({"new", folder(), "--topic", "galaxies", "--contact", "kay@sky.net",
                      "--example", "http://127.0.0.1:9/"})
                .code,
            0);
  const ProgramResult said = porthole({"train", folder()});
  EXPECT_EQ(said.code, 3);
  EXPECT_THAT(said.err, HasSubstr("forbidden-address; 127.0.0.1 is an internal address"));
  EXPECT_THAT(said.err, HasSubstr("<allow addresses=\"127.0.0.1\" ports=\"9\"/>"));
}

// Bookmarks of a browser may have them.
TEST_F(ExamplesTest, NoUserNameAndNoPasswordOfAnExampleIsShown) {
  ASSERT_EQ(make({"--example", "http://sky2.test/"}).code, 0);
  write_whole_file(path("private.html"),
                   "<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n<DT><H3>Food</H3>\n<DL><p>\n"
                   "<DT><A HREF=\"http://kay:secret@food1.test/\">Butter</A>\n"
                   "<DT><A HREF=\"ftp://kay:secret@food2.test/\">Flour</A>\n</DL><p>\n</DL>");
  const std::string example = "http://kay:secret@food1.test/";
  const std::vector<std::vector<std::string>> commands = {
      {"examples", "import", folder(), path("private.html"), "--json"},
      {"examples", "mark", folder(), "Food", "--json"},
      {"examples", "list", folder()},
      {"examples", "list", folder(), "--json"},
      {"examples", "remove", folder(), "http://kay:secret@food3.test/"},
      {"examples", "remove", folder(), example, "--json"}};
  for (const auto& command : commands) {
    const ProgramResult said = porthole(command);
    EXPECT_THAT(said.out + said.err, Not(HasSubstr("secret"))) << command[1];
    EXPECT_THAT(said.out + said.err, Not(HasSubstr("kay:"))) << command[1];
    if (command[1] == "list") {
      EXPECT_THAT(said.out, HasSubstr("http://food1.test/"));
    }
  }
}

TEST_F(ExamplesTest, AnExampleThatIsNotAUrlIsNamedAndTheRestIsUsed) {
  const ProgramResult made = make({"--example", "not a url", "--example", "http://sky1.test/"});
  EXPECT_EQ(made.code, 1);
  EXPECT_THAT(made.err, HasSubstr("not a url"));
  EXPECT_THAT(taxonomy(), HasSubstr("http://sky1.test/"));
}

TEST_F(ExamplesTest, GoodTopicsNeedTopics) {
  const ProgramResult refused = make({"--good", "sky"});
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.err, HasSubstr("--bookmarks"));
  EXPECT_EQ(make({"--example", "http://sky1.test/", "--good", "a", "--good", "b"}).code, 2);
  EXPECT_FALSE(std::filesystem::exists(folder()));
}

TEST_F(ExamplesTest, TopicsAreMadeMovedMergedRenamedAndRemoved) {
  ASSERT_EQ(make({"--bookmarks", path("bookmarks.html"), "--good", "Sky"}).code, 0);
  const auto topics = [&](std::vector<std::string> words) {
    words.insert(words.begin(), "topics");
    words.insert(words.begin() + 2, folder());
    words.emplace_back("--json");
    const ProgramResult said = porthole(words);
    EXPECT_EQ(said.code, 0) << said.err;
    return said.code == 0 ? json::parse(said.out) : json();
  };
  EXPECT_EQ(topics({"make", "Science/Physics", "--title", "All of physics"}).at("topics"), 4);
  EXPECT_EQ(topics({"move", "Sky", "Science"}).at("good"), json::array({"Science/Sky"}));
  EXPECT_EQ(topics({"rename", "Science/Sky", "astronomy"}).at("good"),
            json::array({"Science/astronomy"}));
  EXPECT_EQ(topics({"merge", "Science/Physics", "Science/astronomy"}).at("topics"), 3);
  const json removed = topics({"remove", "Food"});
  EXPECT_EQ(removed.at("topics"), 2);
  EXPECT_EQ(removed.at("examples"), 2);
  EXPECT_EQ(topics({"move", "Science/astronomy", "/"}).at("good"), json::array({"astronomy"}));
  EXPECT_EQ(porthole({"topics", "remove", folder(), "Food"}).code, 3);
}

// The JSON had the counts and the good topics alone.
TEST_F(ExamplesTest, TheJsonOfAChangeOfTopicsHasAllThatTheTextHas) {
  ASSERT_EQ(make({"--bookmarks", path("bookmarks.html"), "--good", "Sky"}).code, 0);
  const std::string next = "porthole train " + folder();
  const auto changed = [&](std::vector<std::string> words) {
    words.insert(words.begin(), "topics");
    words.insert(words.begin() + 2, folder());
    words.emplace_back("--json");
    json said = json::parse(porthole(words).out);
    EXPECT_EQ(said.at("next"), next);
    for (const char* member : {"topics", "examples", "good", "next"}) said.erase(member);
    return said;
  };
  EXPECT_EQ(changed({"make", "/Science//Physics/"}),
            (json{{"done", "made"}, {"topic", "Science/Physics"}}));
  EXPECT_EQ(changed({"rename", "Science/Physics", "optics"}),
            (json{{"done", "renamed"}, {"topic", "Science/Physics"}, {"name", "optics"}}));
  EXPECT_EQ(changed({"move", "Science/optics", "/"}),
            (json{{"done", "moved"}, {"topic", "Science/optics"}, {"above", ""}}));
  EXPECT_EQ(changed({"merge", "optics", "Science"}),
            (json{{"done", "merged"}, {"topic", "optics"}, {"into", "Science"}}));
  EXPECT_EQ(changed({"remove", "Science"}), (json{{"done", "removed"}, {"topic", "Science"}}));
  EXPECT_THAT(porthole({"topics", "make", folder(), "Science"}).out,
              HasSubstr("\nnext: " + next + "\n"));
}

// The path that was found was looked up a second time as it was typed, and was not there.
TEST_F(ExamplesTest, APathIsShownAsTheTaxonomyHasIt) {
  ASSERT_EQ(make({"--bookmarks", path("bookmarks.html"), "--good", "Sky"}).code, 0);
  EXPECT_THAT(porthole({"topics", "make", folder(), "/Science//Physics/"}).out,
              HasSubstr("made Science/Physics; "));
  EXPECT_THAT(porthole({"topics", "rename", folder(), "Science/Physics/", "optics"}).out,
              HasSubstr("renamed Science/Physics to optics; "));
  expect_output({"examples", "move", folder(), "http://food1.test/", "Science//optics"},
                {"moved from Food to Science/optics\n"});
}

TEST_F(ExamplesTest, APageOfAnotherTopicIsNotAddedAndTheTopicIsNamed) {
  ASSERT_EQ(make({"--bookmarks", path("bookmarks.html"), "--good", "Sky"}).code, 0);
  const ProgramResult said = porthole(
      {"examples", "add", folder(), "Sky", "http://food1.test/", "http://sky1.test/", "nonsense"});
  EXPECT_EQ(said.code, 1);
  EXPECT_THAT(said.err, HasSubstr("example not added: http://food1.test/: it is one of Food\n"
                                  "  move it: porthole examples move " +
                                  folder() + " http://food1.test/ Sky\n"));
  EXPECT_THAT(said.err, HasSubstr("example not added: nonsense: "));
  EXPECT_THAT(said.err, Not(HasSubstr("seed")));
  EXPECT_THAT(said.out, Not(HasSubstr("next:")));
  EXPECT_THAT(said.out, HasSubstr("added 0 examples to Sky (1 was there already); "));
  const json counts = json::parse(porthole({"examples", "add", folder(), "Sky",
                                            "http://food1.test/", "http://sky1.test/", "--json"})
                                      .out);
  EXPECT_EQ(counts.at("known"), 1) << "a page is counted once";
  EXPECT_EQ(counts.at("failed"), 1);
  EXPECT_EQ(porthole({"examples", "add", folder(), "Sky", "http://sky1.test/"}).code, 0);
}

TEST_F(ExamplesTest, ThePageOfAnotherTopicCanBeMovedToTheTopicThatWasToBeMade) {
  ASSERT_EQ(make({"--bookmarks", path("bookmarks.html"), "--good", "Sky"}).code, 0);
  EXPECT_EQ(porthole({"examples", "add", folder(), "New", "http://food1.test/", "--make"}).code, 1);
  EXPECT_EQ(porthole({"examples", "move", folder(), "http://food1.test/", "New"}).code, 0);
}

TEST_F(ExamplesTest, AProposalNamesThePageThatCouldNotBeRead) {
  ASSERT_EQ(make({"--bookmarks", path("bookmarks.html"), "--good", "Sky"}).code, 0);
  ASSERT_EQ(porthole({"train", folder()}).code, 0);
  expect_error({"examples", "propose", folder(), "http://nowhere.test/", "http://nowhere.test/too"},
               3,
               {"http://nowhere.test/: the page could not be read: "
                "unresolvable (nor could 1 other)\n"});
}

}  // namespace
}  // namespace porthole::testing
