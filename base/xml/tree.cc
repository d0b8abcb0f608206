#include "base/xml/tree.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <memory>
#include <optional>
#include <xercesc/framework/MemBufInputSource.hpp>
#include <xercesc/sax/SAXParseException.hpp>
#include <xercesc/sax2/Attributes.hpp>
#include <xercesc/util/OutOfMemoryException.hpp>
#include <xercesc/util/XMLException.hpp>
#include <xercesc/util/XMLUni.hpp>
#include <xercesc/validators/common/Grammar.hpp>

#include "base/xml/schema_words.h"
#include "base/xml/xerces.h"

namespace porthole::xml {
namespace {

/// Turns byte offsets that only grow into lines and columns.
class Places {
 public:
  explicit Places(std::string_view text) : text_(text) {}

  void fill(XmlElement& element) {
    for (; at_ < element.begin && at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      const bool second_of_crlf = c == '\n' && at_ > 0 && text_[at_ - 1] == '\r';
      if (second_of_crlf) {
        column_ = 1;
      } else if (c == '\n' || c == '\r') {
        ++line_;
        column_ = 1;
      } else if ((c & 0xC0) != 0x80) {
        ++column_;
      }
    }
    element.line = line_;
    element.column = column_;
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  int line_ = 1;
  int column_ = 1;
};

/// Builds the tree and keeps the first thing that validation finds wrong.
class TreeBuilder final : public ClosedHandler {
 public:
  explicit TreeBuilder(std::string_view text) : text_(text), places_(text) {
    open_.push_back(&document_);
  }

  /// Where offsets come from. Requires: set before parsing.
  void follow(const ClosedReader& reader) { reader_ = &reader; }

  XmlElement take_root() { return std::move(document_.children.front()); }
  const std::optional<Refusal>& refusal() const { return refusal_; }

  void startElement(const XMLCh* const uri, const XMLCh* const local, const XMLCh* const,
                    const xercesc::Attributes& attributes) override {
    XmlElement& element = open_.back()->children.emplace_back();
    path_.push_back(open_.back()->children.size() - 1);
    element.ns = to_utf8(uri);
    element.local = to_utf8(local);
    for (XMLSize_t i = 0; i < attributes.getLength(); ++i) {
      element.attributes.push_back({to_utf8(attributes.getURI(i)),
                                    to_utf8(attributes.getLocalName(i)),
                                    to_utf8(attributes.getValue(i))});
    }
    element.tag_end = static_cast<std::size_t>(reader_->getSrcOffset());
    // No raw `<` stands within a tag (XML 1.0, production 10), so the last one begins it.
    element.begin = text_.rfind('<', element.tag_end == 0 ? 0 : element.tag_end - 1);
    places_.fill(element);
    open_.push_back(&element);
    if (refusal_ && refusal_->culprit.empty()) refusal_->culprit = path_;
  }

  void endElement(const XMLCh* const, const XMLCh* const, const XMLCh* const) override {
    open_.back()->end = static_cast<std::size_t>(reader_->getSrcOffset());
    if (refusal_ && refusal_->culprit.empty()) refusal_->culprit = path_;
    open_.pop_back();
    path_.pop_back();
  }

  void characters(const XMLCh* const text, const XMLSize_t length) override {
    append_utf8(text, length, open_.back()->text);
  }

  void error(const xercesc::SAXParseException& problem) override {
    if (refusal_) return;
    refusal_ = Refusal{to_utf8(problem.getMessage()),
                       static_cast<int>(problem.getLineNumber()),
                       static_cast<int>(problem.getColumnNumber()),
                       path_,
                       {}};
  }

