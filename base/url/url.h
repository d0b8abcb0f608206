#pragma once

/// A parsed URL: parsing, resolution, serialisation and canonical form, by the WHATWG URL standard.
///
/// In:  a string as found on a page, and the URL of the page.
/// Out: an absolute URL, or an Error saying what makes it invalid.
///
///   Result<Url> base = Url::parse("https://example.com/a/b");
///   Url::parse("../c?q#f", &*base)->href()      == "https://example.com/c?q#f"
///   Url::parse("HTTP://EXAMPLE.com:80/%7ea")->key() == "http://example.com/~a"
///
/// Source: https://url.spec.whatwg.org/ (sections named at the functions that implement them); UTS
/// #46 by ICU (in url_host.cc alone).
/// Thread safety: a Url is a value; const members may be called from any thread.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace porthole {

class Url {
 public:
  /// Parses `input`, relative to `base` if given. `input` is UTF-8; invalid sequences count as
  /// U+FFFD.
  ///
  /// Errors: kInvalid when the standard's basic URL parser returns failure; kTooLarge over 256 MiB.
  static Result<Url> parse(std::string_view input, const Url* base = nullptr);

  /// The whole URL, serialised with its fragment.
  const std::string& href() const { return href_; }

  /// Views into href(); they live as long as this Url. `scheme` has no colon, `host` no port,
  /// `path` its leading slash, `query` and `fragment` no `?` or `#`.
  std::string_view scheme() const;
  std::string_view username() const;
  std::string_view password() const;
  std::string_view host() const;
  std::string_view path() const;
  std::string_view query() const;
  std::string_view fragment() const;

  /// The port as written, absent when it is the scheme's default or the URL has none.
  std::optional<std::uint16_t> port() const { return port_; }
  /// The port to connect to: port(), or the scheme's default, or 0.
  std::uint16_t effective_port() const;

  /// `host` with `:port` when port() is present: the value of a Host header.
  std::string host_and_port() const;
  /// path plus `?query` when there is a query: used in the request line and for robots matching.
  std::string request_target() const;

  /// http or https with a non-empty host.
  bool is_web() const;
  bool has_opaque_path() const { return opaque_path_; }
  /// True if the host is an IPv4 or IPv6 literal.
  bool host_is_address() const { return address_; }

  Url without_fragment() const;
  /// Returns the URL without user name and password, safe to store and show.
  Url without_credentials() const;
  /// The same http or https URL under the other of the two schemes; itself for any other scheme.
  Url scheme_twin() const;

  /// Returns the canonical URL, by which pages are identified: two URLs with one key are one page.
  ///
  /// The key is the serialised URL without fragment, username and password, in which also
  /// - percent-encoded unreserved characters (A-Z a-z 0-9 - . _ ~) are decoded,
  /// - the hexadecimal digits of every other percent-encoding are upper case,
  /// - a dot at the end of a web URL's host is dropped,
  /// - the parameters of the query are sorted by the bytes of their names (those of one name keep
  ///   their order), and empty parameters and an empty query are dropped.
  ///
  /// A key is a URL, and its own key. docs/urls.md says why each step, and why no more.
  std::string key() const;

  friend bool operator==(const Url& a, const Url& b) { return a.href_ == b.href_; }

 private:
  friend class UrlParser;

  /// The special schemes of the standard, and all the others.
  enum class Scheme : std::uint8_t { kOther, kHttp, kHttps, kWs, kWss, kFtp, kFile };
  static Scheme special_scheme(std::string_view name);
  static std::optional<std::uint16_t> default_port(Scheme scheme);

  /// A part of href_ without its delimiters.
  struct Span {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
  };
  std::string_view view(Span span) const {
    return std::string_view(href_).substr(span.begin, span.end - span.begin);
  }

  std::string href_;
  Span scheme_, username_, password_, host_, path_, query_, fragment_;
  std::optional<std::uint16_t> port_;
  Scheme special_ = Scheme::kOther;
  bool has_host_ = false;  // an empty host is one: file:///
  bool has_query_ = false;
  bool opaque_path_ = false;
  bool address_ = false;
};

/// Removes the user name and password from a text that is, or was meant as, a URL: everything
/// between "//" and the last "@" before the next "/", "\\", "?" or "#".
std::string without_credentials(std::string text);

/// Returns the registrable domain of a host (public suffix plus one label: `docs.example.co.uk`
/// gives `example.co.uk`), by the public suffix list of libpsl. An address, a single label and a
/// public suffix give themselves. `host` is as Url::host() serialises it; a dot at its end is
/// dropped.
std::string registrable_domain(std::string_view host);

/// The digest of the list by which registrable_domain() decides, which comes with libpsl.
std::string public_suffixes_digest();

}  // namespace porthole
