#pragma once

/// Readers of the parts of a specification, each in a file of its own. Private to collection.
///
/// In:  elements that the schema has accepted.
/// Out: the values, in the Specification; errors kInvalid with line and column.

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include "base/xml/tree.h"
#include "collection/specification.h"

namespace porthole::collection {

/// Location of a specification: makes errors with places, and resolves paths relative to it.
class SpecificationPlace {
 public:
  /// `file`: as the user gave it.
  explicit SpecificationPlace(const std::filesystem::path& file)
      : shown_(file.string()), file_(std::filesystem::absolute(file).lexically_normal()) {}

  const std::string& shown() const { return shown_; }
  const std::filesystem::path& file() const { return file_; }

  Error error_at(const xml::XmlElement& element, std::string message, std::string hint) const;
  /// Resolves `attribute` of `element`, a path relative to the specification.
  std::filesystem::path path_of(const xml::XmlElement& element,
                                std::string_view attribute = "file") const;
  /// Makes the error for a missing `file`, which `element` names as a file of `what`.
  Error missing(const xml::XmlElement& element, const std::filesystem::path& file,
                const std::string& what) const;

 private:
  std::string shown_;
  std::filesystem::path file_;
};

Result<void> read_scope(const xml::XmlElement& scope, const SpecificationPlace& place,
                        Specification& specification);
Result<void> read_network(const xml::XmlElement& network, const SpecificationPlace& place,
                          Specification& specification);

NamedValues read_options(const xml::XmlElement& element);
Plugin read_plugin(const xml::XmlElement& element);

}  // namespace porthole::collection
