#pragma once

/// What a fetched page says, once it has been read: the parser's product.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/link.h"

namespace porthole {

/// How well a page could be read.
enum class ParseStatus : std::uint8_t {
  kParsed,       ///< A tree was made and walked.
  kTextOnly,     ///< Not a hypertext type, but text: the text is there, links are not.
  kFallback,     ///< In part: a reader was stopped at a limit, or found damage; for HTML by a linear scan.
  kUnsupported,  ///< A type that we do not read: no text.
  kFailed,       ///< Whoever reads this type failed: no text.
  kDamaged,      ///< Whoever reads this type found that nothing of it can be read: no text.
};
/// "parsed", "text-only", "fallback", "unsupported", "failed", "damaged".
const char* parse_status_name(ParseStatus status);
/// Something of the page was read.
bool has_content(ParseStatus status);

/// What the value of a property is.
enum class PropertyKind : std::uint8_t {
  kLiteral,  ///< Text.
  kUri,      ///< An absolute URL or other IRI: another resource.
  kXml,      ///< A well-formed piece of XML (rdf:XMLLiteral).
};

/// One thing that a page says of itself, in the words of a schema.
struct Property {
  /// A property of schemas/summary.rdfs by its local name ("author", "implements", "className"), or
  /// one of a plug-in's own schema by its IRI. One that has several values stands several times.
  std::string name;
  std::string value;
  PropertyKind kind = PropertyKind::kLiteral;
  friend bool operator==(const Property&, const Property&) = default;
};

/// A page inside of a page: a file in an archive, an attachment, a message of a mailbox.
struct Member {
  /// What tells it from the others: a path ("docs/a.txt"), a number. Its URL is that of the page
  /// with this as the fragment, unless it has one of its own.
  std::string name;
  std::string url;         ///< Absolute; "" in the usual case.
  std::string media_type;  ///< As the container says, with parameters; "" when it does not.
  std::string body;
  friend bool operator==(const Member&, const Member&) = default;
};

/// All text is valid UTF-8 without control characters except newline (a member's body apart).
struct Document {
  ParseStatus status = ParseStatus::kParsed;
  std::string status_detail;  ///< Why it is not kParsed: "depth over 512", "more than 5 s CPU", ...
  std::string title;
  std::string text;         ///< Visible text; blocks separated by newlines, white space folded.
  std::string description;  ///< meta description, else Open Graph's or Dublin Core's.
  std::string language;     ///< BCP 47 primary tag ("en"), "" when it could not be told.
  std::string charset;      ///< WHATWG name in lower case ("utf-8", "windows-1252").
  std::string media_type;   ///< Without parameters, lower case ("text/html").
  std::string canonical;    ///< Absolute URL of rel=canonical, "" when absent.
  std::string refresh;      ///< Absolute URL of a meta refresh, "" when absent.
  std::string published;    ///< Date as found in the page's metadata (W3C date), "" when absent.
  std::string modified;     ///< The same for the last change.
  bool noindex = false;     ///< meta robots; X-Robots-Tag is the fetcher's.
  bool nofollow = false;
  bool noarchive = false;
  bool nosnippet = false;
  std::vector<Link> links;          ///< In document order, redirects not among them.
  std::uint32_t links_cut = 0;      ///< Links beyond the limit, not in `links`.
  /// A class of schemas/summary.rdfs by its local name ("JavaClass", "Image", "Message"), or one of
  /// a plug-in's own schema by its IRI; "" for a page.
  std::string resource_class;
  std::vector<Property> properties;
  std::vector<Member> members;
  std::uint32_t members_cut = 0;    ///< Members beyond the limits, not in `members`.
};

/// `name` can name a class or a property: a local name (an NCName in ASCII), or an absolute IRI that
/// ends in one.
bool is_schema_name(std::string_view name);

}  // namespace porthole
