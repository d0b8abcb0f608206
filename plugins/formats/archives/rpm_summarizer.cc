#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/text/text.h"
#include "plugins/export.h"
#include "plugins/format_summarizer.h"
#include "plugins/formats/archives/contents.h"
#include "plugins/page_facts.h"
#include "plugins/support/archive_reader.h"

namespace porthole {
namespace {

// Parser for the header of an RPM package.
//
// Source: RPM package file format, version 3 and 4: a lead of 96 bytes, the header of signatures,
// the header proper; big-endian.

enum class RpmTag : std::uint32_t {
  kName = 1000,
  kVersion = 1001,
  kRelease = 1002,
  kSummary = 1004,
  kDescription = 1005,
  kVendor = 1011,
  kLicense = 1014,
  kPackager = 1015,
  kGroup = 1016,
  kUrl = 1020,
  kArchitecture = 1022,
  kRequires = 1049,
};

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

/// Texts of the header by tag, for the tags above. Empty if `package` is damaged or not an RPM.
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

constexpr std::string_view kLead = "\xED\xAB\xEE\xDB";

void read_header(std::string_view package, PageFacts& facts) {
  auto values = read_rpm_header(package);
  const auto value = [&values](RpmTag tag) {
    return values[tag].empty() ? std::string() : values[tag].front();
  };
  set_package_title(facts, value(RpmTag::kName), value(RpmTag::kSummary));
  facts.line(value(RpmTag::kDescription));
  const std::string release = value(RpmTag::kRelease);
  facts.say("packageId", value(RpmTag::kName));
  facts.say("version", value(RpmTag::kVersion) + (release.empty() ? "" : "-" + release));
  facts.say("architecture", value(RpmTag::kArchitecture));
  facts.say("maintainer", value(RpmTag::kPackager));
  facts.say("publisher", value(RpmTag::kVendor));
  facts.say("rights", value(RpmTag::kLicense));
  facts.say("keyword", value(RpmTag::kGroup));
  for (const std::string& need : values[RpmTag::kRequires]) {
    /// Dependencies on RPM's own features.
    if (!need.starts_with("rpmlib(")) facts.say("dependsOn", need);
  }
  add_homepage(facts, value(RpmTag::kUrl));
}

}  // namespace

/// RPM packages: metadata of the header, and the installed files.
class RpmSummarizer final : public FormatSummarizer {
 public:
  PluginAbout about() const override {
    return {.name = "rpm",
            .version = "1.0",
            .help = "Packages of RPM: header and files",
            .options = {members_option()}};
  }

  Formats formats() const override {
    return {.types = {"application/x-rpm", "application/x-redhat-package-manager"},
            .suffixes = {".rpm"}};
  }

  bool reads(const PageBytes& page) const override { return page.body.starts_with(kLead); }

  std::string configure(const OptionValues& options) override {
    members_ = options.whole("members");
    return {};
  }

  std::string summarize(const PageBytes& page, Document& document) override {
    document.resource_class = "SoftwarePackage";
    PageFacts facts(page, document);
    read_header(page.body, facts);
    Contents contents(facts, members_);
    if (document.title.empty()) contents.add_problem("damaged header");
    try {
      ArchiveReader files(page.body);
      contents.add_all(files);
    } catch (const ArchiveError& error) {
      contents.add_problem(error.what());
    }
    return contents.finish();
  }

 private:
  std::int64_t members_ = 10'000;
};

}  // namespace porthole

PORTHOLE_EXPORT(porthole::RpmSummarizer)
