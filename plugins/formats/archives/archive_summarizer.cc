// Archives: zip, tar, 7z, cpio, ar, ISO 9660, with or without compression around them. One file
// that is compressed alone is read as that file. The library holds the summarizers of packages,
// too.

#include <algorithm>
#include <array>
#include <utility>

#include "plugins/export.h"
#include "plugins/formats/archives/contents.h"

namespace porthole {
namespace {

constexpr std::size_t kIsoMarkAt = 0x8001;

/// The URL of what is compressed: without the suffix of its compression.
std::string_view without_suffix(std::string_view url) {
  constexpr std::array<std::string_view, 7> kSuffixes = {".gz",  ".bz2", ".xz", ".lzma",
                                                         ".zst", ".lz4", ".Z"};
  for (const std::string_view suffix : kSuffixes) {
    if (url.ends_with(suffix)) return url.substr(0, url.size() - suffix.size());
  }
  return url;
}

std::string_view last_segment(std::string_view url) {
  url = url.substr(0, url.find('?'));
  return url.substr(url.find_last_of("/#") + 1);
}

}  // namespace

class ArchiveSummarizer final : public FormatSummarizer {
 public:
  PluginAbout about() const override {
    return {.name = "archive",
            .version = "1.0",
            .help = "Archives and compressed files: what is inside",
            .options = {members_option()}};
  }

  // A fallback, since many formats are a zip or may be compressed.
  Formats formats() const override {
    return {.types = {"application/zip", "application/x-zip-compressed", "application/x-tar",
                      "application/x-gtar", "application/gzip", "application/x-gzip",
                      "application/x-compressed-tar", "application/x-bzip2", "application/x-bzip",
                      "application/x-xz", "application/x-lzma", "application/zstd",
                      "application/x-lz4", "application/x-compress", "application/x-7z-compressed",
                      "application/x-cpio", "application/x-archive", "application/x-iso9660-image"},
            .suffixes = {".zip", ".tar", ".tgz", ".tbz", ".tbz2", ".txz", ".tzst", ".gz", ".bz2",
                         ".xz", ".lzma", ".zst", ".lz4", ".z", ".7z", ".cpio", ".a", ".ar", ".iso"},
            .fallback = true};
  }

  // libmagic looks at the beginning alone; the mark of ISO 9660 comes later.
  bool reads(const PageBytes& page) const override {
    const std::vector<std::string> types = formats().types;
    return std::find(types.begin(), types.end(), page.detected_type) != types.end() ||
           page.body.starts_with("PK\3\4") || page.body.starts_with("PK\5\6") || is_iso(page.body);
  }

  std::string configure(const OptionValues& options) override {
    members_ = options.whole("members");
    return {};
  }

  std::string summarize(const PageBytes& page, Document& document) override {
    ArchiveReader archive(page.body, kind_of(page.body));
    const std::optional<ArchiveEntry> first = archive.next();
    if (first && archive.is_single_file()) return read_single(*first, archive, page, document);
    document.resource_class = "Archive";
    PageFacts facts(page, document);
    Contents contents(facts, members_);
    if (first) contents.add(*first, archive);
    contents.add_all(archive);
    return contents.finish();
  }

 private:
  static bool is_iso(std::string_view body) {
    return body.size() > kIsoMarkAt && body.substr(kIsoMarkAt, 5) == "CD001";
  }

  /// Compression around a tar or cpio belongs to it; around anything else it is a file of its own.
  static ArchiveKind kind_of(std::string_view body) {
    ArchiveReader archive(body);
    const bool is_any = !archive.next() || archive.is_stream() || !archive.is_compressed();
    return is_any ? ArchiveKind::kAny : ArchiveKind::kFile;
  }

  static std::string read_single(const ArchiveEntry& entry, ArchiveReader& archive,
                                 const PageBytes& page, Document& document) {
    const std::optional<std::string> body = archive.read();
    if (!body) return "unpacks to more than it may";
    const std::string_view url = without_suffix(page.url);
    Document inside = page.inner->read(url, "", *body);
    if (inside.status != ParseStatus::kUnsupported) {
      document = std::move(inside);
      return {};
    }
    document.resource_class = "Archive";
    // libarchive's name for a file whose name is not kept.
    const std::string_view name =
        entry.name == "data" ? last_segment(url) : std::string_view(entry.name);
    PageFacts facts(page, document);
    facts.say("members", "1");
    facts.say("unpackedBytes", std::to_string(body->size()));
    facts.say("member", name);
    facts.line(name);
    return {};
  }

  std::int64_t members_ = 10'000;
};

}  // namespace porthole

PORTHOLE_EXPORT(porthole::ArchiveSummarizer)
