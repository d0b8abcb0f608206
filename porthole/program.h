#pragma once

/// The main function of a program with verbs: porthole, and porthole-console.

#include <span>

#include "porthole/verb.h"

namespace porthole::cli {

/// Parses the command line, runs the verb that it names and returns the exit code (exit_code.h).
/// Catches all exceptions. A process that was started to answer a question in SQL does that
/// (repository/query_process.h).
int run_program(int argc, char** argv, std::span<const Verb> verbs);

}  // namespace porthole::cli
