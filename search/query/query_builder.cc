#include "search/query/query_builder.h"

#include <algorithm>
#include <set>

#include "base/text/diacritics.h"
#include "base/text/format.h"
#include "indexer/fields.h"
#include "indexer/tokenizer.h"

namespace porthole::search {
namespace {

using XQuery = Xapian::Query;

bool is_stemmable(const std::string& word) {
  indexer::Tokenizer scanner(word);
  return scanner.next() && scanner.kind() == indexer::WordKind::kStemmable;
}

bool has_stems(std::string_view field) {
  return field != indexer::kUrlPrefix && field != indexer::kAnnotationPrefix;
}

const std::string kOffTopic(indexer::kOffTopicTerm);

// A query that filters and has no weight.
XQuery weightless(const XQuery& query) { return XQuery(XQuery::OP_SCALE_WEIGHT, query, 0.0); }

XQuery scaled(const XQuery& query, double factor) {
  return XQuery(XQuery::OP_SCALE_WEIGHT, query, factor);
}

template <class Strings>
XQuery joined(XQuery::op op, const Strings& terms) {
  return XQuery(op, terms.begin(), terms.end());
}

std::vector<std::string> as_written(const std::string& field,
                                    const std::vector<std::string>& words) {
  std::vector<std::string> terms;
  for (const std::string& word : words) terms.push_back(field + without_diacritics(word));
  return terms;
}

void collect_text_words(const Node& node, std::vector<std::string>& words) {
  if (node.kind == NodeKind::kNot || is_condition(node.kind)) return;
  const bool counts = node.kind == NodeKind::kWord || node.kind == NodeKind::kPhrase;
  if (counts && node.field.empty()) words.insert(words.end(), node.words.begin(), node.words.end());
  for (const Node& child : node.children) collect_text_words(child, words);
}

std::string synonym_words(const Node& node) {
  std::vector<std::string> all;
  for (const std::vector<std::string>& words : node.synonyms) all.push_back(join(words));
  return join(all, ", ");
}

std::string field_name(const std::string& prefix) {
  if (prefix.empty()) return "text";
  for (const indexer::Field& field : indexer::kFields) {
    if (field.prefix == prefix && !field.name.empty()) return std::string(field.name);
  }
  return prefix;
}

}  // namespace

QueryBuilder::QueryBuilder(const IndexView& index, const Ranking& ranking,
                           std::shared_ptr<Bounds> bounds)
    : database_(index.database),
      ranking_(ranking),
      languages_(index.languages),
      pages_(index.pages),
      terms_(index.terms),
      conditions_(index.database, index.terms, std::move(bounds)) {
  for (const std::string& language : index.languages) stems_.emplace_back(language);
  if (stems_.empty()) stems_.emplace_back("en");
}

XQuery QueryBuilder::candidates(const search::Query& query, MatchMode mode,
                                const RankingOptions& options) const {
  if (query.empty()) return {};
  XQuery asked = mode == MatchMode::kAny ? any(query.root) : node(query.root, Weight::kSome);
  if (asked.empty()) return {};
  asked = XQuery(XQuery::OP_AND, asked,
                 conditions_.static_score_source(StaticScore(pages_, weights(options.first))));
  if (!options.off_topic && has_off_topic())
    asked = XQuery(XQuery::OP_AND_NOT, asked, terms_.one(kOffTopic));
  if (options.min_recommendations <= 0) return asked;
  const std::string fewest = Xapian::sortable_serialise(options.min_recommendations);
  return XQuery(XQuery::OP_FILTER, asked,
                XQuery(XQuery::OP_VALUE_GE, indexer::kRecommendationsSlot, fewest));
}

XQuery QueryBuilder::called(const search::Query& query) const {
  std::vector<XQuery> words;
  for (const std::string& one : searched_words(query))
    words.push_back(word(std::string(indexer::kAnchorPrefix), one, Weight::kSome));
  return joined(XQuery::OP_OR, words);
}

bool QueryBuilder::has_off_topic() const {
  return pages_ != nullptr && database_.term_exists(kOffTopic);
}

XQuery QueryBuilder::off_topic_candidates(const search::Query& query, MatchMode mode,
                                          const RankingOptions& options) const {
  if (!has_off_topic()) return {};
  RankingOptions all = options;
  all.off_topic = true;
  const XQuery asked = candidates(query, mode, all);
  return asked.empty() ? asked : XQuery(XQuery::OP_FILTER, asked, terms_.one(kOffTopic));
}

XQuery QueryBuilder::reranked(const XQuery& pages, const search::Query& query) const {
  XQuery query_with_parts = pages;
  // One by one: Xapian 1.4.22 gives wrong weights for an OR on the right side of AND_MAYBE.
  for (const Part& part : rerank_parts(query)) {
    query_with_parts = XQuery(XQuery::OP_AND_MAYBE, query_with_parts, part.query);
  }
  return query_with_parts;
}

std::vector<Part> QueryBuilder::parts(const search::Query& query,
                                      const RankingOptions& options) const {
  std::vector<Part> parts;
  add_text_parts(query.root, parts);
  if (pages_) add_static_score(options.first, parts);
  return parts;
}

std::vector<Part> QueryBuilder::rerank_parts(const search::Query& query) const {
  std::vector<Part> parts;
  if (ranking_.written <= 0) return parts;
  std::vector<std::string> words;
  collect_text_words(query.root, words);
  for (const std::string& text : words)
    parts.push_back({"written", text, scaled(XQuery(without_diacritics(text)), ranking_.written)});
  return parts;
}

search::Query QueryBuilder::without_stop_words(const search::Query& query) const {
  const StopWords& dropped = stop_words(query);
  search::Query rest = query;
  std::erase_if(rest.root.children, [&](const Node& child) {
    return child.kind == NodeKind::kWord && child.field.empty() && dropped.contains(child.words[0]);
  });
  return searched_words(rest).empty() ? query : rest;
}

const StopWords& QueryBuilder::stop_words(const search::Query& query) const {
  return stop_words_of(searched_words(query), languages_);
}

StopWords QueryBuilder::unmarked_words(const search::Query& query) const {
  const search::Query rest = without_stop_words(query);
  if (rest.root.children.size() == query.root.children.size()) return {};
  StopWords unmarked = stop_words(query);
  for (const std::string& word : searched_words(rest)) unmarked.erase(word);
  return unmarked;
}

std::size_t QueryBuilder::pages_with(const std::string& word) const {
  const std::vector<std::string> stems = stem_terms("", word);
  if (stems.empty()) return database_.get_termfreq(without_diacritics(word));
  std::size_t pages = 0;
  for (const std::string& term : stems) pages += database_.get_termfreq(term);
  return pages;
}

bool QueryBuilder::is_known(const std::string& word) const {
  const std::string plain = without_diacritics(word);
  if (database_.term_exists(plain)) return true;
  if (database_.term_exists(std::string(indexer::kUrlPrefix) + plain)) return true;
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
      wanted.push_back(alternative(child, Weight::kSome));
    }
  }
  const XQuery some = joined(XQuery::OP_OR, wanted);
  if (demanded.children.empty()) return some;
  const bool weighs = std::any_of(demanded.children.begin(), demanded.children.end(),
                                  [](const Node& n) { return n.kind == NodeKind::kRequired; });
  const XQuery fixed = all_of(demanded, Weight::kSome);
  if (some.empty()) return fixed;
  return XQuery(weighs ? XQuery::OP_AND_MAYBE : XQuery::OP_AND, fixed, some);
}

