#pragma once

/// What the pages and links of a collection propose for its topic.
///
/// In:  a repository; the topic's terms, and its taxonomy when it names one.
/// Out: suggestions of terms with who uses them, sub-topics and related topics.
///
/// A link counts when its target was fetched, an alias being the page that it leads to and a copy
/// its original; not counted are links of copies, of pages to themselves, and redirects. Pages are
/// relevant as they were judged when they were fetched.

#include <cstdint>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "collection/collection.h"
#include "repository/repository.h"
#include "topics/topic_expander.h"

namespace porthole::training {

struct TermUse {
  std::string source;  ///< URL of the page that says it.
  std::string target;  ///< URL of the relevant page that it is said of.
  AnnotationKind kind = AnnotationKind::kAnchor;
  std::string text;
};

struct ExpansionTerm {
  topics::Suggestion suggestion;
  std::vector<TermUse> uses;  ///< Of the head, by different sites.
};

struct ExpansionTopic {
  std::string path;
  std::string title;
  topics::Association figures;  ///< Cases are pages.
};

struct Expansion {
  std::int64_t pages = 0;
  std::int64_t relevant = 0;
  std::uint64_t links = 0;  ///< That said something new of a fetched page.
  std::size_t sites = 0;    ///< That have those.
  double base = 0;          ///< The share of relevant pages among what a site says something of.
  std::vector<ExpansionTerm> terms;  ///< The best first.
  /// How those who use it write a term, heads and phrases; only those that differ.
  std::unordered_map<std::string, std::string> spellings;
  std::vector<ExpansionTopic> subtopics;
  std::vector<ExpansionTopic> related;

  const std::string& written(const std::string& term) const {
    const auto found = spellings.find(term);
    return found == spellings.end() ? term : found->second;
  }
};

/// All that are proposed, heads and phrases.
std::vector<std::string> terms_of(const Expansion& expansion);

struct ExpansionOptions {
  std::uint32_t least_sites = 3;     ///< That use a term for a relevant page.
  std::size_t most_uses = 3;         ///< To name for each term; 0 saves reading the links again.
  std::set<std::string> rejected{};  ///< Not proposed.
};

/// Errors: those of the repository; those of read_taxonomy_of() when the specification names one.
Result<Expansion> expand(repository::Repository& repository,
                         const collection::Collection& collection, const ExpansionOptions& options);

}  // namespace porthole::training
