#pragma once

/// A streaming XML 1.0 writer (UTF-8) that escapes all values, so that input never becomes markup.
///
///   xml::XmlWriter writer;
///   writer.start("page");
///   writer.attribute("title", "a < b");
///   writer.element("text", "c & d");
///   writer.end();
///   writer.take();  // <?xml ...?><page title="a &lt; b"><text>c &amp; d</text></page>, indented
///
/// Values may contain any bytes: characters that XML 1.0 forbids (NUL, most controls, U+FFFE,
/// invalid UTF-8) becomes U+FFFD; everything else, white space included, is read back as it was.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace porthole::xml {

/// Thread safety: one thread at a time.
class XmlWriter {
 public:
  enum class Layout {
    kIndented,  ///< An element a line, two spaces a level; elements with text stay on one line.
    kCompact,   ///< No white space between elements.
  };

  /// Begins with the XML declaration.
  explicit XmlWriter(Layout layout = Layout::kIndented);
  ~XmlWriter();
  XmlWriter(const XmlWriter&) = delete;
  XmlWriter& operator=(const XmlWriter&) = delete;

  /// Opens an element. `name` is a qualified name that the program chose, never input.
  void start(std::string_view name);
  /// Adds an attribute. Requires: nothing but attributes since start().
  void attribute(std::string_view name, std::string_view value);
  /// Adds text to the open element.
  void text(std::string_view value);
  /// Closes the innermost open element.
  void end();
  /// A whole element with text only.
  void element(std::string_view name, std::string_view value);
  /// A comment on lines of its own, filled to 100 columns; "--" in it is written "- -".
  void comment(std::string_view value);
  /// An empty line, for human readers. Nothing under kCompact.
  void blank_line();

  /// Returns the document and resets the writer. Requires: every element is closed.
  std::string take();
  /// Returns the output written since the last drain(), for documents too large for memory.
  std::string drain();

 private:
  struct Formatter;
  struct Open {
    std::string name;
    bool has_children = false;
    bool has_text = false;
  };

  void close_start_tag();
  void begin_line();

  std::unique_ptr<Formatter> formatter_;
  std::vector<Open> open_;
  std::string out_;
  Layout layout_;
  bool in_start_tag_ = false;
};

/// Returns `value` as a parser reads it back from any XmlWriter's output: valid UTF-8, with U+FFFD
/// for characters that XML 1.0 forbids.
std::string readable_text(std::string_view value);

}  // namespace porthole::xml
