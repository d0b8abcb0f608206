#include "collection/specification_parts.h"

#include <system_error>

#include "base/file_limits.h"
#include "base/text/format.h"
#include "base/text/text.h"
#include "collection/specification_values.h"

namespace porthole::collection {

using xml::XmlElement;
namespace fs = std::filesystem;

namespace {

bool is_there(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

Error incomplete(const XmlElement& element, const SpecificationPlace& place, std::string message,
                 std::string hint) {
  Error error = place.error_at(element, std::move(message), std::move(hint));
  error.code = ErrorCode::kIncomplete;
  return error;
}

void look_for_others(const XmlElement& shares, const SpecificationPlace& place,
                     std::vector<Error>& missing) {
  for (const XmlElement& other : shares.children) {
    const fs::path folder = place.path_of(other, "folder");
    if (is_there(folder / "porthole.xml")) continue;
    missing.push_back(
        incomplete(other, place, "the collection to share with is not there: " + folder.string(),
                   "make it (porthole new " + shell_word(folder.string()) +
                       " --topic \"PHRASE\" --seed URL), or remove the <collection> element"));
  }
}

void look_for_logo(const XmlElement& page, const SpecificationPlace& place,
                   std::vector<Error>& missing) {
  if (page.attribute("logo") == nullptr) return;
  const fs::path file = place.path_of(page, "logo");
  if (is_there(file)) return;
  missing.push_back(incomplete(page, place, "the logo is not there: " + file.string(),
                               "put it there, or remove the attribute \"logo\""));
}

void look_for_taxonomy(const XmlElement& topic, const SpecificationPlace& place,
                       std::vector<Error>& missing) {
  for (const XmlElement& child : topic.children) {
    if (child.local != "taxonomy") continue;
    const fs::path file = place.path_of(child);
    if (is_there(file)) continue;
    missing.push_back(incomplete(child, place, "the taxonomy is not there: " + file.string(),
                                 "put it there, or remove the <taxonomy> element"));
  }
}

void look_at(const XmlElement& part, const SpecificationPlace& place, std::vector<Error>& missing) {
  if (part.local == "topic") {
    look_for_taxonomy(part, place, missing);
  } else if (part.local == "shares") {
    look_for_others(part, place, missing);
  } else if (part.local == "search-page") {
    look_for_logo(part, place, missing);
  }
}

/// Looks at the parts of that name; at all if it is "".
std::vector<Error> missing_in(const fs::path& file, std::string_view name) {
  std::vector<Error> missing;
  const Result<std::string> text = xml::read_file(file, kLargestSpecification);
  if (!text) return missing;
  const Result<XmlElement> root = xml::read_tree(*text, file.string());
  if (!root) return missing;
  const SpecificationPlace place(file);
  for (const XmlElement& part : root->children) {
    if (name.empty() || part.local == name) look_at(part, place, missing);
  }
  return missing;
}

}  // namespace

Error SpecificationPlace::error_at(const XmlElement& element, std::string message,
                                   std::string hint) const {
  Error error;
  error.message = std::move(message);
  error.file = shown_;
  error.line = element.line;
  error.column = element.column;
  error.hint = std::move(hint);
  return error;
}

fs::path SpecificationPlace::path_of(const XmlElement& element, std::string_view attribute) const {
  return (file_.parent_path() / text_of(element, attribute)).lexically_normal();
}

Error SpecificationPlace::missing(const XmlElement& element, const fs::path& file,
                                  const std::string& what) const {
  Error error = error_at(element, "the file of " + what + " is not there: " + file.string(),
                         "put it there, or remove the <" + element.local + "> element");
  error.code = ErrorCode::kIncomplete;
  return error;
}

NamedValues read_options(const XmlElement& element) {
  NamedValues options;
  for (const XmlElement& option : element.children) {
    options.emplace_back(trimmed(text_of(option, "name")), text_of(option, "value"));
  }
  return options;
}

Plugin read_plugin(const XmlElement& element) {
  Plugin plugin;
  plugin.library = text_of(element, "library");
  plugin.class_name = text_of(element, "class");
  plugin.options = read_options(element);
  plugin.line = element.line;
  return plugin;
}

std::vector<Error> missing_files(const fs::path& specification) {
  return missing_in(specification, "");
}

std::optional<Error> missing_taxonomy(const fs::path& specification) {
  std::vector<Error> missing = missing_in(specification, "topic");
  return missing.empty() ? std::nullopt : std::optional(std::move(missing.front()));
}

}  // namespace porthole::collection
