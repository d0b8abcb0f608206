#pragma once

/// Determines the media type of a body, and the reader for it.
///
/// The Content-Type header decides. If it is absent, application/octet-stream or invalid, the bytes
/// decide: an HTML tag at the beginning, else libmagic. The bytes also decide for a body that is
/// declared as text but is not text (a PDF, an image, an archive, mostly control characters).

#include <string>
#include <string_view>

namespace porthole::parser {

enum class Reader {
  kHtml,   ///< text/html, application/xhtml+xml: tree, text and links.
  kXml,    ///< text/xml, application/xml, anything +xml: the text between tags.
  kPlain,  ///< text/plain and other text for people.
  kNone,   ///< Unsupported.
};

struct MediaType {
  std::string name;  ///< Without parameters, lower case: "text/html".
  Reader reader = Reader::kNone;
};

/// Type and subtype of a Content-Type header in lower case; "" if malformed.
std::string declared_type(std::string_view content_type);
/// The type detected by libmagic, or "text/html" if the bytes begin with HTML; "" if unknown.
std::string detected_type(std::string_view body);

MediaType media_type_of(std::string_view body, std::string_view content_type);

}  // namespace porthole::parser
