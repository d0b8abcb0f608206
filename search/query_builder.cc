#include "search/query_builder.h"

#include <algorithm>

#include "indexer/fields.h"
#include "indexer/word_scanner.h"
#include "search/page_links.h"
#include "search/term_list.h"

namespace porthole::search {
namespace {

using XQuery = Xapian::Query;

constexpr double kTitleBoost = 1.5;      // times BM25 of the word among titles
constexpr double kAnchorBoost = 2.0;     // times BM25 of the word among what others say
constexpr double kRelevanceBoost = 1.0;  // added for a page of relevance 1; a rare word weighs about 8
constexpr std::size_t kExpansionsRead = 20'000;

bool is_stemmable(const std::string& word) {
  indexer::WordScanner scanner(word);
  return scanner.next() && scanner.kind() == indexer::WordKind::kStemmable;
}

bool has_stems(std::string_view field) { return field != indexer::kUrlPrefix; }

// A query that filters and has no weight.
XQuery weightless(XQuery query) { return XQuery(XQuery::OP_SCALE_WEIGHT, std::move(query), 0.0); }

template <class Strings>
XQuery joined(XQuery::op op, const Strings& terms) {
  return XQuery(op, terms.begin(), terms.end());
}

void collect_text_words(const Node& node, std::vector<std::string>& words) {
  if (node.kind == NodeKind::kNot || is_condition(node.kind)) return;
  const bool counts = node.kind == NodeKind::kWord || node.kind == NodeKind::kPhrase;
  if (counts && node.field.empty()) words.insert(words.end(), node.words.begin(), node.words.end());
  for (const Node& child : node.children) collect_text_words(child, words);
}

}  // namespace

QueryBuilder::QueryBuilder(const Xapian::Database& database, const std::vector<std::string>& languages)
    : database_(database) {
  for (const std::string& language : languages) stems_.emplace_back(language);
  if (stems_.empty()) stems_.emplace_back("en");
}

XQuery QueryBuilder::build(const search::Query& query, MatchMode mode) const {
  if (query.empty()) return {};
  const XQuery matching = mode == MatchMode::kAny ? any(query.root) : node(query.root);
  if (matching.empty()) return {};
  const XQuery relevance(XQuery::OP_SCALE_WEIGHT,
                        XQuery((new Xapian::ValueWeightPostingSource(indexer::kRelevanceSlot))->release()),
                        kRelevanceBoost);
  const XQuery extra(XQuery::OP_OR, boosts(query.root), relevance);
  return XQuery(XQuery::OP_AND_MAYBE, matching, extra);
}

bool QueryBuilder::is_known(const std::string& word) const {
  if (database_.term_exists(word)) return true;
  const std::vector<std::string> stems = stem_terms("", word);
  return std::any_of(stems.begin(), stems.end(),
                     [this](const std::string& term) { return database_.term_exists(term); });
}

XQuery QueryBuilder::any(const Node& root) const {
  search::Node demanded;
  std::vector<XQuery> wanted;
  for (const Node& child : root.children) {
    const bool is_demanded = child.kind == NodeKind::kNot || child.kind == NodeKind::kRequired ||
                             is_condition(child.kind);
    if (is_demanded) {
      demanded.children.push_back(child);
    } else {
      wanted.push_back(node(child));
    }
  }
  const XQuery some = joined(XQuery::OP_OR, wanted);
  if (demanded.children.empty()) return some;
  const bool weighs = std::any_of(demanded.children.begin(), demanded.children.end(),
                                  [](const Node& n) { return n.kind == NodeKind::kRequired; });
  const XQuery fixed = all_of(demanded);
  if (some.empty()) return fixed;
  return XQuery(weighs ? XQuery::OP_AND_MAYBE : XQuery::OP_AND, fixed, some);
}

XQuery QueryBuilder::node(const Node& node) const {
  switch (node.kind) {
    case NodeKind::kWord:
      return word(node.field, node.words[0]);
    case NodeKind::kPrefix:
      return expansions(node.field + node.words[0]);
    case NodeKind::kPhrase:
    case NodeKind::kPairs: {
      std::vector<std::string> terms;
      for (const std::string& text : node.words) terms.push_back(node.field + text);
      const bool in_order = node.kind == NodeKind::kPhrase && terms.size() > 1;
      if (!in_order) return joined(XQuery::OP_AND, terms);
      return XQuery(XQuery::OP_PHRASE, terms.begin(), terms.end(),
                   static_cast<Xapian::termcount>(terms.size()));
    }
    case NodeKind::kFilter:
      return weightless(XQuery(indexer::boolean_term(node.field, node.words[0])));
    case NodeKind::kUrlFilter:
      return weightless(XQuery(indexer::url_term(node.field, node.words[0])));
    case NodeKind::kLinksTo:
      return weightless(links(node, pages_linking_to));
    case NodeKind::kLinkedFrom:
      return weightless(links(node, pages_linked_from));
    case NodeKind::kCondition:
      return weightless(this->node(node.children[0]));
    case NodeKind::kAnd:
      return all_of(node);
    case NodeKind::kOr: {
      std::vector<XQuery> parts;
      for (const Node& child : node.children) parts.push_back(this->node(child));
      return joined(XQuery::OP_OR, parts);
    }
    case NodeKind::kNot:
    case NodeKind::kRequired:
      return this->node(node.children[0]);
  }
  return {};
}

XQuery QueryBuilder::links(const Node& node, LinkQuestion question) const {
  std::vector<XQuery> parts;
  for (const std::string& key : node.words) parts.push_back(question(database_, key));
  return joined(XQuery::OP_OR, parts);
}

XQuery QueryBuilder::all_of(const Node& node) const {
  std::vector<XQuery> wanted;
  std::vector<XQuery> unwanted;
  for (const Node& child : node.children) {
    (child.kind == NodeKind::kNot ? unwanted : wanted).push_back(this->node(child));
  }
  XQuery query = wanted.empty() ? weightless(XQuery::MatchAll) : joined(XQuery::OP_AND, wanted);
  if (unwanted.empty()) return query;
  return XQuery(XQuery::OP_AND_NOT, query, joined(XQuery::OP_OR, unwanted));
}

XQuery QueryBuilder::word(const std::string& field, const std::string& word) const {
  const std::vector<std::string> terms = stem_terms(field, word);
  if (terms.empty()) return XQuery(field + word);
  return terms.size() == 1 ? XQuery(terms[0]) : joined(XQuery::OP_SYNONYM, terms);
}

std::vector<std::string> QueryBuilder::stem_terms(const std::string& field, const std::string& word) const {
  std::vector<std::string> terms;
  if (!has_stems(field) || !is_stemmable(word)) return terms;
  for (const Xapian::Stem& stem : stems_) {
    std::string term = std::string(indexer::kStemPrefix) + field + stem(word);
    if (std::find(terms.begin(), terms.end(), term) == terms.end()) terms.push_back(std::move(term));
  }
  return terms;
}

// Expanded here and not by Xapian: over several indexes it would count the words of each alone.
XQuery QueryBuilder::expansions(const std::string& prefix) const {
  std::vector<std::string> chosen;
  for (const TermCount& term : frequent_terms(database_, prefix, {kExpansionsRead, kMaxExpansions}).terms) {
    chosen.push_back(term.term);
  }
  return chosen.empty() ? XQuery::MatchNothing : joined(XQuery::OP_SYNONYM, chosen);
}

XQuery QueryBuilder::boosts(const Node& root) const {
  std::vector<std::string> words;
  collect_text_words(root, words);
  std::vector<XQuery> parts;
  for (const std::string& text : words) {
    parts.emplace_back(XQuery::OP_SCALE_WEIGHT, word(std::string(indexer::kTitlePrefix), text), kTitleBoost);
    parts.emplace_back(XQuery::OP_SCALE_WEIGHT, word(std::string(indexer::kAnchorPrefix), text), kAnchorBoost);
  }
  return joined(XQuery::OP_OR, parts);
}

}  // namespace porthole::search
