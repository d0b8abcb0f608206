#pragma once

/// Opens the network that a specification configures: recorded WARC files, a gateway, or the live
/// web with its address policy.

#include <memory>
#include <string>

#include "base/result.h"
#include "collection/specification.h"
#include "gatherer/fetch/curl_options.h"
#include "gatherer/fetch/fetcher.h"

namespace porthole::gatherer {

/// Errors: those of archive::RecordedWeb::open() and AddressPolicy::make(); kInvalid for an invalid
/// gateway URL; kIncomplete for a web in a box that has not been opened.
///
/// `may_ask`: as CurlFetcherOptions has it.
Result<std::unique_ptr<Fetcher>> open_network(const collection::Specification& specification,
                                              MayAsk may_ask = {});

/// The libraries that fetch, with their versions: "libcurl/7.88.1 OpenSSL/3.0.17 zlib/1.2.13 ...".
std::string network_libraries();

}  // namespace porthole::gatherer
