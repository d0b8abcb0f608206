#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>

#include "base/clock.h"
#include "base/json/json.h"
#include "porthole/exit_code.h"
#include "porthole/help/completion.h"
#include "porthole/help/help_page.h"
#include "porthole/help/help_text.h"
#include "porthole/help/man_page.h"
#include "porthole/output.h"
#include "porthole/verb.h"

namespace porthole::cli {
namespace {

struct HelpOptions {
  std::vector<std::string> topic;
  std::string share, completion;
};

/// The date of the man pages: SOURCE_DATE_EPOCH in a build that has to be reproducible, else today.
std::string page_date() {
  std::chrono::seconds seconds = system_clock().wall().time_since_epoch();
  if (const char* fixed = std::getenv("SOURCE_DATE_EPOCH"); fixed != nullptr)
    seconds = std::chrono::seconds(std::strtoll(fixed, nullptr, 10));
  return format_time(WallTime{seconds}).substr(0, std::string_view("YYYY-MM-DD").size());
}

Result<void> write_file(const std::filesystem::path& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (file) return {};
  return fail(ErrorCode::kStorage, path.string() + " cannot be written",
              "name a folder that you may write to");
}

/// Writes porthole(1), a man page for each verb and the completion scripts to their places below
/// `share`.
Result<void> write_share(const HelpPage& program, const std::filesystem::path& share) {
  const std::filesystem::path man = share / "man/man1";
  const std::string date = page_date();
  std::vector<std::pair<std::filesystem::path, std::string>> files = {
      {man / man_file(program), man_page(program, date)},
      {share / "bash-completion/completions/porthole", bash_completion(program)},
      {share / "fish/vendor_completions.d/porthole.fish", fish_completion(program)},
      {share / "zsh/site-functions/_porthole", zsh_completion(program)}};
  for (const HelpPage& verb : program.commands)
    files.emplace_back(man / man_file(verb), man_page(verb, date));
  for (const auto& [file, text] : files) {
    std::error_code error;
    std::filesystem::create_directories(file.parent_path(), error);
    if (auto done = write_file(file, text); !done) return done;
  }
  return {};
}

nlohmann::ordered_json as_json(const HelpOption& option) {
  return {{"names", option.names},
          {"value", option.value},
          {"description", option.description},
          {"choices", option.choices},
          {"environment", option.environment},
          {"required", option.required}};
}

nlohmann::ordered_json as_json(const HelpPage& page) {
  nlohmann::ordered_json json = {{"command", page.path},
                                 {"group", page.group},
                                 {"sentence", page.sentence},
                                 {"usage", page.usage()},
                                 {"example", page.example}};
  for (const auto& [name, options] :
       {std::pair("arguments", &page.arguments), std::pair("options", &page.options),
        std::pair("common", &page.common)}) {
    json[name] = nlohmann::ordered_json::array();
    for (const HelpOption& option : *options) json[name].push_back(as_json(option));
  }
  json["commands"] = nlohmann::ordered_json::array();
  for (const HelpPage& command : page.commands) json["commands"].push_back(as_json(command));
  return json;
}

nlohmann::ordered_json as_json(const Reference& reference) {
  nlohmann::ordered_json entries = nlohmann::ordered_json::object();
  for (const auto& [term, meaning] : reference.entries) entries[term] = meaning;
  return {{"title", reference.title}, {"entries", std::move(entries)}};
}

/// The names that `porthole help` knows: verbs and pages of reference.
std::vector<std::string> topics(const HelpPage& program,
                                const std::vector<Reference>& all_references) {
  std::vector<std::string> names;
  for (const Reference& reference : all_references) names.push_back(reference.name);
  for (const HelpPage& verb : program.commands) names.push_back(verb.name);
  return names;
}

int show(const HelpPage& program, const std::vector<std::string>& topic, const Common& common) {
  const std::vector<Reference> all_references = references(program);
  for (const Reference& reference : all_references) {
    if (topic != std::vector{reference.name}) continue;
    if (common.json) {
      print_json(as_json(reference));
    } else {
      std::cout << reference_text(reference, help_width());
    }
    return kDone;
  }
  if (const HelpPage* page = find_page(program, topic)) {
    if (common.json) {
      print_json(as_json(*page));
    } else {
      std::cout << help_text(*page, help_width());
    }
    return kDone;
  }
  std::string words;
  for (const std::string& word : topic) words += (words.empty() ? "" : " ") + word;
  const std::string nearest = nearest_name(topic.front(), topics(program, all_references));
  return report(ErrorCode::kUsage, "there is no help on " + words,
                nearest.empty() || nearest == topic.front() ? "see: porthole --help"
                                                            : "did you mean " + nearest + "?",
                common);
}

int print_completion(const HelpPage& program, const std::string& shell) {
  std::cout << (shell == "bash"   ? bash_completion(program)
                : shell == "fish" ? fish_completion(program)
                                  : zsh_completion(program));
  return kDone;
}

}  // namespace

Action declare_help(Command app) {
  const auto options = std::make_shared<HelpOptions>();
  Option topic = app.add_option("TOPIC", options->topic,
                                "A verb, and a command of it; or exit-codes, or environment");
  Option share =
      app.add_option("--share", options->share,
                     "Write the man pages and the completion scripts below this folder, such as "
                     "/usr/local/share")
          .type_name("FOLDER")
          .excludes(topic);
  app.add_option("--completion", options->completion,
                 "Print the script that completes commands: bash, fish or zsh")
      .type_name("SHELL")
      .one_of({"bash", "fish", "zsh"})
      .excludes(topic)
      .excludes(share);
  return [options, app](const Common& common) {
    const HelpPage page = program_page(app);
    if (!options->completion.empty()) return print_completion(page, options->completion);
    if (options->share.empty()) return show(page, options->topic, common);
    const auto written = write_share(page, options->share);
    return written ? kDone : report(written.error(), common);
  };
}

}  // namespace porthole::cli
