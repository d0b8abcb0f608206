#pragma once

/// Parses and serialises the host of a URL.
/// Source: https://url.spec.whatwg.org/#host-parsing

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace porthole {

/// Grammar of a host: a DNS name (special schemes), or opaque text (all others).
enum class HostGrammar : std::uint8_t { kDomain, kOpaque };

enum class HostKind : std::uint8_t { kDomain, kAddress, kOpaque };

/// Parses `input` (valid UTF-8, not empty), adds the serialised host to `out` and says what it is.
///
/// A name that is all ASCII is lower-cased and nothing more: what its "xn--" labels decode to does
/// not matter. Any other name is mapped and encoded by UTS #46 (not transitional, CheckBidi,
/// CheckJoiners; neither CheckHyphens, UseSTD3ASCIIRules nor VerifyDnsLength).
///
/// Errors: absent when the standard's host parser returns failure; `out` is then unspecified.
/// ICU 72 also refuses a label of over a thousand characters that is not ASCII, which keeps the
/// time linear (its encoding takes quadratic time).
std::optional<HostKind> append_host(std::string& out, std::string_view input, HostGrammar grammar);

}  // namespace porthole
