#pragma once

/// ContentPart: the structure of a page's text, as far as its blocks have it: headings, paragraphs,
/// lists, tables, code. It is what programs and readers are shown of a page (export, copy).
///
/// In:  the text of a page and its blocks (base/document.h).
/// Out: the parts in order. Text of pages without blocks is paragraphs, one a line.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/document.h"

namespace porthole::summarizer {

struct ContentPart {
  enum class Kind : std::uint8_t {
    kParagraph,
    kHeading,
    kList,
    kTable,
    kCode,
    kQuote,
    kTerm,
    kDefinition,
  };
  struct Item {
    int depth = 1;  ///< 1 to 6: lists around it.
    std::string text;
  };

  Kind kind = Kind::kParagraph;
  int level = 0;                                 ///< 1 to 6 for a heading.
  std::string text{};                            ///< Empty for lists and tables; may have lines.
  std::vector<Item> items{};                     ///< Those of a list.
  std::vector<std::vector<std::string>> rows{};  ///< Those of a table: two or more.
};

/// The parts of the blocks that are content, or of the others. Cells of tables that serve as a
/// layout (long cells, a single row or column) are paragraphs.
std::vector<ContentPart> parts_of(std::string_view text, const std::vector<Block>& blocks,
                                  bool of_content);

/// The parts of a text without blocks.
std::vector<ContentPart> parts_of_lines(std::string_view text);

/// Markdown (CommonMark, with the tables of GitHub). Characters of the text that Markdown or HTML
/// would read as markup are escaped. Ends in a newline unless there are no parts.
std::string write_markdown(const std::vector<ContentPart>& parts);
/// `text` on one line, escaped in the same way.
std::string markdown_text(std::string_view text);

}  // namespace porthole::summarizer
