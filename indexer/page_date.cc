#include "indexer/page_date.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/date_span.h"

namespace porthole::indexer {
namespace {

constexpr std::array<std::string_view, 4> kSourceNames = {"published", "modified", "last-modified",
                                                          "fetched"};

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
  const bool is_of_server = std::ranges::any_of(summary.properties, [](const Property& property) {
    return property.name == summarizer::kDateSource;
  });
  const std::string none;
  const std::array<const std::string*, 4> texts = {
      &summary.published, is_of_server ? &none : &summary.modified,
      is_of_server ? &summary.modified : &none, &summary.fetched};
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const auto span = parse_date_span(*texts[i]);
    if (span) return PageDate{span->begin, static_cast<DateSource>(i)};
  }
  return std::nullopt;
}

}  // namespace porthole::indexer
