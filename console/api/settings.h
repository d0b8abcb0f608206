#pragma once

/// Settings of a crawl that a person changes: budget, strategy, rules of the scope, hosts that are
/// asked less often; and what there is to choose from. `budget`, `strategy` and `scope` do the same
/// by the same calls. A crawl that runs follows within a second.

#include "console/api/call.h"

namespace porthole::console {

/// {"budget","rules","slow","delay","strategy","options","known","refresh","failed","schedule",
/// "undoable"}
Result<http::Response> show_settings(const Call& call);

/// Body: {"change": "budget", "pages", "pages_per_site"}, {"change": "strategy", "name",
/// "options"},
/// {"change": "rule", "accept", "rule"}, {"change": "remove-rule", "line"} or {"change": "slow",
/// "host", "seconds"}: both limits, name and options may be left out. Returns the settings then.
Result<http::Response> change_settings(const Call& call);

/// Body: that of change_settings() for a rule. Returns what it would have dropped and let in;
/// changes nothing.
Result<http::Response> try_rule(const Call& call);

/// Takes the last change of the settings or the taxonomy back. Returns {"undone","undoable"}.
Result<http::Response> undo_change(const Call& call);

}  // namespace porthole::console
