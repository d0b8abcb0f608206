#pragma once

/// Package cache of a box, its lock, and the package records of apt. The cache is a folder:
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
#include <string_view>
#include <utility>
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

// The lock of a box's cache: DIR/lock, held while one process changes the folder.
//
//   const CacheLock lock(cache);
//   TRY(lock.take());
//
// Thread safety: one thread an object; two objects of one process exclude each other, too.

class CacheLock {
 public:
  /// Requires: the folder is there.
  explicit CacheLock(const std::filesystem::path& cache);
  ~CacheLock();
  CacheLock(const CacheLock&) = delete;
  CacheLock& operator=(const CacheLock&) = delete;

  /// Errors: kBusy while another holds it; kStorage.
  Result<void> take() const;
  /// Waits until nobody else holds it: for changes that are done in a moment. Errors: kStorage.
  Result<void> wait() const;

 private:
  std::filesystem::path file_;
  int descriptor_;
};

// Parses package records from the output of apt-cache.
//
// Source: deb822(5) for the form of the records, Debian Policy 5.6 for the fields.

/// One paragraph of a control file. Views into the text it was read from.
class AptRecord {
 public:
  explicit AptRecord(std::string_view paragraph);

  /// The value of the first field of that name (continuation lines included, as written), or "".
  std::string_view value(std::string_view field) const;

 private:
  std::vector<std::pair<std::string_view, std::string_view>> fields_;
};

void for_each_apt_record(std::string_view text,
                         const std::function<void(const AptRecord&)>& callback);

/// A package as a hub page shows it.
struct AptPackage {
  std::string name;
  std::string section;                  ///< "science"
  std::string summary;                  ///< The first line of the description.
  std::vector<std::string> paragraphs;  ///< The rest of it; empty where apt has no translations.
  std::string homepage;                 ///< "" when there is none.
  std::vector<std::string> tags;        ///< "field::astronomy"
  std::vector<std::string> depends;     ///< Names alone, of alternatives each, in order, each once.
};

/// A package without name, or with one that could not be a file's name, has an empty name.
AptPackage read_apt_package(const AptRecord& record);

}  // namespace porthole::labs
