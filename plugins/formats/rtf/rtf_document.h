#pragma once

/// Makes a Document of what stands in RTF: text, headings, captions, links, and the group \info.

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "plugins/formats/documents/block_writer.h"
#include "plugins/formats/rtf/rtf_reader.h"

namespace porthole {

class RtfDocument final : public RtfHandler {
 public:
  RtfDocument(const PageBytes& page, Document& document);

  void begin_group() override;
  void end_group() override;
  void control(std::string_view word, std::optional<int> number, bool is_star) override;
  void byte(char c) override;

  /// Ends the last block.
  void end();

 private:
  /// The purpose of a group's text.
  enum class Use : std::uint8_t { kBody, kNote, kInstruction, kFonts, kStyles, kInfo, kNothing };

  struct Group {
    Use use = Use::kBody;
    std::string info{};     ///< The word of \info that it is the value of: "title".
    bool is_value = false;  ///< It began that value, a style's name or a link, and ends it.
    bool is_link = false;
    bool is_hidden = false;
    int skipped_units = 1;  ///< Characters that stand for one of \u, for readers without Unicode.
    int code_page = 0;      ///< The font's code page, 0 for that of the document.
  };

  bool begin_destination(std::string_view word, bool is_star);
  void format(std::string_view word, std::optional<int> number);
  void define(std::string_view word, int number);
  void write_symbol(std::string_view word);
  void unicode(int number);
  void end_paragraph();
  void end_value(const Group& group);
  void add_time(std::string_view word, int number);
  /// Writes what waits in the code page to where the group wants it.
  void flush();
  void put(std::string_view text);

  const PageBytes& page_;
  Document& document_;
  BlockWriter writer_;
  std::vector<Group> groups_;
  std::map<int, int> code_pages_;  ///< Code pages by font.
  std::map<int, BlockRole> styles_;
  int code_page_ = 1252;
  int font_ = 0;   ///< That is being defined.
  int style_ = 0;  ///< That is being defined.
  int to_skip_ = 0;
  char32_t surrogate_ = 0;
  std::string bytes_;  ///< In the code page.
  std::string value_, instruction_;
  BlockRole kind_ = BlockRole::kText;  ///< Kind of the current paragraph.
};

}  // namespace porthole
