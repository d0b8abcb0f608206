#pragma once

/// The statement of a ready query with values for its parameters, as the command line and the
/// console take them.
///
/// Thread safety: any thread.

#include <map>
#include <string>

#include "base/result.h"
#include "collection/collection.h"

namespace porthole::sampling {

struct ReadyStatement {
  std::string title;
  std::string sql;
};

/// `set`: values by the names of parameters; that of a sample is its name in `collection`. Errors:
/// kUsage; kNotFound for a topic that neither a stored page nor the taxonomy has; those of
/// statement_of() and topics_of_sample().
Result<ReadyStatement> ready_statement(const std::string& name,
                                       const std::map<std::string, std::string>& set,
                                       const collection::Collection& collection);

}  // namespace porthole::sampling
