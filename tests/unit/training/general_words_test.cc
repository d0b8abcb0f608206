#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/files.h"
#include "tests/support/temp_dir.h"
#include "training/first_expansion.h"

namespace porthole::training {
namespace {

using porthole::testing::write_whole_file;
using ::testing::Pair;
using ::testing::UnorderedElementsAre;

class GeneralWordsTest : public ::testing::Test {
 protected:
  Result<GeneralWords> read(const std::string& text) {
    write_whole_file(folder_ / "words.txt", text);
    return read_general_words(folder_ / "words.txt");
  }

  porthole::testing::TempDir folder_;
};

TEST_F(GeneralWordsTest, AreTermsAndTwoFormsCountAsTheMoreFrequentOne) {
  const auto words = read("# made by hand\n\n7\tpages\n12\tManuals\n9\tmanual\n3\tnew files\n");
  ASSERT_TRUE(words) << words.error().to_string();
  EXPECT_THAT(*words,
              UnorderedElementsAre(Pair("page", 7), Pair("manual", 12), Pair("new file", 3)));
}

TEST_F(GeneralWordsTest, ALineThatIsNoneIsNamed) {
  for (const char* line : {"word", "7 word", "0\tword", "101\tword", "7x\tword", "7\t", "\tword"}) {
    const auto words = read("# first\n" + std::string(line) + "\n");
    ASSERT_FALSE(words) << line;
    EXPECT_EQ(words.error().code, ErrorCode::kInvalid);
    EXPECT_EQ(words.error().line, 2) << line;
  }
  EXPECT_EQ(read_general_words(folder_ / "none.txt").error().code, ErrorCode::kNotFound);
}

TEST_F(GeneralWordsTest, TheProgramBringsThousands) {
  const auto words = read_general_words(PORTHOLE_SOURCE_DIR "/examples/general_words.txt");
  ASSERT_TRUE(words) << words.error().to_string();
  EXPECT_GT(words->size(), 3000u);
  EXPECT_GT(words->at("example"), 30);
  EXPECT_EQ(words->count("nebula"), 0u);
}

}  // namespace
}  // namespace porthole::training
