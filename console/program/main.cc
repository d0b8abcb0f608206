// porthole-console: the program that `porthole console` starts.

#include <array>
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <system_error>
#include <vector>

#include "base/json/json.h"
#include "console/console.h"
#include "http/server.h"
#include "operations/topics/new_taxonomy.h"
#include "porthole/exit_code.h"
#include "porthole/interrupt.h"
#include "porthole/options/console_choice.h"
#include "porthole/options/shared_options.h"
#include "porthole/output.h"
#include "porthole/program.h"

namespace porthole::cli {
namespace {

// It has few users, so that threads seldom wait for each other's memory.
constexpr int kMallocArenas = 2;

Result<std::unique_ptr<console::Console>> start(const ConsoleChoice& choice) {
  TRY_AS(place, parse_listen_address(choice.listen));
  TRY(check_host_names(choice.hosts));
  TRY(check_gateway(choice.gateway));
  console::ConsoleOptions with;
  with.folders = choice.folders;
  with.server.address = place->address;
  with.server.port = place->port;
  with.hosts = choice.hosts;
  with.gateway = choice.gateway;
  if (!choice.taxonomy.empty()) {
    TRY_AS(topics, operations::read_taxonomy(choice.taxonomy));
    with.taxonomy = topics->file();
  }
  std::error_code error;
  with.program = std::filesystem::read_symlink("/proc/self/exe", error).parent_path() / "porthole";
  return console::Console::start(with);
}

int print_link(const ConsoleChoice& choice, const Common& common) {
  const console::Role role = choice.role == "read" ? console::Role::kRead : console::Role::kOperate;
  const Result<std::string> link = console::new_link(choice.folders.front(), role);
  if (!link) return report(link.error(), common);
  if (common.json) {
    print_json({{"link", *link}, {"role", choice.role}});
  } else {
    std::cout << *link << '\n';
  }
  return kDone;
}

void print_started(const console::Console& console, const ConsoleChoice& choice,
                   const Common& common) {
  const std::optional<std::string>& secret = console.first_secret();
  const std::string link = secret ? console::login_link(console.url(), *secret) : "";
  if (common.json) {
    print_json({{"url", console.url()}, {"link", link}, {"collections", choice.folders}});
  } else if (link.empty()) {
    std::cout << "console at " << console.url() << " until Ctrl-C; the link that was printed "
              << "before is still good, and --link prints a new one\n";
  } else {
    std::cout << "console until Ctrl-C at (this link logs in once)\n" << link << '\n';
  }
  std::cout << std::flush;
}

int run_console(const ConsoleChoice& choice, const Common& common) {
  if (choice.link) return print_link(choice, common);
  http::limit_malloc_arenas(kMallocArenas);
  const Interrupt interrupt;
  std::unique_ptr<console::Console> console;
  {
    const SignalsForMainThread main_thread_hears;
    Result<std::unique_ptr<console::Console>> started = start(choice);
    if (!started) return report(started.error(), common);
    console = std::move(*started);
  }
  print_started(*console, choice, common);
  interrupt.wait();
  console->stop();
  return interrupt.exit_code();
}

Action declare(Command app) {
  const auto choice = std::make_shared<ConsoleChoice>();
  declare_console(app, *choice);
  return [choice](const Common& common) { return run_console(*choice, common); };
}

constexpr std::array kVerbs = {console_verb(declare)};

}  // namespace
}  // namespace porthole::cli

int main(int argc, char** argv) {
  std::string verb = "console";
  std::vector<char*> words = {argv[0], verb.data()};
  words.insert(words.end(), argv + 1, argv + argc);
  const int count = static_cast<int>(words.size());
  words.push_back(nullptr);
  return porthole::cli::run_program(count, words.data(), porthole::cli::kVerbs);
}
