#include "archive/warc_records.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>

#include "archive/digest.h"
#include "archive/http_message.h"
#include "base/text/text.h"

namespace porthole::archive {
namespace {

constexpr std::string_view kFieldsType = "application/warc-fields";
constexpr std::size_t kLongestAnchor = 500;  // Bytes of anchor text in an outlink line.

/// Appends `value` as one line: what would begin a new one becomes a space.
void append_line(std::string& text, std::string_view value) {
  const auto begin = static_cast<std::ptrdiff_t>(text.size());
  text.append(value);
  std::replace_if(
      text.begin() + begin, text.end(), [](char c) { return c == '\r' || c == '\n'; }, ' ');
}

/// A WARC record head in the making.
class HeadWriter {
 public:
  HeadWriter(std::string_view type, const std::string& id, WallTime date) {
    text_.reserve(600);
    text_ = "WARC/1.1\r\n";
    add("WARC-Type", type);
    add("WARC-Record-ID", id);
    add("WARC-Date", format_time(date));
  }

  void add(std::string_view name, std::string_view value) {
    if (value.empty()) return;
    text_.append(name).append(": ");
    append_line(text_, value);
    text_ += "\r\n";
  }

  std::string finish(std::string_view content_type, std::size_t block_size) {
    add("Content-Type", content_type);
    add("Content-Length", std::to_string(block_size));
    return std::move(text_) + "\r\n";
  }

 private:
  std::string text_;
};

std::string_view without_fragment(std::string_view url) { return url.substr(0, url.find('#')); }

/// The attribute in which links of an element stand.
std::string_view attribute_of(Element element) {
  switch (element) {
    case Element::kA:
    case Element::kArea:
    case Element::kLink:
      return "href";
    case Element::kImg:
    case Element::kFrame:
    case Element::kIframe:
      return "src";
    case Element::kRedirect:
      return "location";
    case Element::kSitemap:
      return "loc";
  }
  return "href";
}

void append_field(std::string& block, std::string_view name, std::string_view value) {
  block.append(name).append(": ");
  append_line(block, value);
  block += "\r\n";
}

void append_outlink(std::string& block, const Link& link) {
  block += "outlink: ";
  append_line(block, link.url);
  block.append(" ").append(element_name(link.element)).append("/");
  block += attribute_of(link.element);
  if (!link.anchor.empty()) {
    block += ' ';
    append_line(block, cut(link.anchor, kLongestAnchor));
  }
  block += "\r\n";
}

std::string_view take_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  const std::string_view line = text.substr(0, end == std::string_view::npos ? end : end + 1);
  text.remove_prefix(line.size());
  return line;
}

}  // namespace

std::string RecordIds::next() {
  const std::uint64_t high = (random_() & ~std::uint64_t{0xf000}) | 0x4000;  // Version 4.
  const std::uint64_t low =
      (random_() & (~std::uint64_t{0} >> 2)) | (std::uint64_t{1} << 63);  // Variant 10.
  std::array<char, 48> text;
  const int size =
      std::snprintf(text.data(), text.size(), "<urn:uuid:%08x-%04x-%04x-%04x-%012llx>",
                    static_cast<unsigned>(high >> 32), static_cast<unsigned>(high >> 16 & 0xffff),
                    static_cast<unsigned>(high & 0xffff), static_cast<unsigned>(low >> 48),
                    static_cast<unsigned long long>(low & 0xffff'ffff'ffff));
  return {text.data(), static_cast<std::size_t>(size)};
}

std::string recorded_head(std::string_view head, std::size_t body_size) {
  std::string recorded;
  recorded.reserve(head.size() + 64);
  bool fits = false;
  while (!head.empty()) {
    const std::string_view line = take_line(head);
    const std::string_view content = trim(line);
    if (content.empty()) break;
    const std::size_t colon = line.find(':');
    const std::string name =
        ascii_lower(line.substr(0, colon == std::string_view::npos ? 0 : colon));
    const bool length = name == "content-length";
    const bool right = length && trim(line.substr(colon + 1)) == std::to_string(body_size);
    if (name == "transfer-encoding" || (length && (!right || fits))) recorded += "X-Recorded-";
    fits = fits || right;
    recorded.append(line);
  }
  if (!fits) recorded += "Content-Length: " + std::to_string(body_size) + "\r\n";
  return recorded + "\r\n";
}

RecordText warcinfo_record(const std::string& id, const WarcWriterOptions& options, WallTime now,
                           std::string_view file_name) {
  RecordText record;
  append_field(record.block, "software", options.software);
  append_field(record.block, "format", "WARC File Format 1.1");
  append_field(record.block, "conformsTo",
               "https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/");
  append_field(record.block, "hostname", options.host);
  if (!options.operator_contact.empty())
    append_field(record.block, "operator", options.operator_contact);
  if (!options.user_agent.empty())
    append_field(record.block, "http-header-user-agent", options.user_agent);
  append_field(record.block, "robots", "RFC 9309");
  HeadWriter head("warcinfo", id, now);
  head.add("WARC-Filename", file_name);
  record.head = head.finish(kFieldsType, record.block.size());
  return record;
}

RecordText response_record(const std::string& id, const Capture& capture) {
  RecordText record;
  record.block = recorded_head(capture.response_head, capture.raw_body.size());
  HeadWriter head("response", id, capture.started);
  head.add("WARC-Target-URI", without_fragment(capture.url));
  head.add("WARC-IP-Address", capture.address);
  head.add("WARC-Payload-Digest", sha1_digest(capture.raw_body));
  head.add("WARC-Block-Digest", sha1_digest(record.block, capture.raw_body));
  if (capture.truncated) head.add("WARC-Truncated", "length");
  record.head = head.finish("application/http;msgtype=response",
                            record.block.size() + capture.raw_body.size());
  return record;
}

RecordText request_record(const std::string& id, const std::string& response_id,
                          const Capture& capture) {
  RecordText record;
  record.block = capture.request_head;
  HeadWriter head("request", id, capture.started);
  head.add("WARC-Target-URI", without_fragment(capture.url));
  head.add("WARC-Concurrent-To", response_id);
  head.add("WARC-IP-Address", capture.address);
  head.add("WARC-Block-Digest", sha1_digest(record.block));
  record.head = head.finish("application/http;msgtype=request", record.block.size());
  return record;
}

RecordText metadata_record(const std::string& id, const std::string& response_id,
                           const Capture& capture) {
  RecordText record;
  if (!capture.via.empty()) append_field(record.block, "via", capture.via);
  append_field(record.block, "hopsFromSeed", std::to_string(capture.hops));
  append_field(record.block, "fetchTimeMs", std::to_string(capture.took.count()));
  if (capture.links != nullptr) {
    for (const Link* link : *capture.links) append_outlink(record.block, *link);
  }
  HeadWriter head("metadata", id, capture.started);
  head.add("WARC-Target-URI", without_fragment(capture.url));
  head.add("WARC-Concurrent-To", response_id);
  head.add("WARC-Block-Digest", sha1_digest(record.block));
  record.head = head.finish(kFieldsType, record.block.size());
  return record;
}

RecordText redaction_record(const std::string& id, std::string_view url, WallTime now) {
  RecordText record;
  record.block = kRedactionLine;
  HeadWriter head("metadata", id, now);
  head.add("WARC-Target-URI", without_fragment(url));
  record.head = head.finish(kFieldsType, record.block.size());
  return record;
}

}  // namespace porthole::archive
