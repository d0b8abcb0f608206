#include "base/xml/xerces.h"

#include <algorithm>
#include <mutex>
#include <xercesc/framework/MemBufInputSource.hpp>
#include <xercesc/sax/Locator.hpp>
#include <xercesc/util/PlatformUtils.hpp>
#include <xercesc/util/XMLUni.hpp>

namespace porthole::xml {
namespace {

constexpr char32_t kReplacement = 0xFFFD;

void append_code_point(char32_t c, std::string& out) {
  if (c < 0x80) {
    out += static_cast<char>(c);
  } else if (c < 0x800) {
    out += static_cast<char>(0xC0 | c >> 6);
    out += static_cast<char>(0x80 | (c & 0x3F));
  } else if (c < 0x10000) {
    out += static_cast<char>(0xE0 | c >> 12);
    out += static_cast<char>(0x80 | (c >> 6 & 0x3F));
    out += static_cast<char>(0x80 | (c & 0x3F));
  } else {
    out += static_cast<char>(0xF0 | c >> 18);
    out += static_cast<char>(0x80 | (c >> 12 & 0x3F));
    out += static_cast<char>(0x80 | (c >> 6 & 0x3F));
    out += static_cast<char>(0x80 | (c & 0x3F));
  }
}

/// Takes one code point off the front of `text`; an ill-formed sequence is taken as long as it
/// could have begun one (Unicode 15, section 3.9, "maximal subpart") and gives U+FFFD.
char32_t take_code_point(std::string_view& text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte(0);
  std::size_t length = 0;
  char32_t c = 0;
  unsigned low = 0x80, high = 0xBF;
  if (lead < 0x80) {
    text.remove_prefix(1);
    return lead;
  }
  if (lead >= 0xC2 && lead <= 0xDF) {
    length = 2, c = lead & 0x1F;
  } else if (lead >= 0xE0 && lead <= 0xEF) {
    length = 3, c = lead & 0x0F;
    if (lead == 0xE0) low = 0xA0;
    if (lead == 0xED) high = 0x9F;
  } else if (lead >= 0xF0 && lead <= 0xF4) {
    length = 4, c = lead & 0x07;
    if (lead == 0xF0) low = 0x90;
    if (lead == 0xF4) high = 0x8F;
  } else {
    text.remove_prefix(1);
    return kReplacement;
  }
  std::size_t taken = 1;
  for (; taken < length && taken < text.size(); ++taken) {
    if (byte(taken) < low || byte(taken) > high) break;
    c = c << 6 | (byte(taken) & 0x3F);
    low = 0x80, high = 0xBF;
  }
  text.remove_prefix(taken);
  return taken == length ? c : kReplacement;
}

bool may_stand_in_xml(char32_t c) {
  if (c < 0x20) return c == '\t' || c == '\n' || c == '\r';
  return c != 0xFFFE && c != 0xFFFF;
}

}  // namespace

void use_xerces() {
  static std::once_flag once;
  std::call_once(once, [] { xercesc::XMLPlatformUtils::Initialize(); });
}

void append_utf8(const XMLCh* text, std::size_t length, std::string& out) {
  std::size_t i = 0;
  while (i < length) {
    const std::size_t run = i;
    while (i < length && text[i] < 0x80) ++i;
    out.append(text + run, text + i);
    if (i == length) return;
    const char32_t unit = text[i++];
    if (unit >= 0xD800 && unit < 0xDC00 && i < length && text[i] >= 0xDC00 && text[i] < 0xE000) {
      append_code_point(0x10000 + ((unit - 0xD800) << 10) + (text[i++] - 0xDC00), out);
    } else {
      append_code_point(unit >= 0xD800 && unit < 0xE000 ? kReplacement : unit, out);
    }
  }
}

std::string to_utf8(const XMLCh* text) {
  std::string out;
  if (text != nullptr) append_utf8(text, std::char_traits<XMLCh>::length(text), out);
  return out;
}

void append_utf16(std::string_view text, std::u16string& out) {
  out.reserve(out.size() + text.size());
  while (!text.empty()) {
    const auto plain = [](char c) { return static_cast<signed char>(c) >= 0x20; };
    const auto run = std::find_if_not(text.begin(), text.end(), plain);
    out.append(text.begin(), run);
    text.remove_prefix(static_cast<std::size_t>(run - text.begin()));
    if (text.empty()) return;
    char32_t c = take_code_point(text);
    if (!may_stand_in_xml(c)) c = kReplacement;
    if (c >= 0x10000) {
      out += static_cast<char16_t>(0xD800 + ((c - 0x10000) >> 10));
      out += static_cast<char16_t>(0xDC00 + ((c - 0x10000) & 0x3FF));
    } else {
      out += static_cast<char16_t>(c);
    }
  }
}

xercesc::InputSource* ClosedHandler::resolveEntity(const XMLCh*, const XMLCh*) {
  static const XMLByte kNothing[1] = {};
  return new xercesc::MemBufInputSource(kNothing, 0, "refused");
}

void ClosedHandler::mark_place() {
  if (locator_ == nullptr) return;
  line_ = static_cast<int>(locator_->getLineNumber());
  column_ = static_cast<int>(locator_->getColumnNumber());
}

ClosedReader::ClosedReader(ClosedHandler& handler) : handler_(handler) {
  using xercesc::XMLUni;
  setFeature(XMLUni::fgSAX2CoreNameSpaces, true);
  setFeature(XMLUni::fgSAX2CoreValidation, false);
  setFeature(XMLUni::fgXercesDynamic, false);
  setFeature(XMLUni::fgXercesSchema, false);
  setFeature(XMLUni::fgXercesLoadSchema, false);
  setFeature(XMLUni::fgXercesLoadExternalDTD, false);
  setFeature(XMLUni::fgXercesDisableDefaultEntityResolution, true);
  setContentHandler(&handler);
  setErrorHandler(&handler);
  setEntityResolver(&handler);
  setLexicalHandler(&handler);  // Without one, doctypeDecl() is not called.
}

void ClosedReader::doctypeDecl(const xercesc::DTDElementDecl&, const XMLCh*, const XMLCh*, bool,
                               bool) {
  handler_.mark_place();
  throw DoctypeRefused{handler_.line(), handler_.column()};
}

}  // namespace porthole::xml
