#pragma once

/// RootFolder: restricts a handler to one folder of this machine.
///
/// A path is opened without reading it (O_PATH), and the real path of the open descriptor is
/// checked: this prevents races between check and use. A path outside of the root is rejected
/// before any access.
///
/// Thread safety: const members, any thread.

#include <sys/stat.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "base/descriptor.h"
#include "base/url/url.h"
#include "plugins/protocol_handler.h"

namespace porthole {

/// Declares the option `root`.
OptionDeclaration root_option();

/// An open file or folder below the root.
struct FoundThing {
  Descriptor thing;  ///< Opened with O_PATH.
  std::string path;  ///< Its real path, without symbolic links; a folder ends with a slash.
  struct stat about {};

  bool is_folder() const { return S_ISDIR(about.st_mode); }
};

class RootFolder {
 public:
  /// Sets the root to an absolute path. Returns "" or the problem.
  std::string set(const std::string& root);

  /// Opens the file or folder that the path of `url` names; or returns an error response: 403, 404,
  /// 500.
  tl::expected<FoundThing, ProtocolAnswer> find(const Url& url) const;

 private:
  std::string root_;       // as given, without the final slash
  std::string real_root_;  // with symbolic links resolved
};

/// The sorted names in a folder, folders with a slash; devices, sockets and pipes are left out, and
/// hidden files unless requested. Stops when the names have `limit` bytes in total. Absent if the
/// folder is unreadable; errno says why.
enum class Hidden : std::uint8_t { kLeftOut, kListed };
std::optional<std::vector<std::string>> names_in(const FoundThing& folder, std::int64_t limit,
                                                 Hidden hidden = Hidden::kLeftOut);

/// At most `limit` bytes of a file from `offset`, or an error response.
tl::expected<std::string, ProtocolAnswer> read_part(const FoundThing& file, std::int64_t offset,
                                                    std::int64_t limit);

/// The response for a failed system call.
ProtocolAnswer refusal_for(int error);

}  // namespace porthole
