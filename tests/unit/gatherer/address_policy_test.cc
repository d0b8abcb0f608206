#include "plugins/host/address_policy.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/un.h>

#include <cstring>
#include <string>

#include "base/url/url.h"

namespace porthole::gatherer {
namespace {

/// An IPv4 or IPv6 literal and a port as the socket interface has them.
class SocketAddress {
 public:
  SocketAddress(const std::string& text, std::uint16_t port) {
    sockaddr_in ipv4{};
    if (inet_pton(AF_INET, text.c_str(), &ipv4.sin_addr) == 1) {
      ipv4.sin_family = AF_INET;
      ipv4.sin_port = htons(port);
      std::memcpy(&storage_, &ipv4, sizeof ipv4);
      size_ = sizeof ipv4;
      return;
    }
    sockaddr_in6 ipv6{};
    EXPECT_EQ(inet_pton(AF_INET6, text.c_str(), &ipv6.sin6_addr), 1) << text;
    ipv6.sin6_family = AF_INET6;
    ipv6.sin6_port = htons(port);
    std::memcpy(&storage_, &ipv6, sizeof ipv6);
    size_ = sizeof ipv6;
  }
  const sockaddr* address() const { return reinterpret_cast<const sockaddr*>(&storage_); }
  socklen_t size() const { return size_; }

