#pragma once

/// Parses attribute values of a specification that the schema has accepted. Private to collection.

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/xml/tree.h"

namespace porthole::collection {

/// Returns the attribute as written; `fallback` when it is absent.
std::string text_of(const xml::XmlElement& element, std::string_view attribute,
                    std::string_view fallback = {});
/// Splits a list separated by white space.
std::vector<std::string> list_of(const xml::XmlElement& element, std::string_view attribute);

/// Parses an xs:int or xs:decimal, with optional spaces and sign.
double number_of(std::string_view text);
/// Parses a size like "512KiB" or "4MiB" into bytes.
std::int64_t bytes_of(std::string_view size);

/// The functions below keep `value` when the attribute is absent.
template <class Integer>
void read_number(const xml::XmlElement& element, std::string_view attribute, Integer& value) {
  const std::string* text = element.attribute(attribute);
  if (text != nullptr) value = static_cast<Integer>(number_of(*text));
}
void read_time(const xml::XmlElement& element, std::string_view attribute,
               std::chrono::milliseconds& value);
void read_time(const xml::XmlElement& element, std::string_view attribute,
               std::chrono::seconds& value);

/// True if the trimmed `name` may be that of a host: one word without a path.
bool is_host_name(std::string_view name);
/// True for an IPv4 or IPv6 address, or a range of them in CIDR notation (RFC 4632, section 3.1).
bool is_address_range(const std::string& range);
/// Parses "80" or "8000-8080", within 1 to 65535 and in order.
std::optional<std::pair<int, int>> ports_of(const std::string& range);

}  // namespace porthole::collection
