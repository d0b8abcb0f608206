#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "base/url/site.h"
#include "base/url/url.h"

namespace porthole {
namespace {

Url parsed(std::string_view text) {
  const Result<Url> url = Url::parse(text);
  EXPECT_TRUE(url) << text;
  return url.value_or(Url());
}

TEST(UrlKeyTest, IsOneForTenSpellingsOfAPage) {
  for (const char* spelling :
       {"http://example.com/~user/a?x=1&y=2", "HTTP://EXAMPLE.COM/~user/a?x=1&y=2",
        "http://example.com:80/~user/a?x=1&y=2", "http://example.com./~user/a?x=1&y=2",
        "http://example.com/%7euser/a?x=1&y=2", "http://example.com/%7Euser/%61?x=1&y=2",
        "http://example.com/b/../~user/./a?x=1&y=2", "http://example.com/~user/a?y=2&x=1",
        "http://me:pw@example.com/~user/a?x=1&y=2#part",
        "http:\\\\example.com\\~user\\a?&x=1&&y=2&", "http://ex%61mple.com/~user/a?%78=1&y=%32"}) {
    EXPECT_EQ(parsed(spelling).key(), "http://example.com/~user/a?x=1&y=2") << spelling;
  }
}

TEST(UrlKeyTest, KeepsApartWhatMayBeTwoPages) {
  const std::string key = parsed("http://example.com/a?x=1").key();
  for (const char* other :
       {"https://example.com/a?x=1", "http://www.example.com/a?x=1", "http://example.com/a/?x=1",
        "http://example.com/A?x=1", "http://example.com:8080/a?x=1", "http://example.com//a?x=1",
        "http://example.com/a?x=1&x=1", "http://example.com/a?X=1", "http://example.com/a?x"}) {
    EXPECT_NE(parsed(other).key(), key) << other;
  }
}

TEST(UrlKeyTest, KeepsTheOrderOfParametersOfOneName) {
  EXPECT_EQ(parsed("http://h/?b=2&a=9&b=1&a=0").key(), "http://h/?a=9&a=0&b=2&b=1");
}

TEST(UrlKeyTest, DropsAQueryWithNothingInIt) {
  EXPECT_EQ(parsed("http://h/a?").key(), "http://h/a");
  EXPECT_EQ(parsed("http://h/a?&&").key(), "http://h/a");
}

// RFC 3986 2.2: a reserved character and its encoding are two things.
TEST(UrlKeyTest, DecodesNoReservedCharacter) {
  EXPECT_EQ(parsed("http://h/a%2fb%3f?c%26d%3d").key(), "http://h/a%2Fb%3F?c%26d%3D");
}

TEST(UrlKeyTest, IsItsOwnKey) {
  for (const char* text :
       {"http://h/%%37%65", "http://h/%%37e/%4%31", "http://h/%2%65%2%65/x",
        "http://h/?%%37%65=1&a", "http://h../", "http://./", "http://1../", "http://h.:81",
        "file:///%43|/x", "file:///C|/../", "other:/.//p", "other://u@h%7e./", "mailto:%41%2e/..",
        "other://h", "http://h/%25%34%31", "http://xn--a./", "file://host./a"}) {
    const std::string key = parsed(text).key();
    const Url again = parsed(key);
    EXPECT_EQ(again.href(), key) << text;
    EXPECT_EQ(again.key(), key) << text;
  }
}

TEST(RegistrableDomainTest, IsThePublicSuffixPlusOneLabel) {
  const std::vector<std::pair<std::string, std::string>> hosts = {
      {"docs.python.org", "python.org"},
      {"python.org", "python.org"},
      {"docs.example.co.uk", "example.co.uk"},
      {"a.b.example.com.", "example.com"},
      {"someone.github.io", "someone.github.io"},
      {"a.xn--85x722f.com.cn", "xn--85x722f.com.cn"},
      {"www.xn--85x722f.xn--55qx5d.cn", "xn--85x722f.xn--55qx5d.cn"},
      {"host.unknown-suffix", "host.unknown-suffix"}};
  for (const auto& [host, domain] : hosts) EXPECT_EQ(registrable_domain(host), domain) << host;
}

TEST(RegistrableDomainTest, IsTheHostItselfWhereThereIsNone) {
  for (const char* host : {"192.168.0.1", "[2001:db8::1]", "localhost", "co.uk", "com", ""}) {
    EXPECT_EQ(registrable_domain(host), host);
  }
}

TEST(SiteOfTest, IsTheRegistrableDomainOrElseTheScheme) {
  EXPECT_EQ(site_of(parsed("https://docs.python.org/3/")), "python.org");
  EXPECT_EQ(site_of(parsed("file:///srv/papers/a.html")), "file:");
  EXPECT_EQ(site_of(parsed("file:///home/b.html")), "file:");
  EXPECT_EQ(site_of(parsed("mbox:///home/mail?message=2")), "mbox:");
}

TEST(RegistrableDomainTest, LooksOnlyAtTheEndOfAVeryLongName) {
  std::string host;
  for (int i = 0; i < 50000; ++i) host += "a.";
  EXPECT_EQ(registrable_domain(host + "example.com"), "example.com");
}

}  // namespace
}  // namespace porthole
