#include <system_error>

#include "base/url/url.h"
#include "collection/specification_parts.h"
#include "collection/specification_values.h"

namespace porthole::collection {
namespace {

using xml::XmlElement;
namespace fs = std::filesystem;

/// Reads <network>.
class NetworkReader {
 public:
  NetworkReader(const SpecificationPlace& place, Specification& spec)
      : place_(place), spec_(spec) {}

  Result<void> read(const XmlElement& network) {
    read_time(network, "timeout", spec_.network.timeout);
    read_time(network, "connect-timeout", spec_.network.connect_timeout);
    for (const XmlElement& child : network.children) {
      Result<void> done;
      if (child.local == "gateway") {
        done = read_gateway(child);
      } else if (child.local == "recorded") {
        done = read_recorded(child);
      } else if (child.local == "webbox") {
        done = read_box(child);
      } else {
        done = read_allow(child);
      }
      if (!done) return done;
      if (spec_.network.gateway && !spec_.network.recorded.empty()) {
        return fail(
            place_.error_at(child, "a gateway and a recorded web are both given",
                            "keep <gateway> or <recorded>: each of them replaces the live web"));
      }
      if (spec_.network.box && (spec_.network.gateway || !spec_.network.recorded.empty())) {
        return fail(place_.error_at(
            child, "a web in a box is given, and another one beside it",
            "keep <webbox>, <gateway> or <recorded>: each of them replaces the live web"));
      }
    }
    return {};
  }

 private:
  Result<void> read_gateway(const XmlElement& element) {
    if (spec_.network.gateway) {
      return fail(
          place_.error_at(element, "<gateway> occurs twice in <network>", "keep one <gateway>"));
    }
    const std::string text = text_of(element, "url");
    const Result<Url> url = Url::parse(text);
    if (!url || !url->is_web() || url->scheme() != "http") {
      return fail(
          place_.error_at(element, "the gateway \"" + text + "\" is not an http URL",
                          "expected the gateway's address, such as http://127.0.0.1:8080/"));
    }
    spec_.network.gateway = url->without_credentials().href();  // They are not sent.
    return {};
  }

  Result<void> read_recorded(const XmlElement& element) {
    const fs::path file = place_.path_of(element);
    spec_.network.recorded.push_back(file);
    std::error_code ignored;
    if (fs::exists(file, ignored)) return {};
    spec_.missing.push_back(place_.missing(element, file, "a recorded web"));
    return {};
  }

  Result<void> read_box(const XmlElement& element) {
    if (spec_.network.box) {
      return fail(
          place_.error_at(element, "<webbox> occurs twice in <network>", "keep one <webbox>"));
    }
    BoxReference box{place_.path_of(element, "sites"), place_.path_of(element, "cache")};
    read_number(element, "hub-packages", box.hub_packages);
    std::error_code ignored;
    if (!fs::exists(box.sites, ignored))
      spec_.missing.push_back(place_.missing(element, box.sites, "sites"));
    spec_.network.box = std::move(box);
    return {};
  }

  Result<void> read_allow(const XmlElement& element) {
    AllowedAddresses allowed;
    allowed.addresses = list_of(element, "addresses");
    for (const std::string& range : allowed.addresses) {
      if (is_address_range(range)) continue;
      return fail(
          place_.error_at(element, "\"" + range + "\" is not an address or a range of addresses",
                          "expected addresses or ranges, such as 127.0.0.1 or 10.1.0.0/16"));
    }
    for (const std::string& range : list_of(element, "ports")) {
      const auto ports = ports_of(range);
      if (!ports) {
        return fail(place_.error_at(element, "\"" + range + "\" is not a range of ports",
                                    "expected ports from 1 to 65535, the lower one first"));
      }
      allowed.ports.push_back(*ports);
    }
    if (allowed.addresses.empty() && allowed.ports.empty()) {
      return fail(
          place_.error_at(element, "<allow> allows nothing", "expected addresses, ports, or both"));
    }
    spec_.network.allow.push_back(std::move(allowed));
    return {};
  }

  const SpecificationPlace& place_;
  Specification& spec_;
};

}  // namespace

Result<void> read_network(const XmlElement& network, const SpecificationPlace& place,
                          Specification& specification) {
  return NetworkReader(place, specification).read(network);
}

}  // namespace porthole::collection
