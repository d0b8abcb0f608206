#pragma once

/// Tells another program something: posts JSON to a URL that the user has named.
///
/// The URL comes from the user's command line. So an address that it names itself (127.0.0.1,
/// [fd00::7], localhost) may be told, those of this machine too, as for a gateway. A name has to
/// lead to a global address or to one of <allow> (plugins/host/address_policy.h), since who answers
/// for the name is not the user; a port of another service is refused at every address.
/// Redirects are not followed, and no proxy of the environment is used.
/// Thread safety: functions without state.

#include <chrono>
#include <string>

#include "base/result.h"
#include "collection/specification.h"

namespace porthole::gatherer {

/// Errors: kInvalid unless `url` is an http or https URL, and for a port of another service
/// (is_blocked_port() of base/url/ports.h); the remedy names the form.
Result<void> check_webhook(const std::string& url);

/// Posts `json` with Content-Type application/json and returns when the answer is a 2xx. Of
/// `network`, that of the collection's specification, the exceptions of <allow> count.
/// Errors: as check_webhook(); kInvalid for an address that may not be connected to, with the
/// reason; kTimeout after `limit`; kNetwork for any other answer or none.
Result<void> post_webhook(const std::string& url, const std::string& json,
                          const collection::Network& network,
                          std::chrono::milliseconds limit = std::chrono::seconds(10));

}  // namespace porthole::gatherer
