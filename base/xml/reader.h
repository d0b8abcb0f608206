#pragma once

/// A streaming (SAX) XML parser with limits on the size and depth of hostile input.
///
/// In:  untrusted bytes, and a handler.
/// Out: calls of the handler in document order, or an Error with line and column.
///
///   struct Titles : xml::XmlHandler {
///     void start_element(const xml::XmlName& name, const xml::XmlAttributes&) override { ... }
///   } titles;
///   Result<void> read = xml::parse_xml(bytes, "https://example.com/feed.xml", {}, titles);
///
/// A document type declaration is always refused, so there are no entities but the five of XML and
/// no access to any other file or host. The encoding is the one that the document declares (UTF-8
/// by default); handlers always get UTF-8.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace porthole::xml {

/// Limits; input beyond them is refused with kTooLarge.
struct XmlLimits {
  std::size_t bytes = 16 << 20;  ///< Size of the document.
  int depth = 256;               ///< Depth of nested elements.
  int attributes = 256;          ///< Attributes of one element, namespace declarations included.
};

/// An expanded name. Both views are valid as long as the object that returned them.
struct XmlName {
  std::string_view ns;     ///< Namespace URI, "" for none.
  std::string_view local;  ///< Without prefix.
  friend bool operator==(const XmlName&, const XmlName&) = default;
};

struct XmlAttribute {
  XmlName name;
  std::string_view value;
};

/// The attributes of one start tag, in document order, without namespace declarations.
class XmlAttributes {
 public:
  explicit XmlAttributes(const std::vector<XmlAttribute>& list) : list_(list) {}
  /// The value of an attribute; absent is not the same as empty.
  std::optional<std::string_view> find(const XmlName& name) const;
  /// The value of an attribute in no namespace, "" when it is absent.
  std::string_view value(std::string_view local) const;
  auto begin() const { return list_.begin(); }
  auto end() const { return list_.end(); }
  std::size_t size() const { return list_.size(); }

 private:
  const std::vector<XmlAttribute>& list_;
};

/// Receives the events of a document. All views are valid during the call only.
class XmlHandler {
 public:
  virtual ~XmlHandler() = default;
  virtual void start_element(const XmlName& name, const XmlAttributes& attributes);
  virtual void end_element(const XmlName& name);
  /// Text between tags, CDATA sections included; a long run may come in several calls.
  virtual void characters(std::string_view text);

  bool is_stopped() const { return stopped_; }
  const std::optional<Error>& refusal() const { return refusal_; }

 protected:
  /// Ends parsing after this call, with success: the handler needs no more.
  void stop() { stopped_ = true; }
  /// Ends parsing after this call; parse_xml() returns `error` with the place filled in.
  void refuse(Error error) {
    stopped_ = true;
    refusal_ = std::move(error);
  }

 private:
  bool stopped_ = false;
  std::optional<Error> refusal_;
};

/// Parses `bytes`, calling `handler` until the document ends, the handler stops it, or a limit is
/// reached.
///
/// Errors: kInvalid for a document that is not well-formed (Namespaces in XML included) and for a
/// document type declaration; kTooLarge beyond `limits`; the handler's refusal. `name_for_messages`
/// becomes the error's file. The handler may have been called before the error was found. Thread
/// safety: any thread; each thread has its own parser. Re-entrant: a handler may call it.
Result<void> parse_xml(std::string_view bytes, const std::string& name_for_messages,
                       const XmlLimits& limits, XmlHandler& handler);

}  // namespace porthole::xml
