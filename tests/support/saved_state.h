#pragma once

/// Saves a part's state and loads it into another one, for tests.

#include <string>
#include <string_view>

#include "base/text/state_bytes.h"

namespace porthole::testing {

/// `arguments` are those of save() behind the writer.
template <class Part>
std::string saved(const Part& part, const auto&... arguments) {
  std::string bytes;
  StateWriter writer([&](std::string_view piece) { bytes += piece; });
  part.save(writer, arguments...);
  writer.flush();
  return bytes;
}

/// Returns `bytes` in pieces of seven, which cut most values.
inline StateReader::Source in_pieces(const std::string& bytes) {
  return [&bytes, at = std::size_t{0}]() mutable {
    const std::string_view piece = std::string_view(bytes).substr(at, 7);
    at += piece.size();
    return piece;
  };
}

/// True if the bytes were a state of the part, and nothing else.
template <class Part>
bool load(Part& part, const std::string& bytes) {
  StateReader reader(in_pieces(bytes));
  part.load(reader);
  return reader.ended();
}

}  // namespace porthole::testing
