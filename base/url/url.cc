#include "base/url/url.h"

#include <libpsl.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "base/text/text.h"
#include "base/url/percent_encode.h"
#include "base/url/url_address.h"

namespace porthole {

// https://url.spec.whatwg.org/#special-scheme
Url::Scheme Url::special_scheme(std::string_view name) {
  struct Named {
    std::string_view name;
    Scheme scheme;
  };
  constexpr std::array<Named, 6> kSpecial = {{{"https", Scheme::kHttps},
                                              {"http", Scheme::kHttp},
                                              {"file", Scheme::kFile},
                                              {"ftp", Scheme::kFtp},
                                              {"wss", Scheme::kWss},
                                              {"ws", Scheme::kWs}}};
  for (const Named& special : kSpecial) {
    if (special.name == name) return special.scheme;
  }
  return Scheme::kOther;
}

std::optional<std::uint16_t> Url::default_port(Scheme scheme) {
  switch (scheme) {
    case Scheme::kHttp:
    case Scheme::kWs:
      return 80;
    case Scheme::kHttps:
    case Scheme::kWss:
      return 443;
    case Scheme::kFtp:
      return 21;
    case Scheme::kFile:
    case Scheme::kOther:
      break;
  }
  return std::nullopt;
}

std::string_view Url::scheme() const { return view(scheme_); }
std::string_view Url::username() const { return view(username_); }
std::string_view Url::password() const { return view(password_); }
std::string_view Url::host() const { return view(host_); }
std::string_view Url::path() const { return view(path_); }
std::string_view Url::query() const { return view(query_); }
std::string_view Url::fragment() const { return view(fragment_); }

std::uint16_t Url::effective_port() const {
  return port_.value_or(default_port(special_).value_or(0));
}

std::string Url::host_and_port() const {
  std::string out(host());
  if (port_) out.append(":").append(std::to_string(*port_));
  return out;
}

std::string Url::request_target() const {
  return href_.substr(path_.begin, (has_query_ ? query_.end : path_.end) - path_.begin);
}

bool Url::is_web() const { return special_ == Scheme::kHttp || special_ == Scheme::kHttps; }

Url Url::without_fragment() const {
  Url url = *this;
  url.href_.resize(has_query_ ? query_.end : path_.end);
  url.fragment_ = {};
  return url;
}

Url Url::without_credentials() const {
  if (username().empty() && password().empty()) return *this;
  return parse(porthole::without_credentials(href_)).value_or(*this);
}

std::string without_credentials(std::string text) {
  const std::size_t slashes = text.find("//");
  if (slashes == std::string::npos) return text;
  const std::size_t begin = slashes + 2;
  const std::size_t at =
      std::string_view(text).substr(0, text.find_first_of("/\\?#", begin)).rfind('@');
  if (at != std::string::npos && at >= begin) text.erase(begin, at + 1 - begin);
  return text;
}

Url Url::scheme_twin() const {
  if (!is_web()) return *this;
  std::string twin = special_ == Scheme::kHttp ? "https" : "http";
  twin.append(href_, scheme_.end);
  return parse(twin).value_or(*this);
}

namespace {

constexpr std::size_t kMaxLabels = 16;  // no public suffix has half as many

/// The last labels of `host`, so that a name of thousands of labels costs no more than others.
std::string_view last_labels(std::string_view host) {
  std::size_t begin = host.size();
  for (std::size_t n = 0; n < kMaxLabels; ++n) {
    const std::size_t dot = begin == 0 ? std::string_view::npos : host.rfind('.', begin - 1);
    if (dot == std::string_view::npos) return host;
    begin = dot;
  }
  return host.substr(begin + 1);
}

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

std::string registrable_domain(std::string_view host) {
  if (host.starts_with('[') || ends_in_number(host)) return std::string(host);
  if (host.ends_with("..") || host == ".") return std::string(host);  // no suffix, no label
  if (host.ends_with('.')) host.remove_suffix(1);
  const std::string name(last_labels(host));
  const char* domain = psl_registrable_domain(psl_builtin(), name.c_str());
  return domain == nullptr ? std::string(host) : std::string(domain);
}

std::string public_suffixes_digest() { return psl_builtin_sha1sum(); }

// Url::key(): the canonical URL. docs/urls.md gives the reasons.

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
