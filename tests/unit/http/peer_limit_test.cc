#include "http/peer_limit.h"

#include <gtest/gtest.h>

#include <vector>

namespace porthole::http {
namespace {

TEST(PeerLimitTest, AdmitsAPeerAgainWhenOneOfItsConnectionsHasGone) {
  PeerLimit limit({.per_peer = 2});
  std::vector<PeerLimit::Ticket> open;
  open.push_back(limit.admit("192.0.2.1"));
  open.push_back(limit.admit("192.0.2.1"));
  EXPECT_TRUE(open[0] && open[1]);
  EXPECT_FALSE(limit.admit("192.0.2.1"));
  EXPECT_TRUE(limit.admit("192.0.2.2"));
  open.pop_back();
  EXPECT_TRUE(limit.admit("192.0.2.1"));
}

TEST(PeerLimitTest, ARefusedConnectionDoesNotCount) {
  PeerLimit limit({.per_peer = 1});
  {
    const PeerLimit::Ticket only = limit.admit("192.0.2.1");
    for (int i = 0; i < 3; ++i) EXPECT_FALSE(limit.admit("192.0.2.1"));
  }
  EXPECT_TRUE(limit.admit("192.0.2.1"));
}

// RFC 4291 2.5.4: the first 64 bits are the network; 2.5.5.2: an IPv4 address written as IPv6.
TEST(PeerLimitTest, APeerOfIpv6IsItsNetworkAndAMappedAddressIsIpv4) {
  PeerLimit limit({.per_peer = 1});
  const auto first = limit.admit("2001:db8:1:2::1");
  EXPECT_FALSE(limit.admit("2001:db8:1:2:ffff::9"));
  EXPECT_TRUE(limit.admit("2001:db8:1:3::1"));
  const auto four = limit.admit("192.0.2.1");
  EXPECT_FALSE(limit.admit("::ffff:192.0.2.1"));
}

TEST(PeerLimitTest, APeerWithoutAnAddressIsItsName) {
  PeerLimit limit({.per_peer = 1});
  const auto first = limit.admit("somewhere");
  EXPECT_FALSE(limit.admit("somewhere"));
  EXPECT_TRUE(limit.admit("elsewhere"));
}

TEST(PeerLimitTest, LoopbackHasALimitOfItsOwn) {
  PeerLimit limit({.per_peer = 1});
  std::vector<PeerLimit::Ticket> open;
  for (const char* address : {"127.0.0.1", "127.0.0.1", "::1", "::1", "::ffff:127.0.0.1"}) {
    open.push_back(limit.admit(address));
    EXPECT_TRUE(open.back()) << address;
  }
  PeerLimit strict({.per_peer = 1, .per_loopback = 1});
  const auto one = strict.admit("127.0.0.1");
  EXPECT_FALSE(strict.admit("127.0.0.1"));
}

}  // namespace
}  // namespace porthole::http
