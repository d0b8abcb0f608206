#pragma once

/// Training that is looked at before it is kept, and what it and the crawl propose: topics that the
/// examples fit, pages near them, terms of link texts.
///
/// Thread safety: any thread.

#include "console/api/call.h"

namespace porthole::console {

/// GET /api/v1/training: the report of the classifier that judges, the one on trial with its
/// effect, whether there is one before, and whether topics or examples changed since.
Result<http::Response> show_training(const Call& call);

/// POST /api/v1/training {"action": "keep" | "discard" | "back"}: training/trial.h. Errors: those
/// of keep_trial(), drop_trial() and bring_back().
Result<http::Response> settle_training(const Call& call);

/// GET /api/v1/proposal: what `examples propose` has found, by the job "propose"; null before.
Result<http::Response> show_proposal(const Call& call);

/// GET /api/v1/terms: terms of link texts that go with the topic, as `expand` proposes them.
Result<http::Response> list_terms(const Call& call);

/// POST /api/v1/terms {"accept": TERM} or {"reject": TERM}. Errors: those of decision_on().
Result<http::Response> decide_term(const Call& call);

}  // namespace porthole::console
