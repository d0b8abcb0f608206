#pragma once

/// The types of columns that the statements of PostgreSQL give. Private to repository/postgres/.
///
/// Source: src/include/catalog/pg_type.dat of PostgreSQL; the numbers never change.

#include <libpq-fe.h>

namespace porthole::repository {

inline constexpr Oid kBool = 16;
inline constexpr Oid kBytea = 17;
inline constexpr Oid kInt8 = 20;
inline constexpr Oid kInt2 = 21;
inline constexpr Oid kInt4 = 23;
inline constexpr Oid kFloat4 = 700;
inline constexpr Oid kFloat8 = 701;
inline constexpr Oid kNumeric = 1700;

}  // namespace porthole::repository