XQuery QueryBuilder::node(const Node& node, Weight weight) const {
  switch (node.kind) {
    case NodeKind::kWord: {
      XQuery asked = word(node.field, node.words[0], weight);
      return node.synonyms.empty() ? asked : XQuery(XQuery::OP_OR, asked, synonyms(node, weight));
    }
    case NodeKind::kPattern:
      return forms(conditions_.word_forms(node), weight);
    case NodeKind::kPhrase:
      return side_by_side(node.field, node.words, weight);
    case NodeKind::kPairs:
      return pairs(node, weight);
    case NodeKind::kNear:
    case NodeKind::kAdjacent:
      return nearness(node);
    case NodeKind::kFilter:
    case NodeKind::kFilterPattern:
    case NodeKind::kUrlFilter:
    case NodeKind::kSlotRange:
    case NodeKind::kNumberRange:
    case NodeKind::kDateRange:
    case NodeKind::kLinksTo:
    case NodeKind::kLinkedFrom:
      return weightless(conditions_.condition(node));
    case NodeKind::kLike:
      return likeness(node, weight);
    case NodeKind::kCondition:
      return weightless(this->node(node.children[0], Weight::kNone));
    case NodeKind::kAnd:
      return all_of(node, weight);
    case NodeKind::kOr:
      return joined_parts(XQuery::OP_OR, node, weight);
    case NodeKind::kXor:
      return joined_parts(XQuery::OP_XOR, node, weight);
    case NodeKind::kNot:
    case NodeKind::kRequired:
      return this->node(node.children[0], weight);
  }
  return {};
}

