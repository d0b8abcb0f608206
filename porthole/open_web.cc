#include "porthole/open_web.h"

#include <utility>

#include "porthole/box_progress.h"
#include "porthole/interrupt.h"
#include "porthole/output.h"

namespace porthole::cli {

Result<std::unique_ptr<webbox::Box>> open_web(collection::Collection& collection, const Common& common) {
  const std::optional<collection::BoxReference>& reference = collection.specification().network.box;
  if (!reference) return nullptr;
  webbox::BoxOptions options;
  options.sites = reference->sites;
  options.cache = reference->cache;
  options.hub_packages = reference->hub_packages;
  BoxProgress progress(common);
  progress.watch(options);
  const SignalsForMainThread main_thread_hears;
  Result<webbox::Box> box = webbox::open_box(options);
  if (!box) {
    Error error = box.error();
    if (error.code == ErrorCode::kIncomplete) {
      error.hint = "fetch them: porthole webbox --sites " + shell_word(options.sites.string()) + " --cache " +
                   shell_word(options.cache.string()) + " --fetch";
    }
    return fail(std::move(error));
  }
  collection::Specification specification = collection.specification();
  specification.network.gateway = box->server->url() + "/";
  collection = collection::Collection::of(collection.folder(), std::move(specification));
  return std::make_unique<webbox::Box>(std::move(*box));
}

}  // namespace porthole::cli
