#pragma once

/// Advice for the user about a URL that could not be fetched.
///
/// In:  a dropped URL of the repository; the specification, which the advice may name.
/// Out: a sentence without a full stop, "" if there is no remedy.

#include <string>

#include "collection/specification.h"
#include "repository/records.h"

namespace porthole::gatherer {

std::string remedy_for(const repository::UrlRecord& url,
                       const collection::Specification& specification);

}  // namespace porthole::gatherer
