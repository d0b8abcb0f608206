#pragma once

/// What the verbs print: results to standard output, all else to standard error.

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "base/text/format.h"
#include "base/text/text.h"
#include "porthole/common.h"

namespace porthole::cli {

/// Prints `error` (one JSON line under --json, else words) and returns its exit code.
int report(const Error& error, const Common& common);

/// Prints each error; returns kDone when there is none, else kDoneButNotAll.
int report_each(const std::vector<Error>& errors, const Common& common);

/// Prints what a person should know though nothing failed: {"note":{"message","hint"}} under
/// --json, nothing under --quiet.
void note(const std::string& message, const std::string& hint, const Common& common);

/// Whether the verb tells in words what it did: neither --json nor --quiet.
bool in_words(const Common& common);

/// A list below `heading` of how often each reason was met; nothing when there is none.
void print_reasons(const char* heading, const std::vector<std::pair<std::string, std::int64_t>>& reasons);

bool standard_error_is_terminal();
bool standard_output_is_terminal();

/// A file of the program's own (a list of sites, an example): beside the source tree it was built in, or
/// below the prefix it was installed to. Errors: kNotFound.
Result<std::string> program_file(const std::string& name);

}  // namespace porthole::cli
