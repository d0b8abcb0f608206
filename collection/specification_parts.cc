#include "collection/specification_parts.h"

#include "base/text/text.h"
#include "collection/specification_values.h"

namespace porthole::collection {

using xml::XmlElement;
namespace fs = std::filesystem;

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

}  // namespace porthole::collection
