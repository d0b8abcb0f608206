#include "archive/digest.h"

#include <openssl/evp.h>

#include <array>
#include <cstdint>
#include <memory>
#include <new>

namespace porthole::archive {
namespace {

constexpr std::size_t kSha1Bytes = 20;
using Sha1 = std::array<unsigned char, kSha1Bytes>;

struct ContextCleanup {
  void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
};

/// 20 bytes are exactly 32 characters of five bits: no padding.
std::string base32(const Sha1& digest) {
  constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  std::string text;
  std::uint32_t bits = 0;
  int count = 0;
  for (const unsigned char byte : digest) {
    bits = (bits << 8) | byte;
    count += 8;
    while (count >= 5) {
      count -= 5;
      text += kAlphabet[(bits >> count) & 31];
    }
  }
  return text;
}

}  // namespace

std::string sha1_digest(std::string_view bytes) { return sha1_digest(bytes, {}); }

std::string sha1_digest(std::string_view head, std::string_view body) {
  thread_local const std::unique_ptr<EVP_MD_CTX, ContextCleanup> context(EVP_MD_CTX_new());
  Sha1 digest;
  const bool done = context && EVP_DigestInit_ex(context.get(), EVP_sha1(), nullptr) == 1 &&
                    EVP_DigestUpdate(context.get(), head.data(), head.size()) == 1 &&
                    EVP_DigestUpdate(context.get(), body.data(), body.size()) == 1 &&
                    EVP_DigestFinal_ex(context.get(), digest.data(), nullptr) == 1;
  if (!done) throw std::bad_alloc();  // The only way in which SHA-1 can fail.
  return "sha1:" + base32(digest);
}

}  // namespace porthole::archive
