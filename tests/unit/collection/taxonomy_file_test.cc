#include "collection/taxonomy_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "collection/specification.h"
#include "tests/support/files.h"
#include "tests/support/temp_dir.h"

namespace porthole::collection {
namespace {

using ::testing::HasSubstr;
using topics::Mark;

const char* const kSmall = R"(<?xml version="1.0" encoding="UTF-8"?>
<!-- Mine. -->
<taxonomy xmlns="urn:porthole:taxonomy:1" title="The web">
  <topic name="science" title="Science">
    <description>What is
      known.</description>
    <!-- Stars & galaxies -->
    <topic name="astronomy" mark="good">
      <example url="https://stars.test/a.html"/>
      <example file="pages/moon.html"/>   <!-- of my own -->
      <example>The planets of other suns &amp; how they are found</example>
      <topic name="planets"/>
    </topic>
    <topic name="physics" />
  </topic>
  <topic name="arts"></topic>
</taxonomy>
)";

Result<TaxonomyFile> read_text(const std::string& text) {
  return TaxonomyFile::from_text(text, "t.xml");
}

TaxonomyFile small() { return *read_text(kSmall); }

/// The taxonomy of `topics`, or the error that reading it gives.
Error refusal(const std::string& topics) {
  const auto read =
      read_text("<taxonomy xmlns=\"urn:porthole:taxonomy:1\">\n" + topics + "\n</taxonomy>");
  EXPECT_FALSE(read) << topics;
  return read ? Error() : read.error();
}

TEST(TaxonomyFileTest, ReadsTopicsExamplesAndMarks) {
  const TaxonomyFile file = small();
  const topics::Taxonomy& taxonomy = file.taxonomy();
  ASSERT_EQ(taxonomy.size(), 6u);
  EXPECT_EQ(taxonomy[topics::kRootTopic].title, "The web");
  const auto& astronomy = taxonomy[*taxonomy.find("science/astronomy")];
  ASSERT_EQ(astronomy.examples.size(), 3u);
  EXPECT_EQ(astronomy.examples[0].url, "https://stars.test/a.html");
  EXPECT_EQ(astronomy.examples[0].line, 9);
  EXPECT_EQ(astronomy.examples[1].file, "pages/moon.html");
  EXPECT_EQ(astronomy.examples[2].text, "The planets of other suns & how they are found");
  EXPECT_EQ(astronomy.title, "astronomy") << "a topic without a title is called by its name";
  EXPECT_EQ(taxonomy[*taxonomy.find("science")].description, "What is known.");
}

TEST(TaxonomyFileTest, KeepsWhatIsSaidOfAnExample) {
  const auto file = read_text(
      "<taxonomy xmlns=\"urn:porthole:taxonomy:1\"><topic name=\"a\"><example "
      "url=\"https://a.test/\" title=\" Two  moons\" description=\"Of Mars\"/></topic></taxonomy>");
  ASSERT_TRUE(file) << file.error().to_string();
  const topics::Example& example = file->taxonomy()[1].examples.at(0);
  EXPECT_EQ(example.title, "Two moons");
  EXPECT_EQ(example.description, "Of Mars");
}

// Chakrabarti, van den Berg, Dom 1999 (VLDB), section 1.1.
TEST(TaxonomyFileTest, DerivesTheOtherMarksFromTheGoodOnes) {
  const TaxonomyFile file = small();
  const topics::Taxonomy& taxonomy = file.taxonomy();
  EXPECT_EQ(taxonomy[*taxonomy.find("science/astronomy")].mark, Mark::kGood);
  EXPECT_EQ(taxonomy[*taxonomy.find("science/astronomy/planets")].mark, Mark::kSubsumed);
  EXPECT_EQ(taxonomy[*taxonomy.find("science")].mark, Mark::kPath);
  EXPECT_EQ(taxonomy[*taxonomy.find("arts")].mark, Mark::kNull);
}

TEST(TaxonomyFileTest, NamesBothTopicsWhenOneGoodOneIsAboveAnother) {
  const Error error = refusal(
      "<topic name='a' mark='good'>\n<topic name='b'>\n<topic name='c' "
      "mark='good'/></topic></topic>");
  EXPECT_THAT(error.to_string(), HasSubstr("t.xml:4:"));
  EXPECT_THAT(error.message, HasSubstr("\"a/b/c\""));
  EXPECT_THAT(error.message, HasSubstr("\"a\" (line 2)"));
}

TEST(TaxonomyFileTest, SaysWhereAMistakeIsAndWhatWasExpected) {
  EXPECT_THAT(refusal("<topic title='a'/>").to_string(), HasSubstr("t.xml:2:"));
  EXPECT_THAT(refusal("<topic name='a/b'/>").to_string(), HasSubstr("a name without \"/\""));
  EXPECT_THAT(refusal("<topic name='a' mark='bad'/>").to_string(),
              HasSubstr("good, or no mark at all"));
  EXPECT_THAT(refusal("<topic name='a' mark=''/>").to_string(),
              HasSubstr("the attribute \"mark\" of <topic> may not be empty"));
  EXPECT_THAT(refusal("<topic name=''/>").to_string(),
              HasSubstr("the attribute \"name\" of <topic> may not be empty"));
  EXPECT_THAT(refusal("<topik name='a'/>").to_string(), HasSubstr("topic"));
  EXPECT_THAT(refusal("<example url='https://a.test/'/>").to_string(), HasSubstr("t.xml:2:"));
  EXPECT_THAT(refusal("<topic name='a'/>\n<topic name='a'/>").message, HasSubstr("(line 2)"));
  EXPECT_THAT(refusal("<topic name='a'><example/></topic>").message,
              HasSubstr("one of URL, file and text"));
  EXPECT_THAT(refusal("<topic name='a'><example url='http://a.test/'>b</example></topic>").message,
              HasSubstr("one of URL, file and text"));
  EXPECT_THAT(refusal("<topic name='a'><example url='nonsense'/></topic>").message,
              HasSubstr("is not a URL"));
}

TEST(TaxonomyFileTest, RefusesADocumentType) {
  const auto read = read_text(
      "<!DOCTYPE taxonomy [<!ENTITY x SYSTEM \"/etc/passwd\">]><taxonomy "
      "xmlns=\"urn:porthole:taxonomy:1\">&x;</taxonomy>");
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code, ErrorCode::kInvalid);
}

