#include "porthole/options/keep_free.h"

namespace porthole::cli {

Option add_keep_free(Command app, std::optional<std::int64_t>& bytes) {
  return app
      .add_option("--keep-free", bytes,
                  "Wait while less than this is free on the disk: 256MiB, 2GiB (default: 256 MiB, "
                  "or 1 % of a small disk)")
      .type_name("SIZE")
      .in_bytes()
      .envname("PORTHOLE_KEEP_FREE");
}

}  // namespace porthole::cli
