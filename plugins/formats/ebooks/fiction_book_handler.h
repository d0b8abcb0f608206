#pragma once

/// FictionBookHandler: XML event handler for a FictionBook: its description, then its bodies.

#include <string>
#include <string_view>
#include <vector>

#include "base/xml/reader.h"
#include "plugins/formats/documents/block_writer.h"

namespace porthole {

class FictionBookHandler final : public xml::XmlHandler {
 public:
  FictionBookHandler(Document& document, const PageBytes& page)
      : document_(document), writer_(document, page) {}

  void start_element(const xml::XmlName& name, const xml::XmlAttributes& attributes) override;
  void end_element(const xml::XmlName& name) override;
  void characters(std::string_view text) override;

  bool is_book() const { return is_book_; }

 private:
  bool is_in(std::string_view element) const;
  void end_of_title_info(std::string_view element);
  void end_of_publication(std::string_view element);

  Document& document_;
  BlockWriter writer_;
  std::vector<std::string> open_;
  std::string value_;   ///< Text of the open element of the description.
  std::string person_;  ///< The names of the current person so far.
  bool is_book_ = false;
  bool is_notes_ = false;
};

}  // namespace porthole
