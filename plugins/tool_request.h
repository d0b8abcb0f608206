#pragma once

/// The channel over which a summarizer in a sandbox process has programs run: the process itself
/// may start none (base/confinement/confinement.h), its launcher may
/// (parser/process/tool_launcher.h).
///
/// A channel of SOCK_SEQPACKET, one request at a time:
///
///   request  seconds of CPU, the program's path, then its arguments with their own name first;
///            each ends in a zero byte. Two descriptors come with it: standard input and output.
///   answer   the status of waitpid() as an int, or a negative errno when nothing was started.
///   kToolEnd the request for the end of the program; the answer follows.

#include <cstddef>

namespace porthole {

/// The environment variable that has the number of the channel's descriptor.
inline constexpr const char* kToolChannel = "PORTHOLE_TOOL_CHANNEL";
inline constexpr std::size_t kMaxToolRequestBytes = 64u << 10;
inline constexpr char kToolEnd = 'x';

}  // namespace porthole
