#include "search/index/term_list.h"

#include <algorithm>

namespace porthole::search {
namespace {

constexpr std::size_t kTermsPerClockRead = 256;  // terms read between two checks of the clock

}  // namespace

FrequentTerms frequent_terms(const Xapian::Database& database, const std::string& prefix,
                             TermLimits limits, const TermFilter& counts) {
  FrequentTerms found;
  if (limits.kept == 0) return found;
  const auto end = database.allterms_end(prefix);
  for (auto it = database.allterms_begin(prefix); it != end; ++it) {
    const bool is_late = limits.deadline != nullptr && found.read % kTermsPerClockRead == 0 &&
                         limits.deadline->has_passed();
    if (found.read == limits.read || is_late) {
      found.all = false;
      break;
    }
    ++found.read;
    std::string term = *it;
    if (!counts || counts(term)) found.terms.push_back({std::move(term), it.get_termfreq()});
  }
  const std::size_t kept = std::min(found.terms.size(), limits.kept);
  std::partial_sort(found.terms.begin(), found.terms.begin() + static_cast<std::ptrdiff_t>(kept),
                    found.terms.end(), [](const TermCount& a, const TermCount& b) {
                      return a.pages != b.pages ? a.pages > b.pages : a.term < b.term;
                    });
  found.terms.resize(kept);
  return found;
}

}  // namespace porthole::search
