#include "console/console.h"

#include <filesystem>
#include <iostream>
#include <memory>
#include <system_error>

#include "base/json/json.h"
#include "http/malloc_arenas.h"
#include "operations/topics/new_taxonomy.h"
#include "porthole/exit_code.h"
#include "porthole/interrupt.h"
#include "porthole/options/addresses.h"
#include "porthole/output.h"
#include "porthole/verb.h"

namespace porthole::cli {
namespace {

// It has few users, so that threads seldom wait for each other's memory.
constexpr int kMallocArenas = 2;

struct ConsoleVerbOptions {
  std::vector<std::string> folders;
  std::string listen = "127.0.0.1:8081";
  std::vector<std::string> hosts;
  std::string gateway, taxonomy;
  bool link = false;
  std::string role = "operate";
};

Result<std::unique_ptr<console::Console>> start(const ConsoleVerbOptions& options) {
  TRY_AS(place, parse_listen_address(options.listen));
  TRY(check_host_names(options.hosts));
  TRY(check_gateway(options.gateway));
  console::ConsoleOptions with;
  with.folders = options.folders;
  with.server.address = place->address;
  with.server.port = place->port;
  with.hosts = options.hosts;
  with.gateway = options.gateway;
  if (!options.taxonomy.empty()) {
    TRY_AS(topics, operations::read_taxonomy(options.taxonomy));
    with.taxonomy = topics->file();
  }
  std::error_code error;
  with.program = std::filesystem::read_symlink("/proc/self/exe", error);
  return console::Console::start(with);
}

int print_link(const ConsoleVerbOptions& options, const Common& common) {
  const console::Role role =
      options.role == "read" ? console::Role::kRead : console::Role::kOperate;
  const Result<std::string> link = console::new_link(options.folders.front(), role);
  if (!link) return report(link.error(), common);
  if (common.json) {
    print_json({{"link", *link}, {"role", options.role}});
  } else {
    std::cout << *link << '\n';
  }
  return kDone;
}

void print_started(const console::Console& console, const ConsoleVerbOptions& options,
                   const Common& common) {
  const std::optional<std::string>& secret = console.first_secret();
  const std::string link = secret ? console::login_link(console.url(), *secret) : "";
  if (common.json) {
    print_json({{"url", console.url()}, {"link", link}, {"collections", options.folders}});
  } else if (link.empty()) {
    std::cout << "console at " << console.url() << " until Ctrl-C; the link that was printed "
              << "before is still good, and --link prints a new one\n";
  } else {
    std::cout << "console until Ctrl-C at (this link logs in once)\n" << link << '\n';
  }
  std::cout << std::flush;
}

int run_console(const ConsoleVerbOptions& options, const Common& common) {
  if (options.link) return print_link(options, common);
  http::limit_malloc_arenas(kMallocArenas);
  const Interrupt interrupt;
  std::unique_ptr<console::Console> console;
  {
    const SignalsForMainThread main_thread_hears;
    Result<std::unique_ptr<console::Console>> started = start(options);
    if (!started) return report(started.error(), common);
    console = std::move(*started);
  }
  print_started(*console, options, common);
  interrupt.wait();
  console->stop();
  return interrupt.exit_code();
}

}  // namespace

Action declare_console(Command app) {
  const auto options = std::make_shared<ConsoleVerbOptions>();
  app.add_option("DIR", options->folders,
                 "The collections' folders; one without a collection gets it on the start page")
      .required();
  app.add_option("--listen", options->listen,
                 "Address of this machine and port to listen at; port 0 takes any free port")
      .type_name("ADDR:PORT")
      .capture_default_str();
  app.add_option("--host", options->hosts,
                 "A host name of a proxy in front, besides localhost and addresses of "
                 "loopback; may be repeated")
      .repeatable()
      .type_name("NAME");
  app.add_option("--gateway", options->gateway,
                 "Collections that are made on the start page send every request to this server "
                 "(see porthole webbox)")
      .type_name("URL");
  app.add_option("--taxonomy", options->taxonomy,
                 "Collections that are made on the start page begin with these topics: a file, "
                 "web_in_a_box or science_and_health")
      .type_name("FILE");
  Option link = app.add_flag(
      "--link", options->link,
      "Print a new link for one login to the console that runs, and end; older links end");
  app.add_option("--role", options->role, "The rights of the new link: read, operate")
      .needs(link)
      .one_of({"read", "operate"})
      .capture_default_str();
  return [options](const Common& common) { return run_console(*options, common); };
}

}  // namespace porthole::cli
