#pragma once

/// TidyTree: owns the tree that tidy builds for a page.
///
/// In:  a page in UTF-8 that passed prescan (parser/html/prescan.h).
/// Out: tidy's document, valid as long as this object, and the values of its nodes.

#include <tidy.h>
#include <tidybuffio.h>

#include <string_view>
#include <vector>

#include "parser/html/prescan.h"
#include "parser/html/tidy_arena.h"

namespace porthole::parser {

class TidyTree {
 public:
  /// Parses `html`, skipping the spans in `unread`.
  TidyTree(std::string_view html, const std::vector<Span>& unread);
  TidyTree(const TidyTree&) = delete;
  TidyTree& operator=(const TidyTree&) = delete;

  TidyDoc doc() const { return doc_; }

 private:
  TidyArena arena_;  ///< Frees the document: no tidyRelease.
  TidyDoc doc_;
};

/// A buffer for node values that is freed when it gets large: tidyBufClear overwrites all allocated
/// bytes.
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
