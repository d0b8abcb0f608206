#pragma once

/// The folders that programs of plug-ins (pdftotext, ctags) are searched in.

namespace porthole {

/// In this order; each ends in a slash.
inline constexpr const char* kToolFolders[] = {"/usr/local/bin/", "/usr/bin/", "/bin/"};

}  // namespace porthole
