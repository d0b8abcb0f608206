#include "base/log.h"

#include <atomic>
#include <cstdio>
#include <string>

#include "base/clock.h"
#include "base/text/format.h"

namespace porthole {
namespace {

std::atomic<LogLevel> threshold{LogLevel::kWarning};
std::atomic<LogFormat> log_format{LogFormat::kWords};

const char* level_name(LogLevel level) {
  switch (level) {
    case LogLevel::kError:
      return "error";
    case LogLevel::kWarning:
      return "warning";
    case LogLevel::kInfo:
      return "info";
    case LogLevel::kDebug:
      return "debug";
  }
  return "error";
}

/// `text` on one line.
std::string one_line(std::string_view text) {
  std::string line = printable(text);
  for (char& c : line) {
    if (c == '\n' || c == '\t') c = ' ';
  }
  return line;
}

/// Quotes the output of one_line() as a JSON string: it can contain no other characters that RFC
/// 8259, section 7 requires to be escaped.
std::string json_string(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

std::string line_in_words(const std::string& time, LogLevel level, std::string_view module,
                          std::string_view message) {
  return time + " " + level_name(level) + " " + one_line(module) + ": " + one_line(message) + "\n";
}

std::string line_in_json(const std::string& time, LogLevel level, std::string_view module,
                         std::string_view message) {
  return "{\"log\":{\"time\":" + json_string(time) +
         ",\"level\":" + json_string(level_name(level)) +
         ",\"module\":" + json_string(one_line(module)) +
         ",\"message\":" + json_string(one_line(message)) + "}}\n";
}

}  // namespace

void set_log_format(LogFormat format) { log_format.store(format, std::memory_order_relaxed); }

void set_log_level(LogLevel level) { threshold.store(level, std::memory_order_relaxed); }

LogLevel log_level() { return threshold.load(std::memory_order_relaxed); }

void log(LogLevel level, std::string_view module, std::string_view message) {
  if (level > log_level()) return;
  const std::string time = format_time(system_clock().wall());
  const std::string line = log_format.load(std::memory_order_relaxed) == LogFormat::kJson
                               ? line_in_json(time, level, module, message)
                               : line_in_words(time, level, module, message);
  std::fwrite(line.data(), 1, line.size(), stderr);  // one call: stdio locks the stream for it
}

}  // namespace porthole
