#pragma once

/// The query language: a line of text in, a tree of what is asked for out.
///
///   words           pages that have all of them          a OR b      either
///   "some words"    in this order, side by side          a XOR b     one of them, not both
///   +word           must be there                        NOT a, -a   without
///   word*  colo*r  wom?n   words of that form            ( )         grouping; AND may be written
///   a NEAR/5 b      at most so far apart                 a ADJ/5 b   the same, in this order
///   title:word  title:(a OR b)  site:example.org  author:"Ada Lovelace"      fields
///   after:2024-05  date:2020..2022  size:>10k  width:640..1920               ranges
///   *  alone        all pages
///   linkto:URL  linkedfrom:URL  like:URL          links and likeness         sort:date
///
/// What makes no sense, or passes a limit, is read in the nearest way that does, and a note says
/// so; a field that is none is an error. docs/search.md is the manual and has the grammar.
///
/// Thread safety: functions without state.

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "search/query/query_fields.h"
#include "search/query/query_tree.h"

namespace porthole::search {

/// Errors: kInvalid for a name before a colon that is no field, with those that are near to it.
Result<Query> parse_query(std::string_view text, const QueryFields& fields);

/// `text` with the first name before a colon that is no field replaced by each of those that are
/// near to it, the likeliest first; nothing where all are fields, or none is near.
std::vector<std::string> with_near_fields(std::string_view text, const QueryFields& fields);

/// The words of `query` that are searched for in text (not those excluded), in order, each once.
std::vector<std::string> searched_words(const Query& query);

/// The names of the fields of listed values (filters and properties) that `query` asks for, each
/// once.
std::vector<std::string> listed_fields(const Query& query, const QueryFields& fields);

}  // namespace porthole::search
