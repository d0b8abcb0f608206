#include "console/folders.h"

#include <algorithm>
#include <system_error>

namespace porthole::console {

namespace fs = std::filesystem;

ServedFolder::ServedFolder(std::string folder, std::string key, const fs::path& program,
                           Beginning beginning, SearchAddress search)
    : folder_(std::move(folder)),
      key_(std::move(key)),
      beginning_(std::move(beginning)),
      jobs_(program, folder_),
      search_page_(std::move(search)) {}

bool ServedFolder::is_collection() const {
  std::error_code ignored;
  return fs::exists(fs::path(folder_) / "porthole.xml", ignored);
}

Result<collection::Collection> ServedFolder::open() const {
  return collection::Collection::open(folder_);
}

Result<Folders> Folders::make(const std::vector<std::string>& folders, const fs::path& program,
                              const Beginning& beginning, const SearchAddress& search) {
  Folders made;
  for (const std::string& folder : folders) {
    const fs::path place = fs::absolute(folder / fs::path()).lexically_normal();
    std::string key = place.parent_path().filename().string();
    if (key.empty())
      return fail(ErrorCode::kUsage, "not a folder of a collection: " + folder, "name another one");
    if (made.find(key) != nullptr) {
      return fail(ErrorCode::kUsage, "two folders are called \"" + key + "\"",
                  "run a console for each of them");
    }
    made.all_.push_back(
        std::make_unique<ServedFolder>(folder, std::move(key), program, beginning, search));
  }
  if (made.all_.empty())
    return fail(ErrorCode::kUsage, "no folder is given", "porthole console cycling");
  return made;
}

ServedFolder* Folders::find(std::string_view key) const {
  if (all_.empty()) return nullptr;
  if (key.empty()) return all_.front().get();
  const auto found =
      std::find_if(all_.begin(), all_.end(), [&](const auto& one) { return one->key() == key; });
  return found == all_.end() ? nullptr : found->get();
}

}  // namespace porthole::console
