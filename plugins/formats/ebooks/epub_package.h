#pragma once

/// The package document of an EPUB (OPF): what the book says of itself, and in which order its
/// chapters stand.

#include <string>
#include <vector>

#include "base/document.h"
#include "base/xml/tree.h"

namespace porthole {

struct EpubPackage {
  std::vector<std::string> chapters;  ///< Paths in the zip, in the order of the spine.
  std::string contents;               ///< The path of the table of contents, "" for none.
};

/// `root` is the tree of the OPF at `path`.
EpubPackage read_epub_package(const xml::XmlElement& root, const std::string& path);
/// Title, authors, ISBN and so on, into `document`.
void read_epub_metadata(const xml::XmlElement& root, Document& document);

/// The headings of a table of contents: NCX, or a navigation document (XHTML).
std::vector<std::string> read_epub_contents(const std::string& text);

}  // namespace porthole
