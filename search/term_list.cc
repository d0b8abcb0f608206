#include "search/term_list.h"

#include <algorithm>

namespace porthole::search {

FrequentTerms frequent_terms(const Xapian::Database& database, const std::string& prefix, TermLimits limits) {
  FrequentTerms found;
  if (limits.kept == 0) return found;
  const auto end = database.allterms_end(prefix);
  for (auto it = database.allterms_begin(prefix); it != end; ++it) {
    if (found.read == limits.read) {
      found.all = false;
      break;
    }
    found.terms.push_back({*it, it.get_termfreq()});
    ++found.read;
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
