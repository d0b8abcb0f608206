#pragma once

/// The second stage of ranking: scores a few candidates by what the first stage cannot see cheaply.
///
/// For each candidate, with w(t) = ln(1 + (N - n(t) + 1/2) / (n(t) + 1/2)) for a word t of the
/// query that n(t) of N pages have, by itself or by a synonym, W the sum of w over all words, and
/// each share of words weighed by w:
/// - `all words`: the share that the page has, or that its site is named by, squared;
/// - `section`: the largest share within kSectionWords of its text;
/// - `pairs`: the share of the pairs of neighbours of the query, each weighed by its two words, of
///   those that stand in the page in this order, side by side or with one word between;
/// - `title`: the share in the title, or in the site's name, times the share of the title's words
///   that are among them: (k + 1/2) / (n + 1/2) for k of n words, at most 1;
/// - `link text`: the same for the text of a link to the page, for the text that gives most;
/// - `anchor`: the share in the texts of all links to the page, squared;
/// - `site`: the share that is a label of its host, or begins one with kNameBytes or more;
/// - `content`: 1, and 0 for a page that another candidate is a newer version of (the same but for
///   the version in its URL and the numbers in its title; not for a query with a number), or that
///   lists others (tables of contents, indexes, tags, archives, changes), unless the query asks for
///   such a page;
/// - `language`: how much its language is wanted, from 0 to 1.
/// Each is multiplied by its factor (Ranking) and by W, since the score of the first stage grows
/// with W as well. docs/ranking.md has how the factors were chosen.
///
/// Thread safety: an object belongs to one thread.

#include <xapian.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "search/index/bounds.h"
#include "search/index/ranking.h"
#include "search/index/results.h"
#include "search/query/query_builder.h"
#include "search/ranking/open_indexes.h"

namespace porthole::search {

/// Words of text that a section has, about.
inline constexpr Xapian::termpos kSectionWords = 250;

class SecondStage {
 public:
  /// Lifetime: the first three arguments outlive it. `languages`: those wanted, up to 1.
  SecondStage(const OpenIndexes& open, const QueryBuilder& builder, const Ranking& ranking,
              const Query& query, std::map<std::string, double> languages);

  /// The summands of the score of each of `pages`, which are ascending.
  std::vector<std::vector<ScorePart>> scores(const std::vector<Xapian::docid>& pages,
                                             const Deadline& deadline) const;

 private:
  struct Word {
    std::string text;
    std::vector<std::string> stems;     // terms, without prefix of a field: "Zindex"
    std::vector<std::string> forms;     // as written, without diacritics; those of the index
    std::vector<std::uint32_t> hashes;  // of stems
    double weight = 0;
  };
  struct Seen;                                            // what a candidate has of the words
  using Place = std::pair<Xapian::termpos, std::size_t>;  // position in a page, and word

  void add_synonyms(const Node& node);

  std::vector<std::string> stems_of(const std::string& word) const;
  std::vector<std::string> forms_of(const std::string& word,
                                    const std::vector<std::string>& stems) const;
  void mark(const std::vector<Xapian::docid>& pages, std::string_view prefix, std::size_t word,
            std::vector<std::uint64_t>& found) const;
  double share(std::uint64_t words) const;
  double coverage(std::uint64_t words, std::uint64_t site, std::size_t of) const;
  double best_link_text(std::string_view texts, std::uint64_t site) const;
  std::vector<Place> places_of(Xapian::docid page, std::uint64_t has) const;
  double best_section(const std::vector<Place>& places) const;
  double share_of_pairs(const std::vector<Place>& places) const;
  std::uint64_t names_of_site(std::string_view url) const;
  std::vector<ScorePart> parts_of(const Seen& seen) const;
  Seen seen_of(Xapian::docid page, std::uint64_t text) const;

  const OpenIndexes& open_;
  const QueryBuilder& builder_;
  const Ranking& ranking_;
  std::map<std::string, double> languages_;
  std::vector<Word> words_;
  double total_ = 0;            // of the weights
  bool asks_for_list_ = false;  // or for a page of one
  bool asks_for_version_ = false;
};

}  // namespace porthole::search