 private:
  sockaddr_storage storage_{};
  socklen_t size_ = 0;
};

std::string why_not(const collection::Network& network, const std::string& address, int port = 80) {
  const Result<AddressPolicy> policy = AddressPolicy::make(network);
  EXPECT_TRUE(policy.has_value());
  const SocketAddress socket(address, static_cast<std::uint16_t>(port));
  return policy->why_not(socket.address(), socket.size());
}

std::string why_not(const std::string& address, int port = 80) {
  return why_not(collection::Network{}, address, port);
}

collection::Network allowing(std::vector<std::string> addresses,
                             std::vector<std::pair<int, int>> ports) {
  collection::Network network;
  network.allow.push_back({std::move(addresses), std::move(ports)});
  return network;
}

TEST(AddressPolicyTest, AllowsGlobalAddresses) {
  for (const char* address :
       {"1.1.1.1", "93.184.216.34", "9.255.255.255", "11.0.0.0", "223.255.255.255",
        "2606:4700::1111", "2a00::1", "2001:200::1", "3ffe::1"}) {
    EXPECT_EQ(why_not(address), "") << address;
  }
}

// First and last address of each range, and the neighbours that are global.
TEST(AddressPolicyTest, RefusesEveryAddressOfARangeAndNoNeighbour) {
  struct Case {
    const char* first;
    const char* last;
    const char* before;
    const char* after;
    const char* what;
  };
  for (const Case& c : {
           Case{"10.0.0.0", "10.255.255.255", "9.255.255.255", "11.0.0.0", "private"},
           Case{"100.64.0.0", "100.127.255.255", "100.63.255.255", "100.128.0.0", "carrier"},
           Case{"127.0.0.0", "127.255.255.255", "126.255.255.255", "128.0.0.0", "loopback"},
           Case{"169.254.0.0", "169.254.255.255", "169.253.255.255", "169.255.0.0", "link-local"},
           Case{"172.16.0.0", "172.31.255.255", "172.15.255.255", "172.32.0.0", "private"},
           Case{"192.0.0.0", "192.0.0.255", "191.255.255.255", "192.0.1.0", "protocols"},
           Case{"192.0.2.0", "192.0.2.255", "192.0.1.255", "192.0.3.0", "documentation"},
           Case{"192.88.99.0", "192.88.99.255", "192.88.98.255", "192.88.100.0", "6to4 relay"},
           Case{"192.168.0.0", "192.168.255.255", "192.167.255.255", "192.169.0.0", "private"},
           Case{"198.18.0.0", "198.19.255.255", "198.17.255.255", "198.20.0.0", "benchmarking"},
           Case{"198.51.100.0", "198.51.100.255", "198.51.99.255", "198.51.101.0", "documentation"},
           Case{"203.0.113.0", "203.0.113.255", "203.0.112.255", "203.0.114.0", "documentation"},
           Case{"2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff",
                "2001:db7:ffff:ffff:ffff:ffff:ffff:ffff", "2001:db9::", "documentation"},
       }) {
    EXPECT_NE(why_not(c.first).find(c.what), std::string::npos) << c.first;
    EXPECT_NE(why_not(c.last).find(c.what), std::string::npos) << c.last;
    EXPECT_EQ(why_not(c.before), "") << c.before;
    EXPECT_EQ(why_not(c.after), "") << c.after;
  }
}

TEST(AddressPolicyTest, RefusesWhatHasNoGlobalNeighbours) {
  for (const char* address : {"0.0.0.0",    "0.255.255.255",   "224.0.0.1", "239.255.255.255",
                              "240.0.0.1",  "255.255.255.255", "::",        "::1",
                              "::7f00:1",   "64:ff9b:1::1",    "100::1",    "2001:2::1",
                              "2001:20::1", "3fff::1",         "5f00::1",   "4000::1",
                              "fc00::1",    "fdff::1",         "fe80::1",   "febf::1",
                              "fec0::1",    "ff02::1"}) {
    EXPECT_NE(why_not(address), "") << address;
  }
}

TEST(AddressPolicyTest, SaysWhatTheAddressIsAndByWhichDocument) {
  EXPECT_EQ(why_not("127.0.0.1"), "127.0.0.1 port 80 is loopback (RFC 1122 3.2.1.3)");
  EXPECT_EQ(why_not("::ffff:10.0.0.1"), "10.0.0.1 port 80 is private (RFC 1918)");
  EXPECT_EQ(why_not("64:ff9b::a00:1"),
            "64:ff9b::a00:1 port 80 is private (RFC 1918) within NAT64 (RFC 6052)");
}

TEST(AddressPolicyTest, LooksIntoAddressesThatCarryAnother) {
  EXPECT_NE(why_not("::ffff:127.0.0.1"), "");
  EXPECT_EQ(why_not("::ffff:1.1.1.1"), "");
  EXPECT_NE(why_not("64:ff9b::7f00:1"), "");            // 127.0.0.1 by NAT64
  EXPECT_EQ(why_not("64:ff9b::101:101"), "");           // 1.1.1.1
  EXPECT_NE(why_not("2002:c0a8:1::1"), "");             // 192.168.0.1 by 6to4
  EXPECT_EQ(why_not("2002:101:101::1"), "");            // 1.1.1.1
  EXPECT_NE(why_not("2001:0:101:101::f5ff:fffe"), "");  // Teredo client 10.0.0.1, inverted
  EXPECT_NE(why_not("2001:0:a00:1::fefe:fefe"), "");    // Teredo server 10.0.0.1
  EXPECT_EQ(why_not("2001:0:101:101::fefe:fefe"), "");  // server and client 1.1.1.1
}

// H37-H39: however the internal host is spelled, the address that results is the same.
TEST(AddressPolicyTest, RefusesLoopbackInAllItsSpellings) {
  const Result<Url> base = Url::parse("http://example.com/");
  ASSERT_TRUE(base.has_value());
  for (const char* spelling :
       {"http://2130706433/", "http://0x7f000001/", "http://0177.0.0.01/", "http://127.1/",
        "http://[::ffff:127.0.0.1]/", "http://[::1]/", "http://0.0.0.0/",
        "http://example.com@127.0.0.1/", "http:\\\\127.0.0.1\\",
        "http://\uFF11\uFF12\uFF17\u3002\uFF10\u3002\uFF10\u3002\uFF11/", "//127.0.0.1/",
        "http://127.0.0.1%2f@127.0.0.1/"}) {
    const Result<Url> url = Url::parse(spelling, &*base);
    ASSERT_TRUE(url.has_value()) << spelling;
    std::string host(url->host());
    if (host.starts_with('[')) host = host.substr(1, host.size() - 2);
    EXPECT_NE(why_not(host), "") << spelling << " is " << host;
  }
}

TEST(AddressPolicyTest, AnAllowedRangeNeedsTheRightPortToo) {
  const collection::Network network =
      allowing({"127.0.0.1", "10.1.0.0/16", "fd00::/8"}, {{8000, 8010}});
  EXPECT_EQ(why_not(network, "127.0.0.1", 8000), "");
  EXPECT_EQ(why_not(network, "127.0.0.1", 8010), "");
  EXPECT_NE(why_not(network, "127.0.0.1", 7999), "");
  EXPECT_NE(why_not(network, "127.0.0.1", 8011), "");
  EXPECT_NE(why_not(network, "127.0.0.2", 8000), "");
  EXPECT_EQ(why_not(network, "10.1.255.255", 8005), "");
  EXPECT_NE(why_not(network, "10.2.0.0", 8005), "");
  EXPECT_EQ(why_not(network, "fd12::1", 8005), "");
  EXPECT_NE(why_not(network, "fc12::1", 8005), "");
  EXPECT_EQ(why_not(network, "::ffff:127.0.0.1", 8000), "") << "the same address";
  EXPECT_NE(why_not(network, "64:ff9b::7f00:1", 8000), "") << "another address";
}

TEST(AddressPolicyTest, EachAllowStandsForItself) {
  collection::Network network = allowing({"127.0.0.1"}, {{8000, 8000}});
  network.allow.push_back({{"10.0.0.1"}, {{9000, 9000}}});
  EXPECT_NE(why_not(network, "127.0.0.1", 9000), "");
  EXPECT_NE(why_not(network, "10.0.0.1", 8000), "");
  EXPECT_EQ(why_not(network, "10.0.0.1", 9000), "");
}

TEST(AddressPolicyTest, WithoutPortsAllPortsButThoseOfOtherServicesAreAllowed) {
  EXPECT_EQ(why_not(allowing({"127.0.0.0/8"}, {}), "127.9.9.9", 2), "");
  EXPECT_EQ(why_not(allowing({"127.0.0.0/8"}, {}), "127.9.9.9", 65535), "");
  EXPECT_NE(why_not(allowing({"127.0.0.0/8"}, {}), "127.9.9.9", 1), "");
}

// Fetch standard, "port blocking".
TEST(AddressPolicyTest, RefusesPortsOfOtherServicesAtEveryAddress) {
  EXPECT_EQ(why_not("1.1.1.1", 25),
            "1.1.1.1 port 25 is a port of another service (Fetch standard, port blocking)");
  for (const int port : {0, 22, 143, 6000, 6667, 10080}) {
    EXPECT_NE(why_not("2606:4700::1111", port), "") << port;
  }
  for (const int port : {80, 443, 8080, 6670, 65535})
    EXPECT_EQ(why_not("1.1.1.1", port), "") << port;
}

TEST(AddressPolicyTest, ThePortOfTheUrlsOwnSchemeIsNoOtherService) {
  const auto policy = AddressPolicy::make({});
  ASSERT_TRUE(policy);
  const SocketAddress imap("1.1.1.1", 143);
  EXPECT_EQ(policy->why_not(imap.address(), imap.size(), 143), "");
  EXPECT_NE(policy->why_not(imap.address(), imap.size(), 993), "");
  const SocketAddress own("127.0.0.1", 143);
  EXPECT_NE(policy->why_not(own.address(), own.size(), 143), "") << "the address is refused still";
}

TEST(AddressPolicyTest, AnAllowCanNameThePortOfAnotherService) {
  EXPECT_EQ(why_not(allowing({"10.0.0.1"}, {{25, 25}}), "10.0.0.1", 25), "");
  EXPECT_NE(why_not(allowing({"10.0.0.1"}, {{25, 25}}), "1.1.1.1", 25), "");
  const collection::Network everywhere = allowing({}, {{6667, 6667}});
  EXPECT_EQ(why_not(everywhere, "1.1.1.1", 6667), "");
  EXPECT_NE(why_not(everywhere, "1.1.1.1", 6668), "");
  EXPECT_NE(why_not(everywhere, "127.0.0.1", 6667), "") << "private addresses have to be named";
}

TEST(AddressPolicyTest, AServerChoosesAPortOfItsOwnThatNobodyElseHas) {
  const auto policy = AddressPolicy::make(allowing({"127.0.0.1"}, {{21, 21}, {50000, 50010}}));
  ASSERT_TRUE(policy);
  EXPECT_EQ(policy->why_not_chosen("1.1.1.1", 1024), "");
  EXPECT_EQ(policy->why_not_chosen("1.1.1.1", 50000), "");
  EXPECT_NE(policy->why_not_chosen("1.1.1.1", 1023), "");
  EXPECT_NE(policy->why_not_chosen("1.1.1.1", 80), "");
  EXPECT_NE(policy->why_not_chosen("1.1.1.1", 6000), "");
  EXPECT_EQ(policy->why_not_chosen("127.0.0.1", 50010), "");
  EXPECT_NE(policy->why_not_chosen("127.0.0.1", 50011), "");
  EXPECT_NE(policy->why_not_chosen("localhost", 50000), "");
}

TEST(AddressPolicyTest, AServerMayChooseAReservedPortThatAnAllowNamesForItsAddress) {
  const auto policy = AddressPolicy::make(allowing({"127.0.0.1"}, {{21, 21}}));
  ASSERT_TRUE(policy);
  EXPECT_EQ(policy->why_not_chosen("127.0.0.1", 21), "");
  EXPECT_NE(policy->why_not_chosen("127.0.0.1", 22), "");
  EXPECT_NE(policy->why_not_chosen("1.1.1.1", 21), "");
}

TEST(AddressPolicyTest, TheGatewayNeedsNoAllowButOnlyAtItsPort) {
  collection::Network network;
  network.gateway = "http://127.0.0.1:18980/";
  EXPECT_EQ(why_not(network, "127.0.0.1", 18980), "");
  EXPECT_NE(why_not(network, "127.0.0.1", 80), "");
  EXPECT_NE(why_not(network, "127.0.0.2", 18980), "");
  network.gateway = "http://localhost/";
  EXPECT_EQ(why_not(network, "127.0.0.1", 80), "");
  EXPECT_EQ(why_not(network, "::1", 80), "");
  network.gateway = "http://[fd00::1]:81/";
  EXPECT_EQ(why_not(network, "fd00::1", 81), "");
}

// RFC 6761 6.3: every name under localhost is loopback. Other names may lead anywhere.
TEST(AddressPolicyTest, OnlyAGatewayUnderLocalhostOpensLoopback) {
  collection::Network network;
  network.gateway = "http://box.localhost:8080/";
  EXPECT_EQ(why_not(network, "127.0.0.1", 8080), "");
  EXPECT_EQ(why_not(network, "::1", 8080), "");
  EXPECT_NE(why_not(network, "10.0.0.1", 8080), "");
  for (const char* gateway : {"http://box.test:8080/", "http://notlocalhost:8080/"}) {
    network.gateway = gateway;
    EXPECT_NE(why_not(network, "127.0.0.1", 8080), "") << gateway;
    EXPECT_NE(why_not(network, "::1", 8080), "") << gateway;
    EXPECT_NE(why_not(network, "10.0.0.1", 8080), "") << gateway;
    EXPECT_EQ(why_not(network, "1.1.1.1", 8080), "") << gateway;
  }
}

TEST(AddressPolicyTest, AGatewayOfAnotherNameOpensItsPortToNobody) {
  collection::Network network;
  network.gateway = "http://box.test/";
  EXPECT_NE(AddressPolicy::make(network)->why_not_chosen("1.1.1.1", 80), "");
}

TEST(AddressPolicyTest, NamesWhatItCannotRead) {
  for (const char* text : {"", "localhost", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/x", "10.0.0.0/-1",
                           "fd00::/129", "10.0.0.0/8/8", "1.2.3"}) {
    const Result<AddressPolicy> policy = AddressPolicy::make(allowing({text}, {}));
    ASSERT_FALSE(policy.has_value()) << text;
    EXPECT_EQ(policy.error().code, ErrorCode::kInvalid);
    EXPECT_NE(policy.error().message.find(std::string("'") + text + "'"), std::string::npos);
    EXPECT_FALSE(policy.error().hint.empty());
  }
  EXPECT_FALSE(AddressPolicy::make(allowing({"10.0.0.1"}, {{90, 80}})).has_value());
  EXPECT_FALSE(AddressPolicy::make(allowing({"10.0.0.1"}, {{-1, 80}})).has_value());
  EXPECT_FALSE(AddressPolicy::make(allowing({"10.0.0.1"}, {{0, 65536}})).has_value());
  collection::Network network;
  for (const char* gateway : {"somewhere", "ftp://127.0.0.1/", "file:///run/gateway"}) {
    network.gateway = gateway;
    const Result<AddressPolicy> policy = AddressPolicy::make(network);
    ASSERT_FALSE(policy.has_value()) << gateway;
    EXPECT_NE(policy.error().message.find(gateway), std::string::npos) << gateway;
  }
}

TEST(AddressPolicyTest, RefusesWhatIsNoIpAddress) {
  const Result<AddressPolicy> policy = AddressPolicy::make({});
  ASSERT_TRUE(policy.has_value());
  sockaddr_un local{};
  local.sun_family = AF_UNIX;
  EXPECT_NE(policy->why_not(reinterpret_cast<const sockaddr*>(&local), sizeof local), "");
  const SocketAddress good("1.1.1.1", 80);
  EXPECT_NE(policy->why_not(good.address(), good.size() - 1), "") << "cut short";
  EXPECT_NE(policy->why_not(good.address(), sizeof(sa_family_t) - 1), "") << "no whole family";
  const SocketAddress longer("2606:4700::1111", 80);
  EXPECT_NE(policy->why_not(longer.address(), longer.size() - 1), "") << "cut short";
  EXPECT_NE(policy->why_not(nullptr, 0), "");
}

}  // namespace
}  // namespace porthole::gatherer
