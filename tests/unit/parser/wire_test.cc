#include "parser/wire.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "base/text/text.h"
#include "parser/limits.h"

namespace porthole::parser {
namespace {

Document sample() {
  Document document;
  document.status = ParseStatus::kFallback;
  document.status_detail = "why";
  document.title = "title";
  document.text = "text\nmore";
  document.noarchive = true;
  document.links_cut = 7;
  document.sources = {{"title", "h1"}, {"author", "json-ld"}};
  for (int i = 0; i < 3; ++i) {
    Link link;
    link.element = Element::kIframe;
    link.url = "http://h.example/" + std::to_string(i);
    link.heading = "heading";
    link.place = LinkPlace::kBoilerplate;
    document.links.push_back(link);
  }
  document.page_type = PageType::kForum;
  document.blocks = {{0, 4, BlockKind::kHeading, 2, 255, true, 0x0123456789abcdefU},
                     {5, 4, BlockKind::kCode, 0, 7, false, 9}};
  document.block_reasons = {"words 1 (for)", ""};
  return document;
}

std::string body_of(const std::string& frame) {
  EXPECT_EQ(frame_length(frame), frame.size() - kFrameHeaderBytes);
  return frame.substr(kFrameHeaderBytes);
}

TEST(WireTest, BringsADocumentThrough) {
  const std::string frame = encode_document(sample());
  const auto document = decode_document(body_of(frame));
  ASSERT_TRUE(document);
  EXPECT_EQ(encode_document(*document), frame);
  EXPECT_EQ(document->status, ParseStatus::kFallback);
  EXPECT_EQ(document->text, "text\nmore");
  EXPECT_TRUE(document->noarchive);
  EXPECT_FALSE(document->noindex);
  EXPECT_EQ(document->links_cut, 7u);
  EXPECT_EQ(document->sources, sample().sources);
  ASSERT_EQ(document->links.size(), 3u);
  EXPECT_EQ(document->links[2].element, Element::kIframe);
  EXPECT_EQ(document->links[2].heading, "heading");
  EXPECT_EQ(document->links[2].place, LinkPlace::kBoilerplate);
}

TEST(WireTest, BringsBlocksThrough) {
  const auto document = decode_document(body_of(encode_document(sample())));
  ASSERT_TRUE(document);
  EXPECT_EQ(document->page_type, PageType::kForum);
  EXPECT_EQ(document->blocks, sample().blocks);
  EXPECT_EQ(document->block_reasons, sample().block_reasons);
}

TEST(WireTest, RefusesBlocksOutsideTheText) {
  const auto is_accepted = [](std::vector<Block> blocks) {
    Document document = sample();
    document.text = "caf\u00E9 au lait";
    document.blocks = std::move(blocks);
    document.block_reasons.clear();
    return decode_document(body_of(encode_document(document))).has_value();
  };
  EXPECT_TRUE(is_accepted({{0, 5}, {6, 2}}));
  EXPECT_FALSE(is_accepted({{6, 2}, {0, 5}})) << "out of order";
  EXPECT_FALSE(is_accepted({{0, 5}, {4, 2}})) << "overlapping";
  EXPECT_FALSE(is_accepted({{0, 4}})) << "inside a character";
  EXPECT_FALSE(is_accepted({{0, 2, BlockKind::kText, 7}})) << "no such level";
  Document long_block = sample();
  long_block.block_reasons.pop_back();
  EXPECT_FALSE(decode_document(body_of(encode_document(long_block)))) << "a reason is missing";
}

TEST(WireTest, BringsARequestThrough) {
  Request request{{"http://h.example/", "text/html", std::string("a\0b", 3), 42}, 9, "reason"};
  request.input.as_xml = true;
  request.input.explain_blocks = true;
  request.input.fetched = *parse_time("2026-11-29T14:00:00Z");
  const auto decoded = decode_request(body_of(encode_request(request)));
  ASSERT_TRUE(decoded);
  EXPECT_EQ(decoded->input.url, request.input.url);
  EXPECT_EQ(decoded->input.body, request.input.body);
  EXPECT_EQ(decoded->input.max_links, 42);
  EXPECT_TRUE(decoded->input.as_xml);
  EXPECT_TRUE(decoded->input.explain_blocks);
  EXPECT_EQ(decoded->input.fetched, request.input.fetched);
  EXPECT_EQ(decoded->cpu_seconds, 9u);
  EXPECT_EQ(decoded->fallback_reason, "reason");
}

TEST(WireTest, RefusesEveryFrameThatIsCutOrTooLong) {
  const std::string body = body_of(encode_document(sample()));
  for (std::size_t size = 0; size < body.size(); ++size) {
    EXPECT_FALSE(decode_document(std::string_view(body).substr(0, size))) << size;
  }
  EXPECT_FALSE(decode_document(body + "x"));
}

TEST(WireTest, SurvivesAnyBytes) {
  const std::string body = body_of(encode_document(sample()));
  std::mt19937 random(17);
  int accepted = 0;
  for (int round = 0; round < 20000; ++round) {
    std::string forged = body;
    for (int i = 0; i < 3; ++i) forged[random() % forged.size()] = static_cast<char>(random());
    if (const auto document = decode_document(forged)) {
      ++accepted;
      EXPECT_LE(document->links.size(), 3u);
      EXPECT_LE(document->status, ParseStatus::kDamaged);
    }
  }
  EXPECT_GT(accepted, 0);  // a changed letter of a text is a document like any other
  EXPECT_LT(accepted, 20000);
}

TEST(WireTest, CleansTextThatAWorkerForged) {
  Document document = sample();
  document.title =
      "a\xFF"
      "b\x01"
      "c";
  document.links[0].anchor = "\xED\xA0\x80";
  document.links[0].title = "a\uFFFE";
  const auto decoded = decode_document(body_of(encode_document(document)));
  ASSERT_TRUE(decoded);
  EXPECT_EQ(decoded->title, clean_utf8(document.title));
  EXPECT_EQ(decoded->links[0].anchor, clean_utf8(document.links[0].anchor));
  EXPECT_EQ(decoded->links[0].title, clean_utf8(document.links[0].title));
  EXPECT_EQ(decoded->text, document.text);
}

TEST(WireTest, CutsADocumentThatIsTooLarge) {
  Document document = sample();
  document.text.assign(kMaxDocumentBytes, 'x');
  const std::string frame = encode_document(document);
  EXPECT_LE(frame.size(), kMaxDocumentBytes + 1024);
  const auto decoded = decode_document(body_of(frame));
  ASSERT_TRUE(decoded);
  EXPECT_LT(decoded->text.size(), kMaxDocumentBytes);
  EXPECT_EQ(decoded->links.size() + decoded->links_cut, 10u);
}

}  // namespace
}  // namespace porthole::parser
