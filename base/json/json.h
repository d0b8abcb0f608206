#pragma once

/// nlohmann::json and nlohmann::ordered_json, whose members are compiled once, in json.cc, and not
/// in each file that reads or writes JSON: those files compile in two thirds of the time.
///
/// Thread safety: that of the values.

#include <nlohmann/json.hpp>
#include <string>

// NOLINTBEGIN(bugprone-macro-parentheses): the arguments are types and keywords.
/// `prefix class X;` for each class whose members take long to compile; J is a JSON type.
#define PORTHOLE_JSON_CLASSES(prefix, J)                          \
  prefix class J;                                                 \
  prefix class nlohmann::detail::serializer<J>;                   \
  prefix class nlohmann::detail::json_sax_dom_parser<J>;          \
  prefix class nlohmann::detail::json_sax_dom_callback_parser<J>; \
  PORTHOLE_JSON_READERS(prefix, J, std::string::const_iterator)   \
  PORTHOLE_JSON_READERS(prefix, J, const char*)
/// The same for the classes by which parse() reads from iterators of this type.
#define PORTHOLE_JSON_READERS(prefix, J, Iterator)                                             \
  prefix class nlohmann::detail::lexer<J, nlohmann::detail::iterator_input_adapter<Iterator>>; \
  prefix class nlohmann::detail::parser<J, nlohmann::detail::iterator_input_adapter<Iterator>>;
// NOLINTEND(bugprone-macro-parentheses)

PORTHOLE_JSON_CLASSES(extern template, nlohmann::basic_json<>)
PORTHOLE_JSON_CLASSES(extern template, nlohmann::basic_json<nlohmann::ordered_map>)
