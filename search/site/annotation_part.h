#pragma once

/// AnnotationPart: the annotations by others that a view of a page shows, in their order.

#include <cstddef>

namespace porthole::search {

struct AnnotationPart {
  std::size_t from = 0;
  std::size_t most = 0;
  std::size_t all = 0;  ///< Set by the reader: how many the page has.
};

}  // namespace porthole::search
