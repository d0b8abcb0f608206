#include "search/folding.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "base/text.h"
#include "indexer/document_data.h"
#include "indexer/fields.h"
#include "indexer/shingles.h"

namespace porthole::search {
namespace {

constexpr std::size_t kBetweenClocks = 64;  // results; each is compared with all before it

struct Print {
  std::string identity;
  std::optional<std::uint64_t> text;
  Xapian::Document document;
};

Print print_of(const Xapian::Document& document) {
  return {document.get_value(indexer::kIdentitySlot), indexer::read_fingerprint(document.get_value(indexer::kFingerprintSlot)), document};
}

std::string title_of(const Xapian::Document& document) {
  const auto data = indexer::read_document_data(document.get_data(), "");
  return data ? ascii_lower(fold_space(data->title)) : std::string();
}

bool are_same(const Print& a, const Print& b) {
  if (!a.identity.empty() && a.identity == b.identity) return true;
  // Where a long menu outweighs the rest, pages of a site with different titles have nearly the same text.
  return a.text && b.text && indexer::are_near(*a.text, *b.text) && title_of(a.document) == title_of(b.document);
}

std::optional<std::size_t> first_same(const Print& print, const std::vector<Print>& shown) {
  const auto found = std::find_if(shown.begin(), shown.end(), [&](const Print& one) { return are_same(print, one); });
  if (found == shown.end()) return std::nullopt;
  return static_cast<std::size_t>(found - shown.begin());
}

}  // namespace

FoldedPage fold(const Xapian::MSet& matches, std::size_t from, std::size_t size, const Deadline& deadline) {
  FoldedPage page;
  std::vector<Print> shown;
  std::size_t looked = 0;
  for (auto it = matches.begin(); it != matches.end(); ++it) {
    if (++looked % kBetweenClocks == 0 && deadline.has_passed()) return page;
    Print print = print_of(it.get_document());
    const auto same = first_same(print, shown);
    if (!same && shown.size() == from + size) {
      page.has_more = true;
      break;
    }
    if (same && *same >= from) {
      page.results[*same - from].repeats.push_back(it);
    } else if (same) {
      page.repeats_of_earlier += shown.size() > from ? 1 : 0;
    } else {
      shown.push_back(std::move(print));
      if (shown.size() > from) page.results.push_back({it, {}});
    }
  }
  return page;
}

}  // namespace porthole::search
