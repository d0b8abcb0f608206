#pragma once

/// Hub pages - pages that link to many sites - made from what apt knows on any Debian machine.
///
/// In:  the package records of apt-cache: name, section, description, homepage, tags, dependencies.
/// Out: pages like those of packages.debian.org, under DIR/x/_hub/packages:
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
#include <string>
#include <vector>

#include "base/result.h"
#include "webbox/apt_records.h"
#include "webbox/cache.h"
#include "webbox/manifest.h"

namespace porthole::webbox {

struct HubOptions {
  std::size_t packages = 9000;  ///< Pages to fill up to; the first three kinds are never cut.
  Tools tools;
};

/// Makes the pages if a site of the manifest asks for them (package `_hub`, root `packages`) and
/// they are not there, or were made for another list or limit. Returns how many were written; 0
/// when there was nothing to do. Pages that something else made are left as they are.
///
/// Errors: kNotFound when apt-cache is not there or knows no package; kStorage.
Result<std::size_t> make_hubs(const Manifest& manifest, const std::filesystem::path& cache,
                              const HubOptions& options);

/// The choice described above, sorted by name.
std::vector<AptPackage> choose_hub_packages(const std::vector<AptPackage>& known,
                                            const Manifest& manifest, std::size_t limit);

/// Writes the pages of `packages` into `folder`, which must not be there yet; `base_path` is the
/// path under which it is served ("/bookworm/"). A package that is called like a section gets no
/// page: its address is the section's. Returns the number of pages. Errors: kStorage.
Result<std::size_t> write_hub_pages(const std::vector<AptPackage>& packages,
                                    const std::string& base_path,
                                    const std::filesystem::path& folder);

}  // namespace porthole::webbox
