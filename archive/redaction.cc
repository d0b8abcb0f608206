#include "archive/redaction.h"

#include <array>
#include <optional>
#include <string>
#include <utility>

#include "archive/file.h"
#include "archive/gzip_member.h"
#include "archive/warc_reader.h"
#include "archive/warc_records.h"
#include "base/clock.h"

namespace porthole::archive {
namespace {

/// A capture in its file: the bytes from `begin` to `end` are its records.
struct Extent {
  std::int64_t begin = 0;
  std::int64_t end = 0;
  std::string url;
};

tl::unexpected<Error> no_capture(const std::filesystem::path& file, std::int64_t offset) {
  Error error;
  error.code = ErrorCode::kInvalid;
  error.file = file.string();
  error.message = "no capture of ours at byte " + std::to_string(offset);
  error.hint = "check that the archive belongs to this repository";
  return fail(std::move(error));
}

/// Returns the extent of the capture at `offset`; empty when it is redacted already.
Result<std::optional<Extent>> find_capture(WarcReader& reader, const std::filesystem::path& file,
                                           std::int64_t offset) {
  reader.seek(offset);
  TRY_AS(first, reader.next());
  if (!*first || !(*first)->can_be_sought) return no_capture(file, offset);
  const WarcRecord& response = **first;
  if (response.type() == "metadata" && response.block == kRedactionLine)
    return std::optional<Extent>();
  if (response.type() != "response") return no_capture(file, offset);
  Extent extent{offset, offset + response.stored_size, std::string(response.target())};
  while (true) {
    TRY_AS(next, reader.next());
    if (!*next || (*next)->field("warc-concurrent-to") != response.id()) return extent;
    extent.end = (*next)->offset + (*next)->stored_size;
  }
}

Result<bool> is_gzip_member(const File& file, std::int64_t offset) {
  std::array<char, 2> magic{};
  TRY_AS(got, file.read_at(offset, magic.data(), magic.size()));
  return *got == magic.size() && magic[0] == '\x1f' && magic[1] == '\x8b';
}

Result<void> overwrite(File& file, const Extent& extent, RecordIds& ids, GzipMemberWriter& gzip) {
  TRY_AS(ours, is_gzip_member(file, extent.begin));
  const RecordText redaction = redaction_record(ids.next(), extent.url, system_clock().wall());
  std::string member;
  gzip.append({redaction.head, redaction.block, kRecordEnd}, Compression::kFast, member);
  const auto room = static_cast<std::size_t>(extent.end - extent.begin);
  if (!*ours || extent.end <= extent.begin || room < member.size())
    return no_capture(file.path(), extent.begin);
  return file.write_at(extent.begin, stretched_member(member, room));
}

}  // namespace

Result<std::int64_t> redact_captures(const std::filesystem::path& folder,
                                     const std::vector<Place>& places) {
  RecordIds ids;
  GzipMemberWriter gzip;
  std::int64_t removed = 0;
  for (const Place& place : places) {
    const std::filesystem::path path = folder / place.file;
    TRY_AS(reader, WarcReader::open(path));
    TRY_AS(extent, find_capture(**reader, path, place.offset));
    if (!*extent) continue;
    TRY_AS(file, File::open(path, OpenMode::kUpdate));
    TRY(file->lock());
    TRY(overwrite(*file, **extent, ids, gzip));
    TRY(file->sync());
    removed += 1;
  }
  return removed;
}

}  // namespace porthole::archive
