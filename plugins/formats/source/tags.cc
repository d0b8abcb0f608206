#include "plugins/formats/source/tags.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/text/text.h"
#include "plugins/support/run_tool.h"

namespace porthole::source {
namespace {

using nlohmann::json;

// Some twenty thousand tags; the rest of what a page may take is for all else.
constexpr ToolLimits kLimits = {
    .output_bytes = 4u << 20, .cpu = std::chrono::seconds(2), .wall = std::chrono::seconds(8)};

std::string text_of(const json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

/// "typename:const char *" gives "const char *".
std::string type_in(const std::string& reference) {
  const auto colon = reference.find(':');
  return colon == std::string::npos ? "" : reference.substr(colon + 1);
}

Tag tag_of(const json& object) {
  Tag tag;
  tag.name = text_of(object, "name");
  tag.kind = text_of(object, "kind");
  tag.role = text_of(object, "roles");
  tag.scope = text_of(object, "scope");
  tag.signature = fold_space(text_of(object, "signature"));
  tag.result = fold_space(type_in(text_of(object, "typeref")));
  tag.inherits = text_of(object, "inherits");
  tag.mixins = text_of(object, "mixin");
  tag.is_alias = object.contains("nameref");
  if (const auto line = object.find("line"); line != object.end() && line->is_number_unsigned()) {
    tag.line = line->get<std::uint32_t>();
  }
  return tag;
}

std::vector<std::string> command_for(std::string_view language) {
  return {"ctags",
          "--options=NONE",
          "--quiet",
          "--_interactive=sandbox",
          "--language-force=" + std::string(language),
          "--fields=NnzsStirK",
          "--fields-Ruby=+{mixin}",
          "--fields-Python=+{nameref}",
          "--extras=+r-{anonymous}",
          "--kinds-C=+p",
          "--kinds-C++=+p",
          "--kinds-Perl=+M"};
}

}  // namespace

Tags tags_of(std::string_view source, std::string_view language) {
  const json request = {
      {"command", "generate-tags"}, {"filename", "source"}, {"size", source.size()}};
  const ToolOutput answer =
      run_tool(command_for(language), request.dump() + "\n" + std::string(source), kLimits);
  Tags found;
  bool is_complete = false;
  for (const std::string_view line : split(answer.output, '\n')) {
    const json object = json::parse(line, nullptr, false);
    if (!object.is_object()) continue;
    const std::string type = text_of(object, "_type");
    is_complete |= type == "completed";
    if (type == "tag") found.tags.push_back(tag_of(object));
  }
  std::stable_sort(found.tags.begin(), found.tags.end(),
                   [](const Tag& a, const Tag& b) { return a.line < b.line; });
  if (answer.cut) {
    found.problem = "ctags was stopped at its limit of time or output";
  } else if (!is_complete) {
    found.problem = "ctags ended with exit code " + std::to_string(answer.exit_code);
  }
  return found;
}

}  // namespace porthole::source
