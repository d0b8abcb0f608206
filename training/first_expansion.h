#pragma once

/// Topic expansion before the first crawl: proposes terms from pages that are there already
/// (training/first_evidence.h), by the same measure as expand() does from links.
///
/// In:  a collection without a fetched page; the data files that the program brings.
/// Out: suggested terms with the pages that have them.
///
/// A case is a page in place of a link: its terms are those that it says, and it is relevant when
/// it is about the topic. Pages of one site have one vote; a file, a text and a topic are a site of
/// their own. Where the texts of fewer than kEnoughSites sites are about other things,
/// kGeneralSites sites that have the words of any subject are added (read_general_words()): a
/// page of the topic would differ from titles and addresses in ordinary words, too.
///
/// Thread safety: one thread. Memory: the texts of all pages, and topics/topic_expander.h.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "collection/collection.h"
#include "training/expansion.h"

namespace porthole::training {

/// Default of ExpansionOptions::least_sites here: examples are few, and chosen by a person.
inline constexpr std::uint32_t kLeastSitesBeforeCrawl = 2;
inline constexpr std::size_t kEnoughSites = 20;

/// Files that the program brings.
struct BroughtFiles {
  std::vector<std::filesystem::path> taxonomies;
  std::filesystem::path general_words;
};

/// `options.without` and `options.relevant` do not count.
/// Errors: kIncomplete when no page about the topic is there, with what would help; those of
/// read_first_evidence() and read_general_words().
Result<Expansion> expand_before_crawl(const collection::Collection& collection,
                                      const BroughtFiles& brought, const ExpansionOptions& options);

// The words that texts of any subject have (examples/general_words.txt): what the pages of a topic
// are set against when there are no pages of other topics.
//
// In:  lines of a share in per cent, 1 to 100, a tab, and a word or two; "#" begins a comment.
// Out: the terms in the form in which terms are compared, with their shares.
//
// Source: ours; tools/general_words.py measures it. Thread safety: functions without state.

/// Sites that the words stand for: a term of share p is on the first p of them.
inline constexpr int kGeneralSites = 100;

using GeneralWords = std::unordered_map<std::string, int>;

/// Two forms of a term count as the more frequent one.
/// Errors: kInvalid with file and line; those of xml::read_file().
Result<GeneralWords> read_general_words(const std::filesystem::path& file);

}  // namespace porthole::training
