#pragma once

/// The topic expander: proposes terms that are associated with the topic far more than with the
/// rest of a crawl.
///
/// In:  what links say about pages of which it is known whether they are relevant; the topic's own
///      title and terms.
/// Out: words and phrases to propose to the user, phrases with the word that they contain; who
///      uses them; nodes of a taxonomy that co-occur with the topic.
///
/// - A term of a link is a word or phrase of its textual annotations (anchor, title, alt, ...). The
///   words of its URL are not: everybody who cites a page repeats them.
/// - The same words about the same page count once a site, and a site has one vote on a term
///   (SiteAssociations), so that a site's template cannot create a term.
/// - A term is proposed when at least `least_sites` sites use it for a relevant page, when at least
///   `least_confidence` of what a site says it of is relevant, and when the lower bound of that
///   confidence is above the base rate: chance alone would explain it once in a hundred times.
/// - The topic's own terms are left out, and so are parts of its phrases, and phrases of its own
///   words.
///
/// Source: Sundaresan, Yi, Huang 2000, section 2 (topic expander, sub-topics and related topics)
/// and 3 (link metadata); they leave the method to a paper of its own, so the rules above are ours.
/// Memory: 8 bytes a link that says something new, each term once, and SiteAssociations.
/// Thread safety: one thread.

#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/link.h"
#include "topics/classify/taxonomy.h"
#include "topics/graph/link_graph.h"

namespace porthole::topics {

// Association rules "item -> relevant" with one vote for each site.
//
// In:  observations: on this site, these items occur together in a case that is relevant or not.
// Out: support, confidence and lift of the rule "item -> relevant", for each item.
//
// With N sites, of which n have the item, and on site s the share p_s of cases with the item, and
// q_s of all cases, that are relevant:
//
//     support    = sum p_s / N              confidence = sum p_s / n, over the sites that have it
//     base       = sum q_s / N              lift       = confidence / base
//     assured    = Wilson's lower bound of the confidence on n sites, one-sided, 99 per cent
//
// So a site that repeats an item a thousand times counts as much as one with a single use. The
// bound treats shares as counts, which errs on the careful side: a share varies less than a vote.
//
// Source: Agrawal, Imielinski, Swami, SIGMOD 1993, section 2 (support, confidence); Brin, Motwani,
// Ullman, Tsur, SIGMOD 1997, section 4 (lift, there "interest"); Wilson, JASA 22(158), 1927.
// Memory: some 50 bytes for each pair of site and item. Thread safety: one thread.

using ItemNumber = std::uint32_t;

/// Outcome of a case.
enum class Outcome : std::uint8_t { kOther, kRelevant };

struct Association {
  std::uint32_t sites = 0;           ///< n: those that have the item.
  std::uint32_t relevant_sites = 0;  ///< Those that have it in a relevant case.
  std::uint64_t cases = 0;
  std::uint64_t relevant_cases = 0;
  double support = 0;
  double confidence = 0;
  double assured = 0;
  double lift = 0;
};

class SiteAssociations {
 public:
  /// Adds a case on `site` with `items`, each once.
  void add(SiteNumber site, std::span<const ItemNumber> items, Outcome outcome);

  std::size_t sites() const { return sites_; }
  std::uint64_t cases() const { return cases_; }
  /// The base rate; 0 when nothing was added.
  double base() const;

  /// Returns the association of each item number below `items`. Requires: no added item is as
  /// large.
  std::vector<Association> associations(std::size_t items) const;

 private:
  struct Share {
    std::uint32_t relevant = 0;
    std::uint32_t all = 0;
    void add(Outcome outcome) {
      ++all;
      relevant += outcome == Outcome::kRelevant;
    }
    double value() const { return static_cast<double>(relevant) / all; }
  };

