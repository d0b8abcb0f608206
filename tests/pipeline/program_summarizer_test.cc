// Formats that a program of the user's reads (docs/plugins.md): scripts of the shell beside the
// library, as a crawl runs them.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "base/confinement/confinement.h"
#include "tests/pipeline/gather_fixture.h"

namespace porthole {
namespace {

namespace fs = std::filesystem;

using testing::GatherFixture;
using ::testing::HasSubstr;
using testing::TestCollection;
using ::testing::UnorderedElementsAre;

class ProgramSummarizerTest : public GatherFixture {
 protected:
  void SetUp() override {
    fs::create_directory(folder());
    fs::copy_file(PORTHOLE_BINARY_DIR "/lib/plugins/program.so", folder() / "program.so");
    ::setenv("PORTHOLE_PLUGINS", folder().c_str(), 1);
    web_.page("http://a.test/", "<title>A</title><a href=/spokes.bike>a bicycle</a>");
    web_.answer("http://a.test/spokes.bike", 200, "Content-Type: application/octet-stream\r\n",
                "spokes 32\n");
  }
  void TearDown() override { ::unsetenv("PORTHOLE_PLUGINS"); }

  fs::path folder() const { return temporary_ / "plugins"; }

  /// Puts the program `name` beside the library.
  void program(const std::string& name, const std::string& script, mode_t mode = 0755) const {
    testing::write_whole_file(folder() / name, "#!/bin/sh\n" + script);
    ::chmod((folder() / name).c_str(), mode);
  }

  /// A collection whose pages that end in .bike the program `name` reads.
  TestCollection bicycles(const std::string& name, const std::string& more = "") const {
    testing::SpecificationText text = from({"http://a.test/"});
    text.topic +=
        "<summarizers><summarizer suffixes='.bike' library='program' "
        "class='porthole::ProgramSummarizer'><option name='program' value='" +
        name + "'/>" + more + "</summarizer></summarizers>";
    return TestCollection(text);
  }

  static Document bicycle(const TestCollection& collection) {
    return collection.page("http://a.test/spokes.bike").document;
  }

