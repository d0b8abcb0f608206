#include "indexer/page_date.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/date_span.h"

namespace porthole::indexer {
namespace {

constexpr std::array<std::string_view, 3> kSourceNames = {"modified", "published", "fetched"};

}  // namespace

std::string_view date_source_name(DateSource source) {
  return kSourceNames[static_cast<std::size_t>(source)];
}

std::optional<DateSource> date_source_from_name(std::string_view name) {
  const auto found = std::find(kSourceNames.begin(), kSourceNames.end(), name);
  if (found == kSourceNames.end()) return std::nullopt;
  return static_cast<DateSource>(found - kSourceNames.begin());
}

std::optional<PageDate> date_of(const summarizer::Summary& summary) {
  const std::array<const std::string*, 3> texts = {&summary.modified, &summary.published,
                                                   &summary.fetched};
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const auto span = parse_date_span(*texts[i]);
    if (span) return PageDate{span->begin, static_cast<DateSource>(i)};
  }
  return std::nullopt;
}

}  // namespace porthole::indexer
