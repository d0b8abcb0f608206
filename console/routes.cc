#include "console/routes.h"

#include <array>

#include "console/api/control.h"
#include "console/api/explain.h"
#include "console/api/feedback.h"
#include "console/api/new_collection.h"
#include "console/api/questions.h"
#include "console/api/site_map.h"
#include "console/api/taxonomy.h"
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
    Route{"/api/v1/sql", "POST", Role::kOperate, "sql", answer_sql},
    Route{"/api/v1/candidates", "GET", Role::kRead, "", list_candidates},
    Route{"/api/v1/mark", "POST", Role::kOperate, "mark", mark_page},
    Route{"/api/v1/topics", "GET", Role::kRead, "", list_topics},
    Route{"/api/v1/topics", "POST", Role::kOperate, "topics", change_topics},
    Route{"/api/v1/preview", "POST", Role::kOperate, "preview", preview_examples},
    Route{"/api/v1/start", "POST", Role::kOperate, "new", make_collection},
    Route{"/api/v1/job", "GET", Role::kRead, "", show_job},
    Route{"/api/v1/job", "POST", Role::kOperate, "job", change_job},
};

}  // namespace

std::span<const Route> routes() { return kRoutes; }

}  // namespace porthole::console
