#include <algorithm>
#include <initializer_list>

#include "base/text/text.h"
#include "plugins/export.h"
#include "plugins/format_summarizer.h"
#include "plugins/formats/archives/contents.h"
#include "plugins/page_facts.h"
#include "plugins/support/archive_reader.h"

namespace porthole {
namespace {

constexpr std::string_view kManifest = "META-INF/MANIFEST.MF";

/// The value of the first of `names` that has one: each tool writes its own.
std::string_view first_of(const std::vector<Field>& fields,
                          std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names) {
    if (const std::string_view value = value_of(fields, name); !value.empty()) return value;
  }
  return {};
}

/// "org.example.tool;singleton:=true" -> "org.example.tool".
std::string_view without_directives(std::string_view name) {
  return name.substr(0, name.find(';'));
}

void read_manifest(std::string_view manifest, PageFacts& facts) {
  const std::vector<Field> fields = read_fields(clean_utf8(manifest), "");
  const std::string_view name = first_of(fields, {"Bundle-Name", "Implementation-Title",
                                                  "Specification-Title", "Automatic-Module-Name"});
  set_package_title(facts, name, value_of(fields, "Bundle-Description"));
  const std::string_view id =
      first_of(fields, {"Bundle-SymbolicName", "Automatic-Module-Name", "Extension-Name"});
  facts.say("packageId", without_directives(id));
  facts.say("version", first_of(fields, {"Bundle-Version", "Implementation-Version",
                                         "Specification-Version"}));
  facts.say("publisher",
            first_of(fields, {"Bundle-Vendor", "Implementation-Vendor", "Specification-Vendor"}));
  facts.say("rights", value_of(fields, "Bundle-License"));
  facts.say("generator", first_of(fields, {"Created-By", "Build-Jdk"}));
  for (const std::string_view module : split(value_of(fields, "Require-Bundle"), ',')) {
    facts.say("dependsOn", without_directives(module));
  }
  add_homepage(facts, first_of(fields, {"Bundle-DocURL", "Implementation-URL"}));
}

/// Outer classes by their full names; their packages.
void add_classes(const std::vector<std::string>& paths, PageFacts& facts) {
  for (std::string name : paths) {
    const bool is_class = name.ends_with(".class") && name.find('$') == std::string::npos &&
                          name.find('-') == std::string::npos;
    if (!is_class) continue;
    name.resize(name.size() - std::string_view(".class").size());
    std::replace(name.begin(), name.end(), '/', '.');
    facts.say("className", name);
    const auto dot = name.rfind('.');
    if (dot != std::string::npos) facts.say("packageName", name.substr(0, dot));
  }
}

}  // namespace

/// Java archives (jar, war, ear): metadata of the manifest, and the classes.
///
/// Source: JAR File Specification, Java SE 17; OSGi Core 8, 3.2.1 (Bundle-...).
class JarSummarizer final : public FormatSummarizer {
 public:
  PluginAbout about() const override {
    return {.name = "jar",
            .version = "1.0",
            .help = "Archives of Java: manifest, packages and classes",
            .options = {members_option()}};
  }

  Formats formats() const override {
    return {.types = {"application/java-archive", "application/x-java-archive", "application/x-jar",
                      "application/zip"},
            .suffixes = {".jar", ".war", ".ear"}};
  }

  // The manifest's path stands in the directory at the end as well, so it is found wherever its
  // file is.
  bool reads(const PageBytes& page) const override {
    return page.body.starts_with("PK\3\4") && page.body.find(kManifest) != std::string_view::npos;
  }

  std::string configure(const OptionValues& options) override {
    members_ = options.whole("members");
    return {};
  }

  std::string summarize(const PageBytes& page, Document& document) override {
    document.resource_class = "SoftwarePackage";
    PageFacts facts(page, document);
    Contents contents(facts, members_);
    try {
      const auto manifest = read_archive_entry(page.body, kManifest);
      if (manifest) read_manifest(*manifest, facts);
      ArchiveReader archive(page.body, ArchiveKind::kZip);
      contents.add_all(archive);
    } catch (const ArchiveError& error) {
      contents.add_problem(error.what());
    }
    add_classes(contents.names(), facts);
    return contents.finish();
  }

 private:
  std::int64_t members_ = 10'000;
};

}  // namespace porthole

PORTHOLE_EXPORT(porthole::JarSummarizer)
