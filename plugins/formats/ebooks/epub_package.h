#pragma once

/// Parser for the package document of an EPUB (OPF): metadata, and the reading order of the
/// chapters.

#include <string>
#include <vector>

#include "base/document.h"
#include "base/xml/tree.h"

namespace porthole {

struct EpubPackage {
  std::vector<std::string> chapters;  ///< Paths in the zip, in the order of the spine.
  std::string contents;               ///< The path of the table of contents, "" if none.
};

/// `root` is the tree of the OPF at `path`.
EpubPackage read_epub_package(const xml::XmlElement& root, const std::string& path);
/// Writes title, authors, ISBN and other metadata into `document`.
void read_epub_metadata(const xml::XmlElement& root, Document& document);

/// The headings of a table of contents: NCX, or a navigation document (XHTML).
std::vector<std::string> read_epub_contents(const std::string& text);

}  // namespace porthole
