#include "base/xml/reader.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <unordered_set>
#include <utility>
#include <xercesc/framework/MemBufInputSource.hpp>
#include <xercesc/sax/SAXParseException.hpp>
#include <xercesc/sax2/Attributes.hpp>
#include <xercesc/util/OutOfMemoryException.hpp>
#include <xercesc/util/XMLException.hpp>

#include "base/text/utf8.h"
#include "base/xml/lenient.h"
#include "base/xml/xerces.h"

namespace porthole::xml {
namespace {

constexpr std::size_t kMaxNamespaces = 1000;  // Distinct pairs of prefix and URI in one document.

/// Thrown through Xerces to end a parse: the handler has had enough, or a limit was passed.
struct Stopped {};

Error doctype_error(int line, int column) {
  Error error;
  error.message = "a document type declaration (<!DOCTYPE) is not accepted here";
  error.line = line;
  error.column = column;
  error.hint = "remove the <!DOCTYPE ...> line";
  return error;
}

Error doctype_error(std::string_view bytes, std::size_t at) {
  const std::string_view before = bytes.substr(0, at);
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const std::size_t line_begin = before.rfind('\n') + 1;  // npos + 1 is 0: the first line.
  return doctype_error(static_cast<int>(line), static_cast<int>(at - line_begin + 1));
}

Error error_at(ErrorCode code, std::string message, XMLFileLoc line, XMLFileLoc column) {
  Error error;
  error.code = code;
  error.message = std::move(message);
  error.line = static_cast<int>(line);
  error.column = static_cast<int>(column);
  return error;
}

/// The UTF-8 form of namespace URIs, which Xerces hands out as pointers that stay the same for one
/// document. Few are in use at a time; the rest is converted each time.
class NamespaceCache {
 public:
  void clear() { used_ = 0; }
  std::string_view find(const XMLCh* uri, std::string& spare) {
    for (std::size_t i = 0; i < used_; ++i) {
      if (keys_[i] == uri) return texts_[i];
    }
    std::string& text = used_ < keys_.size() ? texts_[used_] : spare;
    text = to_utf8(uri);
    if (used_ < keys_.size()) keys_[used_++] = uri;
    return text;
  }

 private:
  std::array<const XMLCh*, 8> keys_{};
  std::array<std::string, 8> texts_;
  std::size_t used_ = 0;
};

/// Turns the calls of Xerces into ours and keeps the limits.
class Adapter final : public ClosedHandler {
 public:
  void begin(XmlHandler& handler, const XmlLimits& limits) {
    handler_ = &handler;
    limits_ = limits;
    depth_ = 0;
    pending_.clear();
    namespaces_.clear();
    limit_error_.reset();
    mappings_.clear();
  }
  const std::optional<Error>& limit_error() const { return limit_error_; }

  /// Xerces' time for namespaces is quadratic in their number over the whole document.
  void startPrefixMapping(const XMLCh* const prefix, const XMLCh* const uri) override {
    mappings_.insert(std::u16string(prefix).append(u" ").append(uri));
    if (mappings_.size() > kMaxNamespaces) {
      refuse("more than " + std::to_string(kMaxNamespaces) + " namespaces are declared");
    }
  }

  void startElement(const XMLCh* const uri, const XMLCh* const local, const XMLCh* const,
                    const xercesc::Attributes& attributes) override {
    flush();
    if (++depth_ > limits_.depth) {
      refuse("elements are nested deeper than " + std::to_string(limits_.depth) + " levels");
    }
    if (attributes.getLength() > static_cast<XMLSize_t>(limits_.attributes)) {
      refuse("an element has more than " + std::to_string(limits_.attributes) + " attributes");
    }
    read_attributes(attributes);
    name_.clear();
    append_utf8(local, std::char_traits<XMLCh>::length(local), name_);
    handler_->start_element({namespaces_.find(uri, spare_ns_), name_}, XmlAttributes(list_));
    stop_if_asked();
  }

