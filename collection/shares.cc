#include "collection/shares.h"

#include <string>
#include <utility>

#include "base/xml/tree.h"
#include "collection/specification_parts.h"

namespace porthole::collection {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLargest = 16 << 20;

}  // namespace

Result<std::vector<fs::path>> shares_of(const Collection& collection) {
  return shares_in(collection.specification_file());
}

Result<std::vector<fs::path>> shares_in(const fs::path& file) {
  std::vector<fs::path> folders;
  const Result<std::string> text = xml::read_file(file, kLargest);
  if (!text && text.error().code == ErrorCode::kNotFound) return folders;
  if (!text) return fail(text.error());
  TRY_AS(root, xml::read_tree(*text, file.string()));
  const xml::XmlElement* shares = root->child("shares");
  if (shares == nullptr) return folders;
  const SpecificationPlace place(file);
  for (const xml::XmlElement& other : shares->children) {
    fs::path folder = (place.path_of(other, "folder") / "").parent_path();
    if (folder == place.file().parent_path()) {
      return fail(place.error_at(other, "a collection shares with others, not with itself",
                                 "name the folder of another collection"));
    }
    folders.push_back(std::move(folder));
  }
  return folders;
}

}  // namespace porthole::collection
