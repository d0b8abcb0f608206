#include "search/query/completion.h"

#include <algorithm>
#include <utility>

#include "base/text/diacritics.h"
#include "base/text/normal_text.h"
#include "base/text/text.h"
#include "indexer/document_data.h"
#include "indexer/fields.h"
#include "indexer/tokenizer.h"
#include "search/index/bounds.h"
#include "search/index/stop_words.h"
#include "search/query/query.h"
#include "search/query/query_lexer.h"
#include "search/query/query_tree.h"
#include "search/query/word_completion.h"

namespace porthole::search {
namespace {

using indexer::NamedField;

constexpr std::size_t kWords = 5;  // suggested at most
constexpr std::size_t kPhrases = 3;
constexpr std::size_t kTitles = 3;
constexpr Xapian::doccount kTitlesRead = 50;
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

bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }

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

void add_fields(Search& search, std::string_view beginning) {
  for (const NamedField& field : search.fields.all()) {
    if (search.is_full()) return;
    if (!begins_with(field.name, beginning)) continue;
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
  if (field == nullptr && colon + 1 == search.end.size())
    return add_fields(search, search.end.substr(0, colon));
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

/// The words before the last one, without fields and excluded words.
std::vector<std::string> words_before(const Search& search) {
  std::vector<std::string> words;
  bool is_excluded = false;
  for (const Token& token : tokenize(search.before, search.fields).list) {
    const bool is_asked = token.kind == TokenKind::kText || token.kind == TokenKind::kQuoted;
    if (is_asked && !is_excluded && token.field.empty()) {
      indexer::Tokenizer scanner(token.text);
      while (scanner.next()) {
        if (scanner.has_position()) words.push_back(without_diacritics(scanner.word()));
      }
    }
    is_excluded = token.kind == TokenKind::kNot;
  }
  return words;
}

struct WrittenWord {
  std::string term;       // as the index has it
  std::string_view text;  // as written
};

std::vector<WrittenWord> written_words(std::string_view text) {
  const PlacedText placed = placed_normal_text(text);
  indexer::Tokenizer scanner(indexer::Tokenizer::Normal{placed.text});
  std::vector<WrittenWord> words;
  while (scanner.next()) {
    if (!scanner.has_position()) continue;
    const std::size_t begin = placed.places[scanner.begin()], end = placed.places[scanner.end()];
    words.push_back({without_diacritics(scanner.word()), text.substr(begin, end - begin)});
  }
  return words;
}

/// `term` with the diacritics of the first page that has it, in its title rather than in its text,
/// and with the capitals within it ("PostgreSQL").
std::string as_written(const Xapian::Database& database, const std::string& term) {
  for (const std::string_view prefix : {indexer::kTitlePrefix, indexer::kTextPrefix}) {
    const std::string asked = std::string(prefix) + term;
    const auto page = database.postlist_begin(asked);
    if (page == database.postlist_end(asked)) continue;
    const Xapian::Document document = database.get_document(*page);
    const bool is_title = prefix == indexer::kTitlePrefix;
    const auto data = indexer::read_document_data(
        document.get_data(), is_title ? std::string() : document.get_value(indexer::kShownSlot));
    if (!data || (!is_title && data->language.starts_with("en"))) continue;
    for (const WrittenWord& one : written_words(is_title ? data->title : data->text)) {
      if (one.term != term || one.text.empty()) continue;
      const auto capitals = std::count_if(one.text.begin(), one.text.end(), is_capital);
      const bool is_name = capitals > static_cast<long>(is_capital(one.text[0])) &&
                           capitals < static_cast<long>(one.text.size());
      return is_name ? std::string(one.text) : indexer::folded_value(one.text);
    }
  }
  return term;
}

void add_words(Search& search) {
  const std::string beginning = without_diacritics(indexer::folded_value(search.end));
  if (beginning.size() < kMinBeginning || !is_word(beginning) ||
      is_stop_term(beginning, search.languages))
    return;
  const std::size_t wanted = std::min(kWords, search.wanted - search.found.size());
  for (const WordCompletion& one :
       complete_word(search.database, {words_before(search), beginning, search.languages}, wanted,
                     search.deadline)) {
    search.found.push_back(
        completion(CompletionKind::kWord, search.before, as_written(search.database, one.word)));
    search.found.back().pages = one.pages;
  }
}

/// Pages with all of `words` in their titles, the last one as a beginning.
Xapian::Query titles_query(const Search& search, const std::vector<std::string>& words) {
  const std::string prefix(indexer::kTitlePrefix);
  std::vector<Xapian::Query> parts;
  for (std::size_t i = 0; i + 1 < words.size(); ++i) parts.emplace_back(prefix + words[i]);
  if (!words.back().empty()) {
    std::vector<std::string> last;
    for (TermCount& term : frequent_terms(search.database, prefix + words.back(),
                                          {kCompletionTerms, kMaxExpansions, &search.deadline})
                               .terms)
      last.push_back(std::move(term.term));
    parts.emplace_back(Xapian::Query::OP_SYNONYM, last.begin(), last.end());
  }
  return {Xapian::Query::OP_AND, parts.begin(), parts.end()};
}

/// Where `words` stand side by side in a title, the last one as a beginning; its size if nowhere.
std::size_t place_of(const std::vector<std::string>& words, const std::vector<WrittenWord>& title) {
  const auto found =
      std::search(title.begin(), title.end(), words.begin(), words.end(),
                  [&](const WrittenWord& one, const std::string& word) {
                    return &word == &words.back() ? one.term.starts_with(word) : one.term == word;
                  });
  return static_cast<std::size_t>(found - title.begin());
}

/// `text` without what would be signs of the query language.
std::string as_words(std::string_view text) {
  std::string plain(text);
  std::replace_if(
      plain.begin(), plain.end(), [](char c) { return std::string_view("\"():*").find(c) < 5; },
      ' ');
  const std::string spaced = fold_space(plain);
  std::string words;
  for (std::string_view word : split(spaced, ' ')) {
    while (word.starts_with('-') || word.starts_with('+')) word.remove_prefix(1);
    if (word.empty()) continue;
    const bool may_join = word.size() < 5 && std::all_of(word.begin(), word.end(), is_capital);
    words += (words.empty() ? "" : " ") + (may_join ? ascii_lower(word) : std::string(word));
  }
  return words;
}

/// From the place of the words in a title to the next word but stop words, within a part of
/// the title; "" where no word follows.
std::string phrase_at(const Search& search, const std::vector<WrittenWord>& title,
                      std::size_t first, std::size_t words) {
  const auto goes_on = [&](std::size_t at) {
    const std::string_view word = title[at].text;
    return at + 1 < title.size() && title[at + 1].text.data() <= word.data() + word.size() + 1;
  };
  std::size_t last = first + words - 1;
  bool wants_next = !search.end.empty();
  while ((wants_next || is_stop_term(title[last].term, search.languages)) && goes_on(last)) {
    wants_next = false;
    ++last;
  }
  if (wants_next) return {};
  const char* const begin = title[first].text.data();
  const std::string_view end = title[last].text;
  return as_words({begin, static_cast<std::size_t>(end.data() + end.size() - begin)});
}

bool has_query(const std::vector<Completion>& list, const std::string& query) {
  return std::any_of(list.begin(), list.end(),
                     [&](const Completion& one) { return equals_ignoring_case(one.query, query); });
}

/// Titles that begin like the query, and phrases with the number of titles that have them.
struct Continued {
  std::vector<Completion> titles;
  std::vector<std::pair<std::string, int>> phrases;

  void add_phrase(std::string phrase) {
    if (phrase.empty()) return;
    const auto same = std::find_if(phrases.begin(), phrases.end(), [&](const auto& one) {
      return equals_ignoring_case(one.first, phrase);
    });
    if (same != phrases.end()) {
      ++same->second;
    } else {
      phrases.emplace_back(std::move(phrase), 1);
    }
  }
};

/// Titles that have `words` side by side, the last one as a beginning.
Continued continued(const Search& search, const std::vector<std::string>& words) {
  Xapian::Enquire enquire(search.database);
  enquire.set_query(titles_query(search, words));
  const Xapian::MSet matches = enquire.get_mset(0, kTitlesRead);
  Continued found;
  for (auto it = matches.begin(); it != matches.end() && !search.deadline.has_passed(); ++it) {
    const auto data = indexer::read_document_data(it.get_document().get_data(), "");
    if (!data) continue;
    const std::vector<WrittenWord> title = written_words(data->title);
    const std::size_t place = place_of(words, title);
    if (place == title.size()) continue;
    std::string whole = as_words(cut(data->title, kTitleBytes));
    if (place == 0 && found.titles.size() < kTitles && !has_query(found.titles, whole)) {
      found.titles.push_back(completion(CompletionKind::kTitle, "", std::move(whole)));
      found.titles.back().meaning = data->url;
    }
    found.add_phrase(phrase_at(search, title, place, words.size()));
  }
  std::stable_sort(found.phrases.begin(), found.phrases.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  return found;
}

void add_titles(Search& search) {
  std::vector<std::string> words = words_before(search);
  words.push_back(without_diacritics(indexer::folded_value(search.end)));
  const bool is_short = words.size() == 1 && words[0].size() < kMinTitleLetters;
  if (is_short || (!search.end.empty() && !is_word(words.back()))) return;
  Continued more = continued(search, words);
  const std::size_t end = search.found.size() + kPhrases;
  for (auto& [phrase, titles] : more.phrases) {
    if (search.is_full() || search.found.size() == end) break;
    if (!has_query(search.found, phrase) && !has_query(more.titles, phrase))
      search.found.push_back(completion(CompletionKind::kPhrase, "", std::move(phrase)));
  }
  for (Completion& title : more.titles) {
    if (!search.is_full() && !has_query(search.found, title.query))
      search.found.push_back(std::move(title));
  }
}

}  // namespace

const char* completion_kind_name(CompletionKind kind) {
  switch (kind) {
    case CompletionKind::kField:
      return "field";
    case CompletionKind::kValue:
      return "value";
    case CompletionKind::kWord:
      return "word";
    case CompletionKind::kPhrase:
      return "phrase";
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
    add_words(search);
    const bool is_plain = search.before.find_first_of(":\"()") == std::string_view::npos;
    if (is_plain && !search.is_full()) add_titles(search);
  }
  completions.list = std::move(search.found);
  return completions;
}

}  // namespace porthole::search
