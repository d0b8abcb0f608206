#pragma once

/// FormatSummarizer: the plug-in interface for file formats. A summarizer extracts text and
/// structure.
///
/// In:  the bytes of one page, its URL and its media type.
/// Out: a Document (base/document.h): title, text, language, dates, links, the class of the
///      resource and its properties as defined by schemas/summary.rdfs; members of a container.
///
///   class ChessSummarizer : public porthole::FormatSummarizer {
///    public:
///     porthole::PluginAbout about() const override {
///       return {.name = "chess", .version = "1.0", .help = "Games of chess (PGN)"};
///     }
///     porthole::Formats formats() const override {
///       return {.types = {"application/x-chess-pgn"}, .suffixes = {".pgn"}};
///     }
///     std::string summarize(const porthole::PageBytes& page,
///                           porthole::Document& document) override {
///       document.text = page.inner->to_utf8(page.body, page.content_type);
///       document.resource_class = "Dataset";
///       document.properties.push_back({"author", "Paul Morphy"});
///       return {};
///     }
///   };
///
/// A summarizer runs in a sandbox process of the parser, with limits of memory, CPU and time
/// (docs/parsing.md). Its input is hostile. The process can open no connections, write no files,
/// start no programs, and read only those files that programs consist of (SECURITY.md). Programs
/// that the format needs are run by plugins/support/run_tool.h, which passes the page as a seekable
/// standard input.
///
/// A failure affects one page: after an exception or an invalid result the page is kept without the
/// missing parts, with the reason; after a crash or a timeout the process is replaced, too. A
/// summarizer that fails often is disabled, which `porthole status` shows. Throw UnreadablePage if
/// the page itself is defective; it does not count as a failure.

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "base/document.h"
#include "plugins/plugin.h"

namespace porthole {

/// The formats that a summarizer reads, and how they are recognised.
///
/// Candidates for a page are tried in this order, and the first whose reads() returns true gets it:
/// by declared type (the Content-Type header); by the type that libmagic detects; by the suffix of
/// the URL's path. If the declared type is generic (text/plain, application/octet-stream,
/// application/zip, application/xml, text/xml, application/json), the suffix comes first and the
/// declared type last. Fallbacks come after all others. The remaining pages go to the built-in
/// readers (HTML, plain text).
struct Formats {
  std::vector<std::string> types;       ///< Media types in lower case, without parameters.
  std::vector<std::string> suffixes{};  ///< With the dot, in lower case: ".pgn".
  bool fallback = false;                ///< For generic readers: any XML, any text.
  /// An RDF Schema file beside the library, with the classes and properties that
  /// schemas/summary.rdfs lacks, each with a label, a comment, domain and range. "" for none. A
  /// plain file name that ends in .rdfs; docs/plugins.md says how the schema is checked.
  std::string schema{};
};

/// Limits on the output; the host cuts what exceeds them, so a summarizer should stop there.
struct SummaryLimits {
  std::size_t text_bytes = 8u << 20;
  int links = 5000;
  int properties = 1000;
  std::size_t property_bytes = 64u << 10;  ///< For one value.
  int members = 10'000;                    ///< 0 inside of a member that is nested too deeply.
  std::size_t member_bytes = 4u << 20;     ///< For one member.
  std::size_t members_bytes = 32u << 20;   ///< For all members together.
};

/// Parses embedded content as if it were a page: the HTML part of a message, a chapter of a book,
/// the file in a .gz. Its reader is selected as for any page.
class __attribute__((visibility("default"))) InnerReader {
 public:
  virtual ~InnerReader() = default;

  /// `url` is the base of relative links. `media_type` may have parameters (charset), or be "".
  /// Nested calls stop at a depth of four with a Document of status kUnsupported.
  virtual Document read(std::string_view url, std::string_view media_type,
                        std::string_view body) = 0;
  /// Converts `body` to clean UTF-8: from the charset of `media_type` if it has one, else from the
  /// detected one. CR and CR LF become LF.
  virtual std::string to_utf8(std::string_view body, std::string_view media_type) = 0;
};

/// The page to read. All views live until summarize() returns.
struct PageBytes {
  std::string_view url;            ///< Absolute, serialised.
  std::string_view content_type;   ///< The Content-Type header as sent, "" if there was none.
  std::string_view declared_type;  ///< Its type alone, lower case; "" if absent or invalid.
  std::string_view detected_type;  ///< The type detected by libmagic.
  std::string_view body;
  bool truncated = false;  ///< The body was cut at its size limit.
  SummaryLimits limits{};
  InnerReader* inner = nullptr;  ///< Never null.
};

/// Thrown if the page is damaged, encrypted or empty, so that nothing can be read and the
/// summarizer is not at fault. The page is kept with the message as the reason.
class __attribute__((visibility("default"))) UnreadablePage : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class __attribute__((visibility("default"))) FormatSummarizer : public Plugin {
 public:
  PluginKind kind() const final { return PluginKind::kSummarizer; }

  /// Must return the same value at every call, also before configure().
  virtual Formats formats() const = 0;

  /// Checks the first bytes for one of its formats. Must be fast; called when only the type or the
  /// suffix matches. Returns false for another vocabulary of the same type.
  virtual bool reads(const PageBytes& page) const {
    (void)page;
    return true;
  }

  /// Fills `document`, which is empty except for media_type (the declared or detected type that
  /// selected this summarizer), which may be refined. The host fills missing fields where it can:
  /// language from the text, title from a property "title".
  ///
  /// Returns "" or, if a part could not be read, the reason ("encrypted", "damaged after page 3");
  /// the content of `document` is kept.
  ///
  /// Errors: an exception means that nothing could be read; its message is the reason.
  /// UnreadablePage blames the page, any other exception the summarizer.
  virtual std::string summarize(const PageBytes& page, Document& document) = 0;
};

}  // namespace porthole
