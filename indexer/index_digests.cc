#include "indexer/index_digests.h"

#include <fcntl.h>
#include <unistd.h>
#include <xapian.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <fstream>
#include <iterator>
#include <optional>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/descriptor.h"
#include "base/digest.h"
#include "base/text/text.h"

namespace porthole::indexer {
namespace {

namespace fs = std::filesystem;

constexpr const char* kDigests = "porthole.digests";
constexpr std::size_t kAtOnce = 1 << 20;  // Bytes of a file that are read at once.

[[noreturn]] void throw_failure(const char* what, const fs::path& path) {
  throw fs::filesystem_error(what, path, std::error_code(errno, std::generic_category()));
}

/// The first lines: the format, and the revision of the index.
std::string head_of(const Xapian::Database& index) {
  return "porthole index digests 1\n" + index.get_uuid() + ' ' +
         std::to_string(index.get_revision()) + '\n';
}

/// The digests that are there; "" where there are none, or none that can be read.
std::string stored_text(const fs::path& folder) {
  std::ifstream in(folder / kDigests, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

bool is_set(const std::atomic<bool>* stop) { return stop != nullptr && stop->load(); }

/// std::nullopt if the file does not exist; an incomplete digest if `stop` ended the reading.
std::optional<std::string> digest_of(const fs::path& file, const std::atomic<bool>* stop) {
  const Descriptor open(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  if (!open && errno == ENOENT) return std::nullopt;
  if (!open) throw_failure("a file of the index cannot be read", file);
  std::string bytes(kAtOnce, '\0');
  Digest digest;
  while (!is_set(stop)) {
    const ssize_t got = ::read(open.number(), bytes.data(), bytes.size());
    if (got == 0) break;
    if (got < 0 && errno != EINTR) throw_failure("a file of the index cannot be read", file);
    if (got > 0) digest.add(std::string_view(bytes).substr(0, static_cast<std::size_t>(got)));
  }
  return digest.text();
}

/// Xapian's files but for its lock, which is empty.
std::set<std::string> files_of(const fs::path& folder) {
  std::set<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    const fs::path name = entry.path().filename();
    if (name == "iamglass" || name.extension() == ".glass") names.insert(name);
  }
  return names;
}

/// A sentence when the file of this line ("DIGEST NAME") is not as it was written.
std::optional<std::string> fault_of(const fs::path& folder, std::string_view line,
                                    const std::atomic<bool>* stop) {
  const std::string_view written = line.substr(0, line.find(' '));
  const std::string name(line.substr(std::min(line.size(), written.size() + 1)));
  const std::optional<std::string> now = digest_of(folder / fs::path(name).filename(), stop);
  if (!now) return "its file " + name + " is gone";
  if (*now != written) return "its file " + name + " has other bytes than were written";
  return std::nullopt;
}

void write_all(const Descriptor& out, std::string_view text, const fs::path& file) {
  while (!text.empty()) {
    const ssize_t written = ::write(out.number(), text.data(), text.size());
    if (written < 0 && errno != EINTR) throw_failure("the file cannot be written", file);
    if (written > 0) text.remove_prefix(static_cast<std::size_t>(written));
  }
}

void write_synced(const fs::path& file, std::string_view text) {
  constexpr mode_t kForAll = 0666;  // As Xapian's files; the process's mask takes its part.
  const Descriptor out(::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, kForAll));
  if (!out) throw_failure("the file cannot be written", file);
  write_all(out, text, file);
  if (::fsync(out.number()) != 0) throw_failure("the file cannot be written", file);
}

void sync_folder(const fs::path& folder) {
  const Descriptor open(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!open || ::fsync(open.number()) != 0)
    throw_failure("the folder cannot be brought to disk", folder);
}

}  // namespace

DigestComparison compare_index_digests(const fs::path& folder, const Xapian::Database& index,
                                       const std::atomic<bool>* stop) {
  const std::string text = stored_text(folder), head = head_of(index);
  if (!text.starts_with(head)) return {};
  DigestComparison comparison;
  comparison.is_compared = true;
  for (const std::string_view line : split(std::string_view(text).substr(head.size()), '\n')) {
    if (line.empty()) continue;
    if (auto fault = fault_of(folder, line, stop)) comparison.faults.push_back(std::move(*fault));
  }
  if (is_set(stop)) return {};
  // Whoever changes a file takes them away first.
  if (!comparison.faults.empty() && stored_text(folder) != text) return {};
  return comparison;
}

bool has_index_digests(const fs::path& folder, const Xapian::Database& index) {
  return stored_text(folder).starts_with(head_of(index));
}

void remove_index_digests(const fs::path& folder) {
  fs::remove(folder / kDigests);
  // Also where there were none: a process that took them away may have been killed before this.
  sync_folder(folder);
}

bool write_index_digests(const fs::path& folder, const Xapian::Database& index,
                         const std::atomic<bool>* stop) {
  std::string text = head_of(index);
  for (const std::string& name : files_of(folder)) {
    if (const auto digest = digest_of(folder / name, stop)) text += *digest + ' ' + name + '\n';
  }
  if (is_set(stop)) return false;
  const fs::path file = folder / kDigests;
  fs::path made = file;
  made += ".new";
  write_synced(made, text);
  fs::rename(made, file);
  sync_folder(folder);
  return true;
}

}  // namespace porthole::indexer
