#include "labs/webbox/box.h"

#include "base/log.h"
#include "labs/webbox/hubs.h"

namespace porthole::labs {

Result<Box> prepare_box(const BoxOptions& options) {
  TRY_AS(sites, read_site_list(options.sites));
  Box box;
  if (options.fetch) {
    TRY_AS(fetched, fetch_packages(missing_packages(*sites, options.cache), options.cache,
                                   {options.tools, options.progress}));
    box.fetched = std::move(*fetched);
  }
  auto manifest = std::make_shared<Manifest>(Manifest::build(std::move(*sites), options.cache));
  const auto hubs = make_hubs(*manifest, options.cache,
                              {options.hub_packages, options.tools, options.hub_progress});
  if (!hubs) {
    log(LogLevel::kWarning, "webbox", "no hub pages: " + hubs.error().to_string());
  } else if (!hubs->folder.empty() && hubs->folder != manifest->sites()[hubs->site].root) {
    manifest->serve_from(hubs->site, hubs->folder, options.cache);
  }
  if (manifest->page_count() == 0) {
    return fail(ErrorCode::kIncomplete,
                "the cache " + options.cache.string() + " holds no page of any site of the list",
                "fetch the packages: give --fetch");
  }
  box.manifest = std::move(manifest);
  return box;
}

Result<Box> open_box(const BoxOptions& options) {
  auto box = prepare_box(options);
  if (!box) return box;
  TRY_AS(server, Server::start(box->manifest, options.server));
  box->server = std::move(*server);
  return box;
}

}  // namespace porthole::labs
