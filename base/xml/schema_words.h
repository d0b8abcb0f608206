#pragma once

/// Turns a schema validation failure into an error message for users. Private to base/xml.

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/xml/element.h"

namespace porthole::xml {

/// The first validation failure that Xerces reported.
struct Refusal {
  std::string message;  ///< Its own words.
  int line = 0;         ///< Where it was reading.
  int column = 0;
  // Elements as paths of child positions from the document to them:
  std::vector<std::size_t> open;     ///< The innermost one that was open.
  std::vector<std::size_t> culprit;  ///< The one that was begun or ended next.
};

/// Explains `refusal`: in our own words where the cause can be told, else in those of Xerces.
/// `schema` is the root element of the schema, `text` the document that `root` was read from.
Error explain(const Refusal& refusal, const XmlElement& root, const XmlElement& schema,
              std::string_view text);

}  // namespace porthole::xml
