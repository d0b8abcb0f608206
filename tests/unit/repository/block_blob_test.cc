#include "repository/block_blob.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace porthole::repository {
namespace {

const std::vector<Block> kBlocks = {
    {.begin = 0, .length = 5, .kind = BlockKind::kHeading, .level = 2, .hash = 0xFEDCBA9876543210},
    {.begin = 6,
     .length = 300,
     .kind = BlockKind::kParagraph,
     .probability = 255,
     .is_content = true,
     .hash = 1},
    {.begin = 70'000, .length = 1u << 20, .kind = BlockKind::kControl, .probability = 7}};

TEST(BlockBlobTest, ReadsWhatWasWritten) {
  EXPECT_EQ(read_blocks(write_blocks(kBlocks)), kBlocks);
  EXPECT_EQ(read_blocks(write_blocks({})), std::vector<Block>());
}

TEST(BlockBlobTest, ReadsNoBlobThatEndsInsideABlock) {
  const std::string whole = write_blocks(kBlocks);
  const std::vector<std::size_t> ends = {1, write_blocks({kBlocks[0]}).size(),
                                         write_blocks({kBlocks[0], kBlocks[1]}).size()};
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const bool is_end = std::find(ends.begin(), ends.end(), size) != ends.end();
    EXPECT_EQ(read_blocks(whole.substr(0, size)).has_value(), is_end) << size;
  }
}

TEST(BlockBlobTest, RefusesValuesOutOfRange) {
  std::string kind = write_blocks({kBlocks[0]});
  kind[3] = 100;
  EXPECT_FALSE(read_blocks(kind));
  std::string version = write_blocks({kBlocks[0]});
  version[0] = 2;
  EXPECT_FALSE(read_blocks(version));
  const std::string beyond = std::string("\x01") + std::string(4, '\xFF') + "\x0F" +
                             std::string("\x01") + std::string(12, '\0');
  EXPECT_FALSE(read_blocks(beyond)) << "the end of the block is above 4 GiB";
}

}  // namespace
}  // namespace porthole::repository
