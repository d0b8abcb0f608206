#include "search/ranking/matching.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "indexer/fields.h"
#include "search/index/document_list_source.h"
#include "search/ranking/facet_counts.h"
#include "search/ranking/feedback.h"

namespace porthole::search {
namespace {

constexpr Xapian::doccount kCountExactly = 1000;
constexpr Xapian::doccount kSpareMatches = 10;  // room for results that are collapsed
constexpr Xapian::doccount kMostMatches = 2 * kMaxResultFrom;
constexpr std::size_t kMatchesPerClockRead =
    64;  // matches between two checks of the clock; each is compared with all shown results

/// The query that was finally matched, strict or relaxed, and its candidates.
struct Asked {
  Query query;
  Xapian::Query candidates;
  Xapian::MSet matches;
  MatchMode mode = MatchMode::kAll;
};

class Matching {
 public:
  Matching(const OpenIndexes& open, const SearchPlan& plan, Results& results)
      : open_(open),
        plan_(plan),
        results_(results),
        range_{static_cast<std::size_t>(results.from), static_cast<std::size_t>(results.size),
               static_cast<std::size_t>(plan.request.per_site)},
        first_matches_(
            std::max(kReranked,
                     static_cast<Xapian::doccount>(results.from + results.size) + kSpareMatches)) {}

  Matched run() {
    const Asked asked = ask();
    results_.estimated = asked.matches.get_matches_estimated();
    results_.off_topic = off_topic_matches(asked);
    Matched found;
    found.query = asked.candidates;
    found.candidates = asked.matches;
    found.page = page_of(asked);
    if (plan_.request.explain) {
      found.parts = plan_.builder.parts(asked.query, options());
      found.parts.insert(found.parts.end(), related_.begin(), related_.end());
      found.rerank_parts = plan_.builder.rerank_parts(asked.query);
    }
    return found;
  }

 private:
  RankingOptions options() const {
    return {plan_.request.first, plan_.request.min_recommendations, plan_.request.off_topic};
  }

  /// Number of matches that are left out as off topic; exact up to kCountExactly.
  std::int64_t off_topic_matches(const Asked& asked) const {
    if (plan_.request.off_topic || plan_.bounds->deadline.has_passed()) return 0;
    const Xapian::Query query =
        plan_.builder.off_topic_candidates(asked.query, asked.mode, options());
    if (query.empty()) return 0;
    Xapian::Enquire enquire(open_.database);
    enquire.set_query(query);
    return enquire.get_mset(0, 0, kCountExactly).get_matches_estimated();
  }

  Asked ask() {
    const auto& [query, ranking, builder] = std::tie(plan_.query, plan_.ranking, plan_.builder);
    const bool is_question = plain_words() >= ranking.question_words;
    Query counts =
        is_question && ranking.drops_stop_words ? builder.without_stop_words(query) : query;
    Asked strict = ask_all(counts);
    // A short question of which no page has all: what it is about is in its other words.
    if (!is_question && ranking.drops_stop_words && strict.matches.empty()) {
      counts = builder.without_stop_words(query);
      if (counts.root.children.size() < query.root.children.size()) strict = ask_all(counts);
    }
    const std::int64_t whole = strict.matches.get_matches_estimated();
    if (whole >= (is_question ? ranking.enough : 1) || counts.root.children.size() < 2)
      return strict;
    if (whole == 0) results_.parts = part_counts();
    Asked some{counts, builder.candidates(counts, MatchMode::kAny, options()), {}, MatchMode::kAny};
    if (is_question) add_related(some.candidates);
    some.matches = first_matches(some.candidates);
    if (some.matches.get_matches_estimated() > static_cast<Xapian::doccount>(whole)) {
      results_.notes.push_back(whole == 0 ? "No page has all of it; these have a part."
                                          : "Few pages have all of it; others have a part.");
    }
    return some;
  }

  Asked ask_all(const Query& query) {
    Asked asked{query, plan_.builder.candidates(query, MatchMode::kAll, options()), {}};
    asked.matches = first_matches(asked.candidates);
    return asked;
  }

  std::size_t plain_words() const {
    const auto is_plain = [](const Node& node) {
      return node.kind == NodeKind::kWord && node.field.empty();
    };
    const std::vector<Node>& parts = plan_.query.root.children;
    return static_cast<std::size_t>(std::count_if(parts.begin(), parts.end(), is_plain));
  }

  void add_related(Xapian::Query& candidates) {
    const Ranking& ranking = plan_.ranking;
    if (ranking.expansion_words == 0 || candidates.empty() || plan_.bounds->deadline.has_passed())
      return;
    Xapian::Enquire enquire = enquire_of(candidates);
    related_ = related_words(enquire, enquire.get_mset(0, ranking.expansion_pages), ranking);
    for (const Part& part : related_)
      candidates = Xapian::Query(Xapian::Query::OP_AND_MAYBE, candidates, part.query);
  }

