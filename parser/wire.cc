#include "parser/wire.h"

#include <cstring>
#include <utility>

#include "base/text.h"
#include "base/utf8.h"
#include "parser/limits.h"

namespace porthole::parser {
namespace {

constexpr std::uint8_t kVersion = 1;

class Writer {
 public:
  explicit Writer(std::size_t expected_bytes) {
    out_.reserve(expected_bytes + kFrameHeaderBytes);
    out_.resize(kFrameHeaderBytes);
    byte(kVersion);
  }
  void byte(std::uint8_t value) { out_ += static_cast<char>(value); }
  void number(std::uint32_t value) {
    const char bytes[] = {static_cast<char>(value), static_cast<char>(value >> 8),
                          static_cast<char>(value >> 16), static_cast<char>(value >> 24)};
    out_.append(bytes, sizeof bytes);
  }
  void string(std::string_view value) {
    number(static_cast<std::uint32_t>(value.size()));
    out_ += value;
  }
  std::string frame() && {
    const std::size_t length = out_.size() - kFrameHeaderBytes;
    for (std::size_t i = 0; i < kFrameHeaderBytes; ++i) {
      out_[i] = static_cast<char>(length >> (8 * i));
    }
    return std::move(out_);
  }

 private:
  std::string out_;
};

/// The eight bytes are printable ASCII: none has its high bit set, is under 0x20, or is 0x7F.
bool is_printable(std::uint64_t bytes) {
  constexpr std::uint64_t kEach = 0x0101010101010101;
  constexpr std::uint64_t kHigh = 0x80 * kEach;
  const std::uint64_t under_space = (bytes - 0x20 * kEach) & ~bytes;
  const std::uint64_t not_delete = bytes ^ (0x7F * kEach);
  const std::uint64_t is_delete = (not_delete - kEach) & ~not_delete;
  return ((bytes | under_space | is_delete) & kHigh) == 0;
}

/// What clean_utf8 would leave as it is.
bool is_clean(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    std::uint64_t eight = 0;
    if (text.size() - at >= sizeof eight) {
      std::memcpy(&eight, text.data() + at, sizeof eight);
      if (is_printable(eight)) {
        at += sizeof eight;
        continue;
      }
    }
    const char c = text[at];
    if ((c >= 0x20 && c < 0x7F) || c == '\n') {
      ++at;
      continue;
    }
    const Character character = decode_utf8(text, at);
    const bool is_control = character.code < 0xA0;
    if (!character.valid || is_control || is_noncharacter(character.code)) return false;
    at += character.length;
  }
  return true;
}

/// Reads beyond the end give zeros and empty strings, and ok() turns false.
/// A text that is not what Document promises, UTF-8 without controls, is made so.
class Reader {
 public:
  explicit Reader(std::string_view body) : rest_(body) { require(byte() == kVersion); }

  bool ok() const { return ok_; }
  bool at_end() const { return rest_.empty(); }
  std::size_t left() const { return rest_.size(); }
  void require(bool condition) { ok_ = ok_ && condition; }

  std::uint8_t byte() {
    require(!rest_.empty());
    if (!ok_) return 0;
    const auto value = static_cast<std::uint8_t>(rest_.front());
    rest_.remove_prefix(1);
    return value;
  }
  std::uint32_t number() {
    constexpr std::size_t kBytes = 4;
    require(rest_.size() >= kBytes);
    if (!ok_) return 0;
    const std::uint32_t value = frame_length(rest_);
    rest_.remove_prefix(kBytes);
    return value;
  }
  /// Any bytes: for what is not text yet.
  void bytes(std::string& out) {
    const std::uint32_t length = number();
    require(length <= rest_.size());
    if (!ok_) return;
    out = rest_.substr(0, length);
    rest_.remove_prefix(length);
  }
  void string(std::string& out) {
    bytes(out);
    if (!is_clean(out)) out = clean_utf8(out);
  }
  /// An enumerator up to `last`.
  template <class Enum>
  Enum enumerator(Enum last) {
    const std::uint8_t value = byte();
    require(value <= static_cast<std::uint8_t>(last));
    return ok_ ? static_cast<Enum>(value) : Enum{};
  }
  bool flag() { return enumerator(std::uint8_t{1}) == 1; }

