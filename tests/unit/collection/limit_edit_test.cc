#include <gtest/gtest.h>

#include "collection/edit/part_edits.h"
#include "collection/specification.h"
#include "tests/support/files.h"
#include "tests/support/temp_dir.h"

namespace porthole::collection {
namespace {

const std::string kBegin = "<collection xmlns=\"urn:porthole:specification:1\">";

std::string set(const std::string& text, std::int64_t pages) {
  const auto changed = set_limits(text, {{"pages", pages}});
  EXPECT_TRUE(changed) << changed.error().to_string();
  return changed.value_or("");
}

Limits limits_of(const std::string& text) {
  const testing::TempDir folder;
  testing::write_whole_file(folder.path() / "porthole.xml", text);
  const auto read = read_specification(folder.path() / "porthole.xml");
  EXPECT_TRUE(read) << read.error().to_string() << text;
  return read ? read->limits : Limits();
}

TEST(LimitEditTest, TheLimitThatHoldsIsChangedAndNothingElse) {
  const std::string before = kBegin +
                             "\n<scope>\n  <!-- pages=\"1\" -->\n  <limit pages = '10' hops='3'/>\n"
                             "  <limit body='1MiB'/>\n</scope></collection>";
  std::string after = before;
  after.replace(after.find(" pages = '10'"), 13, " pages=\"50\"");
  EXPECT_EQ(set(before, 50), after);
  EXPECT_EQ(limits_of(after).pages, 50);
}

TEST(LimitEditTest, OfSeveralLimitsTheLastOneHolds) {
  const std::string text =
      kBegin +
      "<scope><limit pages='10'/><limit pages='20'/><limit hops='3'/></scope></collection>";
  EXPECT_EQ(limits_of(set(text, 50)).pages, 50);
}

TEST(LimitEditTest, WhatIsMissingIsAdded) {
  for (const std::string inside :
       {"<scope><limit hops=\"3\"/></scope>", "<scope/>", "<scope>\n</scope>", "<topic/>"}) {
    const std::string text = kBegin + "\n  " + inside + "\n</collection>\n";
    EXPECT_EQ(limits_of(set(text, 50)).pages, 50) << set(text, 50);
  }
  const std::string prefixed =
      "<p:collection xmlns:p=\"urn:porthole:specification:1\"><p:topic/></p:collection>";
  EXPECT_EQ(limits_of(set(prefixed, 50)).pages, 50);
}

TEST(LimitEditTest, SetsSeveralAtOnce) {
  const auto changed =
      set_limits(kBegin + "<scope/></collection>", {{"pages", 7}, {"pages-per-site", 3}});
  ASSERT_TRUE(changed);
  EXPECT_EQ(limits_of(*changed).pages, 7);
  EXPECT_EQ(limits_of(*changed).pages_per_site, 3);
}

TEST(LimitEditTest, RefusesWhatIsNotXml) {
  const auto bad = set_limits("<collection", {{"pages", 7}});
  ASSERT_FALSE(bad);
  EXPECT_EQ(bad.error().code, ErrorCode::kInvalid);
}

TEST(StorageEditTest, TheUrlIsChangedAndNothingElse) {
  EXPECT_EQ(set_storage("<c>\n  <!-- kept -->\n  <storage url='sqlite:a.db'/>\n</c>\n",
                        "postgresql:///x?a=b&schema=c")
                .value(),
            "<c>\n  <!-- kept -->\n  <storage url=\"postgresql:///x?a=b&amp;schema=c\"/>\n</c>\n");
}

TEST(StorageEditTest, AStorageIsAddedWhereThereIsNone) {
  EXPECT_EQ(set_storage("<c>\n  <seeds/>\n</c>\n", "sqlite:b.db").value(),
            "<c>\n  <seeds/>\n  <storage url=\"sqlite:b.db\"/>\n</c>\n");
}

}  // namespace
}  // namespace porthole::collection
