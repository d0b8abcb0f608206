#include "search/query.h"

#include <algorithm>

#include "base/text.h"
#include "search/operand_reader.h"
#include "search/query_lexer.h"

namespace porthole::search {
namespace {

class Parser {
 public:
  Parser(Query& query, const QueryFields& fields, Tokens tokens)
      : query_(query), operands_(query, fields), tokens_(std::move(tokens.list)) {
    if (tokens.unclosed_quote) {
      add_note(query_, "A quotation mark has no partner: the phrase goes to the end of the query.");
    }
  }

  void run() {
    Node root = parse_or(0);
    while (at_ < tokens_.size()) {  // a closing bracket without an opening one
      add_note(query_, "A closing bracket has no partner and was left out.");
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
    if (!at(TokenKind::kOpen)) return operands_.read(tokens_[at_++]);
    ++at_;
    if (depth >= kMaxNesting) {
      add_note(query_, "Brackets deeper than " + std::to_string(kMaxNesting) + " levels were left out.");
      return {};
    }
    Node inside = parse_or(depth + 1);
    if (at(TokenKind::kClose)) {
      ++at_;
    } else {
      add_note(query_, "An opening bracket has no partner: it closes at the end.");
    }
    return inside;
  }

  // "+a" alone is "a".
  static void drop_lone_required(Node& root) {
    if (root.children.size() != 1 || root.children[0].kind != NodeKind::kRequired) return;
    Node inner = std::move(root.children[0].children[0]);
    root.children[0] = std::move(inner);
  }

  Query& query_;
  OperandReader operands_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
};

void collect_words(const Node& node, std::vector<std::string>& words) {
  if (node.kind == NodeKind::kNot || is_condition(node.kind)) return;
  for (const std::string& word : node.words) {
    if (std::find(words.begin(), words.end(), word) == words.end()) words.push_back(word);
  }
  for (const Node& child : node.children) collect_words(child, words);
}

Error unknown_field(const std::string& name, const QueryFields& fields) {
  std::string near;
  for (const std::string& one : fields.near(name)) near += (near.empty() ? "" : " or ") + one + ":";
  Error error;
  error.message = "there is no field \"" + name + "\" to search in";
  error.hint = (near.empty() ? "" : "did you mean " + near + "? ") +
               std::string("to search for the words themselves, put them in quotation marks");
  return error;
}

}  // namespace

bool is_condition(NodeKind kind) {
  return kind == NodeKind::kFilter || kind == NodeKind::kUrlFilter || kind == NodeKind::kLinksTo ||
         kind == NodeKind::kLinkedFrom || kind == NodeKind::kCondition;
}

Result<Query> parse_query(std::string_view text, const QueryFields& fields) {
  Query query;
  const bool too_long = text.size() > kMaxQueryBytes;
  const std::string clean = fold_space(clean_utf8(cut(text, kMaxQueryBytes)));
  query.text = std::string(cut(clean, kMaxQueryBytes));
  Tokens tokens = tokenize(query.text, fields);
  if (!tokens.unknown_field.empty()) return fail(unknown_field(tokens.unknown_field, fields));
  Parser(query, fields, std::move(tokens)).run();
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
