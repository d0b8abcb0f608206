#include "gatherer/status_labels.h"

#include <gtest/gtest.h>

#include <fstream>

#include "tests/support/temp_dir.h"

namespace porthole::gatherer {
namespace {

class StatusLabelsTest : public ::testing::Test {
 protected:
  Result<StatusLabels> read(const std::string& text) {
    const std::filesystem::path file = folder_ / "labels.tsv";
    std::ofstream(file) << text;
    return StatusLabels::read(file);
  }
  static std::optional<double> label(const StatusLabels& labels, const char* url) { return labels.of(*Url::parse(url)); }

 private:
  testing::TempDir folder_;
};

TEST_F(StatusLabelsTest, OfAListAreThoseOfThePageElseItsHostElseItsDomain) {
  const auto labels = read("# mine\n\nhttp://www.a.org/x\t3\nwww.a.org\t2\na.org\t1\n");
  ASSERT_TRUE(labels) << labels.error().to_string();
  EXPECT_EQ(label(*labels, "https://www.a.org/x"), 3);
  EXPECT_EQ(label(*labels, "https://www.a.org/y"), 2);
  EXPECT_EQ(label(*labels, "https://docs.a.org/"), 1);
  EXPECT_EQ(label(*labels, "https://b.org/"), std::nullopt);
  EXPECT_EQ(labels->says(), "a list (3 labels of labels.tsv)");
}

TEST_F(StatusLabelsTest, OfRanksAreTheHarmonicCentralityOfTheHost) {
  const auto labels = StatusLabels::read(std::filesystem::path(PORTHOLE_SOURCE_DIR) / "examples/status/host_ranks.txt");
  ASSERT_TRUE(labels) << labels.error().to_string();
  EXPECT_EQ(label(*labels, "https://docs.python.org/3/"), 2.887e7);
  EXPECT_EQ(label(*labels, "https://www.sheldonbrown.com/"), std::nullopt);
  EXPECT_EQ(label(*labels, "https://www.sheldonbrown.org/"), 1.95e7);
  EXPECT_FLOAT_EQ(labels->domains().at("python.org"), 2.887e7F);
  EXPECT_EQ(labels->says(), "harmonic centrality of hosts (5 labels of host_ranks.txt)");
}

TEST_F(StatusLabelsTest, OfTheExampleListCanBeRead) {
  const auto labels = StatusLabels::read(std::filesystem::path(PORTHOLE_SOURCE_DIR) / "examples/status/list.tsv");
  ASSERT_TRUE(labels) << labels.error().to_string();
  EXPECT_EQ(label(*labels, "https://docs.python.org/"), 100);
}

TEST_F(StatusLabelsTest, AreRefusedWithTheLineThatMakesNoSense) {
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
  EXPECT_EQ(StatusLabels::read("/nowhere/labels").error().code, ErrorCode::kNotFound);
}

}  // namespace
}  // namespace porthole::gatherer
