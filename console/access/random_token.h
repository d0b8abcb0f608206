#pragma once

/// Random tokens: secrets, session ids, tokens against forged requests.

#include <string>
#include <string_view>

namespace porthole::console {

/// 256 bits of the system's generator as 64 hexadecimal digits. Thread safety: any thread.
std::string random_token();

/// Compares without telling by its time where the two differ; their lengths are no secret.
bool is_same_secret(std::string_view one, std::string_view other);

}  // namespace porthole::console
