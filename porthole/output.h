#pragma once

/// Console output of the verbs: results to standard output, all else to standard error.

#include <cstdint>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "base/text/format.h"
#include "base/text/text.h"
#include "porthole/common.h"
#include "repository/records.h"

namespace porthole::cli {

/// Prints `error` (one JSON line under --json, else words) and returns its exit code. Its hint, as
/// that of note(), has the typed folder in place of DIR ("run: porthole train DIR").
int report(const Error& error, const Common& common);
/// As report(), for an error without a place.
int report(ErrorCode code, std::string message, std::string hint, const Common& common);

/// For indexer::IndexOptions::on_termination: reports the error and ends the process with its exit
/// code.
std::function<void(const Error&)> end_with_error(const Common& common);

/// Prints each error; returns kDone when there is none, else kDoneButNotAll.
int report_each(const std::vector<Error>& errors, const Common& common);

/// Writes it to standard output as one line (base/json/json_line.h).
void print_json(const nlohmann::ordered_json& value);

/// Prints a note that is not an error: {"note":{"message","hint"}} under --json, nothing under
/// --quiet.
void note(const std::string& message, const std::string& hint, const Common& common);

/// True if the verb prints text: neither --json nor --quiet.
bool in_words(const Common& common);

/// Prints the counts of reasons below `heading`; nothing if there are none.
void print_reasons(const char* heading, const repository::ReasonCounts& reasons);

bool standard_error_is_terminal();
bool standard_output_is_terminal();

/// True if text on standard output may be emphasized: it is a terminal that knows escape sequences,
/// and NO_COLOR is not set (https://no-color.org).
bool may_emphasize();

/// The command that crawls, and makes searchable what it found: the next step of a collection that
/// is ready for it. `folder` is the collection's.
std::string crawl_command(const std::string& folder);

}  // namespace porthole::cli
