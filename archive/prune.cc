#include "archive/prune.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>
#include <unordered_map>

#include "archive/archive_files.h"
#include "archive/file.h"
#include "archive/warc_reader.h"
#include "archive/warc_records.h"

namespace porthole::archive {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSuffix = ".warc.gz";
constexpr std::string_view kCopyMark = ".p";
constexpr std::int64_t kNoBlocks = 1 << 10;  // Only heads, and the block of a redaction, are read.
constexpr std::size_t kCopyBytes = 1 << 20;

/// Consecutive records of a file that belong together.
struct Group {
  enum class Kind { kInfo, kCapture, kRedacted, kOther } kind = Kind::kOther;
  std::int64_t begin = 0, end = 0;
  std::string url, date, id;
  bool kept = true;
};

struct ArchiveFile {
  std::string name;
  std::int64_t size = 0;
  std::vector<Group> groups;
  bool is_cut = false;
};

struct CopyName {
  std::string original;
  std::int64_t number = 0;
};

/// The name without ".pN", and N; number 0 for a name without one.
CopyName parts_of(std::string_view name) {
  name.remove_suffix(kSuffix.size());
  const std::size_t mark = name.rfind(kCopyMark);
  std::int64_t number = 0;
  if (mark != std::string_view::npos) {
    const char* first = name.data() + mark + kCopyMark.size();
    const char* last = name.data() + name.size();
    const auto [end, error] = std::from_chars(first, last, number);
    if (error == std::errc() && end == last && number > 0)
      return {std::string(name.substr(0, mark)) + std::string(kSuffix), number};
  }
  return {std::string(name) + std::string(kSuffix), 0};
}

std::string copy_name(std::string_view name) {
  const CopyName parts = parts_of(name);
  const std::string_view stem =
      std::string_view(parts.original).substr(0, parts.original.size() - kSuffix.size());
  return std::string(stem) + std::string(kCopyMark) + std::to_string(parts.number + 1) +
         std::string(kSuffix);
}

Group group_of(const WarcRecord& record) {
  Group group;
  group.begin = record.offset;
  group.end = record.offset + record.stored_size;
  group.url = record.target();
  group.date = record.field("warc-date");
  group.id = record.id();
  if (record.type() == "warcinfo") group.kind = Group::Kind::kInfo;
  if (record.type() == "response") group.kind = Group::Kind::kCapture;
  if (record.type() == "metadata" && record.block == kRedactionLine)
    group.kind = Group::Kind::kRedacted;
  return group;
}

tl::unexpected<Error> not_ours(const fs::path& path, std::int64_t offset) {
  Error error;
  error.file = path.string();
  error.message = "the record at byte " + std::to_string(offset) +
                  " shares its gzip member with another, so that it cannot be dropped alone";
  error.hint = "leave only files that porthole wrote in the archive folder";
  return fail(std::move(error));
}

Result<ArchiveFile> read_file(const fs::path& path) {
  TRY_AS(reader, WarcReader::open(path, {.block_limit = kNoBlocks}));
  ArchiveFile file;
  file.name = path.filename().string();
  std::error_code error;
  file.size = static_cast<std::int64_t>(fs::file_size(path, error));
  if (error) return fail(system_error("measure the file", path, error.value()));
  while (true) {
    TRY_AS(record, (*reader)->next());
    if (!*record) break;
    if (!(*record)->can_be_sought || (*record)->stored_size == 0)
      return not_ours(path, (*record)->offset);
    Group group = group_of(**record);
    const bool belongs = !file.groups.empty() && !file.groups.back().id.empty() &&
                         (*record)->field("warc-concurrent-to") == file.groups.back().id;
    if (belongs) {
      file.groups.back().end = group.end;
    } else {
      file.groups.push_back(std::move(group));
    }
  }
  file.is_cut = (*reader)->is_cut();
  return file;
}

/// Clears `kept` of the captures that the rule drops, in all files.
void apply(const PruneRule& rule, std::vector<ArchiveFile>& files) {
  struct Capture {
    const ArchiveFile* file;
    Group* group;
  };
  std::unordered_map<std::string_view, std::vector<Capture>> by_url;
  for (ArchiveFile& file : files) {
    for (Group& group : file.groups) {
      if (group.kind == Group::Kind::kCapture) by_url[group.url].push_back({&file, &group});
      if (group.kind == Group::Kind::kRedacted) group.kept = false;
    }
  }
  for (auto& [url, captures] : by_url) {
    // Files and their captures are in the order of writing already; dates decide between copies.
    std::stable_sort(captures.begin(), captures.end(), [](const Capture& a, const Capture& b) {
      return a.group->date < b.group->date;
    });
    for (std::size_t i = 0; i + static_cast<std::size_t>(rule.keep) < captures.size(); ++i) {
      const Capture& capture = captures[i];
      capture.group->kept = rule.needed.contains({capture.file->name, capture.group->begin});
    }
  }
}

/// The part of a file that is left; nothing if it stays as it is.
std::optional<PrunedFile> pruned(const ArchiveFile& file, const PruneRule& rule) {
  const bool is_last = file.name == rule.end.file;
  if (file.is_cut || (is_last && file.size != rule.end.offset)) return std::nullopt;
  PrunedFile out;
  out.name = file.name;
  out.size = file.size;
  bool has_records = false;
  for (const Group& group : file.groups) {
    if (!group.kept) {
      out.captures += group.kind == Group::Kind::kCapture;
      out.bytes += group.end - group.begin;
      continue;
    }
    has_records = has_records || group.kind != Group::Kind::kInfo;
    out.kept.emplace_back(group.begin, group.end);
  }
  if (out.bytes == 0) return std::nullopt;
  if (!has_records && !is_last) {
    out.kept.clear();
    out.bytes = file.size;
    return out;
  }
  if (static_cast<double>(out.bytes) < rule.least_share * static_cast<double>(file.size))
    return std::nullopt;
  return out;
}

Result<void> copy_bytes(const File& from, std::int64_t begin, std::int64_t end, File& to,
                        std::int64_t at) {
  std::string buffer(kCopyBytes, '\0');
  while (begin < end) {
    const std::size_t wanted = std::min<std::size_t>(buffer.size(), std::size_t(end - begin));
    TRY_AS(got, from.read_at(begin, buffer.data(), wanted));
    if (*got == 0)
      return fail(ErrorCode::kStorage, from.path().string() + " became shorter while it was read");
    if (auto done = to.write_at(at, std::string_view(buffer).substr(0, *got)); !done) return done;
    begin += static_cast<std::int64_t>(*got);
    at += static_cast<std::int64_t>(*got);
  }
  return {};
}

Result<MovedCaptures> copy_into(const File& from, File& to, const PrunedFile& file) {
  MovedCaptures moved{
      .from = file.name, .to = to.path().filename().string(), .size = 0, .offsets = {}};
  for (const auto& [begin, end] : file.kept) {
    TRY(copy_bytes(from, begin, end, to, moved.size));
    moved.offsets.emplace_back(begin, moved.size);
    moved.size += end - begin;
  }
  TRY(to.sync());
  return moved;
}

Result<void> remove_file(const fs::path& path) {
  std::error_code error;
  fs::remove(path, error);
  if (error) return fail(system_error("remove the file", path, error.value()));
  return {};
}

}  // namespace

