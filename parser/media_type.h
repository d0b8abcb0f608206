#pragma once

/// What a body is, and how it is read.
///
/// The type is the Content-Type header's. When that is absent, application/octet-stream or not a
/// type at all, the bytes decide: an HTML tag at the beginning, else libmagic. A body that is said
/// to be text and is plainly not (a PDF, an image, an archive, mostly control characters) is what
/// its bytes say.

#include <string>
#include <string_view>

namespace porthole::parser {

enum class Reader {
  kHtml,   ///< text/html, application/xhtml+xml: tree, text and links.
  kXml,    ///< text/xml, application/xml, anything +xml: the text between tags.
  kPlain,  ///< text/plain and other text for people.
  kNone,   ///< Not read.
};

struct MediaType {
  std::string name;  ///< Without parameters, lower case: "text/html".
  Reader reader = Reader::kNone;
};

/// Type and subtype of a Content-Type header in lower case; "" when it is not of that form.
std::string declared_type(std::string_view content_type);
/// libmagic's opinion of the bytes, "text/html" where they begin as HTML does; "" for none.
std::string detected_type(std::string_view body);

MediaType media_type_of(std::string_view body, std::string_view content_type);

}  // namespace porthole::parser
