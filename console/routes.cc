#include "console/routes.h"

#include <array>

#include "console/api/handlers.h"

namespace porthole::console {
namespace {

constexpr std::array kRoutes = {
    Route{"/api/v1/watch", watch},
    Route{"/api/v1/events", stream_pages},
    Route{"/api/v1/sites", show_sites},
    Route{"/api/v1/dot", page_of_dot},
    Route{"/api/v1/explain", explain},
    Route{"/api/v1/questions", list_questions},
    Route{"/api/v1/answer", answer_ready},
    Route{"/api/v1/standing", list_standing},
    Route{"/api/v1/standing", change_standing, {Role::kOperate, "standing"}, "POST"},
    Route{"/api/v1/sql", answer_sql, {Role::kOperate, "sql"}, "POST"},
    Route{"/api/v1/candidates", list_candidates},
    Route{"/api/v1/mark", mark_page, {Role::kOperate, "mark"}, "POST"},
    Route{"/api/v1/topics", list_topics},
    Route{"/api/v1/topics", change_topics, {Role::kOperate, "topics"}, "POST"},
    Route{"/api/v1/training", show_training},
    Route{"/api/v1/training", settle_training, {Role::kOperate, "training"}, "POST"},
    Route{"/api/v1/proposal", show_proposal},
    Route{"/api/v1/terms", list_terms},
    Route{"/api/v1/terms", decide_term, {Role::kOperate, "term"}, "POST"},
    Route{"/api/v1/seeds", show_seeds},
    Route{"/api/v1/seeds", change_seeds, {Role::kOperate, "seeds"}, "POST"},
    Route{"/api/v1/settings", show_settings},
    Route{"/api/v1/settings", change_settings, {Role::kOperate, "settings"}, "POST"},
    Route{"/api/v1/rule-trial", try_rule, {Role::kOperate, "rule-trial"}, "POST"},
    Route{"/api/v1/undo", undo_change, {Role::kOperate, "undo"}, "POST"},
    Route{"/api/v1/preview", preview_examples, {Role::kOperate, "preview"}, "POST"},
    Route{"/api/v1/start", make_collection, {Role::kOperate, "new"}, "POST"},
    Route{"/api/v1/job", show_job},
    Route{"/api/v1/job", change_job, {Role::kOperate, "job"}, "POST"},
};

}  // namespace

std::span<const Route> routes() { return kRoutes; }

}  // namespace porthole::console
