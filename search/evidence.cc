#include "search/evidence.h"

#include <algorithm>
#include <cmath>

namespace porthole::search {

double evidence_weight(EvidenceForm form, double value, double highest) {
  if (!(value > 0)) return 0;
  switch (form) {
    case EvidenceForm::kShare: return std::min(value, 1.0);
    case EvidenceForm::kPowers:
      return highest > 0 ? std::clamp(1 + std::log10(value / highest) / kPowersOfTen, 0.0, 1.0) : 0;
    case EvidenceForm::kSaturation: return std::isfinite(value) ? value / (value + kHalfway) : 1;
  }
  return 0;
}

double EvidenceSource::get_weight() const {
  return evidence_weight(form_, Xapian::sortable_unserialise(get_value()), highest_);
}

void EvidenceSource::init(const Xapian::Database& database) {
  ValuePostingSource::init(database);
  set_maxweight(1);
}

Xapian::Query evidence_query(const Xapian::Database& database, Xapian::valueno slot, EvidenceForm form) {
  const double highest = Xapian::sortable_unserialise(database.get_value_upper_bound(slot));
  return Xapian::Query((new EvidenceSource(slot, form, highest))->release());
}

}  // namespace porthole::search
