#include "http/forwarded.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace porthole::http {
namespace {

using Fields = std::vector<std::pair<std::string, std::string>>;

/// By proxies at 127.0.0.1, ::1, 10.0.0.0/8 and fd00::/9.
std::string client_of(const std::string& peer, const Fields& fields) {
  const Result<Proxies> proxies = Proxies::parse({"127.0.0.1", "::1", "10.0.0.0/8", "fd00::/9"});
  EXPECT_TRUE(proxies);
  Request request;
  request.fields = fields;
  return proxies->client_of(peer, request);
}

TEST(ForwardedTest, BelievesNamedProxiesAlone) {
  const Fields told = {{"X-Forwarded-For", "203.0.113.9"}, {"Forwarded", "for=203.0.113.9"}};
  EXPECT_EQ(client_of("127.0.0.1", told), "203.0.113.9");
  EXPECT_EQ(client_of("::1", told), "203.0.113.9");
  EXPECT_EQ(client_of("10.255.0.1", told), "203.0.113.9");
  EXPECT_EQ(client_of("::ffff:10.1.2.3", told), "203.0.113.9");
  EXPECT_EQ(client_of("fd7f::1", told), "203.0.113.9");
  for (const char* other : {"127.0.0.2", "11.0.0.1", "fd80::1", "2001:db8::1", "", "name"})
    EXPECT_EQ(client_of(other, told), other);
  EXPECT_EQ(Proxies().client_of("127.0.0.1", {}), "127.0.0.1");
}

// The entries before those of proxies are the client's own words.
TEST(ForwardedTest, ReadsFromTheLastEntryWhileProxiesTellIt) {
  EXPECT_EQ(client_of("127.0.0.1", {{"X-Forwarded-For", "1.1.1.1, 203.0.113.9"}}), "203.0.113.9");
  EXPECT_EQ(client_of("127.0.0.1", {{"x-forwarded-for", "1.1.1.1, 203.0.113.9, 10.0.0.7"}}),
            "203.0.113.9");
  EXPECT_EQ(
      client_of("127.0.0.1", {{"X-Forwarded-For", "1.1.1.1"}, {"X-Forwarded-For", "2.2.2.2"}}),
      "2.2.2.2");
  EXPECT_EQ(client_of("127.0.0.1", {{"X-Forwarded-For", "10.0.0.7"}}), "10.0.0.7");
  EXPECT_EQ(client_of("127.0.0.1", {{"X-Forwarded-For", "2.2.2.2, evil"}}), "127.0.0.1");
  EXPECT_EQ(client_of("127.0.0.1", {{"X-Forwarded-For", "2.2.2.2, unknown, 10.0.0.7"}}),
            "10.0.0.7");
  EXPECT_EQ(client_of("127.0.0.1", {{"X-Forwarded-For", ""}}), "127.0.0.1");
  EXPECT_EQ(client_of("127.0.0.1", {}), "127.0.0.1");
}

// RFC 7239, sections 4 and 6.
TEST(ForwardedTest, ReadsForwardedWhereThereIsNoOtherField) {
  EXPECT_EQ(client_of("127.0.0.1", {{"Forwarded", "for=192.0.2.60;proto=http;by=203.0.113.43"}}),
            "192.0.2.60");
  EXPECT_EQ(client_of("127.0.0.1",
                      {{"Forwarded", "for=1.1.1.1, by=10.0.0.1; For=\"[2001:db8::1]:4711\""}}),
            "2001:db8::1");
  EXPECT_EQ(client_of("127.0.0.1", {{"Forwarded", "for=\"_gazonk\""}}), "127.0.0.1");
  for (const char* without : {"proto=http", "for", "", "for=\"", "for=\"203.0.113.9"})
    EXPECT_EQ(client_of("127.0.0.1", {{"Forwarded", without}}), "127.0.0.1") << without;
  EXPECT_EQ(client_of("127.0.0.1", {{"Forwarded", "for=6.6.6.6"}, {"X-Forwarded-For", "2.2.2.2"}}),
            "2.2.2.2");
}

TEST(ForwardedTest, ReadsAddressesWithPorts) {
  EXPECT_EQ(client_of("127.0.0.1", {{"X-Forwarded-For", "192.0.2.7:8080"}}), "192.0.2.7");
  EXPECT_EQ(client_of("127.0.0.1", {{"X-Forwarded-For", "[2001:db8::1]:80"}}), "2001:db8::1");
  EXPECT_EQ(client_of("127.0.0.1", {{"X-Forwarded-For", "2001:db8::1"}}), "2001:db8::1");
  EXPECT_EQ(client_of("127.0.0.1", {{"X-Forwarded-For", "["}}), "127.0.0.1");
}

TEST(ForwardedTest, RefusesWhatIsNoNetwork) {
  for (const char* wrong : {"", "localhost", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/x",
                            "10.0.0.0/-1", "::/129", "10.0.0.0/8x", "*"}) {
    const Result<Proxies> proxies = Proxies::parse({"127.0.0.1", wrong});
    ASSERT_FALSE(proxies) << wrong;
    EXPECT_EQ(proxies.error().code, ErrorCode::kInvalid);
    EXPECT_NE(proxies.error().message.find("\"" + std::string(wrong) + "\""), std::string::npos);
  }
  EXPECT_TRUE(Proxies::parse({"0.0.0.0/0"})->contains("8.8.8.8"));
  EXPECT_FALSE(Proxies::parse({"0.0.0.0/0"})->contains("2001:db8::1"));
}

}  // namespace
}  // namespace porthole::http
