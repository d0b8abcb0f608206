#include "plugins/host/address_policy.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <optional>
#include <string_view>

#include "base/url/ports.h"
#include "base/url/url.h"

namespace porthole::gatherer {
namespace {

using Address = std::array<std::uint8_t, 16>;

constexpr int kMappedBits = 96;

/// The purpose of an address range.
enum class Use {
  kGlobal,     ///< May be connected to.
  kRefused,    ///< May not.
  kMapped,     ///< IPv4 in the last 4 bytes: that decides.
  kSixToFour,  ///< IPv4 in bytes 2 to 5: that decides.
  kTeredo,     ///< IPv4 of server (bytes 4 to 7) and client (12 to 15, inverted): both decide.
};

struct KnownRange {
  const char* range;
  int bits;
  Use use;
  const char* what;  ///< And the RFC that says so.
};

// The first range that an address is in decides.
constexpr KnownRange kIpv4Ranges[] = {
    {"0.0.0.0", 8, Use::kRefused, "this network (RFC 1122 3.2.1.3)"},
    {"10.0.0.0", 8, Use::kRefused, "private (RFC 1918)"},
    {"100.64.0.0", 10, Use::kRefused, "shared by a carrier (RFC 6598)"},
    {"127.0.0.0", 8, Use::kRefused, "loopback (RFC 1122 3.2.1.3)"},
    {"169.254.0.0", 16, Use::kRefused, "link-local (RFC 3927)"},
    {"172.16.0.0", 12, Use::kRefused, "private (RFC 1918)"},
    {"192.0.0.0", 24, Use::kRefused, "reserved for protocols (RFC 6890)"},
    {"192.0.2.0", 24, Use::kRefused, "documentation (RFC 5737)"},
    {"192.88.99.0", 24, Use::kRefused, "a former 6to4 relay (RFC 7526)"},
    {"192.168.0.0", 16, Use::kRefused, "private (RFC 1918)"},
    {"198.18.0.0", 15, Use::kRefused, "benchmarking (RFC 2544)"},
    {"198.51.100.0", 24, Use::kRefused, "documentation (RFC 5737)"},
    {"203.0.113.0", 24, Use::kRefused, "documentation (RFC 5737)"},
    {"224.0.0.0", 4, Use::kRefused, "multicast (RFC 5771)"},
    {"255.255.255.255", 32, Use::kRefused, "broadcast (RFC 919)"},
    {"240.0.0.0", 4, Use::kRefused, "reserved (RFC 1112)"},
    {"0.0.0.0", 0, Use::kGlobal, ""},
};

constexpr KnownRange kIpv6Ranges[] = {
    {"::", 128, Use::kRefused, "unspecified (RFC 4291 2.5.2)"},
    {"::1", 128, Use::kRefused, "loopback (RFC 4291 2.5.3)"},
    {"64:ff9b::", 96, Use::kMapped, "NAT64 (RFC 6052)"},
    {"64:ff9b:1::", 48, Use::kRefused, "local NAT64 (RFC 8215)"},
    {"100::", 64, Use::kRefused, "discarded (RFC 6666)"},
    {"2001::", 32, Use::kTeredo, "Teredo (RFC 4380)"},
    {"2001:2::", 48, Use::kRefused, "benchmarking (RFC 5180)"},
    {"2001:db8::", 32, Use::kRefused, "documentation (RFC 3849)"},
    {"2001::", 23, Use::kRefused, "reserved for protocols (RFC 2928)"},
    {"2002::", 16, Use::kSixToFour, "6to4 (RFC 3056)"},
    {"3fff::", 20, Use::kRefused, "documentation (RFC 9637)"},
    {"2000::", 3, Use::kGlobal, ""},
    {"fc00::", 7, Use::kRefused, "unique local (RFC 4193)"},
    {"fe80::", 10, Use::kRefused, "link-local (RFC 4291 2.5.6)"},
    {"fec0::", 10, Use::kRefused, "site-local (RFC 3879)"},
    {"ff00::", 8, Use::kRefused, "multicast (RFC 4291 2.7)"},
    {"::", 0, Use::kRefused, "reserved (RFC 4291 2.4)"},
};

constexpr Address mapped(const std::uint8_t* ipv4) {
  Address address{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF};
  std::copy_n(ipv4, 4, address.begin() + 12);
  return address;
}

std::optional<Address> parse_address(const std::string& text) {
  std::uint8_t ipv4[4];
  if (inet_pton(AF_INET, text.c_str(), ipv4) == 1) return mapped(ipv4);
  Address ipv6;
  if (inet_pton(AF_INET6, text.c_str(), ipv6.data()) == 1) return ipv6;
  return std::nullopt;
}

bool begins_alike(const Address& a, const Address& b, int bits) {
  const int whole = bits / 8;
  if (!std::equal(a.begin(), a.begin() + whole, b.begin())) return false;
  const int rest = bits % 8;
  return rest == 0 || ((a[whole] ^ b[whole]) >> (8 - rest)) == 0;
}

bool is_ipv4(const Address& address) {
  constexpr Address kPrefix = mapped(std::array<std::uint8_t, 4>{}.data());
  return begins_alike(address, kPrefix, kMappedBits);
}

struct CompiledRange {
  Address address;
  int bits;
  Use use;
  const char* what;
};

const std::vector<CompiledRange>& known_ranges() {
  static const std::vector<CompiledRange> kRanges = [] {
    std::vector<CompiledRange> ranges;
    for (const auto& [text, bits, use, what] : kIpv4Ranges) {
      ranges.push_back({*parse_address(text), kMappedBits + bits, use, what});
    }
    for (const auto& [text, bits, use, what] : kIpv6Ranges) {
      ranges.push_back({*parse_address(text), bits, use, what});
    }
    return ranges;
  }();  // not tested: two threads that come here first at once
  return kRanges;
}

/// The reason to reject an address, without regard to exceptions; "" if it is allowed.
std::string objection(const Address& address) {
  const auto range = std::find_if(
      known_ranges().begin(), known_ranges().end(),
      [&](const CompiledRange& known) { return begins_alike(address, known.address, known.bits); });
  const auto inside = [&](const Address& ipv4) {
    std::string why = objection(ipv4);
    if (!why.empty()) why += std::string(" within ") + range->what;
    return why;
  };
  switch (range->use) {  // not tested: the enum has no other value
    case Use::kGlobal:
      return "";
    case Use::kMapped:
      return inside(mapped(address.data() + 12));
    case Use::kSixToFour:
      return inside(mapped(address.data() + 2));
    case Use::kTeredo: {
      if (const std::string why = inside(mapped(address.data() + 4)); !why.empty()) return why;
      Address client = mapped(address.data() + 12);
      for (int i = 12; i < 16; ++i) client[i] ^= 0xFF;
      return inside(client);
    }
    case Use::kRefused:
      break;
  }
  return range->what;
}

struct Endpoint {
  Address address{};
  int port = 0;
};

std::optional<Endpoint> read_endpoint(const sockaddr* address, socklen_t size) {
  if (address == nullptr || size < sizeof(sa_family_t)) return std::nullopt;
  if (address->sa_family == AF_INET && size >= sizeof(sockaddr_in)) {
    sockaddr_in ipv4;
    std::memcpy(&ipv4, address, sizeof ipv4);
    std::uint8_t bytes[4];
    std::memcpy(bytes, &ipv4.sin_addr, sizeof bytes);
    return Endpoint{mapped(bytes), ntohs(ipv4.sin_port)};
  }
  if (address->sa_family == AF_INET6 && size >= sizeof(sockaddr_in6)) {
    sockaddr_in6 ipv6;
    std::memcpy(&ipv6, address, sizeof ipv6);
    Endpoint endpoint{{}, ntohs(ipv6.sin6_port)};
    std::memcpy(endpoint.address.data(), &ipv6.sin6_addr, endpoint.address.size());
    return endpoint;
  }
  return std::nullopt;
}

std::string to_text(const Address& address) {
  char text[INET6_ADDRSTRLEN] = "";
  if (is_ipv4(address)) {
    inet_ntop(AF_INET, address.data() + 12, text, sizeof text);
  } else {
    inet_ntop(AF_INET6, address.data(), text, sizeof text);
  }
  return text;
}

std::string in_words(const Endpoint& endpoint, const std::string& why) {
  return to_text(endpoint.address) + " port " + std::to_string(endpoint.port) + " is " + why;
}

constexpr const char* kAllowHint =
    "write addresses and ranges as in <allow addresses=\"127.0.0.1 10.1.0.0/16 fd00::/8\"/>";

}  // namespace

Result<AddressPolicy> AddressPolicy::make(const collection::Network& network) {
  AddressPolicy policy;
  for (const collection::AllowedAddresses& allowed : network.allow) {
    Exception exception;
    for (const std::string& text : allowed.addresses) {
      TRY_AS(range, parse_range(text));
      exception.ranges.push_back(*range);
    }
    for (const auto& [first, last] : allowed.ports) {
      if (first < 0 || last > 65535 || first > last) {
        return fail(ErrorCode::kInvalid,
                    "<allow> has ports " + std::to_string(first) + "-" + std::to_string(last),
                    "ports go from 0 to 65535, the lower one first");
      }
    }
    exception.ports = allowed.ports;
    policy.exceptions_.push_back(std::move(exception));
  }
  if (network.gateway) {
    TRY_AS(gateway, gateway_exception(*network.gateway));
    policy.exceptions_.push_back(std::move(*gateway));
  }
  return policy;
}

Result<AddressPolicy::Range> AddressPolicy::parse_range(const std::string& text) {
  const std::size_t slash = text.find('/');
  const std::optional<Address> address = parse_address(text.substr(0, slash));
  if (!address)
    return fail(ErrorCode::kInvalid, "not a valid IP address: '" + text + "'", kAllowHint);
  const bool ipv4 = text.find(':') == std::string::npos;
  const int longest = ipv4 ? 32 : 128;
  int bits = longest;
  if (slash != std::string::npos) {
    const char* end = text.data() + text.size();
    const auto read = std::from_chars(text.data() + slash + 1, end, bits);
    if (read.ec != std::errc{} || read.ptr != end || bits < 0 || bits > longest) {
      return fail(ErrorCode::kInvalid,
                  "not a valid range: '" + text + "', expected /0 to /" + std::to_string(longest),
                  kAllowHint);
    }
  }
  return Range{*address, ipv4 ? kMappedBits + bits : bits};
}

Result<AddressPolicy::Exception> AddressPolicy::gateway_exception(const std::string& gateway) {
  const Result<Url> url = Url::parse(gateway);
  if (!url || !url->is_web()) {
    return fail(ErrorCode::kInvalid, "the gateway is not a valid http URL: '" + gateway + "'",
                "write it as in <gateway url=\"http://127.0.0.1:8080/\"/>");
  }
  std::string host(url->host());
  if (host.starts_with('[')) host = host.substr(1, host.size() - 2);
  Exception exception;
  if (const auto address = parse_address(host)) {
    exception.ranges.push_back({*address, 128});
  } else if (host == "localhost" || host.ends_with(".localhost")) {  // RFC 6761 6.3
    exception.ranges.push_back({*parse_address("127.0.0.1"), 128});
    exception.ranges.push_back({*parse_address("::1"), 128});
  }
  // Without an address, that of a name, the port would be open everywhere.
  if (!exception.ranges.empty())
    exception.ports.push_back({url->effective_port(), url->effective_port()});
  return exception;
}

bool AddressPolicy::Exception::has_address(const Bytes& address) const {
  return std::any_of(ranges.begin(), ranges.end(), [&](const Range& range) {
    return begins_alike(address, range.bytes, range.bits);
  });
}

bool AddressPolicy::Exception::has_port(int port) const {
  return std::any_of(ports.begin(), ports.end(), [&](const auto& range) {
    return range.first <= port && port <= range.second;
  });
}

bool AddressPolicy::is_excepted(const Bytes& address, int port) const {
  return std::any_of(exceptions_.begin(), exceptions_.end(), [&](const Exception& exception) {
    return exception.has_address(address) && (exception.ports.empty() || exception.has_port(port));
  });
}

bool AddressPolicy::names_port(const Bytes& address, int port) const {
  return std::any_of(exceptions_.begin(), exceptions_.end(), [&](const Exception& exception) {
    return exception.has_port(port) && (exception.ranges.empty() || exception.has_address(address));
  });
}

std::string AddressPolicy::objection_to(const Bytes& address, int port, int own_port) const {
  if (!is_excepted(address, port)) {
    if (std::string why = objection(address); !why.empty()) return why;
  }
  const bool is_own = own_port != 0 && port == own_port;
  const bool is_other_service = !is_own && is_blocked_port(port);
  return is_other_service && !names_port(address, port)
             ? "a port of another service (Fetch standard, port blocking)"
             : "";
}

std::string AddressPolicy::why_not(const sockaddr* address, socklen_t size, int own_port) const {
  const std::optional<Endpoint> endpoint = read_endpoint(address, size);
  if (!endpoint) return "not an IP address";
  const std::string why = objection_to(endpoint->address, endpoint->port, own_port);
  if (why.empty()) return "";
  return in_words(*endpoint, why);
}

std::string AddressPolicy::why_not_chosen(const std::string& address, int port) const {
  constexpr int kFirstUnreserved = 1024;
  const std::optional<Address> parsed = parse_address(address);
  if (!parsed) return "not an IP address";
  std::string why = "a reserved port, which a server may not choose";
  if (port >= kFirstUnreserved || names_port(*parsed, port)) why = objection_to(*parsed, port, 0);
  if (why.empty()) return "";
  return in_words({*parsed, port}, why);
}

}  // namespace porthole::gatherer
