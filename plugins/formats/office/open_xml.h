#pragma once

/// OpenXml: a package of Office Open XML: its parts, relationships and metadata.
///
/// Source: ECMA-376-2 (packages, relationships, core properties), ECMA-376-1 15.2.12.3 (extended
/// properties).

#include <map>
#include <string>
#include <string_view>

#include "plugins/format_summarizer.h"
#include "plugins/formats/documents/zip_files.h"

namespace porthole {

struct Relationship {
  std::string type;    ///< The last part of its IRI: "hyperlink", "slide".
  std::string target;  ///< The path of a part, or a URL if it is external.
  bool is_external = false;
};
using Relationships = std::map<std::string, Relationship, std::less<>>;  ///< By id.

class OpenXml {
 public:
  /// Lifetime: `zip` must outlive it.
  explicit OpenXml(std::string_view zip);

  /// True if `body` is a zip with parts in `folder` ("word/"), or the container of an encrypted
  /// document.
  static bool is_one(std::string_view body, std::string_view folder);

  /// The root part ("word/document.xml").
  std::string main_part();
  Relationships relationships(const std::string& part);
  /// The first target of that type, "" if none.
  static std::string target_of(const Relationships& relationships, std::string_view type);

  /// Reads the metadata in docProps/: title, author, dates, counts.
  void read_properties(Document& document);
  /// Parses a part with `handler`; errors are recorded in problem().
  void parse(const std::string& part, xml::XmlHandler& handler) { zip_.parse(part, handler); }
  xml::XmlElement tree(const std::string& part) { return zip_.tree(part); }

  /// "" or the first problem.
  const std::string& problem() const { return zip_.problem(); }

 private:
  ZipFiles zip_;
};

}  // namespace porthole
