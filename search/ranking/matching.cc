#include "search/ranking/matching.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "indexer/fields.h"
#include "search/index/static_score.h"
#include "search/index/stop_words.h"
#include "search/ranking/facet_counts.h"
#include "search/ranking/second_stage.h"

namespace porthole::search {
namespace {

constexpr Xapian::doccount kCountExactly = 1000;
constexpr Xapian::doccount kSpareMatches = 10;  // room for results that are collapsed
constexpr Xapian::doccount kMostMatches = 2 * kMaxResultFrom;
constexpr std::size_t kMatchesPerClockRead =
    64;  // matches between two checks of the clock; each is compared with all shown results

/// A query, its candidates, and the count of its matches.
struct Asked {
  Query query;
  Xapian::Query candidates;
  Xapian::MSet matches;
  Xapian::MSet whole{};              ///< Further candidates: pages that have all of it.
  MatchMode mode = MatchMode::kAll;  ///< That of the pages that are counted.
  std::int64_t counted = 0;
  Query written{};  ///< With the stop words of a short query: what stands side by side.
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
    results_.estimated = asked.counted;
    results_.off_topic = off_topic_matches(asked);
    Matched found;
    found.query = asked.candidates;
    found.candidates = asked.matches;
    found.page = page_of(asked);
    found.second_stage = std::move(second_stage_);
    if (plan_.request.explain) {
      found.parts = plan_.builder.parts(asked.query, options());
      found.rerank_parts = plan_.builder.rerank_parts(asked.written);
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

  // Pages with any of the words are candidates; those with all of them are counted, unless they are
  // few. An order by a value, a phrase or a group of alternatives asks for all of it.
  Asked ask() {
    const Ranking& ranking = plan_.ranking;
    const Query counts =
        ranking.drops_stop_words ? plan_.builder.without_stop_words(plan_.query) : plan_.query;
    Asked strict = ask_all(counts);
    const bool asks_for_all = plan_.query.order || plan_.query.has_and || !is_words(counts);
    if (counts.root.children.size() < 2 || (strict.counted > 0 && asks_for_all)) return strict;
    if (strict.counted == 0) results_.parts = part_counts();
    Asked some{counts, plan_.builder.candidates(counts, MatchMode::kAny, options()), {}};
    const bool are_enough = strict.counted >= ranking.enough;
    some.matches = first_matches(some.candidates, are_enough ? Counts::kNo : Counts::kYes);
    some.mode = are_enough ? MatchMode::kAll : MatchMode::kAny;
    some.counted = are_enough ? strict.counted : some.matches.get_matches_estimated();
    some.whole = std::move(strict.matches);
    some.written = std::move(strict.written);
    if (some.counted > strict.counted) {
      results_.notes.push_back(strict.counted == 0
                                   ? "No page has all of it; these have a part."
                                   : "Few pages have all of it; others have a part.");
    }
    return some;
  }

  Asked ask_all(const Query& query) {
    Asked asked{query, plan_.builder.candidates(query, MatchMode::kAll, options()), {}};
    asked.matches = first_matches(asked.candidates, Counts::kYes);
    asked.counted = asked.matches.get_matches_estimated();
    asked.written = is_question() ? query : plan_.query;
    return asked;
  }

  /// True of words outside of fields and phrases (a word with a hyphen is one), and conditions.
  static bool is_words(const Query& query) {
    const std::vector<Node>& parts = query.root.children;
    return std::all_of(parts.begin(), parts.end(), [](const Node& node) {
      return node.kind == NodeKind::kNot || node.kind == NodeKind::kRequired ||
             is_condition(node.kind) || is_plain(node);
    });
  }

  static bool is_plain(const Node& node) {
    if (node.kind == NodeKind::kWord) return node.field.empty();
    const bool may_be = node.kind == NodeKind::kPhrase || node.kind == NodeKind::kPairs ||
                        node.kind == NodeKind::kOr;
    return may_be && node.field.empty() && !node.written.empty() && node.written[0] != '"';
  }

  bool is_question() const {
    const std::vector<Node>& parts = plan_.query.root.children;
    const auto plain = std::count_if(parts.begin(), parts.end(), is_plain);
    return static_cast<std::size_t>(plain) >= plan_.ranking.question_words;
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

  enum class Counts { kNo, kYes };

  Xapian::MSet first_matches(const Xapian::Query& candidates, Counts counts) const {
    Xapian::Enquire enquire = enquire_of(candidates);
    if (counts == Counts::kNo) return enquire.get_mset(0, first_matches_);
    if (!plan_.request.facets || open_.pages == nullptr)
      return enquire.get_mset(0, first_matches_, kCountExactly);
    FacetSpy facets(*open_.pages);
    enquire.add_matchspy(&facets);
    Xapian::MSet matches = enquire.get_mset(0, first_matches_, kCountExactly);
    results_.facets = facets.counts();
    results_.counted = facets.seen();
    return matches;
  }

  /// The matches that links call best by the words.
  Xapian::MSet called(const Asked& asked) const {
    const Xapian::Query words = plan_.builder.called(asked.query);
    if (words.empty() || asked.candidates.empty() || plan_.query.order) return {};
    const Xapian::MSet best = weighed(words).get_mset(0, kCalled);
    std::vector<Xapian::docid> pages;
    for (auto it = best.begin(); it != best.end(); ++it) pages.push_back(*it);
    if (pages.empty()) return {};
    const Xapian::Query among = document_list_query(pages, open_.revisions, plan_.bounds->deadline);
    return weighed({Xapian::Query::OP_FILTER, asked.candidates, among}).get_mset(0, kCalled);
  }

  /// The first kReranked of the matches, of those with all of it, and of those that links call so,
  /// sorted by the full score.
  std::vector<Match> reranked(const Asked& asked) {
    std::vector<Match> best;
    std::set<Xapian::docid> chosen;
    const Xapian::MSet called = this->called(asked);
    for (const Xapian::MSet* const from : {&asked.matches, &asked.whole, &called}) {
      Xapian::doccount taken = 0;
      for (auto it = from->begin(); it != from->end() && taken < kReranked; ++it, ++taken) {
        if (chosen.insert(*it).second) best.push_back({it, it.get_weight(), true});
      }
    }
    if (best.empty()) return best;
    const Xapian::Query pages = document_list_query({chosen.begin(), chosen.end()}, open_.revisions,
                                                    plan_.bounds->deadline);
    const Xapian::MSet added =
        weighed(plan_.builder.reranked(pages, asked.written))
            .get_mset(0, 3 * kReranked * static_cast<Xapian::doccount>(open_.indexes.size()));
    std::unordered_map<Xapian::docid, double> more;
    for (auto it = added.begin(); it != added.end(); ++it) more[*it] = it.get_weight();
    add_second_stage(asked, {chosen.begin(), chosen.end()}, more);
    for (Match& match : best) match.score += more[*match.page];
    if (!plan_.query.order) {
      std::stable_sort(best.begin(), best.end(),
                       [](const Match& a, const Match& b) { return a.score > b.score; });
    }
    return best;
  }

  /// The language of the query where its words tell, else those of the reader.
  std::map<std::string, double> languages() const {
    const std::string_view asked = language_of(searched_words(plan_.query), open_.languages);
    return asked.empty() ? plan_.request.languages
                         : std::map<std::string, double>{{std::string(asked), 1}};
  }

  void add_second_stage(const Asked& asked, const std::vector<Xapian::docid>& pages,
                        std::unordered_map<Xapian::docid, double>& more) {
    const SecondStage stage(open_, plan_.builder, plan_.ranking, asked.query, languages());
    std::vector<std::vector<ScorePart>> parts = stage.scores(pages, plan_.bounds->deadline);
    for (std::size_t i = 0; i < pages.size(); ++i) {
      for (const ScorePart& part : parts[i]) more[pages[i]] += part.weight;
      second_stage_[pages[i]] = std::move(parts[i]);
    }
  }

  // Matches again, with twice the number, while collapsing leaves too few results for the page.
  ResultPage page_of(const Asked& asked) {
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
  std::unordered_map<Xapian::docid, std::vector<ScorePart>> second_stage_;
};

// The identity term of the document; Omega stores it under the prefix of URLs.
std::string identity_of(const Xapian::Document& document) {
  for (const std::string_view prefix : {indexer::kIdPrefix, indexer::kUrlPrefix}) {
    auto term = document.termlist_begin();
    term.skip_to(std::string(prefix));
    if (term != document.termlist_end() && (*term).starts_with(prefix)) return *term;
  }
  return {};
}

double weight_of(const Xapian::Database& database, const Xapian::Weight& scheme,
                 const Xapian::Query& part, const std::string& identity, Xapian::docid page) {
  Xapian::Enquire enquire(database);
  enquire.set_weighting_scheme(scheme);
  enquire.set_query(Xapian::Query(Xapian::Query::OP_FILTER, part, Xapian::Query(identity)));
  // A page in several collections has several documents.
  const Xapian::MSet matches = enquire.get_mset(0, std::max(1u, database.get_termfreq(identity)));
  for (auto it = matches.begin(); it != matches.end(); ++it) {
    if (*it == page) return it.get_weight();
  }
  return 0;
}

}  // namespace

Matched match(const OpenIndexes& open, const SearchPlan& plan, Results& results) {
  return Matching(open, plan, results).run();
}

std::vector<ScorePart> explain_score(const Xapian::Database& database, const Xapian::Weight& scheme,
                                     const std::vector<Part>& parts,
                                     const Xapian::MSetIterator& page, const Deadline& deadline) {
  std::vector<ScorePart> explanation;
  const std::string identity = identity_of(page.get_document());
  if (identity.empty()) return explanation;
  for (const Part& part : parts) {
    if (deadline.has_passed()) break;
    const double weight = weight_of(database, scheme, part.query, identity, *page);
    if (weight > 0) explanation.push_back({part.kind, part.words, weight});
  }
  return explanation;
}

}  // namespace porthole::search
