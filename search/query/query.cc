#include "search/query/query.h"

#include <algorithm>
#include <iterator>

#include "base/text/normal_text.h"
#include "base/text/text.h"
#include "search/query/operand_reader.h"
#include "search/query/query_lexer.h"

namespace porthole::search {
namespace {

using indexer::NamedField;

bool is_sign(TokenKind kind) { return kind == TokenKind::kNot || kind == TokenKind::kRequire; }

class Parser {
 public:
  Parser(Query& query, const QueryFields& fields, Tokens tokens)
      : query_(query), operands_(query, fields), tokens_(std::move(tokens.list)) {
    if (tokens.unclosed_quote) {
      add_note(query_, "A quotation mark has no partner: the phrase goes to the end of the query.");
    }
  }

  void run() {
    Node root = parse_either({});
    while (at_ < tokens_.size()) {  // a closing bracket without an opening one
      add_note(query_, "A closing bracket has no partner and was left out.");
      ++at_;
      Node more = parse_either({});
      if (is_nothing(more)) continue;
      root = is_nothing(root) ? std::move(more) : both(std::move(root), std::move(more));
    }
    query_.root = as_and(std::move(root));
    drop_lone_required(query_.root);
  }

 private:
  /// The open bracket that is being parsed.
  struct Place {
    std::size_t depth = 0;
    std::string field{};  // the field of operands without one: title:(a b)
  };

  const Token* peek() const { return at_ < tokens_.size() ? &tokens_[at_] : nullptr; }
  bool at(TokenKind kind) const { return peek() != nullptr && peek()->kind == kind; }
  bool at_nearness() const { return at(TokenKind::kNear) || at(TokenKind::kAdjacent); }
  bool at_end_of_all() const {
    return peek() == nullptr || at(TokenKind::kOr) || at(TokenKind::kXor) || at(TokenKind::kClose);
  }

  static Node as_and(Node node) {
    if (node.kind == NodeKind::kAnd) return node;
    Node root;
    root.children.push_back(std::move(node));
    return root;
  }
  /// One level deep, however often it is called.
  static Node both(Node a, Node b) {
    Node root = as_and(std::move(a));
    if (b.kind != NodeKind::kAnd) {
      root.children.push_back(std::move(b));
      return root;
    }
    std::move(b.children.begin(), b.children.end(), std::back_inserter(root.children));
    return root;
  }

  // a OR b OR c; `parse` parses the operands.
  template <class Parse>
  Node joined_by(TokenKind sign, NodeKind kind, const Parse& parse) {
    std::vector<Node> parts;
    for (;;) {
      Node part = parse();
      if (!is_nothing(part)) parts.push_back(std::move(part));
      if (!at(sign)) break;
      ++at_;
    }
    if (parts.empty()) return {};
    if (parts.size() == 1) return std::move(parts.front());
    return {kind, "", {}, std::move(parts)};
  }

  Node parse_either(const Place& place) {
    return joined_by(TokenKind::kOr, NodeKind::kOr, [&] { return parse_one(place); });
  }
  Node parse_one(const Place& place) {
    return joined_by(TokenKind::kXor, NodeKind::kXor, [&] { return parse_all(place); });
  }

