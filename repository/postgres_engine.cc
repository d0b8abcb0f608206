#include "repository/postgres_engine.h"

#include <dlfcn.h>

#include <system_error>

namespace porthole::repository {
namespace {

/// Beside the program, in a build folder and where it is installed.
std::filesystem::path library_file() {
  std::error_code ignored;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", ignored);
  return (program.parent_path() / "../lib/porthole/postgresql.so").lexically_normal();
}

}  // namespace

Result<const PostgresEngine*> load_postgres_engine(const std::filesystem::path& file) {
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored)) {
    return fail(ErrorCode::kInvalid,
                "repositories in PostgreSQL need " + file.string() + ", which is missing",
                "install Debian's package porthole-postgresql, or name a file in <storage>");
  }
  constexpr const char* kHint = "install porthole and porthole-postgresql of one version";
  void* const library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    const char* const why = dlerror();
    return fail(ErrorCode::kInvalid,
                "the library of PostgreSQL cannot be loaded: " + std::string(why ? why : "?"),
                kHint);
  }
  using Entry = decltype(&porthole_postgres_engine);
  const auto entry = reinterpret_cast<Entry>(dlsym(library, "porthole_postgres_engine"));
  const PostgresEngine* const engine = entry == nullptr ? nullptr : entry(PORTHOLE_VERSION);
  if (engine == nullptr)
    return fail(ErrorCode::kInvalid, file.string() + " is of another version of Porthole", kHint);
  return engine;
}

Result<const PostgresEngine*> postgres_engine() {
  static const Result<const PostgresEngine*> engine = load_postgres_engine(library_file());
  return engine;
}

}  // namespace porthole::repository
