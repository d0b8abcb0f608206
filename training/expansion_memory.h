#pragma once

/// Stores the user's decisions on proposed terms in a file of the collection, so that rejected
/// terms are not proposed again and accepted ones can be told from the user's own.
///
///   expansion.json    {"accepted":[term,...],"rejected":[term,...],"for":{term:term,...},
///                      "automatic":[term,...]}

#include <filesystem>
#include <map>
#include <set>
#include <string>

#include "base/result.h"

namespace porthole::training {

struct ExpansionMemory {
  /// By topics::normal_term(), as the user wrote them.
  using Terms = std::map<std::string, std::string>;
  Terms accepted;
  Terms rejected;
  /// Term for which an accepted term is a synonym, where the user said so; by topics::normal_term()
  /// of the accepted one.
  Terms said_for;
  /// Terms that the expander added by itself (training/automatic_expansion.h); not in `accepted`.
  Terms automatic;
};

/// Returns the terms as topics::normal_term() gives them.
std::set<std::string> normal_terms(const ExpansionMemory::Terms& terms);
/// Returns the terms as the user wrote them.
std::set<std::string> written_terms(const ExpansionMemory::Terms& terms);

/// Reads the file; empty when it does not exist. Errors: kInvalid when it is damaged; those of
/// xml::read_file().
Result<ExpansionMemory> read_expansion_memory(const std::filesystem::path& folder);

/// Errors: those of collection::replace_file().
Result<void> write_expansion_memory(const std::filesystem::path& folder,
                                    const ExpansionMemory& memory);

}  // namespace porthole::training
