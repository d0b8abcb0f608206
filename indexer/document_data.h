#pragma once

/// Data of a page that is stored in the index to show it as a result. It has two parts: the
/// metadata of every result (document data of Xapian, JSON), and the texts for snippets and
/// quotations (a value, compressed).

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/link.h"
#include "base/result.h"
#include "indexer/page_date.h"

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

struct DocumentData {
  std::string url;
  std::string title;
  std::string description;
  std::string text;  ///< The beginning, blocks on lines, other white space folded, at most
                     ///< kTextKept bytes; "" for a page with nosnippet.
  std::string language;
  std::string media_type;
  std::string topic;
  double relevance = 0;
  std::optional<double> hub = std::nullopt, authority = std::nullopt;  ///< As in the summary.
  bool nosnippet = false;
  bool described = false;  ///< Known by links alone (summarizer/summarize.h).
  int annotators = 0;      ///< Sites that annotate the page.
  std::string date;        ///< As in the date slot, a W3C date and time; "" when unknown.
  DateSource date_source = DateSource::kFetched;
  std::string published;                     ///< As the page states it; "" when it does not.
  std::string modified;                      ///< The same, or as its server does.
  std::string page_type;                     ///< page_type_name(); "" when unknown.
  std::vector<std::string> authors;          ///< At most kAuthorsKept.
  std::vector<std::string> breadcrumbs;      ///< As the page states them, from the top down.
  std::vector<ShownSection> sections;        ///< In the order of the text.
  std::vector<ShownAnnotation> annotations;  ///< The best, at most kAnnotationsKept.
};

inline constexpr std::size_t kTextKept =
    48 << 10;  ///< Bytes; all of it is compressed with every change.
inline constexpr std::size_t kAnnotationsKept = 12;
inline constexpr std::size_t kAuthorsKept = 3;
inline constexpr std::size_t kAnnotationTextKept = 300;  ///< Bytes.

/// All but text and annotations, as a JSON object, followed by lines for Omega (url, caption, type,
/// sample).
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
