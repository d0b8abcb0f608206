#include "porthole/verbs/webbox/box_progress.h"

#include <utility>

#include "porthole/interrupt.h"
#include "porthole/output.h"

namespace porthole::cli {

BoxProgress::BoxProgress(const Common& common)
    : common_(common),
      packages_("fetching Debian packages", common),
      hubs_("making hub pages", common) {}

void BoxProgress::watch(labs::BoxOptions& options) {
  options.progress = [this](const labs::FetchProgress& p) {
    packages_.show(number(p.packages), number(p.packages_total),
                   {format_bytes(number(p.bytes)), p.package});
  };
  options.hub_progress = [this](std::size_t done, std::size_t total) {
    packages_.clear();
    if (total == 0 && !standard_error_is_terminal())
      note("making the hub pages of this list of sites, once", "", common_);
    hubs_.show(number(done), number(total), {total == 0 ? "asking apt" : ""});
  };
}

Result<labs::Box> serve_box(const labs::BoxOptions& options) {
  TRY_AS(box, labs::prepare_box(options));
  const SignalsForMainThread main_thread_hears;
  TRY_AS(server, labs::Server::start(box->manifest, options.server));
  box->server = std::move(*server);
  return box;
}

}  // namespace porthole::cli
