#include "search/query/completion.h"

#include <algorithm>
#include <utility>

#include "base/text/diacritics.h"
#include "base/text/text.h"
#include "indexer/document_data.h"
#include "indexer/fields.h"
#include "indexer/tokenizer.h"
#include "search/index/deadline.h"
#include "search/query/query.h"
#include "search/query/query_lexer.h"
#include "search/query/sort_order.h"
#include "search/query/word_completion.h"

namespace porthole::search {
namespace {

using indexer::NamedField;

constexpr std::size_t kTopics = 3;  // suggested at most
constexpr std::size_t kWords = 5;
constexpr std::size_t kFieldsKept = 2;  // for which room is left
constexpr Xapian::doccount kTitles = 3;
constexpr std::size_t kMinBeginning = 2;     // bytes of a word
constexpr std::size_t kMinTitleLetters = 3;  // the same
constexpr std::size_t kTitleBytes = 100;

bool is_word(std::string_view text) {
  indexer::Tokenizer scanner(text);
  return scanner.next() && scanner.end() == text.size();
}

/// Start of the last word, without signs before it; a quoted value belongs to its word.
std::size_t begin_of_end(std::string_view text) {
  std::size_t begin = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') quoted = !quoted;
    const bool ends_word = text[i] == ' ' || text[i] == '(' || text[i] == ')';
    if (ends_word && !quoted) begin = i + 1;
  }
  while (begin < text.size() && (text[begin] == '-' || text[begin] == '+')) ++begin;
  return begin;
}

Completion completion(CompletionKind kind, std::string_view before, std::string end) {
  Completion made;
  made.kind = kind;
  made.query = std::string(before) + end;
  made.end = std::move(end);
  return made;
}

bool begins_with(std::string_view text, std::string_view beginning) {
  return equals_ignoring_case(text.substr(0, beginning.size()), beginning);
}

/// Collects completions within the limits.
struct Search {
  const Xapian::Database& database;
  const QueryFields& fields;
  const std::vector<std::string>& languages;
  std::string_view before;
  std::string_view end;
  std::size_t wanted;
  Deadline deadline{kCompletionTime};
  std::vector<Completion> found{};