Result<PrunePlan> plan_prune(const fs::path& folder, const PruneRule& rule) {
  std::vector<ArchiveFile> files;
  PrunePlan plan;
  for (const fs::path& path : archive_files(folder)) {
    TRY_AS(file, read_file(path));
    plan.bytes += file->size;
    plan.captures += std::ranges::count(file->groups, Group::Kind::kCapture, &Group::kind);
    files.push_back(std::move(*file));
  }
  apply(rule, files);
  for (const ArchiveFile& file : files) {
    if (auto found = pruned(file, rule)) plan.files.push_back(std::move(*found));
  }
  return plan;
}

Result<MovedCaptures> copy_kept(const fs::path& folder, const PrunedFile& file) {
  if (file.kept.empty()) return MovedCaptures{file.name, "", 0, {}};
  TRY_AS(from, File::open(folder / file.name, OpenMode::kUpdate));
  TRY(from->lock());
  const fs::path path = folder / copy_name(file.name);
  TRY_AS(to, File::open(path, OpenMode::kCreateNew));
  auto moved = copy_into(*from, *to, file);
  if (!moved) {
    std::error_code ignored;  // The first error is the one to tell.
    fs::remove(path, ignored);
    return moved;
  }
  TRY(sync_folder(folder));
  return moved;
}

Result<void> remove_original(const fs::path& folder, const PrunedFile& file) {
  if (auto removed = remove_file(folder / file.name); !removed) return removed;
  return sync_folder(folder);
}

Result<std::int64_t> discard_leftovers(
    const fs::path& folder, const std::function<bool(const std::string& file)>& is_used) {
  std::unordered_map<std::string, std::vector<std::string>> versions;
  for (const fs::path& path : archive_files(folder)) {
    const std::string name = path.filename().string();
    versions[parts_of(name).original].push_back(name);
  }
  std::int64_t removed = 0;
  for (auto& [original, names] : versions) {
    if (names.size() < 2) continue;
    std::ranges::sort(names, {}, [](const std::string& name) { return parts_of(name).number; });
    // Copies are made one at a time, so there are two: a file, and its copy.
    const std::string& unwanted = is_used(names.back()) ? names.front() : names.back();
    TRY(remove_file(folder / unwanted));
    ++removed;
  }
  return removed;
}

}  // namespace porthole::archive
