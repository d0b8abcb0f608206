#include "console/routes.h"

#include <array>

#include "console/api/control.h"
#include "console/api/watch.h"

namespace porthole::console {
namespace {

constexpr std::array kRoutes = {
    Route{"/api/v1/watch", "GET", Role::kRead, "", watch},
    Route{"/api/v1/events", "GET", Role::kRead, "", stream_pages},
    Route{"/api/v1/dot", "GET", Role::kRead, "", page_of_dot},
    Route{"/api/v1/job", "GET", Role::kRead, "", show_job},
    Route{"/api/v1/job", "POST", Role::kOperate, "job", change_job},
};

}  // namespace

std::span<const Route> routes() { return kRoutes; }

}  // namespace porthole::console
