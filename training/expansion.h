#pragma once

/// Topic expansion: proposes terms, sub-topics and related topics from the pages and links of a
/// collection.
///
/// In:  a repository; the topic's terms, and its taxonomy when it names one.
/// Out: suggested terms with examples of use, sub-topics and related topics.
///
/// A link counts when its target was fetched; aliases are resolved to their page and duplicates to
/// their original. Links of duplicates, self-links and redirects do not count. Pages are relevant
/// as they were judged when they were fetched, unless the caller judges them.

#include <cstdint>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/result.h"
#include "collection/collection.h"
#include "repository/repository.h"
#include "topics/topic_expander.h"

namespace porthole::training {

struct TermUse {
  std::string source;  ///< URL of the annotator.
  std::string target;  ///< URL of the relevant page, the annotatee.
  /// annotation_kind_name(), or name_of_said() before the first crawl.
  std::string kind;
  std::string text;
};

struct ExpansionTerm {
  topics::Suggestion suggestion;
  std::vector<TermUse> uses;  ///< Uses of the head, by different sites.
};

struct ExpansionTopic {
  std::string path;
  std::string title;
  topics::Association figures;  ///< Cases are pages.
};

/// Where the proposals come from, and how many pages of it are about the topic.
struct EvidenceSource {
  std::string name;  ///< For people: "the crawl", "example pages".
  std::int64_t relevant = 0;
  std::int64_t other = 0;
};

struct Expansion {
  bool is_before_crawl = false;  ///< By training/first_expansion.h.
  std::vector<EvidenceSource> sources;
  std::int64_t pages = 0;
  std::int64_t relevant = 0;
  std::uint64_t links = 0;  ///< Links with a new annotation of a fetched page.
  std::size_t sites = 0;    ///< Sites of those links.
  double base = 0;          ///< Base rate: the share of relevant pages among a site's link targets.
  std::vector<ExpansionTerm> terms;  ///< The best first.
  /// Spelling of terms (heads and phrases) in use, where it differs from the term.
  std::unordered_map<std::string, std::string> spellings;
  std::vector<ExpansionTopic> subtopics;
  std::vector<ExpansionTopic> related;

  const std::string& written(const std::string& term) const {
    const auto found = spellings.find(term);
    return found == spellings.end() ? term : found->second;
  }
};

/// Returns all proposed terms, heads and phrases.
std::vector<std::string> terms_of(const Expansion& expansion);

struct ExpansionOptions {
  std::uint32_t least_sites = 3;  ///< Minimum number of sites that use a term for a relevant page.
  std::size_t most_uses = 3;      ///< Uses listed for each term; 0 skips reading the links again.
  std::set<std::string> rejected{};  ///< Not proposed.
  /// Terms of the topic that count as if they were not, as the specification has them.
  std::set<std::string> without{};
  /// The relevant pages, in place of those that were judged so; null: those. Outlives the call.
  const std::unordered_set<repository::UrlId>* relevant = nullptr;
};

/// Notes how `term` is written in `uses`, if that differs from the term: the shortest spelling,
/// which is the singular where there is one.
void note_spelling(const std::string& term, const std::vector<topics::TermUses::Use>& uses,
                   Expansion& expansion);

/// Returns the topic without some of its terms.
collection::Topic topic_without(collection::Topic topic, const std::set<std::string>& terms);

/// Computes the proposals.
/// Errors: those of the repository; those of read_taxonomy_of() when the specification names a
/// taxonomy.
Result<Expansion> expand(repository::Repository& repository,
                         const collection::Collection& collection, const ExpansionOptions& options);

}  // namespace porthole::training
