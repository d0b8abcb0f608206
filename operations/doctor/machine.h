#pragma once

/// Checks of `porthole doctor` that need no collection: the program and its parts, formats that
/// cannot be read, limits of the system, the network.
///
/// Thread safety: any thread.

#include <string>

#include "base/result.h"
#include "base/url/url.h"
#include "collection/specification.h"
#include "operations/doctor/finding.h"

namespace porthole::operations {

/// The uses that the machine is checked for. The documents of a collection tell which formats
/// matter (check_collection()).
struct MachineUse {
  bool formats = true;  ///< All formats that plug-ins could read.
  bool network = true;  ///< Servers of others.
};
/// Sends nothing over the network.
Findings check_machine(const MachineUse& use);

/// The URL of the robots.txt of `host`: example.org, or an http or https URL. Errors: kUsage.
Result<Url> robots_txt_of(const std::string& host);

/// Requests `robots_txt` as a crawl by `specification` would: through its gateway, by its rules for
/// addresses. This may take as long as the time-outs of the specification.
Findings check_host(const collection::Specification& specification, const Url& robots_txt);

}  // namespace porthole::operations
