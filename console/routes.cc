#include "console/routes.h"

#include <array>

#include "console/api/control.h"
#include "console/api/explain.h"
#include "console/api/feedback.h"
#include "console/api/new_collection.h"
#include "console/api/questions.h"
#include "console/api/seeds.h"
#include "console/api/settings.h"
#include "console/api/site_map.h"
#include "console/api/taxonomy.h"
#include "console/api/training.h"
#include "console/api/watch.h"

namespace porthole::console {
namespace {

constexpr std::array kRoutes = {
    Route{"/api/v1/watch", "GET", Role::kRead, "", watch},
    Route{"/api/v1/events", "GET", Role::kRead, "", stream_pages},
    Route{"/api/v1/sites", "GET", Role::kRead, "", show_sites},
    Route{"/api/v1/dot", "GET", Role::kRead, "", page_of_dot},
    Route{"/api/v1/explain", "GET", Role::kRead, "", explain},
    Route{"/api/v1/questions", "GET", Role::kRead, "", list_questions},
    Route{"/api/v1/answer", "GET", Role::kRead, "", answer_ready},
    Route{"/api/v1/standing", "GET", Role::kRead, "", list_standing},
    Route{"/api/v1/standing", "POST", Role::kOperate, "standing", change_standing},
    Route{"/api/v1/sql", "POST", Role::kOperate, "sql", answer_sql},
    Route{"/api/v1/candidates", "GET", Role::kRead, "", list_candidates},
    Route{"/api/v1/mark", "POST", Role::kOperate, "mark", mark_page},
    Route{"/api/v1/topics", "GET", Role::kRead, "", list_topics},
    Route{"/api/v1/topics", "POST", Role::kOperate, "topics", change_topics},
    Route{"/api/v1/training", "GET", Role::kRead, "", show_training},
    Route{"/api/v1/training", "POST", Role::kOperate, "training", settle_training},
    Route{"/api/v1/proposal", "GET", Role::kRead, "", show_proposal},
    Route{"/api/v1/terms", "GET", Role::kRead, "", list_terms},
    Route{"/api/v1/terms", "POST", Role::kOperate, "term", decide_term},
    Route{"/api/v1/seeds", "GET", Role::kRead, "", show_seeds},
    Route{"/api/v1/seeds", "POST", Role::kOperate, "seeds", change_seeds},
    Route{"/api/v1/settings", "GET", Role::kRead, "", show_settings},
    Route{"/api/v1/settings", "POST", Role::kOperate, "settings", change_settings},
    Route{"/api/v1/rule-trial", "POST", Role::kOperate, "rule-trial", try_rule},
    Route{"/api/v1/undo", "POST", Role::kOperate, "undo", undo_change},
    Route{"/api/v1/preview", "POST", Role::kOperate, "preview", preview_examples},
    Route{"/api/v1/start", "POST", Role::kOperate, "new", make_collection},
    Route{"/api/v1/job", "GET", Role::kRead, "", show_job},
    Route{"/api/v1/job", "POST", Role::kOperate, "job", change_job},
};

}  // namespace

std::span<const Route> routes() { return kRoutes; }

}  // namespace porthole::console
