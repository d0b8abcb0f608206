#include "labs/webbox/apt_records.h"

#include <algorithm>

#include "base/text/text.h"

namespace porthole::labs {
namespace {

constexpr std::string_view kNameCharacters = "abcdefghijklmnopqrstuvwxyz0123456789+-.";

bool is_safe_name(std::string_view name) {
  return !name.empty() && name.front() != '.' &&
         name.find_first_not_of(kNameCharacters) == std::string_view::npos;
}

/// "libc6 (>= 2.34), a | b:any" -> libc6, a, b
std::vector<std::string> read_depends(std::string_view text) {
  std::vector<std::string> names;
  for (const std::string_view all : split(text, ',')) {
    for (const std::string_view alternative : split(all, '|')) {
      const std::string name(
          trim(alternative).substr(0, trim(alternative).find_first_of(" (:[<\n")));
      if (is_safe_name(name) && std::find(names.begin(), names.end(), name) == names.end()) {
        names.push_back(name);
      }
    }
  }
  return names;
}

std::vector<std::string> read_tags(std::string_view text) {
  std::vector<std::string> tags;
  for (const std::string_view tag : split(text, ',')) {
    if (std::string name = fold_space(tag); !name.empty()) tags.push_back(std::move(name));
  }
  return tags;
}

/// Lines after the first, where " ." divides paragraphs (Debian Policy 5.6.13).
std::vector<std::string> read_paragraphs(std::string_view description) {
  std::vector<std::string> paragraphs;
  std::string now;
  const auto lines = split(description, '\n');
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const std::string_view line = trim(lines[i]);
    if (line != ".") {
      now.append(now.empty() ? "" : " ").append(line);
    } else if (!now.empty()) {
      paragraphs.push_back(std::move(now));
      now.clear();
    }
  }
  if (!now.empty()) paragraphs.push_back(std::move(now));
  return paragraphs;
}

}  // namespace

AptRecord::AptRecord(std::string_view paragraph) {
  const char* value_begin = nullptr;
  for (const std::string_view line : split(paragraph, '\n')) {
    const auto colon = line.find(':');
    const bool continues = line.starts_with(' ') || line.starts_with('\t');
    if (continues && value_begin) {
      const char* end = line.data() + line.size();
      fields_.back().second = {value_begin, static_cast<std::size_t>(end - value_begin)};
    } else if (colon != std::string_view::npos) {
      const std::string_view value = trim(line.substr(colon + 1));
      value_begin = value.data();
      fields_.emplace_back(line.substr(0, colon), value);
    }
  }
}

std::string_view AptRecord::value(std::string_view field) const {
  const auto found = std::find_if(fields_.begin(), fields_.end(), [&](const auto& pair) {
    return equals_ignoring_case(pair.first, field);
  });
  return found == fields_.end() ? std::string_view() : found->second;
}

void for_each_apt_record(std::string_view text,
                         const std::function<void(const AptRecord&)>& callback) {
  while (!text.empty()) {
    const auto end = text.find("\n\n");
    const std::string_view paragraph = text.substr(0, end);
    if (!trim(paragraph).empty()) callback(AptRecord(paragraph));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 2);
  }
}

AptPackage read_apt_package(const AptRecord& record) {
  AptPackage package;
  if (!is_safe_name(record.value("Package"))) return package;
  package.name = record.value("Package");
  // "contrib/games": the section proper follows the slash.
  const std::string_view section = record.value("Section");
  const std::string_view last = section.substr(section.rfind('/') + 1);
  package.section = is_safe_name(last) ? last : "misc";
  std::string_view description = record.value("Description-en");
  if (description.empty()) description = record.value("Description");
  package.summary = fold_space(description.substr(0, description.find('\n')));
  package.paragraphs = read_paragraphs(description);
  package.homepage = trim(record.value("Homepage"));
  package.tags = read_tags(record.value("Tag"));
  package.depends = read_depends(record.value("Depends"));
  return package;
}

}  // namespace porthole::labs
