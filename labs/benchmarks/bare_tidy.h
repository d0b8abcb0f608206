#pragma once

/// Parses a page with Tidy alone: the baseline of the parser benchmarks.

#include <tidy.h>
#include <tidybuffio.h>

#include <string>

namespace porthole {

inline void parse_bare(const std::string& html) {
  const TidyDoc doc = tidyCreate();
  tidySetMessageCallback(doc, [](TidyMessage) { return no; });
  tidyOptSetInt(doc, TidyShowErrors, 0);
  tidyOptSetBool(doc, TidyShowWarnings, no);
  tidyOptSetBool(doc, TidyQuiet, yes);
  tidySetInCharEncoding(doc, "utf8");
  TidyBuffer input{};
  tidyBufInit(&input);
  tidyBufAttach(&input, reinterpret_cast<byte*>(const_cast<char*>(html.data())),
                static_cast<unsigned>(html.size()));
  tidyParseBuffer(doc, &input);
  tidyBufDetach(&input);
  tidyRelease(doc);
}

}  // namespace porthole
