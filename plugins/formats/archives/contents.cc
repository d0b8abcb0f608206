#include "plugins/formats/archives/contents.h"

#include <algorithm>
#include <utility>

#include "base/text/text.h"

namespace porthole {
namespace {

/// Archives lie about sizes; more than this in one entry is not added up.
constexpr std::int64_t kMostBelievable = std::int64_t{1} << 40;

}  // namespace

OptionDeclaration members_option() {
  return {.name = "members",
          .type = OptionType::kWhole,
          .otherwise = "10000",
          .help = "files inside that become pages of their own",
          .least = 0,
          .most = 10'000};
}

Contents::Contents(PageFacts& facts, std::int64_t most)
    : facts_(facts),
      limits_(facts.page().limits),
      most_(static_cast<std::size_t>(std::min<std::int64_t>(most, limits_.members))) {}

void Contents::add_all(ArchiveReader& archive) {
  try {
    while (const std::optional<ArchiveEntry> entry = archive.next()) add(*entry, archive);
  } catch (const ArchiveError& error) {
    add_problem(error.what());
  }
}

void Contents::add(const ArchiveEntry& entry, ArchiveReader& archive) {
  std::string name = fold_space(entry.name);
  // Folders stand in the names of their files.
  if (!entry.is_file || name.empty()) return;
  names_.push_back(std::move(name));
  if (entry.bytes > 0 && entry.bytes < kMostBelievable) unpacked_bytes_ += entry.bytes;
  if (entry.is_encrypted) add_problem("encrypted");
  if (entry.bytes != 0 && !entry.is_encrypted) add_member(entry, archive);
}

void Contents::add_member(const ArchiveEntry& entry, ArchiveReader& archive) {
  const std::size_t room = std::min(limits_.member_bytes, limits_.members_bytes - member_bytes_);
  Document& document = facts_.document();
  const bool fits =
      document.members.size() < most_ && entry.bytes <= static_cast<std::int64_t>(room);
  std::optional<std::string> body;
  try {
    if (fits) body = archive.read(room);
  } catch (const ArchiveError& error) {
    add_problem(names_.back() + ": " + error.what());
  }
  if (!body) {
    ++document.members_cut;
    return;
  }
  member_bytes_ += body->size();
  document.members.push_back({names_.back(), {}, {}, std::move(*body)});
}

void Contents::add_problem(std::string_view why) {
  if (problem_.empty()) problem_ = why;
}

std::string Contents::finish() {
  facts_.say("members", std::to_string(names_.size()));
  facts_.say("unpackedBytes", std::to_string(unpacked_bytes_));
  for (const std::string& name : names_) {
    facts_.say("member", name);
    facts_.line(name);
  }
  return problem_;
}

}  // namespace porthole
