#include "plugins/formats/office/sheet_writer.h"

#include <algorithm>

#include "plugins/formats/documents/metadata.h"

namespace porthole {

SheetWriter::SheetWriter(Document& document, const PageBytes& page, std::int64_t most_rows)
    : document_(document), writer_(document, page), most_rows_(most_rows) {}

void SheetWriter::begin_sheet(std::string_view name) {
  add_property(document_, "sheet", name);
  is_first_row_ = true;
}

void SheetWriter::add_cell(Cell cell) {
  if (!cell.text.empty() || !cell.link.empty()) row_.push_back(std::move(cell));
}

/// The first row of a sheet names the columns, if it has words alone.
void SheetWriter::write_columns() {
  const bool is_header = is_first_row_ && row_.size() > 1 &&
                         std::all_of(row_.begin(), row_.end(), [](const Cell& cell) {
                           return cell.is_text && cell.link.empty();
                         });
  is_first_row_ = false;
  if (!is_header) return;
  for (const Cell& cell : row_) add_property(document_, "column", cell.text);
}

void SheetWriter::end_row() {
  if (row_.empty()) return;
  write_columns();
  if (++rows_ <= most_rows_) {
    for (const Cell& cell : row_) {
      if (!cell.link.empty()) writer_.begin_link(cell.link, cell.title);
      writer_.text(cell.text);
      if (!cell.link.empty()) writer_.end_link();
      writer_.text(" ");
    }
    writer_.end_block();
  }
  row_.clear();
}

void SheetWriter::end() {
  document_.properties.push_back({"rows", std::to_string(rows_)});
  document_.properties.push_back({"formula", std::to_string(formulas_)});
}

}  // namespace porthole
