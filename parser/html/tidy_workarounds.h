#pragma once

/// Rewrites the parts of a page whose text tidy 5.6 would drop.
///
/// In:  a page in UTF-8.
/// Out: the same page, but for
///   - template elements, which are left out: tidy does not see the end of one that holds an open
///     table, and takes the rest of the page for its content. Nothing in them is read anyway;
///   - select elements that hold more than options with plain text: they and their options become
///     section elements. Tidy drops all else in a select, and the rest of the page behind one that
///     is not closed.
///
/// Source: https://html.spec.whatwg.org/#the-template-element (its content is not part of the page)
/// and #the-select-element (its button and the elements in options are).
/// Thread safety: any thread.

#include <string>
#include <string_view>

namespace porthole::parser {

/// A view of `html` itself where there is nothing to rewrite; else the text is in `buffer`. Linear.
std::string_view with_text_that_tidy_drops(std::string_view html, std::string& buffer);

}  // namespace porthole::parser
