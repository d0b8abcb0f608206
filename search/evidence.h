#pragma once

/// Evidence for a page that no word of a query has a part in, as a source of weights for Xapian. This
/// header is the room's own.
///
/// Functional forms: Craswell, Robertson, Zaragoza, Taylor, "Relevance weighting for query independent
/// evidence", SIGIR 2005, section 4 (log and saturation); scores of hubs and authorities fall
/// by powers of ten, so that each power counts alike.

#include <xapian.h>

namespace porthole::search {

enum class EvidenceForm {
  kShare,      ///< v, for a value in [0, 1].
  kPowers,     ///< 1 + log10(v / highest) / kPowersOfTen, at least 0.
  kSaturation  ///< v / (v + kHalfway).
};
inline constexpr double kPowersOfTen = 4;
inline constexpr double kHalfway = 3;  // annotating sites

/// Weights of the documents that have a number in the slot, each in [0, 1]. A document without one has
/// none.
///
/// Thread safety: belongs to the query that it is a part of.
class EvidenceSource final : public Xapian::ValuePostingSource {
 public:
  /// `highest`: the highest number in slot `values` of all indexes that are asked together.
  EvidenceSource(Xapian::valueno values, EvidenceForm form, double highest)
      : ValuePostingSource(values), form_(form), highest_(highest) {}

  double get_weight() const override;
  EvidenceSource* clone() const override { return new EvidenceSource(get_slot(), form_, highest_); }
  void init(const Xapian::Database& database) override;

 private:
  EvidenceForm form_;
  double highest_;
};

/// In [0, 1] for any `value`.
double evidence_weight(EvidenceForm form, double value, double highest);

/// The evidence in `slot` as a query that matches the documents which have some.
Xapian::Query evidence_query(const Xapian::Database& database, Xapian::valueno slot, EvidenceForm form);

}  // namespace porthole::search
