#include "plugins/formats/archives/contents.h"
#include "plugins/formats/archives/package_fields.h"
#include "plugins/formats/archives/rpm_header.h"
#include "plugins/formats/archives/summarizers.h"
#include "plugins/page_facts.h"
#include "plugins/support/archive_reader.h"

namespace porthole {
namespace {

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

PluginAbout RpmSummarizer::about() const {
  return {.name = "rpm",
          .version = "1.0",
          .help = "Packages of RPM: header and files",
          .options = {members_option()}};
}

Formats RpmSummarizer::formats() const {
  return {.types = {"application/x-rpm", "application/x-redhat-package-manager"},
          .suffixes = {".rpm"}};
}

bool RpmSummarizer::reads(const PageBytes& page) const { return page.body.starts_with(kLead); }

std::string RpmSummarizer::configure(const OptionValues& options) {
  members_ = options.whole("members");
  return {};
}

std::string RpmSummarizer::summarize(const PageBytes& page, Document& document) {
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

}  // namespace porthole
