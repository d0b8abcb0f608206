// Requests that name files of the machine, in the places where a page, a collection or a standing
// question is named: none leads beyond what is served.

#include "tests/unit/search/site_fixture.h"

namespace porthole::search {
namespace {

TEST_F(SiteTest, NoNameOfAPageLeadsToAFile) {
  for (const char* path : {"/page", "/copy", "/page.txt", "/page.rdf", "/page.ttl", "/page.nt",
                           "/page.jsonld", "/api/v1/page"}) {
    for (const char* url :
         {"/etc/passwd", "file:///etc/passwd", "file://localhost/etc/passwd",
          "..%2F..%2Fetc%2Fpasswd", "https://hubs.example/../../etc/passwd",
          "https://hubs.example/gears%00.rdf", "https://hubs.example/gears%250a", "%00", ""}) {
      const http::Response answer = get(std::string(path) + "?url=" + url);
      const bool is_url = std::string(url).find(':') != std::string::npos;
      EXPECT_EQ(answer.status, std::string(path) == "/api/v1/page" && !is_url ? 400 : 404)
          << path << " " << url;
      EXPECT_EQ(answer.body.find("root:"), std::string::npos) << path << " " << url;
    }
  }
}

TEST_F(SiteTest, NoNameOfACollectionOrAQuestionLeadsToAFile) {
  for (const char* target :
       {"/standing.atom?name=../porthole", "/standing.json?name=..%2F..%2Fetc%2Fpasswd",
        "/standing.json?name=/etc/passwd", "/standing.atom?name=a%00",
        "/standing.atom?name=", "/standing.json?collection=..&name=a",
        "/search?q=gear&collection=../../etc", "/feed.atom?q=gear&collection=%2Fetc%2Fpasswd",
        "/api/v1/search?q=gear&collection=..", "/web/../search", "/copy/", "/copy/etc/passwd",
        "/page.rdf/..", "/api/v1/", "/.git/config", "/%63opy?url=x", "/logo/../../etc"}) {
    const http::Response answer = get(target);
    EXPECT_EQ(answer.status, 404) << target;
    EXPECT_EQ(answer.body.find("root:"), std::string::npos) << target;
  }
  for (const char* target : {"/logo?collection=../../etc", "/style.css?collection=%2Fetc"})
    EXPECT_EQ(get(target).status, 200) << target << ": those of the site";
}

}  // namespace
}  // namespace porthole::search
