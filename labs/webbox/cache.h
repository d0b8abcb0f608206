#pragma once

/// Package cache of a box, a folder:
///
///   DIR/debs/                  packages on their way; empty when nothing is under way
///   DIR/x/PACKAGE/             a package, unpacked: DIR/x/golly/usr/share/golly/Help/...
///   DIR/x/_hub/, DIR/x/_git/   sites that do not come from packages (labs/webbox/hubs.h)
///   DIR/lock                   held while one process changes the folder
///
/// Packages are downloaded and unpacked, never installed; no rights of root are needed. A package
/// is unpacked under another name and renamed when it is whole, so a fetch that was killed at any
/// moment leaves nothing that looks complete and is continued by the next.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "labs/webbox/site_list.h"

namespace porthole::labs {

/// Programs to run, as names in PATH or as paths.
struct Tools {
  std::string apt_get = "apt-get";
  std::string apt_cache = "apt-cache";
  std::string dpkg_deb = "dpkg-deb";
};

/// The packages of the sites (not those named _NAME) that are not in the cache, each once, sorted.
std::vector<std::string> missing_packages(const std::vector<Site>& sites,
                                          const std::filesystem::path& cache);

/// How far a fetch is, after each package.
struct FetchProgress {
  std::string package;       ///< The one that is done.
  std::size_t packages = 0;  ///< Done so far, failed ones included.
  std::size_t packages_total = 0;
  std::uint64_t bytes = 0;        ///< Downloaded so far.
  std::uint64_t bytes_total = 0;  ///< Size of all packages that apt knows.
};

struct FailedPackage {
  std::string package;
  std::string reason;
};

struct FetchReport {
  std::vector<std::string> fetched;
  std::vector<FailedPackage> failed;
  std::uint64_t bytes = 0;  ///< Downloaded.
};

struct FetchOptions {
  Tools tools;
  std::function<void(const FetchProgress&)>
      progress;  ///< Called in the calling thread; may be empty.
};

/// Gets and unpacks `packages` into `cache`, which is made if need be. A package that apt does not
/// know or that cannot be unpacked is reported and does not stop the others.
///
/// Errors: kNotFound when apt knows none of them, or apt or dpkg is not there; kNetwork when none
/// could be downloaded; kBusy when another process is filling the cache; kStorage when the folder
/// cannot be written; kPermission.
Result<FetchReport> fetch_packages(const std::vector<std::string>& packages,
                                   const std::filesystem::path& cache, const FetchOptions& options);

}  // namespace porthole::labs
