#pragma once

/// For files that people write (a specification); streams of any size use base/xml/reader.h.

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/xml/element.h"
#include "base/xml/reader.h"

namespace porthole::xml {

/// Reads `file` as bytes. Errors: kNotFound, kPermission, kTooLarge beyond `max_bytes`, kStorage.
Result<std::string> read_file(const std::filesystem::path& file, std::size_t max_bytes);

/// Parses `text` and returns its root element.
/// Errors: those of parse_xml().
Result<XmlElement> read_tree(std::string_view text, const std::string& name_for_messages,
                             const XmlLimits& limits = {});

/// Parses `text` and validates it against `schema_text` (XML Schema 1.0, one target namespace, no
/// imports; part of the program and not input). Returns the root element.
///
/// Errors: those of parse_xml(); kInvalid for the first thing that the schema refuses, with its
/// place, the nearest known name for one that is unknown, and what was expected: the
/// xs:documentation of the attribute or of its type.
Result<XmlElement> read_validated_text(std::string_view text, const std::string& name_for_messages,
                                       std::string_view schema_text, const XmlLimits& limits = {});

/// The same for a file. Errors: also those of read_file().
Result<XmlElement> read_validated(const std::filesystem::path& file, std::string_view schema_text);

}  // namespace porthole::xml
