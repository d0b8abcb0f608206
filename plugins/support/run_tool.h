#pragma once

/// Runs an external program (pdftotext, ctags, catdoc) for a plug-in.
///
/// In:  a command (without a shell), and the bytes of a page.
/// Out: the program's output.
///
///   const ToolOutput text = run_tool({"pdftotext", "-enc", "UTF-8", "-", "-"}, page.body);
///   if (text.exit_code != 0) return "pdftotext: exit code " + std::to_string(text.exit_code);
///
/// The page is the program's standard input, as a seekable file; a program that needs a file name
/// gets /dev/stdin. The program ends with the process that started it, and inherits its memory
/// limit; at a limit of time or output the programs that it started end with it. Its working
/// directory is empty.
///
/// Thread safety: any thread; the program ends when the thread does.

#include <chrono>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "plugins/tool_folders.h"

namespace porthole {

/// Thrown if the program is missing, or the system refuses to start it; the message says which.
class ToolMissing : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct ToolLimits {
  std::size_t output_bytes = 16u << 20;
  std::chrono::seconds cpu{5};
  std::chrono::seconds wall{10};
};

struct ToolOutput {
  int exit_code = 0;   ///< 128 plus the signal's number for a program killed by a signal.
  std::string output;  ///< Its standard output, any bytes.
  bool cut = false;    ///< It was killed at a limit of time or output.
};

/// `command`: a program and its arguments. A name without a slash is searched in kToolFolders.
///
/// Errors: throws ToolMissing.
ToolOutput run_tool(const std::vector<std::string>& command, std::string_view input,
                    const ToolLimits& limits = {});

}  // namespace porthole
