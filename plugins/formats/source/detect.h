#pragma once

/// Detects the programming language of a page.
///
/// In:  a page: its URL, its declared type, its first bytes.
/// Out: a language, or null if the page is not source code.
///
/// The suffix decides if the declared type is generic, then the declared type, then the first line:
/// an interpreter (`#!`) or an Emacs mode (`-*- C++ -*-`). For suffixes used by several formats
/// (.h, .m, .pl, .ts, .php), the first bytes decide.
///
/// Thread safety: any thread.

#include "plugins/format_summarizer.h"
#include "plugins/formats/source/languages.h"

namespace porthole::source {

const Language* language_of(const PageBytes& page);

}  // namespace porthole::source
