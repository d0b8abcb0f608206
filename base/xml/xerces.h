#pragma once

/// Shared Xerces-C helpers, private to base/xml: this header includes headers of Xerces-C.

#include <string>
#include <string_view>
#include <xercesc/parsers/SAX2XMLReaderImpl.hpp>
#include <xercesc/sax/InputSource.hpp>
#include <xercesc/sax2/DefaultHandler.hpp>
#include <xercesc/util/XercesDefs.hpp>

namespace porthole::xml {

/// Initialises the library, once in the life of the process; it is never terminated, since parsers
/// are kept per thread. Every function of base/xml that uses Xerces calls it first.
void use_xerces();

/// Appends UTF-16 to UTF-8 text; a lone surrogate becomes U+FFFD.
void append_utf8(const XMLCh* text, std::size_t length, std::string& out);
std::string to_utf8(const XMLCh* text);  ///< Zero-terminated; null counts as "".

/// Appends UTF-8 to UTF-16 text; characters that XML 1.0 forbids (section 2.2, production 2:
/// controls, surrogates, U+FFFE, U+FFFF) and invalid sequences become U+FFFD.
void append_utf16(std::string_view text, std::u16string& out);

/// Thrown by ClosedReader at a document type declaration.
struct DoctypeRefused {
  int line = 0;
  int column = 0;
};

/// Base of our handlers: tracks the parser's position and resolves no external entity.
class ClosedHandler : public xercesc::DefaultHandler {
 public:
  void setDocumentLocator(const xercesc::Locator* locator) override { locator_ = locator; }
  xercesc::InputSource* resolveEntity(const XMLCh*, const XMLCh*) override;

  /// Stores the parser's position; its locator is invalid once parsing has ended.
  void mark_place();
  int line() const { return line_; }
  int column() const { return column_; }

 private:
  const xercesc::Locator* locator_ = nullptr;
  int line_ = 0;
  int column_ = 0;
};

/// A SAX2 parser without external access: no file, no host, no entity. It refuses every document
/// type declaration before anything of it is interpreted (a LexicalHandler would not hear of one
/// without a subset). Validation is off until a schema is loaded.
class ClosedReader final : public xercesc::SAX2XMLReaderImpl {
 public:
  /// Keeps a reference to `handler`.
  explicit ClosedReader(ClosedHandler& handler);
  void doctypeDecl(const xercesc::DTDElementDecl&, const XMLCh*, const XMLCh*, bool, bool) override;

 private:
  ClosedHandler& handler_;
};

}  // namespace porthole::xml
