#pragma once

/// Runs a program and returns its output and exit code.
///
///   ProgramResult said = run_program(program, {"check", "url", "http://a.org/"});
///   EXPECT_EQ(said.code, 0);
///
/// Standard input is empty; variables that begin with PORTHOLE_ are not handed on.

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <vector>

namespace porthole::testing {

struct ProgramResult {
  int code = -1;  ///< The exit code; 128 + signal when a signal ended it.
  std::string out;
  std::string err;
};

/// A program under way. Ended with SIGKILL if it still runs when this goes.
class Program {
 public:
  Program(const std::filesystem::path& program, const std::vector<std::string>& arguments);
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  /// Waits for the first line of standard output; "" when the program ends without one.
  std::string first_line();
  void send(int signal);
  /// Waits for its end.
  ProgramResult wait();

 private:
  bool read_once();

  pid_t process_ = 0;
  int out_ = -1;
  int err_ = -1;
  ProgramResult result_;
};

ProgramResult run_program(const std::filesystem::path& program,
                          const std::vector<std::string>& arguments);

}  // namespace porthole::testing
