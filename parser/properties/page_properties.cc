#include "parser/properties/page_properties.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text/text.h"
#include "parser/properties/property_candidates.h"
#include "parser/properties/stated_date.h"
#include "parser/properties/weights.h"
#include "parser/properties/written_date.h"

namespace porthole::parser {
namespace {

constexpr std::size_t kMaxCrumbs = 10;
constexpr std::size_t kCrumbBytes = 100;

Sourced best(const Candidates& candidates, std::span<const float> weights) {
  const Candidate* const one = candidates.best(weights);
  return one == nullptr ? Sourced{} : Sourced{one->value, std::string(one->source)};
}

struct Rank {
  Sign sign;
  std::string_view source;
};

template <std::size_t N>
Sourced first_of(const Evidence& evidence, const std::array<Rank, N>& ranks) {
  for (const auto& [sign, source] : ranks) {
    const std::string_view value = evidence.first(sign);
    if (!value.empty()) return {std::string(value), std::string(source)};
  }
  return {};
}

/// The last change: what markup says of it, else "Updated March 3, 2025" near the title.
Sourced modified_date(const PageView& page, const Candidates& dates, const std::string& published) {
  const auto is_possible = [&](const std::string& date) {
    const std::string day = date.substr(0, 10);
    return date.size() >= 7 && (page.latest.empty() || day <= page.latest) &&
           day >= published.substr(0, 10);
  };
  constexpr std::array kRanks = {Rank{Sign::kJsonModified, "json-ld"},
                                 Rank{Sign::kMetaModified, "meta"}};
  for (const auto& [sign, source] : kRanks) {
    for (const Said& said : page.evidence.all()) {
      if (said.sign != sign) continue;
      std::string date = stated_date(said.value, page.language);
      if (is_possible(date)) return {std::move(date), std::string(source)};
    }
  }
  for (const Mark& mark : page.evidence.marks().all()) {
    if (mark.kind != MarkKind::kItemModified) continue;
    std::string date = stated_date(
        mark.attribute.empty() ? page.view(mark.range, 100) : std::string_view(mark.attribute),
        page.language);
    if (is_possible(date)) return {std::move(date), "microdata"};
  }
  for (const Candidate& one : dates.all()) {
    if (says_updated(one) && one.key > published.substr(0, 10))
      return {one.value, std::string(one.source)};
  }
  return {};
}

void read_breadcrumbs(const PageView& page, PageProperties& out) {
  const auto add = [&out](std::string_view text, std::string_view source) {
    std::string crumb = fold_space(cut(trim(text), kCrumbBytes));
    if (comparison_key(crumb).empty() || crumb.find("://") != std::string::npos) return;
    if (out.breadcrumbs.size() == kMaxCrumbs ||
        (!out.breadcrumbs.empty() && out.breadcrumbs.back() == crumb))
      return;
    out.breadcrumbs.push_back(std::move(crumb));
    out.breadcrumbs_source = source;
  };
  for (const Said& said : page.evidence.all()) {
    if (said.sign == Sign::kJsonBreadcrumb) add(said.value, "json-ld");
  }
  if (!out.breadcrumbs.empty()) return;
  for (const Mark& mark : page.evidence.marks().all()) {
    if (mark.kind != MarkKind::kBreadcrumb || mark.range.end - mark.range.begin > 600) continue;
    std::string text(page.view(mark.range, 600));
    for (const std::string_view separator : {"›", "»", "→", "▸", " > ", " / ", "❯"}) {
      for (auto at = text.find(separator); at != std::string::npos; at = text.find(separator, at))
        text.replace(at, separator.size(), "\n");
    }
    for (const std::string_view line : split(text, '\n')) add(line, "breadcrumb");
    if (!out.breadcrumbs.empty()) return;
  }
}

}  // namespace

PageProperties choose_properties(const PageView& page) {
  PageProperties out;
  const Candidates titles = title_candidates(page);
  for (const Candidate* const one : titles.first(kTitleWeights, 1 + kOtherTitles)) {
    if (out.title.value.empty()) {
      out.title = {one->value, std::string(one->source)};
    } else if (one->source != "h2") {  // the name of a part of the page
      out.other_titles.push_back(one->value);
    }
  }
  const Sourced authors = best(author_candidates(page), kAuthorWeights);
  if (!authors.value.empty()) {
    for (const std::string_view name : split(authors.value, '\n')) out.authors.emplace_back(name);
    out.authors_source = authors.source;
  }
  const Candidates dates = date_candidates(page);
  out.published = best(dates, kDateWeights);
  out.modified = modified_date(page, dates, out.published.value);
  constexpr std::array kSites = {Rank{Sign::kSiteName, "og:site_name"},
                                 Rank{Sign::kJsonSite, "json-ld"},
                                 Rank{Sign::kApplicationName, "meta"}};
  out.site = first_of(page.evidence, kSites);
  if (out.site.value.find("://") != std::string::npos) out.site = {};
  constexpr std::array kImages = {Rank{Sign::kOpenGraphImage, "og:image"},
                                  Rank{Sign::kTwitterImage, "twitter:image"},
                                  Rank{Sign::kJsonImage, "json-ld"}};
  out.image = first_of(page.evidence, kImages);
  read_breadcrumbs(page, out);
  return out;
}

}  // namespace porthole::parser
