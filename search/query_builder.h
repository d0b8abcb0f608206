#pragma once

/// Makes Xapian's query of ours. This header is the room's own.
///
/// What matches is decided by the text field alone, which holds title and anchors too; title and
/// anchors then add weight of their own, and relevance to the topic a little.

#include <xapian.h>

#include <string>
#include <vector>

#include "search/query.h"

namespace porthole::search {

enum class MatchMode {
  kAll,  ///< As asked.
  kAny,  ///< Any of the words at the top level that are not demanded by `+` or a field.
};

class QueryBuilder {
 public:
  /// `languages`: names of the stemmers that the index was made with.
  QueryBuilder(const Xapian::Database& database, const std::vector<std::string>& languages);

  /// An empty query when nothing is asked for.
  Xapian::Query build(const Query& query, MatchMode mode) const;

  /// `word` or a stem of it is in the index.
  bool is_known(const std::string& word) const;

 private:
  Xapian::Query any(const Node& root) const;
  Xapian::Query node(const Node& node) const;
  using LinkQuestion = Xapian::Query (*)(const Xapian::Database&, const std::string& url_key);
  Xapian::Query links(const Node& node, LinkQuestion question) const;
  Xapian::Query all_of(const Node& node) const;
  Xapian::Query word(const std::string& field, const std::string& word) const;
  Xapian::Query expansions(const std::string& prefix) const;
  Xapian::Query boosts(const Node& root) const;
  std::vector<std::string> stem_terms(const std::string& field, const std::string& word) const;

  const Xapian::Database& database_;
  std::vector<Xapian::Stem> stems_;
};

}  // namespace porthole::search
