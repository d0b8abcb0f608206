#include "parser/media_type.h"

#include <magic.h>

#include <algorithm>
#include <array>
#include <memory>

#include "base/text/text.h"
#include "parser/html/charset.h"

namespace porthole::parser {
namespace {

constexpr std::size_t kSniffedBytes = 1024;

/// Type and subtype of one value in lower case; "" if malformed.
std::string type_of_value(std::string_view value) {
  const std::string type = ascii_lower(trim(value.substr(0, value.find(';'))));
  const auto slash = type.find('/');
  const bool plain =
      type.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789!#$&^_.+-/") == std::string::npos;
  const bool valid = plain && slash != std::string::npos && slash > 0 && slash + 1 < type.size() &&
                     type.size() <= 127 && type.find('/', slash + 1) == std::string::npos;
  return valid ? type : "";
}

/// The last valid type of a header that came several times.
/// Source: https://fetch.spec.whatwg.org/#concept-header-extract-mime-type
std::string header_type(std::string_view content_type) {
  std::string type;
  for (const std::string_view value : split(content_type, ',')) {
    std::string next = type_of_value(value);
    if (!next.empty()) type = std::move(next);
  }
  return type;
}

/// https://mimesniff.spec.whatwg.org/#rules-for-identifying-an-unknown-mime-type, the HTML part.
bool looks_like_html(std::string_view body) {
  constexpr std::array<std::string_view, 17> kBeginnings = {"<!doctype html",
                                                            "<html",
                                                            "<head",
                                                            "<script",
                                                            "<iframe",
                                                            "<h1",
                                                            "<div",
                                                            "<font",
                                                            "<table",
                                                            "<a",
                                                            "<style",
                                                            "<title",
                                                            "<b",
                                                            "<body",
                                                            "<br",
                                                            "<p",
                                                            "<!--"};
  const auto begin = body.find_first_not_of(" \t\r\n\f");
  if (begin == std::string_view::npos) return false;
  body.remove_prefix(begin);
  return std::any_of(kBeginnings.begin(), kBeginnings.end(), [body](std::string_view start) {
    if (!equals_ignoring_case(body.substr(0, start.size()), start)) return false;
    if (start == "<!--") return true;
    return start.size() < body.size() && (body[start.size()] == ' ' || body[start.size()] == '>');
  });
}

/// The type detected by libmagic; "" if unknown. Each thread loads the database once.
std::string magic_type(std::string_view body) {
  struct Close {
    void operator()(magic_t cookie) const { magic_close(cookie); }
  };
  thread_local const std::unique_ptr<magic_set, Close> magic = [] {
    std::unique_ptr<magic_set, Close> cookie(magic_open(MAGIC_MIME_TYPE));
    if (cookie && magic_load(cookie.get(), nullptr) != 0) cookie.reset();
    return cookie;
  }();
  if (!magic) return "";
  const char* type =
      magic_buffer(magic.get(), body.data(), std::min(body.size(), 4 * kSniffedBytes));
  return type == nullptr ? "" : header_type(type);
}

bool has_binary_signature(std::string_view body) {
  constexpr std::array<std::string_view, 9> kSignatures = {"%PDF-",
                                                           "\x89PNG\r\n",
                                                           "GIF8",
                                                           "\xFF\xD8\xFF",
                                                           "PK\x03\x04",
                                                           "\x1F\x8B",
                                                           "\x7F"
                                                           "ELF",
                                                           "BZh",
                                                           "\xFD"
                                                           "7zXZ"};
  return std::any_of(kSignatures.begin(), kSignatures.end(),
                     [body](std::string_view signature) { return body.starts_with(signature); });
}

/// True if more than one in twenty of the first bytes are controls (random bytes have one in ten).
/// NUL is not counted: it occurs in pages, and in UTF-16.
bool mostly_controls(std::string_view body) {
  const std::string_view head = body.substr(0, kSniffedBytes);
  const auto controls = std::count_if(head.begin(), head.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte > 0 && byte < 0x09) || (byte > 0x0D && byte < 0x1B) ||
           (byte > 0x1B && byte < 0x20);
  });
  return static_cast<std::size_t>(controls) * 20 > head.size();
}

/// Text types that are not meant for people.
bool is_code(std::string_view type) {
  constexpr std::array<std::string_view, 6> kCode = {"text/css",          "text/javascript",
                                                     "text/ecmascript",   "text/x-javascript",
                                                     "text/event-stream", "text/cache-manifest"};
  return std::find(kCode.begin(), kCode.end(), type) != kCode.end();
}

Reader reader_of(std::string_view type) {
  if (type == "text/html" || type == "application/xhtml+xml") return Reader::kHtml;
  if (type == "image/svg+xml") return Reader::kNone;
  if (type == "text/xml" || type == "application/xml" || type.ends_with("+xml"))
    return Reader::kXml;
  return type.starts_with("text/") && !is_code(type) ? Reader::kPlain : Reader::kNone;
}

}  // namespace

std::string declared_type(std::string_view content_type) { return header_type(content_type); }

std::string detected_type(std::string_view body) {
  return looks_like_html(body) ? "text/html" : magic_type(body);
}

MediaType media_type_of(std::string_view body, std::string_view content_type) {
  MediaType type{header_type(content_type), Reader::kNone};
  const bool known = !type.name.empty() && type.name != "application/octet-stream" &&
                     type.name != "application/x-unknown" && type.name != "unknown/unknown";
  if (!known) {
    type.name = looks_like_html(body) ? "text/html" : magic_type(body);
    if (type.name.empty()) type.name = "application/octet-stream";
  }
  type.reader = reader_of(type.name);
  const bool claims_text = known && type.reader != Reader::kNone;
  // The high bytes of UTF-16 are controls in Greek, Cyrillic and others.
  const bool is_binary =
      has_binary_signature(body) ||
      (mostly_controls(body) && !detect_charset(body, content_type).starts_with("utf-16"));
  if (claims_text && is_binary) {
    const std::string real = magic_type(body);
    type = {real.empty() || reader_of(real) != Reader::kNone ? "application/octet-stream" : real,
            Reader::kNone};
  }
  return type;
}

}  // namespace porthole::parser
