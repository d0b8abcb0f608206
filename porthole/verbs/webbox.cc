#include <cstdio>
#include <fstream>
#include <iostream>
#include <memory>

#include "base/json/json.h"
#include "labs/webbox/box.h"
#include "labs/webbox/site_list.h"
#include "porthole/exit_code.h"
#include "porthole/interrupt.h"
#include "porthole/options/shared_options.h"
#include "porthole/output.h"
#include "porthole/verb.h"
#include "porthole/verbs/webbox/box_progress.h"

namespace porthole::cli {
namespace {

struct WebboxOptions {
  std::string sites;
  std::string cache = "box";
  bool fetch = false;
  std::string log;
  std::string write_sites;
  std::string listen;
};

Result<void> write_sites(const labs::Manifest& manifest, const std::string& file) {
  const std::string lines = labs::sites_as_xml(manifest.sites());
  if (file == "-") {
    std::cout << lines;
    return {};
  }
  std::ofstream out(file);
  out << lines << std::flush;
  if (!out)
    return fail(ErrorCode::kStorage, "cannot write " + file,
                "name a writable file, or - for standard output");
  return {};
}

/// Reports missing packages and sites; the others are served.
bool report_missing(const labs::Box& box, const Common& common) {
  Error error;
  error.code = ErrorCode::kNotFound;
  for (const labs::FailedPackage& failed : box.fetched.failed) {
    error.message = "package not fetched: " + failed.package + ": " + failed.reason;
    report(error, common);
  }
  for (const labs::LeftOut& left_out : box.manifest->left_out()) {
    error.message =
        "site left out: " + left_out.site + " (" + left_out.package + "): " + left_out.reason;
    report(error, common);
  }
  return !box.fetched.failed.empty() || !box.manifest->left_out().empty();
}

Result<labs::Box> open(const WebboxOptions& options, const Common& common) {
  labs::BoxOptions box;
  box.sites = options.sites;
  box.cache = options.cache;
  box.fetch = options.fetch;
  const bool serve = !options.listen.empty();
  if (serve) {
    TRY_AS(place, parse_listen_address(options.listen));
    box.server.address = place->address;
    box.server.port = place->port;
    box.server.log_file = options.log;
  }
  BoxProgress progress(common);
  progress.watch(box);
  return serve ? serve_box(box) : labs::prepare_box(box);
}

void announce(const labs::Box& box, const Common& common) {
  const std::size_t sites = box.manifest->sites().size() - box.manifest->left_out().size();
  const std::size_t pages = box.manifest->page_count();
  if (common.json) {
    nlohmann::ordered_json json = {{"sites", sites}, {"pages", pages}};
    json["url"] = box.server ? nlohmann::ordered_json(box.server->url()) : nlohmann::ordered_json();
    print_json(json);
  } else if (box.server) {
    std::cout << "serving " << counted(static_cast<std::int64_t>(pages), "page") << " of "
              << counted(static_cast<std::int64_t>(sites), "site") << " at " << box.server->url()
              << " until Ctrl-C\n";
  } else {
    std::cout << "ready: " << counted(static_cast<std::int64_t>(pages), "page") << " of "
              << counted(static_cast<std::int64_t>(sites), "site") << '\n';
  }
  std::cout << std::flush;
}

int run_webbox(const WebboxOptions& options, const Common& common) {
  if (options.listen.empty() && !options.fetch && options.write_sites.empty()) {
    return report(ErrorCode::kUsage, "there is nothing to do",
                  "give --listen ADDR:PORT to serve, --fetch to fetch, or --write-sites FILE",
                  common);
  }
  Result<labs::Box> box = open(options, common);  // a signal ends it: what is fetched stays
  if (!box) return report(box.error(), common);
  const Interrupt interrupt;
  if (!options.write_sites.empty()) {
    if (auto written = write_sites(*box->manifest, options.write_sites); !written)
      return report(written.error(), common);
  }
  const bool missing = report_missing(*box, common);
  if (options.write_sites != "-" || box->server) announce(*box, common);
  if (!box->server) return missing ? kDoneButNotAll : kDone;
  interrupt.wait();
  interrupt.end_within(kStopTime);
  box->server->stop();
  return interrupt.exit_code();
}

}  // namespace

Action declare_webbox(Command app) {
  const auto options = std::make_shared<WebboxOptions>();
  app.add_option("--sites", options->sites,
                 "The list of sites: name, package, root, base, topic, exclude, aliases")
      .type_name("FILE")
      .required();
  app.add_option("--cache", options->cache, "The folder of the unpacked packages")
      .type_name("DIR")
      .envname("PORTHOLE_WEBBOX_CACHE")
      .capture_default_str();
  app.add_flag("--fetch", options->fetch,
               "Download and unpack missing packages (apt-get download; nothing is installed)");
  app.add_option("--log", options->log, "Append a JSON line for each request to this file")
      .type_name("FILE");
  app.add_option("--write-sites", options->write_sites,
                 "Write the <site> lines of a specification for this box; - for standard output")
      .type_name("FILE");
  add_listen(app, options->listen);
  return [options](const Common& common) { return run_webbox(*options, common); };
}

}  // namespace porthole::cli
