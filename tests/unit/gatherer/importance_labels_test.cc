#include "gatherer/judge/importance_labels.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include <fstream>

#include "tests/support/temp_dir.h"

namespace porthole::gatherer {
namespace {

class ImportanceLabelsTest : public ::testing::Test {
 protected:
  Result<ImportanceLabels> read(const std::string& text) {
    const std::filesystem::path file = folder_ / "labels.tsv";
    std::ofstream(file) << text;
    return ImportanceLabels::read(file);
  }
  static std::optional<double> label(const ImportanceLabels& labels, const char* url) {
    return labels.of(*Url::parse(url));
  }
  static constexpr const char* kRanks =
      "#harmonicc_pos\t#harmonicc_val\t#host_rev\n1\t12.5\torg.example.www\n2\t3\tcom.example\n";
  std::filesystem::path packed(const std::string& text) {
    const std::filesystem::path file = folder_ / "ranks.txt.gz";
    const gzFile out = gzopen(file.c_str(), "wb");
    gzwrite(out, text.data(), static_cast<unsigned>(text.size()));
    gzclose(out);
    return file;
  }

 private:
  testing::TempDir folder_;
};

TEST_F(ImportanceLabelsTest, OfAListAreThoseOfThePageElseItsHostElseItsDomain) {
  const auto labels = read("# mine\n\nhttp://www.a.org/x\t3\nwww.a.org\t2\na.org\t1\n");
  ASSERT_TRUE(labels) << labels.error().to_string();
  EXPECT_EQ(label(*labels, "https://www.a.org/x"), 3);
  EXPECT_EQ(label(*labels, "https://www.a.org/y"), 2);
  EXPECT_EQ(label(*labels, "https://docs.a.org/"), 1);
  EXPECT_EQ(label(*labels, "https://b.org/"), std::nullopt);
  EXPECT_EQ(labels->says(), "a list (3 labels of labels.tsv)");
}

TEST_F(ImportanceLabelsTest, OfRanksAreTheHarmonicCentralityOfTheHost) {
  const auto labels = ImportanceLabels::read(std::filesystem::path(PORTHOLE_SOURCE_DIR) /
                                             "examples/importance/host_ranks.txt");
  ASSERT_TRUE(labels) << labels.error().to_string();
  EXPECT_EQ(label(*labels, "https://docs.python.org/3/"), 2.887e7);
  EXPECT_EQ(label(*labels, "https://www.sheldonbrown.com/"), std::nullopt);
  EXPECT_EQ(label(*labels, "https://www.sheldonbrown.org/"), 1.95e7);
  EXPECT_FLOAT_EQ(labels->domains().at("python.org"), 2.887e7F);
  EXPECT_EQ(labels->says(), "harmonic centrality of hosts (5 labels of host_ranks.txt)");
}

TEST_F(ImportanceLabelsTest, AreTheSameFromAFileThatIsPacked) {
  const auto labels = ImportanceLabels::read(packed(kRanks));
  ASSERT_TRUE(labels) << labels.error().to_string();
  EXPECT_EQ(labels->size(), 2U);
  EXPECT_EQ(label(*labels, "https://www.example.org/"), 12.5);
  EXPECT_EQ(labels->says(), "harmonic centrality of hosts (2 labels of ranks.txt.gz)");
}

TEST_F(ImportanceLabelsTest, OfADamagedPackedFileAreRefused) {
  const std::filesystem::path file = packed(kRanks);
  std::filesystem::resize_file(file, std::filesystem::file_size(file) - 12);
  const auto labels = ImportanceLabels::read(file);
  ASSERT_FALSE(labels);
  EXPECT_EQ(labels.error().code, ErrorCode::kInvalid);
  EXPECT_THAT(labels.error().message, ::testing::HasSubstr("damaged"));
  EXPECT_EQ(labels.error().file, file.string());
}

TEST_F(ImportanceLabelsTest, AreRefusedWhereALineHasNoEnd) {
  EXPECT_THAT(read(std::string(100'000, 'a')).error().message, ::testing::HasSubstr("64 KiB"));
}

TEST_F(ImportanceLabelsTest, OfTheExampleListCanBeRead) {
  const auto labels = ImportanceLabels::read(std::filesystem::path(PORTHOLE_SOURCE_DIR) /
                                             "examples/importance/list.tsv");
  ASSERT_TRUE(labels) << labels.error().to_string();
  EXPECT_EQ(label(*labels, "https://docs.python.org/"), 100);
}

TEST_F(ImportanceLabelsTest, AreRefusedWithTheLineThatMakesNoSense) {
  for (const char* wrong : {"a.org", "a.org\tmuch", "a.org\t-1", "http://\t3", "a.org\tnan"}) {
    const auto labels = read(std::string("b.org\t1\n") + wrong + "\n");
    ASSERT_FALSE(labels) << wrong;
    EXPECT_EQ(labels.error().code, ErrorCode::kInvalid);
    EXPECT_EQ(labels.error().line, 2) << wrong;
    EXPECT_FALSE(labels.error().hint.empty());
  }
  EXPECT_EQ(read("#harmonicc_pos\t#harmonicc_val\n1\t2\n").error().line, 1);
  EXPECT_EQ(read("#harmonicc_val\t#host_rev\n12\n").error().line, 2);
  EXPECT_EQ(read("# nothing\n").error().code, ErrorCode::kInvalid);
  EXPECT_EQ(ImportanceLabels::read("/nowhere/labels").error().code, ErrorCode::kNotFound);
}

}  // namespace
}  // namespace porthole::gatherer
