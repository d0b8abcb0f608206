// YAML: keys of the outermost mapping, texts, addresses.

#include "base/text/text.h"
#include "plugins/export.h"
#include "plugins/page_facts.h"
#include "plugins/support/yaml_reader.h"

namespace porthole {

class YamlSummarizer final : public FormatSummarizer {
 public:
  PluginAbout about() const override {
    return {.name = "yaml", .version = "1.0", .help = "YAML: keys, texts, addresses"};
  }

  Formats formats() const override {
    return {.types = {"application/yaml", "application/x-yaml", "text/yaml", "text/x-yaml",
                      "text/vnd.yaml"},
            .suffixes = {".yaml", ".yml"}};
  }

  std::string summarize(const PageBytes& page, Document& document) override {
    document.resource_class = "Dataset";
    PageFacts facts(page, document);
    return read_yaml(
        page.inner->to_utf8(page.body, page.content_type), [&](const YamlScalar& scalar) {
          if (scalar.depth == 1) facts.say("key", scalar.key);
          if (scalar.value.starts_with("http://") || scalar.value.starts_with("https://")) {
            if (Link* link = facts.link(scalar.value)) link->name = fold_space(scalar.key);
          } else {
            facts.line(scalar.value);
          }
          if (scalar.depth != 1) return;
          if ((scalar.key == "title" || scalar.key == "name") && document.title.empty())
            document.title = fold_space(scalar.value);
          if (scalar.key == "description") document.description = fold_space(scalar.value);
          if (scalar.key == "author" || scalar.key == "version")
            facts.say(scalar.key, scalar.value);
          if (scalar.key == "license") facts.say("rights", scalar.value);
        });
  }
};

}  // namespace porthole

PORTHOLE_EXPORT(porthole::YamlSummarizer)
