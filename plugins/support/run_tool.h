#pragma once

/// Runs the program that a format's field uses (pdftotext, ctags, catdoc), for plug-ins.
///
/// In:  a command without a shell, and the bytes of a page.
/// Out: what the program wrote.
///
///   const ToolOutput text = run_tool({"pdftotext", "-enc", "UTF-8", "-", "-"}, page.body);
///   if (text.exit_code != 0) return "pdftotext: exit code " + std::to_string(text.exit_code);
///
/// The page is the program's standard input, and a file that it can seek in: one that insists on a
/// name gets /dev/stdin. It ends with the worker that started it, and inherits its limit of memory. Its
/// working directory holds nothing that a document could name.
///
/// Thread safety: any thread; the program ends when the thread does.

#include <chrono>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace porthole {

/// The program is missing, or the system refuses to start it. The words say which.
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
  int exit_code = 0;    ///< 128 and the signal's number for a program that was ended by one.
  std::string output;   ///< Its standard output, any bytes.
  bool cut = false;     ///< It was ended at a limit of time or output.
};

/// `command`: a program, looked for in /usr/local/bin, /usr/bin and /bin, and its arguments.
///
/// Errors: throws ToolMissing.
ToolOutput run_tool(const std::vector<std::string>& command, std::string_view input,
                    const ToolLimits& limits = {});

}  // namespace porthole