  bool is_full() const { return found.size() >= wanted || deadline.has_passed(); }
  TermLimits limits(std::size_t most) const {
    return {kCompletionTerms, std::min(most, wanted - std::min(wanted, found.size())), &deadline};
  }
};

void add_fields(Search& search) {
  for (const NamedField& field : search.fields.all()) {
    if (search.is_full()) return;
    if (!begins_with(field.name, search.end)) continue;
    search.found.push_back(completion(CompletionKind::kField, search.before, field.name + ":"));
    search.found.back().meaning = field.meaning;
  }
}

void add_orders(Search& search, std::string_view beginning) {
  for (const NamedOrder& order : sort_orders()) {
    if (!begins_with(order.name, beginning)) continue;
    search.found.push_back(
        completion(CompletionKind::kValue, search.before, field_query(kSortField, order.name)));
    search.found.back().meaning = order.meaning;
  }
}

void add_values(Search& search, std::size_t colon) {
  const NamedField* field = search.fields.find(search.end.substr(0, colon));
  if (field == nullptr) return;
  std::string_view value = search.end.substr(colon + 1);
  if (field->name == kSortField) return add_orders(search, value);
  if (value.starts_with('"')) value.remove_prefix(1);
  if (value.ends_with('"')) return;
  const FieldValues values =
      values_of_field(search.database, search.fields, *field, value, search.limits(search.wanted));
  for (const FieldValue& one : values.values) {
    search.found.push_back(
        completion(CompletionKind::kValue, search.before, field_query(field->name, one.value)));
    search.found.back().pages = one.pages;
  }
}

void add_topics(Search& search) {
  const std::string prefix = std::string(indexer::kTopicPrefix) + indexer::folded_value(search.end);
  for (const TermCount& term :
       frequent_terms(search.database, prefix, search.limits(kTopics)).terms) {
    const std::string value = term.term.substr(indexer::kTopicPrefix.size());
    search.found.push_back(
        completion(CompletionKind::kTopic, search.before, field_query("topic", value)));
    search.found.back().pages = term.pages;
  }
}

/// The words before the last one, without fields and excluded words.
std::vector<std::string> words_before(const Search& search) {
  std::vector<std::string> words;
  bool is_excluded = false;
  for (const Token& token : tokenize(search.before, search.fields).list) {
    const bool is_asked = token.kind == TokenKind::kText || token.kind == TokenKind::kQuoted;
    if (is_asked && !is_excluded && token.field.empty()) {
      indexer::Tokenizer scanner(token.text);
      while (scanner.next()) words.emplace_back(scanner.word());
    }
    is_excluded = token.kind == TokenKind::kNot;
  }
  return words;
}

void add_words(Search& search) {
  const std::string beginning = without_diacritics(indexer::folded_value(search.end));
  if (beginning.size() < kMinBeginning || !is_word(beginning)) return;
  const std::size_t wanted = std::min(kWords, search.wanted - search.found.size());
  for (WordCompletion& one :
       complete_word(search.database, {words_before(search), beginning, search.languages}, wanted,
                     search.deadline)) {
    search.found.push_back(completion(CompletionKind::kWord, search.before, std::move(one.word)));
    search.found.back().pages = one.pages;
  }
}

/// Pages with all words of the query in their titles, the last one as a prefix.
Xapian::Query titles_query(const Search& search) {
  std::vector<Xapian::Query> parts;
  indexer::Tokenizer scanner(search.before);
  while (scanner.next())
    parts.emplace_back(std::string(indexer::kTitlePrefix) + without_diacritics(scanner.word()));
  const std::string last =
      std::string(indexer::kTitlePrefix) + without_diacritics(indexer::folded_value(search.end));
  std::vector<std::string> words;
  for (const TermCount& term :
       frequent_terms(search.database, last, search.limits(kMaxExpansions)).terms) {
    words.push_back(term.term);
  }
  parts.emplace_back(Xapian::Query::OP_SYNONYM, words.begin(), words.end());
  return words.empty() ? Xapian::Query()
                       : Xapian::Query(Xapian::Query::OP_AND, parts.begin(), parts.end());
}

void add_titles(Search& search) {
  if (search.end.size() < kMinTitleLetters || !is_word(indexer::folded_value(search.end))) return;
  const Xapian::Query titles = titles_query(search);
  if (titles.empty()) return;
  Xapian::Enquire enquire(search.database);
  enquire.set_query(titles);
  const Xapian::MSet matches = enquire.get_mset(0, kTitles);
  for (auto it = matches.begin(); it != matches.end() && !search.is_full(); ++it) {
    const auto found = indexer::read_document_data(it.get_document().get_data(), "");
    if (!found || found->title.empty()) continue;
    std::string end = field_query("title", cut(found->title, kTitleBytes));
    search.found.push_back(completion(CompletionKind::kTitle, "", std::move(end)));
    search.found.back().meaning = found->url;
  }
}

}  // namespace

const char* completion_kind_name(CompletionKind kind) {
  switch (kind) {
    case CompletionKind::kField:
      return "field";
    case CompletionKind::kValue:
      return "value";
    case CompletionKind::kTopic:
      return "topic";
    case CompletionKind::kWord:
      return "word";
    case CompletionKind::kTitle:
      return "title";
  }
  return "";
}

Completions complete(const CompletionSource& source, std::string_view text, std::size_t wanted) {
  Completions completions;
  if (text.size() > kMaxQueryBytes) return completions;
  completions.query = clean_utf8(text);
  std::string& query = completions.query;
  std::replace_if(
      query.begin(), query.end(), [](char c) { return c == '\t' || c == '\n'; }, ' ');
  const std::size_t begin = begin_of_end(query);
  const std::string_view all = query;
  Search search{source.database,      source.fields,     source.languages,
                all.substr(0, begin), all.substr(begin), wanted};
  const std::size_t colon = search.end.find(':');
  if (colon != std::string_view::npos) {
    add_values(search, colon);
  } else {
    add_fields(search);
    std::vector<Completion> fields = std::exchange(search.found, {});
    search.wanted -= std::min({fields.size(), kFieldsKept, wanted - 1});
    if (!search.is_full()) add_words(search);
    if (!search.end.empty() && !search.is_full()) add_topics(search);
    const bool is_plain = search.before.find_first_of(":\"()") == std::string_view::npos;
    if (is_plain && !search.is_full()) add_titles(search);
    fields.resize(std::min(fields.size(), wanted - search.found.size()));
    search.found.insert(search.found.end(), fields.begin(), fields.end());
  }
  completions.list = std::move(search.found);
  return completions;
}

}  // namespace porthole::search
