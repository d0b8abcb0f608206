#include "summarizer/content_parts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace porthole::summarizer {
namespace {

using Kind = ContentPart::Kind;
using ::testing::ElementsAre;
using ::testing::SizeIs;

/// A page that is put together block by block.
struct Page {
  Page& add(BlockKind kind, const std::string& words, int level = 0, bool is_content = true) {
    if (!text.empty()) text += '\n';
    Block block;
    block.begin = static_cast<std::uint32_t>(text.size());
    block.length = static_cast<std::uint32_t>(words.size());
    block.kind = kind;
    block.level = static_cast<std::uint8_t>(level);
    block.is_content = is_content;
    text += words;
    blocks.push_back(block);
    return *this;
  }
  std::vector<ContentPart> parts() const { return parts_of(text, blocks, true); }
  std::string markdown() const { return write_markdown(parts()); }

  std::string text;
  std::vector<Block> blocks;
};

TEST(ContentPartsTest, DivideContentFromTheRest) {
  Page page;
  page.add(BlockKind::kListItem, "Home", 1, false).add(BlockKind::kParagraph, "A hub.");
  ASSERT_THAT(page.parts(), SizeIs(1));
  EXPECT_EQ(page.parts()[0].text, "A hub.");
  const auto rest = parts_of(page.text, page.blocks, false);
  ASSERT_THAT(rest, SizeIs(1));
  EXPECT_EQ(rest[0].kind, Kind::kList);
}

TEST(ContentPartsTest, JoinItemsOfAListAndTheBlocksOfAnItem) {
  Page page;
  page.add(BlockKind::kListItem, "one", 1)
      .add(BlockKind::kListItem, "more of one", 0)
      .add(BlockKind::kListItem, "inner", 2)
      .add(BlockKind::kListItem, "two", 1);
  EXPECT_EQ(page.markdown(), "- one\\\n  more of one\n  - inner\n- two\n");
}

TEST(ContentPartsTest, TakeEachItemOfAnOlderPageForOne) {
  Page page;
  page.add(BlockKind::kListItem, "one").add(BlockKind::kListItem, "two");
  EXPECT_EQ(page.markdown(), "- one\n- two\n");
}

TEST(ContentPartsTest, MakeRowsOfCells) {
  Page page;
  page.add(BlockKind::kCell, "size", 1)
      .add(BlockKind::kCell, "a|b", 2)
      .add(BlockKind::kCell, "1", 1)
      .add(BlockKind::kCell, "2", 2)
      .add(BlockKind::kCell, "or 3", 0);
  EXPECT_EQ(page.markdown(), "| size | a\\|b |\n| --- | --- |\n| 1 | 2 or 3 |\n");
}

TEST(ContentPartsTest, TakeTheCellsOfALayoutForParagraphs) {
  Page page;
  page.add(BlockKind::kCell, "menu", 1).add(BlockKind::kCell, "text", 2);
  page.add(BlockKind::kCell, std::string(400, 'x'), 1).add(BlockKind::kCell, "y", 2);
  ASSERT_THAT(page.parts(), SizeIs(4));
  EXPECT_EQ(page.parts()[0].kind, Kind::kParagraph);
}

TEST(ContentPartsTest, KeepTheLinesAndTheIndentationOfCode) {
  Page page;
  page.add(BlockKind::kHeading, "Use", 2);
  page.text += "\n  if (a)\n    b();";
  Block code;
  code.begin = 6;  // behind the indentation
  code.length = static_cast<std::uint32_t>(page.text.size() - 6);
  code.kind = BlockKind::kCode;
  code.is_content = true;
  page.blocks.push_back(code);
  EXPECT_EQ(page.markdown(), "## Use\n\n```\n  if (a)\n    b();\n```\n");
}

TEST(ContentPartsTest, EscapeWhatIsMarkupInMarkdownAndHtml) {
  Page page;
  page.add(BlockKind::kHeading, "<script>alert(1)</script> # [x](javascript:y)", 1)
      .add(BlockKind::kParagraph, "# no heading\n1. no *list* &amp; ![i](u)\n- `c`\n> q\n\\")
      .add(BlockKind::kCode, "```\n<b>\n````")
      .add(BlockKind::kQuote, "a\n<b>");
  EXPECT_EQ(
      page.markdown(),
      "# \\<script\\>alert(1)\\</script\\> # \\[x\\](javascript:y)\n\n"
      "\\# no heading\\\n1\\. no \\*list\\* \\&amp; !\\[i\\](u)\\\n\\- \\`c\\`\\\n\\> q\\\n\\\\\n\n"
      "`````\n```\n<b>\n````\n`````\n\n"
      "> a\\\n> \\<b\\>\n");
}

TEST(ContentPartsTest, OfATextWithoutBlocksAreItsLines) {
  const auto parts = parts_of_lines("one\n\n two \n");
  ASSERT_THAT(parts, SizeIs(2));
  EXPECT_EQ(parts[1].text, "two");
}

TEST(ContentPartsTest, LeaveOutBlocksThatReachBeyondTheText) {
  Page page;
  page.add(BlockKind::kParagraph, "short");
  page.blocks[0].length = 100;
  EXPECT_THAT(page.parts(), SizeIs(0));
}

}  // namespace
}  // namespace porthole::summarizer
