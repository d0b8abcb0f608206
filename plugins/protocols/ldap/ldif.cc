#include "plugins/protocols/ldap/ldif.h"

#include <Poco/Base64Decoder.h>
#include <Poco/StreamCopier.h>

#include <sstream>

#include "base/text/text.h"

namespace porthole {
namespace {

constexpr std::size_t kMostEntries = 10'000;
constexpr std::size_t kMostAttributes = 1000;

/// Decodes base64; "" if invalid.
std::string from_base64(std::string_view text) {
  std::istringstream in{std::string(text)};
  Poco::Base64Decoder decoder(in);
  std::string value;
  Poco::StreamCopier::copyToString(decoder, value);
  return decoder.bad() ? std::string() : value;
}

/// The value behind the colon of `name: value` or `name:: base64`.
std::string value_of(std::string_view rest) {
  if (rest.starts_with(':')) return from_base64(trim(rest.substr(1)));
  return std::string(trim(rest));
}

}  // namespace

std::string_view LdapEntry::first(std::string_view name) const {
  for (const auto& [attribute, value] : attributes) {
    if (equals_ignoring_case(attribute, name)) return value;
  }
  return {};
}

std::vector<LdapEntry> read_ldif(std::string_view text) {
  std::vector<LdapEntry> entries;
  for (const std::string_view line : split(text, '\n')) {
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) continue;
    const std::string_view name = trim(line.substr(0, colon));
    std::string value = value_of(line.substr(colon + 1));
    if (name == "DN") {
      if (entries.size() == kMostEntries) break;
      entries.push_back({std::move(value), {}});
    } else if (!entries.empty() && entries.back().attributes.size() < kMostAttributes &&
               !value.empty() && clean_utf8(value) == value) {
      entries.back().attributes.emplace_back(name, std::move(value));
    }
  }
  return entries;
}

}  // namespace porthole
