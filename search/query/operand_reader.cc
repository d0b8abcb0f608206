#include "search/query/operand_reader.h"

#include <algorithm>
#include <optional>

#include "base/text/diacritics.h"
#include "base/text/format.h"
#include "base/text/normal_text.h"
#include "base/text/text.h"
#include "base/text/utf8.h"
#include "base/url/site.h"
#include "base/url/url.h"
#include "indexer/tokenizer.h"
#include "search/query/query_tree.h"
#include "search/query/range_text.h"
#include "search/query/word_pattern.h"

namespace porthole::search {
namespace {

using indexer::FieldKind;
using indexer::NamedField;
using indexer::Tokenizer;
using indexer::WordKind;

// site:https://www.Example.org/docs/ means site:www.example.org/docs. Files of this machine are one
// site, file:.
std::string site_value(std::string_view text) {
  const std::size_t colon = text.find(':');
  const bool has_no_host = colon != std::string_view::npos &&
                           (colon + 1 == text.size() || text.substr(colon).starts_with(":///"));
  if (has_no_host) return ascii_lower(text.substr(0, colon + 1));
  const std::size_t scheme = text.find("://");
  if (scheme != std::string_view::npos) text.remove_prefix(scheme + 3);
  while (text.ends_with('/') || text.ends_with('*')) text.remove_suffix(1);
  while (text.starts_with('.') || text.starts_with('*')) text.remove_prefix(1);
  const std::size_t slash = text.find('/');
  const Result<Url> url = Url::parse("http://" + std::string(text.substr(0, slash)) + "/");
  std::string value = url ? url->host_and_port() : ascii_lower(text.substr(0, slash));
  if (slash != std::string_view::npos) value += ascii_lower(text.substr(slash));
  return value;
}

std::string filter_value(std::string_view field, const std::string& text) {
  if (field == "site" || field == "host") return site_value(text);
  if (field != "annotated-by-site") return indexer::folded_value(text);
  const std::string site = site_value(text);
  return site.substr(0, site.find('/'));
}

/// The keys of the URL under https and http, the written scheme first; one key for another scheme.
/// With a fragment it is also that of a member.
std::vector<std::string> keys_of(const std::string& text) {
  const Result<Url> written = Url::parse(text);
  const bool may_be_member = written && !written->fragment().empty();
  if (written && !written->is_web())
    return may_be_member ? std::vector{key_of_page(*written), written->key()}
                         : std::vector{written->key()};
  const std::size_t mark = text.find("://");
  if (!written && mark != std::string::npos) return {};
  const std::string rest =
      written ? written->href().substr(written->href().find("://")) : "://" + text;
  std::vector<std::string> keys;
  if (may_be_member) keys.push_back(key_of_page(*written));
  if (written) keys.push_back(written->key());
  for (const char* scheme : {"https", "http"}) {
    const Result<Url> url = Url::parse(scheme + rest);
    if (url && std::find(keys.begin(), keys.end(), url->key()) == keys.end())
      keys.push_back(url->key());
  }
  return keys;
}

Node either(Node a, Node b) {
  if (is_nothing(a)) return b;
  if (is_nothing(b)) return a;
  Node both{NodeKind::kOr};
  both.children.push_back(std::move(a));
  both.children.push_back(std::move(b));
  return both;
}

/// `words` as one where `text` is but one run of a script without spaces, which a dictionary may
/// have as a compound in one place and as its parts in another, or words with hyphens between
/// (e-mail, email). "" for other texts.
std::string whole_run(std::string_view text, const std::vector<std::string>& words) {
  if (words.size() < 2) return "";
  const bool has_run = has_dictionary(decode_utf8(words[0], 0).code);
  const std::string whole = indexer::folded_value(text);
  std::string joined = join(words, "");
  if (has_run && joined == whole) return joined;
  const bool has_hyphens = join(words, "-") == whole || join(words, "\u2010") == whole;
  return has_hyphens ? joined : "";
}

}  // namespace

void add_note(Query& query, std::string text) {
  if (std::find(query.notes.begin(), query.notes.end(), text) == query.notes.end()) {
    query.notes.push_back(std::move(text));
  }
}

Node every_page() { return {NodeKind::kSlotRange}; }

Node OperandReader::read(const Token& token) {
  const NamedField* field = token.field.empty() ? nullptr : fields_.find(token.field);
  if (field != nullptr && trim(token.text).empty()) {
    note_nothing_behind(token.field);
    return {};
  }
  Node node = field == nullptr ? read_text("", token) : read_field(*field, token);
  const std::string value = token.kind == TokenKind::kQuoted ? '"' + token.text + '"' : token.text;
  node.written = token.field.empty() ? value : token.field + ":" + value;
  return node;
}

Node OperandReader::read_field(const NamedField& field, const Token& token) {
  if (field.name == kSortField) {
    read_order(token);
    return {};
  }
  switch (field.kind) {
    case FieldKind::kBoolean:
      return read_filter(field, token);
    case FieldKind::kUrl:
      return read_url(field, token);
    case FieldKind::kProperty:
      return read_property(field, token);
    case FieldKind::kNumber:
    case FieldKind::kDate:
      return read_slot(field, token);
    case FieldKind::kText:
    case FieldKind::kWords:
      break;
  }
  return field.prefix == indexer::kAnnotationPrefix ? read_annotation(token)
                                                    : read_text(field.prefix, token);
}

void OperandReader::note_nothing_behind(const std::string& field) {
  add_note(query_, field + ": has no value and was left out.");
}

Node OperandReader::read_text(const std::string& prefix, const Token& token) {
  const bool is_open = token.kind == TokenKind::kText;
  if (is_open && prefix.empty() && (token.text == kAllPages || token.text == "*:*"))
    return every_page();
  if (is_open && has_wildcard(token.text)) {
    Node node = read_pattern(prefix, token.text);
    if (!is_nothing(node)) return node;
  }
  return read_words(prefix, token.text, token.kind == TokenKind::kQuoted);
}

// Anchors have a field of their own and are not indexed twice.
Node OperandReader::read_annotation(const Token& token) {
  Node around = read_text(std::string(indexer::kAnnotationPrefix), token);
  return either(std::move(around), read_text(std::string(indexer::kAnchorPrefix), token));
}

Node OperandReader::read_filter(const NamedField& field, const Token& token) {
  std::string value = filter_value(field.name, fold_space(token.text));
  if (value.empty()) {
    note_nothing_behind(token.field);
    return {};
  }
  const bool is_pattern = token.kind == TokenKind::kText && value.find('*') != std::string::npos;
  if (is_pattern && !take_wildcard()) return {};
  return {
      is_pattern ? NodeKind::kFilterPattern : NodeKind::kFilter, field.prefix, {std::move(value)}};
}

Node OperandReader::read_url(const NamedField& field, const Token& token) {
  std::vector<std::string> keys = keys_of(fold_space(token.text));
  if (keys.empty()) {
    add_note(query_, "The value of " + token.field + ": is not a valid URL and was left out.");
    return {};
  }
  NodeKind kind = NodeKind::kLinksTo;
  if (field.name == kLinkedFromField) kind = NodeKind::kLinkedFrom;
  if (field.name == kLikeField) kind = NodeKind::kLike;
  return {kind, field.prefix, std::move(keys)};
}

// `after:` includes the given date, `before:` excludes it.
Node OperandReader::read_slot(const NamedField& field, const Token& token) {
  const std::string text = fold_space(token.text);
  std::optional<Range> range;
  if (field.kind == FieldKind::kDate) {
    const bool is_plain = !is_range(text);
    range = date_range(is_plain && field.name == kAfterField    ? ">=" + text
                       : is_plain && field.name == kBeforeField ? "<" + text
                                                                : text);
  } else {
    range = number_range(text, field.name == kSizeField ? Units::kBytes : Units::kNone);
  }
  if (!range) {
    const char* form = field.kind == FieldKind::kDate
                           ? "a date such as 2024-05-01, 2024 or 2020..2022"
                           : "a number or a range such as 10..20 or >=10";
    add_note(query_, "The value of " + token.field + ": was left out; it should be " + form + ".");
    return {};
  }
  Node node{NodeKind::kSlotRange};
  node.slot = field.slot;
  node.range = *range;
  return node;
}

void OperandReader::read_order(const Token& token) {
  query_.order = sort_order(fold_space(token.text));
  if (query_.order || equals_ignoring_case(trim(token.text), kScoreOrder)) return;
  add_note(query_, "Results cannot be sorted by \"" + fold_space(token.text) + "\"; sort: knows " +
                       sort_order_names() + ".");
}

// Matches the words of a value in any place; numbers, URLs and values without words as a whole.
Node OperandReader::read_property(const NamedField& field, const Token& token) {
  const std::string words_prefix = indexer::words_prefix(field.prefix);
  const std::string value = indexer::folded_value(token.text);
  Node found = read_property_range(field, token);
  if (!is_nothing(found)) return found;
  if (token.kind == TokenKind::kText && has_wildcard(token.text))
    found = read_pattern(words_prefix, token.text);
  if (is_nothing(found)) {
    found = read_words(words_prefix, value, true);
    const Result<Url> url = Url::parse(fold_space(token.text));
    const bool is_whole = is_nothing(found) || indexer::is_number(value) || url;
    if (is_whole) found = either(Node{NodeKind::kFilter, field.prefix, {value}}, std::move(found));
    if (url)
      found = either(Node{NodeKind::kUrlFilter, field.prefix, {url->key()}}, std::move(found));
  }
  if (is_nothing(found)) return {};
  Node condition{NodeKind::kCondition};
  condition.children.push_back(std::move(found));
  return condition;
}

// Nothing when the text is not a range.
Node OperandReader::read_property_range(const NamedField& field, const Token& token) {
  const std::string text = fold_space(token.text);
  if (token.kind != TokenKind::kText || !is_range(text)) return {};
  const auto numbers = number_range(text, Units::kNone);
  const auto dates = date_range(text);  // "2020..2022" is both: then either kind of value matches
  if ((!numbers && !dates) || !take_wildcard()) return {};
  Node as_numbers{NodeKind::kNumberRange, field.prefix};
  Node as_dates{NodeKind::kDateRange, field.prefix};
  if (numbers) as_numbers.range = *numbers;
  if (dates) as_dates.range = *dates;
  if (!dates) return as_numbers;
  if (!numbers) return as_dates;
  Node condition{NodeKind::kCondition};
  condition.children.push_back(either(std::move(as_numbers), std::move(as_dates)));
  return condition;
}

// Nothing when it is not a pattern for one word.
Node OperandReader::read_pattern(const std::string& prefix, std::string_view text) {
  std::optional<std::string> pattern = word_pattern(text);
  if (!pattern || beginning_of(*pattern).size() < kMinWildcardLetters) {
    add_note(query_, "The signs * and ? work after at least " +
                         std::to_string(kMinWildcardLetters) +
                         " letters of one word; they were left out.");
    return {};
  }
  if (!take_wildcard()) return {};
  return {NodeKind::kPattern, prefix, {std::move(*pattern)}};
}

Node OperandReader::read_words(const std::string& prefix, std::string_view text, bool quoted) {
  std::vector<std::string> words;
  std::vector<std::string> pairs, pieces;
  std::string bare;
  Tokenizer scanner(text);
  while (scanner.next()) {
    if (scanner.kind() == WordKind::kPiece) pieces.emplace(pieces.begin(), scanner.word());
    if (scanner.kind() == WordKind::kJoined) bare = scanner.word();
    if (scanner.kind() != WordKind::kPair && !scanner.has_position()) continue;
    (scanner.kind() == WordKind::kPair ? pairs : words).emplace_back(scanner.word());
  }
  if (words.empty()) return {};
  if (!quoted && pairs.size() + 1 == words.size() && !pairs.empty()) {
    return {NodeKind::kPairs, prefix, std::move(pairs)};
  }
  if (words.size() == 1 && !quoted) {
    Node word{NodeKind::kWord, prefix, std::move(words)};
    if (!bare.empty()) word.synonyms.push_back({bare});
    if (!pieces.empty()) word.synonyms.push_back(std::move(pieces));
    return word;
  }
  if (words.size() > kMaxPhraseWords) {
    add_note(query_,
             "A phrase is searched by its first " + std::to_string(kMaxPhraseWords) + " words.");
    words.resize(kMaxPhraseWords);
  }
  const std::string whole = whole_run(text, words);
  Node phrase{NodeKind::kPhrase, prefix, std::move(words)};
  if (whole.empty()) return phrase;
  return either(std::move(phrase), {NodeKind::kWord, prefix, {whole}});
}

bool OperandReader::take_wildcard() {
  if (wildcards_ == kMaxWildcards) {
    add_note(query_, "Only " + std::to_string(kMaxWildcards) +
                         " words with * or ? and ranges of properties are searched; the others "
                         "were read as words or left out.");
    return false;
  }
  ++wildcards_;
  return true;
}

}  // namespace porthole::search
