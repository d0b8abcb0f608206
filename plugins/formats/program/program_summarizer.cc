// Formats that a program of the user's reads, in any language: the page on its standard input, a
// Document as JSON on its standard output. docs/plugins.md describes both.

#include <dlfcn.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "base/text/text.h"
#include "plugins/export.h"
#include "plugins/format_summarizer.h"
#include "plugins/page_facts.h"
#include "plugins/support/run_tool.h"

namespace porthole {
namespace {

// Reads the JSON that a summarizer program prints (docs/plugins.md) into a Document.
//
// In:  its output, any bytes.
// Out: the fields of the Document, clean; the host enforces limits and names of properties.
//
// Thread safety: all functions, any thread.

using nlohmann::json;

constexpr int kDepth = 8;

/// The members of the answer, and the problems that it has.
class Answer {
 public:
  Answer(const PageBytes& page, Document& document) : document_(document), facts_(page, document) {}

  void take(const std::string& name, const json& value) {
    if (std::string* const text = text_named(name)) {
      *text = one_line(name, value);
    } else if (name == "text") {
      take_text(value);
    } else if (name == "published" || name == "modified") {
      take_date(name, value);
    } else if (name == "properties") {
      take_properties(value);
    } else if (name == "links") {
      take_links(value);
    } else if (name == "problem") {
      complain(one_line(name, value));
    } else {
      complain("not a known member: " + clean_utf8(name));
    }
  }

  const std::string& problem() const { return problem_; }

 private:
  /// The field of the Document that holds one line of text.
  std::string* text_named(const std::string& name) {
    if (name == "title") return &document_.title;
    if (name == "description") return &document_.description;
    if (name == "language") return &document_.language;
    if (name == "class") return &document_.resource_class;
    return nullptr;
  }

  std::string string_of(const std::string& name, const json& value) {
    if (value.is_string()) return clean_utf8(value.get_ref<const std::string&>());
    if (value.is_number() || value.is_boolean()) return value.dump();
    if (!value.is_null()) complain("not a string: " + clean_utf8(name));
    return "";
  }
  std::string one_line(const std::string& name, const json& value) {
    return fold_space(string_of(name, value));
  }

  void take_text(const json& value) {
    const std::string text = string_of("text", value);
    for (const std::string_view line : split(text, '\n')) facts_.line(line);
  }

  void take_date(const std::string& name, const json& value) {
    const std::string given = one_line(name, value);
    const std::string date = w3c_date_of(given);
    if (date.empty() && !given.empty()) complain("not a valid date: " + given);
    (name == "published" ? document_.published : document_.modified) = date;
  }

  void take_properties(const json& value) {
    if (!value.is_object()) return complain("not an object: properties");
    for (const auto& [name, values] : value.items()) {
      if (values.is_array()) {
        for (const json& one : values) take_property(name, one);
      } else {
        take_property(name, values);
      }
    }
  }

  void take_property(const std::string& name, const json& value) {
    const auto uri = value.is_object() ? value.find("uri") : value.end();
    if (value.is_object() && uri != value.end()) {
      facts_.say_iri(name, string_of(name, *uri));
    } else {
      facts_.say(name, string_of(name, value));
    }
  }

  void take_links(const json& value) {
    if (!value.is_array()) return complain("not a list: links");
    for (const json& one : value) take_link(one);
  }

  void take_link(const json& value) {
    const auto url = value.is_object() ? value.find("url") : value.end();
    if (!value.is_object() || url == value.end()) return complain("a link without a url");
    Link* const link = facts_.link(string_of("url", *url));
    if (link == nullptr) return;
    for (const auto& [name, text] : value.items()) {
      if (name == "url") continue;
      if (std::string* const field = field_named(*link, name)) {
        *field = one_line(name, text);
      } else {
        complain("not a known member of a link: " + clean_utf8(name));
      }
    }
    link->rel = ascii_lower(link->rel);
  }

  static std::string* field_named(Link& link, std::string_view name) {
    if (name == "anchor") return &link.anchor;
    if (name == "title") return &link.title;
    if (name == "alt") return &link.alt;
    if (name == "name") return &link.name;
    if (name == "rel") return &link.rel;
    if (name == "before") return &link.before;
    if (name == "after") return &link.after;
    if (name == "heading") return &link.heading;
    return nullptr;
  }

  /// Keeps the first problem.
  void complain(std::string problem) {
    if (problem_.empty()) problem_ = std::move(problem);
  }

  Document& document_;
  PageFacts facts_;
  std::string problem_;
};

/// Returns "", or what could not be taken over ("not a known member: titel") or the program itself
/// calls a problem; the rest is taken.
///
/// Errors: throws UnreadablePage where the program says that the page is not readable, and
/// std::runtime_error for output that is not an object of JSON.
std::string take_answer(std::string_view output, const PageBytes& page, Document& document) {
  const auto is_near = [](int depth, json::parse_event_t, json&) { return depth <= kDepth; };
  const json answer = json::parse(output.begin(), output.end(), is_near, false);
  if (!answer.is_object()) throw std::runtime_error("it printed no object of JSON");
  if (const auto why = answer.find("unreadable"); why != answer.end()) {
    throw UnreadablePage(why->is_string() ? fold_space(clean_utf8(why->get<std::string>()))
                                          : "unreadable");
  }
  Answer taken(page, document);
  for (const auto& [name, value] : answer.items()) taken.take(name, value);
  return taken.problem();
}

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

PORTHOLE_EXPORT(porthole::ProgramSummarizer)