  std::unordered_map<std::uint64_t, Share> pairs_;  ///< By item and site.
  std::vector<Share> base_;                         ///< By site.
  std::size_t sites_ = 0;
  std::uint64_t cases_ = 0;
};

/// The lower end of Wilson's interval for the share `share` of `count` trials, at `z` standard
/// deviations. 0 for no trials.
double wilson_lower_bound(double share, double count, double z);

/// Unique number of a page.
using PageNumber = std::int64_t;

/// A link from a page of `site` to `target`.
struct CitingLink {
  SiteNumber site = 0;
  PageNumber source = 0;
  PageNumber target = 0;
  const Link& link;
};

struct ExpanderOptions {
  std::uint32_t least_sites = 3;
  double least_confidence = 0.5;
};

struct ProposedTerm {
  std::string term;  ///< As normal_term() gives it.
  Association figures;
};

/// A proposed term, with the proposed phrases that contain it, the most certain first.
struct Suggestion {
  ProposedTerm head;
  std::vector<ProposedTerm> phrases;
};

class TopicExpander {
 public:
  TopicExpander(std::string_view topic_title, const std::vector<std::string>& topic_terms,
                const ExpanderOptions& options = {});

  void add(const CitingLink& citing, Outcome target);
  /// A case on `site` whose terms, each once, are known.
  void add_case(SiteNumber site, const std::vector<std::string>& terms, Outcome outcome);

  /// Returns the proposals without the terms in `left_out`, the best first.
  std::vector<Suggestion> suggestions(const std::set<std::string>& left_out = {}) const;

  /// Counted links, their sites, and the base rate: the share of relevant pages among the targets
  /// of a site.
  std::uint64_t links() const { return associations_.cases(); }
  std::size_t sites() const { return associations_.sites(); }
  double base() const { return associations_.base(); }

 private:
  bool is_candidate(const std::string& term) const;
  bool is_proposed(const std::string& term, const Association& figures, double base) const;

  ExpanderOptions options_;
  std::unordered_set<std::string> own_;        ///< Terms, and parts of phrases.
  std::unordered_set<std::string> own_words_;  ///< Terms of one word.
  std::unordered_map<std::string, ItemNumber> numbers_;
  std::unordered_set<std::uint64_t> said_;  ///< Hashes of site, target, and words.
  SiteAssociations associations_;
};

/// Finds uses of terms about relevant pages.
class TermUses {
 public:
  struct Use {
    SiteNumber site = 0;
    PageNumber source = 0;
    PageNumber target = 0;
    AnnotationKind kind = AnnotationKind::kAnchor;
    std::string text;  ///< Text of that kind; at most 160 bytes, the term included.
  };

  TermUses(const std::vector<std::string>& terms, std::size_t most_each);

  /// `citing` leads to a relevant page. Uses in anchor text are preferred to others.
  void add(const CitingLink& citing);

  /// Each by another site; empty for a term that was not asked for.
  const std::vector<Use>& of(const std::string& term) const;

 private:
  /// Returns the slot for a use by `site`; null when there are better ones.
  Use* place_for(SiteNumber site, AnnotationKind kind, std::vector<Use>& uses) const;

  std::unordered_map<std::string, std::vector<Use>> uses_;
  std::size_t most_each_;
};

/// Returns the spelling of `term` in `text`, case-folded: "analysis" for the stem "analysi"; `term`
/// itself when it is not in `text`.
std::string spelling_of(const std::string& term, std::string_view text);

/// Association of a taxonomy node with the topic.
struct TopicCompany {
  TopicId topic = kRootTopic;
  Association figures;  ///< Cases are pages.
};

struct NeighbourTopics {
  std::vector<TopicCompany> subtopics;  ///< Below a good node.
  std::vector<TopicCompany> related;    ///< Elsewhere, with a lift above 1.
};

/// Finds nodes that co-occur with the topic on `least_sites` sites or more, among pages that are
/// relevant or cite a relevant page of another site (the cases of `pages`; the items are topics).
/// Good nodes and their ancestors are the topic itself and are left out. Nodes on most sites come
/// first.
NeighbourTopics neighbour_topics(const SiteAssociations& pages, const Taxonomy& taxonomy,
                                 std::uint32_t least_sites);

}  // namespace porthole::topics
