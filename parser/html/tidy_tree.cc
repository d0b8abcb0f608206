#include "parser/html/tidy_tree.h"

#include "parser/html/tidy_input.h"

namespace porthole::parser {
namespace {

Bool TIDY_CALL drop_message(TidyMessage) { return no; }

/// tidy options that affect the tree: no messages, no generated elements, no clean-up. No
/// configuration file is read, and the clean-up of office documents (gdoc, CVE-2021-33391) is off.
TidyDoc make_tidy(TidyArena& arena) {
  const TidyDoc doc = tidyCreateWithAllocator(arena.allocator());
  tidySetMessageCallback(doc, drop_message);
  tidyOptSetBool(doc, TidyQuiet, yes);
  tidyOptSetBool(doc, TidyShowWarnings, no);
  tidyOptSetInt(doc, TidyShowErrors, 0);
  tidyOptSetBool(doc, TidyShowInfo, no);
  tidyOptSetBool(doc, TidyForceOutput, yes);
  tidyOptSetBool(doc, TidyMark, no);
  tidyOptSetBool(doc, TidyDropEmptyElems, no);
  tidyOptSetBool(doc, TidyDropEmptyParas, no);
  tidyOptSetBool(doc, TidyFixUri, no);
  tidyOptSetInt(doc, TidyDuplicateAttrs, TidyKeepFirst);  // as browsers do
  tidySetOutCharEncoding(doc, "utf8");
  return doc;
}

}  // namespace

TidyTree::TidyTree(std::string_view html, const std::vector<Span>& unread)
    : doc_(make_tidy(arena_)) {
  TidyInput(html, unread).parse_into(doc_);
}

}  // namespace porthole::parser
