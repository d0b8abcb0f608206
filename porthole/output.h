#pragma once

/// What the verbs print: results to standard output, all else to standard error.

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "base/text.h"
#include "porthole/common.h"

namespace porthole::cli {

/// Prints `error` (one JSON line under --json, else words) and returns its exit code.
int report(const Error& error, const Common& common);

/// Prints what a person should know though nothing failed: {"note":{"message","hint"}} under
/// --json, nothing under --quiet.
void note(const std::string& message, const std::string& hint, const Common& common);

/// Whether the verb tells in words what it did: neither --json nor --quiet.
bool in_words(const Common& common);

/// `text` with control characters (a terminal would obey them) replaced.
std::string printable(std::string_view text);

/// `text` as one word of a shell's command line, quoted where it must be.
std::string shell_word(const std::string& text);

/// 0.4567 -> "45.7 %"; seconds -> "2 min 5 s"; bytes -> "3.4 MiB".
std::string percent(double share);
std::string duration(double seconds);
std::string bytes(std::int64_t count);

/// A size as the signed number that with_commas(), counted() and JSON take.
inline std::int64_t number(std::size_t size) { return static_cast<std::int64_t>(size); }

std::string joined(const std::vector<std::string>& names, std::string_view separator = " ");

/// A list below `heading` of how often each reason was met; nothing when there is none.
void print_reasons(const char* heading, const std::vector<std::pair<std::string, std::int64_t>>& reasons);

bool standard_error_is_terminal();
bool standard_output_is_terminal();

/// A file of the program's own (a list of sites, an example): beside the source tree it was built in, or
/// below the prefix it was installed to. Errors: kNotFound.
Result<std::string> program_file(const std::string& name);

}  // namespace porthole::cli
