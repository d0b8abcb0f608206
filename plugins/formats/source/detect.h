#pragma once

/// Which language a page is written in.
///
/// In:  a page: its URL, what its server calls it, its first bytes.
/// Out: a language, or null for a page that is no program source.
///
/// The suffix decides where the declared type leaves room for it, then the declared type, then the
/// first line: an interpreter (`#!`) or a mode of Emacs (`-*- C++ -*-`). Where a suffix is used by
/// several formats (.h, .m, .pl, .ts, .php), the first bytes decide between them.
///
/// Thread safety: any thread.

#include "plugins/format_summarizer.h"
#include "plugins/formats/source/languages.h"

namespace porthole::source {

const Language* language_of(const PageBytes& page);

}  // namespace porthole::source