  void endElement(const XMLCh* const uri, const XMLCh* const local, const XMLCh* const) override {
    flush();
    --depth_;
    name_.clear();
    append_utf8(local, std::char_traits<XMLCh>::length(local), name_);
    handler_->end_element({namespaces_.find(uri, spare_ns_), name_});
    stop_if_asked();
  }

  void characters(const XMLCh* const text, const XMLSize_t length) override {
    if (length == 0) return;
    text_.clear();
    const bool cut_pair = text[length - 1] >= 0xD800 && text[length - 1] < 0xDC00;
    if (cut_pair || !pending_.empty()) {
      pending_.append(text, length);
      if (!cut_pair) flush();
      return;
    }
    append_utf8(text, length, text_);
    handler_->characters(text_);
    stop_if_asked();
  }

  void ignorableWhitespace(const XMLCh* const text, const XMLSize_t length) override {
    characters(text, length);
  }

 private:
  struct Span {
    std::size_t begin = 0, middle = 0, end = 0;  // local name, then value
  };

  void read_attributes(const xercesc::Attributes& attributes) {
    const XMLSize_t count = attributes.getLength();
    buffer_.clear();
    spans_.resize(count);
    for (XMLSize_t i = 0; i < count; ++i) {
      const XMLCh* local = attributes.getLocalName(i);
      const XMLCh* value = attributes.getValue(i);
      spans_[i].begin = buffer_.size();
      append_utf8(local, std::char_traits<XMLCh>::length(local), buffer_);
      spans_[i].middle = buffer_.size();
      append_utf8(value, std::char_traits<XMLCh>::length(value), buffer_);
      spans_[i].end = buffer_.size();
    }
    list_.resize(count);
    spare_attribute_ns_.resize(std::max<std::size_t>(spare_attribute_ns_.size(), count));
    const std::string_view all = buffer_;
    for (XMLSize_t i = 0; i < count; ++i) {
      const Span& span = spans_[i];
      list_[i].name.ns = namespaces_.find(attributes.getURI(i), spare_attribute_ns_[i]);
      list_[i].name.local = all.substr(span.begin, span.middle - span.begin);
      list_[i].value = all.substr(span.middle, span.end - span.middle);
    }
  }

  /// Hands on text that waited for the second half of a surrogate pair.
  void flush() {
    if (pending_.empty()) return;
    text_.clear();
    append_utf8(pending_.data(), pending_.size(), text_);
    pending_.clear();
    handler_->characters(text_);
    stop_if_asked();
  }

  void stop_if_asked() {
    if (!handler_->is_stopped()) return;
    mark_place();
    throw Stopped();
  }

  [[noreturn]] void refuse(std::string message) {
    mark_place();
    limit_error_ = error_at(ErrorCode::kTooLarge, std::move(message), 0, 0);
    throw Stopped();
  }

  XmlHandler* handler_ = nullptr;
  XmlLimits limits_;
  int depth_ = 0;
  std::optional<Error> limit_error_;
  NamespaceCache namespaces_;
  std::unordered_set<std::u16string> mappings_;
  std::u16string pending_;
  std::string text_, name_, buffer_, spare_ns_;
  std::vector<std::string> spare_attribute_ns_;
  std::vector<Span> spans_;
  std::vector<XmlAttribute> list_;
};

/// Names the first byte that is not UTF-8: Xerces reads ahead, and names the place where it began.
Error invalid_utf8(std::string_view bytes) {
  std::uint64_t line = 1, column = 1;
  for (std::size_t at = 0; at < bytes.size();) {
    const Character character = decode_utf8(bytes, at);
    if (!character.valid) break;
    at += character.length;
    column = character.code == '\n' ? 1 : column + 1;
    if (character.code == '\n') ++line;
  }
  Error error =
      error_at(ErrorCode::kInvalid, "not well-formed XML: a byte here is not UTF-8", line, column);
  error.hint = "save the file as UTF-8, or name its encoding in the first line";
  return error;
}

/// A Xerces parser and its adapter, made once and used for many documents.
class Parser {
 public:
  Parser() : reader_(adapter_) {}

  /// Bytes read so far: names that documents bring stay in Xerces' pools.
  std::size_t wear() const { return wear_; }

