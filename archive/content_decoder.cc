#include "archive/content_decoder.h"

#include <brotli/decode.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <new>
#include <string>
#include <utility>

#include "base/text/text.h"

namespace porthole::archive {
namespace {

/// Passes bytes on.
class PlainDecoder : public ContentDecoder {
 public:
  explicit PlainDecoder(std::int64_t limit) : limit_(limit) {}

  DecodeStatus feed(std::string_view bytes, std::string& content) override {
    const auto room = static_cast<std::size_t>(limit_ - given_);
    const std::string_view fitting = bytes.substr(0, room);
    content.append(fitting);
    given_ += static_cast<std::int64_t>(fitting.size());
    return fitting.size() < bytes.size() ? DecodeStatus::kLimit : DecodeStatus::kGoingOn;
  }
  DecodeStatus finish(std::string&) override { return DecodeStatus::kGoingOn; }
  bool changes_bytes() const override { return false; }

 private:
  const std::int64_t limit_;
  std::int64_t given_ = 0;
};

constexpr std::size_t kSniffedBytes = 1024;
constexpr std::int64_t kEmptyBytes = 2;  // Brotli of nothing has one, and is text.

/// Text, so that it is not in a coding.
bool is_text(std::string_view bytes) {
  return std::none_of(bytes.begin(), bytes.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x20 &&
           std::string_view("\t\n\r\f").find(c) == std::string_view::npos;
  });
}

/// Base of the decoders: enforces the limits, and passes text on that is not in the coding.
class CountingDecoder : public ContentDecoder {
 public:
  explicit CountingDecoder(std::int64_t limit) : limit_(limit) {}

  DecodeStatus feed(std::string_view bytes, std::string& content) final {
    if (bytes.empty()) return DecodeStatus::kGoingOn;
    if (!is_plain_ && coded_ == 0) is_plain_ = !may_begin(static_cast<unsigned char>(bytes[0]));
    coded_ += static_cast<std::int64_t>(bytes.size());
    if (is_plain_) return give(bytes, content);
    if (coded_ > limit_ + kCodingOverhead) return DecodeStatus::kBomb;
    is_text_ = is_text_ && is_text(bytes.substr(0, kSniffedBytes));
    if (is_text_) begin_ += bytes;
    const DecodeStatus status = decode(bytes, content);
    const bool is_empty = given_ == 0 && has_ended() && coded_ > kEmptyBytes;
    const bool is_wrong = status == DecodeStatus::kCorrupt || is_empty;
    return is_wrong && is_text_ ? give_text(content) : status;
  }

  DecodeStatus finish(std::string& content) final {
    if (is_plain_ || coded_ == 0 || has_ended()) return DecodeStatus::kGoingOn;
    return is_text_ ? give_text(content) : DecodeStatus::kCorrupt;
  }

  bool changes_bytes() const override { return !is_plain_ || !begin_.empty(); }

 protected:
  /// False for a first byte with which nothing in this coding begins.
  virtual bool may_begin(unsigned char) const { return true; }
  virtual DecodeStatus decode(std::string_view bytes, std::string& content) = 0;
  /// True at the end of the coded bytes.
  virtual bool has_ended() const = 0;

  /// Gives a piece of content, as far as the limits let it.
  DecodeStatus give(std::string_view piece, std::string& content) {
    const std::string_view fitting = piece.substr(0, static_cast<std::size_t>(limit_ - given_));
    content.append(fitting);
    given_ += static_cast<std::int64_t>(fitting.size());
    if (given_ > kExpansionFreeBytes && given_ / kMaxExpansion > coded_) return DecodeStatus::kBomb;
    return fitting.size() < piece.size() ? DecodeStatus::kLimit : DecodeStatus::kGoingOn;
  }

 private:
  /// Takes back what was made of text that is not coded.
  DecodeStatus give_text(std::string& content) {
    content.resize(content.size() - static_cast<std::size_t>(given_));
    given_ = 0;
    is_plain_ = true;
    return give(begin_, content);
  }

  const std::int64_t limit_;
  std::int64_t coded_ = 0;
  std::int64_t given_ = 0;
  std::string begin_;    ///< The bytes as long as they were text.
  bool is_text_ = true;  ///< All that was fed.
  bool is_plain_ = false;
};

constexpr std::size_t kPiece = 32 << 10;

/// kUnsaid: gzip, or text as it is.
enum class ZlibCoding { kGzip, kDeflate, kUnsaid };

/// gzip and deflate.
class ZlibDecoder : public CountingDecoder {
 public:
  ZlibDecoder(ZlibCoding coding, std::int64_t limit) : CountingDecoder(limit), coding_(coding) {}
  ~ZlibDecoder() override {
    if (open_) inflateEnd(&stream_);
  }
  ZlibDecoder(const ZlibDecoder&) = delete;
  ZlibDecoder& operator=(const ZlibDecoder&) = delete;