 private:
  std::string_view text_;
  const ClosedReader* reader_ = nullptr;
  Places places_;
  XmlElement document_;
  std::vector<XmlElement*> open_;
  std::vector<std::size_t> path_;
  std::optional<Refusal> refusal_;
};

xercesc::MemBufInputSource source_of(std::string_view text, const char16_t* name) {
  return {reinterpret_cast<const XMLByte*>(text.data()), text.size(), name};
}

void load_schema(ClosedReader& reader, std::string_view schema_text) {
  using xercesc::XMLUni;
  reader.setFeature(XMLUni::fgXercesSchema, true);
  reader.setFeature(XMLUni::fgSAX2CoreValidation, true);
  reader.setFeature(XMLUni::fgXercesUseCachedGrammarInParse, true);
  const auto schema = source_of(schema_text, u"schema");
  reader.loadGrammar(schema, xercesc::Grammar::SchemaGrammarType, true);
}

struct Read {
  XmlElement root;
  std::optional<Refusal> refusal;
};

/// Requires: parse_xml() has accepted `text`, so that limits hold.
Result<Read> build(std::string_view text, std::string_view schema_text) {
  try {
    TreeBuilder builder(text);
    ClosedReader reader(builder);
    builder.follow(reader);
    reader.setFeature(xercesc::XMLUni::fgXercesCalculateSrcOfs, true);
    if (!schema_text.empty()) load_schema(reader, schema_text);
    reader.parse(source_of(text, u"document"));
    return Read{builder.take_root(), builder.refusal()};
  } catch (const xercesc::SAXException& e) {
    return fail(ErrorCode::kInvalid, "XML cannot be read: " + to_utf8(e.getMessage()));
  } catch (const xercesc::XMLException& e) {
    return fail(ErrorCode::kInvalid, "XML cannot be read: " + to_utf8(e.getMessage()));
  } catch (const xercesc::OutOfMemoryException&) {
    return fail(ErrorCode::kTooLarge, "there is not enough memory to read this XML");
  }
}

Error in_file(Error error, const std::string& name) {
  error.file = name;
  return error;
}

Error file_error(ErrorCode code, const std::filesystem::path& file, std::string message) {
  Error error;
  error.code = code;
  error.message = std::move(message);
  error.file = file.string();
  return error;
}

}  // namespace

const std::string* XmlElement::attribute(std::string_view local_name) const {
  const auto found = std::find_if(attributes.begin(), attributes.end(), [&](const Attribute& a) {
    return a.ns.empty() && a.local == local_name;
  });
  return found == attributes.end() ? nullptr : &found->value;
}

const XmlElement* XmlElement::child(std::string_view local_name) const {
  const auto found = std::find_if(children.begin(), children.end(),
                                  [&](const XmlElement& c) { return c.local == local_name; });
  return found == children.end() ? nullptr : &*found;
}

Result<std::string> read_file(const std::filesystem::path& file, std::size_t max_bytes) {
  std::error_code ignored;
  if (std::filesystem::is_directory(file, ignored)) {
    return fail(file_error(ErrorCode::kNotFound, file, "this is a folder, not a file"));
  }
  // A pipe that nobody writes to would be waited for; one of the shell's <(...) has a writer.
  if (std::filesystem::is_fifo(file, ignored) && !file.string().starts_with("/dev/") &&
      !file.string().starts_with("/proc/")) {
    return fail(file_error(ErrorCode::kInvalid, file, "this is a pipe, not a file"));
  }
  errno = 0;
  std::ifstream in(file, std::ios::binary);
  if (!in) {
    const bool refused = errno == EACCES || errno == EPERM;
    return fail(file_error(refused ? ErrorCode::kPermission : ErrorCode::kNotFound, file,
                           std::string("the file cannot be opened: ") + std::strerror(errno)));
  }
  std::string text;
  char block[64 << 10];
  while (in.read(block, sizeof block) || in.gcount() > 0) {
    text.append(block, static_cast<std::size_t>(in.gcount()));
    if (text.size() > max_bytes) {
      return fail(file_error(ErrorCode::kTooLarge, file,
                             "the file has more than " + std::to_string(max_bytes) + " bytes"));
    }
  }
  if (in.bad()) return fail(file_error(ErrorCode::kStorage, file, "reading the file failed"));
  return text;
}

Result<XmlElement> read_tree(std::string_view text, const std::string& name_for_messages,
                             const XmlLimits& limits) {
  return read_validated_text(text, name_for_messages, {}, limits);
}

Result<XmlElement> read_validated_text(std::string_view text, const std::string& name_for_messages,
                                       std::string_view schema_text, const XmlLimits& limits) {
  XmlHandler nothing;
  TRY(parse_xml(text, name_for_messages, limits, nothing));
  Result<Read> read = build(text, schema_text);
  if (!read) return fail(in_file(read.error(), name_for_messages));
  if (!read->refusal) return std::move(read->root);
  TRY_AS(schema, build(schema_text, {}));
  return fail(in_file(explain(*read->refusal, read->root, schema->root, text), name_for_messages));
}

Result<XmlElement> read_validated(const std::filesystem::path& file, std::string_view schema_text) {
  TRY_AS(text, read_file(file, XmlLimits().bytes));
  return read_validated_text(*text, file.string(), schema_text);
}

}  // namespace porthole::xml
