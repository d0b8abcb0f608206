#pragma once

/// Log lines on standard error: "2026-11-20T18:20:53Z warning gatherer: ...", or one JSON object a
/// line for machines: {"log":{"time","level","module","message"}}.
///
/// Thread safety: all functions, any thread. Control characters in a message are replaced, so that
/// no crawled byte can forge a line.

#include <string_view>

namespace porthole {

enum class LogLevel { kError, kWarning, kInfo, kDebug };

/// Lines above this level are dropped; kWarning until set.
void set_log_level(LogLevel level);
LogLevel log_level();

enum class LogFormat { kWords, kJson };
/// kWords until set.
void set_log_format(LogFormat format);

void log(LogLevel level, std::string_view module, std::string_view message);

}  // namespace porthole
