#include "sampling/sample_options.h"

namespace porthole::sampling {

std::filesystem::path samples_folder(const collection::Collection& collection) {
  return collection.folder() / "samples";
}

}  // namespace porthole::sampling
