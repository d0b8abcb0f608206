// Formats that a program of the user's reads, in any language: the page on its standard input, a
// Document as JSON on its standard output. docs/plugins.md describes both.

#include <Poco/ClassLibrary.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "plugins/format_summarizer.h"
#include "plugins/formats/program/program_answer.h"
#include "plugins/formats/program/program_file.h"
#include "plugins/support/run_tool.h"

namespace porthole {

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