 private:
  std::string_view rest_;
  bool ok_ = true;
};

/// All strings of a Link or a Document in the order in which they are sent.
template <class L, class Visit>
void for_each_string(L& link, Visit visit) requires(std::is_same_v<std::remove_const_t<L>, Link>) {
  for (auto* text : {&link.url, &link.anchor, &link.title, &link.alt, &link.name, &link.onmouseover,
                     &link.rel, &link.before, &link.after, &link.heading}) {
    visit(*text);
  }
}
template <class D, class Visit>
void for_each_string(D& document,
                     Visit visit) requires(std::is_same_v<std::remove_const_t<D>, Document>) {
  for (auto* text :
       {&document.status_detail, &document.title, &document.text, &document.description,
        &document.language, &document.charset, &document.media_type, &document.canonical,
        &document.refresh, &document.published, &document.modified}) {
    visit(*text);
  }
}

template <class Message>
std::size_t encoded_bytes(const Message& message) {
  std::size_t bytes = 16;
  for_each_string(message, [&bytes](const std::string& text) { bytes += 4 + text.size(); });
  return bytes;
}

/// Makes `document` fit into a frame; its size then.
std::size_t fit(Document& document) {
  std::size_t bytes = encoded_bytes(document);
  if (bytes > kMaxDocumentBytes) {
    const std::size_t surplus = bytes - kMaxDocumentBytes;
    document.text =
        cut(document.text, document.text.size() - std::min(surplus, document.text.size()));
    bytes = encoded_bytes(document);
  }
  std::size_t kept = 0;
  while (kept < document.links.size()) {
    const std::size_t more = encoded_bytes(document.links[kept]);
    if (bytes + more > kMaxDocumentBytes) break;
    bytes += more;
    ++kept;
  }
  document.links_cut += static_cast<std::uint32_t>(document.links.size() - kept);
  document.links.resize(kept);
  return bytes;
}

}  // namespace

std::string encode_request(const Request& request) {
  Writer writer(request.input.body.size() + request.input.url.size() + 256);
  writer.number(request.cpu_seconds);
  writer.string(request.fallback_reason);
  writer.string(request.input.url);
  writer.string(request.input.content_type);
  writer.number(static_cast<std::uint32_t>(request.input.max_links));
  writer.string(request.input.body);
  return std::move(writer).frame();
}

std::optional<Request> decode_request(std::string_view body) {
  Reader reader(body);
  Request request;
  request.cpu_seconds = reader.number();
  reader.bytes(request.fallback_reason);
  reader.bytes(request.input.url);
  reader.bytes(request.input.content_type);
  const std::uint32_t max_links = reader.number();
  reader.require(max_links <= 0x7FFFFFFF);
  request.input.max_links = static_cast<int>(max_links);
  reader.bytes(request.input.body);
  if (!reader.ok() || !reader.at_end()) return std::nullopt;
  return request;
}

std::string encode_document(Document document) {
  Writer writer(fit(document));
  writer.byte(static_cast<std::uint8_t>(document.status));
  for (const bool flag :
       {document.noindex, document.nofollow, document.noarchive, document.nosnippet}) {
    writer.byte(flag ? 1 : 0);
  }
  for_each_string(document, [&writer](const std::string& text) { writer.string(text); });
  writer.number(document.links_cut);
  writer.number(static_cast<std::uint32_t>(document.links.size()));
  for (const Link& link : document.links) {
    writer.byte(static_cast<std::uint8_t>(link.element));
    for_each_string(link, [&writer](const std::string& text) { writer.string(text); });
  }
  return std::move(writer).frame();
}

std::optional<Document> decode_document(std::string_view body) {
  constexpr std::size_t kLeastLinkBytes = 1 + 10 * 4;
  Reader reader(body);
  Document document;
  document.status = reader.enumerator(ParseStatus::kUnsupported);
  document.noindex = reader.flag();
  document.nofollow = reader.flag();
  document.noarchive = reader.flag();
  document.nosnippet = reader.flag();
  for_each_string(document, [&reader](std::string& text) { reader.string(text); });
  document.links_cut = reader.number();
  const std::uint32_t links = reader.number();
  reader.require(links <= reader.left() / kLeastLinkBytes);
  if (!reader.ok()) return std::nullopt;
  document.links.resize(links);
  for (Link& link : document.links) {
    link.element = reader.enumerator(Element::kSitemap);
    for_each_string(link, [&reader](std::string& text) { reader.string(text); });
  }
  if (!reader.ok() || !reader.at_end()) return std::nullopt;
  return document;
}

std::uint32_t frame_length(std::string_view header) {
  std::uint32_t length = 0;
  for (std::size_t i = 0; i < kFrameHeaderBytes; ++i) {
    length |= std::uint32_t{static_cast<unsigned char>(header[i])} << (8 * i);
  }
  return length;
}

}  // namespace porthole::parser
