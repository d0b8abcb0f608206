#pragma once

/// The one folder of this machine that a handler may read, and nothing else.
///
/// A path is opened without being read first (O_PATH), and what was opened is asked where it really
/// is: so nothing can be swapped between the look and the reading. What is outside of the root by
/// its path is refused before anything is looked at.
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

/// The declaration of the option `root`.
OptionDeclaration root_option();

/// Something below the root.
struct FoundThing {
  Descriptor thing;     ///< Opened with O_PATH.
  std::string path;     ///< The one path it has: no links below the root, a slash behind a folder.
  struct stat about {};

  bool is_folder() const { return S_ISDIR(about.st_mode); }
};

class RootFolder {
 public:
  /// Takes an absolute path. Returns "" or what is wrong with it.
  std::string set(const std::string& root);

  /// What the path of `url` names, a file or a folder; or the refusal: 403, 404, 500.
  tl::expected<FoundThing, ProtocolAnswer> find(const Url& url) const;

 private:
  std::string root_;       // as it was given, without the final slash
  std::string real_root_;  // the same without symbolic links
};

/// The names in a folder in order, a slash behind those of folders; devices, sockets and pipes are
/// left out, and hidden ones unless they are asked for. Stops when the names alone have `limit`
/// bytes. Absent when it cannot be read; errno says why.
enum class Hidden : std::uint8_t { kLeftOut, kListed };
std::optional<std::vector<std::string>> names_in(const FoundThing& folder, std::int64_t limit,
                                                 Hidden hidden = Hidden::kLeftOut);

/// At most `limit` bytes of a file from `offset`, or what speaks against it.
tl::expected<std::string, ProtocolAnswer> read_part(const FoundThing& file, std::int64_t offset,
                                                    std::int64_t limit);

/// What a failed system call means to whoever asks.
ProtocolAnswer refusal_for(int error);

}  // namespace porthole
