#include "base/url/ports.h"

#include <gtest/gtest.h>

#include "base/url/url.h"

namespace porthole {
namespace {

TEST(PortsTest, KnowTheDefaultOfEachSchemeByItself) {
  EXPECT_EQ(default_port("ldap"), 389);
  EXPECT_EQ(default_port("ldaps"), 636);
  EXPECT_EQ(default_port("imap"), 143);
  EXPECT_EQ(default_port("imaps"), 993);
  EXPECT_EQ(default_port("oai"), 80);
  EXPECT_EQ(default_port("oais"), 443);
  EXPECT_EQ(default_port("example"), 0);
}

TEST(PortsTest, AgreeWithTheUrlStandard) {
  for (const char* url : {"http://a.test/", "https://a.test/", "ftp://a.test/", "ws://a.test/"}) {
    const Url parsed = Url::parse(url).value();
    EXPECT_EQ(default_port(parsed.scheme()), parsed.effective_port()) << url;
  }
}

// https://fetch.spec.whatwg.org/#port-blocking: first, last, and some between them.
TEST(PortsTest, AreBlockedWhereTheFetchStandardSaysSo) {
  for (const int port : {0, 1, 22, 25, 110, 143, 389, 587, 993, 2049, 5060, 6000, 6697, 10080})
    EXPECT_TRUE(is_blocked_port(port)) << port;
  for (const int port : {2, 70, 80, 443, 3306, 8080, 6001, 10081, 65535, -1})
    EXPECT_FALSE(is_blocked_port(port)) << port;
}

}  // namespace
}  // namespace porthole
