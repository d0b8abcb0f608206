#include <algorithm>
#include <utility>

#include "base/text/text.h"
#include "plugins/export.h"
#include "plugins/format_summarizer.h"
#include "plugins/formats/archives/contents.h"
#include "plugins/page_facts.h"
#include "plugins/support/archive_reader.h"

namespace porthole {
namespace {

/// A line of one dot is an empty line.
void add_paragraphs(std::string_view description, PageFacts& facts) {
  std::string paragraph;
  for (const std::string_view line : split(description, '\n')) {
    if (line == ".") {
      facts.line(std::exchange(paragraph, {}));
    } else {
      paragraph.append(line).append(" ");
    }
  }
  facts.line(paragraph);
}

void read_control(std::string_view control, PageFacts& facts) {
  const std::vector<Field> fields = read_fields(clean_utf8(control), "\n");
  const std::string_view description = value_of(fields, "Description");
  const auto end = std::min(description.find('\n'), description.size());
  set_package_title(facts, value_of(fields, "Package"), description.substr(0, end));
  add_paragraphs(description.substr(end), facts);
  facts.say("packageId", value_of(fields, "Package"));
  facts.say("version", value_of(fields, "Version"));
  facts.say("architecture", value_of(fields, "Architecture"));
  facts.say("maintainer", value_of(fields, "Maintainer"));
  facts.say("keyword", value_of(fields, "Section"));
  facts.say_each("dependsOn", value_of(fields, "Pre-Depends"), ',');
  facts.say_each("dependsOn", value_of(fields, "Depends"), ',');
  add_homepage(facts, value_of(fields, "Homepage"));
}

}  // namespace

/// Debian packages: metadata of the control file, and the installed files.
///
/// Source: deb(5), deb-control(5).
class DebSummarizer final : public FormatSummarizer {
 public:
  PluginAbout about() const override {
    return {.name = "deb",
            .version = "1.0",
            .help = "Packages of Debian: control fields and files",
            .options = {members_option()}};
  }

  Formats formats() const override {
    return {.types = {"application/vnd.debian.binary-package", "application/x-debian-package",
                      "application/x-deb"},
            .suffixes = {".deb", ".udeb"}};
  }

  bool reads(const PageBytes& page) const override {
    return page.body.starts_with("!<arch>\ndebian");
  }

  std::string configure(const OptionValues& options) override {
    members_ = options.whole("members");
    return {};
  }

  std::string summarize(const PageBytes& page, Document& document) override {
    document.resource_class = "SoftwarePackage";
    PageFacts facts(page, document);
    Contents contents(facts, members_);
    ArchiveReader package(page.body);
    try {
      while (const std::optional<ArchiveEntry> part = package.next()) {
        const bool is_control = part->name.starts_with("control.tar");
        if (!is_control && !part->name.starts_with("data.tar")) continue;
        const std::string archive = package.read().value_or("");
        if (is_control) {
          read_control(read_archive_entry(archive, "./control", ArchiveKind::kAny).value_or(""),
                       facts);
        } else {
          ArchiveReader files(archive);
          contents.add_all(files);
        }
      }
    } catch (const ArchiveError& error) {
      contents.add_problem(error.what());
    }
    if (document.title.empty()) contents.add_problem("no control file");
    return contents.finish();
  }

 private:
  std::int64_t members_ = 10'000;
};

}  // namespace porthole

PORTHOLE_EXPORT(porthole::DebSummarizer)