  /// The match count of each part of a query with several parts.
  std::vector<PartCount> part_counts() const {
    std::vector<PartCount> counts;
    for (const Node& child : plan_.query.root.children) {
      const Node& part = child.kind == NodeKind::kRequired ? child.children[0] : child;
      if (part.written.empty() || plan_.bounds->deadline.has_passed())
        continue;  // groups and excluded parts
      Query alone;
      alone.root.children.push_back(part);
      Xapian::Enquire enquire(open_.database);
      enquire.set_query(
          plan_.builder.candidates(alone, MatchMode::kAll, {.off_topic = plan_.request.off_topic}));
      counts.push_back(
          {part.written, enquire.get_mset(0, 0, kCountExactly).get_matches_estimated()});
    }
    return counts;
  }

  Xapian::Enquire weighed(const Xapian::Query& query) const {
    Xapian::Enquire enquire(open_.database);
    enquire.set_weighting_scheme(plan_.scheme);
    enquire.set_query(query);
    return enquire;
  }

  /// Pages without the value come last in either direction.
  static void sort(Xapian::Enquire& enquire, const SortOrder& order) {
    constexpr const char* kAfterAllNumbers = "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff";
    auto* const key = new Xapian::MultiValueKeyMaker;
    enquire.set_sort_by_key_then_relevance(key->release(), order.descending);
    key->add_value(order.slot, false, order.descending ? "" : kAfterAllNumbers);
  }

  Xapian::Enquire enquire_of(const Xapian::Query& query) const {
    Xapian::Enquire enquire = weighed(query);
    if (const auto& order = plan_.query.order) sort(enquire, *order);
    return enquire;
  }

  Xapian::MSet first_matches(const Xapian::Query& candidates) const {
    Xapian::Enquire enquire = enquire_of(candidates);
    if (!plan_.request.facets || open_.pages == nullptr)
      return enquire.get_mset(0, first_matches_, kCountExactly);
    FacetSpy facets(*open_.pages);
    enquire.add_matchspy(&facets);
    Xapian::MSet matches = enquire.get_mset(0, first_matches_, kCountExactly);
    results_.facets = facets.counts();
    results_.counted = facets.seen();
    return matches;
  }

  /// The first kReranked of `matches`, sorted by the full score.
  std::vector<Match> reranked(const Asked& asked) const {
    std::vector<Match> best;
    std::vector<Xapian::docid> chosen;
    for (auto it = asked.matches.begin(); it != asked.matches.end() && best.size() < kReranked;
         ++it) {
      best.push_back({it, it.get_weight(), true});
      chosen.push_back(*it);
    }
    if (best.empty()) return best;
    const Xapian::Query pages =
        document_list_query(chosen, open_.revisions, plan_.bounds->deadline);
    const Xapian::MSet added =
        weighed(plan_.builder.reranked(pages, asked.query))
            .get_mset(0, kReranked * static_cast<Xapian::doccount>(open_.indexes.size()));
    std::unordered_map<Xapian::docid, double> more;
    for (auto it = added.begin(); it != added.end(); ++it) more[*it] = it.get_weight();
    for (Match& match : best) match.score += more[*match.page];
    if (!plan_.query.order) {
      std::stable_sort(best.begin(), best.end(),
                       [](const Match& a, const Match& b) { return a.score > b.score; });
    }
    return best;
  }

  // Matches again, with twice the number, while collapsing leaves too few results for the page.
  ResultPage page_of(const Asked& asked) const {
    ResultCollapser collapser(range_, open_.pages.get());
    bool is_done = false;
    for (const Match& match : reranked(asked)) is_done = is_done || !collapser.add(match);
    is_done = is_done || fill(collapser, asked.matches);
    for (Xapian::doccount asked_for = first_matches_, got = asked.matches.size();
         !is_done && got >= asked_for && asked_for <= kMostMatches;) {
      if (plan_.bounds->deadline.has_passed()) break;
      asked_for *= 2;
      const Xapian::MSet matches =
          enquire_of(without_sites(asked.candidates, collapser.full_sites()))
              .get_mset(0, asked_for);
      got = matches.size();
      is_done = fill(collapser, matches);
    }
    return collapser.page();
  }

  /// True when the page is full and more results follow, or the deadline has passed.
  bool fill(ResultCollapser& collapser, const Xapian::MSet& matches) const {
    for (auto it = matches.begin(); it != matches.end(); ++it) {
      if (!collapser.add({it, it.get_weight(), false})) return true;
      if (collapser.seen() % kMatchesPerClockRead == 0 && plan_.bounds->deadline.has_passed())
        return true;
    }
    return false;
  }

  Xapian::Query without_sites(const Xapian::Query& query,
                              const std::vector<std::string>& sites) const {
    std::vector<std::string> terms;
    for (const std::string& site : sites)
      terms.push_back(indexer::boolean_term(indexer::kSitePrefix, site));
    return {Xapian::Query::OP_AND_NOT, query, open_.terms.any_of(terms)};
  }

  const OpenIndexes& open_;
  const SearchPlan& plan_;
  Results& results_;
  PageRange range_;
  Xapian::doccount first_matches_;
  std::vector<Part> related_;
};

}  // namespace

Matched match(const OpenIndexes& open, const SearchPlan& plan, Results& results) {
  return Matching(open, plan, results).run();
}

}  // namespace porthole::search
