#pragma once

/// Finds the program that a <summarizer> names.
///
/// A specification cannot name any file of the machine: programs stand in the folder of the plug-in
/// libraries, and are named without a folder, as libraries are (plugins/host/library.h).
///
/// Thread safety: all functions, any thread.

#include <string>

namespace porthole {

/// A program that may be run, or the reason why not.
struct ProgramFile {
  std::string path;     ///< Absolute; "" with a problem.
  std::string problem;  ///< A sentence without a full stop.
};

/// The program `name` in `folder`.
ProgramFile find_program_file(const std::string& name, const std::string& folder);

/// The folder of the library that this function is in.
std::string folder_of_this_library();

}  // namespace porthole
