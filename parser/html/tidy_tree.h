#pragma once

/// The tree that tidy makes of a page, as all that walk it see it.
///
/// In:  a page in UTF-8, found within limits by prescan (parser/html/prescan.h).
/// Out: tidy's document, in memory that goes with this, and the values of its nodes.

#include <tidy.h>
#include <tidybuffio.h>

#include <string_view>
#include <vector>

#include "parser/html/prescan.h"
#include "parser/html/tidy_arena.h"

namespace porthole::parser {

class TidyTree {
 public:
  /// Reads `html` as if what is `unread` were not there.
  TidyTree(std::string_view html, const std::vector<Span>& unread);
  TidyTree(const TidyTree&) = delete;
  TidyTree& operator=(const TidyTree&) = delete;

  TidyDoc doc() const { return doc_; }

 private:
  TidyArena arena_;  ///< Takes the document with it: no tidyRelease.
  TidyDoc doc_;
};

/// A buffer for node values that does not stay large: tidyBufClear wipes all that was ever
/// allocated.
class NodeValue {
 public:
  NodeValue() { tidyBufInit(&buffer_); }
  ~NodeValue() { tidyBufFree(&buffer_); }
  NodeValue(const NodeValue&) = delete;
  NodeValue& operator=(const NodeValue&) = delete;

  std::string_view value_of(TidyDoc doc, TidyNode node) {
    if (buffer_.allocated > kKeptBytes) tidyBufFree(&buffer_);
    if (!tidyNodeGetValue(doc, node, &buffer_) || buffer_.bp == nullptr) return {};
    return {reinterpret_cast<const char*>(buffer_.bp), buffer_.size};
  }

 private:
  static constexpr unsigned kKeptBytes = 16 * 1024;
  TidyBuffer buffer_{};
};

}  // namespace porthole::parser
