#include "labs/webbox/request.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include "labs/tests/webbox/box_fixture.h"

namespace porthole::labs {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

std::string header(const Response& response, std::string_view name) {
  for (const auto& [key, value] : response.headers) {
    if (key == name) return value;
  }
  return "";
}

std::string gunzip(const std::string& packed) {
  z_stream stream{};
  inflateInit2(&stream, MAX_WBITS + 16);
  std::string out(1 << 20, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  stream.avail_in = static_cast<uInt>(packed.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(inflate(&stream, Z_FINISH), Z_STREAM_END);
  out.resize(stream.total_out);
  inflateEnd(&stream);
  return out;
}

class ResponderTest : public BoxTest {
 protected:
  void SetUp() override {
    write_sites();
    box_ = manifest();
  }

  Response get(const std::string& host, const std::string& target) const {
    Request request;
    request.host = host;
    request.target = target;
    return answer(request);
  }

  Response answer(Request request) const {
    if (request.method.empty()) request.method = "GET";
    return Responder(*box_, rules_).answer(request);
  }

  Request orbits() const {
    Request request;
    request.host = "docs.stars.test";
    request.target = "/en/latest/orbits.html";
    return request;
  }

  std::shared_ptr<const Manifest> box_;
  RobotsRules rules_{{"chess.test", "User-agent: *\nDisallow: /\n"}};
};

TEST_F(ResponderTest, ServesAPageByHostAndPath) {
  const Response page = get("DOCS.stars.test.:8080", "/en/latest/dust/?page=2");
  EXPECT_EQ(page.status, 200);
  EXPECT_EQ(page.type, "text/html");
  EXPECT_EQ(page.body, "<p>dust");
  EXPECT_EQ(page.url, "http://docs.stars.test/en/latest/dust/?page=2");
}

TEST_F(ResponderTest, UnderstandsTheTargetSentToAProxy) {
  const Response page = get("ignored.test", "http://docs.stars.test/en/latest/dust/");
  EXPECT_EQ(page.status, 200);
  EXPECT_EQ(page.url, "http://docs.stars.test/en/latest/dust/");
}

// RFC 9110 13.1.2 and 13.1.3.
TEST_F(ResponderTest, AnUnchangedPageIsNotSentAgain) {
  const Response first = answer(orbits());
  ASSERT_FALSE(header(first, "ETag").empty());
  ASSERT_FALSE(header(first, "Last-Modified").empty());

  Request by_tag = orbits();
  by_tag.if_none_match = "\"other\", W/" + header(first, "ETag");
  EXPECT_EQ(answer(by_tag).status, 304);
  EXPECT_EQ(answer(by_tag).body, "");
  EXPECT_EQ(header(answer(by_tag), "ETag"), header(first, "ETag"));

  Request by_date = orbits();
  by_date.if_modified_since = header(first, "Last-Modified");
  EXPECT_EQ(answer(by_date).status, 304);

  Request before = orbits();
  before.if_modified_since = "Thu, 01 Jan 1970 00:00:00 GMT";
  EXPECT_EQ(answer(before).status, 200);
}

// RFC 9110 13.2.2: If-Modified-Since counts only without If-None-Match.
TEST_F(ResponderTest, ATagCountsMoreThanADate) {
  Request request = orbits();
  request.if_none_match = "\"other\"";
  request.if_modified_since = header(answer(orbits()), "Last-Modified");
  EXPECT_EQ(answer(request).status, 200);
}

TEST_F(ResponderTest, CompressesTextWhenAskedTo) {
  Request request = orbits();
  request.accept_encoding = "br, gzip";
  const Response packed = answer(request), plain = answer(orbits());
  EXPECT_EQ(header(packed, "Content-Encoding"), "gzip");
  EXPECT_EQ(header(packed, "Vary"), "Accept-Encoding");
  EXPECT_LT(packed.body.size(), plain.body.size());
  EXPECT_EQ(gunzip(packed.body), plain.body);
  // RFC 9110 8.8.3.3: another encoding is another representation, with a tag of its own.
  EXPECT_NE(header(packed, "ETag"), header(plain, "ETag"));
  EXPECT_EQ(header(plain, "Content-Encoding"), "");
}

// RFC 9110 12.5.3.
TEST(AcceptsGzipTest, MindsWeights) {
  EXPECT_TRUE(accepts_gzip("gzip"));
  EXPECT_TRUE(accepts_gzip("deflate, GZIP;q=0.5"));
  EXPECT_TRUE(accepts_gzip("*"));
  EXPECT_FALSE(accepts_gzip(""));
  EXPECT_FALSE(accepts_gzip("identity, br"));
  EXPECT_FALSE(accepts_gzip("gzip;q=0, *"));
  EXPECT_FALSE(accepts_gzip("gzip; q=0.0"));
}

TEST_F(ResponderTest, RedirectsKeepTheSchemeThatWasMeant) {
  Request request;
  request.host = "docs.stars.test";
  request.target = "/en/latest/dust";
  EXPECT_EQ(answer(request).status, 301);
  EXPECT_EQ(header(answer(request), "Location"), "http://docs.stars.test/en/latest/dust/");
  request.forwarded_proto = "https";
  EXPECT_EQ(header(answer(request), "Location"), "https://docs.stars.test/en/latest/dust/");
  EXPECT_EQ(answer(request).url, "https://docs.stars.test/en/latest/dust");
  request.host = "stars.test";
  request.target = "/home";
  EXPECT_EQ(header(answer(request), "Location"), "https://docs.stars.test/en/latest/");
}

TEST_F(ResponderTest, EveryKnownHostHasARobotsFile) {
  EXPECT_EQ(get("chess.test", "/robots.txt").body, "User-agent: *\nDisallow: /\n");
  const Response own = get("docs.stars.test", "/robots.txt");
  EXPECT_EQ(own.status, 200);
  EXPECT_EQ(own.type, "text/plain");
  EXPECT_THAT(own.body, HasSubstr("Disallow: /search.html\n"));
  EXPECT_THAT(own.body, HasSubstr("Sitemap: http://docs.stars.test/sitemap.xml\n"));
  // A host that only an alias names must not seem to be unknown before the alias is tried.
  EXPECT_EQ(get("www.stars.test", "/robots.txt").status, 200);
  EXPECT_EQ(get("moons.test", "/robots.txt").status, 502);
}

// https://www.sitemaps.org/protocol.html: values are escaped, all URLs are of the host.
TEST_F(ResponderTest, EveryHostHasASiteMapOfItsPages) {
  write_file(chess() / "knights & rooks.html", "<p>");
  box_ = manifest();
  const Response map = get("chess.test", "/sitemap.xml");
  EXPECT_EQ(map.type, "application/xml");
  EXPECT_THAT(map.body, StartsWith("<?xml"));
  EXPECT_THAT(map.body, HasSubstr("<loc>http://chess.test/knights%20&amp;%20rooks.html</loc>"));
  EXPECT_THAT(map.body, HasSubstr("<loc>http://chess.test/rules.htm</loc>"));
  const Response stars = get("docs.stars.test", "/sitemap.xml");
  EXPECT_THAT(stars.body, Not(HasSubstr("style.css")));
}

TEST_F(ResponderTest, SaysWhetherThePageOrTheHostIsUnknown) {
  EXPECT_EQ(get("chess.test", "/nothing.html").status, 404);
  EXPECT_EQ(header(get("chess.test", "/nothing.html"), "X-Webbox"), "");
  const Response unknown = get("moons.test", "/");
  EXPECT_EQ(unknown.status, 502);
  EXPECT_EQ(header(unknown, "X-Webbox"), "unknown-host");
}

TEST_F(ResponderTest, OnlyGetAndHeadAreAllowed) {
  Request request = orbits();
  request.method = "DELETE";
  EXPECT_EQ(answer(request).status, 405);
  EXPECT_EQ(header(answer(request), "Allow"), "GET, HEAD");
}

TEST_F(ResponderTest, NoPathLeadsOutOfTheTable) {
  write_file(cache() / "x/secret.html", "secret");
  for (const char* path : {"/../secret.html", "/%2e%2e/secret.html", "/..%2Fsecret.html",
                           "/../../x/secret.html", "//x/secret.html", "/a/../rules.htm", "/%00"}) {
    EXPECT_EQ(get("chess.test", path).status, 404) << path;
  }
  EXPECT_EQ(get("..", "/secret.html").status, 502);
}

TEST_F(ResponderTest, ALongPathIsNotTooDeepForThePatterns) {
  box_ = manifest(
      "stars\tstars-doc\tusr/share/doc/stars/html\tdocs.stars.test/\tscience\t-\t"
      "^docs\\.stars\\.test/(?:a|b/)*c$=>docs.stars.test/\n");
  std::string path = "/";
  for (int i = 0; i < 500'000; ++i) path += "b/";
  EXPECT_EQ(get("docs.stars.test", "/ab/ac").status, 301);
  EXPECT_EQ(get("docs.stars.test", path + "c").status, 404);
}

TEST_F(ResponderTest, AFileThatIsGoneIsAServerError) {
  std::filesystem::remove(chess() / "rules.htm");
  EXPECT_EQ(get("chess.test", "/rules.htm").status, 500);
}

TEST_F(ResponderTest, NothingAskedForIsEchoedIntoAPage) {
  EXPECT_THAT(get("chess.test", "/<script>").body, Not(HasSubstr("<script>")));
  EXPECT_THAT(get("<b>.test", "/").body, Not(HasSubstr("<b>")));
}

}  // namespace
}  // namespace porthole::labs
