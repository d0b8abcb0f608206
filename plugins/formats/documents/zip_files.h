#pragma once

/// The files of a zip that is a document (docx, odt, epub), unpacked in memory.
///
/// In:  bytes that anybody may have written, and which names are wanted.
/// Out: their contents, within limits that no bomb passes.
///
///   ZipFiles zip(page.body);
///   zip.load([](std::string_view name) { return name.ends_with(".xml"); });
///   const std::string* meta = zip.find("meta.xml");
///
/// What is beyond a limit or damaged is left out; problem() says so. The limits are those of
/// plugins/support/archive_reader.h, with 48 MiB for all files together.

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
  /// Unpacks what is wanted and not there yet, in the order of the zip. Can be called again.
  void load(const Wanted& wanted);

  /// Null when there is no such file, or it was not loaded.
  const std::string* find(std::string_view name) const;
  const std::map<std::string, std::string, std::less<>>& loaded() const { return files_; }
  /// The tree of a small XML file that is loaded; an element without a name when it is not there or
  /// cannot be read, which problem() then tells.
  xml::XmlElement tree(std::string_view name);

  /// The handler hears of an XML file that is loaded. What cannot be read is noted; a document type
  /// declaration is passed over.
  void parse(std::string_view name, xml::XmlHandler& handler);

  /// What went wrong first: "" or "word/document.xml is damaged".
  const std::string& problem() const { return problem_; }
  /// Keeps `what`, unless something went wrong before.
  void note(const std::string& what);

 private:
  void take(ArchiveReader& zip, const std::string& name);

  std::string_view zip_;
  std::size_t bytes_ = 0;  ///< Of all files.
  std::map<std::string, std::string, std::less<>> files_;
  std::string problem_;
};

}  // namespace porthole
