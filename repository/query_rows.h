#pragma once

/// The answer to a query in SQL (repository/query.h). Plain data.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace porthole::repository {

/// An answer whose values take more bytes is refused.
inline constexpr std::size_t kMostAnswerBytes = std::size_t{256} << 20;

struct QueryLimits {
  std::size_t rows = 100;
  std::chrono::milliseconds time{60'000};
};

/// NULL, a whole number, a number, or text (of a blob: its bytes).
using QueryValue = std::variant<std::monostate, std::int64_t, double, std::string>;

struct QueryRows {
  std::vector<std::string> columns;
  std::vector<std::vector<QueryValue>> rows;
  bool more = false;  ///< There are rows beyond the limit.
};

struct QueryTable {
  std::string name;
  std::vector<std::string> columns;
};

}  // namespace porthole::repository
