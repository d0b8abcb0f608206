#pragma once

/// Parses and serialises IP addresses as hosts of URLs.
/// Source: https://url.spec.whatwg.org/#host-parsing, #host-serializing

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace porthole {

using Ipv4 = std::uint32_t;  ///< The first part of the dotted form is the highest byte.
using Ipv6 = std::array<std::uint16_t, 8>;  ///< The pieces in the order they are written.

/// True if the last label of `host` is a number (decimal, octal or hexadecimal): the host is then
/// an IPv4 address or invalid. `host` is ASCII.
bool ends_in_number(std::string_view host);

/// Parses one to four numbers with dots between them, each decimal, octal (0...) or hexadecimal
/// (0x...); empty when `host` is not an address.
std::optional<Ipv4> parse_ipv4(std::string_view host);

/// Parses the text between the brackets; empty when it is not an address.
std::optional<Ipv6> parse_ipv6(std::string_view text);

/// "127.0.0.1"
void append_ipv4(std::string& out, Ipv4 address);
/// "2001:db8::1": lower case, the first longest run of zeros compressed; without brackets.
void append_ipv6(std::string& out, const Ipv6& address);

}  // namespace porthole
