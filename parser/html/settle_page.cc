#include "parser/html/settle_page.h"

#include <algorithm>
#include <set>
#include <string>

#include "base/text/text.h"
#include "parser/content/page_hints.h"
#include "parser/limits.h"

namespace porthole::parser {
namespace {

constexpr std::size_t kLinksOfMenu = 10;  // Fewer, none of them in the content, make no list.

/// The headings below h1 that are in the main content, or beside it.
std::set<std::string> headings_of(const Document& document, bool of_content) {
  std::set<std::string> found;
  for (const Block& block : document.blocks) {
    if (block.kind != BlockKind::kHeading || block.is_content != of_content) continue;
    if (!of_content && block.level == 1) continue;
    found.insert(fold_space(std::string_view(document.text).substr(block.begin, block.length)));
  }
  return found;
}

void settle_headings(Document& document) {
  const std::set<std::string> inside = headings_of(document, true);
  const std::set<std::string> beside = headings_of(document, false);
  if (inside.empty()) return;
  std::erase_if(document.properties, [&](const Property& property) {
    return property.name == "heading" && beside.contains(property.value) &&
           !inside.contains(property.value);
  });
}

bool is_of_forum(std::string_view url, std::string_view title) {
  const std::string lower = ascii_lower(title);
  return (url_hints(url).stated & stated_type("forum")) != 0 ||
         lower.find("forum") != std::string::npos || lower.find("board index") != std::string::npos;
}

}  // namespace

void settle_page(std::string_view url, std::string_view title, const Evidence& evidence,
                 Document& document) {
  settle_headings(document);
  PageType& type = document.page_type;
  const bool is_list = type == PageType::kListing || type == PageType::kCollection;
  if (!is_list && type != PageType::kService) return;
  const bool is_post = equals_ignoring_case(evidence.first(Sign::kOpenGraphType), "article") &&
                       !evidence.first(Sign::kMetaPublished).empty();
  const bool lists = document.links.size() >= kLinksOfMenu ||
                     std::ranges::count(document.links, LinkPlace::kContent, &Link::place) > 0;
  if (is_post || (is_list && !lists)) {
    type = PageType::kArticle;
  } else if (type == PageType::kService && is_of_forum(url, title)) {
    type = PageType::kListing;
  }
}

}  // namespace porthole::parser
