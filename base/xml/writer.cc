#include "base/xml/writer.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <utility>
#include <xercesc/framework/XMLFormatter.hpp>
#include <xercesc/util/XMLUni.hpp>

#include "base/text/text.h"
#include "base/xml/xerces.h"

namespace porthole::xml {

namespace {

constexpr std::size_t kLineLength = 100;

/// ASCII that stands for itself in text and attributes: most of most values. By byte: each is
/// asked.
constexpr std::array<bool, 256> kPlain = [] {
  std::array<bool, 256> plain{};
  for (std::size_t c = 0x20; c < 0x7F; ++c) plain[c] = true;
  for (const char c : std::string_view("&<>\"'")) plain[static_cast<unsigned char>(c)] = false;
  return plain;
}();

/// The bytes of `value` before the first that is not plain.
std::size_t plain_length(std::string_view value) {
  const auto is_plain = [](char c) { return kPlain[static_cast<unsigned char>(c)]; };
  return static_cast<std::size_t>(std::find_if_not(value.begin(), value.end(), is_plain) -
                                  value.begin());
}

/// "--" may not stand in a comment (XML 1.0, section 2.5).
std::string without_double_hyphen(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    if (c == '-' && safe.ends_with('-')) safe += ' ';
    safe += c;
  }
  return safe;
}

}  // namespace

/// The formatter of Xerces, writing escaped values to the end of a string.
struct XmlWriter::Formatter final : xercesc::XMLFormatTarget {
  explicit Formatter(std::string& text)
      : out(text),
        formatter(u"UTF-8", u"1.0", this, xercesc::XMLFormatter::NoEscapes,
                  xercesc::XMLFormatter::UnRep_CharRef) {}

  void writeChars(const XMLByte* const bytes, const XMLSize_t count,
                  xercesc::XMLFormatter* const) override {
    out.append(reinterpret_cast<const char*>(bytes), count);
  }

  void write(std::string_view value, xercesc::XMLFormatter::EscapeFlags escapes) {
    const std::size_t plain = plain_length(value);
    out.append(value, 0, plain);
    value.remove_prefix(plain);
    if (value.empty()) return;
    buffer.clear();
    append_utf16(value, buffer);
    formatter.formatBuf(buffer.data(), buffer.size(), escapes);
  }

  std::string& out;
  xercesc::XMLFormatter formatter;
  std::u16string buffer;
};

XmlWriter::XmlWriter(Layout layout) : layout_(layout) {
  use_xerces();
  formatter_ = std::make_unique<Formatter>(out_);
  out_ = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
}

XmlWriter::~XmlWriter() = default;

void XmlWriter::start(std::string_view name) {
  close_start_tag();
  if (!open_.empty()) open_.back().has_children = true;
  begin_line();
  out_ += '<';
  out_ += name;
  open_.push_back({std::string(name)});
  in_start_tag_ = true;
}

void XmlWriter::attribute(std::string_view name, std::string_view value) {
  assert(in_start_tag_);
  out_ += ' ';
  out_ += name;
  out_ += std::string_view("=\"");
  formatter_->write(value, xercesc::XMLFormatter::AttrEscapes);
  out_ += '"';
}

void XmlWriter::text(std::string_view value) {
  assert(!open_.empty());
  if (value.empty()) return;
  close_start_tag();
  open_.back().has_text = true;
  formatter_->write(value, xercesc::XMLFormatter::CharEscapes);
}

void XmlWriter::end() {
  assert(!open_.empty());
  const Open last = std::move(open_.back());
  open_.pop_back();
  if (in_start_tag_) {
    out_ += std::string_view("/>");
    in_start_tag_ = false;
  } else {
    if (last.has_children && !last.has_text) begin_line();
    out_ += std::string_view("</");
    out_ += last.name;
    out_ += '>';
  }
  if (open_.empty()) out_ += '\n';
}

void XmlWriter::element(std::string_view name, std::string_view value) {
  start(name);
  text(value);
  end();
}

void XmlWriter::comment(std::string_view value) {
  close_start_tag();
  if (!open_.empty()) open_.back().has_children = true;
  begin_line();
  const std::string indent(2 * open_.size() + 5, ' ');
  const std::string safe = without_double_hyphen(value);
  out_ += "<!--";
  std::size_t column = indent.size();
  for (const std::string_view word : split(safe, ' ')) {
    if (layout_ == Layout::kIndented && column + 1 + word.size() > kLineLength) {
      out_.append("\n").append(indent, 0, indent.size() - 1);
      column = indent.size();
    }
    out_ += ' ';
    formatter_->write(word, xercesc::XMLFormatter::NoEscapes);
    column += 1 + word.size();
  }
  out_ += " -->";
  if (open_.empty()) out_ += '\n';
}

void XmlWriter::blank_line() {
  close_start_tag();
  if (layout_ == Layout::kCompact) return;
  if (!out_.ends_with('\n')) out_ += '\n';
  out_ += '\n';
}

std::string XmlWriter::take() {
  assert(open_.empty());
  return std::move(out_);
}

std::string XmlWriter::drain() {
  close_start_tag();
  return std::exchange(out_, std::string());
}

void XmlWriter::close_start_tag() {
  if (!in_start_tag_) return;
  out_ += '>';
  in_start_tag_ = false;
}

/// White space is added only where no text is, so that it never becomes part of a value.
void XmlWriter::begin_line() {
  if (layout_ == Layout::kCompact || (!open_.empty() && open_.back().has_text)) return;
  if (!out_.ends_with('\n')) out_ += '\n';
  out_.append(2 * open_.size(), ' ');
}

std::string readable_text(std::string_view value) {
  std::u16string wide;
  append_utf16(value, wide);
  std::string out;
  out.reserve(value.size());
  append_utf8(wide.data(), wide.size(), out);
  return out;
}

}  // namespace porthole::xml
