#pragma once

/// Content digests (SHA-1) of the archive and the repository.

#include <string>
#include <string_view>

namespace porthole::archive {

/// Returns "sha1:" and the SHA-1 of `bytes` in base 32 (RFC 4648 6), the form of
/// WARC-Payload-Digest.
/// Thread safety: any thread.
std::string sha1_digest(std::string_view bytes);
/// Digest of the concatenation of `head` and `body`.
std::string sha1_digest(std::string_view head, std::string_view body);

}  // namespace porthole::archive
