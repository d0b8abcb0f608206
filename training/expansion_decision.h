#pragma once

/// Carries out the user's decision on proposed terms: an accepted term becomes a <term> of the
/// specification, a rejected one is recorded. Only proposed terms can be accepted or rejected, so
/// that a typing error does not change the topic. The decisions are remembered.

#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"
#include "collection/collection.h"
#include "training/expansion.h"

namespace porthole::training {

// Stores the user's decisions on proposed terms in a file of the collection, so that rejected
// terms are not proposed again and accepted ones can be told from the user's own.
//
//   expansion.json    {"accepted":[term,...],"rejected":[term,...],"for":{term:term,...},
//                      "automatic":[term,...]}

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

/// A validated decision. Terms as the user wrote them, each once.
struct Decision {
  std::vector<std::string> accept;
  std::vector<std::string> reject;
  std::int64_t known = 0;  ///< Accepted terms that the topic has already.
  /// Term for which the accepted ones are synonyms; "" when the user did not say.
  std::string said_for;
  std::vector<std::string> accepted_before;
  /// Terms that the expander had added by itself, which `reject` takes out of the topic.
  std::vector<std::string> taken_out;
};

/// A change of the terms of a topic.
struct TermChange {
  std::vector<std::string> add;
  std::vector<std::string> remove;
  std::string act;  ///< Goes with today's date into a comment behind each added term.
};

/// Writes porthole.xml, unless nothing changes. Errors: those of collection::remove_terms(),
/// add_terms() and replace_file().
Result<void> write_terms(const TermChange& change, const collection::Collection& collection);

/// The user's input.
struct Choice {
  std::vector<std::string> accept;
  std::vector<std::string> reject;
  std::string said_for;
};

/// Validates `choice` against the terms of `proposed` and those rejected earlier; synonyms are
/// given for a term or the title of `topic`.
///
/// Errors: kNotFound, with the nearest one, for a term that was not proposed or is not a term of
/// the topic; kUsage for a term that is both accepted and rejected; kInvalid for a term of the
/// topic that is rejected, unless the expander added it by itself.
Result<Decision> decision_on(const Expansion& proposed, const ExpansionMemory& memory,
                             const collection::Topic& topic, const Choice& choice);

/// Writes porthole.xml, then expansion.json. Errors: those of collection::add_terms() and
/// replace_file().
Result<void> carry_out(const Decision& decision, const collection::Collection& collection,
                       ExpansionMemory memory);

}  // namespace porthole::training
