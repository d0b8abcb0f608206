#include "collection/specification_values.h"

#include <arpa/inet.h>

#include <charconv>
#include <cmath>

#include "base/text/text.h"

namespace porthole::collection {

using xml::XmlElement;

std::string text_of(const XmlElement& element, std::string_view attribute,
                    std::string_view fallback) {
  const std::string* value = element.attribute(attribute);
  return value == nullptr ? std::string(fallback) : *value;
}

std::vector<std::string> list_of(const XmlElement& element, std::string_view attribute) {
  std::vector<std::string> items;
  const std::string folded = fold_space(text_of(element, attribute));
  for (const std::string_view item : split(folded, ' ')) {
    if (!item.empty()) items.emplace_back(item);
  }
  return items;
}

double number_of(std::string_view text) {
  text = trim(text);
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

std::int64_t bytes_of(std::string_view size) {
  const std::int64_t unit = size.ends_with("MiB") ? 1 << 20 : 1 << 10;
  return static_cast<std::int64_t>(number_of(size.substr(0, size.size() - 3))) * unit;
}

void read_time(const XmlElement& element, std::string_view attribute,
               std::chrono::milliseconds& value) {
  const std::string* text = element.attribute(attribute);
  if (text != nullptr) value = std::chrono::milliseconds(std::llround(number_of(*text) * 1000));
}

void read_time(const XmlElement& element, std::string_view attribute, std::chrono::seconds& value) {
  std::int64_t seconds = value.count();
  read_number(element, attribute, seconds);
  value = std::chrono::seconds(seconds);
}

bool is_host_name(std::string_view name) {
  return !name.empty() && name.find_first_of(" \t\r\n/") == std::string_view::npos;
}

bool is_address_range(const std::string& range) {
  const std::size_t slash = range.find('/');
  const std::string address = range.substr(0, slash);
  unsigned char bytes[16];
  const bool v4 = inet_pton(AF_INET, address.c_str(), bytes) == 1;
  const bool v6 = !v4 && inet_pton(AF_INET6, address.c_str(), bytes) == 1;
  if (slash == std::string::npos) return v4 || v6;
  const std::string bits = range.substr(slash + 1);
  const bool digits = !bits.empty() && bits.size() <= 3 &&
                      bits.find_first_not_of("0123456789") == std::string::npos;
  return digits && ((v4 && number_of(bits) <= 32) || (v6 && number_of(bits) <= 128));
}

std::optional<std::pair<int, int>> ports_of(const std::string& range) {
  const std::size_t dash = range.find('-');
  const int low = static_cast<int>(number_of(range.substr(0, dash)));
  const int high =
      dash == std::string::npos ? low : static_cast<int>(number_of(range.substr(dash + 1)));
  if (low < 1 || high > 65535 || low > high) return std::nullopt;
  return std::pair(low, high);
}

}  // namespace porthole::collection
