#include "base/url/url_parser.h"

#include <algorithm>
#include <charconv>

#include "base/text/ascii.h"
#include "base/text/text.h"
#include "base/text/utf8.h"
#include "base/url/percent_encode.h"
#include "base/url/url_host.h"

namespace porthole {
namespace {

// Every offset fits in 32 bits even when each byte becomes the nine of an encoded U+FFFD.
constexpr std::size_t kMaxInput = std::size_t{1} << 28;

constexpr bool is_scheme_character(char c) {
  return is_alpha(c) || is_digit(c) || c == '+' || c == '-' || c == '.';
}

/// C0 controls and spaces at both ends do not belong to a URL.
std::string_view strip(std::string_view text) {
  const auto belongs = [](char c) { return static_cast<unsigned char>(c) > 0x20; };
  const auto begin = std::find_if(text.begin(), text.end(), belongs);
  const auto end = std::find_if(text.rbegin(), std::make_reverse_iterator(begin), belongs).base();
  return {begin, end};
}

bool is_printable_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= 0x20 && c < 0x7F; });
}

std::string drop_tabs_and_newlines(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const Character c = decode_utf8(text, at);
    at += c.length;
    if (c.code != '\t' && c.code != '\n' && c.code != '\r') append_utf8(out, c.code);
  }
  return out;
}

std::size_t find_port_colon(std::string_view host_and_port) {
  bool in_brackets = false;
  for (std::size_t i = 0; i < host_and_port.size(); ++i) {
    const char c = host_and_port[i];
    if (c == '[') in_brackets = true;
    if (c == ']') in_brackets = false;
    if (c == ':' && !in_brackets) return i;
  }
  return std::string_view::npos;
}

}  // namespace

Result<Url> UrlParser::parse() {
  rest_ = strip(input_);
  const std::size_t size = rest_.size() + (base_ == nullptr ? 0 : base_->href_.size());
  if (size > kMaxInput) return fail(ErrorCode::kTooLarge, "the URL is over 256 MiB");
  if (!is_printable_ascii(rest_)) {
    cleaned_ = drop_tabs_and_newlines(rest_);
    rest_ = cleaned_;
  }
  url_.href_.reserve(size + 1);
  if (read_url()) return std::move(url_);
  constexpr std::size_t kShown = 200;
  Error error;
  error.message = std::string("not a valid URL: ") + reason_;
  error.file = clean_utf8(cut(input_, kShown));
  return fail(std::move(error));
}

bool UrlParser::refuse(const char* reason) {
  reason_ = reason;
  return false;
}

bool UrlParser::at_slash() const {
  return rest_.starts_with('/') || (is_special() && rest_.starts_with('\\'));
}

bool UrlParser::at_end_of_path() const {
  return rest_.empty() || rest_.starts_with('?') || rest_.starts_with('#');
}

bool UrlParser::skip_slash() {
  if (!at_slash()) return false;
  rest_.remove_prefix(1);
  return true;
}

void UrlParser::skip_slashes() {
  while (skip_slash()) continue;
}

std::string_view UrlParser::take_segment() {
  const bool special = is_special();
  const auto ends = [special](char c) {
    return c == '/' || c == '?' || c == '#' || (c == '\\' && special);
  };
  const auto end = std::find_if(rest_.begin(), rest_.end(), ends);
  const auto size = static_cast<std::size_t>(end - rest_.begin());
  const std::string_view segment = rest_.substr(0, size);
  rest_.remove_prefix(size);
  return segment;
}

// https://url.spec.whatwg.org/#scheme-start-state
bool UrlParser::read_url() { return read_scheme() ? read_after_scheme() : read_without_scheme(); }

bool UrlParser::read_scheme() {
  if (rest_.empty() || !is_alpha(rest_[0])) return false;
  const auto end = std::find_if_not(rest_.begin(), rest_.end(), is_scheme_character);
  if (end == rest_.end() || *end != ':') return false;
  const auto size = static_cast<std::size_t>(end - rest_.begin());
  url_.href_.append(ascii_lower(rest_.substr(0, size + 1)));
  url_.scheme_.end = static_cast<std::uint32_t>(size);
  url_.special_ = Url::special_scheme(url_.scheme());
  rest_.remove_prefix(size + 1);
  return true;
}

// https://url.spec.whatwg.org/#scheme-state, #special-relative-or-authority-state,
// #path-or-authority-state
bool UrlParser::read_after_scheme() {
  if (is_file()) return read_file();
  if (is_special()) {
    const bool same_scheme = base_ != nullptr && base_->special_ == url_.special_;
    return same_scheme && !rest_.starts_with("//") ? read_relative() : read_after_slashes();
  }
  if (rest_.starts_with("//")) {
    rest_.remove_prefix(2);
    return read_authority();
  }
  if (!rest_.starts_with('/')) return read_opaque_path();
  begin_path();
  return read_path_start();
}

// https://url.spec.whatwg.org/#no-scheme-state
bool UrlParser::read_without_scheme() {
  if (base_ == nullptr) return refuse("it has no scheme (https://)");
  if (base_->has_opaque_path() && !rest_.starts_with('#')) {
    return refuse("its base has an opaque path, to which only a fragment can be added");
  }
  inherit_scheme();
  if (base_->has_opaque_path()) {
    url_.opaque_path_ = true;
    begin_path();
    return read_after_path_of_base();
  }
  return is_file() ? read_file() : read_relative();
}

