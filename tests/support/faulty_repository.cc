#include "tests/support/faulty_repository.h"

namespace porthole::testing {

Result<void> FaultyCrawlState::apply(const repository::Batch& batch) {
  ++calls_;
  if (fail_at_ != 0 && calls_ >= fail_at_) return fail(code_, "the test lets this batch fail");
  return behind_.apply(batch);
}

}  // namespace porthole::testing
