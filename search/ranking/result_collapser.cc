#include "search/ranking/result_collapser.h"

#include <xxhash.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

#include "base/text/ascii.h"
#include "base/text/text.h"
#include "indexer/document_data.h"
#include "indexer/fields.h"
#include "indexer/simhash.h"

namespace porthole::search {
namespace {

constexpr std::size_t kShingleWords = 3;
constexpr std::size_t kBytesRead = 8 << 10;
constexpr std::size_t kFifths = 4;

bool is_word_byte(char c) { return static_cast<unsigned char>(c) >= 0x80 || is_alphanumeric(c); }

std::vector<std::uint64_t> words_of(std::string_view text) {
  std::vector<std::uint64_t> words;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && is_word_byte(text[end])) ++end;
    if (end > at) words.push_back(XXH3_64bits(text.data() + at, end - at));
    at = end + 1;
  }
  return words;
}

}  // namespace

bool ResultCollapser::add(const Match& match) {
  if (!seen_.insert(*match.page).second) return true;
  OfSite* const site = site_of(*match.page);
  if (site != nullptr && site->shown == range_.per_site) {
    ++page_.beyond_site;
    if (CollapsedResult* last = result_at(site->last)) ++last->more_from_site;
    return true;
  }
  Print print = print_of(match.page.get_document());
  if (const auto same = first_same(print)) {
    ++page_.repeats;
    if (CollapsedResult* first = result_at(*same)) {
      first->repeats.push_back(match.page);
    } else if (shown_.size() > range_.from) {
      ++page_.repeats_of_earlier;
    }
    return true;
  }
  if (shown_.size() == range_.from + range_.size) {
    page_.has_more = true;
    return false;
  }
  if (site != nullptr) *site = {site->shown + 1, shown_.size()};
  shown_.push_back(std::move(print));
  if (shown_.size() > range_.from) page_.results.push_back({match, {}, 0});
  return true;
}

std::vector<std::string> ResultCollapser::full_sites() const {
  std::vector<std::string> full;
  for (const auto& [name, site] : sites_) {
    if (site.shown == range_.per_site) full.push_back(name);
  }
  return full;
}

ResultCollapser::Print ResultCollapser::print_of(const Xapian::Document& document) {
  return {document.get_value(indexer::kIdentitySlot),
          indexer::read_fingerprint(document.get_value(indexer::kFingerprintSlot)), document};
}

const std::string& ResultCollapser::title_of(Print& print) {
  if (!print.title) {
    const auto read = indexer::read_document_data(print.document.get_data(), "");
    print.title = read ? ascii_lower(fold_space(read->title)) : std::string();
  }
  return *print.title;
}

const Shingles& ResultCollapser::shingles_of_text(Print& print) {
  if (!print.shingles) {
    const auto read = indexer::read_document_data(print.document.get_data(),
                                                  print.document.get_value(indexer::kShownSlot));
    print.shingles = shingles_of(read ? read->text : std::string());
  }
  return *print.shingles;
}

bool ResultCollapser::are_same(Print& a, Print& b) {
  if (!a.identity.empty() && a.identity == b.identity &&
      one_holds_the_other(shingles_of_text(a), shingles_of_text(b)))
    return true;
  // Where a long menu outweighs the rest, pages of a site with different titles have nearly the
  // same text.
  return a.text && b.text && indexer::are_near(*a.text, *b.text) && title_of(a) == title_of(b);
}

std::optional<std::size_t> ResultCollapser::first_same(Print& print) {
  const auto found =
      std::find_if(shown_.begin(), shown_.end(), [&](Print& one) { return are_same(print, one); });
  if (found == shown_.end()) return std::nullopt;
  return static_cast<std::size_t>(found - shown_.begin());
}

/// Null when results of a site are not limited. Documents without a host are of no site: all local
/// files have the name "file:".
ResultCollapser::OfSite* ResultCollapser::site_of(Xapian::docid page) {
  if (pages_ == nullptr || range_.per_site == 0) return nullptr;
  const std::string& name = pages_->site_of(page);
  return name.empty() || name.ends_with(':') ? nullptr : &sites_[name];
}

Shingles shingles_of(std::string_view text) {
  Shingles shingles = words_of(text.substr(0, kBytesRead));
  if (shingles.size() > kShingleWords) {
    const std::size_t count = shingles.size() - kShingleWords + 1;
    for (std::size_t i = 0; i < count; ++i)
      shingles[i] = XXH3_64bits(&shingles[i], kShingleWords * sizeof shingles[i]);
    shingles.resize(count);
  }
  std::sort(shingles.begin(), shingles.end());
  shingles.erase(std::unique(shingles.begin(), shingles.end()), shingles.end());
  return shingles;
}

bool one_holds_the_other(const Shingles& a, const Shingles& b) {
  Shingles both;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
  const std::size_t shorter = std::min(a.size(), b.size());
  return shorter > 0 && both.size() * 5 >= shorter * kFifths;
}

}  // namespace porthole::search
