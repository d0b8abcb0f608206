#pragma once

/// The statement of a ready query with the values that the user has typed.

#include <string>
#include <vector>

#include "base/result.h"
#include "collection/collection.h"

namespace porthole::cli {

struct ReadyStatement {
  std::string title;
  std::string sql;
};

/// `set`: NAME=VALUE each; the value of a sample is its name in `collection`. Errors: kUsage;
/// kNotFound for a topic that neither a stored page nor the taxonomy has; those of statement_of()
/// and topics_of_sample().
Result<ReadyStatement> ready_statement(const std::string& name, const std::vector<std::string>& set,
                                       const collection::Collection& collection);

}  // namespace porthole::cli
