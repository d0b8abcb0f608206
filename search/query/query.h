#pragma once

/// Parser of the query language: a line of text in, a syntax tree out. Edits such texts.
///
///   words           pages that have all of them          a OR b      either
///   "some words"    in this order, side by side          a XOR b     one of them, not both
///   +word           must be there                        NOT a, -a   without
///   word*  colo*r  wom?n   words of that form            ( )         grouping; AND may be written
///   a NEAR/5 b      at most 5 words apart                 a ADJ/5 b   the same, in this order
///   title:word  title:(a OR b)  site:example.org  author:"Ada Lovelace"      fields
///   after:2024-05  date:2020..2022  size:>10k  width:640..1920               ranges
///   *  alone        all pages
///   linkto:URL  linkedfrom:URL  like:URL          links and likeness         sort:date
///
/// Malformed or too long queries are parsed leniently, and a note tells the user; only an unknown
/// field is an error. docs/search.md is the manual and has the grammar.
///
/// Thread safety: functions without state.

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "search/query/query_fields.h"
#include "search/query/query_tree.h"

namespace porthole::search {

/// Errors: kInvalid for an unknown field, with suggestions.
Result<Query> parse_query(std::string_view text, const QueryFields& fields);

/// Corrections of `text`: its first unknown field replaced by each similar field, the likeliest
/// first. Empty when all fields are known, or none is similar.
std::vector<std::string> with_near_fields(std::string_view text, const QueryFields& fields);

/// The words of `query` that are searched in texts (without excluded ones), in order, each once.
std::vector<std::string> searched_words(const Query& query);

/// The names of the filter and property fields in `query`, each once.
std::vector<std::string> listed_fields(const Query& query, const QueryFields& fields);

/// True when `query` contains `part`, delimited by white space.
bool has_part(std::string_view query, std::string_view part);

/// `query` followed by `part`. Puts a query with OR in brackets, so that `part` applies to all of
/// it.
std::string with_part(std::string_view query, std::string_view part);

/// `query` without the first occurrence of `part` and a sign right before it.
std::string without_part(std::string_view query, std::string_view part);

/// `query` without `sort:` and its value.
std::string without_order(std::string_view query);

}  // namespace porthole::search
