#pragma once

/// Parses the operands of a query: words, phrases and field expressions.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "search/query/query_fields.h"
#include "search/query/query_lexer.h"
#include "search/query/query_tree.h"

namespace porthole::search {

/// Adds `text` to the notes of `query`, once.
void add_note(Query& query, std::string text);

/// A node that matches all pages.
Node every_page();

/// Drops parts beyond the limits on phrases and wildcards, with a note.
class OperandReader {
 public:
  /// Lifetime: both must outlive it.
  OperandReader(Query& query, const QueryFields& fields) : query_(query), fields_(fields) {}

  /// An empty kAnd when the operand has no search terms.
  Node read(const Token& token);

 private:
  Node read_field(const indexer::NamedField& field, const Token& token);
  Node read_text(const std::string& prefix, const Token& token);
  Node read_annotation(const Token& token);
  Node read_filter(const indexer::NamedField& field, const Token& token);
  Node read_url(const indexer::NamedField& field, const Token& token);
  Node read_property(const indexer::NamedField& field, const Token& token);
  Node read_property_range(const indexer::NamedField& field, const Token& token);
  Node read_slot(const indexer::NamedField& field, const Token& token);
  Node read_pattern(const std::string& prefix, std::string_view text);
  Node read_words(const std::string& prefix, std::string_view text, bool quoted);
  void read_order(const Token& token);
  bool take_wildcard();
  void note_nothing_behind(const std::string& field);

  Query& query_;
  const QueryFields& fields_;
  std::size_t wildcards_ = 0;
};

}  // namespace porthole::search
