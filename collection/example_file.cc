#include "collection/example_file.h"

#include <string>
#include <vector>

#include "base/xml/tree.h"
#include "collection/directory_list.h"

namespace porthole::collection {
namespace {

constexpr std::size_t kLargestFile = 64 << 20;
constexpr const char* kUnsorted = "unsorted";

}  // namespace

Result<Imported> read_example_file(const std::filesystem::path& file, std::string_view under) {
  TRY_AS(text, xml::read_file(file, kLargestFile));
  Result<Imported> imported = is_bookmarks(*text) ? read_bookmarks(*text, file.string())
                                                  : read_directory_list(*text, file.string());
  if (!imported) return imported;
  const std::vector<std::string> above = path_names(under);
  for (NewExample& example : imported->examples) {
    example.path.insert(example.path.begin(), above.begin(), above.end());
    if (example.path.empty()) example.path = {kUnsorted};
  }
  return imported;
}

}  // namespace porthole::collection
