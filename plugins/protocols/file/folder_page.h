#pragma once

/// The page that stands for a folder: a link to each thing in it.
///
/// Source: https://html.spec.whatwg.org/; hrefs are relative and encoded as path segments of
/// https://url.spec.whatwg.org/#path-percent-encode-set, with `%` and `\` besides.
/// Thread safety: all functions, any thread.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace porthole {

/// `path` as it stands in a file: URL. It is bytes, as names of files are; slashes stay.
std::string encoded_path(std::string_view path);

struct FolderPage {
  std::string html;  ///< In UTF-8.
  bool cut = false;  ///< There were more names.
};

/// The page of a folder called `title` with `names`, in that order; the name of a folder ends in a
/// slash. It has whole entries only, and at most `limit` bytes where the frame alone has fewer.
FolderPage folder_page(std::string_view title, const std::vector<std::string>& names,
                       std::int64_t limit);

}  // namespace porthole
