#pragma once

/// The addresses of the consoles that run on a folder: each notes its own in a file that it keeps
/// locked (flock), so that one that was killed is not taken for one that runs.
///
///   DIR/console/url-3f9c...   http://127.0.0.1:8081/
///
/// Thread safety: any thread; several consoles may use one folder.

#include <filesystem>
#include <string>
#include <utility>

#include "base/descriptor.h"
#include "base/result.h"

namespace porthole::console {

class NotedAddress {
 public:
  /// Writes `url` into a new file of `folder`, and removes those of consoles that were killed.
  /// Errors: kPermission, kDiskFull, kStorage.
  static Result<NotedAddress> note(const std::filesystem::path& folder, const std::string& url);

  /// Removes its own file.
  ~NotedAddress();
  NotedAddress(NotedAddress&& other) noexcept
      : file_(std::exchange(other.file_, {})), open_(std::move(other.open_)) {}
  NotedAddress& operator=(NotedAddress&&) = delete;

 private:
  NotedAddress(std::filesystem::path file, Descriptor open)
      : file_(std::move(file)), open_(std::move(open)) {}

  std::filesystem::path file_;  // "" after a move
  Descriptor open_;             // has the lock
};

/// The address of the console that runs on `folder`, the last one to begin if there are several; ""
/// for none.
std::string noted_address(const std::filesystem::path& folder);

}  // namespace porthole::console