  Result<void> parse(std::string_view bytes, const XmlLimits& limits, XmlHandler& handler) {
    wear_ += bytes.size() + 4096;
    adapter_.begin(handler, limits);
    const xercesc::MemBufInputSource source(reinterpret_cast<const XMLByte*>(bytes.data()),
                                            bytes.size(), u"document");
    try {
      reader_.parse(source);
      return {};
    } catch (const Stopped&) {
      return reason_of_stop(handler);
    } catch (const DoctypeRefused& place) {
      return fail(doctype_error(place.line, place.column));
    } catch (const xercesc::SAXParseException& e) {
      const std::string message = to_utf8(e.getMessage());
      if (message.starts_with("invalid byte")) return fail(invalid_utf8(bytes));
      return fail(error_at(ErrorCode::kInvalid, "not well-formed XML: " + message,
                           e.getLineNumber(), e.getColumnNumber()));
    } catch (const xercesc::SAXException& e) {
      return fail(ErrorCode::kInvalid, "XML cannot be read: " + to_utf8(e.getMessage()));
    } catch (const xercesc::XMLException& e) {
      return fail(ErrorCode::kInvalid, "XML cannot be read: " + to_utf8(e.getMessage()));
    } catch (const xercesc::OutOfMemoryException&) {
      return fail(ErrorCode::kTooLarge, "there is not enough memory to read this XML");
    }
  }

 private:
  Result<void> reason_of_stop(const XmlHandler& handler) {
    if (adapter_.limit_error()) return fail(placed(*adapter_.limit_error()));
    if (handler.refusal()) return fail(placed(*handler.refusal()));
    return {};
  }

  Error placed(Error error) const {
    if (error.line == 0) {
      error.line = adapter_.line();
      error.column = adapter_.column();
    }
    return error;
  }

  Adapter adapter_;
  ClosedReader reader_;
  std::size_t wear_ = 0;
};

// Each document enlarges the parser's tables and slows down later ones: a parser is discarded after
// so many bytes, and after a document that was large or invalid.
constexpr std::size_t kWornOut = 64 << 20;
constexpr std::size_t kLargeDocument = 1 << 20;

/// The thread's parser, or a new one where a handler parses in turn.
std::unique_ptr<Parser>& kept_parser() {
  thread_local std::unique_ptr<Parser> parser;
  return parser;
}

}  // namespace

std::optional<std::string_view> XmlAttributes::find(const XmlName& name) const {
  for (const XmlAttribute& attribute : list_) {
    if (attribute.name == name) return attribute.value;
  }
  return std::nullopt;
}

std::string_view XmlAttributes::value(std::string_view local) const {
  return find({"", local}).value_or(std::string_view());
}

void XmlHandler::start_element(const XmlName&, const XmlAttributes&) {}
void XmlHandler::end_element(const XmlName&) {}
void XmlHandler::characters(std::string_view) {}

Result<void> parse_xml(std::string_view bytes, const std::string& name_for_messages,
                       const XmlLimits& limits, XmlHandler& handler) {
  Result<void> result;
  if (bytes.size() > limits.bytes) {
    result = fail(ErrorCode::kTooLarge, "the document has " + std::to_string(bytes.size()) +
                                            " bytes; at most " + std::to_string(limits.bytes) +
                                            " are read");
  } else if (const auto doctype = find_doctype(bytes); doctype != std::string_view::npos) {
    // Xerces does not report one without a subset.
    result = fail(doctype_error(bytes, doctype));
  } else {
    use_xerces();
    std::unique_ptr<Parser> parser = std::move(kept_parser());
    if (!parser) parser = std::make_unique<Parser>();
    result = parser->parse(bytes, limits, handler);
    const bool fresh = parser->wear() < kWornOut && bytes.size() < kLargeDocument;
    if (result && fresh) kept_parser() = std::move(parser);
  }
  if (result) return result;
  Error error = std::move(result.error());
  error.file = name_for_messages;
  return fail(std::move(error));
}

}  // namespace porthole::xml
