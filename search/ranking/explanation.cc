#include "search/ranking/explanation.h"

#include <algorithm>
#include <string>

#include "indexer/fields.h"

namespace porthole::search {
namespace {

// The identity term of the document; Omega stores it under the prefix of URLs.
std::string identity_of(const Xapian::Document& document) {
  for (const std::string_view prefix : {indexer::kIdPrefix, indexer::kUrlPrefix}) {
    auto term = document.termlist_begin();
    term.skip_to(std::string(prefix));
    if (term != document.termlist_end() && (*term).starts_with(prefix)) return *term;
  }
  return {};
}

double weight_of(const Xapian::Database& database, const Xapian::Weight& scheme,
                 const Xapian::Query& part, const std::string& identity, Xapian::docid page) {
  Xapian::Enquire enquire(database);
  enquire.set_weighting_scheme(scheme);
  enquire.set_query(Xapian::Query(Xapian::Query::OP_FILTER, part, Xapian::Query(identity)));
  // A page in several collections has several documents.
  const Xapian::MSet matches = enquire.get_mset(0, std::max(1u, database.get_termfreq(identity)));
  for (auto it = matches.begin(); it != matches.end(); ++it) {
    if (*it == page) return it.get_weight();
  }
  return 0;
}

}  // namespace

std::vector<ScorePart> explain_score(const Xapian::Database& database, const Xapian::Weight& scheme,
                                     const std::vector<Part>& parts,
                                     const Xapian::MSetIterator& page, const Deadline& deadline) {
  std::vector<ScorePart> explanation;
  const std::string identity = identity_of(page.get_document());
  if (identity.empty()) return explanation;
  for (const Part& part : parts) {
    if (deadline.has_passed()) break;
    const double weight = weight_of(database, scheme, part.query, identity, *page);
    if (weight > 0) explanation.push_back({part.kind, part.words, weight});
  }
  return explanation;
}

}  // namespace porthole::search
