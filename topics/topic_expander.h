#pragma once

/// The topic expander: terms that go with the topic far more than with the rest of a crawl.
///
/// In:  what links say about pages of which it is known whether they are relevant; the topic's own
///      title and terms.
/// Out: words and phrases to propose to the user, phrases beside the word that they contain; who
///      uses them; nodes of a taxonomy that keep turning up beside the topic.
///
/// - A term of a link is a word or phrase of what it says in words (anchor, title, alt, ...). The
///   words of its URL are not: everybody who cites a page repeats them.
/// - The same words about the same page count once a site, and a site has one vote on a term
///   (site_associations.h), so that a template makes no term.
/// - A term is proposed when at least `least_sites` sites use it for a relevant page, when at least
///   `least_confidence` of what a site says it of is relevant, and when the lower bound of that
///   confidence is above the base rate: chance alone would explain it once in a hundred times.
/// - The topic's own terms are left out, and so are parts of its phrases, and phrases of its own
///   words.
///
/// Source: Sundaresan, Yi, Huang 2000, section 2 (topic expander, sub-topics and related topics)
/// and 3 (link metadata); they leave the method to a paper of its own, so the rules above are ours.
/// Memory: 8 bytes a link that says something new, each term once, and site_associations.h.
/// Thread safety: one thread.

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/link.h"
#include "topics/text/site_associations.h"
#include "topics/classify/taxonomy.h"

namespace porthole::topics {

/// A page by any number that it alone has.
using PageNumber = std::int64_t;

/// What a page of `site` says about `target`.
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

/// A term, and proposed phrases that contain it. What is most surely the topic's stands first.
struct Suggestion {
  ProposedTerm head;
  std::vector<ProposedTerm> phrases;
};

class TopicExpander {
 public:
  TopicExpander(std::string_view topic_title, const std::vector<std::string>& topic_terms,
                const ExpanderOptions& options = {});

  void add(const CitingLink& citing, Outcome target);

  /// Without the terms in `left_out`. The best first.
  std::vector<Suggestion> suggestions(const std::set<std::string>& left_out = {}) const;

  /// Links that counted, sites that have them, and the share of relevant pages among what a site
  /// says something of.
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

/// Who uses some terms about relevant pages.
class TermUses {
 public:
  struct Use {
    SiteNumber site = 0;
    PageNumber source = 0;
    PageNumber target = 0;
    AnnotationKind kind = AnnotationKind::kAnchor;
    std::string text;  ///< Of that kind; at most 160 bytes, the term among them.
  };

  TermUses(const std::vector<std::string>& terms, std::size_t most_each);

  /// `citing` leads to a relevant page. Uses in anchor text are preferred to others.
  void add(const CitingLink& citing);

  /// Each by another site; empty for a term that was not asked for.
  const std::vector<Use>& of(const std::string& term) const;

 private:
  /// Where a use by `site` is to stand; null when there are better ones.
  Use* place_for(SiteNumber site, AnnotationKind kind, std::vector<Use>& uses) const;

  std::unordered_map<std::string, std::vector<Use>> uses_;
  std::size_t most_each_;
};

/// How `text` writes `term`, case-folded: "analysis" for "analysi", which no one would. `term`
/// itself when it is not in `text`.
std::string spelling_of(const std::string& term, std::string_view text);

/// How often a node of the taxonomy turns up with the topic.
struct TopicCompany {
  TopicId topic = kRootTopic;
  Association figures;  ///< Cases are pages.
};

struct NeighbourTopics {
  std::vector<TopicCompany> subtopics;  ///< Below a good node.
  std::vector<TopicCompany> related;    ///< Elsewhere, with a lift above 1.
};

/// Which nodes keep turning up among pages that are relevant, or cite a relevant page of another
/// site (the cases of `pages`; the items are topics): on `least_sites` sites or more. Good nodes,
/// and those above them, are the topic itself. Those on most sites first.
NeighbourTopics neighbour_topics(const SiteAssociations& pages, const Taxonomy& taxonomy,
                                 std::uint32_t least_sites);

}  // namespace porthole::topics