  Node parse_all(const Place& place) {
    Node node;
    while (!at_end_of_all()) {
      if (at(TokenKind::kAnd)) {
        query_.has_and = true;
        ++at_;
        continue;
      }
      const TokenKind sign = peek()->kind;
      while (peek() != nullptr && is_sign(peek()->kind)) ++at_;  // "--a" is "-a"
      Node item = parse_near(place);
      if (is_nothing(item)) continue;
      if (is_sign(sign)) {
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

  // a NEAR b NEAR c, a ADJ/3 b. In a mixture the first operator and the largest distance count.
  Node parse_near(const Place& place) {
    std::vector<Node> items;
    Node first = parse_item(place);
    if (!at_nearness()) return first;
    if (!is_nothing(first)) items.push_back(std::move(first));
    const TokenKind sign = peek()->kind;
    unsigned distance = 0;
    while (at_nearness()) {
      if (peek()->kind != sign)
        add_note(query_, "NEAR and ADJ in one row are read as the first of them.");
      distance = std::max(distance, peek()->distance == 0 ? kDistance : peek()->distance);
      ++at_;
      Node next = parse_item(place);
      if (!is_nothing(next)) items.push_back(std::move(next));
    }
    if (distance > kMaxDistance) {
      add_note(query_, "Words can be at most " + std::to_string(kMaxDistance) + " words apart.");
      distance = kMaxDistance;
    }
    return nearness(sign == TokenKind::kNear ? NodeKind::kNear : NodeKind::kAdjacent,
                    std::move(items), distance);
  }

  Node nearness(NodeKind kind, std::vector<Node> items, unsigned distance) {
    if (items.empty()) return {};
    if (items.size() == 1) return std::move(items.front());
    Node node{kind, "", {}, std::move(items)};
    node.distance = distance;
    const std::string& field = field_of(node.children.front());
    const bool can_be = std::all_of(
        node.children.begin(), node.children.end(),
        [&](const Node& item) { return is_word_or_words(item) && field_of(item) == field; });
    if (can_be) return node;
    add_note(query_, "NEAR and ADJ stand between words of one field; here they are read as AND.");
    node.kind = NodeKind::kAnd;
    return node;
  }

  static const std::string& field_of(const Node& node) {
    return node.children.empty() ? node.field : node.children.front().field;
  }
  static bool is_word_or_words(const Node& node) {
    if (node.kind == NodeKind::kWord) return true;
    return node.kind == NodeKind::kOr &&
           std::all_of(node.children.begin(), node.children.end(), [&](const Node& one) {
             return one.kind == NodeKind::kWord && one.field == node.children.front().field;
           });
  }

  // Stops before OR, XOR and a closing bracket of an outer group.
  Node parse_item(const Place& place) {
    if (at_end_of_all() || at_nearness()) return {};
    if (at(TokenKind::kAnd) || is_sign(peek()->kind)) {  // "a NEAR -b"
      ++at_;
      return {};
    }
    if (!at(TokenKind::kOpen)) {
      Token token = tokens_[at_++];
      if (token.field.empty()) token.field = place.field;
      return operands_.read(token);
    }
    Place inside{place.depth + 1, peek()->field.empty() ? place.field : peek()->field};
    ++at_;
    if (inside.depth > kMaxNesting) {
      add_note(query_,
               "Brackets deeper than " + std::to_string(kMaxNesting) + " levels were left out.");
      return {};
    }
    Node node = parse_either(inside);
    if (at(TokenKind::kClose)) {
      ++at_;
    } else {
      add_note(query_, "An opening bracket has no partner: it closes at the end.");
    }
    return node;
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
  const bool has_words = node.kind != NodeKind::kNot && node.kind != NodeKind::kLike &&
                         node.kind != NodeKind::kPattern;
  if (!has_words || is_condition(node.kind)) return;
  for (const std::string& word : node.words) {
    if (std::find(words.begin(), words.end(), word) == words.end()) words.push_back(word);
  }
  for (const Node& child : node.children) collect_words(child, words);
}

void collect_fields(const Node& node, const QueryFields& fields, std::vector<std::string>& names) {
  const NamedField* field =
      fields.find(std::string_view(node.written).substr(0, node.written.find(':')));
  const bool is_listed =
      field != nullptr && node.written.find(':') != std::string::npos &&
      (field->kind == indexer::FieldKind::kBoolean || field->kind == indexer::FieldKind::kProperty);
  if (is_listed && std::find(names.begin(), names.end(), field->name) == names.end())
    names.push_back(field->name);
  for (const Node& child : node.children) collect_fields(child, fields, names);
}

Error unknown_field(const std::string& name, const QueryFields& fields) {
  std::string near;
  for (const std::string& one : fields.near(name)) near += (near.empty() ? "" : " or ") + one + ":";
  Error error;
  error.message = "there is no field \"" + name + "\" to search in";
  const std::string quote = "o search for the words themselves, put them in quotation marks";
  error.hint = near.empty() ? "t" + quote : "did you mean " + near + "? T" + quote;
  return error;
}

std::string cleaned(std::string_view text) {
  const std::string clean = fold_space(in_half_width(clean_utf8(cut(text, kMaxQueryBytes))));
  return std::string(cut(clean, kMaxQueryBytes));
}

bool is_border(std::string_view query, std::size_t at) {
  return at >= query.size() || query[at] == ' ' || query[at] == '(' || query[at] == ')';
}

std::size_t find_part(std::string_view query, std::string_view part) {
  if (part.empty()) return std::string_view::npos;
  for (std::size_t at = query.find(part); at != std::string_view::npos;
       at = query.find(part, at + 1)) {
    const bool begins =
        at == 0 || is_border(query, at - 1) || query[at - 1] == '-' || query[at - 1] == '+';
    if (begins && is_border(query, at + part.size())) return at;
  }
  return std::string_view::npos;
}

}  // namespace

bool is_condition(NodeKind kind) {
  switch (kind) {
    case NodeKind::kFilter:
    case NodeKind::kFilterPattern:
    case NodeKind::kUrlFilter:
    case NodeKind::kSlotRange:
    case NodeKind::kNumberRange:
    case NodeKind::kDateRange:
    case NodeKind::kLinksTo:
    case NodeKind::kLinkedFrom:
    case NodeKind::kCondition:
      return true;
    default:
      return false;
  }
}

Result<Query> parse_query(std::string_view text, const QueryFields& fields) {
  Query query;
  const bool too_long = text.size() > kMaxQueryBytes;
  query.text = cleaned(text);
  Tokens tokens = tokenize(query.text, fields);
  if (!tokens.unknown_field.empty()) return fail(unknown_field(tokens.unknown_field, fields));
  Parser(query, fields, std::move(tokens)).run();
  if (query.root.children.empty() && query.order) query.root.children.push_back(every_page());
  if (too_long) {
    query.notes.push_back("The query is longer than " + std::to_string(kMaxQueryBytes) +
                          " bytes; the rest was left out.");
  }
  return query;
}

std::vector<std::string> with_near_fields(std::string_view text, const QueryFields& fields) {
  const std::string written = cleaned(text);
  const Tokens tokens = tokenize(written, fields);
  std::vector<std::string> queries;
  if (tokens.unknown_field.empty()) return queries;
  for (const std::string& name : fields.near(tokens.unknown_field)) {
    queries.push_back(
        std::string(written).replace(tokens.unknown_at, tokens.unknown_field.size(), name));
  }
  return queries;
}

std::vector<std::string> searched_words(const Query& query) {
  std::vector<std::string> words;
  collect_words(query.root, words);
  return words;
}

std::vector<std::string> listed_fields(const Query& query, const QueryFields& fields) {
  std::vector<std::string> names;
  collect_fields(query.root, fields, names);
  return names;
}

bool has_part(std::string_view query, std::string_view part) {
  return find_part(query, part) != std::string_view::npos;
}

std::string with_part(std::string_view query, std::string_view part) {
  const bool has_alternatives = has_part(query, "OR") || has_part(query, "XOR");
  std::string whole = has_alternatives ? "(" + std::string(query) + ")" : std::string(query);
  return whole.append(whole.empty() ? "" : " ").append(part);
}

std::string without_part(std::string_view query, std::string_view part) {
  std::size_t begin = find_part(query, part);
  if (begin == std::string_view::npos) return std::string(query);
  const std::string_view behind = query.substr(begin + part.size());
  while (begin > 0 && (query[begin - 1] == '-' || query[begin - 1] == '+')) --begin;
  return fold_space(std::string(query.substr(0, begin)).append(behind));
}

std::string without_order(std::string_view query) {
  const std::size_t at = query.find("sort:");
  if (at == std::string_view::npos || (at > 0 && !is_border(query, at - 1)))
    return std::string(query);
  std::size_t end = at;
  while (!is_border(query, end)) ++end;
  return fold_space(std::string(query.substr(0, at)).append(query.substr(end)));
}

}  // namespace porthole::search
