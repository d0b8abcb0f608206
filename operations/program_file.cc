#include "operations/program_file.h"

#include <filesystem>
#include <system_error>

namespace porthole::operations {

Result<std::string> program_file(const std::string& name) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  for (const char* folder : {"../share/porthole", "../files"}) {
    const fs::path place = program.parent_path() / folder / name;
    if (fs::exists(place, error)) return fs::weakly_canonical(place, error).string();
  }
  return fail(ErrorCode::kNotFound, "the program's own file " + name + " is missing",
              "install Porthole again, or configure its build again");
}

}  // namespace porthole::operations
