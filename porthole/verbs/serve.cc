#include <iostream>
#include <memory>

#include "base/json/json.h"
#include "collection/collection.h"
#include "http/server.h"
#include "porthole/exit_code.h"
#include "porthole/interrupt.h"
#include "porthole/options/shared_options.h"
#include "porthole/output.h"
#include "porthole/verb.h"
#include "search/mcp/mcp_handler.h"
#include "search/site/site.h"

namespace porthole::cli {
namespace {

struct ServeOptions {
  std::vector<std::string> folders;
  std::string listen = "127.0.0.1:8080";
  std::vector<std::string> hosts;
  std::string public_url;
  std::vector<std::string> proxies;
  bool mcp = false;
  bool files = false;
};

/// Documents are given out to this machine, and to others where the operator says so.
bool gives_files(const ServeOptions& options, const ListenAddress& place) {
  const bool is_for_others =
      !options.hosts.empty() || !options.public_url.empty() || !options.proxies.empty();
  return options.files || (!is_for_others && is_loopback(place.address));
}

Result<std::unique_ptr<http::Server>> start(const ServeOptions& options) {
  TRY_AS(place, parse_listen_address(options.listen));
  TRY(check_host_names(options.hosts));
  std::vector<search::ServedCollection> served;
  for (const std::string& folder : options.folders) {
    TRY_AS(collection, collection::Collection::open(folder));
    TRY_AS(one, search::serve_collection(*collection, gives_files(options, *place)));
    served.push_back(std::move(*one));
  }
  http::ServerOptions server;
  server.address = place->address;
  server.port = place->port;
  server.hosts = options.hosts;
  server.proxies = options.proxies;
  if (!options.public_url.empty()) {
    TRY_AS(own, parse_public_url(options.public_url));
    server.public_origin = std::move(own->origin);
    server.hosts.push_back(std::move(own->host));
  }
  return options.mcp ? search::start_server_with_mcp(std::move(served), server)
                     : search::start_server(std::move(served), server);
}

int run_serve(const ServeOptions& options, const Common& common) {
  http::limit_malloc_arenas();
  const Interrupt interrupt;
  std::unique_ptr<http::Server> server;
  {
    const SignalsForMainThread main_thread_hears;
    Result<std::unique_ptr<http::Server>> started = start(options);
    if (!started) return report(started.error(), common);
    server = std::move(*started);
  }
  if (common.json) {
    print_json({{"url", server->url()}, {"collections", options.folders}});
  } else {
    std::cout << "serving at " << server->url() << " until Ctrl-C\n";
  }
  std::cout << std::flush;
  interrupt.wait();
  interrupt.end_within(kStopTime);
  server->stop();
  return interrupt.exit_code();
}

}  // namespace

Action declare_serve(Command app) {
  const auto options = std::make_shared<ServeOptions>();
  app.add_option("DIR", options->folders, "The collections' folders, searched as one").required();
  add_listen(app, options->listen).envname("PORTHOLE_LISTEN").capture_default_str();
  add_hosts(app, options->hosts);
  app.add_option("--public-url", options->public_url,
                 "The address that readers use when a proxy stands in front, such as "
                 "https://search.example.org; feeds and OpenSearch documents name it")
      .type_name("URL")
      .envname("PORTHOLE_PUBLIC_URL");
  app.add_option("--proxy", options->proxies,
                 "The address or network of a proxy in front, such as 127.0.0.1 or "
                 "10.0.0.0/8, whose X-Forwarded-For or Forwarded fields name the client "
                 "that limits hold for; may be repeated")
      .repeatable()
      .type_name("ADDR")
      .envname("PORTHOLE_PROXY");
  app.add_flag("--files", options->files,
               "Give local documents out as they were fetched, also where others than this machine "
               "can ask for them (by --listen, --host, --public-url or --proxy)");
  app.add_flag("--mcp", options->mcp,
               "Answer programs that speak the Model Context Protocol, at /mcp: they search, read "
               "pages and ask what others say about them");
  return [options](const Common& common) { return run_serve(*options, common); };
}

}  // namespace porthole::cli
