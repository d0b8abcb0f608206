#include "training/automatic_expansion.h"

#include <algorithm>
#include <memory>
#include <set>
#include <unordered_set>
#include <utility>

#include "gatherer/judge/judge_again.h"
#include "gatherer/judge/judge_factory.h"
#include "gatherer/judge/page_judge.h"
#include "topics/text/term_extractor.h"
#include "training/expansion.h"
#include "training/expansion_decision.h"

namespace porthole::training {
namespace {

using repository::UrlId;
using RelevantPages = std::unordered_set<UrlId>;

/// The pages that are relevant by the words of `topic`.
Result<RelevantPages> relevant_by_words(const collection::Topic& topic,
                                        repository::Repository& repository) {
  const std::unique_ptr<gatherer::PageJudge> judge = gatherer::make_own_words_judge(topic);
  RelevantPages relevant;
  Result<void> failed;
  TRY(repository.pages().for_each(
      {.with_text = true},
      [&](const repository::UrlRecord& url, const repository::PageRecord& page, auto, auto) {
        const auto judged = gatherer::judge_stored(*judge, page, url.href, repository.pages());
        if (!judged) failed = fail(judged.error());
        if (judged && judged->relevant) relevant.insert(url.id);
        return failed.has_value();
      }));
  if (!failed) return fail(failed.error());
  return relevant;
}

/// The proposals without the terms that the expander added.
Result<Expansion> evidence(const collection::Collection& collection,
                           repository::Repository& repository, const ExpansionMemory& memory) {
  ExpansionOptions options;
  options.most_uses = 1;
  options.rejected = normal_terms(memory.rejected);
  options.without = written_terms(memory.automatic);
  TRY_AS(judged_by, gatherer::judged_by(collection));
  RelevantPages relevant;
  if (*judged_by == topics::JudgedBy::kWords && !memory.automatic.empty()) {
    TRY_AS(found,
           relevant_by_words(topic_without(collection.specification().topic, options.without),
                             repository));
    relevant = std::move(*found);
    options.relevant = &relevant;
  }
  return expand(repository, collection, options);
}

/// Terms that a person has taken out of the specification count as rejected. Returns whether there
/// were any.
bool forget_what_is_gone(const collection::Topic& topic, ExpansionMemory& memory) {
  const std::set<std::string> terms(topic.terms.begin(), topic.terms.end());
  const std::size_t before = memory.automatic.size();
  for (auto term = memory.automatic.begin(); term != memory.automatic.end();) {
    if (terms.contains(term->second)) {
      ++term;
      continue;
    }
    memory.rejected.insert(*term);
    term = memory.automatic.erase(term);
  }
  return memory.automatic.size() != before;
}

AutomaticExpansion decide(const Expansion& found, const ExpansionMemory& memory) {
  AutomaticExpansion out;
  const std::vector<std::string> proposed = terms_of(found);
  const std::set<std::string> still(proposed.begin(), proposed.end());
  for (const auto& [term, written] : memory.automatic) {
    if (!still.contains(term)) out.taken_back.push_back(written);
  }
  const std::size_t kept = memory.automatic.size() - out.taken_back.size();
  for (const ExpansionTerm& term : found.terms) {
    const topics::ProposedTerm& head = term.suggestion.head;
    if (out.added.size() >= AutomaticExpansion::kMostAtOnce ||
        kept + out.added.size() >= AutomaticExpansion::kMost)
      break;
    if (head.figures.assured < AutomaticExpansion::kAssured) continue;
    if (!memory.automatic.contains(head.term)) out.added.push_back(found.written(head.term));
  }
  return out;
}

}  // namespace

Result<AutomaticExpansion> expand_by_evidence(const collection::Collection& collection,
                                              repository::Repository& repository) {
  TRY_AS(memory, read_expansion_memory(collection.folder()));
  const bool forgot = forget_what_is_gone(collection.specification().topic, *memory);
  TRY_AS(found, evidence(collection, repository, *memory));
  AutomaticExpansion change = decide(*found, *memory);
  if (change.is_empty() && !forgot) return change;
  const TermChange terms{change.added, change.taken_back, "added by the topic expander"};
  TRY(write_terms(terms, collection));
  for (const std::string& term : change.taken_back) {
    memory->automatic.erase(topics::normal_term(term));
    memory->rejected[topics::normal_term(term)] = term;
  }
  for (const std::string& term : change.added) memory->automatic[topics::normal_term(term)] = term;
  TRY(write_expansion_memory(collection.folder(), *memory));
  return change;
}

}  // namespace porthole::training
