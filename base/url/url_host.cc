#include "base/url/url_host.h"

#include <unicode/uidna.h>

#include <algorithm>
#include <array>
#include <memory>

#include "base/url/percent_encode.h"
#include "base/url/url_address.h"

namespace porthole {
namespace {

/// Maps a byte of an ASCII host to its serialised form; kForbidden when it is not allowed.
using HostTable = std::array<char, 128>;
constexpr char kForbidden = '\0';

// https://url.spec.whatwg.org/#forbidden-host-code-point
constexpr bool is_forbidden_in_host(char c) {
  constexpr std::string_view kCharacters("\0\t\n\r #/:<>?@[\\]^|", 17);
  return kCharacters.find(c) != std::string_view::npos;
}

// https://url.spec.whatwg.org/#forbidden-domain-code-point
constexpr HostTable make_domain_table() {
  HostTable table{};
  for (int i = 0; i < 128; ++i) {
    const auto c = static_cast<char>(i);
    const bool forbidden = i < 0x20 || i == 0x7F || c == '%' || is_forbidden_in_host(c);
    const bool upper = c >= 'A' && c <= 'Z';
    table[static_cast<std::size_t>(i)] =
        forbidden ? kForbidden : static_cast<char>(upper ? i + 32 : i);
  }
  return table;
}

constexpr HostTable kDomainTable = make_domain_table();

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

const UIDNA* uts46() {
  struct Close {
    void operator()(UIDNA* idna) const { uidna_close(idna); }
  };
  static const std::unique_ptr<UIDNA, Close> idna([] {
    UErrorCode status = U_ZERO_ERROR;
    UIDNA* opened =
        uidna_openUTS46(UIDNA_NONTRANSITIONAL_TO_ASCII | UIDNA_NONTRANSITIONAL_TO_UNICODE |
                            UIDNA_CHECK_BIDI | UIDNA_CHECK_CONTEXTJ,
                        &status);
    return U_SUCCESS(status) ? opened : nullptr;
  }());
  return idna.get();
}

/// UTS #46 ToASCII with the standard's parameters, for a name that is not ASCII.
std::optional<std::string> unicode_to_ascii(std::string_view name) {
  constexpr std::uint32_t kIgnored =  // CheckHyphens and VerifyDnsLength are off
      UIDNA_ERROR_EMPTY_LABEL | UIDNA_ERROR_LABEL_TOO_LONG | UIDNA_ERROR_DOMAIN_NAME_TOO_LONG |
      UIDNA_ERROR_LEADING_HYPHEN | UIDNA_ERROR_TRAILING_HYPHEN | UIDNA_ERROR_HYPHEN_3_4;
  if (uts46() == nullptr) return std::nullopt;
  std::string ascii(256, '\0');
  for (;;) {
    UIDNAInfo info = UIDNA_INFO_INITIALIZER;
    UErrorCode status = U_ZERO_ERROR;
    const std::int32_t size = uidna_nameToASCII_UTF8(
        uts46(), name.data(), static_cast<std::int32_t>(name.size()), ascii.data(),
        static_cast<std::int32_t>(ascii.size()), &info, &status);
    if (status == U_BUFFER_OVERFLOW_ERROR) {
      ascii.resize(static_cast<std::size_t>(size));
      continue;
    }
    if (U_FAILURE(status) || (info.errors & ~kIgnored) != 0) return std::nullopt;
    ascii.resize(static_cast<std::size_t>(size));
    return ascii;
  }
}

std::optional<HostKind> append_ascii_domain(std::string& out, std::string_view name) {
  const std::size_t begin = out.size();
  for (const char c : name) {
    const char mapped = kDomainTable[static_cast<unsigned char>(c)];
    if (mapped == kForbidden) return std::nullopt;
    out += mapped;
  }
  const std::string_view host = std::string_view(out).substr(begin);
  if (host.empty()) return std::nullopt;
  if (!ends_in_number(host)) return HostKind::kDomain;
  const std::optional<Ipv4> address = parse_ipv4(host);
  if (!address) return std::nullopt;
  out.resize(begin);
  append_ipv4(out, *address);
  return HostKind::kAddress;
}

std::optional<HostKind> append_domain(std::string& out, std::string_view input) {
  if (is_ascii(input) && input.find('%') == std::string_view::npos) {
    return append_ascii_domain(out, input);
  }
  const std::string name = percent_decode(input);
  if (is_ascii(name)) return append_ascii_domain(out, name);
  const std::optional<std::string> ascii = unicode_to_ascii(name);
  if (!ascii || !is_ascii(*ascii)) return std::nullopt;
  return append_ascii_domain(out, *ascii);
}

std::optional<HostKind> append_bracketed(std::string& out, std::string_view input) {
  if (!input.ends_with(']')) return std::nullopt;
  const std::optional<Ipv6> address = parse_ipv6(input.substr(1, input.size() - 2));
  if (!address) return std::nullopt;
  out += '[';
  append_ipv6(out, *address);
  out += ']';
  return HostKind::kAddress;
}

}  // namespace

std::optional<HostKind> append_host(std::string& out, std::string_view input, HostGrammar grammar) {
  if (input.starts_with('[')) return append_bracketed(out, input);
  if (grammar == HostGrammar::kDomain) return append_domain(out, input);
  if (std::any_of(input.begin(), input.end(), is_forbidden_in_host)) return std::nullopt;
  append_percent_encoded(out, input, EncodeSet::kC0Control);
  return HostKind::kOpaque;
}

}  // namespace porthole
