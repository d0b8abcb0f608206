#pragma once

/// Reads YAML as a stream: what stands under which key.
///
/// In:  YAML 1.1 in UTF-8, one document or more.
/// Out: each scalar with the key that it stands under, in order; each key of a mapping that holds no
///      scalar itself with an empty value.
///
/// Aliases are not followed, so nothing can grow; more than 100 levels or 500,000 nodes end the reading.
/// Source: libyaml's event parser.

#include <functional>
#include <string>
#include <string_view>

namespace porthole {

struct YamlScalar {
  std::string key;    ///< Of the innermost mapping; "" outside of mappings.
  std::string value;
  int depth = 0;      ///< Mappings around it: 1 in the outermost. Sequences do not count.
};

/// Returns "" or why the reading ended early.
std::string read_yaml(std::string_view text, const std::function<void(const YamlScalar&)>& take);

}  // namespace porthole
