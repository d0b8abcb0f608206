#pragma once

/// SheetWriter: writes spreadsheets into a Document: a line for each row, names of columns, links
/// of cells with the text of neighbouring cells.

#include <string>
#include <string_view>

#include "plugins/formats/documents/block_writer.h"

namespace porthole {

struct Cell {
  std::string text;
  std::string link{};   ///< The link's target, "" for none.
  std::string title{};  ///< The link's title.
  bool is_text = true;  ///< A string, not a number.
};

/// Also counts rows and formulas of all sheets of a document.
class SheetWriter {
 public:
  /// Writes the text of at most `most_rows` rows.
  SheetWriter(Document& document, const PageBytes& page, std::int64_t most_rows);

  void begin_sheet(std::string_view name);
  void add_cell(Cell cell);
  void add_formula() { ++formulas_; }
  /// Ends a row; a row without text is not counted.
  void end_row();
  /// Adds the properties rows and formula.
  void end();

  bool is_full() const { return writer_.is_full(); }

 private:
  void write_columns();

  Document& document_;
  BlockWriter writer_;
  std::int64_t most_rows_;
  std::vector<Cell> row_;
  bool is_first_row_ = true;
  std::int64_t rows_ = 0;
  std::int64_t formulas_ = 0;
};

}  // namespace porthole
