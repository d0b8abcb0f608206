#pragma once

/// Buckets: sites by the hash of their names. A bucket is what one of several gatherers holds, and
/// all hosts of a registrable domain are in one bucket, so that one gatherer alone asks them.
///
/// Thread safety: a pure function.

#include <string_view>

namespace porthole::repository {

inline constexpr int kBuckets = 1024;
/// The number of a site's bucket, from 0: of its registrable domain, where the site is a prefix of
/// URLs (<site> of the specification). It is stored: this function must not change.
int bucket_of(std::string_view site);

}  // namespace porthole::repository
