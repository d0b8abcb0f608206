#pragma once

/// The older name of ImportanceModel, for gatherer/crawl.

#include "topics/importance/importance_model.h"

namespace porthole::topics {

using StatusModel = ImportanceModel;

}  // namespace porthole::topics