  testing::TempDir temporary_;
};

TEST_F(ProgramSummarizerTest, PrintsADocumentOfAPageAsJson) {
  program("bike", R"sh(
read word number
cat <<END
{"title": "A bicycle with $number $word", "text": "Wheels.\nOf steel.", "language": "en",
 "published": "1999-12-31", "class": "Dataset", "description": "What it has",
 "properties": {"author": ["Ann", "Ben"], "homepage": {"uri": "/makers"}},
 "links": [{"url": "frame.html", "anchor": "the  frame", "rel": "NEXT", "heading": "Parts"}]}
END
)sh");
  const TestCollection collection = bicycles("bike");
  collection.gather();
  const Document read = bicycle(collection);
  EXPECT_EQ(read.status, ParseStatus::kParsed) << read.status_detail;
  EXPECT_EQ(read.title, "A bicycle with 32 spokes");
  EXPECT_EQ(read.text, "Wheels.\nOf steel.\n");
  EXPECT_EQ(read.published, "1999-12-31");
  EXPECT_EQ(read.resource_class, "Dataset");
  EXPECT_EQ(read.description, "What it has");
  EXPECT_THAT(
      read.properties,
      UnorderedElementsAre(Property{"author", "Ann"}, Property{"author", "Ben"},
                           Property{"homepage", "http://a.test/makers", PropertyKind::kUri}));
  EXPECT_EQ(collection.state("http://a.test/frame.html"), "dropped: http 404");  // was followed
}

TEST_F(ProgramSummarizerTest, GetsArgumentsThenTheUrlThenTheMediaTypeWithoutAShell) {
  web_.page("http://a.test/", "<title>A</title><a href='/$(id);x.bike'>a bicycle</a>");
  web_.answer("http://a.test/$(id);x.bike", 200, "Content-Type: application/octet-stream\r\n", "x");
  program("bike", R"sh(printf '{"title": "%s %s %s %s"}' "$#" "$1" "$2" "${3:+a type}")sh");
  const TestCollection collection = bicycles("bike", "<option name='argument' value='--fast'/>");
  collection.gather();
  EXPECT_EQ(collection.page("http://a.test/$(id);x.bike").document.title,
            "3 --fast http://a.test/$(id);x.bike a type");
}

TEST_F(ProgramSummarizerTest, SaysThatAPageIsDamagedWithoutFailing) {
  program("bike", R"(echo '{"unreadable": "no wheels"}')");
  const TestCollection collection = bicycles("bike");
  collection.gather();
  EXPECT_EQ(bicycle(collection).status, ParseStatus::kDamaged);
  EXPECT_THAT(bicycle(collection).status_detail, HasSubstr("no wheels"));
}

TEST_F(ProgramSummarizerTest, KeepsTheRestOfAnAnswerWithAMemberThatIsNotKnown) {
  program("bike", R"(echo '{"titel": "x", "text": "Wheels"}')");
  const TestCollection collection = bicycles("bike");
  collection.gather();
  EXPECT_EQ(bicycle(collection).text, "Wheels\n");
  EXPECT_EQ(bicycle(collection).status, ParseStatus::kFallback);
  EXPECT_THAT(bicycle(collection).status_detail, HasSubstr("not a known member: titel"));
}

TEST_F(ProgramSummarizerTest, ThatFailsCostsItsPageAlone) {
  const std::pair<const char*, const char*> faults[] = {
      {"exit 3", "exit code 3"},
      {"echo nonsense", "no object of JSON"},
      {"echo '[1]'", "no object of JSON"},
      {"kill -9 $$", "exit code 137"},
      {"yes spokes", "ended at a limit of time or output"}};
  for (const auto& [script, reason] : faults) {
    program("bike", script);
    const TestCollection collection = bicycles("bike");
    EXPECT_EQ(collection.gather().fetched, 2) << script;
    EXPECT_EQ(bicycle(collection).status, ParseStatus::kFailed) << script;
    EXPECT_THAT(bicycle(collection).status_detail, HasSubstr(reason)) << script;
  }
}

TEST_F(ProgramSummarizerTest, RunsWithinTheMemoryOfAWorker) {
  program("bike", R"sh(printf '{"title": "%s"}' "$(ulimit -v)")sh");
  const TestCollection collection = bicycles("bike");
  collection.gather();
#if !defined(PORTHOLE_SANITIZED)
  EXPECT_EQ(bicycle(collection).title, std::to_string(512 * 1024));
#endif
}

TEST_F(ProgramSummarizerTest, WritesIntoATemporaryFolderAlone) {
  if (const auto kernel = confinement::kernel_support(); !kernel.is_complete())
    GTEST_SKIP() << "this kernel lacks " << kernel.missing();
  testing::write_whole_file(temporary_ / "secret", "a secret");
  const std::string outside = temporary_.path().string();
  program("bike",
          "exec 2> /dev/null\n"
          "echo well > \"$TMPDIR/a\" && read inside < \"$TMPDIR/a\"\n"
          "echo gone > '" +
              outside +
              "/secret' && outside=written\n"
              "read line < '" +
              outside +
              "/secret' && outside=$line\n"
              "kill -0 $PPID && outside=killed\n"
              "printf '{\"title\": \"%s %s %s\"}' $inside \"${outside-nothing}\" "
              "\"$(echo forked | cat)\"");
  const TestCollection collection = bicycles("bike");
  collection.gather();
  EXPECT_EQ(bicycle(collection).title, "well nothing forked");
  EXPECT_EQ(testing::read_whole_file(temporary_ / "secret"), "a secret");
}

TEST_F(ProgramSummarizerTest, IsRefusedBeforeTheCrawlWhenItIsNotOneOfTheFolder) {
  program("open", "true", 0777);
  program("letter", "true", 0644);
  fs::create_symlink("/bin/true", folder() / "elsewhere");
  const std::pair<const char*, const char*> refused[] = {
      {"missing", "there is no program missing in"},
      {"/bin/true", "not a valid program name"},
      {"../program", "not a valid program name"},
      {"elsewhere", "leads out of"},
      {"letter", "cannot be run"},
      {"open", "can be written by everybody"}};
  for (const auto& [name, reason] : refused) {
    const auto tried = bicycles(name).try_gather();
    ASSERT_FALSE(tried) << name;
    EXPECT_THAT(tried.error().message, HasSubstr(reason));
  }
}

TEST_F(ProgramSummarizerTest, NeedsTypesOrSuffixes) {
  program("bike", "true");
  testing::SpecificationText text = from({"http://a.test/"});
  text.topic +=
      "<summarizers><summarizer library='program' class='porthole::ProgramSummarizer'>"
      "<option name='program' value='bike'/></summarizer></summarizers>";
  const auto tried = TestCollection(text).try_gather();
  ASSERT_FALSE(tried);
  EXPECT_THAT(tried.error().message, HasSubstr("is given no pages"));
}

TEST_F(ProgramSummarizerTest, OfEachFormatIsCountedByItself) {
  web_.page("http://a.test/", "<title>A</title><a href=/spokes.bike>1</a><a href=/mast.boat>2</a>");
  web_.answer("http://a.test/mast.boat", 200, "Content-Type: application/octet-stream\r\n", "1");
  program("bike", R"(echo '{"title": "A bicycle"}')");
  program("boat", "exit 1");
  testing::SpecificationText text = from({"http://a.test/"});
  text.topic += "<summarizers>";
  for (const std::string name : {"bike", "boat"}) {
    text.topic += "<summarizer suffixes='." + name +
                  "' library='program' class='porthole::ProgramSummarizer'>"
                  "<option name='program' value='" +
                  name + "'/></summarizer>";
  }
  text.topic += "</summarizers>";
  const TestCollection collection(text);
  collection.gather();
  const auto failed = collection.repository()->crawl().plugins();
  ASSERT_TRUE(failed);
  ASSERT_EQ(failed->size(), 1u);
  EXPECT_EQ(failed->front().name, "program (.boat)");
}

}  // namespace
}  // namespace porthole
