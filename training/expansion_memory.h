#pragma once

/// What the user said about terms that were proposed: a file of the collection, so that no term is
/// proposed again that was rejected, and that it stays known which terms were not the user's own.
///
///   expansion.json    {"accepted":[term,...],"rejected":[term,...],"for":{term:term,...}}

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
  /// What an accepted term is another word for, where the user said so; by topics::normal_term() of the accepted one.
  Terms said_for;
};

/// The terms as topics::normal_term() gives them.
std::set<std::string> normal_terms(const ExpansionMemory::Terms& terms);
/// The terms as the user wrote them.
std::set<std::string> written_terms(const ExpansionMemory::Terms& terms);

/// Nothing when there is no such file. Errors: kInvalid when it is damaged; those of
/// xml::read_file().
Result<ExpansionMemory> read_expansion_memory(const std::filesystem::path& folder);

/// Errors: those of collection::replace_file().
Result<void> write_expansion_memory(const std::filesystem::path& folder,
                                    const ExpansionMemory& memory);

}  // namespace porthole::training
