#include "labs/comparison/page_labels.h"

#include <algorithm>
#include <set>

#include "base/text/text.h"
#include "base/xml/tree.h"

namespace porthole::labs {
namespace {

constexpr std::size_t kLargestFile = std::size_t{1} << 30;
constexpr std::size_t kTopicsShown = 8;

bool is_within(const std::string& topic, const std::string& wanted) {
  return topic == wanted || (topic.starts_with(wanted) && topic[wanted.size()] == '/');
}

Error error_at(const std::string& file, int line, std::string message) {
  return {
      ErrorCode::kInvalid, std::move(message), file, line, 0, "write URL TAB topic, a page a line"};
}

std::string listed(const std::set<std::string>& topics) {
  std::string list;
  std::size_t shown = 0;
  for (const std::string& topic : topics) {
    if (++shown > kTopicsShown) return list + ", ...";
    list += (list.empty() ? "" : ", ") + topic;
  }
  return list;
}

}  // namespace

std::string twin_key(const Url& url) {
  std::string key = url.key();
  if (key.starts_with("https://")) key.erase(4, 1);
  return key;
}

Result<PageLabels> PageLabels::read(const std::filesystem::path& file,
                                    const std::vector<std::string>& wanted) {
  TRY_AS(text, xml::read_file(file, kLargestFile));
  return parse(*text, file.string(), wanted);
}

Result<PageLabels> PageLabels::parse(std::string_view text, const std::string& file,
                                     const std::vector<std::string>& wanted) {
  PageLabels labels;
  std::set<std::string> known, found;
  int number = 0;
  bool heading_allowed = true;
  for (std::string_view line : split(text, '\n')) {
    ++number;
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (trim(line).empty() || line.front() == '#') continue;
    const std::vector<std::string_view> columns = split(line, '\t');
    const Result<Url> url = Url::parse(trim(columns[0]));
    if (!url || !url->is_web()) {
      if (!std::exchange(heading_allowed, false)) {
        return fail(error_at(file, number,
                             "\"" + std::string(cut(columns[0], 80)) + "\" is not a web URL"));
      }
      continue;
    }
    heading_allowed = false;
    if (columns.size() < 2 || trim(columns[1]).empty())
      return fail(error_at(file, number, "the page has no topic"));
    std::string topic(trim(columns[1]));
    const std::string folded = ascii_lower(topic);
    const bool on_topic = std::any_of(wanted.begin(), wanted.end(), [&](const std::string& one) {
      return is_within(folded, ascii_lower(one));
    });
    labels.add(*url, on_topic);
    if (on_topic) found.insert(topic);
    known.insert(std::move(topic));
  }
  if (found.empty()) {
    std::string names;
    for (const std::string& one : wanted) names += (names.empty() ? "" : ", ") + one;
    return fail({ErrorCode::kInvalid,
                 "no page is labelled " + (names.empty() ? "with a wanted topic" : names), file, 0,
                 0,
                 known.empty() ? "write URL TAB topic, a page a line"
                               : "say which count with --topic; there are " + listed(known)});
  }
  labels.topics_.assign(found.begin(), found.end());
  return labels;
}

void PageLabels::add(const Url& url, bool on_topic) {
  by_key_[url.key()] |= on_topic;
  by_twin_key_[twin_key(url)] |= on_topic;
}

std::optional<bool> PageLabels::on_topic(const Url& url) const {
  if (const auto own = by_key_.find(url.key()); own != by_key_.end()) return own->second;
  if (const auto twin = by_twin_key_.find(twin_key(url)); twin != by_twin_key_.end())
    return twin->second;
  return std::nullopt;
}

std::size_t PageLabels::pages_on_topic() const {
  return static_cast<std::size_t>(
      std::count_if(by_key_.begin(), by_key_.end(), [](const auto& page) { return page.second; }));
}

}  // namespace porthole::labs
