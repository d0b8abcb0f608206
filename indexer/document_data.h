#pragma once

/// What the index keeps of a page for showing it as a result, in two parts: a little that every
/// result shows (the data of a Xapian document, JSON), and the texts that snippets and quotes are
/// taken from (a value of it, compressed).

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/link.h"
#include "base/result.h"
#include "indexer/page_date.h"

namespace porthole::indexer {

/// Something that another page says about this one.
struct ShownAnnotation {
  std::string annotator;  ///< URL.
  std::string text;
  AnnotationKind kind = AnnotationKind::kAnchor;
};

struct DocumentData {
  std::string url;
  std::string title;
  std::string description;
  std::string text;  ///< The beginning, white space folded, at most kTextKept bytes; "" for a page
                     ///< that wants no snippets.
  std::string language;
  std::string media_type;
  std::string topic;
  double relevance = 0;
  std::optional<double> hub = std::nullopt, authority = std::nullopt;  ///< As in the summary.
  bool nosnippet = false;
  int annotators = 0;  ///< Sites that say something about the page.
  std::string date;    ///< As in the date slot, a W3C date and time; "" when unknown.
  DateSource date_source = DateSource::kFetched;
  std::vector<ShownAnnotation> annotations;  ///< The most telling ones, at most kAnnotationsKept.
};

inline constexpr std::size_t kTextKept =
    16 << 10;  ///< Bytes; all of it is compressed with every change.
inline constexpr std::size_t kAnnotationsKept = 12;
inline constexpr std::size_t kAnnotationTextKept = 300;  ///< Bytes.

/// All but text and annotations, as a JSON object; in lines behind it what Omega shows (url,
/// caption, type, sample).
std::string write_document_data(const DocumentData& data);

/// Text and annotations, compressed; "" when there are none. It lies in a value, since Xapian
/// compresses the data of a document itself, at several times the cost.
///
/// Format: Brotli (RFC 7932) of a row of strings, each as its length in decimal digits, ":" and its
/// bytes: the text, then of each annotation its kind, annotator and text.
std::string write_shown(const DocumentData& data);

/// Errors: kStorage when `json` and `shown` are not what write_document_data() and write_shown()
/// make.
Result<DocumentData> read_document_data(std::string_view json, std::string_view shown);

}  // namespace porthole::indexer
