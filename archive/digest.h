#pragma once

/// The digest by which the archive and the repository know a content.

#include <string>
#include <string_view>

namespace porthole::archive {

/// "sha1:" and the SHA-1 of `bytes` in base 32 (RFC 4648 6), as WARC-Payload-Digest has it.
/// Thread safety: any thread.
std::string sha1_digest(std::string_view bytes);
/// The same for the concatenation of `head` and `body`.
std::string sha1_digest(std::string_view head, std::string_view body);

}  // namespace porthole::archive
