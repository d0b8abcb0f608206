#include "plugins/formats/archives/rpm_header.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/text/text.h"

namespace porthole {
namespace {

constexpr std::size_t kLeadBytes = 96;
constexpr std::size_t kHeaderBytes = 16;
constexpr std::size_t kIndexBytes = 16;
constexpr std::uint32_t kMostEntries = 64u << 10;
constexpr std::uint32_t kMostValues = 1000;
constexpr std::string_view kMagic = "\x8E\xAD\xE8\x01";

/// A header may have any number of entries for one and the same text; those that are asked for are
/// few.
bool is_wanted(RpmTag tag) {
  constexpr std::array kWanted = {RpmTag::kName,    RpmTag::kVersion,      RpmTag::kRelease,
                                  RpmTag::kSummary, RpmTag::kDescription,  RpmTag::kVendor,
                                  RpmTag::kLicense, RpmTag::kPackager,     RpmTag::kGroup,
                                  RpmTag::kUrl,     RpmTag::kArchitecture, RpmTag::kRequires};
  return std::find(kWanted.begin(), kWanted.end(), tag) != kWanted.end();
}

/// Types of values: one text, several, and one in several languages.
bool is_text(std::uint32_t type) { return type == 6 || type == 8 || type == 9; }

std::uint32_t number_at(std::string_view bytes, std::size_t at) {
  std::uint32_t number = 0;
  for (const char c : bytes.substr(at, 4)) number = number << 8 | static_cast<unsigned char>(c);
  return number;
}

struct Header {
  std::string_view index;
  std::string_view store;
};

/// The header that `bytes` begin with; `bytes` go on behind it.
std::optional<Header> take_header(std::string_view& bytes) {
  if (bytes.size() < kHeaderBytes || !bytes.starts_with(kMagic)) return std::nullopt;
  const std::uint32_t entries = number_at(bytes, 8);
  const std::uint32_t size = number_at(bytes, 12);
  if (entries > kMostEntries) return std::nullopt;
  const std::size_t index_bytes = std::size_t{entries} * kIndexBytes;
  if (bytes.size() - kHeaderBytes < index_bytes + size) return std::nullopt;
  const Header header{bytes.substr(kHeaderBytes, index_bytes),
                      bytes.substr(kHeaderBytes + index_bytes, size)};
  bytes.remove_prefix(kHeaderBytes + index_bytes + size);
  return header;
}

}  // namespace

std::map<RpmTag, std::vector<std::string>> read_rpm_header(std::string_view package) {
  std::map<RpmTag, std::vector<std::string>> values;
  if (package.size() < kLeadBytes) return values;
  package.remove_prefix(kLeadBytes);
  const std::optional<Header> signatures = take_header(package);
  if (!signatures) return values;
  package.remove_prefix(std::min((8 - signatures->store.size() % 8) % 8, package.size()));
  const std::optional<Header> header = take_header(package);
  if (!header) return values;
  for (std::size_t at = 0; at < header->index.size(); at += kIndexBytes) {
    const RpmTag tag{number_at(header->index, at)};
    const std::uint32_t offset = number_at(header->index, at + 8);
    if (!is_wanted(tag) || !is_text(number_at(header->index, at + 4)) || values.contains(tag))
      continue;
    std::string_view rest =
        header->store.substr(std::min<std::size_t>(offset, header->store.size()));
    std::vector<std::string>& texts = values[tag];
    const std::uint32_t count = std::min(number_at(header->index, at + 12), kMostValues);
    for (std::uint32_t i = 0; i < count && !rest.empty(); ++i) {
      const std::size_t end = std::min(rest.find('\0'), rest.size());
      texts.push_back(clean_utf8(rest.substr(0, end)));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }
  return values;
}

}  // namespace porthole