  bool may_begin(unsigned char first) const override {
    return coding_ == ZlibCoding::kDeflate || first == kGzipMagic ||
           (coding_ == ZlibCoding::kGzip && is_wrapped(first));
  }

  DecodeStatus decode(std::string_view bytes, std::string& content) override {
    if (!open_) open(static_cast<unsigned char>(bytes.front()));
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream_.avail_in = static_cast<uInt>(bytes.size());
    while (true) {
      if (ended_ && !begin_next_member()) return DecodeStatus::kGoingOn;
      const DecodeStatus status = inflate_piece(content);
      if (status != DecodeStatus::kGoingOn) return status;
      if (stream_.avail_in == 0 && stream_.avail_out > 0) return DecodeStatus::kGoingOn;
    }
  }

  bool has_ended() const override { return ended_; }

 private:
  /// "deflate" should come in zlib's wrapper, whose first byte has 8 in its low half and at most 7
  /// in its high half (RFC 1950 2.2); a raw stream that begins with such a byte does not occur: it
  /// would be a stored or reserved block with bits set that compressors leave clear.
  static bool is_wrapped(unsigned char first) {
    return (first & 0x0f) == Z_DEFLATED && (first >> 4) <= 7;
  }

  /// Takes the wrapper that is there, whichever of the two is said: no raw stream begins like gzip,
  /// either. As in browsers, a checksum that is wrong takes no text away.
  void open(unsigned char first) {
    is_gzip_ = first == kGzipMagic;
    const int window = is_gzip_ ? MAX_WBITS + 16 : is_wrapped(first) ? MAX_WBITS : -MAX_WBITS;
    open_ = inflateInit2(&stream_, window) == Z_OK;  // inflate() says if it is not.
    if (open_) inflateValidate(&stream_, 0);
  }

  DecodeStatus inflate_piece(std::string& content) {
    std::array<char, kPiece> piece;
    stream_.next_out = reinterpret_cast<Bytef*>(piece.data());
    stream_.avail_out = static_cast<uInt>(piece.size());
    const int result = inflate(&stream_, Z_NO_FLUSH);
    ended_ = result == Z_STREAM_END;
    const DecodeStatus status = give({piece.data(), piece.size() - stream_.avail_out}, content);
    const bool goes_on = ended_ || result == Z_OK || result == Z_BUF_ERROR;
    return goes_on ? status : DecodeStatus::kCorrupt;
  }

  /// After the end of a gzip member another may follow (RFC 1952 2.2); anything else is ignored, as
  /// browsers do.
  bool begin_next_member() {
    if (!is_gzip_ || stream_.avail_in == 0 || *stream_.next_in != kGzipMagic) return false;
    ended_ = false;
    return inflateReset(&stream_) == Z_OK;
  }

  static constexpr Bytef kGzipMagic = 0x1f;

  const ZlibCoding coding_;
  z_stream stream_{};
  bool open_ = false;
  bool is_gzip_ = false;
  bool ended_ = false;
};

class BrotliDecoder : public CountingDecoder {
 public:
  explicit BrotliDecoder(std::int64_t limit)
      : CountingDecoder(limit), state_(BrotliDecoderCreateInstance(nullptr, nullptr, nullptr)) {
    if (state_ == nullptr) throw std::bad_alloc();  // not tested: out of memory
  }
  ~BrotliDecoder() override { BrotliDecoderDestroyInstance(state_); }
  BrotliDecoder(const BrotliDecoder&) = delete;
  BrotliDecoder& operator=(const BrotliDecoder&) = delete;

  DecodeStatus decode(std::string_view bytes, std::string& content) override {
    const auto* in = reinterpret_cast<const std::uint8_t*>(bytes.data());
    std::size_t in_size = bytes.size();
    while (!BrotliDecoderIsFinished(state_)) {
      std::array<char, kPiece> piece;
      auto* out = reinterpret_cast<std::uint8_t*>(piece.data());
      std::size_t room = piece.size();
      const BrotliDecoderResult result =
          BrotliDecoderDecompressStream(state_, &in_size, &in, &room, &out, nullptr);
      if (result == BROTLI_DECODER_RESULT_ERROR) return DecodeStatus::kCorrupt;
      const DecodeStatus status = give({piece.data(), piece.size() - room}, content);
      if (status != DecodeStatus::kGoingOn) return status;
      if (result == BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT) break;
    }
    return DecodeStatus::kGoingOn;
  }

  bool has_ended() const override { return BrotliDecoderIsFinished(state_) != 0; }

 private:
  BrotliDecoderState* state_;
};

/// One frame after the other.
class ZstdDecoder : public CountingDecoder {
 public:
  explicit ZstdDecoder(std::int64_t limit) : CountingDecoder(limit), context_(ZSTD_createDCtx()) {
    if (context_ == nullptr) throw std::bad_alloc();
    constexpr int kWindowLog = 23;  // 8 MiB, as RFC 9659 has it.
    ZSTD_DCtx_setParameter(context_, ZSTD_d_windowLogMax, kWindowLog);
  }
  ~ZstdDecoder() override { ZSTD_freeDCtx(context_); }
  ZstdDecoder(const ZstdDecoder&) = delete;
  ZstdDecoder& operator=(const ZstdDecoder&) = delete;

