#include "parser/content/page_hints.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "base/text/text.h"

namespace porthole::parser {
namespace {

enum Stated : PageHintBits {
  kStatedArticle = 1,
  kStatedProduct = 2,
  kStatedForum = 4,
  kStatedList = 8,
  kStatedDocs = 16,
  kStatedService = 32,
};

/// Words of a host or a path that tell the kind of a page.
constexpr std::array<std::pair<std::string_view, PageHintBits>, 58> kPathWords = {{
    {"product", kStatedProduct},
    {"products", kStatedProduct},
    {"p", kStatedProduct},
    {"dp", kStatedProduct},
    {"item", kStatedProduct},
    {"itm", kStatedProduct},
    {"shop", kStatedProduct | kStatedList},
    {"store", kStatedProduct | kStatedList},
    {"collections", kStatedList},
    {"collection", kStatedList},
    {"category", kStatedList},
    {"categories", kStatedList},
    {"c", kStatedList},
    {"cat", kStatedList},
    {"browse", kStatedList},
    {"tag", kStatedList},
    {"tags", kStatedList},
    {"topics", kStatedList},
    {"list", kStatedList},
    {"search", kStatedList},
    {"best", kStatedList},
    {"courses", kStatedList},
    {"jobs", kStatedList},
    {"forum", kStatedForum},
    {"forums", kStatedForum},
    {"thread", kStatedForum},
    {"threads", kStatedForum},
    {"topic", kStatedForum},
    {"viewtopic", kStatedForum},
    {"showthread", kStatedForum},
    {"t", kStatedForum},
    {"questions", kStatedForum},
    {"question", kStatedForum},
    {"comments", kStatedForum},
    {"discussion", kStatedForum},
    {"discussions", kStatedForum},
    {"community", kStatedForum},
    {"r", kStatedForum},
    {"docs", kStatedDocs},
    {"doc", kStatedDocs},
    {"documentation", kStatedDocs},
    {"manual", kStatedDocs},
    {"reference", kStatedDocs},
    {"api", kStatedDocs},
    {"guide", kStatedDocs},
    {"wiki", kStatedDocs},
    {"help", kStatedDocs},
    {"tutorial", kStatedDocs},
    {"developer", kStatedDocs},
    {"blog", kStatedArticle},
    {"blogs", kStatedArticle},
    {"news", kStatedArticle},
    {"article", kStatedArticle},
    {"articles", kStatedArticle},
    {"story", kStatedArticle},
    {"services", kStatedService},
    {"service", kStatedService},
    {"solutions", kStatedService},
}};

PageHintBits path_word(std::string_view word) {
  for (const auto& [name, bits] : kPathWords) {
    if (equals_ignoring_case(name, word)) return bits;
  }
  return 0;
}

}  // namespace

UrlHints url_hints(std::string_view url) {
  UrlHints out;
  const auto scheme = url.find("://");
  if (scheme != std::string_view::npos) url.remove_prefix(scheme + 3);
  url = url.substr(0, url.find('#'));
  const auto host_end = std::min(url.find('/'), url.size());
  for (const std::string_view part : split(url.substr(0, host_end), '.')) {
    out.stated |= path_word(part);
  }
  url.remove_prefix(host_end);
  const auto query = url.find('?');
  out.query = query != std::string_view::npos;
  url = url.substr(0, query);
  std::string_view last;
  for (const std::string_view part : split(url, '/')) {
    if (part.empty()) continue;
    ++out.depth;
    out.stated |= path_word(part.substr(0, part.find('.')));
    last = part;
  }
  for (const char c : url) out.digits += c >= '0' && c <= '9' ? 1 : 0;
  for (const char c : last) out.words += c == '-' || c == '_' ? 1 : 0;
  return out;
}

PageHintBits stated_type(std::string_view type) {
  const std::string lower = ascii_lower(type.substr(0, 100));
  const auto has = [&lower](std::string_view part) {
    return lower.find(part) != std::string::npos;
  };
  if (has("forum") || has("qapage") || has("question") || lower == "comment") return kStatedForum;
  if (has("product") || has("offer")) return kStatedProduct;
  if (has("collection") || has("itemlist") || has("searchresult")) return kStatedList;
  if (has("techarticle") || has("apireference") || has("howto")) return kStatedDocs;
  if (has("article") || has("blogposting") || has("report")) return kStatedArticle;
  if (has("service") || has("business") || lower == "website") return kStatedService;
  return 0;
}

}  // namespace porthole::parser
