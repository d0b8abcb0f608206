#include "indexer/bulk_build.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>
#include <utility>

#include "base/text/text.h"
#include "indexer/fields.h"

namespace porthole::indexer {
namespace {

namespace fs = std::filesystem;

constexpr const char* kWords = "porthole.words.";  // metadata of a segment: words for spelling data
constexpr std::size_t kWordsOfACommit = 50'000;    // Xapian keeps them in memory until the commit

fs::path building_folder(const fs::path& folder) {
  fs::path building = folder;
  building += ".building";
  return building;
}

std::optional<std::int64_t> number(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace

BulkBuild::BulkBuild(const fs::path& folder, std::string fields)
    : folder_(building_folder(folder)), fields_(std::move(fields)) {
  fs::create_directories(folder_);
  for (const Segment& found : find_segments()) {
    if (found.after == serial_) take_up(found);
  }
  std::set<fs::path> used;
  for (const Segment& segment : segments_) used.insert(path_of(segment));
  for (const fs::path& path : std::vector<fs::path>(fs::directory_iterator(folder_), {})) {
    if (!used.contains(path)) fs::remove_all(path);
  }
}

void BulkBuild::forget(const fs::path& folder) { fs::remove_all(building_folder(folder)); }

// Sorted, the largest first among those with one start: a merged segment replaces its parts, which
// a kill may have left beside it.
std::vector<BulkBuild::Segment> BulkBuild::find_segments() const {
  std::vector<Segment> found;
  for (const auto& entry : fs::directory_iterator(folder_)) {
    const std::string name = entry.path().filename();
    const std::vector<std::string_view> parts = split(name, '-');
    if (parts.size() != 3) continue;
    const auto after = number(parts[0]), last = number(parts[1]), level = number(parts[2]);
    if (after && last && level && *after < *last)
      found.push_back({*after, *last, static_cast<int>(*level)});
  }
  std::sort(found.begin(), found.end(), [](const Segment& a, const Segment& b) {
    return a.after != b.after ? a.after < b.after : a.last > b.last;
  });
  return found;
}

void BulkBuild::take_up(const Segment& segment) {
  const Xapian::Database database(path_of(segment).string());
  if (database.get_metadata(kMetaVersion) != kIndexVersion) return;
  if (database.get_metadata(kMetaFields) != fields_) return;
  const std::string prefix(kIdPrefix);
  for (auto id = database.allterms_begin(prefix); id != database.allterms_end(prefix); ++id)
    ids_.insert(*id);
  const std::string languages = database.get_metadata(kMetaLanguages);
  for (const std::string_view name : split(languages, ' ')) {
    if (!name.empty()) languages_.emplace(name);
  }
  serial_ = segment.last;
  segments_.push_back(segment);
}

fs::path BulkBuild::path_of(const Segment& segment) const {
  return folder_ / (std::to_string(segment.after) + "-" + std::to_string(segment.last) + "-" +
                    std::to_string(segment.level));
}

void BulkBuild::add(const std::string& id, Xapian::Document document) {
  waiting_.push_back(std::move(document));
  ids_.insert(id);
}

void BulkBuild::add_spelling(std::string word) { words_.push_back(std::move(word)); }

// All at once, for locality: Xapian's data of the segment is then contiguous in memory.
void BulkBuild::write_segment(const std::string& languages) const {
  Xapian::WritableDatabase segment((folder_ / "making").string(),
                                   Xapian::DB_CREATE_OR_OVERWRITE | Xapian::DB_BACKEND_GLASS);
  for (const Xapian::Document& document : waiting_) segment.add_document(document);
  std::string words;
  for (const std::string& word : words_) words.append(word).append(" ");
  segment.set_metadata(kWords + std::to_string(serial_),
                       words);  // a unique key: merging keeps one value per key
  segment.set_metadata(kMetaVersion, kIndexVersion);
  segment.set_metadata(kMetaFields, fields_);
  segment.set_metadata(kMetaLanguages, languages);
  segment.commit();
  segment.close();
}

void BulkBuild::seal(std::int64_t serial, const std::string& languages) {
  if (serial == serial_) return;
  finish();
  writing_.emplace("the process that writes a part of it", [&] { write_segment(languages); });
  next_ = {serial_, serial, 0};
  serial_ = serial;
  waiting_.clear();
  words_.clear();
}

void BulkBuild::finish() {
  if (!writing_) return;
  writing_->wait();
  writing_.reset();
  fs::rename(folder_ / "making", path_of(next_));
  segments_.push_back(next_);
  merge_full_levels();
}

// Like a carry: enough segments of one level are merged into one of the next.
void BulkBuild::merge_full_levels() {
  for (;;) {
    const int level = segments_.back().level;
    const auto other =
        std::find_if(segments_.rbegin(), segments_.rend(),
                     [level](const Segment& segment) { return segment.level != level; });
    const auto count = static_cast<std::size_t>(other - segments_.rbegin());
    if (count < kTogether) return;
    merge_last(count);
  }
}

void BulkBuild::merge_last(std::size_t count) {
  const fs::path making = folder_ / "making";
  compact(count, making);
  const auto first = segments_.end() - static_cast<std::ptrdiff_t>(count);
  const Segment merged{first->after, segments_.back().last, first->level + 1};
  fs::rename(making, path_of(merged));
  for (auto part = first; part != segments_.end(); ++part) fs::remove_all(path_of(*part));
  segments_.erase(first, segments_.end());
  segments_.push_back(merged);
}

void BulkBuild::compact(std::size_t count, const fs::path& target) const {
  Xapian::Database parts;
  for (auto part = segments_.end() - static_cast<std::ptrdiff_t>(count); part != segments_.end();
       ++part) {
    parts.add_database(Xapian::Database(path_of(*part).string()));
  }
  fs::remove_all(target);
  parts.compact(target.string());
}

void BulkBuild::make_spelling(Xapian::WritableDatabase& merged) {
  const std::vector<std::string> keys(merged.metadata_keys_begin(kWords),
                                      merged.metadata_keys_end(kWords));
  std::set<std::string> words;
  for (const std::string& key : keys) {
    const std::string of_segment = merged.get_metadata(key);
    for (const std::string_view word : split(of_segment, ' ')) words.emplace(word);
    merged.set_metadata(key, "");
  }
  words.erase("");
  std::size_t added = 0;
  for (const std::string& word : words) {
    merged.add_spelling(word);
    if (++added % kWordsOfACommit == 0) merged.commit();
  }
}

fs::path BulkBuild::merge() {
  finish();
  const fs::path whole = folder_ / "whole";
  if (segments_.empty()) {
    fs::remove_all(whole);
  } else {
    compact(segments_.size(), whole);
  }
  return whole;
}

}  // namespace porthole::indexer
