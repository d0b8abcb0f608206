#include "archive/content_decoder.h"

#include <gtest/gtest.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <random>
#include <string>
#include <string_view>

#include "archive/gzip_member.h"

namespace porthole::archive {
namespace {

constexpr std::int64_t kPlenty = 64 << 20;

std::string gzipped(std::string_view content) {
  GzipMemberWriter writer;
  std::string member;
  writer.append({content}, Compression::kFast, member);
  return member;
}

/// Deflate in zlib's wrapper (window 15) or raw (window -15).
std::string deflated(std::string_view content, int window) {
  z_stream stream{};
  deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, window, 8, Z_DEFAULT_STRATEGY);
  std::string out(deflateBound(&stream, content.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(content.data()));
  stream.avail_in = static_cast<uInt>(content.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

std::string from_hex(std::string_view hex) {
  std::string bytes;
  for (std::size_t i = 0; i < hex.size(); i += 2) {
    bytes += static_cast<char>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16));
  }
  return bytes;
}

// Made by Node's zlib.brotliCompressSync.
const char* const kKettles = "Twenty kettles, twenty kettles, twenty kettles.";
const std::string kKettlesBrotli =
    from_hex("1b2e00f88d94abe56c4105bab1544f176b7b522c0ec45284a918e03f0faf32b4378404");
const std::string kEightMebibytesOfABrotli = from_hex("9bffff7ff825c2e2b14020f7fe0f");

struct Outcome {
  DecodeStatus status = DecodeStatus::kGoingOn;
  std::string content;
};

/// Decodes `bytes` fed in pieces of `piece` bytes, to the end.
Outcome decode(std::string_view coding, std::string_view bytes, std::int64_t limit = kPlenty,
               std::size_t piece = 1000, std::string_view type = {}) {
  auto decoder = ContentDecoder::make(coding, limit, type).value();
  Outcome outcome;
  for (std::size_t at = 0; at < bytes.size() && outcome.status == DecodeStatus::kGoingOn;
       at += piece) {
    outcome.status = decoder->feed(bytes.substr(at, piece), outcome.content);
  }
  if (outcome.status == DecodeStatus::kGoingOn) outcome.status = decoder->finish(outcome.content);
  return outcome;
}

TEST(ContentDecoderTest, UndoesEachCodingInPiecesOfAnySize) {
  const std::string text(kKettles);
  for (const std::size_t piece : {1, 2, 7, 1000}) {
    EXPECT_EQ(decode("", text, kPlenty, piece).content, text);
    EXPECT_EQ(decode("identity", text, kPlenty, piece).content, text);
    EXPECT_EQ(decode("gzip", gzipped(text), kPlenty, piece).content, text);
    EXPECT_EQ(decode("x-GZip", gzipped(text), kPlenty, piece).content, text);
    EXPECT_EQ(decode("deflate", deflated(text, 15), kPlenty, piece).content, text);
    EXPECT_EQ(decode("deflate", deflated(text, -15), kPlenty, piece).content, text);
    EXPECT_EQ(decode("br", kKettlesBrotli, kPlenty, piece).content, text);
  }
}

// RFC 1952 2.2: members "simply appear one after another".
TEST(ContentDecoderTest, JoinsGzipMembersAndIgnoresWhatIsNone) {
  const Outcome outcome = decode("gzip", gzipped("one ") + gzipped("two") + "padding", kPlenty, 5);
  EXPECT_EQ(outcome.status, DecodeStatus::kGoingOn);
  EXPECT_EQ(outcome.content, "one two");
}

// Seen in answers of 1997: names of Content-Transfer-Encoding (RFC 2045 6.2).
TEST(ContentDecoderTest, PassesOnWhatIsOnlyCalledACoding) {
  for (const char* coding :
       {"8bit", "7Bit", "binary", "none", "identity, identity", "utf-8", "br;q=1", "\x01"}) {
    EXPECT_EQ(decode(coding, "text").content, "text") << coding;
    EXPECT_FALSE(ContentDecoder::make(coding, kPlenty).value()->changes_bytes()) << coding;
  }
}

TEST(ContentDecoderTest, TakesABodyOfNoBytesInEveryCoding) {
  for (const char* coding : {"", "gzip", "deflate", "br"}) {
    EXPECT_EQ(decode(coding, "").status, DecodeStatus::kGoingOn) << coding;
  }
}

TEST(ContentDecoderTest, CutsAtTheLimitAndNotBefore) {
  const std::string text(kKettles);
  const auto size = static_cast<std::int64_t>(text.size());
  for (const auto& [coding, bytes] :
       {std::pair{"", text}, {"gzip", gzipped(text)}, {"br", kKettlesBrotli}}) {
    EXPECT_EQ(decode(coding, bytes, size + 1).status, DecodeStatus::kGoingOn) << coding;
    EXPECT_EQ(decode(coding, bytes, size).status, DecodeStatus::kGoingOn) << coding;
    const Outcome cut = decode(coding, bytes, size - 1);
    EXPECT_EQ(cut.status, DecodeStatus::kLimit) << coding;
    EXPECT_EQ(cut.content, text.substr(0, text.size() - 1)) << coding;
  }
}

TEST(ContentDecoderTest, TellsCodingsThatEndInTheMiddle) {
  EXPECT_EQ(decode("gzip", gzipped("text").substr(0, 15)).status, DecodeStatus::kCorrupt);
  EXPECT_EQ(decode("deflate", deflated("text", 15).substr(0, 8)).status, DecodeStatus::kCorrupt);
  EXPECT_EQ(decode("br", kKettlesBrotli.substr(0, 20)).status, DecodeStatus::kCorrupt);
}

TEST(ContentDecoderTest, TellsBytesThatAreNotInTheCoding) {
  EXPECT_EQ(decode("br", "<html>\x01").status, DecodeStatus::kCorrupt);
  EXPECT_EQ(decode("gzip", gzipped("text").replace(10, 3, "\xff\xff\xff")).status,
            DecodeStatus::kCorrupt);
}

TEST(ContentDecoderTest, ReadsWhatBrowsersReadOfABodyThatIsNotQuiteInItsCoding) {
  std::string wrong_sum = gzipped("text");
  wrong_sum[wrong_sum.size() - 8] ^= 1;
  for (const std::size_t piece : {1, 1000}) {
    for (const char* coding : {"gzip", "deflate", "br", "zstd", "br, gzip", "gzip, br"})
      for (const char* text : {"<html>plain", "{\"a\": 1}", "Hello, plain", "\xEF\xBB\xBF<p>"})
        EXPECT_EQ(decode(coding, text, kPlenty, piece).content, text) << coding;
    EXPECT_EQ(decode("gzip", wrong_sum, kPlenty, piece).content, "text");
    EXPECT_EQ(decode("deflate", gzipped("text"), kPlenty, piece).content, "text");
    EXPECT_EQ(decode("gzip", deflated("text", 15), kPlenty, piece).content, "text");
    EXPECT_EQ(decode("gzip, deflate", gzipped("text"), kPlenty, piece).content, "text");
    for (const auto& [coding, bytes] : {std::pair{"", gzipped("text")},
                                        {"gzip", gzipped(gzipped("text"))},
                                        {"", std::string("text")}}) {
      EXPECT_EQ(decode(coding, bytes, kPlenty, piece, "Text/HTML; charset=x").content, "text");
    }
  }
  EXPECT_EQ(decode("", gzipped("text"), kPlenty, 7, "application/gzip").content, gzipped("text"));
}

TEST(ContentDecoderTest, RefusesBombsOfEachCoding) {
  const std::string zeros(8 << 20, '\0');
  EXPECT_EQ(decode("gzip", gzipped(zeros)).status, DecodeStatus::kBomb);
  EXPECT_EQ(decode("deflate", deflated(zeros, 15)).status, DecodeStatus::kBomb);
  EXPECT_EQ(decode("br", kEightMebibytesOfABrotli).status, DecodeStatus::kBomb);
}

TEST(ContentDecoderTest, LetsAFirstMebibyteOfOneLetterThrough) {
  const std::string letters(1 << 20, 'a');
  const Outcome outcome = decode("gzip", gzipped(letters));
  EXPECT_EQ(outcome.status, DecodeStatus::kGoingOn);
  EXPECT_EQ(outcome.content.size(), letters.size());
  EXPECT_EQ(decode("gzip", gzipped(letters + "a")).status, DecodeStatus::kBomb);
}

// A name in a gzip header (RFC 1952 2.3.1) may be of any length and carries no content.
TEST(ContentDecoderTest, RefusesCodedBytesThatCarryNothing) {
  std::string endless = gzipped("x").substr(0, 10);
  endless[3] = 0x08;  // FNAME.
  endless += std::string(1 << 20, 'n');
  EXPECT_EQ(decode("gzip", endless, 1000).status, DecodeStatus::kBomb);
}

TEST(ContentDecoderTest, CodedBytesHaveALimitInEveryCoding) {
  const std::string coded(1 << 20, 'n');
  EXPECT_EQ(decode("br", coded, 1000, coded.size()).status, DecodeStatus::kBomb);
}

TEST(ContentDecoderTest, GoesOnAfterNoBytesAtAll) {
  const std::string coded = gzipped("text");
  auto decoder = ContentDecoder::make("gzip", kPlenty).value();
  std::string content;
  for (const std::string_view piece : {coded.substr(0, 5), std::string(), coded.substr(5)})
    EXPECT_EQ(decoder->feed(piece, content), DecodeStatus::kGoingOn);
  EXPECT_EQ(decoder->finish(content), DecodeStatus::kGoingOn);
  EXPECT_EQ(content, "text");
}

/// Bytes that cannot be made smaller.
std::string incompressible(std::size_t size) {
  std::minstd_rand random(1);
  std::string bytes(size, '\0');
  std::generate(bytes.begin(), bytes.end(), [&] { return static_cast<char>(random() >> 16); });
  return bytes;
}

// Content is decoded in pieces of 32 KiB.
TEST(ContentDecoderTest, ContentThatFillsWholePiecesIsGivenWhole) {
  constexpr std::size_t kPiece = 32 << 10;
  const std::string content = incompressible(64 * kPiece);
  for (const std::size_t size : {kPiece, 2 * kPiece, content.size()}) {
    const std::string text = content.substr(0, size);
    EXPECT_TRUE(decode("gzip", gzipped(text), kPlenty, size * 2).content == text) << size;
    EXPECT_TRUE(decode("deflate", deflated(text, -15), kPlenty, size * 2).content == text) << size;
    GzipMemberWriter writer;
    std::string stored;
    writer.append({text}, Compression::kStored, stored);
    for (std::size_t piece = size; piece < size + 40; ++piece)
      EXPECT_TRUE(decode("gzip", stored, kPlenty, piece).content == text) << piece;
  }
}

TEST(ContentDecoderTest, IgnoresWhatFollowsDeflatedContent) {
  const Outcome outcome = decode("deflate", deflated("text", 15) + "\x1f more");
  EXPECT_EQ(outcome.status, DecodeStatus::kGoingOn);
  EXPECT_EQ(outcome.content, "text");
}

// The window of such a wrapper would have more than 32 KiB (RFC 1950 2.2).
TEST(ContentDecoderTest, AWrapperWithATooLargeWindowIsNotOne) {
  EXPECT_EQ(decode("deflate", "\xf8\x01 and more").status, DecodeStatus::kCorrupt);
}

TEST(ContentDecoderTest, UndoesLayersOfCodingsInPiecesOfAnySize) {
  for (const std::size_t piece : {1, 7, 1000}) {
    EXPECT_EQ(decode("gzip, gzip", gzipped(gzipped("text")), kPlenty, piece).content, "text");
    EXPECT_EQ(decode("deflate, x-gzip", gzipped(deflated("text", 15)), kPlenty, piece).content,
              "text");
  }
  EXPECT_EQ(decode("gzip, gzip", gzipped(gzipped(std::string(8 << 20, '\0')))).status,
            DecodeStatus::kBomb);
}

TEST(ContentDecoderTest, UndoesZstdWithItsLimits) {
  const auto coded = [](const std::string& content) {
    std::string out(ZSTD_compressBound(content.size()), '\0');
    out.resize(ZSTD_compress(out.data(), out.size(), content.data(), content.size(), 3));
    return out;
  };
  for (const std::size_t piece : {1, 7, 1000})
    EXPECT_EQ(decode("zstd", coded("kettles") + coded(" and more"), kPlenty, piece).content,
              "kettles and more");
  EXPECT_EQ(decode("zstd", coded("kettles").substr(0, 12)).status, DecodeStatus::kCorrupt);
  EXPECT_EQ(decode("zstd", coded(std::string(8 << 20, '\0'))).status, DecodeStatus::kBomb);
}

TEST(ContentDecoderTest, RefusesCodingsThatItCannotUndoAndTooManyLayers) {
  for (const char* coding : {"compress", "gzip,gzip,gzip,gzip"}) {
    const auto decoder = ContentDecoder::make(coding, kPlenty);
    ASSERT_FALSE(decoder) << coding;
    EXPECT_EQ(decoder.error().code, ErrorCode::kUnsupported) << coding;
  }
  EXPECT_TRUE(ContentDecoder::make("identity, gzip", kPlenty));
}

}  // namespace
}  // namespace porthole::archive
