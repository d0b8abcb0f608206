#pragma once

/// Opens a web in a box: from a list of sites to a listening server, in one call.
///
///   BoxOptions options;
///   options.sites = "examples/webbox/demo_sites.tsv";
///   options.cache = "/var/tmp/box";
///   options.fetch = true;
///   Result<Box> box = open_box(options);          // box->server->url() is the gateway

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>

#include "base/result.h"
#include "labs/webbox/cache.h"
#include "labs/webbox/hubs.h"
#include "labs/webbox/manifest.h"
#include "labs/webbox/server.h"

namespace porthole::labs {

struct BoxOptions {
  std::filesystem::path sites;      ///< labs/webbox/site_list.h
  std::filesystem::path cache;      ///< labs/webbox/cache.h
  bool fetch = false;               ///< Get the packages that are missing.
  std::size_t hub_packages = 9000;  ///< labs/webbox/hubs.h
  Tools tools;
  std::function<void(const FetchProgress&)> progress;  ///< While fetching; may be empty.
  HubProgress hub_progress;                            ///< While hub pages are made; may be empty.
  ServerOptions server;
};

struct Box {
  std::shared_ptr<const Manifest> manifest;
  FetchReport fetched;
  std::unique_ptr<Server> server;  ///< Null after prepare_box().
};

/// Everything but the server: reads the list, fetches if asked to, makes the hub pages that the
/// list names and the cache lacks, and builds the manifest. Sites that cannot be served are in
/// manifest->left_out(); that is not an error.
///
/// Errors: those of read_site_list() and fetch_packages(); kIncomplete when no site can be served.
Result<Box> prepare_box(const BoxOptions& options);

/// prepare_box(), and then serves. Errors: also those of Server::start().
Result<Box> open_box(const BoxOptions& options);

}  // namespace porthole::labs
