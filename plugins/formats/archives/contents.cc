#include "plugins/formats/archives/contents.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/text/text.h"
#include "base/url/url.h"

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

std::vector<Field> read_fields(std::string_view text, std::string_view joint) {
  std::vector<Field> fields;
  for (std::string_view line : split(text, '\n')) {
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty()) break;
    const auto colon = line.find(':');
    if (line.front() == ' ') {
      if (!fields.empty()) fields.back().value.append(joint).append(line.substr(1));
    } else if (colon != std::string_view::npos) {
      fields.push_back(
          {std::string(line.substr(0, colon)), std::string(trim(line.substr(colon + 1)))});
    }
  }
  return fields;
}

std::string_view value_of(const std::vector<Field>& fields, std::string_view name) {
  for (const Field& field : fields) {
    if (equals_ignoring_case(field.name, name)) return field.value;
  }
  return {};
}

void set_package_title(PageFacts& facts, std::string_view name, std::string_view summary) {
  Document& document = facts.document();
  document.description = fold_space(summary);
  document.title = fold_space(name);
  if (document.description.empty()) return;
  document.title += (document.title.empty() ? "" : " - ") + document.description;
  facts.line(document.description);
}

void add_homepage(PageFacts& facts, std::string_view address) {
  const Result<Url> url = Url::parse(trim(address));
  if (!url || !url->is_web()) return;
  facts.say_iri("homepage", url->href());
  facts.link(url->href());
}

}  // namespace porthole