XQuery QueryBuilder::joined_parts(XQuery::op op, const Node& node, Weight weight) const {
  std::vector<XQuery> parts;
  for (const Node& child : node.children) parts.push_back(alternative(child, weight));
  return joined(op, parts);
}

XQuery QueryBuilder::term(const std::string& term, Weight weight) const {
  return weight == Weight::kSome ? XQuery(term) : terms_.one(term);
}

XQuery QueryBuilder::forms(const std::vector<std::string>& terms, Weight weight) const {
  if (terms.size() == 1) return term(terms[0], weight);
  return weight == Weight::kSome ? joined(XQuery::OP_SYNONYM, terms) : terms_.any_of(terms);
}

// Terms of a phrase are read with their positions, so the condition terms do not apply.
XQuery QueryBuilder::side_by_side(const std::string& field, const std::vector<std::string>& words,
                                  Weight weight) const {
  const std::vector<std::string> terms = as_written(field, words);
  if (terms.size() == 1) return term(terms[0], weight);
  return XQuery(XQuery::OP_PHRASE, terms.begin(), terms.end(),
                static_cast<Xapian::termcount>(terms.size()));
}

XQuery QueryBuilder::pairs(const Node& node, Weight weight) const {
  std::vector<XQuery> parts;
  for (const std::string& pair : as_written(node.field, node.words))
    parts.push_back(term(pair, weight));
  return joined(XQuery::OP_AND, parts);
}

XQuery QueryBuilder::likeness(const Node& node, Weight weight) const {
  const Likeness like = conditions_.likeness(node);
  if (like.words.empty()) return XQuery::MatchNothing;
  const XQuery words =
      weight == Weight::kSome ? joined(XQuery::OP_OR, like.words) : terms_.any_of(like.words);
  return XQuery(XQuery::OP_AND_NOT, words, terms_.one(like.page));
}

XQuery QueryBuilder::synonyms(const Node& node, Weight weight) const {
  std::vector<XQuery> all;
  for (const std::vector<std::string>& words : node.synonyms) {
    all.push_back(words.size() == 1 ? word(node.field, words[0], weight)
                                    : side_by_side(node.field, words, weight));
  }
  if (weight == Weight::kNone) return joined(XQuery::OP_OR, all);
  return scaled(joined(XQuery::OP_SYNONYM, all), ranking_.synonym);
}

// Checks the deadline inside each alternative: the source beside the whole query is reached only
// after an alternative has found a page, which may take long when it compares positions.
XQuery QueryBuilder::alternative(const Node& node, Weight weight) const {
  if (node.kind == NodeKind::kWord) return this->node(node, weight);
  return XQuery(XQuery::OP_FILTER, this->node(node, weight),
                conditions_.static_score_source(StaticScore(nullptr, {})));
}

// Uses unstemmed words, since stems have no positions. The window includes the words and the gap
// between them.
XQuery QueryBuilder::nearness(const Node& node) const {
  std::vector<XQuery> parts;
  for (const Node& child : node.children) {
    if (child.kind == NodeKind::kWord) {
      parts.push_back(side_by_side(child.field, child.words, Weight::kSome));
      continue;
    }
    std::vector<XQuery> either;
    for (const Node& one : child.children)
      either.push_back(side_by_side(one.field, one.words, Weight::kSome));
    parts.push_back(joined(XQuery::OP_OR, either));
  }
  const auto window = static_cast<Xapian::termcount>(node.distance + parts.size() - 1);
  const auto op = node.kind == NodeKind::kNear ? XQuery::OP_NEAR : XQuery::OP_PHRASE;
  return XQuery(op, parts.begin(), parts.end(), window);
}

XQuery QueryBuilder::all_of(const Node& node, Weight weight) const {
  std::vector<XQuery> wanted;
  std::vector<XQuery> unwanted;
  for (const Node& child : node.children) {
    if (child.kind == NodeKind::kNot) {
      unwanted.push_back(this->node(child, Weight::kNone));
    } else {
      wanted.push_back(this->node(child, weight));
    }
  }
  XQuery query = wanted.empty() ? weightless(XQuery::MatchAll) : joined(XQuery::OP_AND, wanted);
  if (unwanted.empty()) return query;
  return XQuery(XQuery::OP_AND_NOT, query, joined(XQuery::OP_OR, unwanted));
}

