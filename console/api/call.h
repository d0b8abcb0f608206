#pragma once

/// A call of the console's API.

#include <chrono>
#include <string>

#include "base/result.h"
#include "console/access/sessions.h"
#include "console/api/members.h"
#include "console/folders.h"
#include "http/json_response.h"
#include "http/parameters.h"
#include "operations/questions/question_json.h"
#include "repository/query.h"

namespace porthole::console {

struct Call {
  const http::Request& request;
  const http::Parameters& parameters;  ///< Those of the URL.
  Members& members;                    ///< Those of the body; none for GET.
  const Session& session;
  ServedFolder& folder;  ///< The one that the call names, else the first.
};

// Questions in SQL to a repository, as `porthole query` asks them, and their rows as JSON.
//
// Thread safety: any thread.

inline constexpr std::size_t kMostRows = 5000;
inline constexpr std::chrono::seconds kAskTime{20};

/// Runs a query that only reads. Errors: those of Collection::open() and run_query().
Result<repository::QueryRows> ask(const ServedFolder& folder, const std::string& sql,
                                  std::size_t rows = kMostRows);

using operations::as_json;
using operations::rows_as_json;

}  // namespace porthole::console
