#pragma once

/// The parser's output for one page: text, metadata, links, properties and members.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/link.h"

namespace porthole {

/// Outcome of parsing a page.
enum class ParseStatus : std::uint8_t {
  kParsed,       ///< A tree was made and walked.
  kTextOnly,     ///< Text of a type without hyperlinks: text, but no links.
  kFallback,     ///< Partial: a limit or damage stopped the parser; HTML was scanned linearly.
  kUnsupported,  ///< No parser for this media type: no text.
  kFailed,       ///< The parser of this media type failed: no text.
  kDamaged,      ///< The parser of this media type found the file unreadable: no text.
};
/// "parsed", "text-only", "fallback", "unsupported", "failed", "damaged".
const char* parse_status_name(ParseStatus status);
/// True if at least part of the page was parsed.
bool has_content(ParseStatus status);

/// Datatype of a property value.
enum class PropertyKind : std::uint8_t {
  kLiteral,  ///< Text.
  kUri,      ///< An absolute URL or other IRI: another resource.
  kXml,      ///< A well-formed piece of XML (rdf:XMLLiteral).
};

/// A metadata property of a page, named by a schema.
struct Property {
  /// Local name of a property of schemas/summary.rdfs ("author", "implements", "className"), or the
  /// IRI of a property from a plug-in's own schema. A property with several values is listed
  /// several times.
  std::string name;
  std::string value;
  PropertyKind kind = PropertyKind::kLiteral;
  friend bool operator==(const Property&, const Property&) = default;
};

/// Name of the property that holds a title that the page also gives, the likeliest first. Summaries
/// choose among these where pages of a site have equal titles, and do not list them.
inline constexpr std::string_view kOtherTitle = "otherTitle";

/// Where a page says one of its properties.
struct PropertySource {
  std::string property;  ///< "title", "published", "modified", or the name of a Property.
  std::string source;    ///< A word, as in parser/properties/page_properties.h: "h1", "json-ld".
  friend bool operator==(const PropertySource&, const PropertySource&) = default;
};

/// A document contained in a page: a file of an archive, an attachment, a message of a mailbox.
struct Member {
  /// Identifier within the container: a path ("docs/a.txt"), a number. The member's URL is the URL
  /// of the page with this name as its fragment, unless `url` is set.
  std::string name;
  std::string url;         ///< Absolute; "" in the usual case.
  std::string media_type;  ///< As the container says, with parameters; "" when it does not.
  std::string body;
  friend bool operator==(const Member&, const Member&) = default;
};

/// The type of a page, as the content model sees it (docs/content.md).
enum class PageType : std::uint8_t {
  kUnknown,  ///< Not told: the page is not HTML, or was read without a tree.
  kArticle,
  kForum,
  kProduct,
  kCollection,  ///< Products or other things in a grid.
  kListing,     ///< Links to pages, with or without summaries.
  kDocumentation,
  kService,  ///< The page of an organization about what it does.
};
/// "article", "forum", ...; "" for kUnknown.
const char* page_type_name(PageType type);

/// The role of a block.
enum class BlockKind : std::uint8_t {
  kText,  ///< Text in none of the elements below.
  kParagraph,
  kHeading,
  kListItem,
  kCell,
  kTerm,        ///< dt
  kDefinition,  ///< dd
  kCode,
  kQuote,
  kCaption,
  kControl,  ///< A button, an option.
};
/// "text", "paragraph", "heading", ...
const char* block_kind_name(BlockKind kind);

/// A run of a page's text between two boundaries of block-level elements.
struct Block {
  std::uint32_t begin = 0;  ///< Byte of the text; a block neither begins nor ends with white space.
  std::uint32_t length = 0;  ///< Bytes.
  BlockKind kind = BlockKind::kText;
  /// 1 to 6: of a heading; of a list item, the number of lists around it; of a cell, 1 for the
  /// first of a row and 2 for another. 0 for the second block of an item or a cell, and for other
  /// kinds.
  std::uint8_t level = 0;
  std::uint8_t probability = 0;  ///< That it is main content, in 255ths.
  bool is_content = false;       ///< It belongs to the main content of its page.
  /// Hash of the tags around the block and its words in lower case: equal for the same block on
  /// other pages of a site.
  std::uint64_t hash = 0;
  std::uint32_t end() const { return begin + length; }
  friend bool operator==(const Block&, const Block&) = default;
};

/// All text is valid UTF-8 without control characters except newline (a member's body apart).
struct Document {
  ParseStatus status = ParseStatus::kParsed;
  std::string status_detail;  ///< Why it is not kParsed: "depth over 512", "more than 5 s CPU", ...
  std::string title;
  std::string text;  ///< Visible text; blocks separated by newlines, white space folded; code keeps
                     ///< its lines and indentation, without empty lines.
  std::string description;  ///< meta description, else Open Graph's or Dublin Core's.
  std::string language;     ///< BCP 47 primary tag ("en"), "" when it could not be told.
  std::string charset;      ///< WHATWG name in lower case ("utf-8", "windows-1252").
  std::string media_type;   ///< Without parameters, lower case ("text/html").
  std::string canonical;    ///< Absolute URL of rel=canonical, "" when absent.
  std::string refresh;      ///< Absolute URL of a meta refresh, "" when absent.
  std::string published;    ///< Date that the page says (W3C date), "" when absent.
  std::string modified;     ///< The same for the last change.
  bool noindex = false;     ///< meta robots; X-Robots-Tag is the fetcher's.
  bool nofollow = false;
  bool noarchive = false;
  bool nosnippet = false;
  PageType page_type = PageType::kUnknown;
  std::vector<Block> blocks;  ///< Sorted, disjoint; empty unless an HTML page was read as a tree.
  /// Why each block is content or not, in words: only where ParseInput::explain_blocks asks for it.
  std::vector<std::string> block_reasons;
  std::vector<Link> links;      ///< In document order, redirects not among them.
  std::uint32_t links_cut = 0;  ///< Links beyond the limit, not in `links`.
  /// Local name of a class of schemas/summary.rdfs ("JavaClass", "Image", "Message"), or the IRI of
  /// a class from a plug-in's own schema; "" for an ordinary page.
  std::string resource_class;
  std::vector<Property> properties;
  std::vector<PropertySource> sources;  ///< For web pages; at most one of each property.
  std::vector<Member> members;
  std::uint32_t members_cut = 0;  ///< Members beyond the limits, not in `members`.
};

/// The text of the blocks that are content, or of the others, in order; neighbours are separated as
/// they are in `text`, others by a newline.
std::string text_of_blocks(std::string_view text, const std::vector<Block>& blocks,
                           bool of_content);
/// The main content of a page: the text of its content blocks; the whole text of a page without
/// blocks.
std::string content_of(const Document& document);

/// True if `name` can name a class or a property: a local name (an NCName in ASCII), or an absolute
/// IRI that ends in one.
bool is_schema_name(std::string_view name);

/// The bytes of the main content, separators between blocks apart, by which strategies tell thin
/// pages; absent for a document without blocks.
std::optional<std::int64_t> content_length(const Document& document);

}  // namespace porthole
