#include "search/query.h"

#include <algorithm>

#include "base/text.h"
#include "base/url.h"
#include "indexer/word_scanner.h"
#include "search/query_fields.h"
#include "search/query_lexer.h"

namespace porthole::search {
namespace {

using indexer::FieldKind;
using indexer::WordKind;
using indexer::WordScanner;

// site:https://www.Example.org/docs/ means site:www.example.org/docs.
std::string site_value(std::string_view text) {
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

class Parser {
 public:
  explicit Parser(Query& query) : query_(query) {}

  void run() {
    Tokens tokens = tokenize(query_.text);
    tokens_ = std::move(tokens.list);
    if (tokens.unclosed_quote) note("A quotation mark has no partner: the phrase goes to the end of the query.");
    Node root = parse_or(0);
    while (at_ < tokens_.size()) {  // a closing bracket without an opening one
      note("A closing bracket has no partner and was left out.");
      ++at_;
      Node more = parse_or(0);
      if (is_nothing(more)) continue;
      root = is_nothing(root) ? std::move(more) : both(std::move(root), std::move(more));
    }
    query_.root = as_and(std::move(root));
    drop_lone_required(query_.root);
  }

 private:
  const Token* peek() const { return at_ < tokens_.size() ? &tokens_[at_] : nullptr; }
  bool at(TokenKind kind) const { return peek() != nullptr && peek()->kind == kind; }

  void note(std::string text) {
    if (std::find(query_.notes.begin(), query_.notes.end(), text) == query_.notes.end()) {
      query_.notes.push_back(std::move(text));
    }
  }

  static Node as_and(Node node) {
    if (node.kind == NodeKind::kAnd) return node;
    Node root;
    root.children.push_back(std::move(node));
    return root;
  }
  static Node both(Node a, Node b) {
    Node root;
    root.children = {std::move(a), std::move(b)};
    return root;
  }
  static bool is_nothing(const Node& node) {
    return (node.kind == NodeKind::kAnd || node.kind == NodeKind::kOr) && node.children.empty();
  }

  Node parse_or(std::size_t depth) {
    std::vector<Node> parts;
    for (;;) {
      Node part = parse_and(depth);
      if (!is_nothing(part)) parts.push_back(std::move(part));
      if (!at(TokenKind::kOr)) break;
      ++at_;
    }
    if (parts.empty()) return {};
    if (parts.size() == 1) return std::move(parts.front());
    return {NodeKind::kOr, "", {}, std::move(parts)};
  }

  Node parse_and(std::size_t depth) {
    Node node;
    while (peek() != nullptr && !at(TokenKind::kOr) && !at(TokenKind::kClose)) {
      if (at(TokenKind::kAnd)) {
        ++at_;
        continue;
      }
      const TokenKind sign = peek()->kind;
      const bool is_sign = sign == TokenKind::kNot || sign == TokenKind::kRequire;
      if (is_sign) ++at_;
      while (is_sign && (at(TokenKind::kNot) || at(TokenKind::kRequire))) ++at_;  // "--a" is "-a"
      Node item = parse_item(depth);
      if (is_nothing(item)) continue;
      if (is_sign) {
        const NodeKind kind = sign == TokenKind::kNot ? NodeKind::kNot : NodeKind::kRequired;
        item = Node{kind, "", {}, {std::move(item)}};
      }
      node.children.push_back(std::move(item));
    }
    const bool plain = node.children.size() == 1 && node.children[0].kind != NodeKind::kNot &&
                       node.children[0].kind != NodeKind::kRequired;
    if (plain) return Node(std::move(node.children.front()));
    return node;
  }

  // Never called at OR; leaves a closing bracket that is not its own where it is.
  Node parse_item(std::size_t depth) {
    if (peek() == nullptr || at(TokenKind::kClose) || at(TokenKind::kOr)) return {};
    if (at(TokenKind::kAnd)) {
      ++at_;
      return {};
    }
    if (!at(TokenKind::kOpen)) return parse_operand(tokens_[at_++]);
    ++at_;
    if (depth >= kMaxNesting) {
      note("Brackets deeper than " + std::to_string(kMaxNesting) + " levels were left out.");
      return {};
    }
    Node inside = parse_or(depth + 1);
    if (at(TokenKind::kClose)) {
      ++at_;
    } else {
      note("An opening bracket has no partner: it closes at the end.");
    }
    return inside;
  }

  Node parse_operand(const Token& token) {
    const QueryField* field = token.field.empty() ? nullptr : find_query_field(token.field);
    if (field != nullptr && field->kind == FieldKind::kBoolean) return parse_filter(*field, token);
    const std::string prefix(field != nullptr ? field->prefix : "");
    if (field != nullptr && token.text.empty()) note_nothing_behind(token.field);
    if (token.wildcard) {
      Node node = parse_wildcard(prefix, token.text);
      if (!is_nothing(node)) return node;
    }
    return parse_words(prefix, token.text, token.kind == TokenKind::kQuoted);
  }

  void note_nothing_behind(const std::string& field) {
    note("Nothing stands behind " + field + ": and it was left out.");
  }

  Node parse_filter(const QueryField& field, const Token& token) {
    const bool of_host = field.name == "site" || field.name == "host";
    std::string value = of_host ? site_value(fold_space(token.text)) : ascii_lower(fold_space(token.text));
    if (value.empty()) {
      note_nothing_behind(token.field);
      return {};
    }
    if (!take_term()) return {};
    return {NodeKind::kFilter, std::string(field.prefix), {std::move(value)}, {}};
  }

  // The token is one word with a `*` behind it, or nothing.
  Node parse_wildcard(const std::string& prefix, std::string_view text) {
    while (text.ends_with('*')) text.remove_suffix(1);
    WordScanner scanner(text);
    std::vector<std::string> words;
    while (scanner.next()) words.emplace_back(scanner.word());
    if (words.size() != 1 || words[0].size() < kMinWildcardLetters) {
      note("The sign * works behind at least " + std::to_string(kMinWildcardLetters) +
           " letters of one word; here it was left out.");
      return {};
    }
    if (++wildcards_ > kMaxWildcards) {
      note("Only " + std::to_string(kMaxWildcards) + " words with * are searched; the others stand as words.");
      return {};
    }
    if (!take_term()) return {};
    return {NodeKind::kPrefix, prefix, std::move(words), {}};
  }

  Node parse_words(const std::string& prefix, std::string_view text, bool quoted) {
    std::vector<std::string> words;
    std::vector<std::string> pairs;
    WordScanner scanner(text);
    bool stemmable = true;
    while (scanner.next()) {
      (scanner.kind() == WordKind::kPair ? pairs : words).emplace_back(scanner.word());
      stemmable = stemmable && scanner.kind() == WordKind::kStemmable;
    }
    if (words.empty()) return {};
    if (!quoted && pairs.size() + 1 == words.size() && !pairs.empty()) {
      return limited({NodeKind::kPairs, prefix, std::move(pairs), {}});
    }
    if (words.size() == 1 && !quoted) {
      return take_term() ? Node{NodeKind::kWord, prefix, std::move(words), {}} : Node{};
    }
    if (words.size() > kMaxPhraseWords) {
      note("A phrase is searched by its first " + std::to_string(kMaxPhraseWords) + " words.");
      words.resize(kMaxPhraseWords);
    }
    return limited({NodeKind::kPhrase, prefix, std::move(words), {}});
  }

  // Cuts the words of `node` to what is left of the limit on terms.
  Node limited(Node node) {
    std::size_t kept = 0;
    while (kept < node.words.size() && take_term()) ++kept;
    if (kept == 0) return {};
    node.words.resize(kept);
    return node;
  }

  bool take_term() {
    if (terms_ == kMaxTerms) {
      note("The query is searched by its first " + std::to_string(kMaxTerms) + " words.");
      return false;
    }
    ++terms_;
    return true;
  }

  // "+a" alone is "a".
  static void drop_lone_required(Node& root) {
    if (root.children.size() != 1 || root.children[0].kind != NodeKind::kRequired) return;
    Node inner = std::move(root.children[0].children[0]);
    root.children[0] = std::move(inner);
  }

  Query& query_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  std::size_t terms_ = 0;
  std::size_t wildcards_ = 0;
};

void collect_words(const Node& node, std::vector<std::string>& words) {
  if (node.kind == NodeKind::kNot || node.kind == NodeKind::kFilter) return;
  for (const std::string& word : node.words) {
    if (std::find(words.begin(), words.end(), word) == words.end()) words.push_back(word);
  }
  for (const Node& child : node.children) collect_words(child, words);
}

}  // namespace

Query parse_query(std::string_view text) {
  Query query;
  const bool too_long = text.size() > kMaxQueryBytes;
  const std::string clean = fold_space(clean_utf8(cut(text, kMaxQueryBytes)));
  query.text = std::string(cut(clean, kMaxQueryBytes));
  Parser(query).run();
  if (too_long) {
    query.notes.push_back("The query is longer than " + std::to_string(kMaxQueryBytes) +
                          " bytes; what is behind was left out.");
  }
  return query;
}

std::vector<std::string> searched_words(const Query& query) {
  std::vector<std::string> words;
  collect_words(query.root, words);
  return words;
}

}  // namespace porthole::search
