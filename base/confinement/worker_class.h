#pragma once

/// The classes of worker processes, and what each may do.
///
/// | class     | reads                      | writes      | network   | starts      | processes |
/// |-----------|----------------------------|-------------|-----------|-------------|-----------|
/// | kParser   | system, `readable`         | nothing     | none      | threads     | none      |
/// | kProtocol | system, resolver and TLS,  | nothing     | TCP, UDP, | threads     | none      |
/// |           | `readable`                 |             | no server |             |           |
/// | kTool     | system, tables of tools,   | /dev/null   | none      | programs of | none      |
/// |           | `readable`                 |             |           | /usr        |           |
/// | kOwnTool  | as kTool                   | and the     | none      | and of      | up to 64  |
/// |           |                            | `temporary` |           | `readable`  | more      |
///
/// kDescription and kSummarizer are as kParser.
///
/// "System": libraries, locales, fonts, magic numbers, time zones, and /proc/self. No class sends a
/// signal to another process, traces one, makes a namespace, mounts, or has privileges that its
/// user does not have; a process of root loses its capabilities (kProtocol and
/// kDescription keep CAP_DAC_READ_SEARCH). A forbidden call fails with EPERM; nothing is killed for
/// it.
///
/// Paths are enforced by Landlock, all else by seccomp. Without Landlock no class opens a file for
/// writing, and reading is not limited. A missing feature of the kernel is skipped.

#include <cstdint>
#include <optional>
#include <string_view>

namespace porthole::confinement {

enum class WorkerClass : std::uint8_t {
  kParser,       ///< The parser without plug-ins.
  kDescription,  ///< Declarations of plug-ins, and checks of their options. As kParser.
  kSummarizer,   ///< The parser with summarizers. As kParser; its launcher has programs run.
  kProtocol,     ///< Handlers of protocols.
  kTool,         ///< Programs of the system that summarizers run.
  kOwnTool,      ///< Programs that a user put into the folder of the plug-ins.
};

/// "parser", "description", "summarizer", "protocol", "tool", "own-tool".
std::string_view name_of(WorkerClass worker_class);
std::optional<WorkerClass> class_of(std::string_view name);

}  // namespace porthole::confinement
