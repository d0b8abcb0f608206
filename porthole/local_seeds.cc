#include "porthole/local_seeds.h"

#include <filesystem>
#include <string_view>
#include <system_error>

#include "base/url/percent_encode.h"
#include "base/url/url.h"
#include "collection/local_scope.h"

namespace porthole::cli {
namespace {

namespace fs = std::filesystem;
constexpr std::string_view kRoot = "file:///";

tl::unexpected<Error> unusable(const std::string& seed, const std::string& why) {
  return fail(ErrorCode::kUsage, "--seed " + seed + ": " + why,
              "give the whole path of a file or folder: --seed file:///srv/papers/");
}

}  // namespace

Result<void> check_local_seeds(std::vector<std::string>& seeds) {
  for (std::string& seed : seeds) {
    const Result<Url> url = Url::parse(seed);
    if (!url || url->scheme() != "file") continue;
    if (!url->host().empty()) return unusable(seed, "it is on another machine");
    std::error_code error;
    const fs::file_status found = fs::status(percent_decode(url->path()), error);
    if (!fs::exists(found)) return unusable(seed, "there is no such file or folder");
    if (fs::is_directory(found) && !seed.ends_with('/')) seed += '/';
  }
  if (collection::common_folder(seeds) != kRoot) return {};
  return fail(ErrorCode::kUsage, "the seeds have no common folder but /",
              "put the documents into one folder, or make a collection for each");
}

}  // namespace porthole::cli
