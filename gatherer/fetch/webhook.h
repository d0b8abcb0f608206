#pragma once

/// Tells another program something: posts JSON to a URL that the user has named.
///
/// The URL comes from the user's command line, so that any address may be told, those of this
/// machine too; the web has no say in it. Redirects are not followed.
/// Thread safety: functions without state.

#include <chrono>
#include <string>

#include "base/result.h"

namespace porthole::gatherer {

/// Errors: kInvalid unless `url` is an http or https URL; the remedy names the form.
Result<void> check_webhook(const std::string& url);

/// Posts `json` with Content-Type application/json and returns when the answer is a 2xx.
/// Errors: as check_webhook(); kTimeout after `limit`; kNetwork for any other answer or none.
Result<void> post_webhook(const std::string& url, const std::string& json,
                          std::chrono::milliseconds limit = std::chrono::seconds(10));

}  // namespace porthole::gatherer
