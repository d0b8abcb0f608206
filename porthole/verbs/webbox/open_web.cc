#include "porthole/verbs/open_web.h"

#include <unistd.h>

#include <filesystem>
#include <system_error>
#include <utility>

#include "labs/webbox/box.h"
#include "porthole/output.h"
#include "porthole/verbs/webbox/box_progress.h"

namespace porthole::cli {

Result<std::shared_ptr<void>> open_web(collection::Collection& collection, const Common& common) {
  const std::optional<collection::BoxReference>& reference = collection.specification().network.box;
  if (!reference) return nullptr;
  labs::BoxOptions options;
  options.sites = reference->sites;
  options.cache = reference->cache;
  options.hub_packages = reference->hub_packages;
  BoxProgress progress(common);
  progress.watch(options);
  Result<labs::Box> box = serve_box(options);
  if (!box) {
    Error error = box.error();
    if (error.code == ErrorCode::kIncomplete) {
      error.hint = "fetch them: porthole webbox --sites " + shell_word(options.sites.string()) +
                   " --cache " + shell_word(options.cache.string()) + " --fetch";
    }
    return fail(std::move(error));
  }
  collection::Specification specification = collection.specification();
  specification.network.gateway = box->server->url() + "/";
  collection = collection::Collection::of(collection.folder(), std::move(specification));
  return std::make_shared<labs::Box>(std::move(*box));
}

void advise_against_root(const char* verb, const collection::Collection& collection,
                         const Common& common) {
  std::error_code unreadable;
  const bool was_gathered = std::filesystem::exists(collection.repository_file(), unreadable);
  if (::geteuid() != 0 || was_gathered) return;
  note(std::string(verb) + " runs as root", "run it as a user of its own (SECURITY.md)", common);
}

}  // namespace porthole::cli
