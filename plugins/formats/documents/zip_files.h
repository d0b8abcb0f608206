#pragma once

/// ZipFiles: the files of a zip-based document (docx, odt, epub), unpacked in memory.
///
/// In:  untrusted bytes, and a filter on file names.
/// Out: the files' contents, within limits that stop decompression bombs.
///
///   ZipFiles zip(page.body);
///   zip.load([](std::string_view name) { return name.ends_with(".xml"); });
///   const std::string* meta = zip.find("meta.xml");
///
/// Files that are damaged or beyond a limit are left out; problem() reports it. The limits are
/// those of plugins/support/archive_reader.h, with 48 MiB for all files together.

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "base/xml/tree.h"

namespace porthole {

class ArchiveReader;

/// Lifetime: the zip's bytes must outlive it. Thread safety: one thread at a time.
class ZipFiles {
 public:
  explicit ZipFiles(std::string_view zip) : zip_(zip) {}

  using Wanted = std::function<bool(std::string_view name)>;
  /// Unpacks the wanted files that are not loaded yet, in the order of the zip. Can be called
  /// again.
  void load(const Wanted& wanted);

  /// Null if the file does not exist, or was not loaded.
  const std::string* find(std::string_view name) const;
  const std::map<std::string, std::string, std::less<>>& loaded() const { return files_; }
  /// The tree of a small loaded XML file; an element without a name if it does not exist or is
  /// invalid, which problem() then reports.
  xml::XmlElement tree(std::string_view name);

  /// Parses a loaded XML file with `handler`. Errors are recorded; a document type declaration is
  /// ignored.
  void parse(std::string_view name, xml::XmlHandler& handler);

  /// The first problem: "" or "word/document.xml is damaged".
  const std::string& problem() const { return problem_; }
  /// Records `what`, if it is the first problem.
  void note(const std::string& what);

 private:
  void take(ArchiveReader& zip, const std::string& name);

  std::string_view zip_;
  std::size_t bytes_ = 0;  ///< Total size of all files.
  std::map<std::string, std::string, std::less<>> files_;
  std::string problem_;
};

}  // namespace porthole
