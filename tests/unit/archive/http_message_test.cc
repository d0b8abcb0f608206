#include "archive/http_message.h"

#include <gtest/gtest.h>

namespace porthole::archive {
namespace {

TEST(HttpMessageTest, TakesAHeadApart) {
  const HttpHead head =
      parse_response_head("HTTP/1.1 404 Not Found\r\nA: 1\r\nb-C:  two \r\nA: 3\r\n\r\n").value();
  EXPECT_EQ(head.status, 404);
  EXPECT_EQ(head.field("a"), "1");
  EXPECT_EQ(head.field("b-c"), "two");
  EXPECT_EQ(head.field("missing"), "");
  EXPECT_EQ(joined_values(head.fields, "a"), "1, 3");
}

// RFC 9112 5.2: a folded line continues the one before.
TEST(HttpMessageTest, IsLenientWhereServersWere) {
  const HttpHead head =
      parse_response_head("HTTP/1.0 200\nA: 1\n  2\nnonsense\n: x\nB: 3\n\nC: 4\n").value();
  EXPECT_EQ(head.field("a"), "1 2");
  EXPECT_EQ(head.field("b"), "3");
  EXPECT_EQ(head.field("c"), "");
  EXPECT_EQ(head.fields.size(), 2u);
}

TEST(HttpMessageTest, TrimsValuesOfFoldedLines) {
  const HttpHead head = parse_response_head("HTTP/1.0 200\nA: 1\n \nB:\n  2\n\t\nC:\n \n").value();
  EXPECT_EQ(head.field("a"), "1");
  EXPECT_EQ(head.field("b"), "2");
  EXPECT_EQ(head.field("c"), "");
}

TEST(HttpMessageTest, RefusesWhatHasNoStatusLine) {
  for (const char* text : {"", "\r\n", "GET / HTTP/1.1\r\n\r\n", "HTTP/1.1\r\n\r\n",
                           "HTTP/1.1 2x0 OK\r\n", "HTTP/1.1 -1\r\n"}) {
    EXPECT_FALSE(parse_response_head(text)) << text;
  }
}

TEST(HttpMessageTest, FindsTheEndOfAHead) {
  EXPECT_EQ(head_size("A: 1\r\n\r\nbody"), 8u);
  EXPECT_EQ(head_size("A: 1\n\nbody\n\n"), 6u);
  EXPECT_EQ(head_size("A: 1\r\n"), std::string_view::npos);
  EXPECT_EQ(head_size(""), std::string_view::npos);
}

TEST(HttpMessageTest, UndoesChunks) {
  EXPECT_EQ(
      without_chunks("3\r\nabc\r\nA;name=value\r\n0123456789\r\n0\r\nTrailer: x\r\n\r\n").value(),
      "abc0123456789");
  EXPECT_EQ(without_chunks("").value(), "");
}

TEST(HttpMessageTest, GivesWhatIsThereOfChunksThatAreCut) {
  EXPECT_EQ(without_chunks("5\r\nab").value(), "ab");
  EXPECT_EQ(without_chunks("ffffffffffffffff\r\nab").value(), "ab");
}

TEST(HttpMessageTest, RefusesChunkSizesThatMakeNoSense) {
  EXPECT_FALSE(without_chunks("xyz\r\nabc"));
  EXPECT_FALSE(without_chunks("fffffffffffffffff\r\nabc"));
  EXPECT_FALSE(without_chunks("-1\r\nabc"));
}

}  // namespace
}  // namespace porthole::archive