XQuery QueryBuilder::word(const std::string& field, const std::string& word, Weight weight) const {
  std::vector<std::string> terms = stem_terms(field, word);
  if (terms.empty()) return term(field + without_diacritics(word), weight);
  std::erase_if(terms, [this](const std::string& term) { return !database_.term_exists(term); });
  return forms(terms, weight);
}

std::vector<std::string> QueryBuilder::stem_terms(const std::string& field,
                                                  const std::string& word) const {
  std::vector<std::string> terms;
  if (!has_stems(field) || !is_stemmable(word)) return terms;
  std::vector<std::string> fields = {field};
  if (field.empty() && !pages_) fields.emplace_back(indexer::kTitlePrefix);
  std::set<std::string> forms;
  for (std::size_t i = 0; i < stems_.size(); ++i) {
    const auto stemmed = [&](std::string_view form) { return stems_[i](std::string(form)); };
    std::vector<std::string> made = indexer::stems_of(word, stemmed);
    std::erase_if(made, [&](const std::string& form) { return forms.contains(form); });
    if (stems_.size() > 1 && !made.empty() && !speaks(languages_[i], word)) continue;
    forms.insert(made.begin(), made.end());
  }
  for (const std::string& one : fields) {
    for (const std::string& form : forms)
      terms.push_back(std::string(indexer::kStemPrefix) + one + form);
  }
  return terms;
}

// A word that some pages have is stemmed as one of a language where a page of it is among them:
// mites are not found by the German word "mit". English is that of pages without a language, too.
bool QueryBuilder::speaks(const std::string& language, const std::string& word) const {
  const std::string written = without_diacritics(word);
  if (language == "en" || !database_.term_exists(written)) return true;
  const std::string prefix = std::string(indexer::kLanguagePrefix) + language;
  std::vector<std::string> languages;
  for (auto it = database_.allterms_begin(prefix); it != database_.allterms_end(prefix); ++it)
    if ((*it).size() == prefix.size() || (*it)[prefix.size()] == '-') languages.push_back(*it);
  const XQuery both(XQuery::OP_AND, XQuery(written), joined(XQuery::OP_OR, languages));
  Xapian::Enquire enquire(database_);
  enquire.set_query(both);
  enquire.set_weighting_scheme(Xapian::BoolWeight());
  return !enquire.get_mset(0, 1).empty();
}

void QueryBuilder::add_text_parts(const Node& node, std::vector<Part>& parts) const {
  if (node.kind == NodeKind::kNot || is_condition(node.kind)) return;
  if (node.kind == NodeKind::kNear || node.kind == NodeKind::kAdjacent) {
    parts.push_back({"near", "", this->node(node, Weight::kSome)});
    return;
  }
  if (!node.synonyms.empty()) {
    parts.push_back(
        {field_name(node.field), join(node.words), word(node.field, node.words[0], Weight::kSome)});
    parts.push_back({"synonym", synonym_words(node), synonyms(node, Weight::kSome)});
  } else if (!node.words.empty()) {
    parts.push_back({field_name(node.field), join(node.words), this->node(node, Weight::kSome)});
  }
  for (const Node& child : node.children) add_text_parts(child, parts);
}

StaticScoreWeights QueryBuilder::weights(First first) const {
  return {.relevance = ranking_.relevance,
          .authority = first == First::kAuthorities ? kFirst : ranking_.authority,
          .hub = first == First::kHubs ? kFirst : ranking_.hub,
          .recommendations = ranking_.recommendations};
}

void QueryBuilder::add_static_score(First first, std::vector<Part>& parts) const {
  const StaticScoreWeights all = weights(first);
  const auto add = [&](const char* name, double StaticScoreWeights::*piece) {
    StaticScoreWeights alone;
    alone.*piece = all.*piece;
    if (all.*piece > 0)
      parts.push_back({name, "", conditions_.static_score_source(StaticScore(pages_, alone))});
  };
  add("relevance", &StaticScoreWeights::relevance);
  add("authority", &StaticScoreWeights::authority);
  add("hub", &StaticScoreWeights::hub);
  add("recommendations", &StaticScoreWeights::recommendations);
}

}  // namespace porthole::search
