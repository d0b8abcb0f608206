// Formats that a program of the user's reads, in any language: the page on its standard input, a
// Document as JSON on its standard output. docs/plugins.md describes both.

#include <Poco/ClassLibrary.h>
#include <dlfcn.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "plugins/format_summarizer.h"
#include "plugins/formats/program/program_answer.h"
#include "plugins/support/run_tool.h"

namespace porthole {
namespace {

// Finds the program that a <summarizer> names.
//
// A specification cannot name any file of the machine: programs stand in the folder of the plug-in
// libraries, and are named without a folder, as libraries are (plugins/host/library.h).

/// A program that may be run, or the reason why not.
struct ProgramFile {
  std::string path;     ///< Absolute; "" with a problem.
  std::string problem;  ///< A sentence without a full stop.
};

namespace fs = std::filesystem;

bool is_plain(const std::string& name) {
  const auto is_allowed = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '.';
  };
  return !name.empty() && name.front() != '.' && name.front() != '-' &&
         std::all_of(name.begin(), name.end(), is_allowed);
}

bool everybody_can_write(const fs::path& path) {
  struct stat about {};
  return ::stat(path.c_str(), &about) != 0 || (about.st_mode & S_IWOTH) != 0;
}

/// The program `name` in `folder`.
ProgramFile find_program_file(const std::string& name, const std::string& folder) {
  if (!is_plain(name)) {
    return {"", "not a valid program name: '" + name + "'; use letters, digits, '_', '-' and '.'"};
  }
  std::error_code error;
  const fs::path home = fs::canonical(folder, error);
  const fs::path file = error ? fs::path() : fs::canonical(home / name, error);
  if (error) return {"", "there is no program " + name + " in " + folder + "; put it there"};
  if (file.parent_path() != home) {
    return {"", "the program " + name + " leads out of " + home.string() + " to " + file.string() +
                    "; put the program itself into the folder"};
  }
  if (!fs::is_regular_file(file, error) || ::access(file.c_str(), X_OK) != 0) {
    return {"", file.string() + " cannot be run: chmod +x " + file.string()};
  }
  for (const fs::path& path : {home, file}) {
    if (everybody_can_write(path)) {
      return {"", path.string() + " can be written by everybody: chmod o-w " + path.string()};
    }
  }
  return {file.string(), ""};
}

/// The folder of the library that this function is in.
std::string folder_of_this_library() {
  Dl_info about{};
  if (::dladdr(reinterpret_cast<void*>(&folder_of_this_library), &about) == 0) return "";
  return fs::path(about.dli_fname).parent_path().string();
}

}  // namespace

class ProgramSummarizer final : public FormatSummarizer {
 public:
  PluginAbout about() const override {
    return {.name = "program",
            .version = "1.0",
            .help = "Formats that a program of yours reads: types and suffixes by <summarizer>",
            .options = {{.name = "program",
                         .help = "the program, in the folder of the plug-ins",
                         .required = true},
                        {.name = "argument",
                         .help = "an argument before the URL and the media type",
                         .repeated = true}}};
  }

  Formats formats() const override { return {.types = {}}; }

  std::string configure(const OptionValues& options) override {
    ProgramFile program = find_program_file(options.text("program"), folder_of_this_library());
    if (!program.problem.empty()) return program.problem;
    command_ = {std::move(program.path)};
    for (std::string& argument : options.all("argument")) {
      if (!argument.empty()) command_.push_back(std::move(argument));
    }
    return {};
  }

  std::string summarize(const PageBytes& page, Document& document) override {
    std::vector<std::string> command = command_;
    command.emplace_back(page.url);
    command.push_back(document.media_type);
    const ToolOutput answer = run_tool(command, page.body);
    if (answer.cut) throw std::runtime_error("the program was ended at a limit of time or output");
    if (answer.exit_code != 0) {
      throw std::runtime_error("the program ended with exit code " +
                               std::to_string(answer.exit_code));
    }
    return take_answer(answer.output, page, document);
  }

 private:
  std::vector<std::string> command_;
};

}  // namespace porthole

extern "C" POCO_LIBRARY_API int porthole_plugin_abi() { return porthole::kPluginAbi; }

POCO_BEGIN_MANIFEST(porthole::Plugin)
POCO_EXPORT_CLASS(porthole::ProgramSummarizer)
POCO_END_MANIFEST
