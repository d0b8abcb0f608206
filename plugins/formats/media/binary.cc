#include "plugins/formats/media/binary.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace porthole {

std::uint64_t big_endian(std::string_view data, std::size_t at, std::size_t bytes) {
  const std::string_view part = slice(data, at, bytes);
  if (part.size() < bytes) return 0;
  std::uint64_t number = 0;
  for (const char c : part) number = number << 8 | static_cast<unsigned char>(c);
  return number;
}

std::uint64_t little_endian(std::string_view data, std::size_t at, std::size_t bytes) {
  const std::string_view part = slice(data, at, bytes);
  if (part.size() < bytes) return 0;
  std::uint64_t number = 0;
  for (auto c = part.rbegin(); c != part.rend(); ++c)
    number = number << 8 | static_cast<unsigned char>(*c);
  return number;
}

std::string_view slice(std::string_view data, std::size_t at, std::size_t bytes) {
  return data.substr(std::min(at, data.size()), bytes);
}

std::string decimal(double value, int digits) {
  std::array<char, 400> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                 std::chars_format::fixed, digits);
  std::string text(buffer.data(), end.ptr);
  if (text.find('.') == std::string::npos) return text;
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text == "-0" ? "0" : text;
}

}  // namespace porthole
