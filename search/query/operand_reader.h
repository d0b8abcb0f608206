#pragma once

/// Reads what stands between operators and brackets of a query: words, phrases, and what is asked
/// of a field. query.cc alone includes this.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "search/query/query_fields.h"
#include "search/query/query_lexer.h"
#include "search/query/query_tree.h"

namespace porthole::search {

/// Adds `text` to the notes of `query` unless it is there.
void add_note(Query& query, std::string text);

/// What all pages fulfil.
Node every_page();

/// Leaves out what is beyond the limits on phrases and forms, with a note.
class OperandReader {
 public:
  /// Lifetime: both must outlive it.
  OperandReader(Query& query, const QueryFields& fields) : query_(query), fields_(fields) {}

  /// An empty kAnd when nothing is left of it.
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
