#pragma once

/// Buckets: sites by the hash of their names. A bucket is what one of several gatherers holds.
///
/// Thread safety: a pure function.

#include <string_view>

namespace porthole::repository {

inline constexpr int kBuckets = 1024;
/// The number of a site's bucket, from 0. It is stored: this function must not change.
int bucket_of(std::string_view site);

}  // namespace porthole::repository
