#include "plugins/formats/documents/zip_files.h"

#include <algorithm>
#include <optional>

#include "base/xml/lenient.h"
#include "plugins/support/archive_reader.h"

namespace porthole {
namespace {

constexpr std::size_t kTreeBytes = 2u << 20;
constexpr std::size_t kTotalBytes = 48u << 20;  ///< For all wanted files.

}  // namespace

void ZipFiles::note(const std::string& what) {
  if (problem_.empty()) problem_ = what;
}

void ZipFiles::load(const Wanted& wanted) {
  ArchiveLimits limits;
  limits.unpacked_bytes = kTotalBytes - std::min(bytes_, kTotalBytes);
  try {
    ArchiveReader zip(zip_, ArchiveKind::kZip, limits);
    while (const std::optional<ArchiveEntry> entry = zip.next()) {
      if (!entry->is_file || files_.contains(entry->name) || !wanted(entry->name)) continue;
      if (entry->is_encrypted) {
        note("encrypted");
        continue;
      }
      take(zip, entry->name);
    }
  } catch (const ArchiveError& error) {
    note(error.what());
  }
}

void ZipFiles::take(ArchiveReader& zip, const std::string& name) {
  try {
    if (std::optional<std::string> file = zip.read()) {
      bytes_ += file->size();
      files_[name] = std::move(*file);
    } else {
      note(name + " is larger than what is unpacked");
    }
  } catch (const ArchiveError& error) {
    note(name + ": " + error.what());
  }
}

const std::string* ZipFiles::find(std::string_view name) const {
  const auto found = files_.find(name);
  return found == files_.end() ? nullptr : &found->second;
}

xml::XmlElement ZipFiles::tree(std::string_view name) {
  const std::string* const text = find(name);
  if (text == nullptr) return {};
  xml::XmlLimits limits;
  limits.bytes = kTreeBytes;
  Result<xml::XmlElement> root =
      xml::read_tree(xml::without_doctype(*text), std::string(name), limits);
  if (root) return std::move(*root);
  note(root.error().file + ": " + root.error().message);
  return {};
}

void ZipFiles::parse(std::string_view name, xml::XmlHandler& handler) {
  const std::string* const text = find(name);
  if (text == nullptr) return note(std::string(name) + " is missing");
  const Result<void> read =
      xml::parse_xml(xml::without_doctype(*text), std::string(name), {}, handler);
  if (!read) note(read.error().file + ": " + read.error().message);
}

}  // namespace porthole