TEST(TaxonomyFileTest, TakesOnePageForOneExampleHoweverItsUrlIsWritten) {
  const Error error = refusal(
      "<topic name='a'><example url='http://a.test/%7Eb'/></topic>\n<topic name='b'><example "
      "url='HTTP://A.test:80/~b#c'/></topic>");
  EXPECT_THAT(error.message, HasSubstr("also in \"a\" (line 2)"));
  EXPECT_EQ(error.line, 3);
}

TEST(TaxonomyFileTest, AddsExamplesAndTopicsAndKeepsEveryCommentAndLine) {
  TaxonomyFile file = small();
  std::vector<NewExample> added(4);
  added[0].path = {"science", "physics"};
  added[0].example.url = "https://waves.test/?a=1&b=2";
  added[0].title = "Waves \"and\" <particles>";
  added[1].path = {"arts", "music", "jazz"};
  added[1].example.url = "https://jazz.test/";
  added[2].path = {"arts"};
  added[2].example.url = "https://STARS.test/a.html";
  added[3].path = {"arts", "music", "jazz"};
  added[3].example.text = "blue <notes>";
  const auto done = file.add(added);
  ASSERT_TRUE(done) << done.error().to_string();
  EXPECT_EQ(done->examples, 3u);
  EXPECT_EQ(done->known, 1u);
  EXPECT_EQ(done->topics, 2u);
  // Nothing of the old text is lost: taking the new lines out again leaves it.
  for (const char* kept :
       {"<!-- Mine. -->", "<!-- Stars & galaxies -->", "   <!-- of my own -->\n"}) {
    EXPECT_THAT(file.text(), HasSubstr(kept));
  }
  EXPECT_THAT(file.text(), HasSubstr(R"(    <topic name="physics">
      <example url="https://waves.test/?a=1&amp;b=2" title="Waves &quot;and&quot; &lt;particles&gt;"/>
    </topic>
)"));
  EXPECT_THAT(file.text(), HasSubstr(R"(  <topic name="arts">
    <topic name="music">
      <topic name="jazz">
        <example url="https://jazz.test/"/>
        <example>blue &lt;notes&gt;</example>
      </topic>
    </topic>
  </topic>
)"));
  const auto& jazz = file.taxonomy()[*file.taxonomy().find("arts/music/jazz")];
  EXPECT_EQ(jazz.examples.size(), 2u);
}

TEST(TaxonomyFileTest, FindsATopicByItsTitleOrInOtherLetters) {
  TaxonomyFile file = small();
  NewExample added;
  added.path = {"SCIENCE", "Astronomy"};
  added.example.url = "https://new.test/";
  const auto done = file.add({added});
  ASSERT_TRUE(done);
  EXPECT_EQ(done->topics, 0u);
  EXPECT_EQ(file.taxonomy()[*file.taxonomy().find("science/astronomy")].examples.size(), 4u);
}

TEST(TaxonomyFileTest, MovesAnExampleAndNothingElse) {
  TaxonomyFile file = small();
  const auto from = file.move_example("https://stars.test/a.html#top", "arts");
  ASSERT_TRUE(from) << from.error().to_string();
  EXPECT_EQ(*from, "science/astronomy");
  EXPECT_EQ(file.taxonomy()[*file.taxonomy().find("science/astronomy")].examples.size(), 2u);
  EXPECT_THAT(file.text(),
              HasSubstr("<topic name=\"astronomy\" mark=\"good\">\n      <example file="));
  EXPECT_THAT(
      file.text(),
      HasSubstr(
          "  <topic name=\"arts\">\n    <example url=\"https://stars.test/a.html\"/>\n  </topic>"));
  EXPECT_THAT(file.text(), HasSubstr("   <!-- of my own -->\n"));
}

TEST(TaxonomyFileTest, RemovesAnExampleAndNothingElse) {
  TaxonomyFile file = small();
  const auto id = file.topic_of_example("https://stars.test/a.html#top");
  ASSERT_TRUE(id);
  EXPECT_EQ(file.taxonomy()[*id].path, "science/astronomy");
  const auto from = file.remove_example("https://stars.test/a.html#top");
  ASSERT_TRUE(from) << from.error().to_string();
  EXPECT_EQ(*from, "science/astronomy");
  EXPECT_FALSE(file.topic_of_example("https://stars.test/a.html"));
  EXPECT_EQ(file.taxonomy()[*file.taxonomy().find("science/astronomy")].examples.size(), 2u);
  EXPECT_THAT(file.text(), HasSubstr("   <!-- of my own -->\n"));
  EXPECT_EQ(file.remove_example("https://stars.test/a.html").error().code, ErrorCode::kNotFound);
}

TEST(TaxonomyFileTest, ChangesNothingWhenAChangeFails) {
  TaxonomyFile file = small();
  EXPECT_EQ(file.move_example("https://nowhere.test/", "arts").error().code, ErrorCode::kNotFound);
  const auto unknown = file.move_example("https://stars.test/a.html", "science/astronmy");
  ASSERT_FALSE(unknown);
  EXPECT_THAT(unknown.error().hint, HasSubstr("science/astronomy"));
  EXPECT_FALSE(file.mark_good({"science", "science/physics"}));
  EXPECT_EQ(file.text(), kSmall);
  EXPECT_EQ(file.taxonomy().good().size(), 1u);
}

TEST(TaxonomyFileTest, MarksTopicsGoodAndUnmarksTheOthers) {
  TaxonomyFile file = small();
  ASSERT_TRUE(file.mark_good({"arts", "science/physics"}));
  EXPECT_THAT(file.text(), HasSubstr("<topic name=\"astronomy\">"));
  EXPECT_THAT(file.text(), HasSubstr("<topic name=\"physics\" mark=\"good\" />"));
  EXPECT_THAT(file.text(), HasSubstr("<topic name=\"arts\" mark=\"good\"></topic>"));
  ASSERT_TRUE(file.mark_good({"science/astronomy"}));
  EXPECT_EQ(file.text(), kSmall);
}

TEST(TaxonomyFileTest, MarksTopicsForShowingBesideTheGoodOnes) {
  TaxonomyFile file = small();
  EXPECT_TRUE(file.taxonomy().shown().empty());
  ASSERT_TRUE(file.mark_shown({"science/astronomy/planets", "arts"}));
  EXPECT_THAT(file.text(), HasSubstr("<topic name=\"planets\" show=\"yes\"/>"));
  const topics::Taxonomy& taxonomy = file.taxonomy();
  EXPECT_EQ(taxonomy.shown().size(), 2u);
  EXPECT_TRUE(taxonomy[*taxonomy.find("arts")].shown);
  EXPECT_EQ(taxonomy[*taxonomy.find("arts")].mark, Mark::kNull);
  EXPECT_EQ(taxonomy.good().size(), 1u);
  ASSERT_TRUE(file.mark_shown({"science/astronomy"})) << "a good topic may be shown, too";
  ASSERT_TRUE(file.mark_shown({}));
  EXPECT_EQ(file.text(), kSmall);
  EXPECT_THAT(file.mark_shown({"art"}).error().hint, HasSubstr("arts"));
  EXPECT_THAT(refusal("<topic name='a' show='no'/>").hint, HasSubstr("expected yes"));
}

TEST(TaxonomyFileTest, WritesWithThePrefixThatTheFileUses) {
  auto file =
      read_text("<p:taxonomy xmlns:p='urn:porthole:taxonomy:1'><p:topic name='a'/></p:taxonomy>");
  ASSERT_TRUE(file);
  NewExample example;
  example.path = {"a", "b"};
  example.example.url = "https://a.test/";
  ASSERT_TRUE(file->add({example}));
  EXPECT_THAT(file->text(), HasSubstr("<p:example url=\"https://a.test/\"/>"));
  EXPECT_TRUE(file->taxonomy().find("a/b"));
}

TEST(TaxonomyFileTest, AddsNothingToATextInAnotherEncoding) {
  auto file = read_text(
      "<?xml version='1.0' encoding='ISO-8859-1'?><taxonomy xmlns='urn:porthole:taxonomy:1'><topic "
      "name='caf\xE9'/></taxonomy>");
  ASSERT_TRUE(file);
  EXPECT_EQ(file->taxonomy()[1].name, "caf\xC3\xA9");
  const auto marked = file->mark_good({"caf\xC3\xA9"});
  ASSERT_FALSE(marked);
  EXPECT_THAT(marked.error().hint, HasSubstr("UTF-8"));
}

TEST(TaxonomyFileTest, FindsItsFilesFromAnotherPlaceToo) {
  const porthole::testing::TempDir folder;
  std::filesystem::create_directory(folder / "elsewhere");
  porthole::testing::write_whole_file(folder / "t.xml", kSmall);
  const auto file = TaxonomyFile::read(folder / "t.xml");
  ASSERT_TRUE(file);
  const auto copy = file->copy_for(folder / "elsewhere" / "taxonomy.xml");
  ASSERT_TRUE(copy);
  ASSERT_TRUE(copy->save());
  const auto again = TaxonomyFile::read(folder / "elsewhere" / "taxonomy.xml");
  ASSERT_TRUE(again);
  const auto& example = again->taxonomy()[*again->taxonomy().find("science/astronomy")].examples[1];
  EXPECT_EQ(again->path_of(example), folder / "pages" / "moon.html");
}

TEST(TaxonomyFileTest, ASpecificationIsGivenItsTaxonomy) {
  NewCollection values;
  values.topic_phrases = {"a < b"};
  const std::string text = write_specification(values);
  const auto named = name_taxonomy(text, "taxonomy.xml");
  ASSERT_TRUE(named) << named.error().to_string();
  EXPECT_THAT(*named, HasSubstr("<taxonomy file=\"taxonomy.xml\"/>"));
  const porthole::testing::TempDir folder;
  porthole::testing::write_whole_file(folder / "porthole.xml", *named);
  const auto read = read_specification(folder / "porthole.xml");
  ASSERT_TRUE(read) << read.error().to_string();
  EXPECT_EQ(read->topic.taxonomy_file, "taxonomy.xml");
  EXPECT_FALSE(name_taxonomy(*named, "other.xml")) << "one taxonomy is enough";
}

TEST(TaxonomyFileTest, NamesOfTopicsAreMadeOfAnything) {
  EXPECT_EQ(topic_name(" News /\n Sport "), "News - Sport");
  EXPECT_EQ(topic_name(""), "topic");
  EXPECT_EQ(topic_name(std::string(500, 'x')).size(), 100u);
  EXPECT_EQ(path_names("/science// astronomy /"),
            (std::vector<std::string>{"science", "astronomy"}));
}

}  // namespace
}  // namespace porthole::collection
