#include "base/url/url.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "base/url/percent_encode.h"

namespace porthole {
namespace {

Url parsed(std::string_view text) {
  const Result<Url> url = Url::parse(text);
  EXPECT_TRUE(url) << text;
  return url.value_or(Url());
}

std::string resolved(std::string_view text, std::string_view base) {
  const Url parsed_base = parsed(base);
  const Result<Url> url = Url::parse(text, &parsed_base);
  return url ? url->href() : "refused";
}

std::string host_of(std::string_view host) {
  const Result<Url> url = Url::parse("http://" + std::string(host) + "/");
  return url ? std::string(url->host()) : "refused";
}

TEST(UrlTest, GivesEveryPartWithoutItsDelimiter) {
  const Url url = parsed("https://me:secret@example.com:8443/a/b?x=1#top");
  EXPECT_EQ(url.scheme(), "https");
  EXPECT_EQ(url.username(), "me");
  EXPECT_EQ(url.password(), "secret");
  EXPECT_EQ(url.host(), "example.com");
  EXPECT_EQ(url.port(), 8443);
  EXPECT_EQ(url.path(), "/a/b");
  EXPECT_EQ(url.query(), "x=1");
  EXPECT_EQ(url.fragment(), "top");
  EXPECT_EQ(url.host_and_port(), "example.com:8443");
  EXPECT_EQ(url.request_target(), "/a/b?x=1");
}

TEST(UrlTest, GivesEmptyPartsWhereThereAreNone) {
  const Url url = parsed("http://example.com");
  EXPECT_EQ(url.username(), "");
  EXPECT_EQ(url.password(), "");
  EXPECT_EQ(url.port(), std::nullopt);
  EXPECT_EQ(url.path(), "/");
  EXPECT_EQ(url.query(), "");
  EXPECT_EQ(url.fragment(), "");
  EXPECT_EQ(url.request_target(), "/");
}

TEST(UrlTest, KeepsAnEmptyQueryInTheRequest) {
  EXPECT_EQ(parsed("http://example.com/a?#f").request_target(), "/a?");
}

TEST(UrlTest, KnowsThePortToConnectTo) {
  EXPECT_EQ(parsed("http://example.com/").effective_port(), 80);
  EXPECT_EQ(parsed("https://example.com/").effective_port(), 443);
  EXPECT_EQ(parsed("ftp://example.com/").effective_port(), 21);
  EXPECT_EQ(parsed("https://example.com:80/").effective_port(), 80);
  EXPECT_EQ(parsed("file:///a").effective_port(), 0);
}

TEST(UrlTest, CallsOnlyHttpAndHttpsTheWeb) {
  EXPECT_TRUE(parsed("HTTP://example.com").is_web());
  EXPECT_TRUE(parsed("https://example.com").is_web());
  EXPECT_FALSE(parsed("ftp://example.com").is_web());
  EXPECT_FALSE(parsed("mailto:me@example.com").is_web());
  EXPECT_TRUE(parsed("mailto:me@example.com").has_opaque_path());
}

TEST(UrlTest, TellsAddressesFromNames) {
  EXPECT_TRUE(parsed("http://127.0.0.1/").host_is_address());
  EXPECT_TRUE(parsed("http://[::1]/").host_is_address());
  EXPECT_FALSE(parsed("http://127.0.0.1.example.com/").host_is_address());
}

TEST(UrlTest, DropsTheFragmentAndKeepsTheQuery) {
  EXPECT_EQ(parsed("http://h/a?b#c").without_fragment().href(), "http://h/a?b");
  EXPECT_EQ(parsed("http://h/a?#c").without_fragment().href(), "http://h/a?");
  EXPECT_EQ(parsed("http://h/a#c").without_fragment().fragment(), "");
}

TEST(UrlTest, GivesTheSamePageUnderTheOtherScheme) {
  EXPECT_EQ(parsed("http://h/a?b#c").scheme_twin().href(), "https://h/a?b#c");
  EXPECT_EQ(parsed("https://h:8443/").scheme_twin().href(), "http://h:8443/");
  EXPECT_EQ(parsed("http://h:443/").scheme_twin().href(), "https://h/");
  EXPECT_EQ(parsed("ftp://h/").scheme_twin().href(), "ftp://h/");
}

TEST(UrlTest, ResolvesAgainstThePageTheLinkStandsOn) {
  constexpr std::string_view kPage = "https://example.com/docs/guide/index.html?v=2#intro";
  const std::vector<std::pair<std::string, std::string>> links = {
      {"next.html", "https://example.com/docs/guide/next.html"},
      {"../api/", "https://example.com/docs/api/"},
      {"../../../../x", "https://example.com/x"},
      {"/top", "https://example.com/top"},
      {"//other.org/x", "https://other.org/x"},
      {"?v=3", "https://example.com/docs/guide/index.html?v=3"},
      {"#usage", "https://example.com/docs/guide/index.html?v=2#usage"},
      {"", "https://example.com/docs/guide/index.html?v=2"},
      {"./%2E%2e/x", "https://example.com/docs/x"},
      {"\\x\\y", "https://example.com/x/y"},
      {" \n/a\tb\r ", "https://example.com/ab"},
      {"mailto:me@example.com", "mailto:me@example.com"}};
  for (const auto& [link, target] : links) EXPECT_EQ(resolved(link, kPage), target) << link;
}

TEST(UrlTest, ResolvesNothingButFragmentsAgainstAnOpaquePath) {
  EXPECT_EQ(resolved("a", "mailto:me@example.com"), "refused");
  EXPECT_EQ(resolved("#a", "mailto:me@example.com"), "mailto:me@example.com#a");
}

TEST(UrlTest, CountsInvalidUtf8AsReplacementCharacters) {
  EXPECT_EQ(parsed("http://h/\xFF?\xC3(").href(), "http://h/%EF%BF%BD?%EF%BF%BD(");
  EXPECT_FALSE(Url::parse("http://\xFF.example/"));
}

TEST(UrlTest, SaysWhyAndWhereItRefuses) {
  const Result<Url> url = Url::parse("http://example.com:99999/");
  ASSERT_FALSE(url);
  EXPECT_EQ(url.error().code, ErrorCode::kInvalid);
  EXPECT_EQ(url.error().to_string(),
            "http://example.com:99999/: not a valid URL: its port is over 65535");
}

// https://url.spec.whatwg.org/#concept-ipv4-parser: this is how filters of addresses are evaded.
TEST(UrlTest, WritesEverySpellingOfAnAddressInOneWay) {
  for (const char* spelling : {"127.0.0.1", "2130706433", "0x7f000001", "0x7F.0.0.1", "0177.0.0.1",
                               "017700000001", "127.1", "127.0.1", "127.0.0.1.", "%31%32%37.0.0.1",
                               "127。0。0。1", "１２７.0.0.1", "0x7f.0x0.0x.1"}) {
    EXPECT_EQ(host_of(spelling), "127.0.0.1") << spelling;
  }
  for (const char* spelling : {"[::1]", "[0:0:0:0:0:0:0:1]", "[0000::0001]", "[::0.0.0.1]"}) {
    EXPECT_EQ(host_of(spelling), "[::1]") << spelling;
  }
  EXPECT_EQ(host_of("[::ffff:127.0.0.1]"), "[::ffff:7f00:1]");
  EXPECT_EQ(host_of("[1:0:0:2:0:0:0:3]"), "[1:0:0:2::3]");
  EXPECT_EQ(host_of("[1:2:3:4:5:6:7::]"), "[1:2:3:4:5:6:7:0]");
}

TEST(UrlTest, RefusesWhatLooksLikeAnAddressAndIsNone) {
  for (const char* host :
       {"256.0.0.1", "1.2.3.4.5", "4294967296", "0x100000000", "1.2.3.08", "1..2", "a.0x1", "[::1",
        "[1::2::3]", "[1:2:3:4:5:6:7:8:9]", "[1:2:3:4:5:6:7:8::]", "[::1%25eth0]", "[:1]", "[1:]",
        "[::1.2.3]", "[::1.2.3.256]", "[::01.2.3.4]", "[]", "[g::]"}) {
    EXPECT_EQ(host_of(host), "refused") << host;
  }
}

TEST(UrlTest, MapsInternationalNamesToAscii) {
  EXPECT_EQ(host_of("B\u00DCCHER.example"), "xn--bcher-kva.example");
  EXPECT_EQ(host_of("fa\u00DF.de"), "xn--fa-hia.de");  // not transitional
  EXPECT_EQ(host_of("\uFF45\uFF58ample.com"), "example.com");
  EXPECT_EQ(host_of("ex\u00ADample.com"), "example.com");
  EXPECT_EQ(host_of("example\u3002com"), "example.com");
  EXPECT_EQ(host_of("%C3%BC.example"), "xn--tda.example");
}

// https://url.spec.whatwg.org/#concept-domain-to-ascii: what is all ASCII is only lower-cased.
TEST(UrlTest, LeavesAsciiLabelsAloneWhateverTheyDecodeTo) {
  EXPECT_EQ(host_of("XN--A.example"), "xn--a.example");
  EXPECT_EQ(host_of("a_b--.-example-"), "a_b--.-example-");
  EXPECT_EQ(host_of("xn--a.\u00FC"), "refused");
}

TEST(UrlTest, RefusesCharactersThatAHostMayNotHave) {
  for (const char* host : {"", "a b", "a%00b", "a%20b", "a%2Fb", "a<b", "a^b", "a|b", "a%", "a\x7F",
                           "\u00AD", "a\u200D.example", "\u05D0a1.0b"}) {
    EXPECT_EQ(host_of(host), "refused") << host;
  }
}

TEST(UrlTest, TakesTheHostAfterTheLastAtSign) {
  const Url url = parsed("http://good.example@evil@[::1]:80\\@other/");
  EXPECT_EQ(url.host(), "[::1]");
  EXPECT_EQ(url.username(), "good.example%40evil");
  EXPECT_EQ(url.path(), "/@other/");
}

TEST(UrlTest, TakesPortsFromZeroTo65535) {
  EXPECT_EQ(parsed("http://h:0/").port(), 0);
  EXPECT_EQ(parsed("http://h:00000000065535/").port(), 65535);
  EXPECT_EQ(parsed("http://h:/").href(), "http://h/");
  EXPECT_EQ(parsed("http://h:080/").href(), "http://h/");
  EXPECT_EQ(parsed("other://h:0/").href(), "other://h:0/");
  for (const char* url : {"http://h:65536/", "http://h:99999/", "http://h:-1/", "http://h:8 0/",
                          "http://h:8a/", "http://h:4294967376/"}) {
    EXPECT_FALSE(Url::parse(url)) << url;
  }
}

TEST(UrlTest, DropsControlCharactersAsTheStandardDoes) {
  EXPECT_EQ(parsed("\x01 ht\ntp://ex\tample.com/\r\n").href(), "http://example.com/");
  EXPECT_EQ(parsed(std::string_view("http://h/a\0b", 12)).href(), "http://h/a%00b");
}

TEST(UrlTest, ReadsManySegmentsAndDotsToTheEnd) {
  std::string deep = "http://h/";
  for (int i = 0; i < 20000; ++i) deep += "a/";
  std::string up = deep;
  for (int i = 0; i < 20000; ++i) up += "../";
  EXPECT_EQ(parsed(deep).path().size(), 40001u);
  EXPECT_EQ(parsed(up).href(), "http://h/");
  EXPECT_FALSE(Url::parse("http://" + std::string(100000, '@')));
}

constexpr std::string_view kPrintable =
    " !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";  // all that is neither a letter nor a digit

/// The characters of kPrintable that `set` has.
std::string members(EncodeSet set) {
  std::string out;
  for (const char c : kPrintable) {
    std::string encoded;
    append_percent_encoded(encoded, std::string(1, c), set);
    if (encoded.size() > 1) out += c;
  }
  return out;
}

// https://url.spec.whatwg.org/#percent-encoded-bytes, set by set.
TEST(PercentEncodeTest, EncodesTheCharactersOfEachSet) {
  EXPECT_EQ(members(EncodeSet::kC0Control), "");
  EXPECT_EQ(members(EncodeSet::kFragment), " \"<>`");
  EXPECT_EQ(members(EncodeSet::kQuery), " \"#<>");
  EXPECT_EQ(members(EncodeSet::kSpecialQuery), " \"#'<>");
  EXPECT_EQ(members(EncodeSet::kPath), " \"#<>?^`{}");
  EXPECT_EQ(members(EncodeSet::kUserinfo), " \"#/:;<=>?@[\\]^`{|}");
}

TEST(PercentEncodeTest, EncodesControlsAndAllThatIsNotAscii) {
  std::string out = "x";
  append_percent_encoded(out, std::string_view("\0\x1F\x7F\xC3\xA9 z", 7), EncodeSet::kC0Control);
  EXPECT_EQ(out, "x%00%1F%7F%C3%A9 z");
}

TEST(PercentDecodeTest, UndoesTheEncodingOfAnyByte) {
  for (int byte = 0; byte < 256; ++byte) {
    const std::string text(1, static_cast<char>(byte));
    if (text == "%") continue;
    std::string encoded;
    append_percent_encoded(encoded, text, EncodeSet::kUserinfo);
    EXPECT_EQ(percent_decode(encoded), text);
  }
}

TEST(PercentDecodeTest, LeavesAPercentSignWithoutTwoDigits) {
  EXPECT_EQ(percent_decode("100%"), "100%");
  EXPECT_EQ(percent_decode("%4"), "%4");
  EXPECT_EQ(percent_decode("%zz%4g%%41%2541"), "%zz%4g%A%41");
}

}  // namespace
}  // namespace porthole
