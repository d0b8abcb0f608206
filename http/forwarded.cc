#include "http/forwarded.h"

#include <algorithm>
#include <charconv>
#include <system_error>
#include <utility>

#include "base/text/text.h"

namespace porthole::http {
namespace {

constexpr int kMappedBits = 96;
constexpr int kAllBits = 128;

/// The values of all fields of this name as one list (RFC 9110, section 5.3).
std::string list_of(const Request& request, std::string_view name) {
  std::string list;
  for (const auto& [field, value] : request.fields) {
    if (equals_ignoring_case(field, name)) list += (list.empty() ? "" : ",") + value;
  }
  return list;
}

/// The value of for= in an element of Forwarded (RFC 7239, section 4).
std::string_view for_part(std::string_view element) {
  for (const std::string_view pair : split(element, ';')) {
    const std::string_view trimmed_pair = trim(pair);
    const std::size_t equals = trimmed_pair.find('=');
    if (equals != std::string_view::npos &&
        equals_ignoring_case(trimmed_pair.substr(0, equals), "for"))
      return trim(trimmed_pair.substr(equals + 1));
  }
  return {};
}

/// "192.0.2.7", "192.0.2.7:80", "2001:db8::1", "[2001:db8::1]:80" and each in quotation marks ->
/// the address.
std::string_view without_port(std::string_view node) {
  if (node.size() > 1 && node.front() == '"' && node.back() == '"')
    node = node.substr(1, node.size() - 2);
  if (node.starts_with('[')) return node.substr(1, std::min(node.find(']'), node.size()) - 1);
  const std::size_t colon = node.find(':');
  return colon != std::string_view::npos && colon == node.rfind(':') ? node.substr(0, colon) : node;
}

/// The addresses that the fields name, as they are written; the last one is the nearest.
std::vector<std::string> hops_of(const Request& request) {
  std::vector<std::string> hops;
  const std::string chain = list_of(request, "X-Forwarded-For");
  const std::string elements = chain.empty() ? list_of(request, "Forwarded") : std::string();
  for (const std::string_view hop : split(chain, ','))
    if (!chain.empty()) hops.emplace_back(without_port(trim(hop)));
  for (const std::string_view element : split(elements, ','))
    if (!elements.empty()) hops.emplace_back(without_port(for_part(element)));
  return hops;
}

}  // namespace

bool Proxies::Network::contains(const AddressBytes& other) const {
  const auto whole = static_cast<std::size_t>(prefix / 8);
  if (!std::equal(address.begin(), address.begin() + static_cast<std::ptrdiff_t>(whole),
                  other.begin()))
    return false;
  const int rest = prefix % 8;
  return rest == 0 || (address[whole] ^ other[whole]) >> (8 - rest) == 0;
}

std::optional<Proxies::Network> Proxies::read_network(std::string_view text) {
  const std::size_t slash = text.find('/');
  const std::string_view place = text.substr(0, slash);
  const auto address = read_address(place);
  if (!address) return std::nullopt;
  if (slash == std::string_view::npos) return Network{*address, kAllBits};
  const bool is_ipv4 = place.find(':') == std::string_view::npos;
  const std::string_view digits = text.substr(slash + 1);
  int prefix = -1;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), prefix);
  const int most = is_ipv4 ? kAllBits - kMappedBits : kAllBits;
  if (read.ec != std::errc() || read.ptr != digits.data() + digits.size() || prefix < 0 ||
      prefix > most)
    return std::nullopt;
  return Network{*address, is_ipv4 ? prefix + kMappedBits : prefix};
}

Result<Proxies> Proxies::parse(const std::vector<std::string>& networks) {
  Proxies proxies;
  for (const std::string& text : networks) {
    const auto network = read_network(text);
    if (!network) {
      return fail(ErrorCode::kInvalid, "not an address or a network: \"" + text + "\"",
                  "give proxies as 127.0.0.1, 10.0.0.0/8, ::1 or fd00::/8");
    }
    proxies.networks_.push_back(*network);
  }
  return proxies;
}

bool Proxies::contains(std::string_view address) const {
  const auto bytes = networks_.empty() ? std::nullopt : read_address(address);
  return bytes && std::any_of(networks_.begin(), networks_.end(),
                              [&](const Network& one) { return one.contains(*bytes); });
}

std::string Proxies::client_of(const std::string& peer, const Request& request) const {
  std::string client = peer;
  if (!contains(peer)) return client;
  std::vector<std::string> hops = hops_of(request);
  while (!hops.empty() && contains(client) && read_address(hops.back())) {
    client = std::move(hops.back());
    hops.pop_back();
  }
  return client;
}

}  // namespace porthole::http