  DecodeStatus decode(std::string_view bytes, std::string& content) override {
    ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
    std::array<char, kPiece> piece;
    for (bool is_full = false; in.pos < in.size || is_full;) {
      ZSTD_outBuffer out{piece.data(), piece.size(), 0};
      left_ = ZSTD_decompressStream(context_, &out, &in);
      if (ZSTD_isError(left_) != 0) return DecodeStatus::kCorrupt;
      const DecodeStatus status = give({piece.data(), out.pos}, content);
      if (status != DecodeStatus::kGoingOn) return status;
      is_full = out.pos == out.size && left_ != 0;
    }
    return DecodeStatus::kGoingOn;
  }

  bool has_ended() const override { return left_ == 0; }

 private:
  ZSTD_DCtx* context_;
  std::size_t left_ = 0;  ///< 0 at the end of a frame.
};

/// Undoes two codings, the outer one first.
class LayeredDecoder : public ContentDecoder {
 public:
  LayeredDecoder(std::unique_ptr<ContentDecoder> outer, std::unique_ptr<ContentDecoder> inner)
      : outer_(std::move(outer)), inner_(std::move(inner)) {}

  DecodeStatus feed(std::string_view bytes, std::string& content) override {
    std::string between;
    const DecodeStatus status = outer_->feed(bytes, between);
    const DecodeStatus inner = inner_->feed(between, content);
    return inner == DecodeStatus::kGoingOn ? status : inner;
  }
  DecodeStatus finish(std::string& content) override {
    std::string between;
    const DecodeStatus status = outer_->finish(between);
    const DecodeStatus fed = inner_->feed(between, content);
    const DecodeStatus inner = fed == DecodeStatus::kGoingOn ? inner_->finish(content) : fed;
    return status == DecodeStatus::kGoingOn ? inner : status;
  }
  bool changes_bytes() const override { return outer_->changes_bytes() || inner_->changes_bytes(); }

 private:
  std::unique_ptr<ContentDecoder> outer_, inner_;
};

/// Codings of IANA's registry that are not undone here.
bool is_not_undone(std::string_view coding) {
  constexpr std::array<std::string_view, 7> kNames = {"compress", "x-compress",   "dcb",      "dcz",
                                                      "exi",      "pack200-gzip", "aes128gcm"};
  return std::find(kNames.begin(), kNames.end(), coding) != kNames.end();
}

/// True for types of text, of which a body that is packed with gzip was packed once more than its
/// head says.
bool is_type_of_text(std::string_view content_type) {
  const std::string type = ascii_lower(trim(content_type.substr(0, content_type.find(';'))));
  return type.starts_with("text/") || type.ends_with("+xml") || type.ends_with("/xml") ||
         type.ends_with("json");
}

std::unique_ptr<ContentDecoder> decoder_for(std::string_view coding, std::int64_t limit) {
  if (coding == "deflate") return std::make_unique<ZlibDecoder>(ZlibCoding::kDeflate, limit);
  if (coding == "br") return std::make_unique<BrotliDecoder>(limit);
  if (coding == "zstd") return std::make_unique<ZstdDecoder>(limit);
  if (coding == "gzip" || coding == "x-gzip")
    return std::make_unique<ZlibDecoder>(ZlibCoding::kGzip, limit);
  return nullptr;
}

}  // namespace

Result<std::unique_ptr<ContentDecoder>> ContentDecoder::make(std::string_view content_encoding,
                                                             std::int64_t limit,
                                                             std::string_view content_type) {
  limit = std::max<std::int64_t>(limit, 0);
  std::unique_ptr<ContentDecoder> decoder;
  if (is_type_of_text(content_type))
    decoder = std::make_unique<ZlibDecoder>(ZlibCoding::kUnsaid, limit);
  std::size_t layers = 0;
  for (const std::string_view part : split(content_encoding, ',')) {
    const std::string name = ascii_lower(trim(part));
    if (is_not_undone(name))
      return fail(ErrorCode::kUnsupported, "unknown content coding '" + name + "'");
    std::unique_ptr<ContentDecoder> next =
        decoder_for(name, decoder == nullptr ? limit : limit + kCodingOverhead);
    if (next == nullptr) continue;
    if (++layers > kMostLayers)
      return fail(ErrorCode::kUnsupported,
                  "more than " + std::to_string(kMostLayers) + " content codings");
    decoder = decoder == nullptr
                  ? std::move(next)
                  : std::make_unique<LayeredDecoder>(std::move(next), std::move(decoder));
  }
  if (decoder == nullptr) return std::make_unique<PlainDecoder>(limit);
  return decoder;
}

}  // namespace porthole::archive
