#pragma once

/// Writes sheets into a Document: a row a line, the names of columns, links of cells with the cells
/// around them.

#include <string>
#include <string_view>

#include "plugins/formats/documents/block_writer.h"

namespace porthole {

struct Cell {
  std::string text;
  std::string link{};   ///< Its target, "" for none.
  std::string title{};  ///< Of the link.
  bool is_text = true;  ///< A string and not a number.
};

/// Counts rows and computed cells of all sheets of a document.
class SheetWriter {
 public:
  /// Of no more than `most_rows` rows the text is written.
  SheetWriter(Document& document, const PageBytes& page, std::int64_t most_rows);

  void begin_sheet(std::string_view name);
  void add_cell(Cell cell);
  void add_formula() { ++formulas_; }
  /// A row without text is none.
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
