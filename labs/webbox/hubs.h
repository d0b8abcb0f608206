#pragma once

/// Generates hub pages (pages that link to many sites) from the package data of apt.
///
/// In:  the package records of apt-cache: name, section, description, homepage, tags, dependencies.
/// Out: pages like those of packages.debian.org, under DIR/x/_hub/packages-LIMIT-CHECKSUM, a folder
///      for each limit and list of sites, so that no server loses pages to another one:
///        index.html              the sections
///        SECTION/index.html      its packages, each with its summary
///        PACKAGE                 description, homepage, tags, related packages
/// The text and the links are Debian's; only the frame is ours. Descriptions beyond their first
/// line are there only where apt has downloaded translations.
///
/// Which packages: those of the sites in the list, those whose homepage is a page of the box, what
/// these two depend on, and as many more, evenly by name, as the limit allows of the sections that
/// have most to do with subjects beyond the system itself.

#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "labs/webbox/cache.h"
#include "labs/webbox/manifest.h"

namespace porthole::labs {

/// How many pages are written, and of how many; 0 of 0 while apt is asked, which takes seconds.
using HubProgress = std::function<void(std::size_t done, std::size_t total)>;

struct HubOptions {
  std::size_t packages = 9000;  ///< Pages to fill up to; the first three kinds are never cut.
  Tools tools;
  HubProgress
      progress{};  ///< Called in the calling thread when there is something to make; may be empty.
};

struct Hubs {
  std::size_t site = 0;  ///< Whose pages these are, by its number in the manifest.
  std::string folder;    ///< Below DIR/x/_hub; "" when no site of the manifest asks for such pages.
  std::size_t made = 0;  ///< Pages that were written; 0 when they were there.
};

/// Makes the pages if a site of the manifest asks for them (package `_hub`, root `packages`) and
/// they are not there. Where a folder DIR/x/_hub/packages was put there by something else, its
/// pages are used.
///
/// Errors: kNotFound when apt-cache is not there or knows no package; kStorage.
Result<Hubs> make_hubs(const Manifest& manifest, const std::filesystem::path& cache,
                       const HubOptions& options);

/// The choice described above, sorted by name.
std::vector<AptPackage> choose_hub_packages(const std::vector<AptPackage>& known,
                                            const Manifest& manifest, std::size_t limit);

/// Writes the pages of `packages` into `folder`, which must not be there yet; `base_path` is the
/// path under which it is served ("/bookworm/"). A package that is called like a section gets no
/// page: its address is the section's. Returns the number of pages. Errors: kStorage.
Result<std::size_t> write_hub_pages(const std::vector<AptPackage>& packages,
                                    const std::string& base_path,
                                    const std::filesystem::path& folder,
                                    const HubProgress& progress = nullptr);

// Generates the HTML of the hub pages (labs/webbox/hubs.h).

/// The text of each page by its path: "index.html", "science/index.html", "golly". `base_path`
/// begins and ends in a slash. Every value of the packages is escaped; a homepage becomes a link
/// only when it is http or https.
std::map<std::string, std::string> make_hub_pages(const std::vector<AptPackage>& packages,
                                                  const std::string& base_path);

}  // namespace porthole::labs
