#pragma once

/// Streaming YAML reader: reports each scalar with its key.
///
/// In:  YAML 1.1 in UTF-8, one document or more.
/// Out: each scalar with its key, in order; each key whose value is not a scalar, with an empty
///      value.
///
/// Aliases are not expanded, so the output is bounded; more than 100 levels or 500,000 nodes end
/// the reading.
/// Source: libyaml's event parser.

#include <functional>
#include <string>
#include <string_view>

namespace porthole {

struct YamlScalar {
  std::string key;  ///< In the innermost mapping; "" outside of mappings.
  std::string value;
  int depth = 0;  ///< Number of enclosing mappings: 1 in the outermost. Sequences do not count.
};

/// Returns "" or the reason why reading ended early.
std::string read_yaml(std::string_view text, const std::function<void(const YamlScalar&)>& take);

}  // namespace porthole
