#pragma once

/// PageWriter: writes HTML pages: lists of links for folders, groups and tables, and pages of
/// single rows or records.
///
///   PageWriter page("/pub/", request.body_limit);
///   page.text("Description of the folder");
///   for (...) if (!page.link("./a.txt", "a.txt", "12 January")) break;
///   return std::move(page).answer();
///
/// All text is escaped. Source: https://html.spec.whatwg.org/.
/// Thread safety: none.

#include <cstdint>
#include <string>
#include <string_view>

#include "plugins/protocol_handler.h"

namespace porthole {

class PageWriter {
 public:
  /// At most `limit` bytes, unless the empty page has more.
  PageWriter(std::string_view title, std::int64_t limit);

  /// Adds a <meta> element; none if `content` is empty.
  void meta(std::string_view name, std::string_view content);

  /// The following add a complete element, or nothing and return false: then the page is full.
  bool heading(std::string_view text);
  /// Adds a paragraph; none if `text` is empty.
  bool text(std::string_view text);
  /// Adds a list entry; `note` follows the link.
  bool link(std::string_view href, std::string_view text, std::string_view note = {});

  /// A 200 response with the page; truncated if something did not fit.
  ProtocolAnswer answer() &&;

 private:
  bool add(std::string piece, bool in_list);

  std::size_t limit_;
  std::string head_;
  std::string body_;
  bool in_list_ = false;
  bool cut_ = false;
};

/// Percent-encodes `path` (any bytes) for a URL; slashes are kept.
std::string encoded_path(std::string_view path);
/// Percent-encodes `value` as one segment of a path or the value of a query; slashes, & and = are
/// encoded, too.
std::string encoded_segment(std::string_view value);

}  // namespace porthole
