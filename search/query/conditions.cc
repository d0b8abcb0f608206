#include "search/query/conditions.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>
#include <vector>

#include "base/date_span.h"
#include "base/text/diacritics.h"
#include "indexer/fields.h"
#include "search/index/page_links.h"
#include "search/query/range_text.h"
#include "search/query/word_pattern.h"

namespace porthole::search {
namespace {

using XQuery = Xapian::Query;

XQuery slot_range(const Node& node) {
  const Range& range = node.range;
  if (std::isinf(range.low) && std::isinf(range.high)) return XQuery::MatchAll;
  if (std::isinf(range.low))
    return XQuery(XQuery::OP_VALUE_LE, node.slot, Xapian::sortable_serialise(range.high));
  if (std::isinf(range.high))
    return XQuery(XQuery::OP_VALUE_GE, node.slot, Xapian::sortable_serialise(range.low));
  return XQuery(XQuery::OP_VALUE_RANGE, node.slot, Xapian::sortable_serialise(range.low),
                Xapian::sortable_serialise(range.high));
}

bool lies_in(double number, const Range& range) {
  return number >= range.low && number <= range.high;
}

/// Accepts stems of the text field only: they characterise a page best, and each counts once.
class Stems final : public Xapian::ExpandDecider {
 public:
  bool operator()(const std::string& term) const override {
    const std::size_t first = indexer::kStemPrefix.size();
    return term.starts_with(indexer::kStemPrefix) && term.size() > first + 2 &&
           !(term[first] >= 'A' && term[first] <= 'Z');
  }
};

/// The documents of one term, read from its own list.
class TermSource final : public Xapian::PostingSource {
 public:
  explicit TermSource(std::string term) : term_(std::move(term)) {}

  Xapian::doccount get_termfreq_min() const override { return pages_; }
  Xapian::doccount get_termfreq_est() const override { return pages_; }
  Xapian::doccount get_termfreq_max() const override { return pages_; }
  Xapian::docid get_docid() const override { return *at_; }
  void next(double) override {
    if (is_started_) ++at_;
    is_started_ = true;
  }
  void skip_to(Xapian::docid id, double) override {
    is_started_ = true;
    at_.skip_to(id);
  }
  bool at_end() const override { return is_started_ && at_ == end_; }
  PostingSource* clone() const override { return new TermSource(term_); }

  void init(const Xapian::Database& database) override {
    pages_ = database.get_termfreq(term_);
    at_ = database.postlist_begin(term_);
    end_ = database.postlist_end(term_);
    is_started_ = false;
  }

 private:
  std::string term_;
  Xapian::doccount pages_ = 0;
  Xapian::PostingIterator at_, end_;
  bool is_started_ = false;
};

}  // namespace

XQuery Conditions::condition(const Node& node) const {
  switch (node.kind) {
    case NodeKind::kFilter:
      return terms_.one(indexer::boolean_term(node.field, node.words[0]));
    case NodeKind::kUrlFilter:
      return terms_.one(indexer::url_term(node.field, node.words[0]));
    case NodeKind::kFilterPattern:
      return values(
          node.field + std::string(beginning_of(node.words[0])), [&node](const std::string& term) {
            return has_form(std::string_view(term).substr(node.field.size()), node.words[0]);
          });
    case NodeKind::kSlotRange:
      return slot_range(node);
    case NodeKind::kNumberRange:
      return number_range(node);
    case NodeKind::kDateRange:
      return date_range(node);
    case NodeKind::kLinksTo:
      return linked_pages(node, terms_linking_to);
    case NodeKind::kLinkedFrom:
      return linked_pages(node, terms_linked_from);
    default:
      return XQuery::MatchNothing;
  }
}

XQuery Conditions::linked_pages(const Node& node, LinkTerms terms) const {
  std::vector<std::string> all;
  for (const std::string& key : node.words) {
    const std::vector<std::string> of_key = terms(database_, key);
    all.insert(all.end(), of_key.begin(), of_key.end());
  }
  return terms_.any_of(all);
}

XQuery Conditions::values(const std::string& prefix, const TermFilter& counts) const {
  const FrequentTerms found =
      frequent_terms(database_, prefix, {kTermsRead, kMaxValues, &bounds_->deadline}, counts);
  if (!found.all || found.terms.size() == kMaxValues) bounds_->cut = true;
  std::vector<std::string> terms;
  for (const TermCount& one : found.terms) terms.push_back(one.term);
  return terms_.any_of(terms);
}

XQuery Conditions::number_range(const Node& node) const {
  return values(node.field, [&node](const std::string& term) {
    const auto number = number_of(std::string_view(term).substr(node.field.size()));
    return number && lies_in(*number, node.range);
  });
}

// A value is in the range when a part of its interval is ("2024" is a whole year).
XQuery Conditions::date_range(const Node& node) const {
  return values(node.field, [&node](const std::string& term) {
    const auto span = parse_date_span(std::string_view(term).substr(node.field.size()));
    if (!span) return false;
    const auto begin = static_cast<double>(span->begin.time_since_epoch().count());
    const auto end = static_cast<double>(span->end.time_since_epoch().count()) - 1;
    return begin <= node.range.high && end >= node.range.low;
  });
}

// Expanded here, since Xapian would apply the limit to each of several indexes separately.
std::vector<std::string> Conditions::word_forms(const Node& node) const {
  const std::string pattern = without_diacritics(node.words[0]);
  const FrequentTerms found = frequent_terms(
      database_, node.field + std::string(beginning_of(pattern)),
      {kTermsRead, kMaxExpansions, &bounds_->deadline}, [&](const std::string& term) {
        return has_form(std::string_view(term).substr(node.field.size()), pattern);
      });
  if (!found.all) bounds_->cut = true;
  std::vector<std::string> terms;
  for (const TermCount& one : found.terms) terms.push_back(one.term);
  return terms;
}

Likeness Conditions::likeness(const Node& node) const {
  for (const std::string& key : node.words) {
    const Xapian::docid page = find_page(database_, key);
    if (page == 0) continue;
    Xapian::RSet pages;
    pages.add_document(page);
    const Stems stems;
    Xapian::Enquire enquire(database_);
    const Xapian::ESet found = enquire.get_eset(kLikeWords, pages, 0, &stems);
    return {std::vector<std::string>(found.begin(), found.end()), indexer::id_term(key)};
  }
  return {};
}

XQuery Conditions::static_score_source(StaticScore score) const {
  return XQuery((new StaticScoreSource(bounds_, std::move(score)))->release());
}

ConditionTerms::ConditionTerms(const std::vector<Xapian::Database>& indexes) {
  for (const Xapian::Database& index : indexes) {
    if (index.get_doccount() != index.get_lastdocid()) with_gaps_.push_back(index);
  }
}

Xapian::Query ConditionTerms::one(const std::string& term) const {
  const bool is_replaced =
      std::any_of(with_gaps_.begin(), with_gaps_.end(), [&](const Xapian::Database& index) {
        return index.get_termfreq(term) == index.get_doccount();
      });
  return is_replaced ? Xapian::Query((new TermSource(term))->release()) : Xapian::Query(term);
}

Xapian::Query ConditionTerms::any_of(const std::vector<std::string>& terms) const {
  std::vector<Xapian::Query> parts;
  for (const std::string& term : terms) parts.push_back(one(term));
  return {Xapian::Query::OP_OR, parts.begin(), parts.end()};
}

}  // namespace porthole::search
