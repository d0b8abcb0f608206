#pragma once

/// Precedence: the <priority> rules of a specification, which fetch URLs that match earlier or
/// later than all others, whatever the strategy.
///
/// In:  the rules; a URL.
/// Out: the value of the last rule that matches, 0 if none does.
///
/// Thread safety: const members, any thread.

#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/url/url.h"
#include "collection/specification.h"
#include "gatherer/frontier/scope_rules.h"

namespace porthole::gatherer {

class Precedence {
 public:
  Precedence() = default;
  /// Errors: those of compile_rule().
  static Result<Precedence> make(const std::vector<collection::PriorityRule>& rules);

  bool empty() const { return rules_.empty(); }
  int of(const Url& url) const;
  /// As above; 0 for text that is not a URL.
  int of(std::string_view href) const;

 private:
  struct Rule {
    CompiledRule matches;
    int value = 0;
  };
  std::vector<Rule> rules_;
};

/// UrlRecord::priority of a URL that the strategy rates `rating`: the order of these numbers is
/// that of the queue. Ratings beyond 1e9 (kSeedPriority) count as that.
double stored_priority(double rating, int precedence);

/// The parts of a stored priority. Ratings of URLs with a precedence are rounded to 1e-5.
struct StoredPriority {
  double rating = 0;
  int precedence = 0;
};
StoredPriority parts_of_priority(double stored);

}  // namespace porthole::gatherer
