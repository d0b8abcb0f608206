#include "parser/document_cache.h"

#include <gtest/gtest.h>

#include "parser/parser_pool.h"

namespace porthole::parser {
namespace {

const ParseInput kPage{"https://a.example/", "text/html",
                       "<title>Light curves</title><a href=b>b</a>"};

TEST(DocumentCacheTest, TellsPagesApartByAllThatTheirParsingDependsOn) {
  ParseInput elsewhere = kPage;
  elsewhere.url = "https://b.example/";
  ParseInput other_type = kPage;
  other_type.content_type = "text/plain";
  ParseInput other_body = kPage;
  other_body.body += " ";
  for (const ParseInput& other : {elsewhere, other_type, other_body}) {
    EXPECT_NE(DocumentCache::key_of(kPage), DocumentCache::key_of(other));
  }
  EXPECT_EQ(DocumentCache::key_of(kPage), DocumentCache::key_of(ParseInput(kPage)));
}

TEST(DocumentCacheTest, SparesAPoolThePageThatAnotherHasRead) {
  DocumentCache memory;
  ParserPool::Options options;
  options.memory = &memory;
  for (const bool first : {true, false}) {
    auto pool = ParserPool::start(options);
    ASSERT_TRUE(pool) << pool.error().to_string();
    ASSERT_TRUE((*pool)->submit(7, kPage));
    EXPECT_EQ((*pool)->ready(), !first);
    EXPECT_EQ((*pool)->under_way(), 1);
    std::vector<std::pair<std::uint64_t, Document>> done;
    while (done.empty()) {
      std::vector<pollfd> fds;
      (*pool)->add_poll_fds(fds);
      ::poll(fds.data(), fds.size(), (*pool)->ready() ? 0 : 1000);
      (*pool)->collect(done);
    }
    const auto& [ticket, document] = done[0];
    EXPECT_EQ(ticket, 7u);
    EXPECT_EQ(document.title, "Light curves");
    ASSERT_EQ(document.links.size(), 1u);
    EXPECT_EQ(document.links[0].url, "https://a.example/b");
    EXPECT_EQ((*pool)->under_way(), 0);
  }
}

}  // namespace
}  // namespace porthole::parser