// https://url.spec.whatwg.org/#relative-state, #relative-slash-state
bool UrlParser::read_relative() {
  if (skip_slash()) {
    if (is_special() && at_slash()) return read_after_slashes();
    if (rest_.starts_with('/')) {
      rest_.remove_prefix(1);
      return read_authority();
    }
    inherit_authority();
    begin_path();
    return read_path();
  }
  inherit_authority();
  begin_path();
  if (at_end_of_path()) return read_after_path_of_base();
  inherit_path();
  shorten_path();
  return read_path();
}

// https://url.spec.whatwg.org/#special-authority-ignore-slashes-state
bool UrlParser::read_after_slashes() {
  skip_slashes();
  return read_authority();
}

// https://url.spec.whatwg.org/#file-state, #file-slash-state
bool UrlParser::read_file() {
  const bool base_is_file = base_ != nullptr && base_->special_ == Scheme::kFile;
  const bool absolute = skip_slash();
  if (absolute && skip_slash()) return read_file_host();
  if (!base_is_file) {
    write_empty_host();
    begin_path();
    return read_path();
  }
  inherit_authority();
  begin_path();
  if (absolute) {
    const std::string_view path_of_base = base_->path();
    const std::string_view first = path_of_base.substr(0, path_of_base.find('/', 1));
    if (is_drive_path(first) && !starts_with_drive_letter(rest_)) url_.href_.append(first);
    return read_path();
  }
  if (at_end_of_path()) return read_after_path_of_base();
  if (!starts_with_drive_letter(rest_)) {
    inherit_path();
    shorten_path();
  }
  return read_path();
}

// https://url.spec.whatwg.org/#file-host-state
bool UrlParser::read_file_host() {
  const std::string_view before = rest_;
  const std::string_view host = take_segment();
  if (host.empty() || is_drive_letter(host)) {
    rest_ = before;
    write_empty_host();
    return read_path_start();
  }
  url_.href_ += "//";
  if (!read_host(host)) return false;
  if (url_.host() == "localhost") {
    url_.href_.resize(url_.host_.begin);
    url_.host_.end = url_.host_.begin;
  }
  return read_path_start();
}

// https://url.spec.whatwg.org/#authority-state, #host-state, #port-state
bool UrlParser::read_authority() {
  std::string_view authority = take_segment();
  url_.href_ += "//";
  const std::size_t at = authority.rfind('@');
  const bool has_credentials = at != std::string_view::npos;
  if (has_credentials) {
    write_credentials(authority.substr(0, at));
    authority.remove_prefix(at + 1);
  }
  const std::size_t colon = find_port_colon(authority);
  const bool has_colon = colon != std::string_view::npos;
  const std::string_view host = authority.substr(0, colon);
  if (host.empty() && (is_special() || has_credentials || has_colon)) {
    return refuse("it has no host");
  }
  if (!read_host(host)) return false;
  if (has_colon && !read_port(authority.substr(colon + 1))) return false;
  return read_path_start();
}

void UrlParser::write_credentials(std::string_view credentials) {
  const std::size_t colon = credentials.find(':');
  url_.username_.begin = position();
  append_percent_encoded(url_.href_, credentials.substr(0, colon), EncodeSet::kUserinfo);
  url_.username_.end = position();
  if (colon != std::string_view::npos && colon + 1 < credentials.size()) {
    url_.href_ += ':';
    url_.password_.begin = position();
    append_percent_encoded(url_.href_, credentials.substr(colon + 1), EncodeSet::kUserinfo);
    url_.password_.end = position();
  }
  if (position() > url_.username_.begin) url_.href_ += '@';
}

bool UrlParser::read_host(std::string_view host) {
  url_.has_host_ = true;
  url_.host_.begin = position();
  if (!host.empty()) {
    const HostGrammar grammar = is_special() ? HostGrammar::kDomain : HostGrammar::kOpaque;
    const std::optional<HostKind> kind = append_host(url_.href_, host, grammar);
    if (!kind) return refuse("its host is neither a name nor an address");
    url_.address_ = *kind == HostKind::kAddress;
  }
  url_.host_.end = position();
  return true;
}

void UrlParser::write_empty_host() {
  url_.href_ += "//";
  url_.has_host_ = true;
  url_.host_ = {position(), position()};
}

bool UrlParser::read_port(std::string_view digits) {
  if (digits.empty()) return true;
  if (!std::all_of(digits.begin(), digits.end(), is_digit)) {
    return refuse("its port is not a number");
  }
  std::uint16_t port = 0;
  const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), port);
  if (parsed.ec != std::errc{}) return refuse("its port is over 65535");
  if (port == Url::default_port(url_.special_)) return true;
  url_.port_ = port;
  url_.href_ += ':';
  url_.href_ += std::to_string(port);
  return true;
}

void UrlParser::inherit_scheme() {
  url_.href_.assign(base_->href_, 0, base_->scheme_.end + 1);
  url_.scheme_ = base_->scheme_;
  url_.special_ = base_->special_;
}

/// The schemes are equal, so the parts lie where they lie in the base.
void UrlParser::inherit_authority() {
  if (!base_->has_host_) return;
  url_.href_.append(base_->href_, position(), base_->path_.begin - position());
  url_.username_ = base_->username_;
  url_.password_ = base_->password_;
  url_.host_ = base_->host_;
  url_.port_ = base_->port_;
  url_.has_host_ = true;
  url_.address_ = base_->address_;
}

Result<Url> Url::parse(std::string_view input, const Url* base) {
  return UrlParser(input, base).parse();
}

}  // namespace porthole
