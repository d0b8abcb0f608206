#include "gatherer/frontier/link_file.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "base/text/text.h"
#include "base/url/url.h"
#include "base/xml/tree.h"

namespace porthole::gatherer {
namespace {

constexpr std::size_t kLargestLinkFile = std::size_t{1} << 30;

std::optional<Url> page_named(std::string_view text) {
  const bool is_host = text.find("://") == std::string_view::npos;
  Result<Url> url = Url::parse(is_host ? "https://" + std::string(text) + "/" : std::string(text));
  if (!url || !url->is_web()) return std::nullopt;
  return url->without_fragment();
}

}  // namespace

Result<LinkFile> LinkFile::read(const std::filesystem::path& file) {
  TRY_AS(text, xml::read_file(file, kLargestLinkFile));
  LinkFile links;
  int number = 0;
  for (const std::string_view whole : split(*text, '\n')) {
    ++number;
    const std::string_view line = trim(whole);
    if (line.empty() || line.front() == '#') continue;
    const std::size_t gap = line.find_first_of(" \t");
    std::optional<Url> source, target;
    if (gap != std::string_view::npos) {
      source = page_named(line.substr(0, gap));
      target = page_named(trim(line.substr(gap)));
    }
    if (!source || !target) {
      return fail({ErrorCode::kInvalid, "this line is not a pair of URLs or hosts", file.string(),
                   number, 0, "write the page that links, a tab, and the page that it links to"});
    }
    links.sources_[target->key()].push_back(source->href());
  }
  return links;
}

std::vector<std::string> LinkFile::in_links(const std::string& key, std::size_t most) const {
  const auto found = sources_.find(key);
  if (found == sources_.end()) return {};
  const std::vector<std::string>& all = found->second;
  return {all.begin(), all.begin() + static_cast<std::ptrdiff_t>(std::min(most, all.size()))};
}

}  // namespace porthole::gatherer
