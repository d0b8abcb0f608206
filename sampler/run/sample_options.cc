#include "sampler/run/sample_options.h"

namespace porthole::sampler {

std::filesystem::path samples_folder(const collection::Collection& collection) {
  return collection.folder() / "samples";
}

}  // namespace porthole::sampler
