#pragma once

/// What the user says about proposed terms, and what follows: an accepted term becomes a <term> of
/// the specification, a rejected one is remembered. Only what was proposed can be accepted or
/// rejected, so that a slip of the pen does not change the topic.

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "collection/collection.h"
#include "training/expansion.h"
#include "training/expansion_memory.h"

namespace porthole::training {

/// Terms as the user writes them, each once.
struct Decision {
  std::vector<std::string> accept;
  std::vector<std::string> reject;
  std::int64_t known = 0;  ///< Accepted terms that the topic has already.
  std::string said_for;    ///< What those that are or were accepted are other words for; "" when the user did not say.
  std::vector<std::string> accepted_before;
};

/// As typed.
struct Choice {
  std::vector<std::string> accept;
  std::vector<std::string> reject;
  std::string said_for;
};

/// Of the terms of `proposed`, and those that were rejected earlier; for a term or the title of `topic`.
///
/// Errors: kNotFound, with the nearest one, for what was not proposed, or is no term of the topic; kUsage for a term that is
/// both accepted and rejected; kInvalid for a term of the topic that is rejected.
Result<Decision> decision_on(const Expansion& proposed, const ExpansionMemory& memory,
                             const collection::Topic& topic, const Choice& choice);

/// Writes porthole.xml, then expansion.json. Errors: those of collection::add_terms() and
/// replace_file().
Result<void> carry_out(const Decision& decision, const collection::Collection& collection,
                       ExpansionMemory memory);

}  // namespace porthole::training
