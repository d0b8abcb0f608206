#include "porthole/output.h"

#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "porthole/exit_code.h"

namespace porthole::cli {

namespace {

void print_to_standard_error(const nlohmann::ordered_json& json) {
  std::cerr << json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) << '\n';
}

}  // namespace

int report(const Error& error, const Common& common) {
  if (common.json) {
    print_to_standard_error({{"error",
                              {{"code", error_code_name(error.code)},
                               {"message", error.message},
                               {"file", error.file},
                               {"line", error.line},
                               {"hint", error.hint}}}});
  } else {
    std::cerr << "porthole: " << printable(error.to_string()) << '\n';
  }
  return exit_code(error.code);
}

void note(const std::string& message, const std::string& hint, const Common& common) {
  if (common.json) {
    print_to_standard_error({{"note", {{"message", message}, {"hint", hint}}}});
  } else if (!common.quiet) {
    std::cerr << "porthole: " << printable(message) << (hint.empty() ? "" : "\n  ")
              << printable(hint) << '\n';
  }
}

bool in_words(const Common& common) { return !common.json && !common.quiet; }

std::string printable(std::string_view text) {
  std::string out = clean_utf8(text);
  for (char& c : out) {
    if (static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t') c = ' ';
    if (c == 0x7f) c = ' ';
  }
  return out;
}

std::string shell_word(const std::string& text) {
  constexpr std::string_view kPlain =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789%+,-./:=@_";
  if (!text.empty() && text.find_first_not_of(kPlain) == std::string::npos) return text;
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::string percent(double share) {
  char out[32];
  std::snprintf(out, sizeof out, "%.1f %%", 100 * share);
  return out;
}

std::string duration(double seconds) {
  const auto whole = static_cast<long>(seconds + 0.5);
  if (whole < 60) {
    char out[32];
    std::snprintf(out, sizeof out, seconds < 10 ? "%.1f s" : "%.0f s", seconds);
    return out;
  }
  if (whole < 3600) return std::to_string(whole / 60) + " min " + std::to_string(whole % 60) + " s";
  return std::to_string(whole / 3600) + " h " + std::to_string(whole % 3600 / 60) + " min";
}

std::string bytes(std::int64_t count) {
  const char* const units[] = {"bytes", "KiB", "MiB", "GiB", "TiB"};
  auto value = static_cast<double>(count);
  std::size_t unit = 0;
  while (value >= 1024 && unit < 4) {
    value /= 1024;
    ++unit;
  }
  char out[48];
  std::snprintf(out, sizeof out, unit == 0 ? "%.0f %s" : "%.1f %s", value, units[unit]);
  return out;
}

std::string joined(const std::vector<std::string>& names, std::string_view separator) {
  std::string list;
  for (const std::string& name : names) {
    if (!list.empty()) list += separator;
    list += name;
  }
  return list;
}

void print_reasons(const char* heading, const std::vector<std::pair<std::string, std::int64_t>>& reasons) {
  if (!reasons.empty()) std::printf("%s\n", heading);
  for (const auto& [reason, count] : reasons) {
    std::printf("  %10s  %s\n", with_commas(count).c_str(), printable(reason).c_str());
  }
}

bool standard_error_is_terminal() { return ::isatty(STDERR_FILENO) != 0; }
bool standard_output_is_terminal() { return ::isatty(STDOUT_FILENO) != 0; }

Result<std::string> program_file(const std::string& name) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  for (const fs::path& place : {program.parent_path() / "../share/porthole" / name, fs::path(PORTHOLE_SOURCE_DIR) / name}) {
    if (fs::exists(place, error)) return fs::weakly_canonical(place, error).string();
  }
  return fail(ErrorCode::kNotFound, "the program's own file " + name + " is missing",
              "install Porthole again, or run it from its source tree");
}

}  // namespace porthole::cli
