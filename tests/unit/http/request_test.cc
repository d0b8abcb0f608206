#include "http/request.h"

#include <gtest/gtest.h>

namespace porthole::http {
namespace {

TEST(RequestTest, HasPathAndQueryOfAPath) {
  const Request request = read_request("GET /search?q=a HTTP/1.1\r\nHost: a.test\r\n");
  EXPECT_EQ(request.method, "GET");
  EXPECT_EQ(request.target, "/search?q=a");
  EXPECT_EQ(request.field("host"), "a.test");
}

TEST(RequestTest, HasPathQueryAndHostOfAWholeUrl) {
  const auto read = [](const std::string& target) {
    return read_request("GET " + target + " HTTP/1.1\r\nHost: other.test\r\n");
  };
  EXPECT_EQ(read("http://a.test:81/x?y").target, "/x?y");
  EXPECT_EQ(read("http://a.test:81/x?y").field("Host"), "a.test:81");
  EXPECT_EQ(read("http://a.test?y").target, "/?y");
  EXPECT_EQ(read("HTTP://a.test").target, "/");
  EXPECT_EQ(read("https://a.test/").target, "https://a.test/") << "of a gateway";
}

TEST(RequestTest, ALineHasThreePartsOrNone) {
  const auto line = read_request_line("GET http://a.test/x y?z HTTP/1.0");
  ASSERT_TRUE(line);
  EXPECT_EQ(line->method, "GET");
  EXPECT_EQ(line->target.host, "a.test");
  EXPECT_EQ(line->target.path, "/x y?z") << "it is for the judge to refuse a space";
  EXPECT_EQ(line->version, "HTTP/1.0");
  for (const char* const bad : {"", "GET", "GET /"}) EXPECT_FALSE(read_request_line(bad)) << bad;
}

TEST(RequestTest, TheTargetOfARequestThatHasNotEndedIsWhatCameOfIt) {
  EXPECT_EQ(target_of("GET /api/x?y HTTP/1.1\r\nHost: a b\r\n"), "/api/x?y");
  EXPECT_EQ(target_of("GET http://a.test/api/x HTTP/1.1\r\n"), "/api/x");
  EXPECT_EQ(target_of("GET /api/x"), "/api/x");
  EXPECT_EQ(target_of("GET /api/x\n"), "/api/x");
  for (const char* const bytes : {"", "GET", "GET\r\nA: /api/ b", "\x16\x03\x01"})
    EXPECT_EQ(target_of(bytes), "") << bytes;
}

TEST(RequestTest, KeepsAConnectionOfHttp11ThatIsNotToBeClosed) {
  EXPECT_TRUE(read_request("GET / HTTP/1.1\r\n").keeps_connection());
  EXPECT_FALSE(read_request("GET / HTTP/1.0\r\n").keeps_connection());
  EXPECT_FALSE(read_request("GET / HTTP/1.1\r\nConnection: Close\r\n").keeps_connection());
}

}  // namespace
}  // namespace porthole::http
