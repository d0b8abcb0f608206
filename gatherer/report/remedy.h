#pragma once

/// What a person can do about a URL that could not be fetched.
///
/// In:  a dropped URL as the repository has it; the specification, which the advice may name.
/// Out: a sentence without a full stop, "" where nothing helps.

#include <string>

#include "collection/specification.h"
#include "repository/records.h"

namespace porthole::gatherer {

std::string remedy_for(const repository::UrlRecord& url,
                       const collection::Specification& specification);

}  // namespace porthole::gatherer
