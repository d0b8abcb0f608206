#include "base/text/printable_json.h"

#include <algorithm>
#include <array>
#include <cstdio>

#include "base/text/format.h"
#include "base/text/utf8.h"

namespace porthole {

std::string printable_json(std::string_view json) {
  constexpr std::string_view kFirstBytes = "\x7F\xC2\xE2";  // Such characters begin with one.
  std::string out;
  out.reserve(json.size() + 1);
  for (std::size_t at = 0; at < json.size();) {
    const std::size_t found = std::min(json.find_first_of(kFirstBytes, at), json.size());
    out.append(json, at, found - at);
    if (found == json.size()) break;
    const Character c = decode_utf8(json, found);
    const std::string_view character = json.substr(found, c.length);
    if (printable(character) == character) {
      out += character;
    } else {
      std::array<char, 8> escape{};
      std::snprintf(escape.data(), escape.size(), "\\u%04x", static_cast<unsigned>(c.code));
      out += escape.data();
    }
    at = found + c.length;
  }
  return out;
}

}  // namespace porthole
