#include "porthole/output.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <system_error>
#include <utility>

#include "base/coverage.h"
#include "base/json/json.h"
#include "base/json/json_line.h"
#include "base/text/text.h"
#include "porthole/exit_code.h"

namespace porthole::cli {

namespace {

void print_to_standard_error(const nlohmann::ordered_json& json) { std::cerr << json_line(json); }

/// Names the variable in place of an option that was not given, where `message` blames that.
std::string naming_variables(std::string message, const Common& common) {
  for (const auto& [option, variable] : common.from_environment) {
    const std::size_t at = message.find(option);
    const std::size_t end = at == std::string::npos ? at : at + option.size();
    const bool is_whole = at != std::string::npos &&
                          (end == message.size() || message[end] == ' ' || message[end] == ':');
    if (is_whole) message.replace(at, option.size(), "the environment variable " + variable);
  }
  return message;
}

/// `hint` with the folder that was typed in place of DIR in its commands of the program: the
/// library does not know it.
std::string naming_folder(std::string hint, const Common& common) {
  constexpr std::string_view kProgram = "porthole ", kPlace = "DIR";
  if (common.folder.empty()) return hint;
  const std::string folder = shell_word(common.folder);
  for (std::size_t at = hint.find(kProgram); at != std::string::npos;
       at = hint.find(kProgram, at)) {
    at += kProgram.size();
    const std::size_t place = hint.find_first_not_of("abcdefghijklmnopqrstuvwxyz ", at);
    if (place == std::string::npos) break;
    const std::size_t end = place + kPlace.size();
    const bool is_whole = end == hint.size() || hint[end] == ' ' || hint[end] == ',';
    if (!is_whole || hint.compare(place, kPlace.size(), kPlace) != 0) continue;
    hint.replace(place, kPlace.size(), folder);
    at = place + folder.size();
  }
  return hint;
}

/// True if the typed folder is that of `error`: not for a file of another collection, such as one
/// that is searched, too. A taxonomy may be outside of its collection.
bool is_of_typed_folder(const Error& error, const Common& common) {
  namespace fs = std::filesystem;
  if (error.file.empty() || error.file.ends_with(".xml")) return true;
  std::error_code ignored;
  const fs::path file = fs::weakly_canonical(error.file, ignored);
  const fs::path folder = fs::weakly_canonical(common.folder, ignored);
  return std::mismatch(folder.begin(), folder.end(), file.begin(), file.end()).first ==
         folder.end();
}

}  // namespace

int report(const Error& reported, const Common& common) {
  Error error = reported;
  error.message = naming_variables(std::move(error.message), common);
  if (is_of_typed_folder(error, common)) error.hint = naming_folder(std::move(error.hint), common);
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

int report(ErrorCode code, std::string message, std::string hint, const Common& common) {
  return report(fail(code, std::move(message), std::move(hint)).value(), common);
}

std::function<void(const Error&)> end_with_error(const Common& common) {
  return [common](const Error& error) { end_process(report(error, common)); };
}

int report_each(const std::vector<Error>& errors, const Common& common) {
  for (const Error& error : errors) report(error, common);
  return errors.empty() ? kDone : kDoneButNotAll;
}

void note(const std::string& message, const std::string& hint, const Common& common) {
  const std::string command = naming_folder(hint, common);
  if (common.json) {
    print_to_standard_error({{"note", {{"message", message}, {"hint", command}}}});
  } else if (!common.quiet) {
    std::cerr << "porthole: " << printable(message) << (hint.empty() ? "" : "\n  ")
              << printable(command) << '\n';
  }
}

void print_json(const nlohmann::ordered_json& value) { std::cout << json_line(value); }

bool in_words(const Common& common) { return !common.json && !common.quiet; }

void print_reasons(const char* heading, const repository::ReasonCounts& reasons) {
  if (!reasons.empty()) std::printf("%s\n", heading);
  for (const auto& [reason, count] : reasons) {
    std::printf("  %10s  %s\n", with_commas(count).c_str(), name_of(reason).c_str());
  }
}

bool standard_error_is_terminal() { return ::isatty(STDERR_FILENO) != 0; }
bool standard_output_is_terminal() { return ::isatty(STDOUT_FILENO) != 0; }

bool may_emphasize() {
  const char* no_color = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  return standard_output_is_terminal() && (no_color == nullptr || *no_color == '\0') &&
         (terminal == nullptr || std::string_view(terminal) != "dumb");
}

std::string crawl_command(const std::string& folder) {
  return "porthole update " + shell_word(folder) + " --more 1000";
}

}  // namespace porthole::cli
