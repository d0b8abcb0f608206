#include "training/expansion_decision.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <set>

#include "base/json/json.h"
#include "base/text/text.h"
#include "base/xml/tree.h"
#include "collection/collection.h"
#include "collection/edit/specification_edit.h"
#include "topics/text/term_extractor.h"

namespace porthole::training {
namespace {

std::set<std::string> own_terms(const collection::Topic& topic) {
  std::set<std::string> own = {topics::normal_term(topic.title)};
  for (const std::string& term : topic.terms) own.insert(topics::normal_term(term));
  return own;
}

Result<std::string> chosen_term(const std::string& typed, const std::vector<std::string>& terms) {
  std::string term = topics::normal_term(typed);
  if (std::find(terms.begin(), terms.end(), term) != terms.end()) return term;
  const std::string near = nearest_name(term, terms);
  return fail(ErrorCode::kNotFound, "\"" + typed + "\" is not among the suggestions",
              near.empty() ? "write a term of your own into porthole.xml, as <term>"
                           : "did you mean " + near + "?");
}

Result<std::string> known_term(const std::string& typed, const std::set<std::string>& own) {
  std::string term = topics::normal_term(typed);
  if (own.contains(term)) return term;
  const std::string near = nearest_name(term, std::vector<std::string>(own.begin(), own.end()));
  return fail(
      ErrorCode::kNotFound, "\"" + typed + "\" is neither a term nor the title of the topic",
      near.empty() ? "porthole expand DIR --list shows them" : "did you mean " + near + "?");
}

/// As the specification has it, if the expander added the term by itself; "" otherwise.
std::string automatic_term(const std::string& typed, const ExpansionMemory& memory) {
  const auto found = memory.automatic.find(topics::normal_term(typed));
  return found == memory.automatic.end() ? "" : found->second;
}

std::string dated(const std::string& act) {
  const std::chrono::year_month_day today(
      std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now()));
  char date[24];
  std::snprintf(date, sizeof date, "%04d-%02u-%02u", static_cast<int>(today.year()),
                static_cast<unsigned>(today.month()), static_cast<unsigned>(today.day()));
  return act + " " + date;
}

/// A term of the topic that is accepted again changes nothing.
void accept_known(const std::string& typed, const ExpansionMemory& memory, Decision& decision) {
  ++decision.known;
  const std::string term = topics::normal_term(typed);
  if (memory.accepted.contains(term) || memory.automatic.contains(term))
    decision.accepted_before.push_back(typed);
}

using nlohmann::json;

constexpr const char* kFile = "expansion.json";
constexpr std::size_t kLargestMemory = 16 << 20;

ExpansionMemory::Terms read_terms(const json& list) {
  ExpansionMemory::Terms terms;
  for (const std::string& term : list.get<std::set<std::string>>()) {
    terms.emplace(topics::normal_term(term), term);
  }
  return terms;
}

}  // namespace

Result<Decision> decision_on(const Expansion& proposed, const ExpansionMemory& memory,
                             const collection::Topic& topic, const Choice& choice) {
  const std::set<std::string> own = own_terms(topic);
  std::vector<std::string> terms = terms_of(proposed);
  for (const auto& [term, written] : memory.rejected) terms.push_back(term);
  Decision decision;
  if (!choice.said_for.empty()) {
    TRY_AS(said_for, known_term(choice.said_for, own));
    decision.said_for = *said_for;
  }
  std::set<std::string> accepted;
  std::set<std::string> rejected;
  for (const std::string& typed : choice.accept) {
    if (own.contains(topics::normal_term(typed))) {
      accept_known(typed, memory, decision);
      continue;
    }
    TRY_AS(term, chosen_term(typed, terms));
    if (accepted.insert(*term).second) decision.accept.push_back(fold_space(typed));
  }
  for (const std::string& typed : choice.reject) {
    if (const std::string added = automatic_term(typed, memory); !added.empty()) {
      decision.taken_out.push_back(added);
      decision.reject.push_back(added);
      continue;
    }
    if (own.contains(topics::normal_term(typed))) {
      return fail(ErrorCode::kInvalid, "\"" + typed + "\" is a term of the topic",
                  "take its <term> out of porthole.xml");
    }
    TRY_AS(term, chosen_term(typed, terms));
    if (accepted.contains(*term)) {
      return fail(ErrorCode::kUsage, "\"" + typed + "\" is both accepted and rejected",
                  "leave out one of the two");
    }
    if (rejected.insert(*term).second) decision.reject.push_back(fold_space(typed));
  }
  return decision;
}

