/// Url::key(): the canonical URL. docs/urls.md gives the reasons.

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "base/text/text.h"
#include "base/url/percent_encode.h"
#include "base/url/url.h"

namespace porthole {
namespace {

constexpr char kHexDigits[] = "0123456789ABCDEF";

// RFC 3986 2.3
constexpr bool is_unreserved(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' ||
         c == '.' || c == '_' || c == '~';
}

/// Appends text to a string and tracks whether it ends in a percent sign that begins no encoding: a
/// digit decoded after it would make it begin one, and the key would have another key.
class EncodingNormalizer {
 public:
  explicit EncodingNormalizer(std::string& out) : out_(out) {}

  void append(std::string_view text) {
    for (std::size_t i = 0; i < text.size();) {
      if (text[i] != '%') {
        put(text[i++]);
      } else if (starts_with_percent_encoding(text.substr(i))) {
        append_encoding(hex_value(text[i + 1]) * 16 + hex_value(text[i + 2]));
        i += 3;
      } else {
        put(text[i++]);
        open_ = 1;
      }
    }
  }

 private:
  void append_encoding(int byte) {
    const char decoded = static_cast<char>(byte);
    if (is_unreserved(decoded) && !(open_ > 0 && hex_value(decoded) >= 0)) {
      put(decoded);
    } else {
      out_ += {'%', kHexDigits[byte >> 4], kHexDigits[byte & 15]};
      open_ = 0;
    }
  }

  void put(char c) {
    out_ += c;
    open_ = open_ == 1 && hex_value(c) >= 0 ? 2 : 0;
  }

  std::string& out_;
  int open_ = 0;  // 1: after a bare '%'; 2: after a bare '%' and one digit
};

std::string normalize_encoding(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  EncodingNormalizer(out).append(text);
  return out;
}

std::string_view parameter_name(std::string_view parameter) {
  return parameter.substr(0, parameter.find('='));
}

void append_sorted_query(std::string& out, std::string_view query) {
  std::vector<std::string_view> parameters = split(query, '&');
  std::erase(parameters, std::string_view());
  std::stable_sort(parameters.begin(), parameters.end(),
                   [](auto a, auto b) { return parameter_name(a) < parameter_name(b); });
  char delimiter = '?';
  for (const std::string_view parameter : parameters) {
    out += delimiter;
    out += parameter;
    delimiter = '&';
  }
}

/// Two dots at the end leave an empty label behind that only the first keeps from being read anew.
bool ends_in_one_dot(std::string_view host) {
  return host.size() > 1 && host.ends_with('.') && !host.ends_with("..");
}

}  // namespace

std::string Url::key() const {
  std::string out;
  out.reserve(href_.size());
  if (has_host_) {
    out.append(href_, 0, scheme_.end).append("://");
    std::string_view name = host();
    if (is_web() && ends_in_one_dot(name)) name.remove_suffix(1);
    EncodingNormalizer(out).append(name);
    out.append(href_, host_.end, path_.begin - host_.end);
  } else {
    out.append(href_, 0, path_.begin);
  }
  EncodingNormalizer(out).append(path());
  append_sorted_query(out, normalize_encoding(query()));
  if (special_ != Scheme::kFile) return out;
  // "%43|" in a file URL is an ordinary name until it is decoded, and a drive letter after.
  const Result<Url> decoded = parse(out);
  return decoded ? decoded->href() : out;
}

}  // namespace porthole
