#pragma once

/// Data of a page that is stored in the index to show it as a result. It has two parts: the
/// metadata of every result (document data of Xapian, JSON), and the texts for snippets and
/// quotations (a value, compressed).

#include <string>
#include <string_view>
#include <vector>

#include "base/link.h"
#include "base/result.h"
#include "indexer/result_fields.h"

namespace porthole::indexer {

/// An annotation of the page by another page.
struct ShownAnnotation {
  std::string annotator;  ///< URL.
  std::string text;
  AnnotationKind kind = AnnotationKind::kAnchor;
};

/// A part of a page that a URL can name.
struct ShownSection {
  std::string id;  ///< The fragment of the URL, not encoded.
  std::string heading;
};

struct DocumentData : PageFields {
  std::string text;  ///< The beginning, blocks on lines, other white space folded, at most
                     ///< kTextKept bytes; "" for a page with nosnippet.
  std::vector<ShownSection> sections;        ///< In the order of the text.
  std::vector<ShownAnnotation> annotations;  ///< The best, at most kAnnotationsKept.
};

inline constexpr std::size_t kTextKept =
    48 << 10;  ///< Bytes; all of it is compressed with every change.
inline constexpr std::size_t kAnnotationsKept = 12;
inline constexpr std::size_t kAnnotationTextKept = 300;  ///< Bytes.

/// The fields of kResultFields that are known, as a JSON object, followed by lines for Omega (url,
/// caption, type, sample).
std::string write_document_data(const DocumentData& data);

/// Text and annotations, compressed; "" when there are none. It is stored in a value, since Xapian
/// compresses document data itself, at several times the cost.
///
/// Format: Brotli (RFC 7932) of a sequence of strings, each as its length in decimal digits, ":"
/// and its bytes: the text, the sections (a line each: id, space, heading), then kind, annotator
/// and text of each annotation.
std::string write_shown(const DocumentData& data);

/// Inverse of write_document_data() and write_shown(). Errors: kStorage for malformed input.
Result<DocumentData> read_document_data(std::string_view json, std::string_view shown);

}  // namespace porthole::indexer
