#pragma once

/// What a plug-in implements to read a file format: structure, and not only text.
///
/// In:  the bytes of one page, its URL and what is known of its type.
/// Out: a Document (base/document.h): title, text, language, dates, links, and the class of the
///      resource with its properties in the words of schemas/summary.rdfs; the pages inside of it
///      as members.
///
///   class ChessSummarizer : public porthole::FormatSummarizer {
///    public:
///     porthole::PluginAbout about() const override {
///       return {.name = "chess", .version = "1.0", .help = "Games of chess (PGN)"};
///     }
///     porthole::Formats formats() const override {
///       return {.types = {"application/x-chess-pgn"}, .suffixes = {".pgn"}};
///     }
///     std::string summarize(const porthole::PageBytes& page, porthole::Document& document) override {
///       document.text = page.inner->to_utf8(page.body, page.content_type);
///       document.resource_class = "Dataset";
///       document.properties.push_back({"author", "Paul Morphy"});
///       return {};
///     }
///   };
///
/// A summarizer runs in a worker process of the parser, under its limits of memory, CPU and time
/// (docs/parsing.md). Its input is hostile until proven otherwise. It opens no file and no connection
/// and starts no program but what the format needs; programs are run by plugins/support/run_tool.h, which
/// gives them the page as their standard input, a file that they may seek in.
///
/// What goes wrong costs one page: after an exception or a wrong answer the page is kept without
/// what was not read, with the reason; after a crash or a hang the worker is replaced as well. A
/// summarizer that fails often is set aside, which `porthole status` shows. A page that is to blame
/// itself is told with UnreadablePage, which counts as no failure.

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "base/document.h"
#include "plugins/plugin.h"

namespace porthole {

/// What a summarizer reads, and how it is known.
///
/// For a page, candidates are looked for in this order, and the first whose reads() agrees gets it:
/// by the declared type (the Content-Type header); by the type that libmagic finds in the bytes; by
/// the suffix of the URL's path. Where the declared type is one that says little (text/plain,
/// application/octet-stream, application/zip, application/xml, text/xml, application/json), the
/// suffix comes first and the declared type last. Fallbacks come after all others. What nobody
/// takes goes to the readers that are built in (HTML, plain text).
struct Formats {
  std::vector<std::string> types;       ///< Media types in lower case, without parameters.
  std::vector<std::string> suffixes{};  ///< With the dot, in lower case: ".pgn".
  bool fallback = false;                ///< Reads what others may read better: any XML, any text.
  /// A file of RDF Schema beside the library, with the classes and properties that
  /// schemas/summary.rdfs lacks, each with a label, a comment, domain and range. "" for none. Its
  /// name is plain and ends in .rdfs; docs/plugins.md says how the schema is checked.
  std::string schema{};
};

/// How much of a page is taken; the host cuts what is beyond, so reading further is wasted.
struct SummaryLimits {
  std::size_t text_bytes = 8u << 20;
  int links = 5000;
  int properties = 1000;
  std::size_t property_bytes = 64u << 10;  ///< Of one value.
  int members = 100;                       ///< 0 inside of members: a member has none of its own.
  std::size_t member_bytes = 4u << 20;     ///< Of one member.
  std::size_t members_bytes = 8u << 20;    ///< Of all members together.
};

/// Reads something inside of a page as if it were a page: the HTML part of a message, a chapter of
/// a book, the file in a .gz. Who reads it is found as for any page.
class __attribute__((visibility("default"))) InnerReader {
 public:
  virtual ~InnerReader() = default;

  /// `url` is what links are relative to. `media_type` may have parameters (charset), or be "".
  /// Nested calls stop at a depth of four, where the Document is of status kUnsupported.
  virtual Document read(std::string_view url, std::string_view media_type,
                        std::string_view body) = 0;
  /// `body` as clean UTF-8: by the charset of `media_type` where it has one, else by what the bytes
  /// say. CR, alone or before LF, becomes LF.
  virtual std::string to_utf8(std::string_view body, std::string_view media_type) = 0;
};

/// One page to be read. All views live until summarize() returns.
struct PageBytes {
  std::string_view url;            ///< Absolute, serialised.
  std::string_view content_type;   ///< The Content-Type header as sent, "" when there was none.
  std::string_view declared_type;  ///< Its type alone, lower case; "" when absent or nonsense.
  std::string_view detected_type;  ///< By libmagic.
  std::string_view body;
  bool truncated = false;          ///< There was more; the limit on bodies cut it.
  SummaryLimits limits{};
  InnerReader* inner = nullptr;    ///< Never null.
};

/// The page is damaged, encrypted or empty, so that nothing of it can be read, and its summarizer is
/// not to blame. The words say why; the page is kept with them.
class __attribute__((visibility("default"))) UnreadablePage : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class __attribute__((visibility("default"))) FormatSummarizer : public Plugin {
 public:
  PluginKind kind() const final { return PluginKind::kSummarizer; }

  /// The same at every call, and before configure().
  virtual Formats formats() const = 0;

  /// Looks at the first bytes: is this a page of its formats? Cheap; called when the type or the
  /// suffix alone speaks for it. Says no where another vocabulary of the same type begins.
  virtual bool reads(const PageBytes& page) const {
    (void)page;
    return true;
  }

  /// Fills `document`, which is empty but for media_type (declared or detected, the one that chose
  /// this summarizer), which may be refined. What it leaves empty the host fills where it can:
  /// language from the text, title from a property "title".
  ///
  /// Returns "" or, where a part could not be read, why ("encrypted", "damaged after page 3"); what
  /// is in `document` by then is kept.
  ///
  /// Errors: an exception means that nothing could be read; its words are the reason. UnreadablePage
  /// blames the page, any other one the summarizer.
  virtual std::string summarize(const PageBytes& page, Document& document) = 0;
};

}  // namespace porthole
