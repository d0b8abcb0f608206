#pragma once

/// Answers questions in SQL in a process of its own, which may take memory, files and time up to
/// its limits and is killed at them.
///
/// A step of SQLite may be one call over values of megabytes, within which nothing can be asked
/// whether the time is over; and its memory is that of the whole process. docs/limits.md has the
/// limits.
///
///   main():  if (is_query_process(argc, argv)) return answer_in_query_process();
///            use_query_program("/proc/self/exe");
///   later:   Result<QueryRows> rows = run_query_apart(place, sql, limits);
///
/// Thread safety: any thread, but for use_query_program(), which is called before there are others.

#include <filesystem>
#include <string>

#include "base/result.h"
#include "repository/open_repository.h"
#include "repository/query_rows.h"

namespace porthole::repository {

/// The program whose main() is as above. Without one questions are answered in this process.
void use_query_program(std::filesystem::path program);

/// As run_query() (repository/query.h). PostgreSQL, whose server has limits of its own, is asked
/// from this process. Errors besides: kBusy while as many questions as may be are being answered.
Result<QueryRows> run_query_apart(const StoragePlace& place, const std::string& sql,
                                  const QueryLimits& limits);

/// Ends all processes that answer questions, and lets no more begin.
void end_query_processes();

/// True for the command line of the process that answers.
bool is_query_process(int argc, const char* const* argv);
/// Reads a question from standard input, and writes its answer there. Returns the exit code.
int answer_in_query_process();

}  // namespace porthole::repository