Result<void> write_terms(const TermChange& change, const collection::Collection& collection) {
  if (change.add.empty() && change.remove.empty()) return {};
  TRY_AS(written, collection::edit_specification(
                      collection,
                      [&](const std::string& text) -> Result<std::string> {
                        const Result<std::string> without =
                            collection::remove_terms(text, change.remove);
                        if (!without) return without;
                        return collection::add_terms(*without, change.add, dated(change.act));
                      },
                      collection::Keep::kYes));
  return {};
}

Result<void> carry_out(const Decision& decision, const collection::Collection& collection,
                       ExpansionMemory memory) {
  const TermChange change{decision.accept, decision.taken_out,
                          "proposed by porthole expand, accepted"};
  if (auto written = write_terms(change, collection); !written) return written;
  if (decision.accept.empty() && decision.reject.empty() && decision.accepted_before.empty())
    return {};
  for (const std::string& term : decision.accept) {
    memory.accepted[topics::normal_term(term)] = term;
    memory.rejected.erase(topics::normal_term(term));
    memory.said_for.erase(topics::normal_term(term));
  }
  for (const std::string& term : decision.accepted_before) {
    if (memory.automatic.erase(topics::normal_term(term)) > 0)
      memory.accepted[topics::normal_term(term)] = term;
  }
  for (const auto* terms : {&decision.accept, &decision.accepted_before}) {
    if (decision.said_for.empty()) break;
    for (const std::string& term : *terms)
      memory.said_for[topics::normal_term(term)] = decision.said_for;
  }
  for (const std::string& term : decision.reject) {
    memory.rejected[topics::normal_term(term)] = term;
    memory.automatic.erase(topics::normal_term(term));
  }
  return write_expansion_memory(collection.folder(), memory);
}

std::set<std::string> normal_terms(const ExpansionMemory::Terms& terms) {
  std::set<std::string> out;
  for (const auto& [normal, written] : terms) out.insert(normal);
  return out;
}

std::set<std::string> written_terms(const ExpansionMemory::Terms& terms) {
  std::set<std::string> out;
  for (const auto& [normal, written] : terms) out.insert(written);
  return out;
}

Result<ExpansionMemory> read_expansion_memory(const std::filesystem::path& folder) {
  const Result<std::string> text = xml::read_file(folder / kFile, kLargestMemory);
  if (!text && text.error().code == ErrorCode::kNotFound) return ExpansionMemory{};
  if (!text) return fail(text.error());
  try {
    const json read = json::parse(*text);
    return ExpansionMemory{read_terms(read.at("accepted")), read_terms(read.at("rejected")),
                           read.value("for", ExpansionMemory::Terms()),
                           read_terms(read.value("automatic", json::array()))};
  } catch (const json::exception&) {
    Error error;
    error.message = "what was accepted and rejected cannot be read";
    error.file = (folder / kFile).string();
    error.hint =
        "it should be {\"accepted\":[...],\"rejected\":[...]}; without the file every term is "
        "proposed again";
    return fail(std::move(error));
  }
}

Result<void> write_expansion_memory(const std::filesystem::path& folder,
                                    const ExpansionMemory& memory) {
  const json text = {{"accepted", written_terms(memory.accepted)},
                     {"rejected", written_terms(memory.rejected)},
                     {"for", memory.said_for},
                     {"automatic", written_terms(memory.automatic)}};
  return collection::replace_file(folder / kFile,
                                  text.dump(2, ' ', false, json::error_handler_t::replace) + "\n");
}

}  // namespace porthole::training
