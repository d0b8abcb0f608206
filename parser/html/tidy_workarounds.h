#pragma once

/// Workarounds for tidy 5.6: rewrites the parts of a page whose text tidy would drop.
///
/// In:  a page in UTF-8.
/// Out: the same page, except for
///   - template elements, which are removed: tidy misses the end of one that contains an open
///     table, and takes the rest of the page for its content. Their content is not read anyway;
///   - select elements with more than options of plain text: they and their options become section
///     elements. tidy drops other content of a select, and the rest of the page after one that is
///     not closed;
///   - "&" before the name of a parameter that is that of a character (&copy=1), which becomes
///   "&amp;"
///     in a URL: browsers read no reference there;
///   - readings of ruby elements, whose end tags may be left out, get them;
///   - "<" in the title, which becomes "&lt;": in a title it is text ("vector<int>"), which tidy
///   takes
///     for a tag;
///   - marks of CDATA sections that never end, which are removed: tidy takes the rest of the page
///     for their content.
///
/// Source: https://html.spec.whatwg.org/#the-template-element (its content is not part of the page)
/// and #the-select-element (its button and the elements in options are);
/// https://html.spec.whatwg.org/#rcdata-state (a title has no tags).
/// Thread safety: any thread.

#include <string>
#include <string_view>

namespace porthole::parser {

/// Returns `html` itself if there is nothing to rewrite; else the text is in `buffer`. Linear time.
std::string_view with_text_that_tidy_drops(std::string_view html, std::string& buffer);

}  // namespace porthole::parser
