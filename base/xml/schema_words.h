#pragma once

/// Says in words what is wrong with a document that a schema has refused. Inside this room only.

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/xml/element.h"

namespace porthole::xml {

/// What Xerces found first.
struct Refusal {
  std::string message;  ///< Its own words.
  int line = 0;         ///< Where it was reading.
  int column = 0;
  // Elements as paths of child positions from the document to them:
  std::vector<std::size_t> open;     ///< The innermost one that was open.
  std::vector<std::size_t> culprit;  ///< The one that was begun or ended next.
};

/// The error to show for `refusal`: in our words where we can tell what is meant, else in Xerces'.
/// `schema` is the root element of the schema, `text` the document that `root` was read from.
Error explain(const Refusal& refusal, const XmlElement& root, const XmlElement& schema,
              std::string_view text);

}  // namespace porthole::xml
