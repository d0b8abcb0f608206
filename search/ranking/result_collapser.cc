#include "search/ranking/result_collapser.h"

#include <algorithm>
#include <utility>

#include "base/text/text.h"
#include "indexer/document_data.h"
#include "indexer/fields.h"
#include "indexer/simhash.h"

namespace porthole::search {
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

}  // namespace porthole::search
